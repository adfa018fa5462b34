import { describe, expect, it } from 'vitest';
import { MATCH_STATUSES, type MatchStatus } from '#domain/matches/match-status.ts';
import { HOUR_MS } from '#domain/time.ts';
import { checkResettling, checkSettling, checkVoiding, endingNeedsSecond, type HandContest } from './by-hand.ts';
import { CONTEST_STATES } from './contest.ts';
import type { MatchFacts } from './contest-state.ts';
import { SETTLEMENT_TIMERS as TIMERS } from './settlement-timers.ts';

const KICKOFF = new Date('2026-11-20T18:00:00Z');
const after = (ms: number) => new Date(KICKOFF.getTime() + ms);
const locked: HandContest = { state: 'locked', isEnding: false, settledAt: null };
const match = (status: MatchStatus, values: Partial<MatchFacts> = {}): MatchFacts => ({
  ...{ status, statusSince: KICKOFF, kickoffAt: KICKOFF, feedHeardAt: KICKOFF, result: null, resultSince: null, startedAt: null },
  mismatch: null,
  opinions: [],
  ...values,
});

describe('settling by hand', () => {
  const allowed = (at: Date, values: Partial<MatchFacts> = {}) =>
    MATCH_STATUSES.filter((status) => checkSettling(locked, match(status, values), at, TIMERS) === null);

  it('waits for the final whistle, or for the end of regular time, while the match can still be under way', () => {
    expect(allowed(after(2 * HOUR_MS - 1))).toEqual(['et', 'bt', 'p', 'ft', 'aet', 'pen']);
  });

  it('is possible from the planned end on where a feed fell silent, but never without a match played to its end', () => {
    expect(allowed(after(2 * HOUR_MS))).toEqual(['ns', 'live', 'h1', 'ht', 'h2', 'et', 'bt', 'p', 'int', 'ft', 'aet', 'pen', 'susp']);
  });

  it('takes the result on the pitch of a match that was awarded afterwards', () => {
    expect(checkSettling(locked, match('awd', { result: [1, 0] }), after(3 * HOUR_MS), TIMERS)).toBeNull();
    expect(checkSettling(locked, match('awd'), after(3 * HOUR_MS), TIMERS)).toBe('contest_not_resolved');
  });

  it('is refused without a date, and where other teams play than were staked on', () => {
    expect(checkSettling(locked, match('ns', { kickoffAt: null }), after(99 * HOUR_MS), TIMERS)).toBe('contest_not_resolved');
    expect(checkSettling(locked, match('ft', { mismatch: 'sides_changed' }), after(3 * HOUR_MS), TIMERS)).toBe('contest_not_resolved');
  });

  it('is too late once its ending was decided', () => {
    for (const ended of [{ isEnding: true }, { state: 'settled' }, { state: 'void' }] as const)
      expect(checkSettling({ ...locked, ...ended }, match('ft'), after(3 * HOUR_MS), TIMERS)).toBe('already_decided');
  });
});

describe('settling again by hand', () => {
  const settled: HandContest = { state: 'settled', isEnding: true, settledAt: KICKOFF };

  it('is possible for 72 hours after the contest was settled', () => {
    expect(checkResettling(settled, after(72 * HOUR_MS), TIMERS)).toBeNull();
    expect(checkResettling(settled, after(72 * HOUR_MS + 1), TIMERS)).toBe('already_decided');
  });

  it('needs a contest that was settled', () => {
    const refusals = CONTEST_STATES.map((state) => [state, checkResettling({ ...locked, state }, KICKOFF, TIMERS)]);
    expect(Object.fromEntries(refusals)).toMatchObject({
      open: 'contest_not_resolved',
      locked: 'contest_not_resolved',
      void: 'already_decided',
    });
  });
});

it('voiding is possible until the ending was decided', () => {
  const possible = CONTEST_STATES.filter((state) => checkVoiding({ ...locked, state }) === null);
  expect(possible).toEqual(['preparing', 'open', 'locked', 'paused']);
  expect(checkVoiding({ ...locked, isEnding: true })).toBe('already_decided');
});

describe('an ending entered by an operator', () => {
  it.each([
    ['nothing in it', { points: 0, byAdmin: 50_000, ofUser: 0 }, false],
    ['exactly what one may', { points: 10_000, byAdmin: 0, ofUser: 10_000 }, false],
    ['a point more', { points: 10_001, byAdmin: 0, ofUser: 0 }, true],
    ['more with what the admin ended before', { points: 1, byAdmin: 10_000, ofUser: 0 }, true],
    ['more with what a user got of others', { points: 1, byAdmin: 0, ofUser: 10_001 }, true],
  ])('with %s', (_, weight, expected) => {
    expect(endingNeedsSecond(weight, 10_000)).toBe(expected);
  });
});
