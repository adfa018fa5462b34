import { isStarted, type MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore } from '#domain/matches/score.ts';
import { DAY_MS } from '#domain/time.ts';

/** A match as far as survivor is concerned. */
export interface SurvivorMatch {
  id: number;
  round: string;
  home: number;
  away: number;
  /** Null while it has no date. */
  kickoffAt: Date | null;
  status: MatchStatus;
  score: MatchScore;
}

/** A round whose picks are shown: what it was when it closed stays, whatever the feed says later. */
export interface ClosedRound {
  /** From 1. */
  number: number;
  round: string;
  deadline: Date;
  matchIds: readonly number[];
}

/** A round whose picks are secret. */
export interface ComingRound {
  round: string;
  /** The first kick-off. */
  deadline: Date;
  /** By kick-off. */
  matches: readonly SurvivorMatch[];
}

/** Matches further from the middle of their round are played apart: they neither close it nor can they be picked. */
const APART_MS = 4 * DAY_MS;

/** Statuses of matches that are not played, and decide nothing. */
const CALLED_OFF = new Set<MatchStatus>(['canc', 'abd', 'awd', 'wo']);
export const isOff = ({ status }: Pick<SurvivorMatch, 'status'>): boolean => CALLED_OFF.has(status);

/**
 * Returns the rounds that have not closed, in the order of their deadlines: those that begin after `after` and after all closed ones. A
 * match that was in a closed round is in no other, even if the feed renames its round.
 */
export function comingRounds(matches: readonly SurvivorMatch[], closed: readonly ClosedRound[], after: Date): ComingRound[] {
  const names = new Set(closed.map(({ round }) => round));
  const used = new Set(closed.flatMap(({ matchIds }) => matchIds));
  const from = Math.max(after.getTime(), ...closed.map(({ deadline }) => deadline.getTime()));
  const byRound = new Map<string, SurvivorMatch[]>();
  for (const match of matches) {
    if (names.has(match.round) || used.has(match.id) || isOff(match) || match.kickoffAt === null || match.status === 'pst') continue;
    const known = byRound.get(match.round);
    if (known) known.push(match);
    else byRound.set(match.round, [match]);
  }
  const rounds = [...byRound]
    .map(([round, all]) => together(round, all))
    .filter(({ deadline }) => deadline.getTime() > from)
    .sort((a, b) => a.deadline.getTime() - b.deadline.getTime() || (a.round < b.round ? -1 : 1));
  return rounds.map((round, index) => before(round, rounds[index + 1]?.deadline ?? null));
}

/** Leaves out the matches that begin after the next round has: they would decide nothing. */
function before(round: ComingRound, until: Date | null): ComingRound {
  const [first, ...others] = round.matches;
  if (until === null) return round;
  return { ...round, matches: [first!, ...others.filter(({ kickoffAt }) => kickoffAt!.getTime() < until.getTime())] };
}

/** Returns a round without the matches that are played apart from it. */
function together(round: string, all: readonly SurvivorMatch[]): ComingRound {
  const timeOf = ({ kickoffAt }: SurvivorMatch) => kickoffAt!.getTime();
  const sorted = all.toSorted((a, b) => timeOf(a) - timeOf(b) || a.id - b.id);
  const middle = timeOf(sorted[Math.floor(sorted.length / 2)]!);
  const matches = sorted.filter((match) => Math.abs(timeOf(match) - middle) <= APART_MS);
  return { round, deadline: matches[0]!.kickoffAt!, matches };
}

/** Whether a round takes no more picks: its first kick-off has come, or the feed says that a match has begun before it was announced. */
export const hasBegun = ({ deadline, matches }: ComingRound, now: Date): boolean =>
  deadline.getTime() <= now.getTime() || matches.some(({ status }) => isStarted(status));

/** Returns the matches of a round in which each team plays first: a team that plays twice in a round is picked for the first of them. */
export function matchOfTeam(matches: readonly SurvivorMatch[]): Map<number, SurvivorMatch> {
  const first = new Map<number, SurvivorMatch>();
  for (const match of matches) for (const team of [match.home, match.away]) if (!first.has(team)) first.set(team, match);
  return first;
}
