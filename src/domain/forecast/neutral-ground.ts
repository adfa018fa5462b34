import type { FootballForecast } from './football-model.ts';
import { pooledOutcomes } from './outcomes.ts';
import type { Fixture } from './played-match.ts';

/** The same match on the same ground with its sides swapped. */
export const swapped = <F extends Fixture>(fixture: F): F => ({ ...fixture, home: fixture.away, away: fixture.home });

/**
 * The forecast of a match on neutral ground from those with either side named first. Learned weights contain the usual home advantage;
 * in the mean of both it cancels, so that the forecast does not depend on which side is named first.
 */
export function withoutHomeSide(named: FootballForecast, other: FootballForecast): FootballForecast {
  const { home, draw, away } = other.outcomes;
  return {
    ...named,
    outcomes: pooledOutcomes([named.outcomes, { home: away, draw, away: home }]),
    rates: {
      home: Math.sqrt(named.rates.home * other.rates.away),
      away: Math.sqrt(named.rates.away * other.rates.home),
    },
  };
}
