import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MATCH_STATUSES, type MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore } from '#domain/matches/score.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/time.ts';
import { CONTEST_STATES, MARKETS, type VoidReason } from './contest.ts';
import { type ContestFacts, contestStateFor, holdOfEnding, isUnresolved, type MatchFacts } from './contest-state.ts';
import { endOf, type MatchEnd, type SecondOpinion } from './second-opinion.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from './settlement-timers.ts';

/** Kick-off: all times below are in milliseconds from it. */
const K = 1_700_000_000_000;
const at = (ms: number) => new Date(K + ms);

const open: ContestFacts = { market: 'wdl', state: 'open', deadlineAt: at(0), firstDeadlineAt: at(0), hasStakes: true };

/** The verdict `now` ms after kick-off; the feed is fresh by default. */
function verdict(status: MatchStatus, now: number, match: Partial<MatchFacts> = {}, contest: Partial<ContestFacts> = {}) {
  const facts: MatchFacts = {
    status,
    statusSince: at(0),
    kickoffAt: at(0),
    feedHeardAt: at(now),
    result: null,
    resultSince: null,
    startedAt: null,
    mismatch: null,
    opinions: [],
    ...match,
  };
  return contestStateFor({ ...open, ...contest }, facts, at(now), SETTLEMENT_TIMERS);
}
const moved = (to: string, deadline: number | null = 0) => ({ kind: 'move', to, deadlineAt: deadline === null ? null : at(deadline) });
const voided = (reason: VoidReason) => ({ kind: 'void', reason });
const stay = { kind: 'stay' };

describe('tbd', () => {
  it('prepares a contest without stakes', () =>
    expect(verdict('tbd', -DAY_MS, {}, { hasStakes: false })).toEqual(moved('preparing', null)));
  it('with stakes waits as a postponed match does', () => {
    expect(verdict('tbd', 5 * HOUR_MS - SECOND_MS)).toEqual(moved('paused'));
    expect(verdict('tbd', 5 * HOUR_MS)).toEqual(voided('postponed'));
    // Under any status of the feed.
    expect(verdict('ns', 5 * HOUR_MS - SECOND_MS, { kickoffAt: null })).toEqual(moved('paused'));
    expect(verdict('ns', 5 * HOUR_MS, { kickoffAt: null })).toEqual(voided('postponed'));
  });
});

describe('ns', () => {
  it('opens seven days ahead', () => {
    const preparing = { state: 'preparing', hasStakes: false } as const;
    expect(verdict('ns', -7 * DAY_MS - SECOND_MS, {}, preparing)).toEqual(stay);
    expect(verdict('ns', -7 * DAY_MS, {}, preparing)).toEqual(moved('open'));
    expect(verdict('ns', -DAY_MS, { kickoffAt: null }, preparing)).toEqual(moved('preparing', null));
  });
  it('locks at kick-off', () => {
    expect(verdict('ns', -SECOND_MS)).toEqual(stay);
    expect(verdict('ns', 0)).toEqual(moved('locked'));
  });
  it('voids five hours after a kick-off that did not happen', () => {
    expect(verdict('ns', 5 * HOUR_MS - SECOND_MS, {}, { state: 'locked' })).toEqual(stay);
    expect(verdict('ns', 5 * HOUR_MS, {}, { state: 'locked' })).toEqual(voided('no_start'));
    expect(verdict('ns', 5 * HOUR_MS, { statusSince: at(HOUR_MS) }, { state: 'locked' })).toEqual(stay);
  });
  it('opens again at a new time', () => {
    expect(verdict('ns', HOUR_MS, { kickoffAt: at(2 * HOUR_MS) }, { state: 'paused' })).toEqual(moved('open', 2 * HOUR_MS));
    expect(verdict('ns', HOUR_MS, { kickoffAt: at(2 * HOUR_MS) }, { state: 'locked' })).toEqual(moved('open', 2 * HOUR_MS));
  });
  it('refunds fixed odds from 48 hours away, the pool from seven days', () => {
    const fixed = { market: '1x2', state: 'paused' } as const;
    expect(verdict('ns', HOUR_MS, { kickoffAt: at(48 * HOUR_MS) }, fixed)).toEqual(moved('open', 48 * HOUR_MS));
    expect(verdict('ns', HOUR_MS, { kickoffAt: at(48 * HOUR_MS + SECOND_MS) }, fixed)).toEqual(voided('new_date'));
    expect(verdict('ns', HOUR_MS, { kickoffAt: at(7 * DAY_MS) }, { state: 'paused' })).toEqual(moved('open', 7 * DAY_MS));
    expect(verdict('ns', HOUR_MS, { kickoffAt: at(7 * DAY_MS + SECOND_MS) }, { state: 'paused' })).toEqual(voided('new_date'));
    expect(verdict('ns', HOUR_MS, { kickoffAt: at(9 * DAY_MS) }, { state: 'paused', hasStakes: false })).toEqual(
      moved('preparing', 9 * DAY_MS),
    );
  });
});

it.each(['live', 'h1', 'ht', 'h2', 'int'] as const)('%s locks, even before the deadline, for as long as it lasts', (status) => {
  expect(verdict(status, -SECOND_MS)).toEqual(moved('locked'));
  expect(verdict(status, 9 * HOUR_MS, {}, { state: 'locked' })).toEqual(stay);
  expect(verdict(status, HOUR_MS, {}, { state: 'paused' })).toEqual(moved('locked'));
});

describe.each(['et', 'bt', 'p', 'ft', 'aet', 'pen'] as const)('%s', (status) => {
  const known: Partial<MatchFacts> = { result: [2, 1], resultSince: at(2 * HOUR_MS) };
  it('settles once the 90-minute score has been the same for a minute', () => {
    expect(verdict(status, 2 * HOUR_MS + 59 * SECOND_MS, known, { state: 'locked' })).toEqual(stay);
    expect(verdict(status, 2 * HOUR_MS + 60 * SECOND_MS, known, { state: 'locked' })).toEqual({ kind: 'settle', result: [2, 1] });
  });
  it('waits for the score', () => expect(verdict(status, 3 * HOUR_MS)).toEqual(moved('locked')));
  it('waits while the feed is late', () => {
    const late = { ...known, feedHeardAt: at(2 * HOUR_MS) };
    expect(verdict(status, 2 * HOUR_MS + 600 * SECOND_MS, late, { state: 'locked' })).toEqual({ kind: 'settle', result: [2, 1] });
    expect(verdict(status, 2 * HOUR_MS + 601 * SECOND_MS, late, { state: 'locked' })).toEqual(stay);
  });
});

it.each([
  ['pst', 'postponed'],
  ['susp', 'abandoned'],
  ['abd', 'abandoned'],
] as const)('%s pauses, and voids after five hours, never on a score', (status, reason) => {
  const known: Partial<MatchFacts> = { statusSince: at(HOUR_MS), result: [1, 0], resultSince: at(0) };
  expect(verdict(status, HOUR_MS, known, { state: 'locked' })).toEqual(moved('paused'));
  expect(verdict(status, 6 * HOUR_MS - SECOND_MS, known, { state: 'paused' })).toEqual(stay);
  expect(verdict(status, 6 * HOUR_MS, known, { state: 'paused' })).toEqual(voided(reason));
  expect(verdict(status, 6 * HOUR_MS, { ...known, feedHeardAt: at(5 * HOUR_MS) }, { state: 'paused' })).toEqual(stay);
});

describe('matches called off', () => {
  it.each([
    ['canc', 'cancelled'],
    ['wo', 'walkover'],
    ['awd', 'awarded'],
  ] as const)('%s voids at once', (status, reason) => expect(verdict(status, HOUR_MS)).toEqual(voided(reason)));

  it('an award after the final whistle leaves the result on the pitch', () => {
    const known: Partial<MatchFacts> = { result: [2, 1], resultSince: at(2 * HOUR_MS) };
    expect(verdict('awd', 2 * HOUR_MS + 30 * SECOND_MS, known, { state: 'locked' })).toEqual(stay);
    expect(verdict('awd', 3 * HOUR_MS, known, { state: 'locked' })).toEqual({ kind: 'settle', result: [2, 1] });
    expect(verdict('awd', 3 * HOUR_MS, known, { state: 'settled' })).toEqual(stay);
  });

  it('voids when the sides are not those that were bet on', () => {
    expect(verdict('ft', 3 * HOUR_MS, { mismatch: 'sides_changed', result: [1, 0], resultSince: at(2 * HOUR_MS) })).toEqual(
      voided('sides_changed'),
    );
  });
});

describe('any course of a match', () => {
  const anyDate = fc.integer({ min: -10 * DAY_MS, max: 10 * DAY_MS }).map(at);
  const anyMatch: fc.Arbitrary<MatchFacts> = fc.record({
    status: fc.constantFrom(...MATCH_STATUSES),
    statusSince: anyDate,
    kickoffAt: fc.option(anyDate),
    feedHeardAt: anyDate,
    result: fc.option(fc.tuple(fc.nat(9), fc.nat(9))),
    resultSince: fc.option(anyDate),
    startedAt: fc.option(anyDate),
    mismatch: fc.constantFrom(null, 'sides_changed', 'format_changed', 'barred'),
    opinions: fc.array(
      fc.record({
        feed: fc.constantFrom('a', 'b'),
        end: fc.oneof(
          fc.constant(null),
          fc.constant({ kind: 'off' as const }),
          fc.record({ kind: fc.constant('played' as const), score: fc.tuple(fc.nat(2), fc.nat(2)) }),
        ),
        toldAt: anyDate,
      }),
      { maxLength: 3 },
    ),
  });
  const anyContest: fc.Arbitrary<ContestFacts> = fc.record({
    market: fc.constantFrom(...MARKETS),
    state: fc.constantFrom(...CONTEST_STATES),
    deadlineAt: fc.option(anyDate),
    firstDeadlineAt: fc.option(anyDate),
    hasStakes: fc.boolean(),
  });
  const isClosed = (contest: ContestFacts) => contest.state === 'settled' || contest.state === 'void';

  it('leaves settled and void contests alone, and a verdict once followed yields no further action', () => {
    fc.assert(
      fc.property(anyContest, anyMatch, anyDate, (contest, match, now) => {
        const first = contestStateFor(contest, match, now, SETTLEMENT_TIMERS);
        if (isClosed(contest)) expect(first).toEqual(stay);
        if (first.kind !== 'move') return;
        const after = { ...contest, state: first.to, deadlineAt: first.deadlineAt };
        expect(contestStateFor(after, match, now, SETTLEMENT_TIMERS)).toEqual(stay);
      }),
    );
  });

  it('the market affects only how far a date may move', () => {
    fc.assert(
      fc.property(anyContest, anyMatch, anyDate, (contest, match, now) => {
        // A dispute about an end holds it back in either market, and a new date may end one of them alone.
        if (MARKETS.some((market) => holdOfEnding({ ...contest, market }, match, now, SETTLEMENT_TIMERS) !== null)) return;
        const [pool, fixed] = MARKETS.map((market) => contestStateFor({ ...contest, market }, match, now, SETTLEMENT_TIMERS));
        if (fixed?.kind === 'void' && fixed.reason === 'new_date') return;
        expect(fixed).toEqual(pool);
      }),
    );
  });

  it('voids nothing because the feed is late', () => {
    const waiting = anyMatch.filter((m) => m.mismatch === null && !['canc', 'wo', 'awd'].includes(m.status));
    fc.assert(
      fc.property(anyContest, waiting, anyDate, (contest, match, now) => {
        const blind = { ...match, feedHeardAt: new Date(now.getTime() - SETTLEMENT_TIMERS.blindMs - 1) };
        const { kind, ...rest } = contestStateFor(contest, blind, now, SETTLEMENT_TIMERS);
        expect(kind).not.toBe('settle');
        if (kind === 'void') expect(rest).toEqual({ reason: 'new_date' });
      }),
    );
  });
});

it('marks bets unknown six hours after the planned end', () => {
  expect(isUnresolved('locked', at(0), at(8 * HOUR_MS - SECOND_MS), SETTLEMENT_TIMERS)).toBe(false);
  expect(isUnresolved('locked', at(0), at(8 * HOUR_MS), SETTLEMENT_TIMERS)).toBe(true);
  expect(isUnresolved('settled', at(0), at(9 * HOUR_MS), SETTLEMENT_TIMERS)).toBe(false);
  expect(isUnresolved('paused', null, at(9 * HOUR_MS), SETTLEMENT_TIMERS)).toBe(false);
});

it('scales only what is measured against play', () => {
  const fast = scaleTimers(SETTLEMENT_TIMERS, 20);
  expect(fast.scoreStableMs).toBe(3_000);
  expect(fast.pausedMs).toBe(15 * 60_000);
  expect(fast.blindMs).toBe(SETTLEMENT_TIMERS.blindMs);
  expect(fast.openAheadMs).toBe(7 * DAY_MS);
  expect(scaleTimers(SETTLEMENT_TIMERS, 1)).toEqual(SETTLEMENT_TIMERS);
});

describe('second opinions', () => {
  const opinion = (end: MatchEnd | null): SecondOpinion => ({ feed: 'b', end, toldAt: at(2 * HOUR_MS) });
  const [same, other] = [opinion({ kind: 'played', score: [1, 0] }), opinion({ kind: 'played', score: [0, 0] })];
  const [off, silent] = [opinion({ kind: 'off' }), opinion(null)];
  const timers = { ...SETTLEMENT_TIMERS, confirmWaitMs: 15 * 60_000 };
  const facts: MatchFacts = {
    ...{ status: 'ft', statusSince: at(2 * HOUR_MS), kickoffAt: at(0), feedHeardAt: at(3 * HOUR_MS), startedAt: at(0), mismatch: null },
    ...{ result: [1, 0], resultSince: at(2 * HOUR_MS), opinions: [] },
  };
  const locked: ContestFacts = { ...open, state: 'locked' };
  const decide = (opinions: SecondOpinion[], afterMs: number, match: Partial<MatchFacts> = {}) => {
    const now = at(2 * HOUR_MS + afterMs);
    const all = { ...facts, feedHeardAt: now, ...match, opinions };
    return [contestStateFor(locked, all, now, timers).kind, holdOfEnding(locked, all, now, timers)];
  };

  it.each([
    ['none', [], 60, ['settle', null]],
    ['the same end', [same], 60, ['settle', null]],
    ['the same end beside a silent one', [same, silent], 60, ['settle', null]],
    ['no end yet', [silent], 899, ['stay', 'awaited']],
    ['no end for a quarter of an hour', [silent], 900, ['settle', null]],
    ['another score', [other], 86_400, ['stay', 'disputed']],
    ['another score beside the same', [same, other], 86_400, ['stay', 'disputed']],
    ['no result', [off], 86_400, ['stay', 'disputed']],
    ['another score, before the result counts', [other], 59, ['stay', null]],
  ] as const)('with %s', (_, opinions, seconds, expected) => {
    expect(decide([...opinions], seconds * SECOND_MS)).toEqual(expected);
  });

  it('contradict a cancellation, and agree with it whatever the reason', () => {
    const cancelled = { status: 'canc', result: null, resultSince: null } as const;
    expect(decide([other], HOUR_MS, cancelled)).toEqual(['stay', 'disputed']);
    expect(decide([off], 0, cancelled)).toEqual(['void', null]);
    expect(decide([silent], 0, cancelled)).toEqual(['stay', 'awaited']);
  });

  it.each(['pst', 'susp', 'ns'] as const)(
    'leave a held refund of a match that is %s as it was while its time ran, heard or not',
    (status) => {
      const waits = { state: status === 'ns' ? 'locked' : 'paused', deadlineAt: at(0) } as const;
      const match = { ...facts, status, result: null, resultSince: null, opinions: [other] };
      const after = (feedHeardAt: Date) => contestStateFor({ ...open, ...waits }, { ...match, feedHeardAt }, at(9 * HOUR_MS), timers);
      expect([after(at(9 * HOUR_MS)), after(at(3 * HOUR_MS))]).toEqual([stay, stay]);
      expect(holdOfEnding({ ...open, ...waits }, match, at(9 * HOUR_MS), timers)).toBe('disputed');
      expect(contestStateFor({ ...open, state: 'open' }, { ...match, feedHeardAt: at(9 * HOUR_MS) }, at(9 * HOUR_MS), timers)).toEqual(
        moved(waits.state),
      );
    },
  );

  it('do not hold back a refund because the terms have changed', () => {
    expect(decide([other], 0, { mismatch: 'sides_changed' })).toEqual(['void', null]);
  });

  it('stay in dispute while the source is late', () => {
    expect(decide([other], DAY_MS, { feedHeardAt: at(2 * HOUR_MS) })).toEqual(['stay', 'disputed']);
  });

  it('never end a contest that its match does not end', () => {
    expect(decide([same], DAY_MS, { status: 'h2', result: null, resultSince: null })).toEqual(['stay', null]);
    expect(decide([off], DAY_MS, { status: 'h2', result: null, resultSince: null })).toEqual(['stay', null]);
  });
});

describe('the end that a provider tells', () => {
  const score = (home: number | null, away: number | null, fulltime: [number, number] | null = null): MatchScore => ({
    ...{ home, away, fulltime, halftime: null, extratime: null, penalty: null },
  });
  const played = { kind: 'played', score: [1, 1] };
  it.each([
    ['regular_time', 'ft', score(1, 1), played],
    ['regular_time', 'aet', score(2, 1, [1, 1]), played],
    ['regular_time', 'aet', score(2, 1), null],
    ['regular_time', 'et', score(2, 1, [1, 1]), played],
    ['whole_match', 'et', score(2, 1, [1, 1]), null],
    ['whole_match', 'aet', score(1, 1, [0, 0]), played],
    ['regular_time', 'h2', score(1, 1), null],
    ['regular_time', 'pst', score(null, null), null],
    ['regular_time', 'canc', score(null, null), { kind: 'off' }],
    ['regular_time', 'abd', score(1, 1), { kind: 'off' }],
    ['regular_time', 'awd', score(3, 0), { kind: 'off' }],
  ] as const)('by %s at %s', (rule, status, told, end) => expect(endOf(rule, status, told, null)).toEqual(end));

  it('is the played score through an award', () =>
    expect(endOf('regular_time', 'awd', score(3, 0), { kind: 'played', score: [1, 1] })).toEqual(played));
});
