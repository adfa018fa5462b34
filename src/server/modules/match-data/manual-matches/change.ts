import type { changeFixture } from '#contract/contest-admin.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { isFinal, type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import { type MatchScore, type Score, settledScore } from '#domain/matches/score.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { fixtureView } from './fixture-view.ts';
import type { FixtureRow } from './queries.ts';

type Input = ParsedInputOf<typeof changeFixture>;

/**
 * Returns the updates for new entries of a manually entered match; omitted fields keep their values. Throws `missing_fields` if nothing
 * is entered, and `invalid_payload` for a new kick-off of a match that has begun, for a kick-off in the past, and for a final whistle
 * without the score on which its contests are settled.
 */
export function changesOf(row: FixtureRow, input: Input, now: Date): FeedUpdate[] {
  const updates: FeedUpdate[] = [];
  if (input.kickoff_at !== undefined) updates.push(movedFixture(row, input.kickoff_at, now));
  if ([input.status, input.minute, input.period, input.score].some((value) => value !== undefined)) updates.push(statusOf(row, input, now));
  if (updates.length === 0) throw new AppError('missing_fields', { field: 'status' });
  return updates;
}

function movedFixture(row: FixtureRow, kickoff_at: string | null, now: Date): FeedUpdate {
  const kickoffAt = kickoffOf(kickoff_at, now);
  if (matchGroup(fixtureView(row).status) !== 'upcoming') throw new AppError('invalid_payload', { field: 'kickoff_at' });
  return {
    ...{ kind: 'fixture', id: row.feed_id, season: row.season, round: row.round, kickoffAt },
    ...(row.group_name !== null && { group: row.group_name }),
    // The operators' numeric id, which every league and team of an entered match has (see adopt).
    ...{ leagueId: `id ${row.league_id}`, homeTeamId: `id ${row.home_team_id}`, awayTeamId: `id ${row.away_team_id}` },
  };
}

/** Returns a future kick-off, or null; throws `invalid_payload` for a past one. */
export function kickoffOf(kickoff_at: string | null, now: Date): Date | null {
  const kickoffAt = kickoff_at === null ? null : new Date(kickoff_at);
  if (kickoffAt !== null && kickoffAt <= now) throw new AppError('invalid_payload', { field: 'kickoff_at' });
  return kickoffAt;
}

function statusOf(row: FixtureRow, { status, minute, period, score }: Input, now: Date): FeedUpdate {
  const before = fixtureView(row);
  const next = status ?? before.status;
  const whole = scoreOf(before.score, score, next);
  if (isFinal(next) && whole.home === null) throw new AppError('invalid_payload', { field: 'score' });
  if (isFinal(next) && settledScore(before.league.settles_on, next, whole) === null)
    throw new AppError('invalid_payload', { field: 'score.fulltime' });
  return {
    ...{ kind: 'status', matchId: row.feed_id, status: next, stoppage: null, seenAt: now, score: whole },
    // A minute holds for the part in which it was entered.
    minute: minute === undefined && status === undefined ? before.minute : (minute ?? null),
    period: period === undefined ? before.period : period,
  };
}

function scoreOf(before: ReturnType<typeof fixtureView>['score'], told: Input['score'], status: MatchStatus): MatchScore {
  const pair = (name: 'halftime' | 'fulltime' | 'extratime' | 'penalty'): Score | null =>
    told?.[name] === undefined ? before[name] : told[name];
  const parts = told?.parts ?? before.parts;
  return {
    ...{ home: told?.home ?? before.home, away: told?.away ?? before.away },
    // At the final whistle of regular time, the score itself is the fulltime score, even if it is corrected.
    fulltime: status === 'ft' && told?.fulltime === undefined ? null : pair('fulltime'),
    ...{ halftime: pair('halftime'), extratime: pair('extratime'), penalty: pair('penalty') },
    ...(parts !== undefined && { parts: parts as NonNullable<MatchScore['parts']> }),
    ...(before.awarded_to !== undefined && { awardedTo: before.awarded_to }),
  };
}
