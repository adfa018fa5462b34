import type { MatchStatus } from '#domain/match-status.ts';
import { DAY_MS } from './allowance.ts';
import { isOver } from './due-details.ts';
import type { FixtureRow } from './formats.ts';
import type { KnownFixture, Progress } from './progress.ts';
import type { Request } from './requests.ts';

const BACK_MS = 4 * DAY_MS;
const AHEAD_MS = 8 * DAY_MS;

/** Matches of these days are asked about by themselves; further away a league's fixtures tell enough. */
const isNearInTime = (fixture: KnownFixture, nowMs: number): boolean =>
  (fixture.kickoffMs !== null && fixture.kickoffMs > nowMs - BACK_MS && fixture.kickoffMs < nowMs + AHEAD_MS) ||
  (fixture.kickoffMs !== null && fixture.kickoffMs <= nowMs - BACK_MS && !isOver(fixture));

/** Notes what a row of an answer said of a match, and that it was asked. */
export function remember(progress: Progress, kind: Request['kind'], row: FixtureRow, status: MatchStatus, nowMs: number): void {
  const before = progress.fixtures[row.fixture.id];
  const next: KnownFixture = {
    league: String(row.league.id),
    kickoffMs: status === 'tbd' ? null : row.fixture.date.getTime(),
    status,
    checkedMs: kind === 'details' ? nowMs : (before?.checkedMs ?? 0),
    liveMs: kind === 'live' ? nowMs : (before?.liveMs ?? 0),
    overMs: null,
  };
  next.overMs = isOver(next) ? (before?.overMs ?? nowMs) : null;
  if (isNearInTime(next, nowMs)) progress.fixtures[row.fixture.id] = next;
  else delete progress.fixtures[row.fixture.id];
}

/** Matches that we hold for unfinished although their time has come, and that nothing else would ask about: after a long pause. */
export function watchOverdue(progress: Progress, overdue: { id: string; kickoffMs: number }[]): void {
  for (const { id, kickoffMs } of overdue) {
    progress.fixtures[id] ??= { league: '', kickoffMs, status: 'ns', checkedMs: 0, liveMs: 0, overMs: null };
  }
}

/** Matches that the provider no longer knows were asked for all the same, or they would be asked for at once again. */
export function noteChecked(progress: Progress, ids: string[], nowMs: number): void {
  for (const id of ids) {
    const known = progress.fixtures[id];
    if (known !== undefined) known.checkedMs = nowMs;
  }
}

export function forgetFarAway(progress: Progress, nowMs: number): void {
  for (const [id, fixture] of Object.entries(progress.fixtures)) {
    if (!isNearInTime(fixture, nowMs)) delete progress.fixtures[id];
  }
}
