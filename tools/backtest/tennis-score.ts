/** Games of a set; a match tie-break counts as a set of one game. */
export interface SetScore {
  winner: number;
  loser: number;
  /** Whether the set is a match tie-break, played in place of a last set. */
  isMatchTieBreak: boolean;
}

/** A score as the winner of the match reads it. */
export interface TennisScore {
  /** Sets in order of play. The last one may be unfinished if the match was given up. */
  sets: SetScore[];
  setsWon: [winner: number, loser: number];
  ending: 'completed' | 'retired' | 'walkover';
}

const ENDINGS: readonly [RegExp, TennisScore['ending']][] = [
  [/^(w\/o|walkover)$/i, 'walkover'],
  [/^ret\.?$/i, 'retired'],
  [/^def\.?$/i, 'retired'],
];
const SET = /^(\d{1,2})-(\d{1,2})(?:\(\d{1,2}\))?$/;
const MATCH_TIE_BREAK = /^\[(\d{1,2})-(\d{1,2})\]$/;

/**
 * Reads a score such as "6-3 6-7(4) 7-5", "6-3 2-1 RET", "6-4 3-6 [10-7]" or "W/O", in which the winner's games come first. A default
 * counts as a retirement. Returns a sentence for a score that no match of `bestOf` sets can have.
 */
export function readTennisScore(text: string, bestOf: 3 | 5): TennisScore | string {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const last = words.at(-1);
  if (last === undefined) return 'has no score';
  const ending = ENDINGS.find(([form]) => form.test(last))?.[1] ?? 'completed';
  if (ending !== 'completed') words.pop();
  if (ending === 'walkover') return words.length === 0 ? { sets: [], setsWon: [0, 0], ending } : 'is a walk-over with a score';
  const sets: SetScore[] = [];
  for (const word of words) {
    const set = setOf(word);
    if (set === null) return `has no score ${word}`;
    sets.push(set);
  }
  return checkedSets(sets, ending, bestOf);
}

function setOf(word: string): SetScore | null {
  const set = SET.exec(word);
  if (set) return { winner: Number(set[1]), loser: Number(set[2]), isMatchTieBreak: false };
  const tieBreak = MATCH_TIE_BREAK.exec(word);
  if (!tieBreak) return null;
  const [winner, loser] = [Number(tieBreak[1]), Number(tieBreak[2])];
  const isOver = Math.max(winner, loser) >= 10 && Math.abs(winner - loser) >= 2;
  return { winner: isOver && winner > loser ? 1 : 0, loser: isOver && loser > winner ? 1 : 0, isMatchTieBreak: true };
}

function checkedSets(sets: SetScore[], ending: TennisScore['ending'], bestOf: 3 | 5): TennisScore | string {
  const needed = (bestOf + 1) / 2;
  const setsWon: [number, number] = [0, 0];
  const isShort = sets.length > 0 && sets.every(({ winner, loser }) => Math.max(winner, loser) <= 4) && ending === 'completed';
  for (const [i, set] of sets.entries()) {
    const isLast = i === sets.length - 1;
    if (Math.max(...setsWon) === needed) return 'goes on after its end';
    const isDecider = setsWon[0] + setsWon[1] === bestOf - 1;
    if (isSetOver(set, isShort ? 4 : 6, isDecider)) setsWon[set.winner > set.loser ? 0 : 1]++;
    else if (!(isLast && ending === 'retired' && isSetUnderWay(set))) return `has a set that cannot end ${set.winner}-${set.loser}`;
  }
  const isOver = Math.max(...setsWon) === needed;
  if (ending === 'completed' && (!isOver || setsWon[0] < setsWon[1])) return `cannot have been won ${setsWon.join('-')}`;
  if (ending === 'retired' && isOver) return 'was over, yet given up';
  return { sets, setsWon, ending };
}

/** `to` games with two more than the other side, one more after a tie-break, and any two more in a last set without one. */
function isSetOver({ winner, loser, isMatchTieBreak }: SetScore, to: number, isDecider: boolean): boolean {
  if (isMatchTieBreak) return isDecider && winner !== loser;
  const [most, least] = [Math.max(winner, loser), Math.min(winner, loser)];
  if (to === 4) return most === 4 && least <= 3;
  if (most === to) return least <= to - 2;
  if (most === to + 1) return least === to - 1 || least === to;
  // In 2019 to 2021 Wimbledon had a tie-break at 12-12.
  return isDecider && most > to + 1 && (most - least === 2 || (most === 13 && least === 12));
}

const isSetUnderWay = ({ winner, loser }: SetScore): boolean => Math.max(winner, loser) <= 7 || Math.abs(winner - loser) < 2;
