import { isFinal, isStarted, type MatchStatus } from '#domain/matches/match-status.ts';
import { type MatchScore, NO_SCORE, type Score } from '#domain/matches/score.ts';
import type { MatchRow, ScoreRow } from './formats.ts';

/** The end of a match's last part, as the provider calls it. */
export type Duration = 'REGULAR' | 'EXTRA_TIME' | 'PENALTY_SHOOTOUT';
const DURATIONS: readonly string[] = ['REGULAR', 'EXTRA_TIME', 'PENALTY_SHOOTOUT'] satisfies Duration[];

/** Returns how long a match lasted so far, by its duration and its status; null for an unknown duration. */
export function durationOf({ status, score: { duration } }: MatchRow): Duration | null {
  const told = duration ?? 'REGULAR';
  if (!DURATIONS.includes(told)) return null;
  if (status === 'PENALTY_SHOOTOUT') return status;
  return status === 'EXTRA_TIME' && told === 'REGULAR' ? status : (told as Duration);
}

/**
 * A score that was read: `known`; or `doubtful`, with the reason, when the score after 90 minutes is not told, or the parts contradict
 * each other. `score` is then what is certain nevertheless: final with the 90 minutes left open; null if nothing is.
 */
export type ReadScore = { kind: 'known'; score: MatchScore } | { kind: 'doubtful'; reason: string; score: MatchScore | null };

const AFTER_HALF: MatchStatus[] = ['ht', 'h2', 'et', 'bt', 'p', 'ft', 'aet', 'pen'];

/**
 * Reads a match's score. `fullTime` is the running score: after extra time it includes it, and after a shoot-out the kicks as well. So
 * it counts as the score after 90 minutes only in a match of regular duration; in all others `regularTime` alone does.
 */
export function readScore(row: ScoreRow, status: MatchStatus, duration: Duration): ReadScore {
  if (!isStarted(status) && status !== 'awd') return { kind: 'known', score: NO_SCORE };
  if (duration === 'REGULAR' || status === 'awd') return regularScore(row, status);
  return duration === 'EXTRA_TIME' ? extraTimeScore(row, status) : shootOutScore(row, status);
}

const doubtful = (reason: string, score: MatchScore | null = null): ReadScore => ({ kind: 'doubtful', reason, score });

function regularScore(row: ScoreRow, status: MatchStatus): ReadScore {
  const { fullTime, halfTime, regularTime } = row;
  if (status === 'awd') return { kind: 'known', score: { ...NO_SCORE, ...sidesOf(fullTime), ...awardedTo(row) } };
  if (isFinal(status)) {
    if (fullTime === null) return doubtful('finished without a score');
    if (regularTime !== null && !isSame(regularTime, fullTime))
      return doubtful('regularTime is not fullTime in a match of regular duration');
    if (hasGoals(row.extraTime) || hasGoals(row.penalties)) return doubtful('extra time in a match of regular duration');
    if (!isWonBy(fullTime, row.winner)) return doubtful('the winner is not the side with more goals');
  }
  const halftime = AFTER_HALF.includes(status) ? halfTime : null;
  return { kind: 'known', score: { ...NO_SCORE, ...sidesOf(fullTime), halftime, fulltime: isFinal(status) ? fullTime : null } };
}

function extraTimeScore(row: ScoreRow, status: MatchStatus): ReadScore {
  const { fullTime, halfTime: halftime, regularTime, extraTime } = row;
  if (fullTime === null) return doubtful('no score');
  const isOver = isFinal(status);
  const score: MatchScore = { ...NO_SCORE, ...sidesOf(fullTime), halftime, extratime: isOver ? fullTime : null };
  if (isOver && !isWonBy(fullTime, row.winner)) return doubtful('the winner is not the side with more goals');
  if (regularTime === null) return doubtful('the score after 90 minutes is not told', score);
  const isSum = extraTime === null ? isWithin(regularTime, fullTime) : isSame(sum(regularTime, extraTime), fullTime);
  if (!isSum) return doubtful('regularTime and extraTime do not add up to fullTime');
  return { kind: 'known', score: { ...score, fulltime: regularTime } };
}

/** Reads the score of a shoot-out. Without all parts nobody knows which kicks `fullTime` contains. */
function shootOutScore(
  { fullTime, halfTime: halftime, regularTime, extraTime, penalties, winner }: ScoreRow,
  status: MatchStatus,
): ReadScore {
  // A final without any certain score is told all the same: the match is over, and an operator decides.
  const open = isFinal(status) ? NO_SCORE : null;
  if (regularTime === null || fullTime === null) return doubtful('the score after 90 minutes is not told', open);
  if (penalties === null && isFinal(status)) return doubtful('the kicks of the shoot-out are not told', open);
  const played = extraTime === null ? regularTime : sum(regularTime, extraTime);
  const kicks = penalties ?? [0, 0];
  if (!isSame(sum(played, kicks), fullTime)) return doubtful('regularTime, extraTime and penalties do not add up to fullTime', open);
  if (isFinal(status) && !isWonBy(kicks, winner)) return doubtful('the winner is not the side with more kicks', open);
  const score = { ...sidesOf(played), halftime, fulltime: regularTime, extratime: extraTime && played, penalty: penalties };
  return { kind: 'known', score };
}

const sidesOf = (score: Score | null) => ({ home: score?.[0] ?? null, away: score?.[1] ?? null });
const sum = (a: Score, b: Score): Score => [a[0] + b[0], a[1] + b[1]];
const isSame = (a: Score, b: Score): boolean => a[0] === b[0] && a[1] === b[1];
const isWithin = (earlier: Score, later: Score): boolean => earlier[0] <= later[0] && earlier[1] <= later[1];
const hasGoals = (part: Score | null): boolean => part !== null && part[0] + part[1] > 0;

const WINNERS: Record<string, number> = { HOME_TEAM: 1, AWAY_TEAM: -1, DRAW: 0 };

/** Returns whether the winner, if one is told, is the side with more goals: else an answer is in the middle of a change. */
const isWonBy = ([home, away]: Score, winner: string | null | undefined): boolean =>
  winner == null || WINNERS[winner] === Math.sign(home - away);

const awardedTo = ({ winner }: ScoreRow): Pick<MatchScore, 'awardedTo'> => {
  if (winner === 'HOME_TEAM') return { awardedTo: 'home' };
  return winner === 'AWAY_TEAM' ? { awardedTo: 'away' } : {};
};
