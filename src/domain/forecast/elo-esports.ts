import { logistic } from './elo-rating.ts';
import { checkedFormat, isSeriesScore, type SeriesForecast, type SeriesFormat, seriesForecast } from './elo-series.ts';

/** A series of maps between two teams of one game, on neutral ground. Team names can be any stable strings. */
export interface EsportsFixture {
  home: string;
  away: string;
  /** Days since a fixed moment of the caller's choice, the same for all series; may have a fraction. */
  day: number;
  /** Best of 3 is `{parts: 3, race: true}`; two maps that can end 1-1 are `{parts: 2, race: false}`. */
  format: SeriesFormat;
  /** Any stable name, for models of several leagues that share teams. */
  league?: string;
}

/** A completed map, and how long it took: a quick win says more about the teams than a long one. */
export interface EsportsMapResult {
  homeHasWon: boolean;
  seconds: number;
}

/** The result. Only completed maps count, also in a series that was given up. */
export interface EsportsResult extends EsportsFixture {
  ending: 'completed' | 'forfeit';
  homeMaps: number;
  awayMaps: number;
  /** The same maps one by one, if their lengths are known. */
  maps?: readonly EsportsMapResult[];
}

export interface EsportsForecast extends SeriesForecast {
  /** Number of series learned from, for the team with fewer. */
  pastMatchesFewest: number;
  /** Components of the forecast: the distance between the two teams (map strength, see elo-rating.ts) and its deviation. */
  distance: { total: number; deviation: number };
}

/** A normal distribution of a strength, or of how much strengths decide. */
interface Estimate {
  mean: number;
  variance: number;
}

export interface EsportsTeam extends Estimate {
  /** Number of series learned from. */
  played: number;
  /** The day for which the estimate is valid. */
  day: number;
}

/** The complete state of the model, as plain JSON. */
export interface EsportsState {
  teams: [name: string, team: EsportsTeam][];
  /** How much strengths decide in each league: 1 in a league of which nothing is known, about 0 where each map is a coin toss. */
  leagues: [name: string, decisiveness: Estimate][];
  /** Mean logarithm of the seconds of a map; null before the first one. */
  logSeconds: number | null;
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
  /** Variance of a newcomer's strength. */
  newcomerVariance: number;
  /** Share of a strength that is lost in a day as rosters and the game change, and the variance of strengths when all of it is lost. */
  dailyLoss: number;
  restingVariance: number;
  /** Variance of a pairing on one day, which correlates the maps of a series. */
  dayVariance: number;
  /** Variance of how much strengths decide between leagues. */
  leagueVariance: number;
  /** How much less a long map counts, and a quick one more; 0 counts all the same. */
  lengthWeight: number;
}

/**
 * Found on the first halves of histories of Dota and LoL (docs/forecast-other-sports.md): for each game by itself, and for both together,
 * which is for games of which no history was seen.
 */
export const ESPORTS_PARAMETERS = {
  dota: { newcomerVariance: 1.3, dailyLoss: 0.032, restingVariance: 2.4, dayVariance: 0.2, leagueVariance: 2.7, lengthWeight: 0.82 },
  lol: { newcomerVariance: 1.1, dailyLoss: 0.013, restingVariance: 0.017, dayVariance: 0.001, leagueVariance: 0.024, lengthWeight: 1.8 },
  any: { newcomerVariance: 1.15, dailyLoss: 0.03, restingVariance: 0.64, dayVariance: 0.005, leagueVariance: 0.68, lengthWeight: 0.93 },
} as const satisfies Record<string, EsportsParameters>;

/** The teams of one game. Pass results in order of days, and make all forecasts of a day before passing its results. */
export function createEsports(
  state: EsportsState = { teams: [], leagues: [], logSeconds: null },
  parameters: EsportsParameters = ESPORTS_PARAMETERS.any,
): Esports {
  const teams = new Map(state.teams);
  const leagues = new Map(state.leagues);
  let { logSeconds } = state;

  const teamOf = (name: string, day: number): EsportsTeam => {
    const known = teams.get(name);
    if (known === undefined) return { mean: 0, variance: parameters.newcomerVariance, played: 0, day };
    const kept = Math.exp(-parameters.dailyLoss * Math.max(0, day - known.day));
    const variance = known.variance * kept ** 2 + parameters.restingVariance * (1 - kept ** 2);
    return { mean: known.mean * kept, variance, played: known.played, day: Math.max(day, known.day) };
  };
  const meet = ({ home: homeName, away: awayName, day, league = '' }: EsportsFixture) => {
    const [home, away] = [teamOf(homeName, day), teamOf(awayName, day)];
    const decisiveness = leagues.get(league) ?? { mean: 1, variance: parameters.leagueVariance };
    const factor = Math.max(FACTOR_MIN, decisiveness.mean);
    const difference = home.mean - away.mean;
    const variance = factor ** 2 * (home.variance + away.variance) + decisiveness.variance * difference ** 2 + parameters.dayVariance;
    return { home, away, decisiveness, factor, difference, total: factor * difference, variance };
  };

  return {
    forecast(fixture) {
      checkFixture(fixture);
      const { home, away, total, variance } = meet(fixture);
      return {
        ...seriesForecast(fixture.format, total, variance),
        pastMatchesFewest: Math.min(home.played, away.played),
        distance: { total, deviation: Math.sqrt(variance) },
      };
    },

    learn(result) {
      checkFixture(result);
      checkMaps(result);
      if (result.homeMaps + result.awayMaps === 0) return;
      const { home, away, decisiveness, factor, difference, total, variance } = meet(result);
      // The chance to win a map, averaged over what is not known: with the one at the mean, favourites would be held to too much.
      const p = logistic(total / Math.sqrt(1 + (Math.PI / 8) * variance));
      const maps = result.homeMaps + result.awayMaps;
      const information = maps * p * (1 - p);
      const damping = 1 + information * variance;
      const step = slopeOf(result, p) / damping;
      const certainty = information / damping;
      const moved = (team: EsportsTeam, side: 1 | -1): EsportsTeam => ({
        ...team,
        ...movedBy(team, side * factor, step, certainty),
        played: team.played + 1,
      });
      teams.set(result.home, moved(home, 1));
      teams.set(result.away, moved(away, -1));
      leagues.set(result.league ?? '', movedBy(decisiveness, difference, step, certainty));
      for (const { seconds } of result.maps ?? [])
        logSeconds = logSeconds === null ? Math.log(seconds) : logSeconds + LENGTH_STEP * (Math.log(seconds) - logSeconds);
    },

    state: () => ({ teams: [...teams], leagues: [...leagues], logSeconds }),
  };

  /** Slope of the log-likelihood of the maps over the distance, in which quick wins weigh more. */
  function slopeOf({ homeMaps, awayMaps, maps }: EsportsResult, p: number): number {
    if (maps === undefined) return homeMaps - (homeMaps + awayMaps) * p;
    return maps.reduce((sum, { homeHasWon, seconds }) => sum + weightOf(seconds) * ((homeHasWon ? 1 : 0) - p), 0);
  }

  function weightOf(seconds: number): number {
    if (logSeconds === null) return 1;
    return Math.max(0, 1 - parameters.lengthWeight * Math.tanh((Math.log(seconds) - logSeconds) / LENGTH_DEVIATION));
  }
}

/** A league's strengths decide at least so much, so that it can be found out that they decide more. */
const FACTOR_MIN = 0.05;
/** Deviation of the logarithm of lengths of maps, and the step by which one map moves their mean. */
const LENGTH_DEVIATION = 0.28;
const LENGTH_STEP = 0.01;

/** One Kalman step of an estimate, of which the distance has `share`. */
function movedBy({ mean, variance }: Estimate, share: number, step: number, certainty: number): Estimate {
  return { mean: mean + variance * share * step, variance: variance - (variance * share) ** 2 * certainty };
}

function checkFixture({ home, away, day, format }: EsportsFixture): void {
  if (home === away) throw new RangeError(`${home} cannot play against itself`);
  if (!Number.isFinite(day)) throw new RangeError(`There is no day ${day}`);
  checkedFormat(format);
}

function checkMaps({ format, ending, homeMaps, awayMaps, maps }: EsportsResult): void {
  if (!isSeriesScore(format, homeMaps, awayMaps, ending === 'completed'))
    throw new RangeError(`A series of ${format.parts} maps, ${ending}, cannot stand at ${homeMaps}-${awayMaps}`);
  if (maps === undefined) return;
  const won = maps.filter(({ homeHasWon }) => homeHasWon).length;
  if (won !== homeMaps || maps.length - won !== awayMaps) throw new RangeError(`These maps do not add up to ${homeMaps}-${awayMaps}`);
  for (const { seconds } of maps) if (!(seconds > 0 && Number.isFinite(seconds))) throw new RangeError(`A map cannot last ${seconds} s`);
}
