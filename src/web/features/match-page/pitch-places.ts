import type { Lineup } from '#contract/matches.ts';

export type LineupPlayer = Lineup['players'][number];

/** A starter's position: `along` from the own goal (0) to the half-way line (1), `across` from one touchline (0) to the other (1). */
export interface PitchPlace {
  player: LineupPlayer;
  along: number;
  across: number;
}

/** Returns the starters' positions from the line-up's grid, or else from its formation; null without either. */
export function pitchPlaces(lineup: Lineup): PitchPlace[] | null {
  const starters = lineup.players.filter(({ starter }) => starter);
  if (starters.length === 0) return null;
  const rows = rowsByGrid(starters) ?? rowsByFormation(starters, lineup.formation);
  if (rows === null) return null;
  return rows.flatMap((row, rowIndex) =>
    row.map((player, index) => ({ player, along: (rowIndex + 0.5) / rows.length, across: (index + 0.5) / row.length })),
  );
}

/** Returns the rows from the goalkeeper forward; null unless every starter has a distinct position in the grid. */
function rowsByGrid(starters: readonly LineupPlayer[]): LineupPlayer[][] | null {
  const placed = starters.map((player) => ({ player, place: /^(\d{1,2}):(\d{1,2})$/.exec(player.grid ?? '') }));
  if (placed.some(({ place }) => place === null) || new Set(starters.map(({ grid }) => grid)).size < starters.length) return null;
  const rows = new Map<number, { player: LineupPlayer; column: number }[]>();
  for (const { player, place } of placed) {
    const [row, column] = [Number(place?.[1]), Number(place?.[2])];
    rows.set(row, [...(rows.get(row) ?? []), { player, column }]);
  }
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([, players]) => players.toSorted((a, b) => a.column - b.column).map(({ player }) => player));
}

/** Returns the rows of a formation such as "4-3-3": line-ups list the goalkeeper first and then row by row. */
function rowsByFormation(starters: readonly LineupPlayer[], formation: string | null): LineupPlayer[][] | null {
  if (formation === null || !/^\d(-\d){1,4}$/.test(formation)) return null;
  const sizes = [1, ...formation.split('-').map(Number)];
  if (sizes.reduce((sum, size) => sum + size, 0) !== starters.length) return null;
  let from = 0;
  return sizes.map((size) => {
    from += size;
    return starters.slice(from - size, from);
  });
}
