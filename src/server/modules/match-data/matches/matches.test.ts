import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { getMatch, getMatchOdds, listMatches, recommendedMatch } from '#contract/matches.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createLeague, createMatch, createTeam } from '#test/support/factories.ts';

const test = useTestApp();
const at = (time: string) => new Date(`2026-11-${time}:00Z`);
const list = (input: InputOf<typeof listMatches>) => callApp(test.current.app, listMatches, input);
const idsOf = async (input: InputOf<typeof listMatches>) => (await list(input)).reply.items.map(({ id }) => id);
const detailOf = async (id: number) => (await callApp(test.current.app, getMatch, { id })).reply;

/** Stores prices, given in hundredths. */
const price = (matchId: number, bookmaker: string, [home, draw, away]: [number, number | null, number], more: object = {}) =>
  test.current.deps.db
    .insertInto('odds')
    .values({
      ...{ match_id: matchId, bookmaker, market: '1x2', home, draw, away, opening_home: 200, opening_draw: 300, opening_away: 400 },
      ...{ changed_at: at('20T11:00'), confirmed_at: at('20T11:59'), ...more },
    })
    .execute();

const day = {} as Record<'first' | 'primera' | 'done' | 'live' | 'soon' | 'late' | 'next', number>;
beforeAll(async () => {
  const { db } = test.current.deps;
  day.first = await createLeague(db, { name: 'First Division' });
  day.primera = await createLeague(db, { name: 'Primera División' });
  const orebro = await createTeam(db, 'Örebro SK');
  const names = JSON.stringify({ 'zh-CN': '厄勒布鲁', vi: 'Đội Ơrêbrô' });
  await db
    .updateTable('teams')
    .set({ names, aliases: ['Svartvitt'] })
    .where('id', '=', orebro)
    .execute();
  day.done = await createMatch(db, { leagueId: day.first, kickoffAt: at('20T09:00'), status: 'ft', score: [2, 1] });
  day.live = await createMatch(db, { leagueId: day.first, kickoffAt: at('20T11:30'), status: 'h1', score: [0, 0], homeTeamId: orebro });
  day.soon = await createMatch(db, { leagueId: day.first, kickoffAt: at('20T13:00') });
  day.late = await createMatch(db, { leagueId: day.primera, kickoffAt: at('20T23:30') });
  day.next = await createMatch(db, { leagueId: day.primera, kickoffAt: at('21T00:00') });
  await createMatch(db, { leagueId: day.primera, kickoffAt: null, status: 'tbd' });
});

describe('a day of matches', () => {
  it('is today in the viewer’s time zone, ordered by league and kick-off', async () => {
    expect(await idsOf({})).toEqual([day.done, day.live, day.soon, day.late]);
    // In Hanoi the day ends at 17:00 UTC.
    expect(await idsOf({ tz: 'Asia/Ho_Chi_Minh' })).toEqual([day.done, day.live, day.soon]);
    expect(await idsOf({ tz: 'Asia/Ho_Chi_Minh', date: '2026-11-21' })).toEqual([day.late, day.next]);
  });

  it('is filtered by status chip, league and sport, with counts before the chip is applied', async () => {
    const { reply } = await list({ status: 'live' });
    expect(reply.items).toMatchObject([{ id: day.live, status: 'h1', league_id: day.first, home: { name: 'Örebro SK' } }]);
    expect(reply).toMatchObject({ total: 1, counts: { live: 1, finished: 1, upcoming: 2 } });
    expect(reply.leagues).toMatchObject([
      { id: day.first, counts: { live: 1, finished: 1, upcoming: 1 } },
      { id: day.primera, counts: { live: 0, finished: 0, upcoming: 1 } },
    ]);
    expect(await idsOf({ league_id: day.primera })).toEqual([day.late]);
    expect((await list({ sport: 'tennis' })).reply).toMatchObject({ items: [], total: 0, leagues: [], confirmed_at: null });
  });

  it('is paginated', async () => {
    const { reply } = await list({ page: 2, page_size: 3 });
    expect(reply).toMatchObject({ items: [{ id: day.late }], page: 2, page_size: 3, total: 4 });
  });

  it('shows the matches in play, then the nearest, when the number per league is limited', async () => {
    expect((await list({ per_league: 1 })).reply).toMatchObject({ items: [{ id: day.live }, { id: day.late }], total: 2 });
    expect(await idsOf({ per_league: 2 })).toEqual([day.live, day.soon, day.late]);
    expect((await list({ per_league: 1, status: 'upcoming' })).reply).toMatchObject({
      items: [{ id: day.soon }, { id: day.late }],
      total: 2,
    });
  });

  it.each(['orebro', 'ÖREBRO', 'Örebro', '厄勒布鲁', 'doi orebro', 'ĐỘI', 'svart', '  sk '])('finds a team by the search %j', async (q) => {
    expect(await idsOf({ q })).toEqual([day.live]);
  });

  it('finds a league by its name without accents, counts the matches found, and finds nothing for nonsense', async () => {
    expect((await list({ q: 'primera division' })).reply).toMatchObject({ items: [{ id: day.late }], counts: { upcoming: 1, live: 0 } });
    for (const q of ['%', '_', "'", '\\', 'nobody']) expect((await list({ q })).reply).toMatchObject({ items: [], total: 0 });
  });

  it.each([
    [{ tz: 'Mars/Olympus' }, 'invalid_time_zone'],
    [{ date: '2026-02-30' }, 'invalid_date'],
    [{ date: 'today' }, 'invalid_date'],
    [{ date: '0001-01-01' }, 'invalid_date'],
    [{ status: 'over' }, 'invalid_query'],
    [{ page: 0 }, 'invalid_query'],
    [{ page: 101 }, 'invalid_query'],
    [{ page_size: 101 }, 'invalid_query'],
    [{ league_id: 1.5 }, 'invalid_query'],
    [{ q: 'x'.repeat(81) }, 'invalid_query'],
  ])('rejects the query %j', async (input, code) => {
    expect(await list(input as InputOf<typeof listMatches>)).toMatchObject({ status: 400, problem: { code } });
  });
});

describe('the market', () => {
  it('is the mean of the bookmakers that take bets, without the margin, with the direction of the last change', async () => {
    const match = await createMatch(test.current.deps.db, { kickoffAt: at('25T12:00') });
    await price(match, 'Anchor', [200, 340, 400], { moved_home: 1, changed_at: at('20T10:00') });
    await price(match, 'Bluegate', [210, 330, 390], { moved_home: -1, moved_away: 1 });
    await price(match, 'Closed', [500, 500, 150], { suspended: true, moved_draw: 1 });
    const { market } = await detailOf(match);
    expect(market).toMatchObject({
      odds: { home: 2.05, draw: 3.35, away: 3.95 },
      moved: { home: -1, draw: 0, away: 1 },
      suspended: false,
      confirmed_at: '2026-11-20T11:59:00.000Z',
    });
    const { home, draw, away } = market!.probability;
    expect(home + draw + away).toBeCloseTo(1, 3);
    expect(home).toBeLessThan(1 / 2.05);
    expect(home).toBeGreaterThan(0.45);

    const { reply } = await callApp(test.current.app, getMatchOdds, { id: match });
    expect(reply.items.map(({ bookmaker }) => bookmaker)).toEqual(['Anchor', 'Bluegate', 'Closed']);
    expect(reply.items[1]).toMatchObject({ home: 2.1, draw: 3.3, away: 3.9, opening: { home: 2, draw: 3, away: 4 }, suspended: false });
  });

  it('is suspended when no bookmaker takes bets, has no draw where none is priced, and is null without prices', async () => {
    const [closed, twoWay, none] = await Promise.all([1, 2, 3].map(() => createMatch(test.current.deps.db, { kickoffAt: at('25T12:00') })));
    await price(closed!, 'Anchor', [200, 340, 400], { suspended: true });
    await price(twoWay!, 'Anchor', [150, null, 250]);
    expect((await detailOf(closed!)).market).toMatchObject({ suspended: true, odds: { home: 2 } });
    expect((await detailOf(twoWay!)).market).toMatchObject({ odds: { draw: null }, probability: { draw: 0 } });
    expect((await detailOf(none!)).market).toBeNull();
    expect((await callApp(test.current.app, getMatchOdds, { id: none! })).reply.items).toEqual([]);
  });
});

describe('a match', () => {
  it('has its events in order, the number of red cards, line-ups and contests', async () => {
    const { db } = test.current.deps;
    const match = await createMatch(db, { kickoffAt: at('20T11:00'), status: 'h2', score: [1, 0] });
    const event = { match_id: match, side: 'home', period: 'H1', minute: 5 };
    await db
      .insertInto('match_events')
      .values([
        { ...event, feed_event_id: 'b', position: 1, type: 'red', side: 'away' },
        { ...event, feed_event_id: 'a', position: 0, type: 'goal', player: 'Ann', other: 'Bea' },
        { ...event, feed_event_id: 'c', position: 2, type: 'second_yellow', side: 'away' },
      ])
      .execute();
    const players = JSON.stringify([{ name: 'Ann', number: 9, position: 'FWD', grid: '4:1', starter: true }]);
    const lineup = { match_id: match, formation: '4-4-2', coach: 'Cat', players };
    await db
      .insertInto('lineups')
      .values([
        { ...lineup, side: 'home' },
        { ...lineup, side: 'away', formation: null },
      ])
      .execute();
    const contest = await createContest(db, match, at('20T10:00'));
    expect(await detailOf(match)).toMatchObject({
      id: match,
      status: 'h2',
      score: { home: 1, away: 0 },
      red_cards: { home: 0, away: 2 },
      events: [{ id: 'a', player: 'Ann', other: 'Bea' }, { id: 'b' }, { id: 'c' }],
      lineups: {
        home: { formation: '4-4-2', coach: 'Cat', players: [{ name: 'Ann', grid: '4:1' }], fallback: null, based_on: null },
        away: { formation: null, fallback: null },
      },
      contests: [{ id: contest, market: 'wdl', state: 'open' }],
    });
  });

  it('shows when the feed last confirmed it, even if nothing changed', async () => {
    const { db } = test.current.deps;
    const match = await createMatch(db, { kickoffAt: at('20T11:00'), status: 'h2', score: [1, 0] });
    for (const confirmed_at of [at('20T11:58'), at('20T11:59')]) {
      await db.updateTable('matches').set({ confirmed_at }).where('id', '=', match).execute();
      expect((await detailOf(match)).confirmed_at).toBe(confirmed_at.toISOString());
      test.current.clock.advance(5_000);
    }
    test.current.clock.set(TEST_NOW);
  });

  it("has both teams' positions and form before it, from earlier matches of its season only", async () => {
    const { db } = test.current.deps;
    const leagueId = await createLeague(db);
    const [one, two, three] = [await createTeam(db), await createTeam(db), await createTeam(db)];
    await db
      .insertInto('league_teams')
      .values([one, two, three].map((team_id) => ({ league_id: leagueId, season: '2026/27', team_id })))
      .execute();
    const played = (homeTeamId: number, awayTeamId: number, kickoffAt: Date, score: [number, number], season = '2026/27') =>
      createMatch(db, { leagueId, homeTeamId, awayTeamId, kickoffAt, status: 'ft', score, season });
    await played(one, two, at('01T12:00'), [0, 2]);
    await played(two, one, at('05T12:00'), [1, 1]);
    await played(one, three, at('01T12:00'), [9, 0], '2025/26');
    const match = await createMatch(db, {
      leagueId,
      homeTeamId: one,
      awayTeamId: two,
      kickoffAt: at('10T12:00'),
      status: 'ft',
      score: [5, 0],
    });
    const first = await createMatch(db, { leagueId, homeTeamId: three, awayTeamId: one, kickoffAt: at('12T12:00') });
    expect((await detailOf(match)).standing).toEqual({ home: { position: 2, form: ['L', 'D'] }, away: { position: 1, form: ['W', 'D'] } });
    expect((await detailOf(first)).standing).toMatchObject({ home: { position: null, form: [] }, away: { position: 1 } });
    await db.updateTable('leagues').set({ form: 'cup' }).where('id', '=', leagueId).execute();
    test.current.clock.advance(5_000);
    expect((await detailOf(match)).standing.home).toEqual({ position: null, form: ['L', 'D'] });
    test.current.clock.set(TEST_NOW);
  });

  it.each(['999999', '0', '-1', '1.5', '99999999999', 'abc', '1e3', '%00'])('returns 404 for the unknown id %s', async (id) => {
    for (const part of ['', '/odds', '/head-to-head', '/statistics']) {
      const response = await test.current.app.request(`/api/matches/${id}${part}`);
      const { code } = (await response.json()) as { code: string };
      expect([response.status, code]).toEqual([404, 'not_found']);
    }
  });
});

describe('the recommended match', () => {
  it('has the most staked points, then the closest odds, then the earliest kick-off, and always takes bets', async () => {
    const { db, now } = test.current.deps;
    const recommended = async () => {
      test.current.clock.advance(5_000);
      return (await callApp(test.current.app, recommendedMatch, {})).reply.match?.id ?? null;
    };
    const stake = (contest: string, points: number) =>
      db.updateTable('contests').set({ stake_home: points }).where('id', '=', contest).execute();
    expect(await recommended()).toBeNull();

    const near = await createMatch(db, { kickoffAt: at('20T14:00') });
    const close = await createMatch(db, { kickoffAt: at('20T15:00') });
    const rich = await createMatch(db, { kickoffAt: at('20T16:00') });
    const far = await createMatch(db, { kickoffAt: at('22T16:00') });
    const contests = await Promise.all([near, close, rich, far].map((id) => createContest(db, id, now())));
    await stake(contests[3]!, 9_000);
    expect(await recommended()).toBe(near);
    await price(close, 'Anchor', [260, 320, 270]);
    await price(near, 'Anchor', [120, 700, 1500]);
    expect(await recommended()).toBe(close);
    await stake(contests[2]!, 500);
    expect(await recommended()).toBe(rich);
    await db.updateTable('contests').set({ state: 'paused' }).where('id', '=', contests[2]!).execute();
    expect(await recommended()).toBe(close);
    test.current.clock.set(TEST_NOW);
  });
});
