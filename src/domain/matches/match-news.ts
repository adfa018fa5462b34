import type { MatchNotification } from '#domain/notifications/notification.ts';
import { isFinal, isInPlay, isStarted, type MatchStatus, matchGroup } from './match-status.ts';
import type { Score } from './score.ts';
import type { Side, Sport } from './sport.ts';

/** Probabilities of the three outcomes. */
export type Chances = [home: number, draw: number, away: number];

/** Snapshot of a match. */
export interface MatchSeen {
  sport: Sport;
  status: MatchStatus;
  /** Null before there is a score. */
  score: Score | null;
  reds: Score;
  hasLineups: boolean;
  /** Null if unknown: before play, without a forecast, in sports other than football. */
  chances: Chances | null;
  /** Chances at the last news that explains them, or at the start; later ones are compared with these. */
  toldChances: Chances | null;
}

/** An event between two snapshots. */
export interface MatchNews {
  kind: MatchNotification;
  /** Side of the goal, red card or chance. */
  side: Side | null;
  /** A goal that no longer counts. */
  isTakenBack: boolean;
  /** The chance of `side` before and after, for a swing. */
  chance: [before: number, after: number] | null;
  /** 0 to 1. */
  swing: number;
}

/** Minimum change of an outcome, without a goal or a card, to be news. */
const SWING_MIN = 0.25;

/**
 * Returns what happened between two snapshots of a match, in order; for a goal and the end in one step only the end, which includes the
 * score. Goals, cards and swings apply to football only: in other sports scores change all the time. Returns nothing if the next snapshot
 * is older than the last.
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

/** Returns the chances to compare later ones with, after this news. */
export const chancesTold = (before: MatchSeen, after: MatchSeen, news: readonly MatchNews[]): Chances | null =>
  before.toldChances === null || news.some(({ kind }) => MOVERS.includes(kind)) ? after.chances : before.toldChances;

/** News of these kinds explains a change of the chances. */
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
    // A score that is no longer known does not cancel a goal.
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

/** Returns the largest change of an outcome since the last snapshot; 0 if unknown. */
function swingOf({ chances: before }: MatchSeen, { chances: after }: MatchSeen): number {
  if (before === null || after === null) return 0;
  return Math.max(...after.map((chance, i) => Math.abs(chance - before[i]!)));
}

const newsOf = (kind: MatchNotification, swing = 0, more: Partial<MatchNews> = {}): MatchNews => ({
  ...{ kind, swing, side: null, isTakenBack: false, chance: null },
  ...more,
});
