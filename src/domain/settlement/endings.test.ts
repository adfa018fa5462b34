import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MATCH_STATUSES } from '#domain/matches/match-status.ts';
import type { SettlementRule } from '#domain/matches/score.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { HOUR_MS } from '#domain/time.ts';
import { MARKETS, type Market } from './contest.ts';
import { contestStateFor } from './contest-state.ts';
import { type Ending, type EndingCase, type EndingFacts, endingsOf } from './endings.ts';
import { POOL_RULES } from './pool.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from './settlement-timers.ts';

const KINDS: [Sport, SettlementRule, boolean][] = [
  ['football', 'regular_time', true],
  ['football', 'whole_match', true],
  ['basketball', 'whole_match', false],
  ['tennis', 'whole_match', false],
  ['esports', 'whole_match', false],
  ['esports', 'whole_match', true],
];
const EVERY = MARKETS.flatMap((market) => KINDS.map((kind) => [market, ...kind] as const));

const factsOf = (market: Market, [sport, settlesOn, drawPossible] = KINDS[0]!, rest: Partial<EndingFacts> = {}): EndingFacts => ({
  ...{ market, sport, settlesOn, drawPossible, timers: SETTLEMENT_TIMERS, rules: POOL_RULES },
  ...rest,
});
const find = (endings: readonly Ending[], on: EndingCase) => endings.find((ending) => ending.on === on);
const fates = (facts: EndingFacts) => Object.fromEntries(endingsOf(facts).map(({ on, fate }) => [on, fate.kind]));

describe.each(EVERY)('the endings of %s in %s, on %s, draws %s', (market, ...kind) => {
  const endings = endingsOf(factsOf(market, kind));

  it('cover every status of a match', () => {
    expect(MATCH_STATUSES.filter((status) => !endings.some(({ statuses }) => statuses.includes(status)))).toEqual([]);
  });

  it('contain each case once', () => {
    expect(new Set(endings.map(({ on }) => on)).size).toBe(endings.length);
  });

  it('match the table of endings for each status, to the millisecond', () => {
    const contest = { market, state: 'locked', deadlineAt: new Date(0), firstDeadlineAt: new Date(0), hasStakes: true } as const;
    for (const { statuses, fate } of endings.filter(({ fate }) => fate.kind === 'refunded' && fate.afterMs > 0)) {
      for (const status of statuses) {
        const verdictAfter = (ms: number) => {
          const now = new Date(ms);
          const match = { status, statusSince: new Date(0), kickoffAt: new Date(0), feedHeardAt: now, result: null, resultSince: null };
          return contestStateFor(contest, { ...match, startedAt: null, mismatch: null, opinions: [] }, now, SETTLEMENT_TIMERS).kind;
        };
        const { afterMs } = fate as { afterMs: number };
        expect([verdictAfter(afterMs - 1), verdictAfter(afterMs)], status).toEqual([expect.not.stringMatching('void'), 'void']);
      }
    }
  });
});

describe('the endings of football after 90 minutes', () => {
  it.each(MARKETS)('of %s are those of docs/rules.md#settlement', (market) => {
    const pool = market === 'wdl';
    expect(fates(factsOf(market))).toEqual({
      right: pool ? 'share' : 'odds',
      wrong: 'lost',
      result: 'settled',
      won_in_extra_time: 'draw',
      won_on_penalties: 'draw',
      in_play: 'held',
      extra_time_in_play: 'settled',
      delayed: 'kept',
      suspected_cancelled: 'kept',
      no_start: 'refunded',
      postponed: 'refunded',
      moved: 'kept',
      moved_far: 'refunded',
      abandoned: 'refunded',
      cancelled: 'refunded',
      walkover: 'refunded',
      awarded: 'refunded',
      awarded_after: 'settled',
      sides_changed: 'refunded',
      late_stake: 'refunded',
      corrected: 'adjusted',
      silent: 'undecided',
      unresolved: 'unknown',
      ...(pool && { nobody_right: 'refunded', all_right: 'stake_back' }),
    });
  });

  it('have the statuses of the table', () => {
    const endings = endingsOf(factsOf('wdl'));
    expect(find(endings, 'in_play')?.statuses).toEqual(['live', 'h1', 'ht', 'h2', 'int']);
    expect(find(endings, 'postponed')?.statuses).toEqual(['tbd', 'pst']);
    expect(find(endings, 'abandoned')?.statuses).toEqual(['susp', 'abd']);
    expect(find(endings, 'extra_time_in_play')?.statuses).toEqual(['et', 'bt', 'p']);
    expect(find(endings, 'result')?.statuses).toEqual(['ft', 'aet', 'pen']);
  });

  it('differ between the markets only in how far a match may be moved', () => {
    expect(MARKETS.map((market) => find(endingsOf(factsOf(market)), 'moved_far')?.limitMs)).toEqual([7 * 24 * HOUR_MS, 48 * HOUR_MS]);
  });

  it('say that a pool with too few players is refunded, if more than one is needed', () => {
    expect(fates(factsOf('wdl', KINDS[0], { rules: { feePercent: 0, participantsMin: 2 } }))).toMatchObject({
      ...{ too_few_participants: 'refunded', right: 'share', wrong: 'lost' },
    });
  });
});

describe('the endings of a whole match', () => {
  it('are decided by extra time, overtime, or a level series', () => {
    const kindOf = (index: number) => fates(factsOf('wdl', KINDS[index]));
    expect(kindOf(1)).toMatchObject({ won_in_extra_time: 'decider', won_on_penalties: 'draw' });
    expect(kindOf(2)).toMatchObject({ won_in_extra_time: 'decider' });
    expect(kindOf(3)).not.toHaveProperty('series_level');
    expect(kindOf(4)).not.toHaveProperty('series_level');
    expect(kindOf(5)).toMatchObject({ series_level: 'draw' });
  });

  it('wait for the end of extra time', () => {
    expect(find(endingsOf(factsOf('wdl', KINDS[1])), 'in_play')?.statuses).toEqual(['live', 'h1', 'ht', 'h2', 'et', 'bt', 'p', 'int']);
  });
});

describe('the times in the texts', () => {
  const told = (timers: typeof SETTLEMENT_TIMERS, on: EndingCase, market: Market = 'wdl') => {
    const ending = find(endingsOf(factsOf(market, KINDS[0], { timers })), on)!;
    return ending.limitMs ?? ('afterMs' in ending.fate ? ending.fate.afterMs : null);
  };

  it.each([
    ['delayedMs', 'delayed'],
    ['suspectedCancelledMs', 'suspected_cancelled'],
    ['scoreStableMs', 'result'],
    ['pausedMs', 'postponed'],
    ['pausedMs', 'abandoned'],
    ['noStartMs', 'no_start'],
    ['blindMs', 'silent'],
    ['unresolvedMs', 'unresolved'],
    ['correctionMs', 'corrected'],
    ['newDatePoolMs', 'moved_far'],
    ['newDatePoolMs', 'moved'],
  ] as const)('follow the timer %s, whatever the others are: %s', (timer, on) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (hours) => {
        const timers = { ...SETTLEMENT_TIMERS, [timer]: hours * HOUR_MS + 7 };
        // "Delayed" comes before "suspected cancelled", or is never shown.
        if (timers.delayedMs >= timers.suspectedCancelledMs) return;
        expect(told(timers, on)).toBe(hours * HOUR_MS + 7);
      }),
    );
  });

  it('shrink when matches run faster', () => {
    const fast = scaleTimers(SETTLEMENT_TIMERS, 120);
    expect([told(fast, 'postponed'), told(fast, 'moved_far', '1x2')]).toEqual([150_000, 48 * HOUR_MS]);
  });
});
