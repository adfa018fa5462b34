import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { withRequest } from '#server/modules/match-data/providers/polled/allowance.ts';
import { newProgress, type Progress } from './progress.ts';
import { keyOf, plan, type Request } from './requests.ts';

const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z');
const LEAGUES = ['39', '140', '135', '78', '61', '2', '3', '1'];
const CUPS = ['2', '3', '1'];
const PLAYED_MS = 111 * MINUTE_MS;
/** 45 matches in five leagues, from 12:30 to 22:00. */
const MATCHES = Array.from({ length: 45 }, (_, i) => ({
  id: String(i),
  league: LEAGUES[i % 5]!,
  kickoffMs: MIDNIGHT + [12.5, 14.5, 15, 17.5, 20][i % 5]! * HOUR_MS,
}));

/** Plans a whole day and returns the number of requests by kind, the seconds between two live lists, and the time until each result is known. */
function fullDay(perDay: number, perMinute: number) {
  const progress = newProgress();
  const asked: Partial<Record<Request['kind'], number>> = {};
  const liveMs: number[] = [];
  let nowMs = MIDNIGHT;
  while (nowMs < MIDNIGHT + DAY_MS) {
    const next = plan(progress, { followed: LEAGUES, perDay, perMinute }, nowMs);
    if (next.kind === 'wait') {
      nowMs = next.untilMs;
      continue;
    }
    const { request } = next;
    asked[request.kind] = (asked[request.kind] ?? 0) + 1;
    if (request.kind === 'live') liveMs.push(nowMs);
    progress.used = withRequest(progress.used, nowMs);
    answer(progress, request, nowMs);
    nowMs += 300;
  }
  const knownMs = ({ id }: (typeof MATCHES)[number]) => progress.fixtures[id]?.overMs ?? Number.POSITIVE_INFINITY;
  const ends = MATCHES.map((match) => (knownMs(match) - match.kickoffMs - PLAYED_MS) / 1000);
  const gaps = liveMs.slice(1).map((ms, index) => (ms - liveMs[index]!) / 1000);
  return { asked, used: progress.used.count, liveSeconds: median(gaps), resultSeconds: Math.max(...ends) };
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[numbers.length >> 1]!;

/** Applies the provider's answer as far as it affects the planner; odds have three pages. */
function answer(progress: Progress, request: Request, nowMs: number): void {
  if (request.kind === 'leagues') for (const id of LEAGUES) progress.leagues[id] = league(id);
  if (request.kind === 'teams') for (let i = 0; i < 20; i++) progress.teams[`${request.league}${i}`] = request.league;
  for (const match of MATCHES.filter((one) => isIn(request, one, nowMs))) remember(progress, match, request.kind, nowMs);
  if (request.kind === 'odds' && request.page < 3) progress.oddsPages[request.league] = request.page + 1;
  else progress.answeredMs[keyOf(request)] = nowMs;
  if (request.kind === 'odds' && request.page === 3) delete progress.oddsPages[request.league];
}

const league = (id: string) => ({
  ...{ year: 2026, season: '2026/27', country: 'X', countryCode: null },
  ...{ isCup: CUPS.includes(id), hasOdds: true },
});

function isIn(request: Request, { id, league, kickoffMs }: (typeof MATCHES)[number], nowMs: number): boolean {
  if (request.kind === 'details') return request.ids.includes(id);
  if (request.kind === 'live') return nowMs >= kickoffMs && nowMs < kickoffMs + PLAYED_MS;
  return request.kind === 'fixtures' && request.league === league;
}

function remember(progress: Progress, { id, league, kickoffMs }: (typeof MATCHES)[number], kind: Request['kind'], nowMs: number): void {
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
