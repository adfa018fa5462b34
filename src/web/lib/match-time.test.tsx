import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { MATCH_STATUSES, type MatchStatus } from '#domain/matches/match-status.ts';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { makeMatch, makeMeta, makeScore } from '#test/web/fixtures/matches.ts';
import { MatchSpeedProvider, metaQuery } from '#web/data/queries.tsx';
import { createQueryClient } from '#web/data/query-client.ts';
import { messages as en } from '#web/i18n/en/messages.ts';
import { messages as vietnamese } from '#web/i18n/vi/messages.ts';
import { messages as chinese } from '#web/i18n/zh-CN/messages.ts';
import { clearServerTime, setServerTime } from './clock.ts';
import { type TimedMatch, useMatchTime } from './match-time.ts';

const NOW = new Date('2026-03-02T18:00:00Z');
const MESSAGES = { en, 'zh-CN': chinese, vi: vietnamese } as Record<Locale, typeof en>;

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  clearServerTime();
});

function show(match: Partial<TimedMatch>, { locale = 'en' as Locale, speed = 1, sport = 'football' as Sport } = {}) {
  const client = createQueryClient();
  client.setQueryData(metaQuery.queryKey, makeMeta({ match_speed: speed }));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <IntlProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
        <MatchSpeedProvider>{children}</MatchSpeedProvider>
      </IntlProvider>
    </QueryClientProvider>
  );
  return renderHook(() => useMatchTime({ ...makeMatch({ kickoff_at: NOW.toISOString() }), ...match }, sport), { wrapper }).result;
}

const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();

describe('the minute', () => {
  it('continues from the last report by the page’s own clock', () => {
    const time = show({ status: 'h2', minute: 67, seen_at: ago(0) });
    expect(time.current).toMatchObject({ short: '67′', long: '2nd half', tone: 'live' });
    act(() => vi.advanceTimersByTime(2 * MINUTE_MS));
    expect(time.current.short).toBe('69′');
  });

  it('runs at the world’s speed', () => {
    const time = show({ status: 'h1', minute: 10, seen_at: ago(0) }, { speed: 12 });
    act(() => vi.advanceTimersByTime(15_000));
    expect(time.current.short).toBe('13′');
  });

  it('counts stoppage time beyond the half', () => {
    expect(show({ status: 'h1', minute: 45, stoppage: 1, seen_at: ago(MINUTE_MS) }).current.short).toBe('45+2′');
  });

  it('stops after five minutes without news, and says since when', () => {
    const time = show({ status: 'h2', minute: 67, seen_at: ago(0) });
    act(() => vi.advanceTimersByTime(5 * MINUTE_MS - 1_000));
    expect(time.current).toMatchObject({ short: '71′', long: '2nd half', tone: 'live' });
    act(() => vi.advanceTimersByTime(60 * MINUTE_MS));
    expect(time.current).toEqual({
      short: '72′',
      long: 'No news since 18:00',
      words: '2nd half',
      clock: '72′',
      spoken: '2nd half, minute 72, No news since 18:00',
      tone: 'warn',
    });
  });

  it('is right in a browser whose clock is an hour slow', () => {
    setServerTime({ date: new Date(NOW.getTime() + 60 * MINUTE_MS).toUTCString(), age: null }, NOW.getTime(), NOW.getTime() + 40);
    const time = show({ status: 'h2', minute: 67, seen_at: ago(-58.5 * MINUTE_MS) });
    expect(time.current).toMatchObject({ short: '68′', tone: 'live' });
    expect(show({ status: 'ns', kickoff_at: ago(-40 * MINUTE_MS) }).current.long).toBe('Delayed');
  });

  it('stands still at half-time', () => {
    expect(show({ status: 'ht', minute: 45, seen_at: ago(MINUTE_MS) }).current).toMatchObject({
      short: 'HT',
      long: 'Half-time',
      tone: 'live',
    });
  });
});

describe('before kick-off', () => {
  it.each([
    [0, null, 'quiet'],
    [15, 'Delayed', 'warn'],
    [120, 'May be cancelled', 'warn'],
  ] as const)('%i minutes late: %s', (late, long, tone) => {
    expect(show({ status: 'ns', kickoff_at: ago(late * MINUTE_MS) }).current).toMatchObject({ long, tone });
  });

  it('shows the kick-off on the 24-hour clock', () => {
    expect(show({ status: 'ns', kickoff_at: '2026-03-02T20:05:00Z' }).current.short).toBe('20:05');
  });

  it('becomes late as time passes', () => {
    const time = show({ status: 'ns', kickoff_at: NOW.toISOString() });
    act(() => vi.advanceTimersByTime(16 * MINUTE_MS));
    expect(time.current.long).toBe('Delayed');
  });
});

it('shows the score of a shoot-out', () => {
  const score = { ...makeScore(1, 1), penalty: [4, 2] as [number, number] };
  expect(show({ status: 'pen', score }).current).toMatchObject({ short: 'Pens', long: 'Pens 4–2', tone: 'quiet' });
});

describe.each(LOCALES)('in %s', (locale) => {
  it('has words for every status, short and long, with distinct ones for finished and stopped', () => {
    const words = MATCH_STATUSES.map((status) => show({ status, minute: null }, { locale }).current);
    for (const { short, spoken } of words) {
      expect(short).not.toBe('');
      expect(spoken).not.toMatch(/status|match\./);
    }
    const stopped: MatchStatus[] = ['ft', 'aet', 'pst', 'susp', 'abd', 'canc', 'awd', 'wo', 'tbd'];
    const shorts = stopped.map((status) => show({ status, minute: null }, { locale }).current.short);
    expect(new Set(shorts).size).toBe(stopped.length);
    // The column is 46 px on the phone: about seven letters, or four CJK characters.
    for (const short of shorts) expect([...short].length).toBeLessThanOrEqual(8);
  });
});

describe('in other sports', () => {
  const quarter = { kind: 'quarter', n: 3 } as const;
  const overtime = (n: number) => ({ kind: 'overtime', n }) as const;

  it('shows the part in play, and its minute if known', () => {
    expect(show({ status: 'live', period: quarter, minute: 4 }, { sport: 'basketball' }).current).toEqual({
      short: 'Q3 4′',
      long: null,
      words: '3rd quarter',
      clock: '4′',
      spoken: '3rd quarter, minute 4',
      tone: 'live',
    });
    expect(show({ status: 'live', period: overtime(1), minute: null }, { sport: 'basketball' }).current.short).toBe('OT');
    expect(show({ status: 'live', period: overtime(2), minute: null }, { sport: 'basketball' }).current.spoken).toBe('Overtime 2');
  });

  it.each([
    ['basketball', { status: 'ht' }, { en: 'Half-time', 'zh-CN': '中场休息', vi: 'Nghỉ giữa hiệp' }],
    ['basketball', { status: 'ft' }, { en: 'Final', 'zh-CN': '已结束', vi: 'Kết thúc' }],
    ['basketball', { status: 'aet' }, { en: 'After overtime', 'zh-CN': '加时赛后结束', vi: 'Sau hiệp phụ' }],
    ['basketball', { status: 'live', period: quarter }, { en: '3rd quarter', 'zh-CN': '第 3 节', vi: 'Hiệp 3' }],
    ['tennis', { status: 'live', period: { kind: 'set', n: 2 } }, { en: 'Set 2', 'zh-CN': '第 2 盘', vi: 'Set 2' }],
    ['tennis', { status: 'awd' }, { en: 'Retired', 'zh-CN': '中途退赛', vi: 'Bỏ cuộc giữa trận' }],
    ['tennis', { status: 'wo' }, { en: 'Walkover', 'zh-CN': '对手弃权', vi: 'Đối thủ bỏ cuộc' }],
    ['esports', { status: 'live', period: { kind: 'map', n: 3 } }, { en: 'Map 3', 'zh-CN': '第 3 图', vi: 'Ván 3' }],
    ['esports', { status: 'bt' }, { en: 'Break', 'zh-CN': '休息中', vi: 'Đang nghỉ' }],
    ['esports', { status: 'wo' }, { en: 'Forfeit', 'zh-CN': '弃权', vi: 'Bị xử thua' }],
  ] as const)('%s %j has words in every language', (sport, match, words) => {
    for (const locale of LOCALES) expect(show(match, { sport, locale }).current.spoken).toBe(words[locale]);
  });

  it('has words for every status, without repetition', () => {
    for (const sport of SPORTS.slice(1)) {
      for (const locale of LOCALES) {
        for (const status of MATCH_STATUSES) {
          const { short, long, spoken } = show({ status, minute: null }, { sport, locale }).current;
          expect(`${short} ${spoken}`).not.toMatch(/status|match\./);
          if (['et', 'bt', 'ft', 'aet'].includes(status)) expect(long).not.toBe(short);
        }
      }
    }
  });
});
