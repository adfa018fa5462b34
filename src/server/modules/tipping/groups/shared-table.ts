import type { LeagueRef } from '#contract/matches.ts';
import { groupTable, pointsByRound, type TableRow } from '#domain/tipping/group-table.ts';
import type { Deps } from '#server/deps.ts';
import { findReader } from './group-queries.ts';
import { roundBriefs } from './round-views.ts';
import { type Standing, standingOf } from './standing.ts';

/** The first places, and those around the sharer. */
const [FIRST, AROUND] = [5, 1];

/** A part of a group's table after a round, for everybody who has its address. */
export interface SharedTable {
  group: string;
  round: { key: string; league: LeagueRef | null; round: string | null; starts_at: string | null };
  /** Null for a private group. */
  members: number | null;
  rows: SharedTableRow[];
}

interface SharedTableRow {
  /** Which row of the table it is, from 1: a gap means that others are between. */
  position: number;
  place: number;
  kind: 'member' | 'model' | 'crowd';
  /** Null for the model, the crowd, and members who are not named. */
  name: string | null;
  is_sharer: boolean;
  points: number;
  round_points: number;
}

/** Whose part of which table. */
export interface TableShare {
  groupId: string;
  userId: string;
  roundKey: string;
  showsName: boolean;
}

/**
 * Returns what a member shares of the table: `hidden` while the round is not over, null if the user is no member or the group has no such
 * round. Members of a private group are not named, but for the sharer who wants it; whoever may see a listed group sees its members anyway.
 */
export async function sharedTable(
  deps: Deps,
  { groupId, userId, roundKey, showsName }: TableShare,
): Promise<SharedTable | 'hidden' | null> {
  const reader = await findReader(deps.db, userId, groupId);
  if (!reader?.group || !reader.member) return null;
  const { group } = reader;
  const standing = await standingOf(deps, group);
  const round = standing.rounds.find(({ key }) => key === roundKey);
  if (!round) return null;
  if (standing.running.has(roundKey)) return 'hidden';
  const own = standing.rowOf.get(userId);
  const { table, points } = tableAfter(standing, roundKey);
  const at = table.findIndex(({ row }) => row === own);
  const isNamed = (isSharer: boolean) => (isSharer ? showsName : group.visibility === 'listed');
  const rows = table.flatMap(({ row, place, points: sum }, index): SharedTableRow[] => {
    if (index >= FIRST && (at < 0 || Math.abs(index - at) > AROUND)) return [];
    const { kind, handle } = standing.shown.get(row)!;
    const name = isNamed(row === own) ? handle : null;
    // An imported place is somebody who is not here to agree: it has no name.
    const who = { kind: kind === 'place' ? 'member' : kind, name, is_sharer: row === own } as const;
    return [{ position: index + 1, place, ...who, points: sum, round_points: points?.[row] ?? 0 }];
  });
  const [brief] = await roundBriefs(deps.db, group, [round]);
  return { group: group.name, round: brief!, members: group.visibility === 'listed' ? group.members : null, rows };
}

interface After {
  table: readonly TableRow[];
  /** Points of each row in the round. */
  points: Int32Array | undefined;
}

/** Tables after rounds: an address may be asked for often while a standing lasts. */
const MADE = new WeakMap<Standing, Map<string, After>>();

/** Returns the table of all results that are final, of rounds that began no later than this one. */
function tableAfter(standing: Standing, roundKey: string): After {
  const made = MADE.get(standing) ?? new Map<string, After>();
  MADE.set(standing, made);
  const known = made.get(roundKey);
  if (known) return known;
  const { rounds, counted, shown, contenders, running, rules } = standing;
  const keys = new Set(rounds.slice(0, rounds.findIndex(({ key }) => key === roundKey) + 1).map(({ key }) => key));
  const matches = counted.filter(({ round, isFinal }) => isFinal && keys.has(round));
  const table = groupTable({ rows: [...shown.keys()], contenders, matches, running, ties: rules.ties });
  const after = { table, points: pointsByRound(matches).get(roundKey) };
  made.set(roundKey, after);
  return after;
}
