import { expect, it } from 'vitest';
import { newProgress, type Progress, readProgress } from './progress.ts';
import { plan, type Request } from './requests.ts';
import { takeAnswer } from './take-answer.ts';

const AT = new Date('2026-06-11T12:00:00Z');
const take = (progress: Progress, request: Request, rows: unknown[], held = new Map()) =>
  takeAnswer(progress, request, { rows, askedAt: AT, followed: ['1'], held });
const cup = { name: 'World Cup', year: 2026, season: '2026', country: 'World', countryCode: null, isCup: true, hasOdds: true };
const fixtures: Request = { kind: 'fixtures', league: '1', year: 2026 };
const none = { home: null, away: null };
const fixture = (id: number, [home, away]: [number, number], round: string, date = '2026-06-12T18:00:00+00:00', league = 1) => ({
  fixture: { id, date, status: { short: 'NS' } },
  league: { id: league, season: 2026, round },
  teams: { home: { id: home, name: `Team ${home}` }, away: { id: away, name: `Team ${away}` } },
  goals: none,
  score: { halftime: none, fulltime: none, extratime: none, penalty: none },
});

it('reads groups from the provider’s tables, for matches of the group stage only', () => {
  const progress = { ...newProgress(), leagues: { '1': cup } };
  const place = (id: number, group: string) => ({ team: { id }, group });
  const standings = [[place(1, 'Group A'), place(2, 'Group A')], [place(3, 'Group B')], [place(1, 'Ranking of third-placed teams')]];
  expect(take(progress, { kind: 'standings', league: '1', year: 2026 }, [{ league: { standings } }]).updates).toEqual([]);
  const rows = [fixture(7, [1, 2], 'Group Stage - 1'), fixture(8, [1, 3], 'Group Stage - 2'), fixture(9, [1, 2], 'Final')];
  const groups = take(progress, fixtures, rows).updates.flatMap((update) => (update.kind === 'fixture' ? [[update.id, update.group]] : []));
  expect(groups).toEqual([
    ['7', 'Group A'],
    ['8', undefined],
    ['9', undefined],
  ]);
});

it('creates teams by name only if they are in no list of teams', () => {
  const progress = { ...newProgress(), leagues: { '1': cup }, teams: { '1': '1' } };
  const told = () =>
    take(progress, fixtures, [fixture(7, [1, 2], 'Final')]).updates.flatMap((one) => (one.kind === 'team' ? [one.id] : []));
  expect([told(), told()]).toEqual([['2'], []]);
});

it('leaves out leagues that are not followed, and follows only matches of the nearest days', () => {
  const progress = { ...newProgress(), leagues: { '1': cup } };
  const rows = [
    fixture(7, [1, 2], 'Final'),
    fixture(8, [1, 2], 'Final', undefined, 99),
    fixture(9, [1, 2], 'Final', '2026-07-19T19:00:00Z'),
  ];
  const told = take(progress, fixtures, rows).updates.flatMap((one) => (one.kind === 'fixture' ? [one.id] : []));
  expect(told).toEqual(['7', '9']);
  expect(Object.keys(progress.fixtures)).toEqual(['7']);
});

it('does not request a match again at once that the provider no longer knows', () => {
  const progress = newProgress();
  progress.fixtures['7'] = { league: '', kickoffMs: AT.getTime() - 1, status: 'ns', checkedMs: 0, liveMs: 0, overMs: null };
  take(progress, { kind: 'details', ids: ['7'] }, []);
  expect(progress.fixtures['7']).toMatchObject({ checkedMs: AT.getTime(), unknownTimes: 1 });
  take(progress, { kind: 'details', ids: ['7'] }, [fixture(7, [1, 2], 'Final')]);
  expect(progress.fixtures['7']?.unknownTimes).toBeUndefined();
});

it('requests a match as soon as it leaves the live list, even if its statistics were just requested', () => {
  const listedMs = AT.getTime() - 15_000;
  const inPlay = { league: '1', kickoffMs: AT.getTime() - 6_000_000, status: 'h2', liveMs: listedMs, overMs: null } as const;
  const answered = ['leagues', 'teams:1:2026', 'standings:1:2026', 'fixtures:1:2026', 'live'].map((key) => [key, listedMs]);
  const progress: Progress = { ...newProgress(), leagues: { '1': cup }, answeredMs: Object.fromEntries(answered) };
  progress.fixtures['7'] = { ...inPlay, checkedMs: listedMs + 7_000 };
  progress.fixtures['8'] = { ...inPlay, checkedMs: listedMs + 7_000, liveMs: listedMs - 15_000 };
  take(progress, { kind: 'live', leagues: ['1'] }, []);
  progress.answeredMs.live = AT.getTime();
  const settings = { followed: ['1'], perDay: 7_500, perMinute: 300 };
  // Match 8 left the list earlier and has been asked about since.
  expect(plan(progress, settings, AT.getTime() + 1)).toMatchObject({ request: { kind: 'details', ids: ['7'] } });
});

it('reports configured leagues that the provider does not have, or that have no current season', () => {
  const row = {
    league: { id: 1, name: 'World Cup', type: 'Cup' },
    country: { name: 'World', code: null },
    seasons: [{ year: 2022, current: false }],
  };
  const reasons = (rows: unknown[]) =>
    take(newProgress(), { kind: 'leagues' }, rows).refusals.map(({ feed_id, reason }) => [feed_id, reason]);
  expect(reasons([row])).toEqual([['1', 'no current season']]);
  expect(reasons([{ league: { id: 2 } }])).toEqual([['1', 'the provider has no such league']]);
});

it('reads only the squad of the requested team', () => {
  const squad = (id: number) => ({ team: { id }, players: [{ name: 'A', number: 1, position: 'Goalkeeper' }] });
  const { updates } = take(newProgress(), { kind: 'squad', team: '2' }, [squad(1), squad(2)]);
  expect(updates).toMatchObject([{ kind: 'squad', teamId: '2' }]);
});

it('stores progress as JSON, and starts over with unreadable progress', () => {
  const progress = { ...newProgress(), leagues: { '1': cup }, problem: { message: 'no', isSetting: true, atMs: 1 } };
  take(progress, fixtures, [fixture(7, [1, 2], 'Final')]);
  expect(readProgress(JSON.parse(JSON.stringify(progress)))).toEqual(progress);
  for (const kept of [undefined, null, {}, { ...progress, used: 'much' }]) expect(readProgress(kept)).toEqual(newProgress());
});
