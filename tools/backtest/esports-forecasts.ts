import { createEsports, type EsportsParameters, type EsportsResult } from '#domain/forecast/elo-esports.ts';
import { type SeriesFormat, seriesScores } from '#domain/forecast/elo-series.ts';
import { type EsportsSeries, mapsWon } from './esports-file.ts';
import { createPlainElo } from './plain-elo.ts';

/** The share of home wins that a series is worth to Elo. */
const wonOf = ({ maps }: EsportsSeries): number => {
  const [home, away] = mapsWon(maps);
  return home === away ? 0.5 : home > away ? 1 : 0;
};

/**
 * Forecasts each series with a winner when it begins, from series that were over by then; null for others. Series come by start; `learn` gets
 * them by end.
 */
function walkSeries(
  series: readonly EsportsSeries[],
  forecast: (one: EsportsSeries, format: SeriesFormat) => number,
  learn: (one: EsportsSeries) => void,
): (number | null)[] {
  let running: EsportsSeries[] = [];
  return series.map((one) => {
    const over = running.filter(({ end }) => end <= one.start).sort((a, b) => a.end - b.end);
    running = [...running.filter(({ end }) => end > one.start), one];
    for (const ended of over) learn(ended);
    return one.format === null ? null : forecast(one, one.format);
  });
}

/** Probabilities that home wins, by our model. */
export function forecastSeries(series: readonly EsportsSeries[], parameters?: EsportsParameters): (number | null)[] {
  const model = createEsports(undefined, parameters);
  return walkSeries(
    series,
    ({ home, away, start, league }, format) => model.forecast({ home, away, day: start, league, format }).outcomes.home,
    (one) => model.learn(resultOf(one)),
  );
}

/** Series that end like no race count as maps that were all played. */
function resultOf({ home, away, start, league, format, maps }: EsportsSeries): EsportsResult {
  const [homeMaps, awayMaps] = mapsWon(maps);
  const played = format ?? { parts: maps.length, race: false };
  return { home, away, day: start, league, format: played, ending: 'completed', homeMaps, awayMaps, maps };
}

/** Probabilities that home wins, by plain Elo on winners of series. */
export function eloOfSeries(series: readonly EsportsSeries[], k: number): (number | null)[] {
  const elo = createPlainElo({ k, homeAdvantage: 0 });
  const meeting = ({ home, away }: EsportsSeries) => ({ home, away, isNeutral: true });
  return walkSeries(
    series,
    (one) => elo.forecast(meeting(one)),
    (one) => elo.learn(meeting(one), wonOf(one)),
  );
}

/** Probabilities that home wins, by plain Elo on single maps, and the chance to win a series of independent maps. */
export function mapEloOfSeries(series: readonly EsportsSeries[], k: number): (number | null)[] {
  const elo = createPlainElo({ k, homeAdvantage: 0 });
  const meeting = ({ home, away }: EsportsSeries) => ({ home, away, isNeutral: true });
  return walkSeries(
    series,
    (one, format) =>
      seriesScores(format, elo.forecast(meeting(one)))
        .filter(({ home, away }) => home > away)
        .reduce((sum, { probability }) => sum + probability, 0),
    (one) => {
      for (const { homeHasWon } of one.maps) elo.learn(meeting(one), homeHasWon ? 1 : 0);
    },
  );
}
