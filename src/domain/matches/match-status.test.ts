import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canFollow,
  clockMinute,
  isClockSilent,
  isFinal,
  isInPlay,
  isStarted,
  MATCH_STATUSES,
  type MatchStatus,
  matchGroup,
  startState,
  statusesOf,
} from './match-status.ts';

const anyStatus = fc.constantFrom(...MATCH_STATUSES);

describe('groups', () => {
  it('are the chips of the match list, and every status has one', () => {
    expect(new Set(statusesOf('live'))).toEqual(new Set(['live', 'h1', 'h2', 'ht', 'et', 'bt', 'int', 'p', 'susp']));
    expect(new Set(statusesOf('finished'))).toEqual(new Set(['ft', 'aet', 'pen', 'awd', 'wo', 'canc', 'abd']));
    expect(new Set(statusesOf('upcoming'))).toEqual(new Set(['ns', 'tbd', 'pst']));
    expect(MATCH_STATUSES).toHaveLength(19);
    expect(matchGroup('susp')).toBe('live');
  });

  it('tells play from results and from matches that never began', () => {
    expect(MATCH_STATUSES.filter(isInPlay).toSorted()).toEqual(['bt', 'et', 'h1', 'h2', 'ht', 'int', 'live', 'p']);
    expect(MATCH_STATUSES.filter(isFinal)).toEqual(['ft', 'aet', 'pen']);
    expect(MATCH_STATUSES.filter((status) => !isStarted(status)).toSorted()).toEqual(['awd', 'canc', 'ns', 'pst', 'tbd', 'wo']);
  });
});

describe('canFollow', () => {
  const possible: [MatchStatus, MatchStatus][] = [
    ['ns', 'h1'],
    ['ns', 'h2'],
    ['ns', 'ft'],
    ['tbd', 'ns'],
    ['ns', 'pst'],
    ['pst', 'ns'],
    ['h1', 'ht'],
    ['h1', 'h2'],
    ['ht', 'h2'],
    ['h2', 'ft'],
    ['h2', 'bt'],
    ['bt', 'et'],
    ['et', 'bt'],
    ['et', 'aet'],
    ['et', 'p'],
    ['p', 'pen'],
    ['h1', 'int'],
    ['int', 'h1'],
    ['live', 'h2'],
    ['h2', 'live'],
    ['h1', 'susp'],
    ['susp', 'h1'],
    ['susp', 'abd'],
    ['abd', 'h2'],
    ['abd', 'ns'],
    ['canc', 'ns'],
    ['h2', 'pst'],
    ['ft', 'aet'],
    ['aet', 'ft'],
    ['ft', 'et'],
    ['ft', 'awd'],
    ['aet', 'p'],
    ['wo', 'awd'],
  ];
  it.each(possible)('%s, then %s', (from, to) => expect(canFollow(from, to)).toBe(true));

  const impossible: [MatchStatus, MatchStatus][] = [
    ['ft', 'ns'],
    ['ft', 'h1'],
    ['ft', 'h2'],
    ['ft', 'live'],
    ['ft', 'pst'],
    ['ft', 'canc'],
    ['h2', 'h1'],
    ['ht', 'h1'],
    ['h1', 'ns'],
    ['h1', 'tbd'],
    ['et', 'h2'],
    ['et', 'ft'],
    ['p', 'et'],
    ['p', 'aet'],
    ['aet', 'et'],
    ['pen', 'p'],
    ['pen', 'ns'],
    ['awd', 'ns'],
    ['wo', 'h1'],
  ];
  it.each(impossible)('never %s, then %s', (from, to) => expect(canFollow(from, to)).toBe(false));

  it('lets every status repeat, and no result become a match that is still to be played', () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, (from, to) => {
        expect(canFollow(from, from)).toBe(true);
        if (isFinal(from) && matchGroup(to) === 'upcoming') expect(canFollow(from, to)).toBe(false);
      }),
    );
  });
});

describe('startState', () => {
  const timers = { delayedMs: 15 * 60_000, suspectedCancelledMs: 120 * 60_000 };
  const kickoffAt = new Date(1_000_000_000_000);
  const after = (seconds: number) => new Date(kickoffAt.getTime() + seconds * 1000);

  it('changes at 15 and 120 minutes to the second', () => {
    expect(startState('ns', kickoffAt, after(899), timers)).toBeNull();
    expect(startState('ns', kickoffAt, after(900), timers)).toBe('delayed');
    expect(startState('ns', kickoffAt, after(7199), timers)).toBe('delayed');
    expect(startState('ns', kickoffAt, after(7200), timers)).toBe('suspected_cancelled');
  });

  it('applies only to matches that have a date and have not started', () => {
    expect(startState('h1', kickoffAt, after(9000), timers)).toBeNull();
    expect(startState('ns', null, after(9000), timers)).toBeNull();
  });
});

describe('clockMinute', () => {
  const seenAt = new Date(0);
  const at = (status: MatchStatus, minute: number | null, stoppage: number | null, seconds: number, speed = 1) =>
    clockMinute({ status, minute, stoppage, seenAt }, new Date(seconds * 1000), speed);

  it('runs on from the last reading', () => {
    expect(at('h1', 12, null, 59)).toEqual({ minute: 12, stoppage: null });
    expect(at('h1', 12, null, 60)).toEqual({ minute: 13, stoppage: null });
    expect(at('h2', 67, null, 6, 20)).toEqual({ minute: 69, stoppage: null });
  });

  it('counts stoppage beyond the end of each half', () => {
    expect(at('h1', 44, null, 180)).toEqual({ minute: 45, stoppage: 2 });
    expect(at('h1', 45, 2, 60)).toEqual({ minute: 45, stoppage: 3 });
    expect(at('h2', 90, null, 60)).toEqual({ minute: 90, stoppage: 1 });
    expect(at('et', 105, null, 60)).toEqual({ minute: 105, stoppage: 1 });
    expect(at('et', 106, null, 60)).toEqual({ minute: 107, stoppage: null });
    expect(at('et', 120, 1, 0)).toEqual({ minute: 120, stoppage: 1 });
  });

  it('stops in breaks, and five minutes after the last report', () => {
    expect(at('ht', 45, 3, 300)).toEqual({ minute: 45, stoppage: 3 });
    expect(at('susp', 30, null, 300)).toEqual({ minute: 30, stoppage: null });
    expect(at('h1', 10, null, 3600)).toEqual({ minute: 15, stoppage: null });
    expect(at('ns', null, null, 300)).toBeNull();
  });

  it('is stale once it stops for lack of reports, and only where it should run', () => {
    const silent = (status: MatchStatus, minute: number | null, seconds: number, speed = 1) =>
      isClockSilent({ status, minute, stoppage: null, seenAt }, new Date(seconds * 1000), speed);
    expect([silent('h1', 10, 299), silent('h1', 10, 300), silent('et', 100, 300)]).toEqual([false, true, true]);
    expect([silent('h2', 60, 24, 12), silent('h2', 60, 25, 12)]).toEqual([false, true]);
    expect([silent('ht', 45, 3600), silent('h2', null, 3600), silent('susp', 30, 3600)]).toEqual([false, false, false]);
  });

  it('never runs backwards, even if the clocks disagree', () => {
    expect(at('h1', 12, null, -120)).toEqual({ minute: 12, stoppage: null });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 45 }), fc.nat(2000), fc.nat(2000), (minute, a, b) => {
        const total = (seconds: number) => {
          const clock = at('h1', minute, null, seconds);
          return (clock?.minute ?? 0) + (clock?.stoppage ?? 0);
        };
        expect(total(Math.min(a, b))).toBeLessThanOrEqual(total(Math.max(a, b)));
      }),
    );
  });
});
