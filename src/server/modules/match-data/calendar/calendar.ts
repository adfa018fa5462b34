import type { getMatchCalendar } from '#contract/calendars.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { calendarFile } from '#domain/matches/calendar-file.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import { type RequestContext, siteAddress } from '#server/platform/http/request-context.ts';
import { type TierLimit, tierLimit } from '#server/platform/http/request-limit.ts';
import { calendarEvent } from './events.ts';
import { findFixtures } from './queries.ts';

const FILES_PER_10_MINUTES = 60;

export const calendarLimit = (deps: Deps): TierLimit => tierLimit(deps, 'calendar', FILES_PER_10_MINUTES, 10 * 60);

/** Returns a match as a calendar file. Throws `not_found` for an unknown match and one without a date, and `rate_limited`. */
export async function matchCalendar(
  deps: Deps,
  limit: TierLimit,
  { id, lang }: ParsedInputOf<typeof getMatchCalendar>,
  request: RequestContext,
): Promise<AsyncIterable<Uint8Array>> {
  await limit.count(request.ip);
  const look = { locale: lang ?? preferredLocale(request.acceptLanguage), base: siteAddress(deps, request) };
  const [fixture] = await findFixtures(deps.db, [id]);
  if (!fixture) throw new AppError('not_found');
  return once(calendarFile([calendarEvent(fixture, look)]));
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
