import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  createSurvivor,
  getSurvivor,
  getSurvivorEntry,
  getSurvivorTable,
  joinSurvivor,
  leaveSurvivor,
  listSurvivor,
  pickSurvivor,
} from '#contract/survivor.ts';
import { createTippingGroup, joinTippingGroup, removeTippingMember } from '#contract/tipping-groups.ts';
import { DAY_MS } from '#domain/time.ts';
import { eraseUser } from '#server/modules/account-closure/deletion.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { transact } from '#server/platform/transact.ts';
import { createShieldPool, shieldedDb } from '#server/spoiler-shield/shielded-db.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, createUser, type TestUser } from '#test/support/factories.ts';
import { advanceSurvivor } from './advance.ts';
import { holdGame } from './game-queries.ts';
import { table as shownTable, view } from './views.ts';

const test = useTestApp();
const at = (days: number) => new Date(Date.parse(TEST_NOW) + days * DAY_MS);
const PAIRS = ['AB', 'CD', 'EF'];

/** Creates a league of six teams whose rounds begin on days 1, 8, 15 and so on, one match an hour; each pair meets in every round. */
async function createSeason(rounds = 3) {
  const { deps, clock } = test.current;
  clock.set(TEST_NOW);
  const id = await createLeague(deps.db);
  const teams = new Map<string, number>();
  for (const name of 'ABCDEF') teams.set(name, await createTeam(deps.db, name));
  const ids = new Map<string, number>();
  for (let round = 1; round <= rounds; round++) {
    for (const [k, pair] of PAIRS.entries()) {
      const [homeTeamId, awayTeamId] = [teams.get(pair[0]!)!, teams.get(pair[1]!)!];
      const kickoffAt = at(7 * round - 6 + k / 24);
      ids.set(`${pair}${round}`, await createMatch(deps.db, { leagueId: id, homeTeamId, awayTeamId, round: `Round ${round}`, kickoffAt }));
    }
  }
  return { id, team: (name: string) => teams.get(name)!, match: (name: string) => ids.get(name)! };
}
type Season = Awaited<ReturnType<typeof createSeason>>;

/** Tokens last minutes, and these tests weeks. */
const as = async ({ id, email, sessionId }: TestUser) => {
  const { serverKeys, now } = test.current.deps;
  return { token: await signAccessToken(serverKeys, { id, email, sessionId }, now()) };
};
const newUser = () => createUser(test.current);
const set = (match: number, values: object) => test.current.deps.db.updateTable('matches').set(values).where('id', '=', match).execute();
const end = (match: number, home: number, away: number, more: object = {}) =>
  set(match, { status: 'ft', home_score: home, away_score: away, fulltime: [home, away], ...more });
async function after(days: number) {
  test.current.clock.set(at(days));
  await advanceSurvivor(test.current.deps);
}

interface Made {
  kind?: 'open' | 'link' | 'group';
  groupId?: string;
  round?: string;
  lives?: number;
  drawSurvives?: boolean;
}
const make = async (
  season: Season,
  user: TestUser,
  { kind = 'link', groupId, round = 'Round 1', lives = 1, drawSurvives = false }: Made = {},
) =>
  callApp(
    test.current.app,
    createSurvivor,
    { league_id: season.id, kind, group_id: groupId ?? null, round, rules: { lives, draw_survives: drawSurvives } },
    await as(user),
  );
const join = async (game_id: string, user: TestUser) => callApp(test.current.app, joinSurvivor, { game_id }, await as(user));
const pick = async (game_id: string, user: TestUser, round: number, team_id: number) =>
  callApp(test.current.app, pickSurvivor, { game_id, round: `Round ${round}`, team_id }, await as(user));
const look = async (game_id: string, user?: TestUser) => callApp(test.current.app, getSurvivor, { game_id }, user ? await as(user) : {});
const tableOf = async (game_id: string, user?: TestUser) =>
  (await callApp(test.current.app, getSurvivorTable, { game_id }, user ? await as(user) : {})).reply;

/** Begins a game of some users, the first of whom made it. */
async function begin(season: Season, players: number, made: Made = {}) {
  const users = await Promise.all(Array.from({ length: players }, newUser));
  const { id } = (await make(season, users[0]!, made)).reply;
  for (const user of users.slice(1)) expect((await join(id, user)).status).toBe(200);
  return { id, users: users as [TestUser, TestUser, TestUser] };
}
const tells = async (id: string, user: TestUser) => {
  const { mine } = (await look(id, user)).reply;
  return { lives: mine!.lives, out: mine!.out, states: mine!.lines.map(({ state }) => state) };
};

describe('survivor', () => {
  it('is played by a team a round until one is left, who has won', async () => {
    const season = await createSeason();
    const { id, users } = await begin(season, 3);
    const [ana, bob, cy] = users;
    expect((await look(id)).reply).toMatchObject({ state: 'joining', players: 3, can_join: true, next: { number: 1 }, mine: null });
    await pick(id, ana, 1, season.team('B'));
    expect((await pick(id, ana, 1, season.team('A'))).status).toBe(200);
    await pick(id, bob, 1, season.team('A'));
    await after(1);
    expect((await tableOf(id, ana)).items.map(({ pick: shown, is_me, out }) => [shown?.team.name, is_me, out])).toEqual(
      expect.arrayContaining([
        ['A', true, null],
        ['A', false, null],
        [undefined, false, 1],
      ]),
    );
    await end(season.match('AB1'), 2, 1);
    await after(2);
    expect(await tells(id, cy)).toEqual({ lives: 0, out: 1, states: ['missed'] });
    expect((await look(id, ana)).reply.next!.choices.filter(({ used_in }) => used_in !== null)).toMatchObject([
      { team: { name: 'A' }, opponent: { name: 'B' }, is_home: true, used_in: 1 },
    ]);
    expect(await pick(id, ana, 2, season.team('A'))).toMatchObject({ status: 409, problem: { code: 'team_used' } });
    await pick(id, ana, 2, season.team('C'));
    await pick(id, bob, 2, season.team('D'));
    await after(8.5);
    await end(season.match('CD2'), 1, 0);
    await after(9);
    expect((await look(id, bob)).reply).toMatchObject({
      ...{ state: 'over', next: null, winners: [expect.any(String)] },
      mine: { out: 2, lives: 0, rank: { rank: 2, players: 3, beats: 50 } },
    });
    expect((await tableOf(id)).items.map(({ rank, out, pick: shown }) => [rank, out, shown?.team.name])).toEqual([
      [1, null, 'C'],
      [2, 2, 'D'],
      [3, 1, undefined],
    ]);
    // A refusal would tell a reader behind the spoiler shield that it is over.
    expect((await pick(id, ana, 3, season.team('E'))).status).toBe(200);
    // A correction takes the end back; what it costs is counted anew.
    await end(season.match('CD2'), 1, 1);
    await after(9.1);
    expect((await look(id, ana)).reply).toMatchObject({ state: 'over', mine: { out: 2, rank: { rank: 1 } } });
    expect((await look(id, ana)).reply.winners).toHaveLength(2);
  });

  it('shows picks to nobody before the first kick-off of the round, not even that there are any, and to all after it for good', async () => {
    const season = await createSeason();
    const { id, users } = await begin(season, 2);
    const [ana, bob] = users;
    const entryId = (await look(id, ana)).reply.mine!.id;
    const entry = () => callApp(test.current.app, getSurvivorEntry, { id: entryId });
    const seen = async () =>
      JSON.stringify(
        [await look(id), await look(id, bob), await tableOf(id), await tableOf(id, bob), await entry()].map((a) =>
          'reply' in a ? a.reply : a,
        ),
      );
    const before = await seen();
    await pick(id, ana, 1, season.team('C'));
    expect(await seen()).toBe(before);
    // The kick-off has come, but the round has not closed yet: no pick is taken, and none shown.
    test.current.clock.set(at(1));
    expect((await pick(id, ana, 1, season.team('A'))).problem.code).toBe('survivor_closed');
    expect((await entry()).reply.lines).toEqual([]);
    await after(1);
    const shown = { team: { name: 'C' }, picked_at: at(0).toISOString(), state: 'open', number: 1 };
    expect((await entry()).reply.lines).toMatchObject([shown]);
    // The whole round is put off: what was seen stays closed.
    for (const pair of PAIRS) await set(season.match(`${pair}1`), { kickoff_at: at(4), round: 'Matchday 1' });
    expect((await pick(id, ana, 1, season.team('A'))).problem.code).toBe('survivor_closed');
    await after(1.1);
    expect((await entry()).reply.lines).toMatchObject([shown]);
    expect((await look(id, ana)).reply.next).toMatchObject({ number: 2, round: 'Round 2' });
  });

  it('takes a pick that arrived in time however long it waits, and none while a round closes', async () => {
    const season = await createSeason();
    const { id, users } = await begin(season, 2);
    const { deps, clock } = test.current;
    let waiting: ReturnType<typeof pick> | undefined;
    clock.set(at(0.999));
    await transact(deps, async (db) => {
      await holdGame(db, id, 'closing');
      waiting = pick(id, users[0], 1, season.team('A'));
      while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 5));
      clock.set(at(1.001));
    });
    expect((await waiting!).reply).toEqual({ judged_at: at(0.999).toISOString() });
    await after(1.001);
    expect((await tells(id, users[0])).states).toEqual(['open']);
  });

  it('gives back a team whose match comes to nothing before the next round, and counts by the last word on each match', async () => {
    const season = await createSeason();
    const { id, users } = await begin(season, 2, { lives: 2 });
    const [ana, bob] = users;
    await pick(id, ana, 1, season.team('A'));
    await pick(id, bob, 1, season.team('C'));
    await after(1);
    await set(season.match('AB1'), { status: 'pst', kickoff_at: at(20) });
    await end(season.match('CD1'), 0, 1);
    await after(2);
    expect([await tells(id, ana), await tells(id, bob)]).toMatchObject([
      { lives: 2, states: ['void'] },
      { lives: 1, states: ['lost'] },
    ]);
    expect((await pick(id, ana, 2, season.team('A'))).status).toBe(200);
    await after(8);
    await end(season.match('AB1'), 0, 3);
    await end(season.match('AB2'), 1, 1);
    await end(season.match('CD1'), 1, 1, { status: 'awd', awarded_to: 'home' });
    await after(9);
    expect([await tells(id, ana), await tells(id, bob)]).toMatchObject([
      { lives: 1, states: ['void', 'drawn'] },
      { lives: 1, states: ['void', 'missed'] },
    ]);
  });

  it('asks nothing of who is out, so that a correction brings them back unharmed', async () => {
    const season = await createSeason();
    const { id, users } = await begin(season, 3);
    for (const [k, name] of ['A', 'C', 'E'].entries()) await pick(id, users[k]!, 1, season.team(name));
    await after(1);
    await end(season.match('AB1'), 0, 1);
    await end(season.match('CD1'), 1, 0);
    await end(season.match('EF1'), 1, 0);
    await after(2);
    expect(await tells(id, users[0])).toMatchObject({ out: 1 });
    await pick(id, users[1], 2, season.team('E'));
    await pick(id, users[2], 2, season.team('C'));
    await after(8);
    await end(season.match('AB1'), 2, 1);
    await after(9);
    expect(await tells(id, users[0])).toEqual({ lives: 1, out: null, states: ['won', 'excused'] });
    expect((await pick(id, users[0], 3, season.team('C'))).status).toBe(200);
  });

  it('is joined and left until its first round begins, by whoever has the address', async () => {
    const season = await createSeason();
    const { id, users } = await begin(season, 1);
    const [late, guest] = [await newUser(), await newUser()];
    const leave = async (user: TestUser) => callApp(test.current.app, leaveSurvivor, { game_id: id }, await as(user));
    for (let twice = 0; twice < 2; twice++) expect((await join(id, guest)).status).toBe(200);
    expect((await look(id)).reply.players).toBe(2);
    expect([(await leave(guest)).status, (await leave(guest)).status, (await look(id)).reply.players]).toEqual([200, 200, 1]);
    expect((await pick(id, late, 1, season.team('A'))).status).toBe(404);
    test.current.clock.set(at(1));
    for (const refused of [await join(id, late), await leave(users[0])])
      expect(refused).toMatchObject({ status: 409, problem: { code: 'survivor_closed' } });
    const other = await createSeason();
    const alone = await begin(other, 1);
    expect((await callApp(test.current.app, leaveSurvivor, { game_id: alone.id }, await as(alone.users[0]))).status).toBe(200);
    expect((await look(alone.id)).status).toBe(404);
  });

  it('has one open game for each league, with the usual rules, that everybody finds', async () => {
    const season = await createSeason();
    const [ana, bob] = [await newUser(), await newUser()];
    const first = (await make(season, ana, { kind: 'open', lives: 3, round: 'Round 3' })).reply;
    const second = (await make(season, bob, { kind: 'open' })).reply;
    expect(second).toEqual(first);
    expect((await look(first.id)).reply).toMatchObject({
      kind: 'open',
      made_by: null,
      players: 2,
      rules: { lives: 1, draw_survives: false },
    });
    const { reply } = await callApp(test.current.app, listSurvivor, {}, await as(bob));
    expect(reply.leagues.find(({ league }) => league.id === season.id)).toMatchObject({
      open: { id: first.id, players: 2 },
      rounds: [{ round: 'Round 1' }, {}, {}],
    });
    expect(reply.mine).toMatchObject([{ id: first.id, mine: { lives: 1, out: null }, pick_until: at(1).toISOString() }]);
    for (const user of [ana, bob]) await pick(first.id, user, 1, season.team('A'));
    await after(1);
    expect((await make(season, await newUser(), { kind: 'open' })).problem.code).toBe('survivor_closed');
  });

  it.each([
    ['a round that is not there', { round: 'Round 9' }, 'survivor_closed'],
    ['no group', { kind: 'group' as const }, 'invalid_payload'],
    ['a group of others', { kind: 'group' as const, groupId: '00000000-0000-4000-8000-000000000000' }, 'not_found'],
    ['a group for all who have the link', { groupId: '00000000-0000-4000-8000-000000000000' }, 'invalid_payload'],
  ])('is not begun with %s', async (_, made, code) => {
    expect((await make(await createSeason(), await newUser(), made)).problem.code).toBe(code);
  });

  it('begins with a later round, and refuses cups, teams of no match, and too many games', async () => {
    const season = await createSeason();
    const ana = await newUser();
    const { id } = (await make(season, ana, { round: 'Round 2' })).reply;
    expect((await look(id, ana)).reply.next).toMatchObject({ number: 1, round: 'Round 2' });
    expect((await pick(id, ana, 1, season.team('A'))).problem.code).toBe('survivor_closed');
    const stranger = await createTeam(test.current.deps.db);
    expect((await pick(id, ana, 2, stranger)).problem).toMatchObject({ code: 'invalid_payload', params: { field: 'team_id' } });
    const cup = { ...season, id: await createLeague(test.current.deps.db, { form: 'cup' }) };
    expect((await make(cup, ana)).problem.code).toBe('invalid_payload');
    for (let n = 1; n < 20; n++) await make(season, ana);
    expect(await make(season, ana)).toMatchObject({ status: 409, problem: { code: 'too_many_games', params: { max: 20 } } });
  });

  it('of a group is for its members alone', async () => {
    const season = await createSeason();
    const [owner, member, stranger] = [await newUser(), await newUser(), await newUser()];
    const group = (
      await callApp(
        test.current.app,
        createTippingGroup,
        {
          name: 'Friday',
          visibility: 'private',
          round_kind: 'week',
          competitions: [{ kind: 'league', league_id: season.id }],
          rules: 'classic',
        },
        await as(owner),
      )
    ).reply;
    await callApp(test.current.app, joinTippingGroup, { code: group.code! }, await as(member));
    expect((await make(season, member, { kind: 'group', groupId: group.id })).problem.code).toBe('forbidden');
    const { id } = (await make(season, owner, { kind: 'group', groupId: group.id })).reply;
    await make(season, member);
    const ofGroup = async (user: Parameters<typeof as>[0], group_id = group.id) =>
      (await callApp(test.current.app, listSurvivor, { group_id }, await as(user))).reply;
    expect(await ofGroup(member)).toMatchObject({ mine: [{ id }], leagues: [], groups: [] });
    expect((await ofGroup(stranger)).mine).toEqual([]);
    expect((await ofGroup(member, randomUUID())).mine).toEqual([]);
    for (const refused of [
      await look(id),
      await look(id, stranger),
      await join(id, stranger),
      await pick(id, stranger, 1, season.team('A')),
    ])
      expect(refused.status).toBe(404);
    expect((await join(id, member)).status).toBe(200);
    await pick(id, member, 1, season.team('A'));
    await after(1);
    const rows = (await tableOf(id, owner)).items;
    expect(rows.map(({ id: address }) => address)).toEqual([null, null]);
    const { handle } = rows.find(({ is_me }) => !is_me)!;
    await callApp(test.current.app, removeTippingMember, { group_id: group.id, handle: handle! }, await as(member));
    expect([(await tableOf(id, owner)).items.length, (await look(id, member)).status]).toEqual([1, 404]);
  });

  it('is played by the model too, from the forecasts of the day before, and takes no place from a user', async () => {
    const season = await createSeason(1);
    const { deps } = test.current;
    const { id, users } = await begin(season, 1);
    const bare = await createSeason(1);
    const without = await begin(bare, 1);
    const forecast = (name: string, home: number, away: number) => {
      const content = {
        home_team_id: season.team(name[0]!),
        away_team_id: season.team(name[1]!),
        outcomes: { home, draw: 1 - home - away, away },
      };
      return deps.db
        .insertInto('forecasts')
        .values({ match_id: season.match(`${name}1`), model: 'football-1', made_at: at(0), content: JSON.stringify(content) })
        .onConflict((oc) => oc.column('match_id').doUpdateSet({ content: JSON.stringify(content) }))
        .execute();
    };
    await forecast('AB', 0.5, 0.2);
    await forecast('CD', 0.1, 0.7);
    await after(0.5);
    // What is forecast later changes nothing.
    await forecast('AB', 0.9, 0.05);
    await pick(id, users[0], 1, season.team('C'));
    await after(1);
    await end(season.match('CD1'), 0, 2);
    await after(2);
    const { items } = await tableOf(id, users[0]);
    expect(items.map(({ rank, handle, pick: shown }) => [rank, handle === null, shown?.team.name, shown?.picked_at])).toEqual([
      [1, true, 'D', at(0.5).toISOString()],
      [1, false, 'C', at(0.5).toISOString()],
    ]);
    expect((await look(id, users[0])).reply).toMatchObject({ has_model: true, state: 'over', mine: { rank: { rank: 1, players: 1 } } });
    expect((await look(without.id)).reply.has_model).toBe(false);
  });

  it('forgets a user who has left, and tells nobody that an account made a game', async () => {
    const season = await createSeason();
    const { id, users } = await begin(season, 2);
    await pick(id, users[0], 1, season.team('A'));
    const entryId = (await look(id, users[0])).reply.mine!.id;
    await after(1);
    const { db } = test.current.deps;
    await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', users[0].id).execute();
    expect([(await callApp(test.current.app, getSurvivorEntry, { id: entryId })).status, (await tableOf(id)).items.length]).toEqual([
      404, 1,
    ]);
    await eraseUser(db, users[0].id, 'gone-survivor');
    expect(await db.selectFrom('survivor_picks').select('entry_id').where('entry_id', '=', entryId).execute()).toEqual([]);
    expect((await look(id)).reply).toMatchObject({ made_by: null, players: 1 });
  });

  it('tells nothing of hidden results through the spoiler shield', async () => {
    const season = await createSeason();
    const { id, users } = await begin(season, 2);
    const { deps, database } = test.current;
    await pick(id, users[0], 1, season.team('A'));
    await pick(id, users[1], 1, season.team('B'));
    await after(1);
    await end(season.match('AB1'), 2, 0);
    await after(1.5);
    // The shield goes by the database's clock, so the whole season is moved there.
    const first = deps.db.selectFrom('matches').select('kickoff_at').where('id', '=', season.match('AB1'));
    await deps.db
      .updateTable('matches')
      .set({ kickoff_at: sql`kickoff_at + (now() - interval '1 hour' - ${first})` })
      .where('league_id', '=', season.id)
      .execute();
    const pool = createShieldPool(database.url, () => {});
    const seenWith = async (user: TestUser, revealed: number[]) => {
      const shielded = { ...deps, db: shieldedDb(pool, () => ({ revealed })) };
      const [game, { items, is_hidden }] = [
        await view(shielded, user.id, id),
        await shownTable(shielded, user.id, { game_id: id, page_size: 10 }),
      ];
      const { mine, state, winners } = game;
      return {
        state,
        winners: winners?.length ?? null,
        rows: items.length,
        is_hidden,
        states: mine!.lines.map((one) => one.state),
        out: mine!.out,
        rank: mine!.rank?.rank ?? null,
      };
    };
    try {
      const hidden = { state: 'running', winners: null, rows: 0, is_hidden: true, states: ['open'], out: null, rank: null };
      for (const user of users.slice(0, 2)) expect(await seenWith(user, [])).toEqual(hidden);
      expect(await seenWith(users[1], [season.match('AB1')])).toMatchObject({
        state: 'over',
        winners: 1,
        rows: 2,
        states: ['lost'],
        out: 1,
        rank: 2,
      });
    } finally {
      await pool.end();
    }
  });
});

/** Whether somebody waits for the lock of a game. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and not granted) as is`.execute(test.current.deps.db);
  return rows[0]!.is;
}
