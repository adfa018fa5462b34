import {
  ALL,
  type BacktestFigures,
  type BacktestRow,
  COMPARED,
  type Compared,
  OUR_FORECASTS,
  type OurForecast,
} from '#domain/forecast/backtest-figures.ts';
import { LUCK_WIDTH } from '#web/ui/reliability-chart.tsx';
import figures from './backtest-figures.json';

/** What `npm run backtest -- --publish` wrote. A test checks its shape. */
export const BACKTEST = figures as unknown as BacktestFigures;

/** The codes of the divisions, without the entry for all. */
export const DIVISIONS: readonly string[] = Object.keys(BACKTEST.rows).filter((division) => division !== ALL);

/** Returns a division's seasons in order, all of them together last. */
export function seasonsOf(division: string): { season: string; row: BacktestRow }[] {
  const rows = Object.entries(BACKTEST.rows[division] ?? {}).map(([season, row]) => ({ season, row }));
  return [...rows.filter(({ season }) => season !== ALL), ...rows.filter(({ season }) => season === ALL)];
}

/** The figures of which a table shows one. */
export const MEASURES = ['rps', 'log_loss'] as const;
export type Measure = (typeof MEASURES)[number];

/** Returns a figure of a row; null if the row has none of this forecaster. */
export const figureOf = (row: BacktestRow, name: Compared | 'fivethirtyeight', measure: Measure = 'rps'): number | null =>
  row[measure][name === 'fivethirtyeight' ? COMPARED.length : COMPARED.indexOf(name)] ?? null;

/** How far a forecast of ours is from the bookmakers' average: below 0 it is better. */
export interface Gap {
  difference: number;
  /** Half the width of the range of 19 in 20. */
  reach: number;
}

export function gapOf(row: BacktestRow, name: OurForecast): Gap {
  const difference = (figureOf(row, name) ?? 0) - (figureOf(row, 'average') ?? 0);
  return { difference, reach: LUCK_WIDTH * (row.gap_error[OUR_FORECASTS.indexOf(name)] ?? 0) };
}

/** Returns whether luck alone is an unlikely reason for a gap, and its direction. */
export function gapVerdict({ difference, reach }: Gap): 'ahead' | 'level' | 'behind' {
  if (Math.abs(difference) <= reach) return 'level';
  return difference < 0 ? 'ahead' : 'behind';
}

/** Writes a season as the site does: "2018-19" as "2018/19". */
export const seasonText = (season: string): string => season.replace('-', '/');
