import {
  ALL,
  type BacktestFigures,
  type BacktestRow,
  type Calibration,
  COMPARED,
  type Compared,
  OUR_FORECASTS,
} from '#domain/forecast/backtest-figures.ts';
import { logLoss, meanOf, type Outcome, outcomeOf, rankedProbabilityScore, reliability, type Scored } from '#domain/forecast/evaluate.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { type Forecaster, walkForward } from '#domain/forecast/walk-forward.ts';
import { groupBy } from '#domain/grouping.ts';
import { createDecayedPoisson } from './decayed-poisson.ts';
import { fiveThirtyEightForecasts, matchKey } from './five-thirty-eight.ts';
import { createFootballElo } from './football-elo.ts';
import { createOurs } from './ours.ts';
import { createDixonColesPeer, type Said, saidByPrices } from './peers.ts';
import type { PricedMatch } from './read-matches.ts';

/** The seasons after those on which settings were chosen, and those of FiveThirtyEight. */
const FROM = '2018-07';
const TO = '2023-06';
const SETTINGS_UNTIL = '2018-06';
const SHARED_FROM = '2016-07';
/**
 * Variants of the model whose figures on these seasons were seen when its parts were chosen: those of docs/forecast.md, "What was tried".
 * Raise it with each new one.
 */
const LOOKS = 24;
const BINS = 20;

export interface PublishedRequest {
  matches: readonly PricedMatch[];
  /** FiveThirtyEight's file; null leaves the shared matches empty. */
  fiveThirtyEight: string | null;
  /** The model and its version. */
  model: string;
  /** ISO date. */
  today: string;
}

const FORECASTERS: Readonly<Record<Exclude<Compared, 'average' | 'closing'>, () => Forecaster<PricedMatch, Said>>> = {
  none: () => createOurs('none'),
  past: () => createOurs('past'),
  pre: () => createOurs('pre'),
  elo: () => createFootballElo(),
  poisson: createDecayedPoisson,
  dixon_coles: createDixonColesPeer,
};
type Walked = keyof typeof FORECASTERS;

/** A match and what each forecaster said of it. */
interface Judged {
  match: PricedMatch;
  said: Record<Compared, Outcomes>;
}

/** Returns the figures of all forecasters on the matches that have average prices before the match and Pinnacle's closing prices. */
export function publishedFigures({ matches, fiveThirtyEight, model, today }: PublishedRequest): BacktestFigures {
  const judged = judgedBy(matches, Object.keys(FORECASTERS) as Walked[]).map(({ match, said }) => ({
    match,
    said: said as Judged['said'],
  }));
  const rowed = judged.filter(({ match }) => isBetween(match, FROM, TO));
  return {
    model,
    made_on: today,
    from: FROM,
    to: TO,
    settings_until: SETTINGS_UNTIL,
    looks: LOOKS,
    rows: rowsOf(rowed),
    calibration: { none: calibrationOf(rowed, 'none'), past: calibrationOf(rowed, 'past'), pre: calibrationOf(rowed, 'pre') },
    shared: sharedFigures(judged, fiveThirtyEight),
  };
}

/** Returns each match that has both prices with the forecasts of the named forecasters and of the prices. */
export function judgedBy(
  matches: readonly PricedMatch[],
  names: readonly Walked[],
): { match: PricedMatch; said: Partial<Judged['said']> }[] {
  const isAsked = (match: PricedMatch) => isBetween(match, SHARED_FROM, TO) && pricesOf(match) !== null;
  const walked = names.map((name) => {
    const walk = walkForward(matches, FORECASTERS[name](), isAsked);
    // The matrices of scores would fill the memory.
    return { name, said: new Map([...outcomesIn(walk)]) };
  });
  return matches.filter(isAsked).map((match) => ({
    match,
    said: { ...pricesOf(match), ...Object.fromEntries(walked.map(({ name, said }) => [name, said.get(match)!])) },
  }));
}

function* outcomesIn(walk: Iterable<{ match: PricedMatch; forecast: Said }>): Generator<[PricedMatch, Outcomes]> {
  for (const { match, forecast } of walk) yield [match, forecast.outcomes];
}

const isBetween = ({ date }: PricedMatch, from: string, to: string): boolean => date.slice(0, 7) >= from && date.slice(0, 7) <= to;

function pricesOf(match: PricedMatch): Pick<Judged['said'], 'average' | 'closing'> | null {
  const [average, closing] = [saidByPrices(match, 'Avg'), saidByPrices(match, 'PSC')];
  return average === null || closing === null ? null : { average: average.outcomes, closing: closing.outcomes };
}

function rowsOf(judged: readonly Judged[]): BacktestFigures['rows'] {
  const bySeason = (some: readonly Judged[]) => parted(some, ({ match }) => seasonName(match.season), rowOf);
  return parted(judged, ({ match }) => match.division, bySeason);
}

/** Returns what `tell` says of all, and then of each group by name. */
function parted<T>(judged: readonly Judged[], nameOf: (one: Judged) => string, tell: (some: readonly Judged[]) => T): Record<string, T> {
  const groups = [...groupBy(judged, nameOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries([[ALL, judged] as const, ...groups].map(([name, some]) => [name, tell(some)]));
}

const rowOf = (judged: readonly Judged[]): BacktestRow => ({ matches: judged.length, ...figuresOf(judged, COMPARED) });

/** Writes the year in which a season began as "2018-19". */
export const seasonName = (season: number): string => `${season}-${String((season + 1) % 100).padStart(2, '0')}`;

/** Returns mean figures, rounded to the digits that are published. */
export function figuresOf<Name extends string>(
  judged: readonly { match: PricedMatch; said: Partial<Record<Name, Outcomes>> }[],
  names: readonly Name[],
) {
  const scored = (name: string) =>
    judged.map(({ match, said }): Scored => ({ forecast: said[name as Name]!, outcome: outcomeOf(...match.goals) }));
  const averages = scored('average').map(rankedProbabilityScore);
  const rps = names.map((name) => scored(name).map(rankedProbabilityScore));
  const isOurs = (name: string) => (OUR_FORECASTS as readonly string[]).includes(name);
  return {
    rps: rps.map((scores) => round(meanOf(scores).mean, 5)),
    log_loss: names.map((name) => round(meanOf(scored(name).map(logLoss)).mean, 4)),
    gap_error: names.flatMap((name, i) =>
      isOurs(name) ? [round(meanOf(rps[i]!.map((score, m) => score - averages[m]!)).standardError, 5)] : [],
    ),
  };
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

function calibrationOf(judged: readonly Judged[], name: Compared): Calibration {
  const scored = judged.map(({ match, said }) => ({ forecast: said[name], outcome: outcomeOf(...match.goals) }));
  const bins = (outcome: Outcome) =>
    reliability(scored, outcome, 'width', BINS).map(({ forecast, frequency, count }): Calibration['home'][number] => [
      round(forecast, 4),
      round(frequency, 3),
      count,
    ]);
  return { home: bins('home'), draw: bins('draw'), away: bins('away') };
}

/** Returns the figures of the matches that FiveThirtyEight forecast and that Bet365 priced too, as `npm run bench -- backtest` takes them. */
function sharedFigures(judged: readonly Judged[], csv: string | null): BacktestFigures['shared'] {
  const theirs =
    csv === null
      ? new Map<string, Said>()
      : fiveThirtyEightForecasts(
          csv,
          judged.map(({ match }) => match),
        );
  const shared = judged.flatMap(({ match, said }) => {
    const forecast = theirs.get(matchKey(match));
    return forecast === undefined || match.prices.B365 === undefined
      ? []
      : [{ match, said: { ...said, fivethirtyeight: forecast.outcomes } }];
  });
  const names = [...COMPARED, 'fivethirtyeight'] as const;
  const figures = shared.length === 0 ? { rps: [], log_loss: [], gap_error: [] } : figuresOf(shared, names);
  return { from: SHARED_FROM, to: TO, matches: shared.length, ...figures };
}

/** Writes the figures as JSON with a line per row, so that a change of one figure is one line of a diff. */
export function figuresText({ rows, calibration, ...rest }: BacktestFigures): string {
  const lines = (of: object, write: (value: never) => string = JSON.stringify) =>
    Object.entries(of)
      .map(([name, value]) => `${JSON.stringify(name)}: ${write(value as never)}`)
      .join(',\n');
  const block = (of: object) => `{\n${lines(of)}\n}`;
  return `{\n${lines(rest)},\n"calibration": ${block(calibration)},\n"rows": {\n${lines(rows, block)}\n}\n}\n`;
}
