import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { LOCALES } from '#domain/locale.ts';
import { MATCH_STATUSES, type MatchStatus } from '#domain/match-status.ts';
import { messages as en } from '#web/i18n/en/messages.ts';
import { messages as vietnamese } from '#web/i18n/vi/messages.ts';
import { messages as chinese } from '#web/i18n/zh-CN/messages.ts';
import { makeMatch, makeMeta, makeScore } from '#web/test-matches.ts';
import { forgetServerTime, hearServerTime } from './clock.ts';
import { MatchSpeedProvider } from './match-speed.tsx';
import { type TimedMatch, useMatchTime } from './match-time.ts';
import { metaQuery } from './meta.ts';
import { createQueryClient } from './query-client.ts';

const NOW = new Date('2026-03-02T18:00:00Z');
const MESSAGES = { en, 'zh-CN': chinese, vi: vietnamese } as Record<Locale, typeof en>;

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  forgetServerTime();
});

function show(match: Partial<TimedMatch>, { locale = 'en' as Locale, speed = 1 } = {}) {
  const client = createQueryClient();
  client.setQueryData(metaQuery.queryKey, makeMeta({ match_speed: speed }));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <IntlProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
        <MatchSpeedProvider>{children}</MatchSpeedProvider>
      </IntlProvider>
    </QueryClientProvider>
  );
  return renderHook(() => useMatchTime({ ...makeMatch({ kickoff_at: NOW.toISOString() }), ...match }), { wrapper }).result;
}

const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();
const MINUTE = 60_000;

describe('the minute', () => {
  it('runs on from the last reading by the page’s own clock', () => {
    const time = show({ status: 'h2', minute: 67, seen_at: ago(0) });
    expect(time.current).toMatchObject({ short: '67′', long: '2nd half', tone: 'live' });
    act(() => vi.advanceTimersByTime(2 * MINUTE));
    expect(time.current.short).toBe('69′');
  });

  it('runs as fast as the world does', () => {
    const time = show({ status: 'h1', minute: 10, seen_at: ago(0) }, { speed: 12 });
    act(() => vi.advanceTimersByTime(15_000));
    expect(time.current.short).toBe('13′');
  });

  it('counts stoppage time beyond the half', () => {
    expect(show({ status: 'h1', minute: 45, stoppage: 1, seen_at: ago(MINUTE) }).current.short).toBe('45+2′');
  });

  it('stops after five minutes without news, and says since when there is none', () => {
    const time = show({ status: 'h2', minute: 67, seen_at: ago(0) });
    act(() => vi.advanceTimersByTime(5 * MINUTE - 1_000));
    expect(time.current).toMatchObject({ short: '71′', long: '2nd half', tone: 'live' });
    act(() => vi.advanceTimersByTime(60 * MINUTE));
    expect(time.current).toEqual({
      short: '72′',
      long: 'No news since 18:00',
      spoken: '2nd half, minute 72, No news since 18:00',
      tone: 'warn',
    });
  });

  it('is right in a browser whose clock is an hour slow', () => {
    hearServerTime({ date: new Date(NOW.getTime() + 60 * MINUTE).toUTCString(), age: null }, NOW.getTime(), NOW.getTime() + 40);
    const time = show({ status: 'h2', minute: 67, seen_at: ago(-58.5 * MINUTE) });
    expect(time.current).toMatchObject({ short: '68′', tone: 'live' });
    expect(show({ status: 'ns', kickoff_at: ago(-40 * MINUTE) }).current.long).toBe('Delayed');
  });

  it('stands still at half-time', () => {
    expect(show({ status: 'ht', minute: 45, seen_at: ago(MINUTE) }).current).toMatchObject({
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
    expect(show({ status: 'ns', kickoff_at: ago(late * MINUTE) }).current).toMatchObject({ long, tone });
  });

  it('shows the kick-off on the clock of 24 hours', () => {
    expect(show({ status: 'ns', kickoff_at: '2026-03-02T20:05:00Z' }).current.short).toBe('20:05');
  });

  it('becomes late while one looks on', () => {
    const time = show({ status: 'ns', kickoff_at: NOW.toISOString() });
    act(() => vi.advanceTimersByTime(16 * MINUTE));
    expect(time.current.long).toBe('Delayed');
  });
});

it('says how a shoot-out stands', () => {
  const score = { ...makeScore(1, 1), penalty: [4, 2] as [number, number] };
  expect(show({ status: 'pen', score }).current).toMatchObject({ short: 'Pens', long: 'Pens 4–2', tone: 'quiet' });
});

describe.each(LOCALES)('in %s', (locale) => {
  it('has words for every status, short and long, and no two finished or stopped ones alike', () => {
    const words = MATCH_STATUSES.map((status) => show({ status, minute: null }, { locale }).current);
    for (const { short, spoken } of words) {
      expect(short).not.toBe('');
      expect(spoken).not.toMatch(/status|match\./);
    }
    const stopped: MatchStatus[] = ['ft', 'aet', 'pst', 'susp', 'abd', 'canc', 'awd', 'wo', 'tbd'];
    const shorts = stopped.map((status) => show({ status, minute: null }, { locale }).current.short);
    expect(new Set(shorts).size).toBe(stopped.length);
    // The column is 46 px on the phone: about seven letters, or four signs.
    for (const short of shorts) expect([...short].length).toBeLessThanOrEqual(8);
  });
});
