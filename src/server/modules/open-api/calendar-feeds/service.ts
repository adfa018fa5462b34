import { v7 } from 'uuid';
import { CALENDAR_PATH, CALENDARS_MAX, type CalendarFeed, type createCalendar, type listCalendars } from '#contract/calendar-feeds.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { lockConfirmed, requireUser } from '#server/modules/identity/public.ts';
import { leagueRef, teamRef } from '#server/modules/match-data/public.ts';
import { lockMembership } from '#server/modules/tipping/public.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestContext, siteAddress } from '#server/platform/http/request-context.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import { hashOfToken } from './files.ts';
import * as feeds from './queries.ts';

const TOKEN_BYTES = 32;
const CREATED_PER_HOUR = 30;

export const creationLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'calendar-create', CREATED_PER_HOUR, 60 * 60);

/**
 * Makes a calendar and its secret address. Only the hash of the token is stored, so the address is told this once. Throws
 * `contact_unconfirmed`, `not_found`, `too_many_calendars`, `rate_limited`.
 */
export async function createFeed(
  deps: Deps,
  limit: RequestLimit,
  caller: SignedIn,
  { kind, team_id: teamId, league_id: leagueId, group_id: groupId, ...look }: ParsedInputOf<typeof createCalendar>,
  request: RequestContext,
): Promise<ReplyOf<typeof createCalendar>> {
  await limit.count(caller.id);
  const token = Buffer.from(deps.randomBytes(TOKEN_BYTES)).toString('base64url');
  const at = deps.now();
  const id = v7({ msecs: at.getTime(), random: deps.randomBytes(16) });
  const made = await transact(deps, async (db) => {
    // The lock makes simultaneous requests count one after the other.
    await lockConfirmed(deps, db, caller);
    if ((await feeds.countFeeds(db, caller.id)) >= CALENDARS_MAX) throw new AppError('too_many_calendars', { max: CALENDARS_MAX });
    if (teamId !== undefined && !(await feeds.findTeam(db, teamId))) throw new AppError('not_found');
    if (leagueId !== undefined && !(await feeds.findLeague(db, leagueId))) throw new AppError('not_found');
    if (groupId !== undefined && !(await lockMembership(db, groupId, caller.id))) throw new AppError('not_found');
    const subject = { kind, team_id: teamId ?? null, league_id: leagueId ?? null, group_id: groupId ?? null };
    await db
      .insertInto('calendar_feeds')
      .values({ id, user_id: caller.id, token_hash: hashOfToken(token), ...subject, ...look, created_at: at })
      .execute();
    const [row] = await feeds.findFeeds(db, caller.id, id);
    return row!;
  });
  const url = `${siteAddress(deps, request)}${CALENDAR_PATH}${token}.ics`;
  return { calendar: feedView(made), url, webcal_url: url.replace(/^https?:/, 'webcal:') };
}

/** Returns the caller's calendars, newest first, without their addresses. */
export async function listFeeds(deps: Deps, userId: string): Promise<ReplyOf<typeof listCalendars>> {
  await requireUser(deps, userId);
  return { items: (await feeds.findFeeds(deps.db, userId)).map(feedView) };
}

/** Ends the address of one of the caller's calendars; those of others stay. */
export async function removeFeed(deps: Deps, userId: string, id: string): Promise<Record<string, never>> {
  await requireUser(deps, userId);
  await feeds.deleteFeed(deps.db, userId, id);
  return {};
}

const feedView = (row: feeds.NamedFeed): CalendarFeed => ({
  id: row.id,
  kind: row.kind as CalendarFeed['kind'],
  team: row.team && teamRef(row.team),
  league: row.league && leagueRef(row.league),
  group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
  locale: row.locale as CalendarFeed['locale'],
  shows_results: row.shows_results,
  alarm_minutes: row.alarm_minutes as CalendarFeed['alarm_minutes'],
  created_at: row.created_at.toISOString(),
  fetched_at: row.fetched_at?.toISOString() ?? null,
});
