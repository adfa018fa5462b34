import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { withRequest } from '#server/modules/match-data/providers/polled/allowance.ts';
import { newProgress, type Progress } from './progress.ts';
import { keyOf, plan, type Request } from './requests.ts';

const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z');
const LEAGUES = ['39', '140', '135', '78', '61', '2', '3', '1'];
const CUPS = ['2', '3', '1'];
const PLAYED_MS = 111 * MINUTE_MS;
interface Played {
  id: string;
  league: string;
  kickoffMs: number;
}
/** 45 matches in five leagues, from 12:30 to 22:00. */
const LONG_DAY: Played[] = Array.from({ length: 45 }, (_, i) => ({
  id: String(i),
  league: LEAGUES[i % 5]!,
  kickoffMs: MIDNIGHT + [12.5, 14.5, 15, 17.5, 20][i % 5]! * HOUR_MS,
}));

/** 25 matches in five leagues, in play from 14:00 to 17:00. */
const AFTERNOON: Played[] = Array.from({ length: 25 }, (_, i) => ({
  id: String(i),
  league: LEAGUES[i % 5]!,
  kickoffMs: MIDNIGHT + (i % 2 === 0 ? 14 * HOUR_MS : 15 * HOUR_MS + 9 * MINUTE_MS),
}));

interface Day {
  matches?: Played[];
  /** Hours after midnight of the first start. */
  startHours?: number;
  historySeasons?: number;
  /** Progress of the days before. */
  progress?: Progress;
  /** Days after the first one. */
  day?: number;
}

/**
 * Plans a whole day and returns the number of requests by kind, the seconds between two live lists, the time until each result is known,
 * and the hours after midnight of the first and last request of a past season.
 */
function fullDay(perDay: number, perMinute: number, { matches = LONG_DAY, startHours = 0, historySeasons = 0, ...before }: Day = {}) {
  const progress = before.progress ?? newProgress();
  const midnightMs = MIDNIGHT + (before.day ?? 0) * DAY_MS;
  const historyHours: number[] = [];
  const asked: Partial<Record<Request['kind'], number>> = {};
  const liveMs: number[] = [];
  let nowMs = midnightMs + startHours * HOUR_MS;
  while (nowMs < midnightMs + DAY_MS) {
    const next = plan(progress, { followed: LEAGUES, perDay, perMinute, historySeasons }, nowMs);
    if (next.kind === 'wait') {
      nowMs = next.untilMs;
      continue;
    }
    const { request } = next;
    asked[request.kind] = (asked[request.kind] ?? 0) + 1;
    if (request.kind === 'live') liveMs.push(nowMs);
    if (request.kind === 'history') historyHours.push((nowMs - midnightMs) / HOUR_MS);
    progress.used = withRequest(progress.used, nowMs);
    answer(progress, request, matches, nowMs);
    nowMs += 300;
  }
  const knownMs = ({ id }: Played) => progress.fixtures[id]?.overMs ?? Number.POSITIVE_INFINITY;
  const ends = matches.map((match) => (knownMs(match) - match.kickoffMs - PLAYED_MS) / 1000);
  const gaps = liveMs.slice(1).map((ms, index) => (ms - liveMs[index]!) / 1000);
  return {
    ...{ asked, progress, used: progress.used.count, historyHours: [historyHours[0], historyHours.at(-1)] },
    ...{ liveSeconds: median(gaps), liveSecondsMax: Math.max(...gaps), resultSeconds: Math.max(...ends) },
  };
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[numbers.length >> 1]!;

/** Applies the provider's answer as far as it affects the planner; odds have three pages. */
function answer(progress: Progress, request: Request, matches: Played[], nowMs: number): void {
  if (request.kind === 'leagues') for (const id of LEAGUES) addLeague(progress, id);
  if (request.kind === 'teams') for (let i = 0; i < 20; i++) progress.teams[`${request.league}${i}`] = request.league;
  for (const match of matches.filter((one) => isIn(request, one, nowMs))) remember(progress, match, request.kind, nowMs);
  if (request.kind === 'odds' && request.page < 3) progress.oddsPages[request.league] = request.page + 1;
  else progress.answeredMs[keyOf(request)] = nowMs;
  if (request.kind === 'odds' && request.page === 3) delete progress.oddsPages[request.league];
}

function addLeague(progress: Progress, id: string): void {
  progress.leagues[id] = league(id);
  const seasons = Array.from({ length: 12 }, (_, back) => ({ id: String(2025 - back), name: `${2025 - back}/${26 - back}` }));
  progress.pastSeasons[id] = { league: id, seasons };
}

const league = (id: string) => ({
  ...{ name: id, year: 2026, season: '2026/27', country: 'X', countryCode: null },
  ...{ isCup: CUPS.includes(id), hasOdds: true },
});

function isIn(request: Request, { id, league, kickoffMs }: Played, nowMs: number): boolean {
  if (request.kind === 'details') return request.ids.includes(id);
  if (request.kind === 'live') return nowMs >= kickoffMs && nowMs < kickoffMs + PLAYED_MS;
  return request.kind === 'fixtures' && request.league === league;
}

function remember(progress: Progress, { id, league, kickoffMs }: Played, kind: Request['kind'], nowMs: number): void {
  const before = progress.fixtures[id];
  const isOver = nowMs >= kickoffMs + PLAYED_MS;
  progress.fixtures[id] = {
    league,
    kickoffMs,
    status: isOver ? 'ft' : nowMs >= kickoffMs ? 'live' : 'ns',
    checkedMs: kind === 'details' ? nowMs : (before?.checkedMs ?? 0),
    liveMs: kind === 'live' ? nowMs : (before?.liveMs ?? 0),
    overMs: isOver ? (before?.overMs ?? nowMs) : null,
  };
}

it('the free plan gets live scores about every twelve minutes and all results', () => {
  const { used, asked, liveSeconds, resultSeconds } = fullDay(100, 10);
  expect(used).toBeLessThanOrEqual(100);
  expect(liveSeconds).toBeLessThan(13 * 60);
  expect(resultSeconds).toBeLessThan(15 * 60);
  expect(asked).toMatchObject({ fixtures: 16, odds: expect.any(Number) });
});

it('7,500 requests a day get everything, with live scores every fifteen seconds', () => {
  const { used, asked, liveSeconds, resultSeconds } = fullDay(7500, 300);
  expect(used).toBeLessThan(3000);
  expect(liveSeconds).toBe(15);
  expect(resultSeconds).toBeLessThan(30);
  expect(asked.odds).toBeGreaterThan(5 * 3 * 4);
  expect(asked.squad).toBe(8 * 20);
});

describe('five past seasons of eight leagues, with 100 requests a day', () => {
  const FREE = [100, 10] as const;
  const history = { matches: AFTERNOON, historySeasons: 5 };

  it('are in before the first kick-off of an afternoon of matches, and nothing else starves', () => {
    const { asked, used, historyHours, ...live } = fullDay(...FREE, history);
    console.log('a day with 40 past seasons:', JSON.stringify({ asked, used, historyHours, ...live, progress: undefined }));
    expect(asked.history).toBe(40);
    expect(historyHours[1]).toBeLessThan(1);
    expect(used).toBeLessThanOrEqual(100);
    expect(live.liveSecondsMax).toBeLessThan(15 * 60);
    expect(live.resultSeconds).toBeLessThan(15 * 60);
    expect(asked).toMatchObject({ leagues: 1, teams: 8, standings: 3, fixtures: 16 });
    expect(asked.injuries).toBe(5);
    expect(asked.odds).toBeGreaterThanOrEqual(5);
    expect(asked.details).toBeGreaterThanOrEqual(3);
  });

  it('give their share back the day after', () => {
    const { progress } = fullDay(...FREE, history);
    const tomorrow = AFTERNOON.map((match) => ({ ...match, id: `1${match.id}`, kickoffMs: match.kickoffMs + DAY_MS }));
    const [after, plain] = [{ historySeasons: 5 }, {}].map((more) =>
      fullDay(...FREE, { matches: tomorrow, ...more, day: 1, progress: structuredClone(progress) }),
    );
    expect(after!.asked).toEqual(plain!.asked);
    expect(after!.liveSeconds).toBeLessThan(6 * 60);
  });

  it('wait for the final whistles, and are in within 24 hours, when the site starts during matches', () => {
    const first = fullDay(...FREE, { ...history, startHours: 14.5 });
    expect(first.historyHours[0]).toBeGreaterThan(17);
    const second = fullDay(...FREE, { ...history, day: 1, progress: first.progress });
    expect((first.asked.history ?? 0) + (second.asked.history ?? 0)).toBe(40);
    expect(second.historyHours[1]).toBeLessThan(14.5);
    expect(first.liveSeconds).toBeLessThan(6 * 60);
  });

  it('take more days when matches are in play from noon to midnight, because live scores come first', () => {
    const { asked, liveSeconds, resultSeconds } = fullDay(...FREE, { historySeasons: 5 });
    console.log('a long day:', JSON.stringify({ asked, liveSeconds, resultSeconds }));
    expect(asked.history).toBeGreaterThanOrEqual(10);
    expect(liveSeconds).toBeLessThan(20 * 60);
    expect(resultSeconds).toBeLessThan(25 * 60);
  });

  it('are all requested on the first day of a larger plan', () => {
    const { asked, liveSeconds } = fullDay(1000, 60, { matches: AFTERNOON, historySeasons: 10 });
    expect(asked.history).toBe(80);
    expect(liveSeconds).toBeLessThan(30);
  });
});
