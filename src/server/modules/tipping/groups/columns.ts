import { type CountedMatch, hitCode } from '#domain/tipping/group-table.ts';
import { scoreTip } from '#domain/tipping/score-tips.ts';
import { resultAsTip, type Tip } from '#domain/tipping/tip.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { GroupMatch } from './group-matches.ts';
import { type EveryMember, findRules, type GroupRow } from './group-queries.ts';
import { type ClosedMatch, readClosed, tipByDefault } from './points.ts';

/** Rows of the two who are no users; members follow, in the order of their ids, so that who joins later gets the next row. */
export const MODEL_ROW = 0;
export const CROWD_ROW = 1;
const FIRST_ROW = 2;

/** Returns the row of each member, by id. `members` are all who ever were in the group, by id. */
export const rowsOf = (members: readonly EveryMember[]): Map<number, number> =>
  new Map(members.map(({ id }, index) => [id, FIRST_ROW + index]));

/** Matches whose tips are read at once: with 5,000 members 100,000 rows. */
const MATCHES_AT_ONCE = 20;
/** Points of one member in one match that are kept in memory, at three bytes. */
const CELLS_MAX = 20_000_000;
/** How long the column of a match is kept to which the model's frozen forecast may still be added. */
const INCOMPLETE_MS = 5_000;

interface Kept {
  /** What the column depends on beside the tips, which never change once a match has closed. */
  version: string;
  column: CountedMatch;
  goodUntilMs: number;
}

/** Columns by group and match, the group that was asked for last at the end. */
type Columns = Map<string, Map<number, Kept>>;

/** One for each view of the database: behind a shield other results are known. */
const KEPT = new WeakMap<Db, Columns>();

/**
 * Returns the columns of the matches that have closed and have a result. Nothing is added up over time: a column is made from tips, result
 * and rules, and kept in memory for as long as these are the same.
 */
export async function columnsOf(
  deps: Deps,
  group: GroupRow,
  matches: readonly GroupMatch[],
  members: readonly EveryMember[],
): Promise<CountedMatch[]> {
  const now = deps.now().getTime();
  const rules = new Map((await findRules(deps.db, group.id)).map((row) => [row.version, row.rules]));
  const counted = matches.flatMap((match) => {
    const result = match.closed && resultAsTip(match.sport, rules.get(match.closed.rulesVersion)!.basis, match.status, match.score);
    return result ? [{ match, version: `${result.score.join('-')} ${result.isFinal} ${match.closed!.rulesVersion}` }] : [];
  });
  const kept = columnsIn(deps.db, group.id);
  const isGood = ({ match: { id }, version }: (typeof counted)[number]) => {
    const known = kept.get(id);
    return known?.version === version && known.goodUntilMs > now;
  };
  const missing = counted.filter((match) => !isGood(match));
  const rows = rowsOf(members);
  for (let from = 0; from < missing.length; from += MATCHES_AT_ONCE) {
    const some = missing.slice(from, from + MATCHES_AT_ONCE);
    const closed = await readClosed(
      deps.db,
      group,
      some.map(({ match }) => match),
    );
    closed.forEach((one, index) => {
      const isComplete = one.model !== null || one.result!.isFinal;
      const goodUntilMs = isComplete ? Number.POSITIVE_INFINITY : now + INCOMPLETE_MS;
      kept.set(one.match.id, { version: some[index]!.version, column: columnOf(one, members, rows), goodUntilMs });
    });
  }
  forgetOldest(KEPT.get(deps.db)!);
  return counted.map(({ match }) => kept.get(match.id)!.column);
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
function columnOf(closed: ClosedMatch, members: readonly EveryMember[], rows: ReadonlyMap<number, number>): CountedMatch {
  const { tips, model, crowd, match } = closed;
  const [hits, points] = [new Uint8Array(FIRST_ROW + members.length), new Int16Array(FIRST_ROW + members.length)];
  const put = (row: number | undefined, tip: Tip | null, isJoker = false) => {
    if (tip === null || row === undefined) return;
    const scored = scoreTip({ tip, isJoker }, closed.terms!);
    hits[row] = hitCode(scored.hit);
    points[row] = scored.points;
  };
  const byDefault = tipByDefault(closed);
  if (byDefault !== null) for (const { id, joined_at } of members) if (joined_at <= match.closed!.at) put(rows.get(id), byDefault);
  for (const { memberId, tip, isJoker } of tips) put(rows.get(memberId), tip, isJoker);
  put(MODEL_ROW, model);
  put(CROWD_ROW, crowd);
  return { round: match.closed!.roundKey, isFinal: closed.result!.isFinal, hits, points };
}
