import type { getMatchCalendar, getTeamCalendar } from '#contract/calendars.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { TeamRef } from '#contract/matches.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { type CalendarEvent, calendarFile } from '#domain/matches/calendar-file.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { leagueRef, type TeamRow, teamRef } from '#server/modules/match-data/leagues/refs.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import { type RequestContext, siteAddress } from '#server/platform/http/request-context.ts';
import { type TierLimit, tierLimit } from '#server/platform/http/request-limit.ts';
import { sharing as en } from '#texts/en/pages.ts';
import { sharing as vi } from '#texts/vi/pages.ts';
import { sharing as zhCN } from '#texts/zh-CN/pages.ts';
import { findFixtures, findNextOf } from './queries.ts';

const FILES_PER_10_MINUTES = 60;
/** The usual length of a match, breaks included, in milliseconds. */
const LENGTH_MS: Record<Sport, number> = {
  football: 2 * HOUR_MS,
  basketball: 2 * HOUR_MS + 30 * MINUTE_MS,
  tennis: 2 * HOUR_MS,
  esports: 2 * HOUR_MS,
};

const WORDS = { en, 'zh-CN': zhCN, vi } satisfies Record<Locale, unknown>;

export const calendarLimit = (deps: Deps): TierLimit => tierLimit(deps, 'calendar', FILES_PER_10_MINUTES, 10 * 60);

/** Returns a match as a calendar file. Throws `not_found` for an unknown match and one without a date, and `rate_limited`. */
export async function matchCalendar(
  deps: Deps,
  limit: TierLimit,
  { id, lang }: ParsedInputOf<typeof getMatchCalendar>,
  request: RequestContext,
): Promise<AsyncIterable<Uint8Array>> {
  await limit.count(request.ip);
  return fileOf(deps, [id], lang, request);
}

/** Returns a team's next matches as a calendar file. Throws `not_found` if there are none, and `rate_limited`. */
export async function teamCalendar(
  deps: Deps,
  limit: TierLimit,
  { id, lang }: ParsedInputOf<typeof getTeamCalendar>,
  request: RequestContext,
): Promise<AsyncIterable<Uint8Array>> {
  await limit.count(request.ip);
  return fileOf(deps, await findNextOf(deps.db, id, deps.now()), lang, request);
}

async function fileOf(
  deps: Deps,
  ids: readonly number[],
  lang: Locale | undefined,
  request: RequestContext,
): Promise<AsyncIterable<Uint8Array>> {
  const base = siteAddress(deps, request);
  const locale = lang ?? preferredLocale(request.acceptLanguage);
  const events = (await findFixtures(deps.db, ids)).map((fixture) => eventOf(fixture, locale, base));
  if (events.length === 0) throw new AppError('not_found');
  return once(calendarFile(events, deps.now()));
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

type Fixture = Awaited<ReturnType<typeof findFixtures>>[number];

/** Describes a match without its score. One that was put off does not take place at the time that is known. */
function eventOf({ id, kickoff_at, status, venue, home, away, league }: Fixture, locale: Locale, base: string): CalendarEvent {
  const startsAt = kickoff_at!;
  const { sport, ...competition } = leagueRef(league);
  const isCancelled = status === 'canc' || status === 'pst';
  const sides = `${nameIn(teamRef(home as TeamRow), locale)} – ${nameIn(teamRef(away as TeamRow), locale)}`;
  const url = `${base}/match/${id}`;
  return {
    uid: `match-${id}@${new URL(base).hostname}`,
    startsAt,
    endsAt: new Date(startsAt.getTime() + LENGTH_MS[sport]),
    title: isCancelled ? `${WORDS[locale].statuses[status]}: ${sides}` : sides,
    description: `${nameIn(competition, locale)}\n${url}`,
    place: venue,
    url,
    isCancelled,
  };
}

const nameIn = ({ name, names }: Pick<TeamRef, 'name' | 'names'>, locale: Locale): string =>
  (locale === 'en' ? undefined : names[locale]) ?? name;
