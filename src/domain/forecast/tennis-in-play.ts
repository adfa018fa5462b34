import type { GamePoints } from '#domain/matches/score.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { type Pairing, pairings, type TennisFormat } from './tennis-pairing.ts';
import { gameWon, other, type PointsWon, serverOfPoint, tieBreakWon } from './tennis-points.ts';
import { type GamesWon, homeWinsSet, isTieBreak, mixed, type SetRule, serverOfGame, setWinner, tieBreakTo } from './tennis-set.ts';

/** The score of a match in play. */
export interface TennisScoreNow {
  /** Games of each completed set in order. A match tie-break counts as 1-0. */
  sets: readonly GamesWon[];
  /** Games of the set in progress. */
  games: GamesWon;
  /** Points of the game in progress as they are called, or of the tie-break as numbers; null if they are unknown, which counts as none. */
  points: readonly [home: GamePoints, away: GamePoints] | PointsWon | null;
  /** Who serves the point; null if that is unknown. */
  server: Side | null;
}

/** Probabilities that home wins, 0 to 1. */
export interface TennisInPlayForecast {
  match: number;
  /** The set in progress; null once the match is over. */
  set: number | null;
}

/** The model of a match in play: created once, used for every score. */
export interface TennisInPlayModel {
  format: TennisFormat;
  /** The possible distances between the players, and how likely each is before the match. */
  places: { pairing: Pairing; weight: number }[];
}

/** What an in-play model assumes beyond the forecast. Chosen on matches before 2022 (docs/forecast-other-sports.md). */
export interface TennisInPlayParameters {
  /** Deviation of the distance between the players from what the forecast says, in logits of a point on serve. */
  deviation: number;
  /** Share of the evidence of past games that is believed, 0 to 1: games of a match depend on each other. */
  evidenceShare: number;
}

export const TENNIS_IN_PLAY: TennisInPlayParameters = { deviation: 0.15, evidenceShare: 0.9 };

/** Less certain forecasts are not told apart from 0 and 1. */
const FORECAST_MIN = 0.0005;
const HALVINGS = 40;

/**
 * Prepares the in-play forecast so that the probability before the match is `forecast`, the probability that home wins. The distance
 * between the players remains uncertain, so that games and sets teach which of them is better. Throws a RangeError for a forecast outside
 * 0 to 1 or an unknown format.
 */
export function tennisInPlayModel(forecast: number, format: TennisFormat, parameters = TENNIS_IN_PLAY): TennisInPlayModel {
  if (!(forecast >= 0 && forecast <= 1)) throw new RangeError(`There is no probability ${forecast}`);
  const wanted = Math.min(1 - FORECAST_MIN, Math.max(FORECAST_MIN, forecast));
  const all = pairings(format);
  const said = (weights: number[]) => weights.reduce((sum, weight, i) => sum + weight * all[i]!.matchFromStart, 0);
  let [low, high] = [all[0]!.distance, all.at(-1)!.distance];
  for (let n = 0; n < HALVINGS; n++) {
    const mean = (low + high) / 2;
    if (said(normalWeights(all, mean, parameters.deviation)) < wanted) low = mean;
    else high = mean;
  }
  const weights = normalWeights(all, (low + high) / 2, parameters.deviation);
  return { format, places: all.map((pairing, i) => ({ pairing, weight: weights[i]! })).filter(({ weight }) => weight > NEGLIGIBLE) };
}

const NEGLIGIBLE = 1e-9;

function normalWeights(all: readonly Pairing[], mean: number, deviation: number): number[] {
  const weights = all.map(({ distance }) => Math.exp(-(((distance - mean) / deviation) ** 2) / 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/**
 * Returns the probabilities of match and set for the current score. Throws a RangeError for a score that the match cannot have: too many
 * sets, games no set can have, points no game can have.
 */
export function tennisInPlay(model: TennisInPlayModel, now: TennisScoreNow, parameters = TENNIS_IN_PLAY): TennisInPlayForecast {
  const at = situation(model.format, now);
  if (at.winner !== null) return { match: at.winner === 'home' ? 1 : 0, set: null };
  const sums = { weight: 0, match: 0, set: 0 };
  for (const server of at.server === null ? SIDES : [at.server])
    for (const { pairing, weight } of model.places) {
      const believed = weight * likelihood(pairing, at, server) ** parameters.evidenceShare;
      const ends = endsOfSet(pairing, at, server);
      sums.weight += believed;
      sums.set += believed * homeWinsSet(ends);
      sums.match += believed * pairing.matchAfter(at.setsWon, ends);
    }
  return { match: within(sums.match / sums.weight), set: within(sums.set / sums.weight) };
}

/** Clamps sums of many probabilities, which may exceed 1 by rounding. */
const within = (p: number): number => Math.min(1, Math.max(0, p));

/** A checked score. */
interface Situation {
  sets: readonly { games: GamesWon; rule: SetRule }[];
  setsWon: Record<Side, number>;
  winner: Side | null;
  rule: SetRule;
  games: GamesWon;
  /** Points in the game or tie-break, counted from 0. */
  points: PointsWon;
  /** Who serves the next point. */
  server: Side | null;
}

function situation(format: TennisFormat, { sets, games, points, server }: TennisScoreNow): Situation {
  const needed = (format.bestOf + 1) / 2;
  const setsWon = { home: 0, away: 0 };
  const ruleOf = (index: number): SetRule => (index === format.bestOf - 1 ? format.lastSet : 'tie_break');
  const over = sets.map((set, index) => {
    if (Math.max(setsWon.home, setsWon.away) === needed) throw new RangeError('The match was over before its last set');
    const winner = setWinner(ruleOf(index), set);
    if (winner === null) throw new RangeError(`A set at ${set.home}-${set.away} is not over`);
    setsWon[winner]++;
    return { games: set, rule: ruleOf(index) };
  });
  const winner = setsWon.home === needed ? 'home' : setsWon.away === needed ? 'away' : null;
  const rule = ruleOf(sets.length);
  const isOver = winner !== null && games.home === 0 && games.away === 0;
  if (!isOver && (winner !== null || setWinner(rule, games) !== null))
    throw new RangeError(`No set in progress stands at ${games.home}-${games.away}`);
  return { sets: over, setsWon, winner, rule, games, points: isOver ? NO_POINTS : pointsWon(rule, games, points), server };
}

const NO_POINTS: PointsWon = { home: 0, away: 0 };
const CALLED: Record<GamePoints, number> = { '0': 0, '15': 1, '30': 2, '40': 3, A: 4 };

function pointsWon(rule: SetRule, games: GamesWon, points: TennisScoreNow['points']): PointsWon {
  if (points === null) return NO_POINTS;
  const to = isTieBreak(rule, games) ? tieBreakTo(rule) : null;
  const won = 'home' in points ? points : { home: CALLED[points[0]], away: CALLED[points[1]] };
  const fail = () => new RangeError(`No ${to === null ? 'game' : 'tie-break'} stands at ${won.home}-${won.away}`);
  if ('home' in points !== (to !== null) && won.home + won.away > 0) throw fail();
  if (![won.home, won.away].every((count) => Number.isSafeInteger(count) && count >= 0)) throw fail();
  const [most, least] = [Math.max(won.home, won.away), Math.min(won.home, won.away)];
  const wins = to ?? 4;
  const isPlayable = most < wins || (least >= wins - 1 && most - least < 2);
  if (!isPlayable || (to === null && most === 4 && least !== 3)) throw fail();
  return won;
}

/** Returns who serves the first point of the game or tie-break in progress, given who serves its next point. */
function openerOfGame({ rule, games, points }: Situation, server: Side): Side {
  if (!isTieBreak(rule, games)) return server;
  return serverOfPoint('home', points.home + points.away) === server ? 'home' : 'away';
}

/** Returns the probability of the completed sets and of the games of the set in progress, if `server` serves the next point. */
function likelihood(pairing: Pairing, at: Situation, server: Side): number {
  const opens = (games: GamesWon, next: Side): Side => (serverOfGame('home', games) === next ? 'home' : 'away');
  let opener = opens(at.games, openerOfGame(at, server));
  let chance = pairing.setTable(at.rule).reaches(at.games, opener);
  // Whoever opens a set would have served the game after the last one of the set before.
  for (const { games, rule } of [...at.sets].reverse()) {
    opener = opens(games, opener);
    chance *= pairing.setTable(rule).reaches(games, opener);
  }
  return chance;
}

/** Returns how the set in progress may end, from the point in progress on. */
function endsOfSet(pairing: Pairing, at: Situation, server: Side) {
  const table = pairing.setTable(at.rule);
  const opener = openerOfGame(at, server);
  const { home, away } = at.games;
  const next = other(opener);
  return mixed(homeWinsGame(pairing, at, opener), table.ends({ home: home + 1, away }, next), table.ends({ home, away: away + 1 }, next));
}

function homeWinsGame({ serve }: Pairing, { rule, games, points }: Situation, opener: Side): number {
  const to = isTieBreak(rule, games) ? tieBreakTo(rule) : null;
  if (to !== null) return tieBreakWon(serve, to, opener, points);
  return opener === 'home' ? gameWon(serve.home, points.home, points.away) : 1 - gameWon(serve.away, points.away, points.home);
}
