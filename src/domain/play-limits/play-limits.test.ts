import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import {
  changeLimit,
  checkLimits,
  checkPlayAllowed,
  EXCLUSION_KINDS,
  exclusionEnd,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  limitAt,
  limitRoom,
  NO_LIMIT,
  type PlayLimit,
  periodEnd,
  periodStart,
  SELF_EXCLUSION_MONTHS,
  type SetLimit,
  TIME_OUT_HOURS,
} from './play-limits.ts';

const at = (iso: string) => new Date(iso);
const friday = at('2026-11-20T12:00:00.000Z');
const moments = fc.date({ min: at('2000-01-01T00:00:00Z'), max: at('2100-01-01T00:00:00Z'), noInvalidDate: true });
const limits = fc.record<PlayLimit>({
  kind: fc.constantFrom(...LIMIT_KINDS),
  period: fc.constantFrom(...LIMIT_PERIODS),
  amount: fc.integer({ min: 1, max: 100_000 }),
  used: fc.integer({ min: -50_000, max: 150_000 }),
});
const amounts = fc.option(fc.integer({ min: 1, max: 1_000 }), { freq: 4 });

describe('limit periods', () => {
  it.each([
    ['day', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['week', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['month', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ] as const)('a %s begins and ends by UTC', (period, start, end) => {
    expect(periodStart(period, friday).toISOString()).toBe(start);
    expect(periodEnd(period, friday).toISOString()).toBe(end);
  });

  it('a week ends on Sunday, also across the turn of a year', () => {
    expect(periodStart('week', at('2027-01-03T23:59:59.999Z')).toISOString()).toBe('2026-12-28T00:00:00.000Z');
    expect(periodEnd('month', at('2026-12-31T23:59:59.999Z')).toISOString()).toBe('2027-01-01T00:00:00.000Z');
  });

  it('contain every moment, and the next period begins where one ends', () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...LIMIT_PERIODS), (moment, period) => {
        const [start, end] = [periodStart(period, moment), periodEnd(period, moment)];
        expect(start <= moment && moment < end).toBe(true);
        expect(periodStart(period, start)).toEqual(start);
        expect(periodStart(period, end)).toEqual(end);
        expect(periodEnd(period, new Date(end.getTime() - 1))).toEqual(end);
      }),
    );
  });
});

describe('play limits', () => {
  it('count a stake as lost, net of what came back in the period', () => {
    const won: PlayLimit = { kind: 'loss', period: 'day', amount: 100, used: -400 };
    expect(checkLimits([won], 500, friday)).toBeNull();
    expect(checkLimits([won], 501, friday)).toEqual({
      code: 'limit_reached',
      params: { kind: 'loss', period: 'day', max: 100, left: 500, resets_at: '2026-11-21T00:00:00.000Z' },
    });
  });

  it('leave room 0, not a negative room, when more is used than they allow', () => {
    expect(limitRoom([{ kind: 'stake', period: 'day', amount: 100, used: 300 }])).toBe(0);
    expect(limitRoom([])).toBe(Number.POSITIVE_INFINITY);
  });

  it('allow exactly the stakes that fit into every limit', () => {
    fc.assert(
      fc.property(fc.array(limits, { maxLength: 6 }), fc.integer({ min: 1, max: 200_000 }), (some, stake) => {
        const fits = some.every(({ amount, used }) => used + stake <= amount);
        expect(checkLimits(some, stake, friday) === null).toBe(fits);
        expect(stake <= limitRoom(some)).toBe(fits);
      }),
    );
  });
});

describe('changeLimit', () => {
  const set = (amount: number | null, next: SetLimit['next'] = null): SetLimit => ({ amount, next });
  const tomorrow = at('2026-11-21T12:00:00.000Z');

  it('tightens at once and loosens after a day; removing a limit is loosening', () => {
    expect(changeLimit(NO_LIMIT, 500, friday)).toEqual(set(500));
    expect(changeLimit(set(500), 400, friday)).toEqual(set(400));
    expect(changeLimit(set(500), 600, friday)).toEqual(set(500, { amount: 600, from: tomorrow }));
    expect(changeLimit(set(500), null, friday)).toEqual(set(500, { amount: null, from: tomorrow }));
  });

  it('cancels a pending change on a tighter limit or on the present one', () => {
    const pending = set(500, { amount: 900, from: tomorrow });
    expect(changeLimit(pending, 400, friday)).toEqual(set(400));
    expect(changeLimit(pending, 500, friday)).toEqual(set(500));
  });

  it('keeps the waiting time when the same limit is requested again, and restarts it for another', () => {
    const asked = changeLimit(set(500), null, friday);
    const later = at('2026-11-21T11:00:00.000Z');
    expect(changeLimit(asked, null, later)).toEqual(asked);
    expect(changeLimit(asked, 700, later)).toEqual(set(500, { amount: 700, from: at('2026-11-22T11:00:00.000Z') }));
  });

  it('starts from a pending limit whose time has come', () => {
    const pending = set(500, { amount: 900, from: tomorrow });
    expect(limitAt(pending, new Date(tomorrow.getTime() - 1))).toEqual(pending);
    expect(limitAt(pending, tomorrow)).toEqual(set(900));
    expect(changeLimit(pending, 800, tomorrow)).toEqual(set(800));
  });

  it('never leaves more room than there was at first or was requested a day ago, and a request never adds room', () => {
    const steps = fc.array(fc.record({ amount: amounts, afterMs: fc.integer({ min: 0, max: DAY_MS }) }), { maxLength: 12 });
    const size = (amount: number | null) => amount ?? Number.POSITIVE_INFINITY;
    fc.assert(
      fc.property(amounts, steps, (first, steps) => {
        const asked = [{ room: size(first), at: Number.NEGATIVE_INFINITY }];
        let limit = set(first);
        let now = friday;
        for (const { amount, afterMs } of steps) {
          now = new Date(now.getTime() + afterMs);
          const before = size(limitAt(limit, now).amount);
          limit = changeLimit(limit, amount, now);
          const room = size(limitAt(limit, now).amount);
          const longAgo = asked.filter((past) => now.getTime() - past.at >= DAY_MS).map((past) => past.room);
          expect(room).toBe(Math.min(before, size(amount)));
          expect(room).toBeLessThanOrEqual(Math.max(...longAgo));
          asked.push({ room: size(amount), at: now.getTime() });
        }
      }),
    );
  });
});

describe('time-outs and self-exclusions', () => {
  it('last for hours or for calendar months', () => {
    expect(exclusionEnd('time_out', 24, friday).toISOString()).toBe('2026-11-21T12:00:00.000Z');
    expect(exclusionEnd('self_exclusion', 6, friday).toISOString()).toBe('2027-05-20T12:00:00.000Z');
    expect(exclusionEnd('self_exclusion', 60, friday).toISOString()).toBe('2031-11-20T12:00:00.000Z');
  });

  it('end on the last day of a shorter month', () => {
    expect(exclusionEnd('self_exclusion', 6, at('2026-08-31T10:00:00Z')).toISOString()).toBe('2027-02-28T10:00:00.000Z');
    expect(exclusionEnd('self_exclusion', 12, at('2028-02-29T10:00:00Z')).toISOString()).toBe('2029-02-28T10:00:00.000Z');
  });

  it('last longer for a greater length, whenever they begin', () => {
    const bounds = { time_out: TIME_OUT_HOURS, self_exclusion: SELF_EXCLUSION_MONTHS };
    fc.assert(
      fc.property(moments, fc.constantFrom(...EXCLUSION_KINDS), fc.nat(), (moment, kind, some) => {
        const { min, max } = bounds[kind];
        const length = min + (some % (max - min));
        expect(exclusionEnd(kind, length, moment) < exclusionEnd(kind, length + 1, moment)).toBe(true);
        expect(
          exclusionEnd('time_out', TIME_OUT_HOURS.max, moment) < exclusionEnd('self_exclusion', SELF_EXCLUSION_MONTHS.min, moment),
        ).toBe(true);
      }),
    );
  });

  it('bar from play until they are over, and the refusal carries the end', () => {
    const until = at('2026-11-21T12:00:00.000Z');
    expect(checkPlayAllowed({ excludedUntil: until, isLeaving: false }, friday)).toEqual({
      code: 'self_excluded',
      params: { until: '2026-11-21T12:00:00.000Z' },
    });
    expect(checkPlayAllowed({ excludedUntil: until, isLeaving: false }, until)).toBeNull();
    expect(checkPlayAllowed({ excludedUntil: null, isLeaving: true }, friday)).toEqual({ code: 'account_leaving' });
  });
});
