import { useFormatter } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { rankedBy, shareWon } from './table-columns.ts';

const SHARE = { minimumFractionDigits: 3, maximumFractionDigits: 3 } as const;

/** What a team is ranked by: its points, or the share of games it has won as "0.625". */
export function RankValue({ row, sport }: { row: StandingRow; sport: Sport }) {
  const format = useFormatter();
  if (rankedBy(sport) === 'points') return row.points;
  const share = shareWon(row);
  return share === null ? '–' : format.number(share, SHARE);
}
