import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createForecastGroup,
  endForecastGroup,
  type ForecastGroup,
  getForecastGroup,
  getForecastTable,
  joinForecastGroup,
  listForecastGroups,
  putForecast,
  removeForecastMember,
  renameForecastGroup,
} from '#contract/forecast-league.ts';
import { GROUP_MEMBERS_MAX, GROUPS_MAX } from '#domain/forecast/forecast-league.ts';
import { eraseAccounts } from '#server/modules/account-closure/deletion.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { scoreUserForecasts } from './scoring.ts';

const test = useTestApp({ FEED: 'none' });
const db = () => test.current.deps.db;
const newUser = () => createUser(test.current);
const handleOf = async ({ id }: TestUser) =>
  (await db().selectFrom('users').select('public_handle').where('id', '=', id).executeTakeFirstOrThrow()).public_handle;

const found = ({ token }: TestUser, name = 'Friends') => callApp(test.current.app, createForecastGroup, { name }, { token });
const join = ({ token }: TestUser, code: string) => callApp(test.current.app, joinForecastGroup, { code }, { token });
const mine = async ({ token }: TestUser) => (await callApp(test.current.app, listForecastGroups, {}, { token })).reply.items;
const see = ({ token }: TestUser, { id }: ForecastGroup) => callApp(test.current.app, getForecastGroup, { group_id: id }, { token });
const rename = ({ token }: TestUser, { id }: ForecastGroup, name: string) =>
  callApp(test.current.app, renameForecastGroup, { group_id: id, name }, { token });
const end = ({ token }: TestUser, { id }: ForecastGroup) => callApp(test.current.app, endForecastGroup, { group_id: id }, { token });
const remove = async ({ token }: TestUser, { id }: ForecastGroup, user: TestUser) =>
  callApp(test.current.app, removeForecastMember, { group_id: id, handle: await handleOf(user) }, { token });

/** Creates a league with an owner and some members. */
async function league(members = 1): Promise<{ group: ForecastGroup; owner: TestUser; members: TestUser[] }> {
  const owner = await newUser();
  const group = (await found(owner)).reply;
  const joined: TestUser[] = [];
  for (let n = 0; n < members; n++) {
    test.current.clock.advance(1);
    joined.push(await newUser());
    expect((await join(joined[n]!, group.code)).status).toBe(200);
  }
  return { group, owner, members: joined };
}

const NOT_FOUND = { status: 404, problem: { code: 'not_found' } };
const FORBIDDEN = { status: 403, problem: { code: 'forbidden' } };

describe('a league among friends', () => {
  it('is created with a name and joined with its code, however it is typed', async () => {
    const [owner, friend] = [await newUser(), await newUser()];
    const { status, reply: group } = await found(owner, '  Sunday  ');
    expect(status).toBe(201);
    expect(group).toEqual({ id: group.id, name: 'Sunday', code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/), members: 1, is_owner: true });
    const typed = ` ${group.code.slice(0, 4).toLowerCase()}-${group.code.slice(4)}`;
    expect((await join(friend, typed)).reply).toEqual({ ...group, members: 2, is_owner: false });
    expect((await join(friend, group.code)).reply.members).toBe(2);
    expect(await mine(friend)).toEqual([{ ...group, members: 2, is_owner: false }]);
    expect(await mine(await newUser())).toEqual([]);
  });

  it('is invisible to users who are not members and cannot be changed by them', async () => {
    const { group, members } = await league();
    const stranger = await newUser();
    for (const answer of [
      await see(stranger, group),
      await rename(stranger, group, 'Mine'),
      await end(stranger, group),
      await remove(stranger, group, members[0]!),
      await see(stranger, { ...group, id: randomUUID() }),
    ])
      expect(answer).toMatchObject(NOT_FOUND);
    for (const answer of [await rename(members[0]!, group, 'Mine'), await end(members[0]!, group)]) expect(answer).toMatchObject(FORBIDDEN);
    expect((await see(members[0]!, group)).reply.name).toBe('Friends');
  });

  it('is renamed and ended by its owner', async () => {
    const { group, owner, members } = await league();
    expect((await rename(owner, group, 'Old friends')).reply).toMatchObject({ name: 'Old friends', members: 2, is_owner: true });
    expect((await end(owner, group)).status).toBe(200);
    expect(await mine(members[0]!)).toEqual([]);
    expect(await join(members[0]!, group.code)).toMatchObject(NOT_FOUND);
  });

  it('gets a new code when the owner removes a member, because the member knows the old one', async () => {
    const { group, owner, members } = await league(2);
    const [removed, other] = members as [TestUser, TestUser];
    expect(await remove(other, group, removed)).toMatchObject(FORBIDDEN);
    expect((await remove(owner, group, removed)).status).toBe(200);
    expect((await remove(owner, group, removed)).status).toBe(200);
    expect(await see(removed, group)).toMatchObject(NOT_FOUND);
    expect(await join(removed, group.code)).toMatchObject(NOT_FOUND);
    const [now] = await mine(other);
    expect(now).toMatchObject({ id: group.id, members: 2 });
    expect(now!.code).not.toBe(group.code);
  });

  it('passes to the longest-standing member when its owner leaves, and ends with the last member', async () => {
    const { group, owner, members } = await league(2);
    const [first, second] = members as [TestUser, TestUser];
    expect((await remove(owner, group, owner)).status).toBe(200);
    expect(await mine(owner)).toEqual([]);
    expect((await mine(first))[0]).toMatchObject({ is_owner: true, members: 2, code: group.code });
    expect((await mine(second))[0]).toMatchObject({ is_owner: false });
    for (const user of [second, first]) await remove(user, group, user);
    expect(await join(owner, group.code)).toMatchObject(NOT_FOUND);
  });

  it.each(['<b>Bold</b>', "Robert'); drop table users;--", '联赛 🏆', 'x'.repeat(40), '{name}'])('accepts the name %j', async (name) => {
    const owner = await newUser();
    const { reply } = await found(owner, name);
    expect((await see(owner, reply)).reply.name).toBe(name);
  });

  it.each([
    ['', 'invalid_payload'],
    ['   ', 'invalid_payload'],
    ['x'.repeat(41), 'invalid_payload'],
    ['two\nlines', 'invalid_payload'],
    ['turned \u202e around', 'invalid_payload'],
    ['\u200b', 'invalid_payload'],
    ['bell \u0007', 'invalid_payload'],
    [null, 'invalid_payload'],
    [7, 'invalid_payload'],
  ])('rejects the name %j', async (name, code) => {
    const { group, owner } = await league(0);
    expect(await found(owner, name as string)).toMatchObject({ status: 400, problem: { code } });
    expect(await rename(owner, group, name as string)).toMatchObject({ status: 400, problem: { code } });
    expect((await mine(owner)).map((one) => one.name)).toEqual(['Friends']);
  });
});

describe('the maximum number', () => {
  it('of leagues is twenty per user, also for concurrent requests', async () => {
    const user = await newUser();
    const others = await Promise.all(Array.from({ length: 3 }, () => league(0)));
    const answers = await Promise.all([
      ...Array.from({ length: GROUPS_MAX - 1 }, () => found(user)),
      ...others.map(({ group }) => join(user, group.code)),
    ]);
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused).toHaveLength(2);
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, problem: { code: 'too_many_groups', params: { max: 20 } } });
    expect(await mine(user)).toHaveLength(GROUPS_MAX);
  });

  it('of members is two hundred per league, also for concurrent requests', async () => {
    const { group } = await league(0);
    const at = new Date(TEST_NOW);
    const rows = await Promise.all(Array.from({ length: GROUP_MEMBERS_MAX - 3 }, newUser));
    await db()
      .insertInto('forecast_group_members')
      .values(rows.map(({ id }) => ({ group_id: group.id, user_id: id, joined_at: at })))
      .execute();
    const late = await Promise.all(Array.from({ length: 5 }, newUser));
    const answers = await Promise.all(late.map((user) => join(user, group.code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ problem: { code: 'group_full', params: { max: 200 } } });
    expect((await see(rows[0]!, group)).reply.table).toHaveLength(GROUP_MEMBERS_MAX);
  });
});

describe('the code of a league', () => {
  it.each(['', 'ABC', 'ABCDEFG1', 'ABCDEFGHJ', '💥💥💥💥', "' or 1=1 --", '<script>'])(
    'is not found when malformed, as %j',
    async (code) => {
      expect(await join(await newUser(), code)).toMatchObject(NOT_FOUND);
    },
  );

  it('cannot be guessed: twenty wrong codes an hour are allowed, and right ones do not count', async () => {
    await db().deleteFrom('rate_limits').execute();
    const { group } = await league(0);
    const user = await newUser();
    for (let n = 0; n < 30; n++) expect((await join(user, group.code)).status).toBe(200);
    for (let n = 0; n < 20; n++) expect(await join(user, 'ABCDEFGH')).toMatchObject(NOT_FOUND);
    expect(await join(user, group.code)).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
    // Other users of the same household have their own tries, until those of the household are used up.
    for (let n = 0; n < 40; n++) await join(await newUser(), 'ABCDEFGH');
    expect(await join(await newUser(), group.code)).toMatchObject({ status: 429 });
    await db().deleteFrom('rate_limits').execute();
  });
});

/** Makes forecasts of some matches that ended with a home win. */
async function score(says: [TestUser, number][], matches: number): Promise<void> {
  const { deps, app, clock } = test.current;
  clock.set(TEST_NOW);
  for (let n = 0; n < matches; n++) {
    const id = await createMatch(db(), { kickoffAt: new Date(Date.parse(TEST_NOW) + 3_600_000) });
    for (const [user, home] of says)
      await callApp(app, putForecast, { match_id: id, home, draw: 100 - home, away: 0 }, { token: user.token });
    const whistle = new Date(Date.parse(TEST_NOW) + 3 * 3_600_000);
    const ended = { status: 'ft', home_score: 1, away_score: 0, fulltime: [1, 0], fulltime_since: whistle, confirmed_at: whistle };
    await db().updateTable('matches').set(ended).where('id', '=', id).execute();
  }
  clock.set(new Date(Date.parse(TEST_NOW) + 3 * 3_600_000 + 60_000));
  await scoreUserForecasts(deps);
  clock.set(TEST_NOW);
}

describe('the table of a league', () => {
  it('ranks members by mean score, however few their forecasts; members without any come last', async () => {
    test.current.clock.set(TEST_NOW);
    const { group, owner, members } = await league(3);
    const [good, bad, none] = members as [TestUser, TestUser, TestUser];
    test.current.clock.set(TEST_NOW);
    await score(
      [
        [owner, 60],
        [good, 80],
        [bad, 20],
      ],
      2,
    );
    const { reply } = await see(bad, group);
    expect(reply.table.map(({ handle, rank, forecasts, is_owner, is_me }) => [handle, rank, forecasts, is_owner, is_me])).toEqual([
      [await handleOf(good), 1, 2, false, false],
      [await handleOf(owner), 2, 2, true, false],
      [await handleOf(bad), 3, 2, false, true],
      [await handleOf(none), null, 0, false, false],
    ]);
    // A forecast of zero counts as one hundredth.
    expect(reply.table[0]!.mean).toBeCloseTo(Math.log(0.8 * 0.99), 6);
    expect(reply.table[3]).toMatchObject({ mean: null, over_model: null });
  });
});

describe('deleting an account', () => {
  it('deletes its forecasts and passes on or ends its leagues', async () => {
    const { deps, app, clock } = test.current;
    clock.set(TEST_NOW);
    const { group, owner, members } = await league(1);
    clock.set(TEST_NOW);
    const alone = (await found(owner, 'Alone')).reply;
    await score([[owner, 70]], 10);
    const ranked = async () => (await callApp(app, getForecastTable, {})).reply.items.map(({ handle }) => handle);
    const handle = await handleOf(owner);
    expect(await ranked()).toContain(handle);
    await db().updateTable('users').set({ deletion_due_at: deps.now() }).where('id', '=', owner.id).execute();
    expect(await eraseAccounts(deps)).toBe(1);
    expect(await ranked()).not.toContain(handle);
    expect((await mine(members[0]!))[0]).toMatchObject({ id: group.id, is_owner: true, members: 1 });
    expect(await db().selectFrom('user_forecasts').selectAll().where('user_id', '=', owner.id).execute()).toEqual([]);
    expect(await db().selectFrom('forecast_groups').select('id').where('id', '=', alone.id).execute()).toEqual([]);
  });
});
