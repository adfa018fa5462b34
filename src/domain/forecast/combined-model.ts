import type { FootballForecast, FootballModel } from './football-model.ts';
import { labelOf } from './labels.ts';
import { ratesOfMarket } from './market.ts';
import { fitOutcomeStack, type OutcomeRow, type OutcomeStack, type PastOutcomeRow, stackedOutcomes } from './outcome-stack.ts';
import { logitsOf, type Outcomes } from './outcomes.ts';
import type { Fixture, PlayedMatch } from './played-match.ts';

/** The bookmakers' forecast of a match, with their margin removed. */
export interface Market {
  outcomes: Outcomes;
  /** Probability of more than 2.5 goals, 0 to 1; null if unknown. */
  over25: number | null;
}

export interface CombinedForecast {
  model: FootballForecast;
  market: Market | null;
  /** Model and market, weighted by their past performance; the model alone if there is no market. */
  outcomes: Outcomes;
  rates: { home: number; away: number };
}

export interface CombinedModel {
  startSeason: FootballModel['startSeason'];
  forecast(fixture: Fixture, market: Market | null): CombinedForecast;
  /** Learns a day's matches, each with its market forecast. */
  learn(matches: readonly { match: PlayedMatch; market: Market | null }[]): void;
  train(day: number): void;
}

const TRAINED_ON_MIN = 500;
const DAYS_A_YEAR = 365.25;
const YEARS_REMEMBERED = 6;
const RIDGE = { all: 20 };

/**
 * The model combined with the market of a match some days before it. The correction is small, and learned from closing prices where they are
 * known: they say where the market went.
 */
export function createCombinedModel(model: FootballModel): CombinedModel {
  const past: { row: OutcomeRow; target: PastOutcomeRow['target']; day: number }[] = [];
  let stack: OutcomeStack | null = null;
  return {
    startSeason: model.startSeason,
    forecast(fixture, market) {
      const own = model.forecast(fixture);
      if (market === null) return { model: own, market, outcomes: own.outcomes, rates: own.rates };
      const [home, away] = ratesOfMarket(market.outcomes, market.over25);
      const outcomes = stack === null ? market.outcomes : stackedOutcomes(stack, rowOf(own, market));
      return { model: own, market, outcomes, rates: { home, away } };
    },
    learn(matches) {
      for (const { match, market } of matches)
        if (market !== null)
          past.push({ row: rowOf(model.forecast(match), market), target: labelOf(match, null, true).outcomes, day: match.day });
      model.learn(matches.map(({ match }) => match));
    },
    train(day) {
      model.train(day);
      if (past.length < TRAINED_ON_MIN) return;
      const rows = past.map(({ row, target, day: then }) => ({
        ...row,
        target,
        weight: Math.exp(-(day - then) / DAYS_A_YEAR / YEARS_REMEMBERED),
      }));
      stack = fitOutcomeStack(rows, RIDGE, stack ?? undefined);
    },
  };
}

/** The market's forecast, the model's difference from it, and the market's own bias towards favourites and draws. */
function rowOf({ outcomes }: FootballForecast, market: Market): OutcomeRow {
  const [offset, own] = [logitsOf(market.outcomes), logitsOf(outcomes)];
  const { strength, level } = offset;
  const differences = [own.strength - strength, own.level - level];
  return { offset, features: [...differences, strength, Math.abs(strength), strength * Math.abs(strength), strength ** 3, level] };
}
