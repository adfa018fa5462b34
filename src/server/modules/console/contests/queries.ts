import { sql } from 'kysely';
import type { CASE_STATES, SecondOpinionView } from '#contract/contest-admin.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore, Score } from '#domain/matches/score.ts';
import type { ContestRow } from '#server/modules/betting/public.ts';
import { likeText } from '#server/platform/db/like.ts';
import type { Db } from '#server/platform/db/pool.ts';

export type CaseState = (typeof CASE_STATES)[number];

/** The contest states in each list of the console; null means every state. The list `unresolved` selects contests by id instead. */
const STATES: Record<Exclude<CaseState, 'unresolved'>, readonly string[] | null> = {
  open: ['open'],
  locked: ['locked', 'paused'],
  settled: ['settled'],
  void: ['void'],
  all: null,
};

export interface CaseFilter {
  state: CaseState;
  /** If not null, only contests with these ids. */
  ids: readonly string[] | null;
  /** Part of a team's or league's name, or a match number. */
  text: string | undefined;
}

const matching = (db: Db, { state, ids, text }: CaseFilter) => {
  const states = state === 'unresolved' ? null : STATES[state];
  return db
    .selectFrom('contests as c')
    .innerJoin('matches as m', 'm.id', 'c.match_id')
    .$if(states !== null, (query) => query.where('c.state', 'in', states!))
    .$if(ids !== null, (query) => query.where('c.id', '=', sql<string>`any(${ids}::uuid[])`))
    .$if(text !== undefined, (query) => query.where(isCalled(text ?? '')));
};

/**
 * Matches part of the name of a team or of the league, ignoring case, or the match number. Each name is compared once, not once for each of
 * its contests.
 */
const isCalled = (text: string) => {
  const part = `%${likeText(text)}%`;
  const teams = sql`select id from teams where name ilike ${part}`;
  return sql<boolean>`(m.home_team_id in (${teams}) or m.away_team_id in (${teams})
    or m.league_id in (select id from leagues where name ilike ${part}) or m.id::text = ${text})`;
};

/** Returns a page of contest ids by kick-off: open contests with the next first, all others with the latest first. */
export async function findCaseIds(db: Db, filter: CaseFilter, limit: number, offset: number): Promise<string[]> {
  const isComing = filter.state === 'open';
  const rows = await matching(db, filter)
    .select('c.id')
    .orderBy('m.kickoff_at', (order) => (isComing ? order.asc().nullsLast() : order.desc().nullsLast()))
    .orderBy('c.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the contests of a filter, up to `max`. */
export async function countCases(db: Db, filter: CaseFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(matching(db, filter).select('c.id').limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A contest with the approval that it waits for, if any. */
export type CaseRow = ContestRow & { approval_id: string | null };

/** Returns contests in the order of the given ids. */
export async function findCases(db: Db, ids: readonly string[]): Promise<CaseRow[]> {
  const rows = await db
    .selectFrom('contests as c')
    .selectAll('c')
    .select((eb) =>
      eb
        .selectFrom('approvals as p')
        .select('p.id')
        .whereRef('p.subject_id', '=', 'c.id')
        .where('p.state', '=', 'waiting')
        .where('p.kind', '<>', 'adjust')
        .orderBy('p.created_at')
        .limit(1)
        .as('approval_id'),
    )
    .where('c.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Returns whether an ending of the contest already waits for a second admin. */
export async function isAskedFor(db: Db, contestId: string): Promise<boolean> {
  const row = await db
    .selectFrom('approvals')
    .select('id')
    .where('subject_id', '=', contestId)
    .where('state', '=', 'waiting')
    .where('kind', '<>', 'adjust')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the feeds that report a match, by name. */
export async function findFeeds(db: Db, matchId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('feed_ids')
    .select('feed')
    .distinct()
    .where('kind', '=', 'match')
    .where('id', '=', matchId)
    .orderBy('feed')
    .execute();
  return rows.map(({ feed }) => feed);
}

/** Returns what other providers say of a match, in the match's own order of sides. */
export async function findOpinions(db: Db, matchId: number): Promise<SecondOpinionView[]> {
  const rows = await db
    .selectFrom('second_opinions as o')
    .innerJoin('matches as m', 'm.id', 'o.match_id')
    .select(['o.feed', 'o.status', 'o.score', 'o.ending', 'o.result', 'o.told_at', 'o.seen_at'])
    .select((eb) => eb('o.home_team_id', '=', eb.ref('m.away_team_id')).as('is_swapped'))
    .where('o.match_id', '=', matchId)
    .where(sql<boolean>`array[o.home_team_id, o.away_team_id] <@ array[m.home_team_id, m.away_team_id]`)
    .orderBy('o.feed')
    .execute();
  return rows.map((row) => {
    const isSwapped = row.is_swapped === true;
    const { home, away } = row.score as unknown as MatchScore;
    const ordered = (pair: number[] | null) => pair && (isSwapped ? ([pair[1]!, pair[0]!] as Score) : ([pair[0]!, pair[1]!] as Score));
    return {
      feed: row.feed,
      status: row.status as MatchStatus,
      score: home === null || away === null ? null : ordered([home, away]),
      end: row.ending as SecondOpinionView['end'],
      result: ordered(row.result),
      is_swapped: isSwapped,
      told_at: row.told_at.toISOString(),
      seen_at: row.seen_at?.toISOString() ?? null,
    };
  });
}

/** Returns what a contest stood on before each of its corrections, oldest first. */
export const findCorrections = (db: Db, contestId: string) =>
  db
    .selectFrom('contest_corrections')
    .select(['round', 'home_score', 'away_score', 'house_loss', 'corrected_at'])
    .where('contest_id', '=', contestId)
    .orderBy('round')
    .execute();
