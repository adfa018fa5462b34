import { groupBy } from '#domain/grouping.ts';
import type { HistoryMatch, HistoryPlayer } from './tennis-history.ts';
import type { PricedMatch } from './tennis-prices.ts';

const DAY_MS = 86_400_000;
/** A match is played between these days of its tournament, counted from the first; qualifiers' first matches may be a day or two early. */
const DAYS = { least: -3, most: 16 };

/**
 * Finds each priced match in the history, by tour, both names, the tournament's days, and the round as far as both files name it alike.
 * Matches that are found twice, or with another winner, are left out.
 */
export function pricesByMatch(history: readonly HistoryMatch[], priced: readonly PricedMatch[]): Map<HistoryMatch, PricedMatch> {
  const players = new Map<HistoryPlayer, Name>();
  const nameOf = (player: HistoryPlayer): Name => {
    const name = players.get(player) ?? fullName(player.name);
    players.set(player, name);
    return name;
  };
  const byWord = groupBy(
    history.flatMap((match) => [...new Set([...nameOf(match.home).last, ...nameOf(match.away).last])].map((word) => ({ word, match }))),
    ({ word, match }) => `${match.tour} ${word}`,
  );
  const found = new Map<HistoryMatch, PricedMatch | null>();
  for (const row of priced) {
    const [winner, loser] = [shortName(row.winner), shortName(row.loser)];
    const words = new Set([winner.last[0], winner.last.at(-1)]);
    const candidates = new Set([...words].flatMap((word) => (byWord.get(`${row.tour} ${word}`) ?? []).map(({ match }) => match)));
    const matches = [...candidates].filter((match) => {
      const [first, second] = match.homeHasWon ? [match.home, match.away] : [match.away, match.home];
      return isInTime(match, row) && isRound(match, row) && isSame(nameOf(first), winner) && isSame(nameOf(second), loser);
    });
    const [only] = matches;
    if (only === undefined || matches.length > 1) continue;
    found.set(only, found.has(only) ? null : row);
  }
  return new Map([...found].flatMap(([match, row]) => (row === null ? [] : [[match, row] as const])));
}

function isInTime({ date }: HistoryMatch, row: PricedMatch): boolean {
  const days = (Date.parse(row.date) - Date.parse(date)) / DAY_MS;
  return days >= DAYS.least && days <= DAYS.most;
}

const NAMED_ROUNDS: Readonly<Record<string, string>> = { Quarterfinals: 'QF', Semifinals: 'SF', 'The Final': 'F', 'Round Robin': 'RR' };
const isRound = ({ round }: HistoryMatch, row: PricedMatch): boolean =>
  (NAMED_ROUNDS[row.round] ?? 'early') === (Object.values(NAMED_ROUNDS).includes(round) ? round : 'early');

interface Name {
  /** Surnames in order. */
  last: string[];
  /** First letter of the given names. */
  initial: string;
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** "Soonwoo Kwon": given name first. */
function fullName(name: string): Name {
  const [first = '', ...last] = wordsOf(name);
  return { last: last.length === 0 ? [first] : last, initial: first.slice(0, 1) };
}

/** "Kwon S.W.": surnames, then initials with full stops. */
function shortName(name: string): Name {
  const initials = /\s((?:[\p{L}-]+\.\s*)+)$/u.exec(name);
  return { last: wordsOf(initials ? name.slice(0, initials.index) : name), initial: wordsOf(initials?.[1] ?? '')[0]?.slice(0, 1) ?? '' };
}

/** Either file may leave out one of two surnames. */
function isSame(full: Name, short: Name): boolean {
  const isAlike = full.last.includes(short.last[0]!) || full.last.includes(short.last.at(-1)!);
  return isAlike && (short.initial === '' || short.initial === full.initial);
}
