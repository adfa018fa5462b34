import type { MatchBrief } from '#contract/bets.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { TippingTable, TippingTableRow } from '#contract/tipping-tips.ts';
import type * as api from '#contract/v1/me.ts';
import { LEVEL_EXPERIENCE, levelOf, nextLevel } from '#domain/ledger/levels.ts';
import { UUID } from '#domain/uuid.ts';
import type { Deps } from '#server/deps.ts';
import { listBefore } from '#server/modules/betting/public.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { findPoints } from '#server/modules/ledger/public.ts';
import { enterTips, requireMember, tippingGroupsOf, tippingRound, tippingTable } from '#server/modules/tipping/public.ts';
import type { ApiCaller } from '#server/platform/http/api-access.ts';
import { decodeCursor, encodeCursor, invalidCursor } from './cursor.ts';

type Caller = Pick<ApiCaller, 'userId' | 'scopes'>;

/** Returns who the owner is to others: a name that nobody chose is not made from the address. */
export async function profile(deps: Deps, { userId, scopes }: Caller): Promise<ReplyOf<typeof api.ownProfile>> {
  const { public_handle, display_name, avatar_url, time_zone, created_at } = await requireUser(deps, userId);
  return { handle: public_handle, display_name, avatar_url, time_zone, member_since: created_at.toISOString(), scopes: [...scopes] };
}

export async function balance(deps: Deps, { userId }: Caller): Promise<ReplyOf<typeof api.ownBalance>> {
  await requireUser(deps, userId);
  const [points, { experience }] = await Promise.all([
    findPoints(deps.db, userId),
    deps.db.selectFrom('user_stats').select('experience').where('user_id', '=', userId).executeTakeFirstOrThrow(),
  ]);
  const next = nextLevel(experience);
  return { points: points.balance, level: levelOf(experience), experience, next_level_at: next && LEVEL_EXPERIENCE[next] };
}

/** Returns the owner's bets. One more than the page has is read, which says whether there is a next page. */
export async function bets(
  deps: Deps,
  { userId }: Caller,
  { status, cursor, limit }: ParsedInputOf<typeof api.ownBets>,
): Promise<ReplyOf<typeof api.ownBets>> {
  await requireUser(deps, userId);
  const found = await listBefore(deps, userId, { status, before: cursor === undefined ? null : placeOf(cursor), limit: limit + 1 });
  const data = found.slice(0, limit).map(({ match, ...bet }) => ({ ...bet, match: matchView(match) }));
  const last = found.length > limit ? data.at(-1) : undefined;
  return { data, next_cursor: last ? encodeCursor([last.placed_at, last.id]) : null };
}

/** Returns the place in the list of bets after which a page begins. */
function placeOf(cursor: string): { placedAt: Date; id: string } {
  const [placedAt, id] = decodeCursor(cursor, ['moment', 'string'] as const);
  if (!UUID.test(id)) throw invalidCursor();
  return { placedAt, id };
}

export async function groups(deps: Deps, { userId }: Caller): Promise<ReplyOf<typeof api.ownGroups>> {
  const { items } = await tippingGroupsOf(deps, userId);
  return { data: items.map(({ missing, ...group }) => ({ ...group, missing_tips: missing })), next_cursor: null };
}

/** Returns a group of which the owner is a member, with a part of its table. Throws `not_found` for all others, listed ones as well. */
export async function groupTable(
  deps: Deps,
  { userId }: Caller,
  { id, cursor, limit }: ParsedInputOf<typeof api.ownGroupTable>,
): Promise<ReplyOf<typeof api.ownGroupTable>> {
  const { group } = await requireMember(deps, userId, id);
  const page = cursor === undefined ? 1 : pageNumberOf(cursor, limit);
  const written = await tippingTable(deps, userId, { group_id: id, page, page_size: limit });
  const { items, me, total, is_live } = JSON.parse(written.json) as TippingTable;
  return {
    ...{ id: group.id, name: group.name, visibility: group.visibility as ReplyOf<typeof api.ownGroupTable>['visibility'] },
    is_live,
    me: me && rowView(me),
    data: items.map(rowView),
    next_cursor: page * limit < total ? encodeCursor([page + 1, limit]) : null,
  };
}

/** Returns the page that a cursor leads to. The pages of one table are of one size. */
function pageNumberOf(cursor: string, limit: number): number {
  const [page, size] = decodeCursor(cursor, ['number', 'number'] as const);
  if (page < 1 || size !== limit) throw invalidCursor();
  return page;
}

const rowView = ({ name, ...row }: TippingTableRow) => ({ ...row, name: name ?? null });

/** Returns the matches of a round of the owner's group. Throws `not_found` for a group or a round that does not exist for the owner. */
export async function groupMatches(
  deps: Deps,
  { userId }: Caller,
  { id, round, state }: ParsedInputOf<typeof api.ownGroupMatches>,
): Promise<ReplyOf<typeof api.ownGroupMatches>> {
  await requireMember(deps, userId, id);
  const { key, jokers, items, server_time } = await tippingRound(deps, userId, { group_id: id, round });
  const asked = state === 'all' ? items : items.filter((item) => item.state === 'open');
  const data = asked.map(({ match, mine, scored, ...item }) => ({
    ...{ state: item.state, closes_at: item.closes_at, series: item.series },
    ...{ match: matchView(match), tip: mine, points: scored?.points ?? null },
  }));
  return { round: key, jokers, server_time, data, next_cursor: null };
}

/** Enters tips as the page of the group does: the same function, deadlines and clock. */
export async function putTips(
  deps: Deps,
  { userId }: Caller,
  { id, tips }: ParsedInputOf<typeof api.putOwnTips>,
): Promise<ReplyOf<typeof api.putOwnTips>> {
  const { items, judged_at } = await enterTips(deps, userId, { group_id: id, tips });
  return { data: items, judged_at };
}

function matchView({ id, sport, kickoff_at, status, home, away, score }: MatchBrief) {
  const shown = score.home === null || score.away === null ? null : { home: score.home, away: score.away };
  return { ...{ id, sport, kickoff_at, status }, home: teamView(home), away: teamView(away), score: shown };
}

const teamView = ({ id, name }: MatchBrief['home']) => ({ id, name });
