import type { Context, Hono } from 'hono';
import { CALENDAR_PATH, createCalendar, listCalendars, removeCalendar } from '#contract/calendar-feeds.ts';
import { getLeagueCalendar, getTeamCalendar } from '#contract/calendars.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import { answerCached, type EncodedBytes } from '#server/platform/http/encoded-response.ts';
import type { GeneralLimit } from '#server/platform/http/general-limit.ts';
import { mount, mountedOn, parseInput, queryInput } from '#server/platform/http/mount.ts';
import { requestContext, siteAddress } from '#server/platform/http/request-context.ts';
import { requestLimit, tierLimit } from '#server/platform/http/request-limit.ts';
import { type CalendarFiles, createCalendarFiles, hashOfToken } from './files.ts';
import * as feeds from './queries.ts';
import * as service from './service.ts';

const TEN_MINUTES = 10 * 60;
/** Public files are asked for by services that fetch for all of their users, and mostly come from memory. */
const PUBLIC_PER_10_MINUTES = 600;
/** One address is followed on a few devices. */
const PER_TOKEN_IN_10_MINUTES = 60;
/** Addresses that lead to nothing: ended ones are asked for until their calendars are deleted. */
const UNKNOWN_PER_10_MINUTES = 60;
/** `fetched_at` is as exact as this. */
const NOTED_MS = 10 * MINUTE_MS;

/** 32 bytes in base64url. */
const FILE = /^([\w-]{43})\.ics$/;

/** Mounts the calendars that others follow; `limit` is the general one, which the secret addresses lie outside of. */
export function calendarFeedsRoutes(app: Hono, deps: Deps, limit: GeneralLimit): void {
  const files = createCalendarFiles(deps);
  const creations = service.creationLimit(deps);
  mount(app, deps, createCalendar, (input, user, request) => service.createFeed(deps, creations, user, input, request));
  mount(app, deps, listCalendars, (_, user) => service.listFeeds(deps, user.id));
  mount(app, deps, removeCalendar, ({ id }, user) => service.removeFeed(deps, user.id, id));
  publicFiles(app, deps, files);
  secretFiles(app, deps, files, limit);
}

function publicFiles(app: Hono, deps: Deps, files: CalendarFiles): void {
  const limit = tierLimit(deps, 'calendar-public', PUBLIC_PER_10_MINUTES, TEN_MINUTES);
  const open = (endpoint: typeof getTeamCalendar, find: (id: number, locale: Locale, base: string) => Promise<EncodedBytes>) => {
    app.get(endpoint.path, async (c) => {
      const { id, lang } = parseInput(endpoint, queryInput(c)) as ParsedInputOf<typeof endpoint>;
      const request = requestContext(c, deps.config.trustProxy);
      await limit.count(request.ip);
      const file = await find(id, lang ?? preferredLocale(request.acceptLanguage), siteAddress(deps, request));
      return asFile(answerCached(c, file), endpoint.fileName!);
    });
    mountedOn(app).push(endpoint);
  };
  open(getTeamCalendar, files.ofTeam);
  open(getLeagueCalendar, files.ofLeague);
}

/** Mounts the secret addresses. Every wrong one gets the same answer. */
function secretFiles(app: Hono, deps: Deps, files: CalendarFiles, limit: GeneralLimit): void {
  const perToken = requestLimit(deps, 'calendar-token', PER_TOKEN_IN_10_MINUTES, TEN_MINUTES);
  const unknown = tierLimit(deps, 'calendar-unknown', UNKNOWN_PER_10_MINUTES, TEN_MINUTES);
  app.get(`${CALENDAR_PATH}:file`, async (c: Context) => {
    const request = requestContext(c, deps.config.trustProxy);
    await limit(request.ip);
    const [, token] = FILE.exec(c.req.param('file') ?? '') ?? [];
    const feed = token === undefined ? undefined : await feeds.findFeedByToken(deps.db, hashOfToken(token));
    if (!feed) {
      await unknown.count(request.ip);
      throw new AppError('not_found');
    }
    await perToken.count(feed.id);
    const file = await files.ofFeed(feed, siteAddress(deps, request));
    const now = deps.now();
    await feeds.noteFetched(deps.db, feed.id, now, new Date(now.getTime() - NOTED_MS));
    const answer = asFile(answerCached(c, file), 'matches.ics');
    answer.headers.set('X-Robots-Tag', 'noindex');
    return answer;
  });
}

function asFile(answer: Response, name: string): Response {
  answer.headers.set('Content-Disposition', `attachment; filename="${name}"`);
  return answer;
}
