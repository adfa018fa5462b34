import { SURFACES, type Surface } from '#domain/matches/sport.ts';
import { type Evidence, learned, logistic, type Rating } from './elo-rating.ts';
import { isSeriesScore, type SeriesForecast, seriesForecast } from './elo-series.ts';
import { TENNIS_PARAMETERS, type TennisParameters } from './tennis-parameters.ts';
import { conditionOf, havingPlayed, newPlayer, onDay, type TennisPlayer } from './tennis-player.ts';
import { retirementRisk } from './tennis-retirement.ts';

/** A match between two players. Names can be any stable strings. The caller keeps one model per tour. */
export interface TennisFixture {
  home: string;
  away: string;
  /** Days since a fixed day of the caller's choice, the same for all matches. */
  day: number;
  /** Null if it is unknown, which counts as hard. */
  surface: Surface | null;
  bestOf: 3 | 5;
  /** Positions in the tour's ranking before the match, from 1; null for an unranked player, absent if unknown. */
  homeRank?: number | null;
  awayRank?: number | null;
  /** Any name that the matches of one tournament of one year share; absent if unknown. */
  tournament?: string;
}

/** The result. Only completed sets count. */
export interface TennisResult extends TennisFixture {
  ending: 'completed' | 'retired' | 'walkover';
  homeSets: number;
  awaySets: number;
  /** Games of all sets, also of one that was not completed; absent if only the sets are known. */
  games?: readonly [home: number, away: number];
  /** Who gave up or withdrew; absent if unknown. */
  gaveUp?: 'home' | 'away';
}

/** The outcomes (never a draw) and set scores, given that the match is played to its end. */
export interface TennisForecast extends SeriesForecast {
  /** Number of matches learned from, for the player with fewer. */
  pastMatchesFewest: number;
  /**
   * Components of the forecast: the distance between the players (set strength), its part from what they did lately and from ranks that
   * are better than the rating, and its deviation.
   */
  distance: { total: number; fromCondition: number; deviation: number };
  /** Probability that each player gives up during the match, 0 to 1. */
  retirement: { home: number; away: number };
}

/** The complete state of a tennis model, as plain JSON. */
export interface TennisState {
  players: [name: string, player: TennisPlayer][];
}

export interface Tennis {
  /** Forecasts a match without changing the model. Throws a RangeError if a player plays themselves or the day is not a number. */
  forecast(fixture: TennisFixture): TennisForecast;
  /**
   * Learns from a result: from a walkover only who withdrew, less from a retirement. Throws a RangeError for impossible sets or games and
   * then changes nothing.
   */
  learn(result: TennisResult): void;
  state(): TennisState;
}

/** Strength on one surface, and its variance. */
interface Strength {
  mean: number;
  variance: number;
}

/** A player on the day of a match. */
interface Entrant {
  player: TennisPlayer;
  /** By past results alone. */
  rated: Strength;
  /** By past results and rank. */
  strength: Strength;
  /** What the player did lately, and a rank better than the rating. */
  condition: number;
}

/** Games of the winner and the loser of a set, on average. */
const TYPICAL_SET = [6.2, 3.5] as const;

/** The players of one tour. Pass results in order of days, and make all forecasts of a day (or round) before passing its results. */
export function createTennis(state: TennisState = { players: [] }, parameters: TennisParameters = TENNIS_PARAMETERS): Tennis {
  const players = new Map(state.players);
  const { hardAndClay, hardAndGrass, clayAndGrass, condition } = parameters;
  const alike = [
    [1, hardAndClay, hardAndGrass],
    [hardAndClay, 1, clayAndGrass],
    [hardAndGrass, clayAndGrass, 1],
  ];
  const scaled = (variance: number) => alike.map((row) => row.map((value) => value * variance));
  const newcomers = { ranked: scaled(parameters.newcomerDeviation ** 2), other: scaled(parameters.newcomerDeviationWithoutRank ** 2) };
  const ageing = { daily: scaled(parameters.dailyVariance), daysMax: parameters.daysMax };

  /** A rank as an opinion on a player; null if it is unknown. */
  const byRank = (rank: number | null | undefined): Strength | null => {
    if (rank === undefined) return null;
    const { rankSlope, rankShift, unranked, rankVariance } = parameters;
    const isRanked = rank !== null && Number.isFinite(rank) && rank >= 1;
    const place = isRanked ? Math.min(rank, 2 * unranked) : unranked;
    return { mean: -rankSlope * Math.log(place + rankShift), variance: isRanked ? rankVariance : 2 * rankVariance };
  };

  const entrant = (name: string, rank: number | null | undefined, fixture: TennisFixture): Entrant => {
    const { day, tournament = null } = fixture;
    const kind = kindOf(fixture);
    const ranked = byRank(rank);
    const known = players.get(name);
    const start = ranked ?? byRank(TYPICAL_RANK)!;
    const player = known
      ? onDay(known, day, ageing, condition)
      : newPlayer(
          SURFACES.map(() => start.mean),
          ranked === null ? newcomers.other : newcomers.ranked,
          day,
        );
    const rated = { mean: player.rating.mean[kind]!, variance: player.rating.covariance[kind]![kind]! };
    const rising = ranked === null ? 0 : parameters.rising * Math.max(0, ranked.mean - rated.mean);
    return {
      player,
      rated,
      strength: ranked === null ? rated : combined(rated, ranked),
      condition: rising + (known ? conditionOf(known, day, tournament, condition) : 0),
    };
  };
  const meet = (fixture: TennisFixture): [home: Entrant, away: Entrant] => [
    entrant(fixture.home, fixture.homeRank, fixture),
    entrant(fixture.away, fixture.awayRank, fixture),
  ];

  /** What the games say about the distance between two ratings. */
  const evidenceOf = (home: Entrant, away: Entrant, [won, lost]: readonly [number, number], share: number): Evidence => {
    const { gameScale, gameWeight } = parameters;
    const p = logistic(gameScale * (home.rated.mean - away.rated.mean));
    const weight = share * gameWeight * gameScale;
    return { slope: weight * (won - (won + lost) * p), information: weight * gameScale * (won + lost) * p * (1 - p) };
  };

  const noteWithdrawal = (name: string): void => {
    const player = players.get(name);
    if (player) players.set(name, { ...player, hasGivenUp: true });
  };

  return {
    forecast(fixture) {
      checkPlayers(fixture);
      const [home, away] = meet(fixture);
      const fromCondition = home.condition - away.condition;
      const total = home.strength.mean - away.strength.mean + fromCondition;
      const dayVariance = fixture.bestOf === 5 ? parameters.dayVarianceOfFive : parameters.dayVariance;
      const variance = home.strength.variance + away.strength.variance + dayVariance;
      return {
        ...seriesForecast({ parts: fixture.bestOf, race: true }, total, variance),
        pastMatchesFewest: Math.min(home.player.rating.played, away.player.rating.played),
        distance: { total, fromCondition, deviation: Math.sqrt(variance) },
        retirement: { home: retirementRisk(home.player, fixture.bestOf), away: retirementRisk(away.player, fixture.bestOf) },
      };
    },

    learn(result) {
      checkPlayers(result);
      checkScore(result);
      const games = result.games ?? typicalGames(result);
      const played = games[0] + games[1];
      if (result.ending === 'walkover' || played === 0) {
        if (result.gaveUp) noteWithdrawal(result[result.gaveUp]);
        return;
      }
      const [home, away] = meet(result);
      const evidence = evidenceOf(home, away, games, result.ending === 'retired' ? parameters.retiredShare : 1);
      const ratings = learned(home.player.rating, away.player.rating, kindOf(result), evidence, parameters.learningVariance);
      const { tournament = null, gaveUp } = result;
      const after = (side: 'home' | 'away', rating: Rating) => ({ rating, games: played, hasGivenUp: gaveUp === side, tournament });
      players.set(result.home, havingPlayed(home.player, after('home', ratings[0])));
      players.set(result.away, havingPlayed(away.player, after('away', ratings[1])));
    },

    state: () => ({ players: [...players] }),
  };
}

/** Where a newcomer of unknown rank begins. */
const TYPICAL_RANK = 150;

const kindOf = ({ surface }: TennisFixture): number => SURFACES.indexOf(surface ?? 'hard');

/** The mean of two opinions, each by the inverse of its variance. */
function combined(one: Strength, two: Strength): Strength {
  const share = one.variance / (one.variance + two.variance);
  return { mean: one.mean + share * (two.mean - one.mean), variance: (1 - share) * one.variance };
}

function typicalGames({ homeSets, awaySets }: TennisResult): readonly [home: number, away: number] {
  const [most, least] = TYPICAL_SET;
  return [homeSets * most + awaySets * least, homeSets * least + awaySets * most];
}

function checkPlayers({ home, away, day, surface, bestOf }: TennisFixture): void {
  if (home === away) throw new RangeError(`${home} cannot play against themselves`);
  if (!Number.isFinite(day)) throw new RangeError(`There is no day ${day}`);
  if (surface !== null && !SURFACES.includes(surface)) throw new RangeError(`There is no surface ${surface}`);
  if (bestOf !== 3 && bestOf !== 5) throw new RangeError(`There is no best of ${bestOf}`);
}

function checkScore({ ending, homeSets, awaySets, bestOf, games }: TennisResult): void {
  if (!isSeriesScore({ parts: bestOf, race: true }, homeSets, awaySets, ending === 'completed'))
    throw new RangeError(`A match of best of ${bestOf}, ${ending}, cannot stand at ${homeSets}-${awaySets}`);
  if (games !== undefined && !games.every((won) => Number.isSafeInteger(won) && won >= 0 && won <= GAMES_MAX))
    throw new RangeError(`No match has ${games[0]}-${games[1]} games`);
}

/** The longest match ever had 183 games. */
const GAMES_MAX = 200;
