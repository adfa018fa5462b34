import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { MATCH_STATUSES, type MatchStatus } from '#domain/matches/match-status.ts';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { makeMatch, makeMeta, makeScore } from '#test/web/fixtures/matches.ts';
import { t, tVi, tZh } from '#test/web/words.ts';
import { MatchSpeedProvider, metaQuery } from '#web/data/queries.tsx';
import { createQueryClient } from '#web/data/query-client.ts';
import { messages as en } from '#web/i18n/en/messages.ts';
import { TextsProvider } from '#web/i18n/texts-provider.tsx';
import { messages as vietnamese } from '#web/i18n/vi/messages.ts';
import { messages as chinese } from '#web/i18n/zh-CN/messages.ts';
import { clearServerTime, setServerTime } from './clock.ts';
import { type TimedMatch, useMatchTime } from './match-time.ts';

const NOW = new Date('2026-03-02T18:00:00Z');
const MESSAGES = { en, 'zh-CN': chinese, vi: vietnamese } as Record<Locale, typeof en>;
const WORDS = { en: t, 'zh-CN': tZh, vi: tVi };

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
      <TextsProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
        <MatchSpeedProvider>{children}</MatchSpeedProvider>
      </TextsProvider>
    </QueryClientProvider>
  );
  return renderHook(() => useMatchTime({ ...makeMatch({ kickoff_at: NOW.toISOString() }), ...match }, sport), { wrapper }).result;
}

const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();

describe('the minute', () => {
  it('continues from the last report by the page’s own clock', () => {
    const time = show({ status: 'h2', minute: 67, seen_at: ago(0) });
    expect(time.current).toMatchObject({ short: '67′', long: t('match.status.long.h2'), tone: 'live' });
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
    expect(time.current).toMatchObject({ short: '71′', long: t('match.status.long.h2'), tone: 'live' });
    act(() => vi.advanceTimersByTime(60 * MINUTE_MS));
    expect(time.current).toEqual({
      short: '72′',
      long: t('match.no_news_since', { time: '18:00' }),
      words: t('match.status.long.h2'),
      clock: '72′',
      spoken: [t('match.status.long.h2'), t('match.minute', { minute: '72' }), t('match.no_news_since', { time: '18:00' })].join(', '),
      tone: 'warn',
    });
  });

  it('is right in a browser whose clock is an hour slow', () => {
    setServerTime({ date: new Date(NOW.getTime() + 60 * MINUTE_MS).toUTCString(), age: null }, NOW.getTime(), NOW.getTime() + 40);
    const time = show({ status: 'h2', minute: 67, seen_at: ago(-58.5 * MINUTE_MS) });
    expect(time.current).toMatchObject({ short: '68′', tone: 'live' });
    expect(show({ status: 'ns', kickoff_at: ago(-40 * MINUTE_MS) }).current.long).toBe(t('match.status.long.delayed'));
  });

  it('stands still at half-time', () => {
    expect(show({ status: 'ht', minute: 45, seen_at: ago(MINUTE_MS) }).current).toMatchObject({
      short: t('match.status.short.ht'),
      long: t('match.status.long.ht'),
      tone: 'live',
    });
  });
});

describe('before kick-off', () => {
  it.each([
    [0, null, 'quiet'],
    [15, t('match.status.long.delayed'), 'warn'],
    [120, t('match.status.long.suspected_cancelled'), 'warn'],
  ] as const)('%i minutes late: %s', (late, long, tone) => {
    expect(show({ status: 'ns', kickoff_at: ago(late * MINUTE_MS) }).current).toMatchObject({ long, tone });
  });

  it('shows the kick-off on the 24-hour clock', () => {
    expect(show({ status: 'ns', kickoff_at: '2026-03-02T20:05:00Z' }).current.short).toBe('20:05');
  });

  it('becomes late as time passes', () => {
    const time = show({ status: 'ns', kickoff_at: NOW.toISOString() });
    act(() => vi.advanceTimersByTime(16 * MINUTE_MS));
    expect(time.current.long).toBe(t('match.status.long.delayed'));
  });
});

it('shows the score of a shoot-out', () => {
  const score = { ...makeScore(1, 1), penalty: [4, 2] as [number, number] };
  expect(show({ status: 'pen', score }).current).toMatchObject({
    short: t('match.status.short.pen'),
    long: t('match.pens_score', { home: 4, away: 2 }),
    tone: 'quiet',
  });
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
      short: `${t('match.part_short.quarter', { n: 3 })} 4′`,
      long: null,
      words: t('match.part.quarter', { n: 3 }),
      clock: '4′',
      spoken: `${t('match.part.quarter', { n: 3 })}, ${t('match.minute', { minute: '4' })}`,
      tone: 'live',
    });
    expect(show({ status: 'live', period: overtime(1), minute: null }, { sport: 'basketball' }).current.short).toBe(
      t('match.part_short.overtime', { n: 1 }),
    );
    expect(show({ status: 'live', period: overtime(2), minute: null }, { sport: 'basketball' }).current.spoken).toBe(
      t('match.part.overtime', { n: 2 }),
    );
  });

  it('says once that a match is live if neither its minute nor its part is known', () => {
    for (const locale of LOCALES) expect(show({ status: 'live', minute: null }, { sport: 'football', locale }).current.long).toBeNull();
  });

  it.each<[Sport, Partial<TimedMatch>, (words: typeof t) => string]>([
    ['basketball', { status: 'ht' }, (words) => words('match.status.long.ht')],
    ['basketball', { status: 'ft' }, (words) => words('match.status.long.final')],
    ['basketball', { status: 'aet' }, (words) => words('match.status.long.after_overtime')],
    ['basketball', { status: 'live', period: quarter }, (words) => words('match.part.quarter', { n: 3 })],
    ['tennis', { status: 'live', period: { kind: 'set', n: 2 } }, (words) => words('match.part.set', { n: 2 })],
    ['tennis', { status: 'awd' }, (words) => words('match.status.long.retired')],
    ['tennis', { status: 'wo' }, (words) => words('match.status.long.wo')],
    ['esports', { status: 'live', period: { kind: 'map', n: 3 } }, (words) => words('match.part.map', { n: 3 })],
    ['esports', { status: 'bt' }, (words) => words('match.status.long.break')],
    ['esports', { status: 'wo' }, (words) => words('match.status.long.forfeit')],
  ])('%s %j has words in every language', (sport, match, wordsIn) => {
    for (const locale of LOCALES) expect(show(match, { sport, locale }).current.spoken).toBe(wordsIn(WORDS[locale]));
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
