import { logistic } from '#domain/forecast/elo-rating.ts';
import { createTennis, type Tennis, type TennisForecast, type TennisResult } from '#domain/forecast/tennis.ts';
import type { TennisParameters } from '#domain/forecast/tennis-parameters.ts';
import { groupBy } from '#domain/grouping.ts';
import { type HistoryMatch, ROUNDS, type Round } from './tennis-history.ts';

/** A completed match with the forecasts made before its round; probabilities that home wins. */
export interface WalkedMatch {
  match: HistoryMatch;
  forecast: TennisForecast;
  ours: number;
  ranks: number;
}

/**
 * Forecasts every completed match from what was known before its round: matches must be in order of tournament dates and rounds, and all
 * forecasts of a round of a date are made before its results are learned. Matches that were given up are learned from but not scored,
 * because bets on them are refunded.
 */
export function forecastHistory(matches: readonly HistoryMatch[], parameters?: TennisParameters): WalkedMatch[] {
  const models = { atp: createTennis(undefined, parameters), wta: createTennis(undefined, parameters) } satisfies Record<string, Tennis>;
  const ranks = createRankForecast();
  const firstRounds = firstRoundsOf(matches);
  const resultOf = (match: HistoryMatch) => asResult(match, firstRounds.get(editionOf(match))!);
  return [...groupBy(matches, ({ date, round }) => `${date} ${round}`).values()].flatMap((round) => {
    const forecasts = round
      .filter(({ ending }) => ending === 'completed')
      .map((match) => {
        const forecast = models[match.tour].forecast(resultOf(match));
        return { match, forecast, ours: forecast.outcomes.home, ranks: ranks.forecast(match) };
      });
    for (const match of round) {
      models[match.tour].learn(resultOf(match));
      ranks.learn(match);
    }
    return forecasts;
  });
}

export const editionOf = ({ tour, date, tournament }: HistoryMatch): string => `${tour} ${date} ${tournament}`;

function firstRoundsOf(matches: readonly HistoryMatch[]): Map<string, Round> {
  const first = new Map<string, Round>();
  // Matches come in order of rounds.
  for (const match of matches) if (!first.has(editionOf(match))) first.set(editionOf(match), match.round);
  return first;
}

/** Days from the tournament's first day to each round, in events of two weeks and of one: the file does not have the day of a match. */
const DAYS: Record<'long' | 'short', Record<Round, number>> = {
  long: { R128: 0, R64: 2, R32: 4, R16: 6, RR: 5, QF: 8, SF: 10, BR: 11, F: 12 },
  short: { R128: 0, R64: 0, R32: 1, R16: 3, RR: 2, QF: 4, SF: 5, BR: 6, F: 6 },
};

function asResult(match: HistoryMatch, firstRound: Round): TennisResult {
  const { home, away, surface, bestOf, ending, homeSets, awaySets, sets, homeHasWon } = match;
  const length = match.level === 'G' || firstRound === ROUNDS[0] ? 'long' : 'short';
  return {
    home: home.id,
    away: away.id,
    day: Date.parse(match.date) / 86_400_000 + DAYS[length][match.round],
    surface,
    bestOf,
    homeRank: home.rank,
    awayRank: away.rank,
    tournament: editionOf(match),
    ending,
    homeSets,
    awaySets,
    games: [sets.reduce((sum, set) => sum + set.home, 0), sets.reduce((sum, set) => sum + set.away, 0)],
    ...(ending !== 'completed' && { gaveUp: homeHasWon ? 'away' : 'home' }),
  };
}

/** Rank assumed for unranked players: behind all ranked ones. */
const UNRANKED = 1_500;

/**
 * Forecasts by a logistic function of the logarithm of the rank ratio; the coefficient is fitted to earlier matches with Newton's method.
 */
function createRankForecast() {
  let [slope, information] = [0.4, 20];
  const distance = ({ home, away }: HistoryMatch) => Math.log((away.rank ?? UNRANKED) / (home.rank ?? UNRANKED));
  return {
    forecast: (match: HistoryMatch) => logistic(slope * distance(match)),
    learn(match: HistoryMatch): void {
      if (match.ending !== 'completed') return;
      const x = distance(match);
      const p = logistic(slope * x);
      information += x * x * p * (1 - p);
      slope += (x * ((match.homeHasWon ? 1 : 0) - p)) / information;
    },
  };
}
