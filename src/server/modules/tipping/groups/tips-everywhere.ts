import { sql } from 'kysely';
import type { TipOutcome } from '#contract/tipping-tips.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Tip } from '#domain/tipping/tip.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { closeDue, type GroupMatch, isDue } from './group-matches.ts';
import { findGroupsOf } from './group-queries.ts';
import { put, tipView } from './tips.ts';

/** Matches that close later are nothing to be tipped in a hurry. */
const WITHIN_MS = 7 * DAY_MS;

/** A match that a user can tip now, with all of the user's groups in which it counts and is open. */
export interface TippableMatch extends Pick<GroupMatch, 'id' | 'sport' | 'leagueId' | 'format'> {
  /** The first of its deadlines. */
  closesAt: Date;
  groups: { name: string; tip: Tip | null }[];
}

/** Returns the matches that close within a week in any group of a user, in the order of their deadlines; or only one match, by its id. */
export async function tippableMatches(deps: Deps, userId: string, matchId?: number): Promise<TippableMatch[]> {
  const now = deps.now();
  const found = new Map<number, TippableMatch>();
  const memberships = await findGroupsOf(deps.db, userId);
  const counting = matchId === undefined ? memberships : await findCounting(deps.db, userId, matchId);
  const wanted = new Set(counting.map(({ id }) => id));
  for (const group of memberships.filter(({ id }) => wanted.has(id))) {
    const { matches, closesAt } = await closeDue(deps, group, matchId === undefined ? undefined : [matchId]);
    const open = matches.flatMap((match) => {
      const at = closesAt.get(match.id) ?? null;
      return at === null || isDue(match, at, now) || at.getTime() > now.getTime() + WITHIN_MS ? [] : [{ match, at }];
    });
    const own = await findOwn(
      deps.db,
      group.member_id,
      open.map(({ match }) => match.id),
    );
    for (const { match, at } of open) {
      const known = found.get(match.id);
      const groups = [...(known?.groups ?? []), { name: group.name, tip: own.get(match.id)?.tip ?? null }];
      const { id, sport, leagueId, format } = match;
      found.set(id, { id, sport, leagueId, format, groups, closesAt: known && known.closesAt < at ? known.closesAt : at });
    }
  }
  return [...found.values()].sort((a, b) => a.closesAt.getTime() - b.closesAt.getTime() || a.id - b.id);
}

/** What became of a tip in a group. */
export interface TippedGroup {
  name: string;
  outcome: TipOutcome;
}

/**
 * Enters a tip in all groups of a user in which the match counts, as the page of each group does: `judgedAt` decides whether it is too
 * late, and a joker stays. Returns what became of it in each.
 */
export async function tipEverywhere(deps: Deps, userId: string, matchId: number, tip: Tip, judgedAt: Date): Promise<TippedGroup[]> {
  const groups = await findCounting(deps.db, userId, matchId);
  const tipped: TippedGroup[] = [];
  for (const { id, name, member_id } of groups) {
    const is_joker = (await findOwn(deps.db, member_id, [matchId])).get(matchId)?.isJoker ?? false;
    const sent = { group_id: id, tips: [{ match_id: matchId, tip: tipView(tip), is_joker }] };
    const outcome = await put(deps, userId, sent, judgedAt).then(({ items }) => items[0]!.outcome, ifGone);
    if (outcome !== 'not_in_group') tipped.push({ name, outcome });
  }
  return tipped;
}

/** A group that ended, or that the user left meanwhile, is one in which the match does not count. */
function ifGone(error: unknown): TipOutcome {
  if (error instanceof AppError && error.code === 'not_found') return 'not_in_group';
  throw error;
}

/** Returns the groups of a user whose competitions a match belongs to. */
async function findCounting(db: Db, userId: string, matchId: number): Promise<{ id: string; name: string; member_id: number }[]> {
  const { rows } = await sql<{ id: string; name: string; member_id: number }>`
    select g.id, g.name, o.id as member_id
    from tipping_members o join tipping_groups g on g.id = o.group_id
    where o.user_id = ${userId} and o.left_at is null and exists (
      select from matches m join leagues l on l.id = m.league_id join tipping_competitions t on t.group_id = g.id
        and (t.league_id = m.league_id or t.team_id in (m.home_team_id, m.away_team_id) or t.sport = l.sport)
      where m.id = ${matchId}
    )
    order by o.joined_at, o.id`.execute(db);
  return rows;
}

async function findOwn(db: Db, memberId: number, matchIds: readonly number[]): Promise<Map<number, { tip: Tip; isJoker: boolean }>> {
  if (matchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('tips')
    .select(['match_id', 'home', 'away', 'is_joker'])
    .where('member_id', '=', memberId)
    .where('match_id', '=', sql<number>`any(${[...matchIds]}::int[])`)
    .execute();
  return new Map(rows.map(({ match_id, home, away, is_joker }) => [match_id, { tip: [home, away], isJoker: is_joker }]));
}
