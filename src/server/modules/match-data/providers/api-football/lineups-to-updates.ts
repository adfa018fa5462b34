import type { FeedLineup, FeedLineupPlayer, LineupsUpdate } from '#server/modules/match-data/import/feed.ts';
import type { LineupRow } from './formats.ts';

/** Returns both line-ups of a match; null until both contain their starters. */
export function toLineups(matchId: string, rows: LineupRow[], homeId: number): LineupsUpdate | null {
  const home = rows.find(({ team }) => team.id === homeId);
  const away = rows.find(({ team }) => team.id !== homeId);
  if (!home?.startXI?.length || !away?.startXI?.length) return null;
  return { kind: 'lineups', matchId, home: toLineup(home), away: toLineup(away) };
}

const toLineup = ({ formation, coach, startXI, substitutes }: LineupRow): FeedLineup => ({
  formation: formation?.trim() || null,
  coach: coach?.name?.trim() || null,
  players: [...(startXI ?? []).flatMap((row) => toPlayer(row, true)), ...(substitutes ?? []).flatMap((row) => toPlayer(row, false))],
});

type PlayerRow = NonNullable<LineupRow['startXI']>[number];

/** Converts a player; players without a name, as in small leagues, are left out. */
function toPlayer({ player: { name, number, pos, grid } }: PlayerRow, starter: boolean): FeedLineupPlayer[] {
  const known = name?.trim();
  if (!known) return [];
  const place = starter && /^\d{1,2}:\d{1,2}$/.test(grid ?? '') ? grid! : null;
  return [{ name: known, number: shirtOf(number), position: positionOf(pos), grid: place, starter }];
}

export const shirtOf = (number: number | null | undefined): number | null =>
  number != null && number >= 0 && number <= 999 ? number : null;

/** Returns the position for "G" (in line-ups) or "Goalkeeper" (in squads). */
export function positionOf(text: string | null | undefined): FeedLineupPlayer['position'] {
  return POSITIONS[text?.trim().charAt(0).toUpperCase() ?? ''] ?? 'OTH';
}

/** Positions by first letter; squads call forwards attackers. */
const POSITIONS: Record<string, FeedLineupPlayer['position']> = { G: 'GK', D: 'DEF', M: 'MID', F: 'FWD', A: 'FWD' };
