import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MATCH_STATUSES, type MatchStatus } from '#domain/matches/match-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import {
  CHAT_SECONDS_BETWEEN,
  CHAT_SECONDS_BETWEEN_MAX,
  chatRoomOf,
  chatState,
  chatTopic,
  chatWaitMs,
  checkMessage,
  isTrustedReporter,
  type Reporter,
  slowSeconds,
} from './chat.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

describe('chatState', () => {
  it.each<[MatchStatus, number, string]>([
    ['ns', -DAY_MS, 'idle'],
    ['ns', -10 * MINUTE_MS - 1, 'idle'],
    ['ns', -10 * MINUTE_MS, 'open'],
    ['ns', HOUR_MS, 'open'],
    ['ns', 2 * HOUR_MS, 'idle'],
    ['h1', -HOUR_MS, 'open'],
    ['ht', 47 * MINUTE_MS, 'open'],
    ['pen', 3 * HOUR_MS, 'read_only'],
    ['susp', HOUR_MS, 'open'],
    ['int', HOUR_MS, 'open'],
    ['h2', DAY_MS, 'read_only'],
    ['pst', HOUR_MS, 'idle'],
    ['tbd', HOUR_MS, 'idle'],
    ['abd', HOUR_MS, 'read_only'],
    ['canc', -HOUR_MS, 'read_only'],
  ])('of a match that is %s, %i ms after its kick-off', (status, sinceMs, state) => {
    expect(chatState({ status, kickoffAt: ago(sinceMs) }, NOW)).toBe(state);
  });

  it('is open during every match and never after one', () => {
    for (const status of MATCH_STATUSES) {
      const state = chatState({ status, kickoffAt: ago(HOUR_MS) }, NOW);
      if (['live', 'h1', 'ht', 'h2', 'et', 'bt', 'p', 'int', 'susp'].includes(status)) expect(state).toBe('open');
      if (['ft', 'aet', 'pen', 'abd', 'canc', 'awd', 'wo'].includes(status)) expect(state).toBe('read_only');
    }
  });

  it('is defined for a match without a kick-off time', () => {
    expect(MATCH_STATUSES.map((status) => chatState({ status, kickoffAt: null }, NOW)).filter((state) => state === 'open')).toHaveLength(9);
    expect(chatState({ status: 'ns', kickoffAt: null }, NOW)).toBe('idle');
  });
});

describe('slowSeconds', () => {
  it.each([
    [0, 2],
    [19, 2],
    [20, 5],
    [60, 10],
    [150, 20],
    [400, 30],
    [100_000, 30],
  ])('after %i messages in ten seconds is %i seconds', (messages, seconds) => {
    expect(slowSeconds(messages)).toBe(seconds);
  });

  it('never shrinks as more messages are posted', () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(2_000), (a, b) => {
        expect(slowSeconds(Math.max(a, b))).toBeGreaterThanOrEqual(slowSeconds(Math.min(a, b)));
        expect(slowSeconds(a)).toBeGreaterThanOrEqual(CHAT_SECONDS_BETWEEN);
        expect(slowSeconds(a)).toBeLessThanOrEqual(CHAT_SECONDS_BETWEEN_MAX);
      }),
    );
  });
});

describe('chatWaitMs', () => {
  it.each([
    ['nothing said', [], null, 2, 0],
    ['two seconds ago', [2_000], 2_000, 2, 0],
    ['half a second ago', [500], 500, 2, 1_500],
    ['in another room', [500], null, 2, 1_500],
    ['in a slow room', [3_000], 3_000, 10, 7_000],
    ['in another room, while this one is slow', [3_000], null, 10, 0],
    ['nine in 30 seconds', Array.from({ length: 9 }, (_, n) => (n + 1) * 2_000), 2_000, 2, 0],
    ['ten in 30 seconds', Array.from({ length: 10 }, (_, n) => (n + 1) * 2_500), 2_500, 2, 5_000],
    ['said later than now, as a clock went back', [-HOUR_MS], -HOUR_MS, 2, 0],
  ])('%s', (_, anywhereMs, hereMs, slow, waitMs) => {
    const pace = { anywhere: anywhereMs.map(ago), here: hereMs === null ? null : ago(hereMs), slowSeconds: slow };
    expect(chatWaitMs(pace, NOW)).toBe(waitMs);
  });

  it('allows at most one message in 2 seconds and ten in 30, and never blocks for ever', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4_000), { minLength: 30, maxLength: 60 }), (pauses) => {
        const said: number[] = [];
        let at = 0;
        for (const pause of pauses) {
          at += pause;
          const anywhere = said.toReversed().map((ms) => new Date(ms));
          const waitMs = chatWaitMs({ anywhere, here: null, slowSeconds: 2 }, new Date(at));
          expect(chatWaitMs({ anywhere, here: null, slowSeconds: 2 }, new Date(at + waitMs))).toBe(0);
          if (waitMs === 0) said.push(at);
        }
        for (const [n, ms] of said.entries()) {
          if (n >= 1) expect(ms - said[n - 1]!).toBeGreaterThanOrEqual(2_000);
          if (n >= 10) expect(ms - said[n - 10]!).toBeGreaterThanOrEqual(30_000);
        }
      }),
    );
  });
});

describe('checkMessage', () => {
  it.each([
    ['may', {}, null],
    ['has nothing confirmed', { isConfirmed: false }, { code: 'contact_unconfirmed' }],
    ['is muted', { mutedUntil: NOW }, { code: 'chat_muted', params: { until: NOW.toISOString() } }],
    ['is muted for good', { mutedUntil: 'none' as const }, { code: 'chat_muted', params: { until: 'none' } }],
    ['is muted in the group', { mutedInGroupUntil: NOW }, { code: 'group_muted', params: { until: NOW.toISOString() } }],
    ['is muted in the group for good', { mutedInGroupUntil: 'none' as const }, { code: 'group_muted', params: { until: 'none' } }],
    ['is early', { state: 'idle' as const }, { code: 'chat_read_only' }],
    ['is late and muted', { state: 'read_only' as const, mutedUntil: 'none' as const }, { code: 'chat_muted', params: { until: 'none' } }],
  ])('%s', (_, facts, refusal) => {
    expect(checkMessage({ isConfirmed: true, mutedUntil: null, mutedInGroupUntil: null, state: 'open', ...facts })).toEqual(refusal);
  });
});

describe('the topic of a room', () => {
  it.each([
    [{ matchId: 7, locale: 'zh-CN' as const }, 'chat:7:zh-CN'],
    [{ groupId: '0195a000-0000-7000-8000-000000000001' }, 'chat:group:0195a000-0000-7000-8000-000000000001'],
  ])('%j is %s, and leads back', (room, topic) => {
    expect(chatTopic(room)).toBe(topic);
    expect(chatRoomOf(topic)).toEqual(room);
  });

  it('with an id that no match can have leads nowhere', () => {
    expect(['chat:0:en', 'chat:2147483648:en', 'chat:9999999999:en'].map(chatRoomOf)).toEqual([null, null, null]);
  });
});

describe('isTrustedReporter', () => {
  const reporter: Reporter = { createdAt: ago(7 * DAY_MS), isConfirmed: true, wasMuted: false, upheld: 0, dismissed: 0 };
  it.each<[Partial<Reporter>, boolean]>([
    [{}, true],
    [{ createdAt: ago(7 * DAY_MS - 1) }, false],
    [{ isConfirmed: false }, false],
    [{ wasMuted: true }, false],
    [{ upheld: 2, dismissed: 2 }, true],
    [{ upheld: 2, dismissed: 3 }, false],
  ])('for a reporter with %j is %s', (facts, isTrusted) => {
    expect(isTrustedReporter({ ...reporter, ...facts }, NOW)).toBe(isTrusted);
  });
});
