import { logLoss, meanOf, outcomeOf } from '#domain/forecast/evaluate.ts';
import { createNationalModel, type NationalFixture } from '#domain/forecast/national-teams.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { International } from './internationals-file.ts';
import { createWorldFootballElo, fitOrderedLogit, isContinentalFinals, orderedOutcomes, stakeOf } from './world-football-elo.ts';

/** A match with the forecasts that both made of its 90 minutes before its day. */
export interface RatedInternational {
  match: International;
  ours: { outcomes: Outcomes; rates: { home: number; away: number } };
  elo: Outcomes;
}

/** All ratings start equal: the mapping of Elo's ratings is fitted on the matches from this year on. */
const MAPPED_FROM = 2008;
const MAPPED_ON_MIN = 500;

/** The least published class whose matches are not minor to our model: qualifiers of World Cups and continents. */
const SERIOUS_STAKE = 40;

export const nationalFixture = ({ day, home, away, neutral, tournament }: International): NationalFixture => ({
  ...{ day, home, away, neutral },
  isMinor: stakeOf(tournament) < SERIOUS_STAKE,
});

/**
 * Walks through the matches day by day with our model and the World Football Elo Ratings, and yields those from the year `from` on. Elo's
 * mapping to outcomes is fitted anew each January on all earlier matches; our settings are fixed.
 */
export function* rateInternationals(matches: readonly International[], from: number): Generator<RatedInternational> {
  const ours = createNationalModel();
  const elo = createWorldFootballElo();
  const past: { lead: number; outcome: keyof Outcomes }[] = [];
  let mapping = { slope: 2.5, width: 0.6 };
  let year = Number.NEGATIVE_INFINITY;
  for (const today of byDay(matches)) {
    if (today[0]!.year > year && past.length >= MAPPED_ON_MIN) mapping = fitOrderedLogit(past);
    year = today[0]!.year;
    for (const match of today) {
      const lead = elo.lead(match);
      if (match.year >= from) yield { match, ours: ours.forecast(nationalFixture(match)), elo: orderedOutcomes(mapping, lead) };
      if (match.year >= MAPPED_FROM) past.push({ lead, outcome: outcomeOf(...match.regular) });
    }
    ours.learn(today.map((match) => ({ ...nationalFixture(match), goals: match.regular })));
    for (const match of today) elo.learn(match);
  }
}

function byDay(matches: readonly International[]): International[][] {
  const days = new Map<number, International[]>();
  for (const match of matches) days.set(match.day, [...(days.get(match.day) ?? []), match]);
  return [...days].sort(([a], [b]) => a - b).map(([, today]) => today);
}

/** The sets of matches that are reported. */
export const SETS: readonly { name: string; has: (tournament: string) => boolean }[] = [
  { name: 'World Cups', has: (tournament) => tournament === 'FIFA World Cup' },
  { name: 'continental finals', has: isContinentalFinals },
  { name: 'qualifiers and nations leagues', has: (tournament) => stakeOf(tournament) === SERIOUS_STAKE },
  { name: 'friendlies and small tournaments', has: (tournament) => stakeOf(tournament) < SERIOUS_STAKE },
  { name: 'all', has: () => true },
];

/** Mean log loss of both, and the mean of the difference with its standard error; below 0 ours is better. */
export interface LogLosses {
  matches: number;
  ours: number;
  elo: number;
  difference: number;
  standardError: number;
}

export function logLossesOf(rated: readonly RatedInternational[]): LogLosses {
  const losses = rated.map(({ match, ours, elo }) => {
    const outcome = outcomeOf(...match.regular);
    return { ours: logLoss({ forecast: ours.outcomes, outcome }), elo: logLoss({ forecast: elo, outcome }) };
  });
  const { mean, standardError, count } = meanOf(losses.map((loss) => loss.ours - loss.elo));
  return {
    matches: count,
    ours: meanOf(losses.map((loss) => loss.ours)).mean,
    elo: meanOf(losses.map((loss) => loss.elo)).mean,
    difference: mean,
    standardError,
  };
}
