import type { StandingRow } from '#contract/leagues.ts';
import type { LeagueRef } from '#contract/matches.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { formatDifference } from './format-difference.ts';

/** What a side's score counts, as the words for its column. */
const SCORED = { football: 'goals', basketball: 'points_scored', tennis: 'sets', esports: 'maps' } as const satisfies Record<Sport, string>;

export interface TableColumn {
  column: 'played' | 'won' | 'drawn' | 'lost' | 'difference' | 'balance' | (typeof SCORED)[Sport];
  of: (row: StandingRow) => string | number;
  /** Stays where there is little room; the others can be told from those that stay. */
  always: boolean;
}

/** A table's numbers in the order in which they stand, before what its teams are ranked by. */
export function columnsOf({ sport, draw_possible }: Pick<LeagueRef, 'sport' | 'draw_possible'>): TableColumn[] {
  // A share of games won says nothing without the games; points and a difference do.
  const isByShare = rankedBy(sport) === 'percentage';
  const columns: TableColumn[] = [
    { column: 'played', of: ({ played }) => played, always: !isByShare },
    { column: 'won', of: ({ won }) => won, always: isByShare },
    { column: 'drawn', of: ({ drawn }) => drawn, always: false },
    { column: 'lost', of: ({ lost }) => lost, always: isByShare },
    { column: SCORED[sport], of: (row) => `${row.goals_for}:${row.goals_against}`, always: false },
    { column: sport === 'football' ? 'difference' : 'balance', of: (row) => formatDifference(row.goal_difference), always: !isByShare },
  ];
  return columns.filter(({ column }) => column !== 'drawn' || draw_possible);
}

/** What a table is read by: points, or in basketball the share of games that were won. */
export const rankedBy = (sport: Sport): 'points' | 'percentage' => (sport === 'basketball' ? 'percentage' : 'points');

/** The share of its games that a team has won, 0 to 1; null before its first one. */
export const shareWon = ({ played, won }: StandingRow): number | null => (played === 0 ? null : won / played);
