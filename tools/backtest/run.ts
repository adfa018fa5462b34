import { scoreMatrix } from '#domain/forecast/score-matrix.ts';
import { type Forecaster, walkForward } from '#domain/forecast/walk-forward.ts';
import { fiveThirtyEightForecasts, matchKey } from './five-thirty-eight.ts';
import { createOurs, type PriceUse } from './ours.ts';
import { createDixonColesPeer, createFrequencies, type Said, saidByPrices } from './peers.ts';
import { PRICE_SETS, type PricedMatch } from './read-matches.ts';
import type { CheckedApproval } from './score.ts';

export interface BacktestRequest {
  matches: readonly PricedMatch[];
  /** Divisions that are scored, null for all; the model learns from all in any case. */
  divisions: ReadonlySet<string> | null;
  /** First and last scored month, "2016-07". */
  from: string;
  to: string;
  use: PriceUse;
  /** Path of FiveThirtyEight's file; if given, only its matches are scored. */
  fiveThirtyEight: string | null;
}

export interface Backtest {
  ours: CheckedApproval[];
  /** The peers' forecasts of the same matches, where available. */
  peers: { name: string; said: ReadonlyMap<PricedMatch, Said> }[];
}

export function runBacktest(request: BacktestRequest): Backtest {
  const { matches, divisions, from, to } = request;
  const isIn = ({ division, date }: PricedMatch) =>
    (divisions === null || divisions.has(division)) && date.slice(0, 7) >= from && date.slice(0, 7) <= to;
  const theirs = request.fiveThirtyEight === null ? null : fiveThirtyEightSaid(request.fiveThirtyEight, matches.filter(isIn));
  const isAsked = theirs === null ? isIn : (match: PricedMatch) => theirs.has(match);
  const walk = (forecaster: Forecaster<PricedMatch, Said>) =>
    [...walkForward(matches, forecaster, isAsked)].map(({ match, forecast }): CheckedApproval => ({ match, said: forecast }));
  const ours = walk(createOurs(request.use));
  const walked = (name: string, forecaster: Forecaster<PricedMatch, Said>) => ({
    name,
    said: new Map(walk(forecaster).map(({ match, said }) => [match, said])),
  });
  const asked = ours.map(({ match }) => match);
  return {
    ours,
    peers: [
      walked('past frequencies', createFrequencies()),
      walked('Dixon-Coles', createDixonColesPeer()),
      ...PRICE_SETS.map((set) => ({ name: set, said: saidOf(asked, (match) => saidByPrices(match, set)) })),
      ...(theirs === null ? [] : [{ name: 'FiveThirtyEight', said: theirs }]),
    ].filter(({ said }) => said.size > 0),
  };
}

function saidOf(matches: readonly PricedMatch[], say: (match: PricedMatch) => Said | null): Map<PricedMatch, Said> {
  return new Map(
    matches.flatMap((match) => {
      const said = say(match);
      return said === null ? [] : [[match, said] as const];
    }),
  );
}

function fiveThirtyEightSaid(csv: string, matches: readonly PricedMatch[]): Map<PricedMatch, Said> {
  const found = fiveThirtyEightForecasts(csv, matches);
  return saidOf(matches, (match) => {
    const forecast = found.get(matchKey(match));
    if (forecast === undefined) return null;
    const { home, away } = forecast.rates;
    return { outcomes: forecast.outcomes, scores: scoreMatrix(home, away), over25: null };
  });
}
