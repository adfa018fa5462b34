import type { MatchNotification } from '#domain/notifications/notification.ts';
import { isFinal, isInPlay, isStarted, type MatchStatus, matchGroup } from './match-status.ts';
import type { Score } from './score.ts';
import type { Side, Sport } from './sport.ts';

/** Probabilities of the three outcomes. */
export type Chances = [home: number, draw: number, away: number];

/** A match as it was at one look. */
export interface MatchSeen {
  sport: Sport;
  status: MatchStatus;
  /** Null before there is one. */
  score: Score | null;
  reds: Score;
  hasLineups: boolean;
  /** Null where nobody knows: before play, without a forecast, in other sports than football. */
  chances: Chances | null;
  /** The chances when something was told that explains them, or at the start; later ones are held against these. */
  toldChances: Chances | null;
}

/** What happened between two looks. */
export interface MatchNews {
  kind: MatchNotification;
  /** Whose goal, red card or chance it is. */
  side: Side | null;
  /** A goal that does not count any more. */
  isTakenBack: boolean;
  /** The chance of `side` before and after, for a swing. */
  chance: [before: number, after: number] | null;
  /** 0 to 1. */
  swing: number;
}

/** So far one outcome has to move, without a goal or a card, before it is news. */
export const SWING_MIN = 0.25;

/**
 * What happened from one look at a match to the next, in order: of a goal and the end in one look the end alone, which says the score. Goals,
 * cards and swings are football's: in other sports scores change all the time. Nothing where the next look is behind the last one.
 */
export function newsBetween(before: MatchSeen, after: MatchSeen): MatchNews[] {
  if (after.status !== before.status && isFinal(after.status) && isLive(before.status))
    return [newsOf('full_time', swingOf(before, after))];
  const told: MatchNews[] = [];
  if (!before.hasLineups && after.hasLineups && matchGroup(after.status) === 'upcoming') told.push(newsOf('lineups'));
  if (!isStarted(before.status) && isInPlay(after.status) && matchGroup(before.status) === 'upcoming') told.push(newsOf('kickoff'));
  if (after.sport === 'football' && isLive(after.status)) told.push(...eventsBetween(before, after));
  if (after.status === 'ht' && before.status !== 'ht' && isLive(before.status)) told.push(newsOf('half_time'));
  return told;
}

/** What later chances are held against, after a look that told this. */
export const chancesTold = (before: MatchSeen, after: MatchSeen, news: readonly MatchNews[]): Chances | null =>
  before.toldChances === null || news.some(({ kind }) => MOVERS.includes(kind)) ? after.chances : before.toldChances;

/** What is told of these says why the chances are what they are. */
const MOVERS: readonly MatchNotification[] = ['kickoff', 'goal', 'red_card', 'swing'];

const isLive = (status: MatchStatus) => matchGroup(status) === 'live';

function eventsBetween(before: MatchSeen, after: MatchSeen): MatchNews[] {
  const swing = swingOf(before, after);
  const moved = (side: Side, of: 'score' | 'reds') => {
    const index = side === 'home' ? 0 : 1;
    return (after[of]?.[index] ?? 0) - (before[of]?.[index] ?? 0);
  };
  const sides = ['home', 'away'] as const;
  const told = [
    ...sides.filter((side) => moved(side, 'reds') > 0).map((side) => newsOf('red_card', swing, { side })),
    // A score that is not known any more takes nothing back.
    ...sides
      .filter((side) => after.score !== null && moved(side, 'score') < 0)
      .map((side) => newsOf('goal', swing, { side, isTakenBack: true })),
    ...sides.filter((side) => moved(side, 'score') > 0).map((side) => newsOf('goal', swing, { side })),
  ];
  return told.length > 0 ? told : swingNews(before, after);
}

function swingNews({ toldChances: before }: MatchSeen, { status, chances: after }: MatchSeen): MatchNews[] {
  if (before === null || after === null || !isInPlay(status)) return [];
  const [home, , away] = after.map((chance, i) => chance - before[i]!) as Chances;
  const index = Math.abs(home) >= Math.abs(away) ? 0 : 2;
  const change = Math.abs(after[index] - before[index]);
  if (change < SWING_MIN) return [];
  return [newsOf('swing', change, { side: index === 0 ? 'home' : 'away', chance: [before[index], after[index]] })];
}

/** By how much the outcome moved that moved most since the last look; 0 where that is not known. */
function swingOf({ chances: before }: MatchSeen, { chances: after }: MatchSeen): number {
  if (before === null || after === null) return 0;
  return Math.max(...after.map((chance, i) => Math.abs(chance - before[i]!)));
}

const newsOf = (kind: MatchNotification, swing = 0, more: Partial<MatchNews> = {}): MatchNews => ({
  ...{ kind, swing, side: null, isTakenBack: false, chance: null },
  ...more,
});
