import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addFavorite,
  FAVORITES_MAX,
  type FavoriteKind,
  type Favorites,
  listFavorites,
  mergeFavorites,
  removeFavorite,
} from '#contract/favorites.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, createUser, type TestUser } from '#test/support/factories.ts';

const test = useTestApp();
const MANY = FAVORITES_MAX + 5;
const UNKNOWN = 2_147_483_647;
const NONE: Favorites = { match: [], team: [], league: [] };

const known = {} as { match: number; league: number; teams: number[] };
beforeAll(async () => {
  const { db } = test.current.deps;
  const rows = Array.from({ length: MANY }, (_, n) => ({ sport: 'football', name: `Starred ${n}` }));
  const teams = await db.insertInto('teams').values(rows).returning('id').execute();
  known.teams = teams.map(({ id }) => id);
  known.league = await createLeague(db);
  known.match = await createMatch(db, { leagueId: known.league, kickoffAt: new Date(TEST_NOW), homeTeamId: await createTeam(db) });
});

const mine = async ({ token }: TestUser) => (await callApp(test.current.app, listFavorites, {}, { token })).reply;
const put = ({ token }: TestUser, kind: FavoriteKind, id: number) => callApp(test.current.app, addFavorite, { kind, id }, { token });
const drop = ({ token }: TestUser, kind: FavoriteKind, id: number) => callApp(test.current.app, removeFavorite, { kind, id }, { token });
const merge = ({ token }: TestUser, starred: Partial<Favorites>) =>
  callApp(test.current.app, mergeFavorites, { ...NONE, ...starred }, { token });
const newUser = () => createUser(test.current);

describe('following', () => {
  it('starts empty, and stores matches, teams and leagues separately', async () => {
    const user = await newUser();
    expect(await mine(user)).toEqual(NONE);
    await put(user, 'match', known.match);
    await put(user, 'team', known.teams[1]!);
    const { status, reply } = await put(user, 'league', known.league);
    expect({ status, reply }).toEqual({ status: 200, reply: { match: [known.match], team: [known.teams[1]], league: [known.league] } });
    expect(await mine(user)).toEqual(reply);
    expect(await mine(await newUser())).toEqual(NONE);
  });

  it('has no effect on something already followed, which keeps its place', async () => {
    const user = await newUser();
    const [first, second] = known.teams as [number, number];
    for (const id of [second, first, second]) await put(user, 'team', id);
    expect((await mine(user)).team).toEqual([second, first]);
  });

  it('can be ended repeatedly, also for unknown ids', async () => {
    const user = await newUser();
    await put(user, 'team', known.teams[0]!);
    expect((await drop(user, 'league', known.teams[0]!)).reply.team).toEqual([known.teams[0]]);
    expect((await drop(user, 'team', known.teams[0]!)).reply).toEqual(NONE);
    expect(await drop(user, 'team', known.teams[0]!)).toMatchObject({ status: 200, reply: NONE });
    expect(await drop(user, 'match', UNKNOWN)).toMatchObject({ status: 200, reply: NONE });
  });

  it('drops the oldest favorites one by one above the limit', async () => {
    const user = await newUser();
    await merge(user, { team: known.teams.slice(0, FAVORITES_MAX) });
    expect((await put(user, 'team', known.teams[FAVORITES_MAX]!)).reply.team).toEqual(known.teams.slice(1, FAVORITES_MAX + 1));
    // A team already followed does not count again.
    expect((await put(user, 'team', known.teams[1]!)).reply.team).toEqual(known.teams.slice(1, FAVORITES_MAX + 1));
  });
});

describe('merging guest favorites', () => {
  it('appends them to the user’s favorites, each once and without unknown ids', async () => {
    const user = await newUser();
    const [a, b, c] = known.teams as [number, number, number];
    await put(user, 'team', b);
    const starred = { match: [UNKNOWN, known.match], team: [c, UNKNOWN, a, c, b], league: [known.league] };
    const merged = { match: [known.match], team: [b, c, a], league: [known.league] };
    expect(await merge(user, starred)).toMatchObject({ status: 200, reply: merged });
    expect((await merge(user, starred)).reply).toEqual(merged);
    expect((await merge(user, {})).reply).toEqual(merged);
  });

  it('drops the oldest favorites above the limit', async () => {
    const user = await newUser();
    await merge(user, { team: known.teams.slice(0, 50) });
    expect((await merge(user, { team: known.teams.slice(50) })).reply.team).toEqual(known.teams.slice(MANY - FAVORITES_MAX));
  });
});

describe('simultaneous changes from two tabs', () => {
  it('lose no change', async () => {
    const user = await newUser();
    await put(user, 'team', known.teams[0]!);
    const added = known.teams.slice(1, 13);
    const answers = await Promise.all([
      ...added.map((id) => put(user, 'team', id)),
      merge(user, { match: [known.match], team: known.teams.slice(13, 20) }),
      drop(user, 'team', known.teams[0]!),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { match, team } = await mine(user);
    expect(match).toEqual([known.match]);
    expect(new Set(team)).toEqual(new Set(known.teams.slice(1, 20)));
  });

  it('do not exceed the limit', async () => {
    const user = await newUser();
    await merge(user, { team: known.teams.slice(0, FAVORITES_MAX - 1) });
    const late = known.teams.slice(FAVORITES_MAX - 1);
    await Promise.all(late.map((id) => put(user, 'team', id)));
    const { team } = await mine(user);
    expect(team).toHaveLength(FAVORITES_MAX);
    expect(team).toEqual(expect.arrayContaining(late));
  });
});

describe('favorites requests', () => {
  it.each(['match', 'team', 'league'] as const)('reject a %s that does not exist', async (kind) => {
    const user = await newUser();
    expect(await put(user, kind, UNKNOWN)).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    expect(await mine(user)).toEqual(NONE);
  });

  it.each([
    ['PUT', '/api/favorites/player/1'],
    ['PUT', '/api/favorites/team/0'],
    ['PUT', '/api/favorites/team/1.5'],
    ['PUT', '/api/favorites/team/2147483648'],
    ['PUT', '/api/favorites/TEAM/1'],
    ['DELETE', '/api/favorites/team/x'],
    ['DELETE', "/api/favorites/team/1'--"],
  ])('return 404 for %s %s', async (method, path) => {
    const { token } = await newUser();
    const response = await test.current.app.request(path, { method, headers: { Authorization: `Bearer ${token}` } });
    expect({ status: response.status, body: await response.json() }).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each([
    [{ match: [], team: [] }, 'missing_fields'],
    [{ ...NONE, team: [0] }, 'invalid_payload'],
    [{ ...NONE, team: [-1] }, 'invalid_payload'],
    [{ ...NONE, team: [2_147_483_648] }, 'invalid_payload'],
    [{ ...NONE, team: 7 }, 'invalid_payload'],
    [{ ...NONE, match: Array.from({ length: FAVORITES_MAX + 1 }, (_, n) => n + 1) }, 'invalid_payload'],
    [{ ...NONE, player: [1] }, 'invalid_payload'],
  ])('reject a merge of %j', async (body, code) => {
    const { token } = await newUser();
    expect(await callApp(test.current.app, mergeFavorites, body as Favorites, { token })).toMatchObject({ status: 400, problem: { code } });
  });

  it.each(['Anchor', 1.5, null, {}, [[]]])('reject a merge of the id %j', async (id) => {
    const { token } = await newUser();
    const body = { ...NONE, team: [known.teams[0], id] } as Favorites;
    expect(await callApp(test.current.app, mergeFavorites, body, { token })).toMatchObject({
      status: 400,
      problem: { code: 'invalid_payload' },
    });
  });

  it('reject guests, deleted users and disabled users', async () => {
    const { app, deps } = test.current;
    expect(await callApp(app, listFavorites, {})).toMatchObject({ status: 401, problem: { code: 'token_missing' } });
    const gone = { id: randomUUID(), email: 'gone@example.com', sessionId: randomUUID() };
    const token = await signAccessToken(deps.serverKeys, gone, deps.now());
    const stranger = { ...gone, token };
    for (const answer of [await put(stranger, 'team', known.teams[0]!), await merge(stranger, {}), await drop(stranger, 'team', 1)]) {
      expect(answer).toMatchObject({ status: 401, problem: { code: 'unauthorized' } });
    }
    const disabled = await newUser();
    await deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', disabled.id).execute();
    expect(await put(disabled, 'team', known.teams[0]!)).toMatchObject({ status: 403, problem: { code: 'account_disabled' } });
  });
});
