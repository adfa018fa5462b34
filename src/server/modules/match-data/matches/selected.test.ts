import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { selectedMatches } from '#contract/matches.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam } from '#test/support/factories.ts';

const test = useTestApp();
const at = (time: string) => new Date(`2026-11-${time}:00Z`);
const select = (input: InputOf<typeof selectedMatches>) => callApp(test.current.app, selectedMatches, input);
const idsOf = async (input: InputOf<typeof selectedMatches>) => (await select(input)).reply.items.map(({ id }) => id);

const known = {} as Record<'league' | 'cup' | 'town' | 'rovers', number>;
const match = {} as Record<'early' | 'live' | 'late' | 'next' | 'past' | 'undated' | 'other', number>;
beforeAll(async () => {
  const { db } = test.current.deps;
  known.league = await createLeague(db, { name: 'First Division' });
  known.cup = await createLeague(db, { name: 'Crown Cup' });
  known.town = await createTeam(db, 'Avalon Town');
  known.rovers = await createTeam(db, 'Lyndale Rovers');
  match.late = await createMatch(db, { leagueId: known.cup, awayTeamId: known.town, kickoffAt: at('20T23:30') });
  match.early = await createMatch(db, {
    leagueId: known.league,
    homeTeamId: known.town,
    kickoffAt: at('20T09:00'),
    status: 'ft',
    score: [2, 1],
  });
  match.live = await createMatch(db, {
    leagueId: known.league,
    homeTeamId: known.rovers,
    kickoffAt: at('20T11:30'),
    status: 'h1',
    score: [0, 0],
  });
  match.next = await createMatch(db, { leagueId: known.league, homeTeamId: known.town, kickoffAt: at('21T00:00') });
  match.past = await createMatch(db, {
    leagueId: known.cup,
    homeTeamId: known.rovers,
    kickoffAt: at('01T12:00'),
    status: 'ft',
    score: [0, 3],
  });
  match.undated = await createMatch(db, { leagueId: known.cup, kickoffAt: null, status: 'tbd' });
  match.other = await createMatch(db, { leagueId: known.cup, kickoffAt: at('20T12:00') });
});

describe('selected matches', () => {
  it('are of any day, ordered by kick-off, those without a date last, and without unknown ids', async () => {
    const ids = [match.undated, match.next, 999_999, match.past, match.live].join();
    expect(await idsOf({ ids })).toEqual([match.past, match.live, match.next, match.undated]);
  });

  it('are those of a team on one day in the viewer’s time zone, home and away', async () => {
    const team_ids = String(known.town);
    expect(await idsOf({ team_ids })).toEqual([match.early, match.late]);
    expect(await idsOf({ team_ids, date: '2026-11-21' })).toEqual([match.next]);
    // In Hanoi the day ends at 17:00 UTC.
    expect(await idsOf({ team_ids, tz: 'Asia/Ho_Chi_Minh' })).toEqual([match.early]);
  });

  it('are those of a league on one day, each once even if selected several times', async () => {
    expect(await idsOf({ league_ids: String(known.league) })).toEqual([match.early, match.live]);
    const all = {
      ids: `${match.live},${match.live}`,
      team_ids: `${known.town},${known.rovers}`,
      league_ids: `${known.league},${known.cup}`,
    };
    expect(await idsOf(all)).toEqual([match.early, match.live, match.other, match.late]);
  });

  it('are none when nothing is selected', async () => {
    expect((await select({})).reply).toEqual({ items: [], confirmed_at: null });
    expect(await idsOf({ ids: '', team_ids: '999999' })).toEqual([]);
  });

  it('come with their league, the market and the time of the last confirmation', async () => {
    const { db } = test.current.deps;
    await db
      .updateTable('matches')
      .set({ confirmed_at: at('20T11:59') })
      .where('id', '=', match.live)
      .execute();
    await db
      .updateTable('matches')
      .set({ confirmed_at: at('20T11:00') })
      .where('id', '=', match.other)
      .execute();
    const prices = { home: 200, draw: 340, away: 400, opening_home: 200, opening_draw: 340, opening_away: 400 };
    await db
      .insertInto('odds')
      .values({
        match_id: match.other,
        bookmaker: 'Anchor',
        market: '1x2',
        ...prices,
        changed_at: at('20T11:00'),
        confirmed_at: at('20T11:59'),
      })
      .execute();
    const { reply } = await select({ ids: `${match.live},${match.other}` });
    expect(reply.confirmed_at).toBe('2026-11-20T11:59:00.000Z');
    expect(reply.items).toMatchObject([
      {
        id: match.live,
        status: 'h1',
        league: { id: known.league, name: 'First Division' },
        market: null,
        home: { name: 'Lyndale Rovers' },
      },
      { id: match.other, league: { name: 'Crown Cup' }, market: { odds: { home: 2, draw: 3.4, away: 4 } } },
    ]);
  });

  it('are at most 300, including all selected by id', async () => {
    const { db } = test.current.deps;
    const league = await createLeague(db);
    const [home_team_id, away_team_id] = [known.town, known.rovers];
    const rows = Array.from({ length: 301 }, () => ({
      league_id: league,
      season: '2026/27',
      round: '1',
      home_team_id,
      away_team_id,
      draw_possible: true,
      kickoff_at: at('25T12:00'),
    }));
    await db.insertInto('matches').values(rows).execute();
    const ids = await idsOf({ date: '2026-11-25', league_ids: String(league), ids: String(match.undated) });
    expect(ids).toHaveLength(300);
    expect(ids.at(-1)).toBe(match.undated);
  });

  it('are read again after one of them changes', async () => {
    const { app, deps } = test.current;
    const score = async () => (await callApp(app, selectedMatches, { ids: String(match.live) })).reply.items[0]?.score.home;
    expect(await score()).toBe(0);
    await deps.db.updateTable('matches').set({ home_score: 1 }).where('id', '=', match.live).execute();
    deps.publish(`match:${match.live}`, { t: 'refetch' });
    expect(await score()).toBe(1);
  });
});

it.each([
  [{ ids: 'a' }, 'invalid_query'],
  [{ ids: '1,' }, 'invalid_query'],
  [{ ids: '1;drop' }, 'invalid_query'],
  [{ team_ids: '-1' }, 'invalid_query'],
  [{ league_ids: '1.5' }, 'invalid_query'],
  [{ ids: Array.from({ length: 101 }, (_, n) => n + 1).join() }, 'invalid_query'],
  [{ ids: '1', tz: 'Mars/Olympus' }, 'invalid_time_zone'],
  [{ ids: '1', date: '2026-02-30' }, 'invalid_date'],
  [{ ids: '1', date: '0001-01-01' }, 'invalid_date'],
])('rejects the query %j', async (input, code) => {
  expect(await select(input)).toMatchObject({ status: 400, problem: { code } });
});

it('ignores ids that no match can have', async () => {
  expect((await select({ ids: '0,9999999999' })).reply.items).toEqual([]);
});
