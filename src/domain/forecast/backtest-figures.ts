/**
 * The published backtest: how good our forecasts of past seasons are beside others', each made only from what was known before its day.
 * `npm run backtest -- --publish` writes the figures, and the track record shows them. They are means over matches; no match of anybody's
 * files is among them.
 */

/** Ours by the prices they may use, in the order of the columns: none, the closing prices of past matches, those before the match itself. */
export const OUR_FORECASTS = ['none', 'past', 'pre'] as const;
export type OurForecast = (typeof OUR_FORECASTS)[number];

/** Others: plain Elo, goals as Poisson with fading averages, Dixon and Coles, and bookmakers' prices before the match and at its start. */
export const PEERS = ['elo', 'poisson', 'dixon_coles', 'average', 'closing'] as const;
export type Peer = (typeof PEERS)[number];

/** All columns, in the order of a row's figures. */
export const COMPARED = [...OUR_FORECASTS, ...PEERS] as const;
export type Compared = (typeof COMPARED)[number];

/** The name of all divisions or seasons together. */
export const ALL = 'all';

export interface BacktestRow {
  matches: number;
  /** Ranked probability scores, in the order of `COMPARED`, of the same matches. */
  rps: number[];
  /** Logarithmic losses, likewise. */
  log_loss: number[];
  /** Standard errors of the RPS of each of ours minus that of the average prices, in the order of `OUR_FORECASTS`. */
  gap_error: number[];
}

/** Forecast, frequency (0 to 1) and number of forecasts of a bin. */
export type CalibrationBin = [forecast: number, frequency: number, count: number];
export type Calibration = Record<'home' | 'draw' | 'away', CalibrationBin[]>;

export interface BacktestFigures {
  /** The model and its version. */
  model: string;
  /** The day on which the figures were made, "2026-11-27". */
  made_on: string;
  /** First and last month of the rows. */
  from: string;
  to: string;
  /** The last month of the matches on which settings were chosen: before `from`. */
  settings_until: string;
  /** How many variants of the model were compared by their figures on these seasons. */
  looks: number;
  /** By division ("E0", or "all") and season ("2018-19", or "all"). */
  rows: Record<string, Record<string, BacktestRow>>;
  /** In bins of equal width, for all matches of the rows. */
  calibration: Record<OurForecast, Calibration>;
  /** The matches that FiveThirtyEight forecast too, with that forecast as the last figure of each list. */
  shared: BacktestRow & { from: string; to: string };
}
