import { aged, distanceVariance, learned, newcomer, type Rating } from './elo-rating.ts';
import { checkedFormat, isSeriesScore, type SeriesForecast, type SeriesFormat, seriesEvidence, seriesForecast } from './elo-series.ts';

/** A series of maps between two teams of one game, at neither's home. Teams have any names that stay the same. */
export interface EsportsFixture {
  home: string;
  away: string;
  /** Days since any fixed day, the same one for all. */
  day: number;
  /** Best of 3 is `{parts: 3, race: true}`; two maps that may end 1-1 are `{parts: 2, race: false}`. */
  format: SeriesFormat;
}

/** How it ended. Maps are those that were played to their end; a series given up counts those alone. */
export interface EsportsResult extends EsportsFixture {
  ending: 'completed' | 'forfeit';
  homeMaps: number;
  awayMaps: number;
}

export interface EsportsForecast extends SeriesForecast {
  /** Series learned from, of the team with fewer. */
  pastMatchesFewest: number;
  /** What it is made of: the distance between the two (strength of maps, see elo-rating.ts) and how unsure it is. */
  distance: { total: number; deviation: number };
}

/** Everything the model knows, as plain JSON. */
export interface EsportsState {
  teams: [name: string, rating: Rating][];
}

export interface Esports {
  /** What is expected; changes nothing. Throws a RangeError for a team against itself, a day that is no number, a format that cannot be. */
  forecast(fixture: EsportsFixture): EsportsForecast;
  /** Takes a result in; maps alone teach. Throws a RangeError for maps that cannot be; then nothing has changed. */
  learn(result: EsportsResult): void;
  state(): EsportsState;
}

export interface EsportsParameters {
  /** Deviation of a newcomer's strength from the mean of all. */
  newcomerDeviation: number;
  /** Variance that a day adds, as teams, and the game itself, change; and the days after which no more is added. */
  dailyVariance: number;
  daysMax: number;
  /** Variance of a pairing on one day, which makes maps of a series go together. */
  dayVariance: number;
}

/** Plausible, not fitted: there is no open collection of series to fit them to. */
export const ESPORTS_PARAMETERS: EsportsParameters = { newcomerDeviation: 0.8, dailyVariance: 0.001, daysMax: 365, dayVariance: 0.2 };

/** The teams of one game. Results are to come in their order of days, and all of a day's forecasts before its results. */
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
