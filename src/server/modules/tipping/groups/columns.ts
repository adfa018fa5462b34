import { type CountedMatch, hitCode } from '#domain/tipping/group-table.ts';
import { scoreTip } from '#domain/tipping/score-tips.ts';
import { resultAsTip, type Tip } from '#domain/tipping/tip.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { GroupMatch } from './group-matches.ts';
import { type EveryMember, findEveryMember } from './group-queries.ts';
import { type ClosedMatch, findRulesOf, readClosed, type TippedClosedMatch, tipByDefault } from './points.ts';

/** Rows of the two who are no users; members follow, in the order of their ids, so that who joins later gets the next row. */
export const MODEL_ROW = 0;
export const CROWD_ROW = 1;
const FIRST_ROW = 2;

/** Returns the row of each member, by id. `members` are all who ever were in the group, by id. */
export const rowsOf = (members: readonly EveryMember[]): Map<number, number> =>
  new Map(members.map(({ id }, index) => [id, FIRST_ROW + index]));

/** Matches whose tips are read at once: with 5,000 members 200,000 tips. */
const MATCHES_AT_ONCE = 40;
/** Points of one member in one match that are kept in memory, at three bytes. */
const CELLS_MAX = 20_000_000;
/** How long the column of a match is kept to which the model's frozen forecast may still be added. */
const INCOMPLETE_MS = 5_000;

/** A closed match that has a result, and what everybody got for it. */
export interface ScoredMatch {
  closed: ClosedMatch;
  column: CountedMatch;
}

interface Kept extends ScoredMatch {
  /** What the column depends on. Tips of a closed match change by an import alone, which counts up its revision. */
  version: string;
  goodUntilMs: number;
}

/** Columns by group and match, the group that was asked for last at the end. */
type Columns = Map<string, Map<number, Kept>>;

/** One for each view of the database: behind a shield other results are known. */
const KEPT = new WeakMap<Db, Columns>();

/**
 * Returns the matches that have closed and have a result. Nothing is added up over time: a column is made from tips, result and rules, and
 * kept in memory for as long as these are the same.
 */
export async function scoredMatches(deps: Deps, groupId: string, matches: readonly GroupMatch[]): Promise<ScoredMatch[]> {
  const now = deps.now().getTime();
  const rulesOf = await findRulesOf(deps.db, groupId);
  const scored = matches.flatMap((match) => {
    const result = match.closed && resultAsTip(match.sport, rulesOf(match).basis, match.status, match.score);
    return result
      ? [{ match, version: `${result.score.join('-')} ${result.isFinal} ${match.closed!.rulesVersion} ${match.closed!.revision}` }]
      : [];
  });
  const kept = columnsIn(deps.db, groupId);
  const missing = scored.filter(({ match: { id }, version }) => {
    const known = kept.get(id);
    return known?.version !== version || known.goodUntilMs <= now;
  });
  // Read after the matches have closed, and not from memory: a column must know everybody who tipped.
  const members = missing.length === 0 ? [] : await findEveryMember(deps.db, groupId);
  const rows = rowsOf(members);
  for (let from = 0; from < missing.length; from += MATCHES_AT_ONCE) {
    const some = missing.slice(from, from + MATCHES_AT_ONCE);
    const read = await readClosed(
      deps.db,
      groupId,
      some.map(({ match }) => match),
      rulesOf,
    );
    read.forEach(({ tips, ...closed }, index) => {
      const isComplete = closed.model !== null || closed.result!.isFinal;
      const goodUntilMs = isComplete ? Number.POSITIVE_INFINITY : now + INCOMPLETE_MS;
      const column = columnOf({ tips, ...closed }, members, rows);
      kept.set(closed.match.id, { version: some[index]!.version, closed, column, goodUntilMs });
    });
  }
  forgetOldest(KEPT.get(deps.db)!);
  return scored.map(({ match }) => {
    const { closed, column } = kept.get(match.id)!;
    return { closed: { ...closed, match }, column };
  });
}

function columnsIn(db: Db, groupId: string): Map<number, Kept> {
  const groups = KEPT.get(db) ?? new Map<string, Map<number, Kept>>();
  KEPT.set(db, groups);
  const kept = groups.get(groupId) ?? new Map<number, Kept>();
  groups.delete(groupId);
  groups.set(groupId, kept);
  return kept;
}

/** Forgets the groups that were not asked for longest, but for the last one. */
function forgetOldest(groups: Columns): void {
  const cellsOf = (kept: Map<number, Kept>) => [...kept.values()].reduce((sum, { column }) => sum + column.hits.length, 0);
  let cells = [...groups.values()].reduce((sum, kept) => sum + cellsOf(kept), 0);
  for (const [id, kept] of groups) {
    if (cells <= CELLS_MAX || groups.size === 1) return;
    cells -= cellsOf(kept);
    groups.delete(id);
  }
}

/** Returns what everybody got for a match with a result: by tip, or by default for who was a member when it closed. */
function columnOf(closed: TippedClosedMatch, members: readonly EveryMember[], rows: ReadonlyMap<number, number>): CountedMatch {
  const { tips, model, crowd, match } = closed;
  const [hits, points] = [new Uint8Array(FIRST_ROW + members.length), new Int16Array(FIRST_ROW + members.length)];
  const give = (to: Iterable<number | undefined>, tip: Tip | null, isJoker = false) => {
    if (tip === null) return;
    const scored = scoreTip({ tip, isJoker }, closed.terms!);
    const code = hitCode(scored.hit);
    for (const row of to) {
      if (row === undefined) continue;
      hits[row] = code;
      points[row] = scored.points;
    }
  };
  const byDefault = tipByDefault(closed);
  if (byDefault !== null) {
    const then = members.filter(({ joined_at }) => joined_at <= match.closed!.at);
    give(
      then.map(({ id }) => rows.get(id)),
      byDefault,
    );
  }
  for (const { memberIds, tip, isJoker } of tips)
    give(
      Array.from(memberIds, (id) => rows.get(id)),
      tip,
      isJoker,
    );
  give([MODEL_ROW], model);
  give([CROWD_ROW], crowd);
  return { round: match.closed!.roundKey, isFinal: closed.result!.isFinal, hits, points };
}
