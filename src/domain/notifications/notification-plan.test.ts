import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MATCH_NOTIFICATIONS, NOTIFICATION_KINDS } from './notification.ts';
import { barOf, type NotificationCandidate, planNotification, weightOf } from './notification-plan.ts';

const MAX = { match: 6, day: 30 };
const END = new Date('2026-11-23T07:00:00Z');
const telling = (given: Partial<NotificationCandidate> = {}): NotificationCandidate => ({
  ...{ kind: 'goal', swing: 0.2, isWanted: true, quietUntil: null, used: { match: 0, day: 0 }, max: MAX },
  ...given,
});

describe('planNotification', () => {
  it.each<[string, Partial<NotificationCandidate>, object]>([
    ['the first of a match', {}, { act: 'send' }],
    ['a kind that is not wanted', { isWanted: false }, { act: 'drop', reason: 'not_wanted' }],
    ['a goal in quiet hours', { quietUntil: END }, { act: 'drop', reason: 'quiet' }],
    ['a bet in quiet hours', { kind: 'bet', quietUntil: END }, { act: 'later', until: END }],
    ['a bet that is not wanted in quiet hours', { kind: 'bet', isWanted: false, quietUntil: END }, { act: 'drop', reason: 'not_wanted' }],
    ['a withdrawal when all budgets are spent', { kind: 'withdrawal', used: { match: 6, day: 30 } }, { act: 'send' }],
    ['line-ups in the first half of the budget', { kind: 'lineups', swing: 0, used: { match: 2, day: 2 } }, { act: 'send' }],
    ['line-ups in the second half', { kind: 'lineups', swing: 0, used: { match: 3, day: 3 } }, { act: 'replace', reason: 'match_budget' }],
    ['a goal that changes much, as the last but one', { swing: 0.3, used: { match: 4, day: 4 } }, { act: 'send' }],
    ['a goal that changes little then', { swing: 0.02, used: { match: 4, day: 4 } }, { act: 'replace', reason: 'match_budget' }],
    ['a goal that decides a match, as the last', { swing: 0.6, used: { match: 5, day: 5 } }, { act: 'send' }],
    ['the end, as the last', { kind: 'full_time', swing: 0, used: { match: 5, day: 29 } }, { act: 'send' }],
    ['the end beyond the budget', { kind: 'full_time', used: { match: 6, day: 6 } }, { act: 'replace', reason: 'match_budget' }],
    ['another match when the day is over', { used: { match: 0, day: 30 } }, { act: 'drop', reason: 'day_budget' }],
    ['the same match when the day is over', { used: { match: 1, day: 30 } }, { act: 'replace', reason: 'day_budget' }],
  ])('%s', (_, given, verdict) => {
    expect(planNotification(telling(given))).toEqual(verdict);
  });

  const anyTelling = fc.record<NotificationCandidate>({
    kind: fc.constantFrom(...NOTIFICATION_KINDS),
    swing: fc.double({ min: 0, max: 1, noNaN: true }),
    isWanted: fc.boolean(),
    quietUntil: fc.option(fc.constant(END)),
    used: fc.record({ match: fc.nat(20), day: fc.nat(200) }),
    max: fc.record({ match: fc.integer({ min: 1, max: 20 }), day: fc.integer({ min: 1, max: 200 }) }),
  });

  it('never sends an unwanted notification, one in quiet hours, or a match notification beyond a budget', () => {
    fc.assert(
      fc.property(anyTelling, (one) => {
        const { act } = planNotification(one);
        const isOwn = !(MATCH_NOTIFICATIONS as readonly string[]).includes(one.kind);
        if (!one.isWanted) expect(act).toBe('drop');
        if (one.quietUntil !== null) expect(act).not.toBe('send');
        if (!isOwn && (one.used.match >= one.max.match || one.used.day >= one.max.day)) expect(act).not.toBe('send');
        if (isOwn && one.isWanted) expect(act).toBe(one.quietUntil ? 'later' : 'send');
      }),
    );
  });

  it('still sends with a greater swing, less budget used, or a larger budget', () => {
    fc.assert(
      fc.property(anyTelling, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(5), fc.nat(5), (one, more, used, max) => {
        fc.pre(planNotification(one).act === 'send');
        const better = {
          ...one,
          swing: Math.min(1, one.swing + more),
          used: { match: Math.max(0, one.used.match - used), day: Math.max(0, one.used.day - used) },
        };
        expect(planNotification(better).act).toBe('send');
        expect(planNotification({ ...one, max: { match: one.max.match + max, day: one.max.day + max } }).act).toBe('send');
      }),
    );
  });

  it('leaves budget for the end of each match, however much happens before', () => {
    const before = fc.array(
      fc.record({
        kind: fc.constantFrom(...MATCH_NOTIFICATIONS.filter((kind) => kind !== 'full_time')),
        swing: fc.double({ min: 0, max: 0.5, noNaN: true }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(before, fc.integer({ min: 1, max: 20 }), (all, match) => {
        const max = { match, day: 200 };
        let sent = 0;
        for (const one of all) if (planNotification(telling({ ...one, used: { match: sent, day: 0 }, max })).act === 'send') sent++;
        fc.pre(max.match > 1);
        expect(sent).toBeLessThan(match);
        expect(planNotification(telling({ kind: 'full_time', used: { match: sent, day: 0 }, max })).act).toBe('send');
      }),
    );
  });
});

it('barOf rises from 0 to a weight that only the end of a match reaches', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((used) => barOf(used, 6))).toEqual([0, 0, 0, 1 / 3, 2 / 3, 1, Number.POSITIVE_INFINITY]);
  expect([barOf(0, 1), barOf(1, 1)]).toEqual([0, Number.POSITIVE_INFINITY]);
  expect([weightOf('goal', 0.9), weightOf('goal', -1), weightOf('lineups', 0)]).toEqual([1, 0.4, 0.1]);
});
