import { beforeAll, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { listMatches } from '#contract/matches.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch } from '#test/support/factories.ts';

// It is noon on 20 November.
const test = useTestApp();
const at = (time: string) => new Date(`2026-11-${time}:00Z`);
const list = async (input: InputOf<typeof listMatches> = {}) =>
  (await callApp(test.current.app, listMatches, { order: 'now', ...input })).reply;
const idsOf = async (input?: InputOf<typeof listMatches>) => (await list(input)).items.map(({ id }) => id);

const league = {} as Record<'first' | 'second' | 'over', number>;
const match = {} as Record<
  'overnight' | 'early' | 'noon' | 'lateStart' | 'soon' | 'soonest' | 'evening' | 'night' | 'postponed' | 'over1' | 'over2' | 'done',
  number
>;
beforeAll(async () => {
  const { db } = test.current.deps;
  league.first = await createLeague(db, { name: 'First Division' });
  league.second = await createLeague(db, { name: 'Second Division' });
  league.over = await createLeague(db, { name: 'Morning Cup' });
  const play = async (leagueId: number, time: string, status: 'ns' | 'h1' | 'h2' | 'ft' | 'pst' | 'susp' = 'ns') =>
    createMatch(db, { leagueId, kickoffAt: at(time), status, ...(!['ns', 'pst'].includes(status) && { score: [1, 0] }) });
  match.evening = await play(league.first, '20T19:00');
  match.done = await play(league.first, '20T09:00', 'ft');
  match.soon = await play(league.first, '20T13:00');
  match.noon = await play(league.first, '20T11:30', 'h1');
  match.overnight = await play(league.second, '19T23:30', 'h2');
  // Ended, or stopped, before midnight: yesterday's.
  await play(league.second, '19T22:00', 'ft');
  await play(league.second, '19T22:30', 'susp');
  match.early = await play(league.second, '20T11:00', 'h2');
  match.lateStart = await play(league.second, '20T11:45');
  match.soonest = await play(league.second, '20T12:30');
  match.night = await play(league.second, '20T22:00');
  match.postponed = await play(league.second, '20T12:15', 'pst');
  match.over1 = await play(league.over, '20T08:00', 'ft');
  match.over2 = await play(league.over, '20T08:30', 'ft');
});

it('begins with the matches in play, then those of the next hour, then the others by league', async () => {
  const { items, total, soon, counts } = await list();
  expect(items.map(({ id }) => id)).toEqual([
    // In play, by league; one of them since last night.
    ...[match.noon, match.overnight, match.early],
    // Within the hour, or late: by kick-off.
    ...[match.lateStart, match.soonest, match.soon],
    // The others by league.
    ...[match.evening, match.postponed, match.night],
    // All its matches are over, so they are not left out.
    ...[match.over1, match.over2],
  ]);
  expect({ total, soon, counts }).toEqual({
    total: 11,
    soon: { after: '2026-11-20T11:30:00.000Z', until: '2026-11-20T13:00:00.000Z' },
    counts: { live: 3, upcoming: 6, finished: 3 },
  });
});

it('counts the finished matches that it leaves out', async () => {
  const { leagues } = await list();
  expect(leagues.map(({ id, counts }) => [id, counts.finished])).toEqual([
    [league.first, 1],
    [league.second, 0],
    [league.over, 2],
  ]);
  expect(await idsOf({ league_id: league.first, status: 'finished' })).toEqual([match.done]);
});

it('limits per league only what follows by league', async () => {
  const { items, total } = await list({ per_league: 1 });
  const expected = [match.noon, match.overnight, match.early, match.lateStart, match.soonest, match.soon];
  expect(items.map(({ id }) => id)).toEqual([...expected, match.evening, match.postponed, match.over2]);
  expect(total).toBe(9);
});

it('is paginated without gaps and repetitions', async () => {
  const whole = await idsOf();
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page, page_size: 3 })));
  expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(whole);
  expect(pages.map(({ total }) => total)).toEqual([11, 11, 11, 11]);
});

it.each([{ date: '2026-11-21' }, { date: '2026-11-19' }, { status: 'live' as const }, { q: 'First' }])(
  'has no effect with %j',
  async (input) => {
    const { soon, items } = await list(input);
    expect(soon).toBeNull();
    expect(items.map(({ id }) => id)).toEqual(await idsOf({ ...input, order: 'league' }));
  },
);

it('lists a match in play since last night today and yesterday, in either order, and under its chip', async () => {
  for (const input of [{ order: 'league' as const }, { status: 'live' as const }, { date: '2026-11-19' }, { date: '2026-11-20' }])
    expect(await idsOf(input)).toContain(match.overnight);
  expect(await idsOf({ date: '2026-11-21' })).not.toContain(match.overnight);
});

it('rejects an order that does not exist', async () => {
  const { status } = await callApp(test.current.app, listMatches, { order: 'best' as 'now' });
  expect(status).toBe(400);
});
