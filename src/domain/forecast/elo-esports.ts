import { aged, distanceVariance, learned, newcomer, type Rating } from './elo-rating.ts';
import { checkedFormat, isSeriesScore, type SeriesForecast, type SeriesFormat, seriesEvidence, seriesForecast } from './elo-series.ts';

/** A series of maps between two teams of one game, on neutral ground. Team names can be any stable strings. */
export interface EsportsFixture {
  home: string;
  away: string;
  /** Days since a fixed day of the caller's choice, the same for all series. */
  day: number;
  /** Best of 3 is `{parts: 3, race: true}`; two maps that can end 1-1 are `{parts: 2, race: false}`. */
  format: SeriesFormat;
}

/** The result. Only completed maps count, also in a series that was given up. */
export interface EsportsResult extends EsportsFixture {
  ending: 'completed' | 'forfeit';
  homeMaps: number;
  awayMaps: number;
}

export interface EsportsForecast extends SeriesForecast {
  /** Number of series learned from, for the team with fewer. */
  pastMatchesFewest: number;
  /** Components of the forecast: the distance between the two teams (map strength, see elo-rating.ts) and its deviation. */
  distance: { total: number; deviation: number };
}

/** The complete state of the model, as plain JSON. */
export interface EsportsState {
  teams: [name: string, rating: Rating][];
}

export interface Esports {
  /**
   * Forecasts a series without changing the model. Throws a RangeError if a team plays itself, the day is not a number, or the format is
   * impossible.
   */
  forecast(fixture: EsportsFixture): EsportsForecast;
  /** Learns from the maps of a result. Throws a RangeError for impossible maps and then changes nothing. */
  learn(result: EsportsResult): void;
  state(): EsportsState;
}

export interface EsportsParameters {
  /** Deviation of a newcomer's strength from the overall mean. */
  newcomerDeviation: number;
  /** Variance added per day, because teams and the game itself change, and the number of days after which no more is added. */
  dailyVariance: number;
  daysMax: number;
  /** Variance of a pairing on one day, which correlates the maps of a series. */
  dayVariance: number;
}

/** Plausible values, not fitted: there is no open collection of series to fit them to. */
const ESPORTS_PARAMETERS: EsportsParameters = { newcomerDeviation: 0.8, dailyVariance: 0.001, daysMax: 365, dayVariance: 0.2 };

/** The teams of one game. Pass results in order of days, and make all forecasts of a day before passing its results. */
export function createEsports(state: EsportsState = { teams: [] }, parameters: EsportsParameters = ESPORTS_PARAMETERS): Esports {
  const teams = new Map(state.teams);
  const { dayVariance } = parameters;
  const ratingOf = (name: string, day: number): Rating => {
    const known = teams.get(name);
    if (known !== undefined) return aged(known, day, [[parameters.dailyVariance]], parameters.daysMax);
    return newcomer([0], [[parameters.newcomerDeviation ** 2]], day);
  };

  return {
    forecast(fixture) {
      checkFixture(fixture);
      const [home, away] = [ratingOf(fixture.home, fixture.day), ratingOf(fixture.away, fixture.day)];
      const total = home.mean[0]! - away.mean[0]!;
      const variance = distanceVariance(home, away, 0) + dayVariance;
      return {
        ...seriesForecast(fixture.format, total, variance),
        pastMatchesFewest: Math.min(home.played, away.played),
        distance: { total, deviation: Math.sqrt(variance) },
      };
    },

    learn(result) {
      checkFixture(result);
      const { homeMaps, awayMaps, ending, format } = result;
      if (!isSeriesScore(format, homeMaps, awayMaps, ending === 'completed'))
        throw new RangeError(`A series of ${format.parts} maps, ${ending}, cannot stand at ${homeMaps}-${awayMaps}`);
      if (homeMaps + awayMaps === 0) return;
      const [home, away] = [ratingOf(result.home, result.day), ratingOf(result.away, result.day)];
      const evidence = seriesEvidence(home.mean[0]! - away.mean[0]!, homeMaps, awayMaps);
      const [homeAfter, awayAfter] = learned(home, away, 0, evidence, dayVariance);
      teams.set(result.home, homeAfter);
      teams.set(result.away, awayAfter);
    },

    state: () => ({ teams: [...teams] }),
  };
}

function checkFixture({ home, away, day, format }: EsportsFixture): void {
  if (home === away) throw new RangeError(`${home} cannot play against itself`);
  if (!Number.isFinite(day)) throw new RangeError(`There is no day ${day}`);
  checkedFormat(format);
}
