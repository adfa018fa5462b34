import type { TrackRecord } from '#contract/forecasts.ts';
import { isFew } from './verdict.ts';

export type LeagueFigures = TrackRecord['by_league'][number];

export const LEAGUE_COLUMNS = ['league', 'season', 'matches', 'rps', 'log_loss', 'brier'] as const;
export type LeagueColumn = (typeof LEAGUE_COLUMNS)[number];

export interface Order {
  column: LeagueColumn;
  isDescending: boolean;
}

/** How a column is looked at first: the best figures, the most matches, the latest season, names from A. */
export const firstOrder = (column: LeagueColumn): Order => ({ column, isDescending: column === 'matches' || column === 'season' });

const FIGURES: readonly LeagueColumn[] = ['rps', 'log_loss', 'brier'];

/** The rows in an order. Where figures decide, rows with too few matches to have any come last either way. */
export function inOrder(rows: readonly LeagueFigures[], { column, isDescending }: Order, locale: string): LeagueFigures[] {
  const words = new Intl.Collator(locale, { numeric: true });
  const compare = (a: LeagueFigures, b: LeagueFigures) => {
    const [left, right] = [a[column], b[column]];
    const way = typeof left === 'string' || typeof right === 'string' ? words.compare(String(left), String(right)) : left - right;
    return isDescending ? -way : way;
  };
  const fewLast = (a: LeagueFigures, b: LeagueFigures) =>
    FIGURES.includes(column) ? Number(isFew(a.matches)) - Number(isFew(b.matches)) : 0;
  return rows.toSorted((a, b) => fewLast(a, b) || compare(a, b) || b.matches - a.matches);
}
