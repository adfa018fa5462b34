import type { BracketEntry, WireLine } from '#contract/brackets.ts';
import { type BracketFacts, firstBeginMs, nextBeginMs } from '#domain/tipping/bracket-facts.ts';
import { type BracketRules, scoreBracket } from '#domain/tipping/bracket-score.ts';
import type { BracketTree } from '#domain/tipping/bracket-shape.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type EntryRow, findPlace } from './queries.ts';
import type { KnownTournament } from './tournament.ts';

/** Whether an entry is final: a match that it covers has begun. */
export function isLocked({ locked_at, made_at }: Pick<EntryRow, 'locked_at' | 'made_at'>, facts: BracketFacts, now: Date): boolean {
  const next = nextBeginMs(facts, made_at.getTime());
  return locked_at !== null || (next !== null && next <= now.getTime());
}

/** Whether the final has begun: nothing is left to predict. */
export const hasFinalBegun = ({ ties }: BracketFacts, now: Date): boolean =>
  ties.some(({ stage, beganAtMs }) => stage === 1 && beganAtMs !== null && beganAtMs <= now.getTime());

export const hasBegun = (facts: BracketFacts, now: Date): boolean => (firstBeginMs(facts) ?? Number.POSITIVE_INFINITY) <= now.getTime();

/** Returns an entry with its receipt: points recomputed from what its reader may know. */
export async function entryView(
  db: Db,
  now: Date,
  row: EntryRow,
  { tournament, rules, handle }: { tournament: KnownTournament; rules: BracketRules; handle: string | null },
): Promise<BracketEntry> {
  const { facts, drawn } = tournament;
  const { points, possible, isAlive, lines } = scoreBracket(row.tree, facts, rules, row.made_at.getTime());
  return {
    id: row.id,
    handle,
    is_late: row.is_late,
    is_locked: isLocked(row, facts, now),
    made_at: row.made_at.toISOString(),
    is_outdated: drawn !== '' && row.drawn !== drawn && row.tree.groups.length === 0,
    tree: row.tree as unknown as BracketEntry['tree'],
    score: { points, possible, is_alive: isAlive, lines: lines as unknown as WireLine[] },
    rank: await rankOf(db, row),
  };
}

/** Points that a shield hides are null, whatever the table's type says. */
async function rankOf(db: Db, row: EntryRow): Promise<BracketEntry['rank']> {
  if (row.locked_at === null || (row.points as number | null) === null) return null;
  const { rank, entries, below } = await findPlace(db, row);
  return { rank, entries, beats: entries > 1 ? Math.floor((100 * below) / (entries - 1)) : 100 };
}

/** Returns the ids of all teams of a tree. */
export const teamsOf = ({ groups, rounds }: BracketTree): number[] => [
  ...groups.flatMap(({ order }) => order),
  ...rounds.flat().flatMap(({ home, away }) => [home, away ?? home]),
];
