import { isFinal, isInPlay, type MatchStatus } from '#domain/matches/match-status.ts';
import { type MatchScore, type PartScore, type Score, type SettlementRule, settledScore } from '#domain/matches/score.ts';
import { canEndLevel, type SeriesFormat } from '#domain/matches/series-format.ts';
import type { Period, Side } from '#domain/matches/sport.ts';
import type { FixtureUpdate, StatusUpdate } from './feed.ts';

/** A row of `matches`, as the importer reads and writes it. */
export interface MatchRow {
  id: number;
  league_id: number;
  season: string;
  round: string;
  group_name: string | null;
  home_team_id: number;
  away_team_id: number;
  kickoff_at: Date | null;
  venue: string | null;
  /** The format, of both columns or of none. */
  series_parts: number | null;
  series_race: boolean | null;
  draw_possible: boolean;
  contest_barred: string | null;
  referee: string | null;
  scores_delayed: boolean;
  is_neutral: boolean;
  status: MatchStatus;
  minute: number | null;
  stoppage: number | null;
  period: Period | null;
  home_score: number | null;
  away_score: number | null;
  halftime: Score | null;
  fulltime: Score | null;
  extratime: Score | null;
  penalty: Score | null;
  parts: PartScore[] | null;
  awarded_to: Side | null;
  seen_at: Date | null;
  status_since: Date;
  fulltime_since: Date | null;
  started_at: Date | null;
  confirmed_at: Date;
}

export interface FixtureIds {
  id: number;
  leagueId: number;
  homeId: number;
  awayId: number;
}

/** Returns a match's format; null while it is unknown. */
export const formatOf = ({
  series_parts: parts,
  series_race: race,
}: Pick<MatchRow, 'series_parts' | 'series_race'>): SeriesFormat | null => (parts === null || race === null ? null : { parts, race });

/**
 * Returns whether a match can end level after a fixture update: by its format, or by its league while that is unknown. What a league says
 * later does not change a finished match.
 */
export function isDrawPossible(before: MatchRow | null, { format }: FixtureUpdate, league: { draw_possible: boolean }): boolean {
  const known = format ?? (before && formatOf(before));
  if (known) return canEndLevel(known);
  return before !== null && isFinal(before.status) ? before.draw_possible : league.draw_possible;
}

/** Longest venue or referee that is kept: neither is worth refusing a match for. */
const SHORT_TEXT_MAX = 120;

function shortText(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' || trimmed.length > SHORT_TEXT_MAX ? null : trimmed;
}

/** Returns a new match's row, or the row after a fixture update. */
export function withFixture(
  before: MatchRow | null,
  update: FixtureUpdate,
  { drawPossible, ...ids }: FixtureIds & { drawPossible: boolean },
  now: Date,
): MatchRow {
  const fixture = {
    league_id: ids.leagueId,
    season: update.season,
    round: update.round,
    group_name: update.group?.trim() || null,
    home_team_id: ids.homeId,
    away_team_id: ids.awayId,
    kickoff_at: update.kickoffAt,
    venue: shortText(update.venue) ?? before?.venue ?? null,
    series_parts: update.format?.parts ?? before?.series_parts ?? null,
    series_race: update.format?.race ?? before?.series_race ?? null,
    draw_possible: drawPossible,
    contest_barred: update.contestBarred ?? null,
    referee: shortText(update.referee) ?? before?.referee ?? null,
    scores_delayed: update.scoresDelayed ?? false,
    is_neutral: update.neutral ?? before?.is_neutral ?? false,
    confirmed_at: now,
  };
  if (before !== null) return { ...before, ...fixture, ...statusByDate(before, update.kickoffAt, now) };
  return {
    id: ids.id,
    ...fixture,
    status: update.kickoffAt === null ? 'tbd' : 'ns',
    minute: null,
    stoppage: null,
    period: null,
    home_score: null,
    away_score: null,
    halftime: null,
    fulltime: null,
    extratime: null,
    penalty: null,
    parts: null,
    awarded_to: null,
    seen_at: null,
    status_since: now,
    fulltime_since: null,
    started_at: null,
  };
}

/** Returns the status change caused by the date: a feed may remove or set a date without a status update, and a match without a date is not "ns". */
function statusByDate(before: MatchRow, kickoffAt: Date | null, now: Date): Partial<MatchRow> {
  if (before.status === 'ns' && kickoffAt === null) return { status: 'tbd', status_since: now };
  if (before.status === 'tbd' && before.kickoff_at === null && kickoffAt !== null) return { status: 'ns', status_since: now };
  return {};
}

/** Returns the row after a status update. The settlement timers start here, by our clock, and only when something changed. */
export function withStatus(before: MatchRow, update: StatusUpdate, rule: SettlementRule, minuteMs: number, now: Date): MatchRow {
  const { score } = update;
  const earlier = settledScore(rule, before.status, scoreOf(before));
  const settled = settledScore(rule, update.status, score);
  const isSameResult = settled !== null && earlier !== null && settled[0] === earlier[0] && settled[1] === earlier[1];
  // A match awarded afterwards keeps its played score; a match that will be replayed has not begun.
  const isAwardedLater = update.status === 'awd' && before.fulltime_since !== null;
  const isToBePlayed = update.status === 'ns' || update.status === 'tbd';
  const startedAt = update.startedAt ?? (isInPlay(update.status) ? startByClock(update, minuteMs) : null);
  return {
    ...before,
    status: update.status,
    minute: update.minute,
    stoppage: update.stoppage,
    period: update.period,
    home_score: score.home,
    away_score: score.away,
    halftime: score.halftime,
    fulltime: isAwardedLater ? before.fulltime : (settled ?? score.fulltime),
    extratime: score.extratime,
    penalty: score.penalty,
    parts: score.parts?.length ? [...score.parts] : null,
    awarded_to: score.awardedTo ?? null,
    seen_at: update.seenAt,
    status_since: before.status === update.status ? before.status_since : now,
    fulltime_since: isAwardedLater ? before.fulltime_since : fulltimeSince(settled, isSameResult, before, now),
    started_at: isToBePlayed ? null : (before.started_at ?? startedAt),
    confirmed_at: now,
  };
}

const startByClock = (update: StatusUpdate, minuteMs: number): Date => new Date(update.seenAt.getTime() - minutesPlayed(update) * minuteMs);

/** Returns the minutes played as far as the clock shows: in basketball it restarts with each quarter. */
const minutesPlayed = ({ minute, period }: StatusUpdate): number => (period === null || period.n === 1 ? (minute ?? 0) : 0);

function fulltimeSince(settled: Score | null, isSameResult: boolean, before: MatchRow, now: Date): Date | null {
  if (settled === null) return null;
  return isSameResult ? (before.fulltime_since ?? now) : now;
}

export const scoreOf = (row: MatchRow): MatchScore => ({
  home: row.home_score,
  away: row.away_score,
  halftime: row.halftime,
  fulltime: row.fulltime,
  extratime: row.extratime,
  penalty: row.penalty,
  ...(row.parts && { parts: row.parts }),
  ...(row.awarded_to && { awardedTo: row.awarded_to }),
});

/** The kinds of changes of a match; the time of the last update is not one of them. */
export type RowChange = 'new' | 'kickoff' | 'teams' | 'fixture' | 'status' | 'score' | 'clock';

const FIXTURE_COLUMNS = [
  ...(['league_id', 'season', 'round', 'group_name', 'venue'] as const),
  ...(['series_parts', 'series_race', 'draw_possible', 'contest_barred', 'referee', 'scores_delayed', 'is_neutral'] as const),
];

export function changesBetween(before: MatchRow | null, after: MatchRow): RowChange[] {
  if (before === null) return ['new'];
  const changes: RowChange[] = [];
  if (before.kickoff_at?.getTime() !== after.kickoff_at?.getTime()) changes.push('kickoff');
  if (before.home_team_id !== after.home_team_id || before.away_team_id !== after.away_team_id) changes.push('teams');
  if (differs(before, after, FIXTURE_COLUMNS)) changes.push('fixture');
  if (before.status !== after.status) changes.push('status');
  if (JSON.stringify(scoreOf(before)) !== JSON.stringify(scoreOf(after))) changes.push('score');
  if (differs(before, after, ['minute', 'stoppage', 'period'])) changes.push('clock');
  return changes;
}

const differs = (before: MatchRow, after: MatchRow, keys: readonly (keyof MatchRow)[]) =>
  keys.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
