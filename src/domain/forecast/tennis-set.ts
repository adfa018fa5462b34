import { SIDES, type Side } from '#domain/matches/sport.ts';
import { gameWon, other, type ServePoints, tieBreakWon, twoAhead } from './tennis-points.ts';

/**
 * How a set is decided: by a tie-break to seven or to ten points at six games all, by two games more without a tie-break, or as a match
 * tie-break to ten that stands in place of the set.
 */
export const SET_RULES = ['tie_break', 'long_tie_break', 'advantage', 'match_tie_break'] as const;
export type SetRule = (typeof SET_RULES)[number];

/** Games won by each side. A match tie-break counts as one game. */
export interface GamesWon {
  home: number;
  away: number;
}

const LEVEL_AT = 6;

/** Returns the number of points that wins the tie-break of a set, or null if it has none. */
export const tieBreakTo = (rule: SetRule): 7 | 10 | null => (rule === 'advantage' ? null : rule === 'tie_break' ? 7 : 10);

/** Whether the next game at these games is a tie-break. */
export const isTieBreak = (rule: SetRule, { home, away }: GamesWon): boolean =>
  rule === 'match_tie_break' ? home + away === 0 : rule !== 'advantage' && home === LEVEL_AT && away === LEVEL_AT;

/** Returns who has won the set, or null while it goes on. Throws a RangeError for games that no set can have. */
export function setWinner(rule: SetRule, games: GamesWon): Side | null {
  const winner = winnerAt(rule, games);
  if (winner === 'impossible') throw new RangeError(`No set stands at ${games.home}-${games.away}`);
  return winner;
}

function winnerAt(rule: SetRule, { home, away }: GamesWon): Side | null | 'impossible' {
  if (![home, away].every((games) => Number.isSafeInteger(games) && games >= 0)) return 'impossible';
  const [most, least] = [Math.max(home, away), Math.min(home, away)];
  const leader = home > away ? 'home' : 'away';
  if (rule === 'match_tie_break') return home + away > 1 ? 'impossible' : home + away === 1 ? leader : null;
  if (most < LEVEL_AT || (most === LEVEL_AT && least >= LEVEL_AT - 1)) return null;
  if (most === LEVEL_AT || (most === LEVEL_AT + 1 && least === LEVEL_AT - 1)) return leader;
  if (rule !== 'advantage') return most === LEVEL_AT + 1 && least === LEVEL_AT ? leader : 'impossible';
  if (most - least > 2) return 'impossible';
  return most - least === 2 ? leader : null;
}

/** A set between two players: exact, given the probabilities of winning a point on serve. */
export interface SetTable {
  /**
   * Returns the probability that home wins the set that stands at `games`, split by who serves first in the next set. `server` serves the
   * next game.
   */
  ends(games: GamesWon, server: Side): SetEnds;
  /** Returns the probability that home wins the next game or tie-break. */
  game(games: GamesWon, server: Side): number;
  /** Returns the probability that a set that `opener` opens passes through (or ends at) these games. */
  reaches(games: GamesWon, opener: Side): number;
}

/** Probabilities of how a set ends, by winner and by who serves first in the next set; they add up to 1. */
export interface SetEnds {
  home: ServedNext;
  away: ServedNext;
}
type ServedNext = Record<Side, number>;

/** Prepares the table of a set. Each situation is calculated when it is first asked for. */
export function setTable(serve: ServePoints, rule: SetRule): SetTable {
  const hold = { home: gameWon(serve.home, 0, 0), away: gameWon(serve.away, 0, 0) };
  const to = tieBreakTo(rule);
  const tieBreak = to === null ? null : { home: tieBreakWon(serve, to, 'home'), away: tieBreakWon(serve, to, 'away') };
  const ends = new Map<number, SetEnds>();
  const reached = new Map<number, number>();

  const game = (games: GamesWon, server: Side): number => {
    if (tieBreak !== null && isTieBreak(rule, games)) return tieBreak[server];
    return server === 'home' ? hold.home : 1 - hold.away;
  };

  const endsFrom = (games: GamesWon, server: Side): SetEnds => {
    const winner = setWinner(rule, games);
    if (winner !== null) return certain(winner, server);
    // Without a tie-break, games go in pairs from here on, and the same side serves again after each.
    if (rule === 'advantage' && games.home === games.away && games.home >= LEVEL_AT - 1)
      return levelEnds(twoAhead(hold.home, 1 - hold.away), server);
    const key = keyOf(games, server);
    const known = ends.get(key);
    if (known !== undefined) return known;
    const next = other(server);
    const found = mixed(game(games, server), endsFrom(withGame(games, 'home'), next), endsFrom(withGame(games, 'away'), next));
    ends.set(key, found);
    return found;
  };

  const reaches = (games: GamesWon, opener: Side): number => {
    if (games.home === 0 && games.away === 0) return 1;
    const key = keyOf(games, opener);
    const known = reached.get(key);
    if (known !== undefined) return known;
    let found = 0;
    for (const side of SIDES) {
      const before = { ...games, [side]: games[side] - 1 };
      if (winnerAt(rule, before) !== null) continue;
      const p = game(before, serverOfGame(opener, before));
      found += reaches(before, opener) * (side === 'home' ? p : 1 - p);
    }
    reached.set(key, found);
    return found;
  };

  return { ends: endsFrom, game, reaches };
}

/** Returns who serves the next game of a set that `opener` opened. */
export const serverOfGame = (opener: Side, { home, away }: GamesWon): Side => ((home + away) % 2 === 0 ? opener : other(opener));

const withGame = ({ home, away }: GamesWon, side: Side): GamesWon => ({
  home: home + (side === 'home' ? 1 : 0),
  away: away + (side === 'away' ? 1 : 0),
});

const keyOf = ({ home, away }: GamesWon, side: Side): number => (home * 1_000 + away) * 2 + (side === 'home' ? 0 : 1);

const NEVER: ServedNext = { home: 0, away: 0 };
const ALWAYS: Record<Side, ServedNext> = { home: { home: 1, away: 0 }, away: { home: 0, away: 1 } };

const certain = (winner: Side, opener: Side): SetEnds =>
  winner === 'home' ? { home: ALWAYS[opener], away: NEVER } : { home: NEVER, away: ALWAYS[opener] };

const levelEnds = (p: number, opener: Side): SetEnds => mixed(p, certain('home', opener), certain('away', opener));

/** Returns how the set ends if the next game brings the first with probability `p` and else the second. */
export function mixed(p: number, first: SetEnds, second: SetEnds): SetEnds {
  const mix = (a: ServedNext, b: ServedNext) => ({ home: p * a.home + (1 - p) * b.home, away: p * a.away + (1 - p) * b.away });
  return { home: mix(first.home, second.home), away: mix(first.away, second.away) };
}

/** Probability that home wins the set. */
export const homeWinsSet = ({ home }: SetEnds): number => home.home + home.away;
