import { type SqlBool, sql, type Transaction } from 'kysely';
import { isStarted, type MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore, Score } from '#domain/matches/score.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import { type Round, type RoundKind, roundKey, roundsOf } from '#domain/tipping/rounds.ts';
import type { TippingRules } from '#domain/tipping/rules.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { transact } from '#server/platform/transact.ts';
import { findLatestRules, type GroupRow } from './group-queries.ts';

/** How far ahead groups with rounds by dates look for matches. */
const AHEAD_MS = 60 * DAY_MS;

/** A match as far as tipping is concerned. */
export interface GroupMatch {
  id: number;
  sport: Sport;
  leagueId: number;
  season: string;
  round: string;
  kickoffAt: Date | null;
  status: MatchStatus;
  score: MatchScore;
  format: SeriesFormat | null;
  /** Once it has closed: since when, by which rules it is scored, in which round, and how often an import changed its tips. */
  closed: { at: Date; rulesVersion: number; roundKey: string; revision: number } | null;
}

/** Statuses of matches that are not played, and cannot be tipped. */
const CALLED_OFF = new Set<MatchStatus>(['canc', 'abd', 'awd', 'wo']);

export const isCalledOff = ({ status }: Pick<GroupMatch, 'status'>): boolean => CALLED_OFF.has(status);

/** Returns the key of a match's round in a group: the one in which it closed, even if it is played later. */
export const roundOf = (group: Pick<GroupRow, 'round_kind'>, match: GroupMatch): string | null =>
  match.closed?.roundKey ?? roundKey(group.round_kind as RoundKind, match);

/** Returns the rounds of a group, those that begin first first. */
export const groupRounds = (group: Pick<GroupRow, 'round_kind'>, matches: readonly GroupMatch[]): Round<GroupMatch>[] =>
  roundsOf(matches, (match) => roundOf(group, match));

/** Returns the matches of a group, or those of `ids`, by kick-off. Groups with rounds by dates see 60 days ahead. */
export async function findGroupMatches(db: Db, group: GroupRow, now: Date, ids?: readonly number[]): Promise<GroupMatch[]> {
  const until = new Date(now.getTime() + AHEAD_MS);
  const rows = await db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .leftJoin('tipping_closed as c', (join) => join.on('c.group_id', '=', group.id).onRef('c.match_id', '=', 'm.id'))
    .select(['m.id', 'l.sport', 'm.league_id', 'm.season', 'm.round', 'm.kickoff_at', 'm.status', 'm.home_score', 'm.away_score'])
    .select(['m.fulltime', 'm.series_parts', 'm.series_race', 'c.closed_at', 'c.rules_version', 'c.round_key', 'c.revision'])
    .where(
      sql<SqlBool>`exists (select from tipping_competitions t where t.group_id = ${group.id}
        and (t.league_id = m.league_id or t.team_id in (m.home_team_id, m.away_team_id) or t.sport = l.sport))`,
    )
    .where((eb) => eb.or([eb('m.kickoff_at', '>=', group.imported_from ?? group.starts_at), eb('m.kickoff_at', 'is', null)]))
    // What began before the group counts only if its tips were imported.
    .$if(group.imported_from !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('m.kickoff_at', '>=', group.starts_at), eb('m.kickoff_at', 'is', null), eb('c.closed_at', 'is not', null)]),
      ),
    )
    .$if(ids !== undefined, (query) => query.where('m.id', '=', sql<number>`any(${[...ids!]}::int[])`))
    .$if(group.round_kind !== 'league_round', (query) => query.where('m.kickoff_at', '<=', until))
    .orderBy('m.kickoff_at')
    .orderBy('m.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sport: row.sport as Sport,
    leagueId: row.league_id,
    season: row.season,
    round: row.round,
    kickoffAt: row.kickoff_at,
    status: row.status as MatchStatus,
    score: {
      ...{ home: row.home_score, away: row.away_score, halftime: null, extratime: null, penalty: null },
      fulltime: row.fulltime as Score | null,
    },
    format: row.series_parts === null ? null : { parts: row.series_parts, race: row.series_race ?? true },
    closed: row.closed_at && { at: row.closed_at, rulesVersion: row.rules_version!, roundKey: row.round_key!, revision: row.revision! },
  }));
}

/**
 * Returns when tips of each match close: when it begins, or when the first match of its round does; null while that has no date. Called off
 * matches do not close a round.
 */
export function deadlines(group: GroupRow, rules: TippingRules, matches: readonly GroupMatch[]): Map<number, Date | null> {
  if (rules.deadline === 'match') return new Map(matches.map(({ id, kickoffAt }) => [id, kickoffAt]));
  const closing = new Map<number, Date | null>();
  for (const round of groupRounds(group, matches)) {
    const dates = round.matches.filter((match) => !isCalledOff(match)).flatMap(({ kickoffAt }) => kickoffAt ?? []);
    const first = dates.length === 0 ? null : new Date(Math.min(...dates.map((date) => date.getTime())));
    for (const { id } of round.matches) closing.set(id, first);
  }
  for (const { id } of matches) if (!closing.has(id)) closing.set(id, null);
  return closing;
}

/** Returns whether a match takes no tips any more, whether or not that is recorded yet. */
export const isDue = (match: GroupMatch, closesAt: Date | null, now: Date): boolean =>
  match.closed !== null || isCalledOff(match) || isStarted(match.status) || (closesAt !== null && closesAt <= now);

/** Serializes the closing of a group's matches with the tips that are being entered; until the end of the transaction. */
export const holdClosing = (db: Transaction<DB>, groupId: string, as: 'entering' | 'closing') =>
  sql`select ${sql.raw(as === 'entering' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')}(hashtextextended(${groupId}, 26))`.execute(
    db,
  );

/** The matches of a group as recorded, the rules for those that have not closed, and when those close. */
export interface Recorded {
  matches: GroupMatch[];
  rules: TippingRules;
  closesAt: Map<number, Date | null>;
}

/**
 * Records which matches have closed, and returns all of the group, or those of `ids`. Tips are shown only of matches with such a record,
 * and entered only of matches without: whoever looks first closes the match, and no later change of the feed opens it again.
 */
export async function closeDue(deps: Deps, group: GroupRow, ids?: readonly number[]): Promise<Recorded> {
  const now = deps.now();
  const read = async (db: Db) => recorded(db, group, now, ids);
  const known = await read(deps.db);
  if (dueOf(known, now).length === 0 || (await isReadOnly(deps.db))) return only(known, ids);
  return transact(deps, async (db) => {
    await holdClosing(db, group.id, 'closing');
    const held = await read(db);
    const rows = dueOf(held, now).flatMap((match) => {
      const key = roundOf(group, match);
      return key === null ? [] : [{ group_id: group.id, match_id: match.id, closed_at: now, rules_version: held.version, round_key: key }];
    });
    if (rows.length > 0)
      await db
        .insertInto('tipping_closed')
        .values(rows)
        .onConflict((oc) => oc.doNothing())
        .execute();
    return only(await read(db), ids);
  });
}

/** Where the whole round closes at once, all matches are needed to know when. */
async function recorded(db: Db, group: GroupRow, now: Date, ids?: readonly number[]): Promise<Recorded & { version: number }> {
  const { rules, version } = await findLatestRules(db, group.id);
  const matches = await findGroupMatches(db, group, now, rules.deadline === 'round' ? undefined : ids);
  return { matches, rules, version, closesAt: deadlines(group, rules, matches) };
}

const only = ({ matches, rules, closesAt }: Recorded, ids?: readonly number[]): Recorded => ({
  ...{ rules, closesAt },
  matches: ids ? matches.filter(({ id }) => ids.includes(id)) : matches,
});

const dueOf = ({ matches, closesAt }: Recorded, now: Date): GroupMatch[] =>
  matches.filter((match) => match.closed === null && !isCalledOff(match) && isDue(match, closesAt.get(match.id)!, now));

/** Behind the spoiler shield nothing is written (docs/decisions/042): readers there see what others have closed. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select current_setting('transaction_read_only')::boolean as is`.execute(db);
  return rows[0]!.is;
}
