import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { DataAuthor } from './batch.ts';
import type { MatchRow } from './match-row.ts';
import type { OddsConfirmation } from './odds-book.ts';
import { type Columns, tableOf } from './table-of.ts';

/** Queries of the rows of matches. */

export async function findMatches(db: Db, ids: number[]): Promise<Map<number, MatchRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<MatchRow>`select * from matches where id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A new match, with the feed's id. */
export interface Newcomer {
  feed_id: string;
  home_team_id: number;
  away_team_id: number;
  kickoff_at: Date;
}

const NEWCOMER_COLUMNS: Columns<Newcomer> = {
  feed_id: 'text',
  home_team_id: 'integer',
  away_team_id: 'integer',
  kickoff_at: 'timestamptz',
};

/**
 * Returns the feed ids of newcomers that exist under another id: the same two teams, in either order, within this many seconds. A
 * cancelled match is no such match: rained-off matches of tennis come back under a new id.
 */
export async function findTwins(db: Db, newcomers: readonly Newcomer[], withinSeconds: number): Promise<Set<string>> {
  if (newcomers.length === 0) return new Set();
  const { rows } = await sql<{ feed_id: string }>`
    select r.feed_id from ${tableOf(newcomers, NEWCOMER_COLUMNS)}
    where exists (
      select from matches m, (values (r.home_team_id, r.away_team_id), (r.away_team_id, r.home_team_id)) as pair (home, away)
      where m.home_team_id = pair.home and m.away_team_id = pair.away and m.status <> 'canc'
        and m.kickoff_at between r.kickoff_at - make_interval(secs => ${withinSeconds}) and r.kickoff_at + make_interval(secs => ${withinSeconds}))`.execute(
    db,
  );
  return new Set(rows.map(({ feed_id }) => feed_id));
}

const COLUMNS: Columns<MatchRow> = {
  id: 'integer',
  league_id: 'integer',
  season: 'text',
  round: 'text',
  group_name: 'text',
  home_team_id: 'integer',
  away_team_id: 'integer',
  kickoff_at: 'timestamptz',
  venue: 'text',
  series_parts: 'smallint',
  series_race: 'boolean',
  draw_possible: 'boolean',
  contest_barred: 'text',
  referee: 'text',
  scores_delayed: 'boolean',
  is_neutral: 'boolean',
  status: 'text',
  minute: 'smallint',
  stoppage: 'smallint',
  period: 'jsonb',
  home_score: 'smallint',
  away_score: 'smallint',
  halftime: 'smallint[]',
  fulltime: 'smallint[]',
  extratime: 'smallint[]',
  penalty: 'smallint[]',
  parts: 'jsonb',
  awarded_to: 'text',
  seen_at: 'timestamptz',
  status_since: 'timestamptz',
  fulltime_since: 'timestamptz',
  started_at: 'timestamptz',
  confirmed_at: 'timestamptz',
};
const NAMES = sql.raw(Object.keys(COLUMNS).join(', '));

export async function insertMatches(db: Db, matches: MatchRow[]): Promise<void> {
  if (matches.length === 0) return;
  await sql`insert into matches (${NAMES}) overriding system value select * from ${tableOf(matches, COLUMNS)}`.execute(db);
}

const { id: _, ...MUTABLE } = COLUMNS;
const MUTABLE_NAMES = sql.raw(Object.keys(MUTABLE).join(', '));
const MUTABLE_VALUES = sql.raw(
  Object.keys(MUTABLE)
    .map((name) => `r.${name}`)
    .join(', '),
);

export async function updateMatches(db: Db, matches: MatchRow[]): Promise<void> {
  if (matches.length === 0) return;
  await sql`
    update matches m set (${MUTABLE_NAMES}) = row (${MUTABLE_VALUES})
    from ${tableOf(matches, COLUMNS)} where m.id = r.id`.execute(db);
}

/** Confirms unchanged matches whose last confirmation is older than `olderThan`, to save writes. */
export async function confirmMatches(db: Db, ids: number[], now: Date, olderThan: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`update matches set confirmed_at = ${now} where id = any(${ids}::integer[]) and confirmed_at < ${olderThan}`.execute(db);
}

/** Confirms matches under way or about to begin, and their prices. All others are as fresh as their feed. */
export async function confirmNear(
  db: Db,
  feed: string,
  { at: now, cadenceSeconds }: OddsConfirmation,
  until: Date,
  olderThan: Date,
): Promise<void> {
  await sql`
    with near as (
      select m.id from matches m join feed_ids f on f.kind = 'match' and f.id = m.id
      where f.feed = ${feed} and m.status not in ('ft', 'aet', 'pen', 'abd', 'canc', 'awd', 'wo')
        and (m.kickoff_at is null or m.kickoff_at < ${until}) and m.confirmed_at < ${olderThan}
    ), prices as (
      update odds set confirmed_at = ${now}, cadence_seconds = ${cadenceSeconds} from near where odds.match_id = near.id
    )
    update matches set confirmed_at = ${now} from near where matches.id = near.id`.execute(db);
}

/** Records that a feed answered at `now`, if its last recorded contact is before `olderThan`. */
export async function noteContact(db: Db, feed: string, now: Date, olderThan: Date): Promise<void> {
  await sql`
    insert into feed_contacts as c (feed, heard_at) values (${feed}, ${now})
    on conflict (feed) do update set heard_at = excluded.heard_at where c.heard_at < ${olderThan}`.execute(db);
}

/** Records a feed's confirmation that nothing else changed, which holds for all of its prices, however far away the match. */
export async function confirmFeed(db: Db, feed: string, now: Date): Promise<void> {
  await sql`
    insert into feed_confirmations (feed, confirmed_at) values (${feed}, ${now})
    on conflict (feed) do update set confirmed_at = excluded.confirmed_at`.execute(db);
}

/**
 * Facts of matches that operators entered and no feed has sent since: contests that end on them pass a gate
 * (modules/betting/contests/gate.ts). `fixture` is the kick-off and the teams, `course` the status and the score, `start` the actual start.
 */
export type Fact = 'fixture' | 'course' | 'start';

interface FactOf {
  match_id: number;
  fact: Fact;
}

/** Returns, by match, the facts that are an operator's at present. */
export async function findOperatorWords(db: Db, matchIds: readonly number[]): Promise<Map<number, Set<Fact>>> {
  const found = new Map<number, Set<Fact>>();
  if (matchIds.length === 0) return found;
  const { rows } = await sql<FactOf>`select match_id, fact from operator_words where match_id = any(${matchIds}::integer[])`.execute(db);
  for (const { match_id, fact } of rows) found.set(match_id, (found.get(match_id) ?? new Set()).add(fact));
  return found;
}

/** Deletes the operator's mark of facts that a feed has sent. */
export async function deleteOperatorMarks(db: Db, facts: readonly FactOf[]): Promise<void> {
  if (facts.length === 0) return;
  await sql`
    delete from operator_words w using unnest(${facts.map(({ match_id }) => match_id)}::integer[], ${facts.map(({ fact }) => fact)}::text[]) as t (match_id, fact)
    where w.match_id = t.match_id and w.fact = t.fact`.execute(db);
}

/** Marks facts as entered by an admin. */
export async function writeOperatorMarks(db: Db, facts: readonly FactOf[], { adminId, reason }: DataAuthor, at: Date): Promise<void> {
  if (facts.length === 0) return;
  await db
    .insertInto('operator_words')
    .values(facts.map((fact) => ({ ...fact, admin_id: adminId, told_at: at, reason })))
    .onConflict((conflict) => conflict.columns(['match_id', 'fact', 'admin_id']).doUpdateSet({ told_at: at, reason }))
    .execute();
}
