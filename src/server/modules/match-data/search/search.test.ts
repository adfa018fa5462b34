import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { listMatches } from '#contract/matches.ts';
import { type SearchHit, search } from '#contract/search.ts';
import { HOUR_MS } from '#domain/time.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam } from '#test/support/factories.ts';

const test = useTestApp();
const inHours = (hours: number) => new Date(Date.parse(TEST_NOW) + hours * HOUR_MS);

const ask = (q: string, more: Partial<InputOf<typeof search>> = {}) => callApp(test.current.app, search, { q, ...more });
const nameOf = (hit: SearchHit): string =>
  hit.kind === 'league' ? hit.league.name : hit.kind === 'team' ? hit.team.name : hit.player.name;
const found = async (q: string, more: Partial<InputOf<typeof search>> = {}) => (await ask(q, more)).reply.items.map(nameOf);

const league = {} as Record<'first' | 'cup', number>;
beforeAll(async () => {
  const { db } = test.current.deps;
  league.first = await createLeague(db, { name: 'Allsvenskan' });
  league.cup = await createLeague(db, { name: 'Svenska Cupen' });
  await db.updateTable('leagues').set({ form: 'cup' }).where('id', '=', league.cup).execute();
  const orebro = await createTeam(db, 'Örebro SK');
  const names = JSON.stringify({ 'zh-CN': '厄勒布鲁', vi: 'Đội Ơrêbrô' });
  await db
    .updateTable('teams')
    .set({ names, aliases: ['Svartvitt'], short_name: 'ÖSK' })
    .where('id', '=', orebro)
    .execute();
  for (const league_id of [league.cup, league.first]) {
    await db.insertInto('league_teams').values({ league_id, team_id: orebro, season: '2026/27' }).execute();
  }
});

describe('search', () => {
  it.each(['Örebro SK', 'orebro', 'OREBRO', 'oerebro', '厄勒', 'doi orebro', 'svartv', 'ösk', 'orebroo', 'o\u0000rebro', '  örebro  '])(
    'finds a team by %j',
    async (q) => {
      expect(await found(q)).toEqual(['Örebro SK']);
    },
  );

  it('returns where a team plays, preferring its league to a cup', async () => {
    const { reply } = await ask('orebro');
    expect(reply.items).toMatchObject([
      { kind: 'team', team: { name: 'Örebro SK', short_name: 'ÖSK' }, sport: 'football', league: { id: league.first, form: 'league' } },
    ]);
    const lone = await createTeam(test.current.deps.db, 'Lonely Rovers');
    test.current.clock.advance(3_000);
    expect((await ask('lonely')).reply.items).toMatchObject([{ kind: 'team', team: { id: lone }, league: null }]);
  });

  it('finds leagues, filtered by sport and limited in number', async () => {
    expect((await ask('allsvenskan')).reply.items).toMatchObject([{ kind: 'league', league: { id: league.first, name: 'Allsvenskan' } }]);
    expect(await found('sv')).toEqual(['Svenska Cupen', 'Örebro SK']);
    expect(await found('sv', { limit: 1 })).toEqual(['Svenska Cupen']);
    expect(await found('sv', { sport: 'tennis' })).toEqual([]);
  });

  it('finds new and renamed teams within two seconds', async () => {
    const { deps, clock } = test.current;
    expect(await found('quillford')).toEqual([]);
    const id = await createTeam(deps.db, 'Quillford Town');
    expect(await found('quillford')).toEqual([]);
    clock.advance(2_000);
    expect(await found('quillford')).toEqual(['Quillford Town']);
    await deps.db.updateTable('teams').set({ name: 'Marsh Harbour' }).where('id', '=', id).execute();
    clock.advance(2_000);
    expect(await found('quillford')).toEqual([]);
    expect(await found('marsh')).toEqual(['Marsh Harbour']);
  });

  it('ranks names with matches around now before equally good ones', async () => {
    const { deps, clock } = test.current;
    for (const name of ['Harrow Athletic', 'Harrow Borough', 'Harrow City']) await createTeam(deps.db, name);
    clock.advance(2_000);
    expect(await found('harrow')).toEqual(['Harrow City', 'Harrow Borough', 'Harrow Athletic']);
    const [athletic] = (await ask('harrow athletic')).reply.items;
    const homeTeamId = athletic?.kind === 'team' ? athletic.team.id : 0;
    await createMatch(deps.db, { homeTeamId, kickoffAt: inHours(20) });
    clock.advance(60_000);
    expect(await found('harrow')).toEqual(['Harrow Athletic', 'Harrow City', 'Harrow Borough']);
  });

  it('reads only new names, once for all simultaneous queries', async () => {
    const { database, clock } = test.current;
    clock.advance(2_000);
    let asked = 0;
    const count = (client: { query: (...args: unknown[]) => unknown }) => {
      const query = client.query.bind(client);
      client.query = (...args: unknown[]) => {
        if (JSON.stringify(args[0]).includes('xmin')) asked += 1;
        return query(...args);
      };
    };
    database.mainPool.on('acquire', count as never);
    await Promise.all(Array.from({ length: 5 }, () => found('harrow')));
    database.mainPool.off('acquire', count as never);
    expect(asked).toBe(1);
  });
});

describe('arbitrary search input', () => {
  it.each(['', '   ', '%', '_', "'", '\\', '⚽', '\u0000\u0001\u0007', '\ud800', '--', '؟'])(
    '%j finds nothing and causes no error',
    async (q) => {
      expect(await ask(q)).toMatchObject({ status: 200, reply: { items: [] } });
    },
  );

  it('is truncated when long, and is found by its beginning', async () => {
    expect(await found(`orebro${' '.repeat(200)}and much more`)).toEqual(['Örebro SK']);
    expect((await ask('x'.repeat(10_000))).status).toBe(200);
    expect((await ask('örebro '.repeat(1_400))).status).toBe(200);
    expect((await ask('厄勒布鲁'.repeat(2_500))).status).toBe(200);
  });

  it.each([{ limit: 0 }, { limit: 21 }, { sport: 'cricket' }])('is rejected with %j', async (more) => {
    expect(await ask('orebro', more as never)).toMatchObject({ status: 400, problem: { code: 'invalid_query' } });
  });
});

describe('the search in the list of a day', () => {
  it('uses the same names, and tolerates typing errors only if nothing matches exactly', async () => {
    const { deps } = test.current;
    const { rows } = await sql<{ id: number }>`select id from teams where name = 'Örebro SK'`.execute(deps.db);
    const match = await createMatch(deps.db, { homeTeamId: rows[0]!.id, kickoffAt: inHours(1) });
    const near = await createMatch(deps.db, { homeTeamId: await createTeam(deps.db, 'Orebra IF'), kickoffAt: inHours(1) });
    const idsOf = async (q: string) => (await callApp(test.current.app, listMatches, { q })).reply.items.map(({ id }) => id);
    for (const q of ['ösk', '厄勒', 'oerebro', 'svartvitt', 'orebro']) expect(await idsOf(q)).toEqual([match]);
    expect(await idsOf('orebrx')).toEqual([match, near]);
    expect(await idsOf('%')).toEqual([]);
    expect(await idsOf('\u0000')).toContain(match);
  });

  it('finds a league by its aliases', async () => {
    const { deps } = test.current;
    const leagueId = await createLeague(deps.db, { name: 'Premier League' });
    const match = await createMatch(deps.db, { leagueId, kickoffAt: inHours(2) });
    test.current.clock.advance(2_000);
    const { reply } = await callApp(test.current.app, listMatches, { q: 'EPL' });
    expect(reply.items.map(({ id }) => id)).toEqual([match]);
    expect(await found('epl')).toEqual(['Premier League']);
  });
});
