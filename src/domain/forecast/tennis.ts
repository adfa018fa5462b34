import { aged, distanceVariance, learned, newcomer, type Rating } from './elo-rating.ts';
import { isSeriesScore, type SeriesForecast, seriesEvidence, seriesForecast } from './elo-series.ts';

export const SURFACES = ['hard', 'clay', 'grass'] as const;
export type Surface = (typeof SURFACES)[number];

/** A match between two players. Names can be any stable strings. The caller keeps one model per tour. */
export interface TennisFixture {
  home: string;
  away: string;
  /** Days since a fixed day of the caller's choice, the same for all matches. */
  day: number;
  surface: Surface;
  bestOf: 3 | 5;
  /** Positions in the tour's ranking before the match, from 1; null for an unranked player. */
  homeRank?: number | null;
  awayRank?: number | null;
}

/** The result. Only completed sets count. */
export interface TennisResult extends TennisFixture {
  ending: 'completed' | 'retired' | 'walkover';
  homeSets: number;
  awaySets: number;
}

/** The outcomes (never a draw) and set scores. */
export interface TennisForecast extends SeriesForecast {
  /** Number of matches learned from, for the player with fewer. */
  pastMatchesFewest: number;
  /** Components of the forecast: the distance between the players (set strength), its part from the current ranks, and its deviation. */
  distance: { total: number; fromRanks: number; deviation: number };
}

/** The complete state of a tennis model, as plain JSON. */
export interface TennisState {
  players: [name: string, rating: Rating][];
}

export interface Tennis {
  /** Forecasts a match without changing the model. Throws a RangeError if a player plays themselves or the day is not a number. */
  forecast(fixture: TennisFixture): TennisForecast;
  /**
   * Learns from a result: nothing from a walkover, less from a retirement. Throws a RangeError for impossible sets and then changes
   * nothing.
   */
  learn(result: TennisResult): void;
  state(): TennisState;
}

/** The players of one tour. Pass results in order of days, and make all forecasts of a day before passing its results. */
export function createTennis(state: TennisState = { players: [] }, parameters: TennisParameters = TENNIS_PARAMETERS): Tennis {
  const players = new Map(state.players);
  const alike = SURFACES.map((_, i) => SURFACES.map((_, j) => (i === j ? 1 : parameters.surfaceCorrelation)));
  const scaled = (variance: number) => alike.map((row) => row.map((value) => value * variance));
  const unknown = scaled(parameters.newcomerDeviation ** 2);
  const daily = scaled(parameters.dailyVariance);
  const fromRank = (rank: number | null | undefined) => -parameters.rankSlope * Math.log(rankOr(rank, parameters.unranked));

  const ratingOf = (name: string, rank: number | null | undefined, day: number): Rating => {
    const known = players.get(name);
    if (known !== undefined) return aged(known, day, daily, parameters.daysMax);
    return newcomer(
      SURFACES.map(() => fromRank(rank)),
      unknown,
      day,
    );
  };
  const meet = (fixture: TennisFixture): [home: Rating, away: Rating] => [
    ratingOf(fixture.home, fixture.homeRank, fixture.day),
    ratingOf(fixture.away, fixture.awayRank, fixture.day),
  ];

  return {
    forecast(fixture) {
      checkPlayers(fixture);
      const [home, away] = meet(fixture);
      const kind = SURFACES.indexOf(fixture.surface);
      const share = parameters.rankShare;
      const fromRanks = share * (fromRank(fixture.homeRank) - fromRank(fixture.awayRank));
      const total = (1 - share) * (home.mean[kind]! - away.mean[kind]!) + fromRanks;
      const variance = (1 - share) ** 2 * distanceVariance(home, away, kind) + parameters.dayVariance;
      return {
        ...seriesForecast({ parts: fixture.bestOf, race: true }, total, variance),
        pastMatchesFewest: Math.min(home.played, away.played),
        distance: { total, fromRanks, deviation: Math.sqrt(variance) },
      };
    },

    learn(result) {
      checkPlayers(result);
      checkSets(result);
      const share = { completed: 1, retired: parameters.retiredShare, walkover: 0 }[result.ending];
      if (share === 0 || result.homeSets + result.awaySets === 0) return;
      const [home, away] = meet(result);
      const kind = SURFACES.indexOf(result.surface);
      const { slope, information } = seriesEvidence(home.mean[kind]! - away.mean[kind]!, result.homeSets, result.awaySets);
      const evidence = { slope: share * slope, information: share * information };
      const [homeAfter, awayAfter] = learned(home, away, kind, evidence, parameters.dayVariance);
      players.set(result.home, homeAfter);
      players.set(result.away, awayAfter);
    },

    state: () => ({ players: [...players] }),
  };
}

const rankOr = (rank: number | null | undefined, otherwise: number): number =>
  rank != null && Number.isFinite(rank) && rank >= 1 ? Math.min(rank, 2 * otherwise) : otherwise;

function checkPlayers({ home, away, day, surface, bestOf }: TennisFixture): void {
  if (home === away) throw new RangeError(`${home} cannot play against themselves`);
  if (!Number.isFinite(day)) throw new RangeError(`There is no day ${day}`);
  if (!SURFACES.includes(surface)) throw new RangeError(`There is no surface ${surface}`);
  if (bestOf !== 3 && bestOf !== 5) throw new RangeError(`There is no best of ${bestOf}`);
}

function checkSets({ ending, homeSets, awaySets, bestOf }: TennisResult): void {
  if (!isSeriesScore({ parts: bestOf, race: true }, homeSets, awaySets, ending === 'completed'))
    throw new RangeError(`A match of best of ${bestOf}, ${ending}, cannot stand at ${homeSets}-${awaySets}`);
}

/** Fixed parameters of the tennis model. Strengths refer to sets, on the logistic scale (see elo-rating.ts). */
export interface TennisParameters {
  /** Difference in strength between ranks 1 and 2.718, 4 and 10.9, and so on. */
  rankSlope: number;
  /** Rank assumed for unranked players. */
  unranked: number;
  /** Deviation of a newcomer's strength from the value implied by the rank, on one surface. */
  newcomerDeviation: number;
  /** Correlation of strengths on two surfaces, 0 to 1. */
  surfaceCorrelation: number;
  /** Variance added per day since the last match, and the number of days after which no more is added. */
  dailyVariance: number;
  daysMax: number;
  /** Variance of a pairing on one day: form, weather, and how styles match up. It correlates the sets of a match. */
  dayVariance: number;
  /** Weight of the sets of an abandoned match, as a share of a full match's evidence. */
  retiredShare: number;
  /** Share of a forecast's distance that comes from the current ranks; the rest comes from the ratings. */
  rankShare: number;
}

/** Fitted only on matches up to the end of 2023 (docs/forecast-other-sports.md). */
const TENNIS_PARAMETERS: TennisParameters = {
  rankSlope: 0.73,
  unranked: 380,
  newcomerDeviation: 0.71,
  surfaceCorrelation: 0.85,
  dailyVariance: 0.0014,
  daysMax: 365,
  dayVariance: 1.25,
  retiredShare: 0.5,
  rankShare: 0.24,
};
