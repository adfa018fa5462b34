import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { FeedUpdate, FixtureUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { isNeutralGround } from '#server/modules/match-data/import/known-competitions.ts';
import { countryCodeOf } from '#server/modules/match-data/providers/polled/readings.ts';
import { groupOf, roundOf, seasonOf } from './catalogue-to-updates.ts';
import type { MatchRow } from './formats.ts';
import { type Duration, durationOf, type ReadScore, readScore } from './read-score.ts';
import { readStatus } from './read-status.ts';

/** A match as an answer tells it; `read` may leave the score after 90 minutes open. */
export interface ReadMatch {
  status: MatchStatus;
  duration: Duration;
  read: ReadScore;
}

/** After these, a match cannot have ended with its 90 minutes. */
const WENT_ON: readonly MatchStatus[] = ['et', 'bt', 'p', 'aet', 'pen'];

/** Reads status and score of a match, which had the status `before` until now; the reason if they are unknown words. */
export function readMatch(row: MatchRow, before: MatchStatus | undefined): ReadMatch | { unknown: string } {
  const duration = durationOf(row);
  if (duration === null) return { unknown: `unknown duration ${row.score.duration?.slice(0, 20)}` };
  const status = readStatus(row, duration, before);
  if (status === null) return { unknown: `unknown status ${row.status.slice(0, 20)}` };
  const isTooShort = status === 'ft' && before !== undefined && WENT_ON.includes(before);
  const read: ReadScore = isTooShort
    ? { kind: 'doubtful', reason: 'a regular end after extra time', score: null }
    : readScore(row.score, status, duration);
  return { status, duration, read };
}

/** Returns the update of a fixture; null while a team is undecided, as in knock-out rounds to come. */
export function fixtureUpdate(row: MatchRow, status: MatchStatus, scoresDelayed: boolean): FixtureUpdate | null {
  const { id, competition, season, homeTeam, awayTeam, utcDate } = row;
  if (homeTeam.id == null || awayTeam.id == null || !homeTeam.name || !awayTeam.name) return null;
  const group = groupOf(row);
  const venue = row.venue?.trim();
  const neutral = isNeutralGround({
    ...{ league: competition.name ?? '', countryCode: countryCodeOf(row.area.name, null) },
    ...{ season: seasonOf(season), round: roundOf(row), home: homeTeam.name },
  });
  return {
    kind: 'fixture',
    id: String(id),
    leagueId: String(competition.id),
    season: seasonOf(season),
    round: roundOf(row),
    ...(group === null ? {} : { group }),
    homeTeamId: String(homeTeam.id),
    awayTeamId: String(awayTeam.id),
    kickoffAt: status === 'tbd' ? null : utcDate,
    ...(venue ? { venue } : {}),
    scoresDelayed,
    ...(neutral === undefined ? {} : { neutral }),
  };
}

export const statusUpdate = (row: MatchRow, status: MatchStatus, score: StatusUpdate['score'], seenAt: Date): FeedUpdate => ({
  kind: 'status',
  matchId: String(row.id),
  status,
  ...clockOf(row, status),
  period: null,
  score,
  seenAt,
});

const HALF_ENDS: Partial<Record<MatchStatus, number>> = { h1: 45, h2: 90, et: 120 };

/** Returns minute and stoppage time, which only some plans tell. */
function clockOf({ minute, injuryTime }: MatchRow, status: MatchStatus): Pick<StatusUpdate, 'minute' | 'stoppage'> {
  const end = HALF_ENDS[status];
  if (end === undefined || minute === null) return { minute: null, stoppage: null };
  const beyond = Math.max(minute - end, injuryTime ?? 0);
  return { minute: Math.min(Math.max(minute, 1), end), stoppage: minute >= end && beyond > 0 ? Math.min(beyond, 30) : null };
}
