import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as api from '#contract/tipping-groups.ts';
import { PRESETS } from '#domain/tipping/rules.ts';
import { eraseAccounts } from '#server/modules/account-closure/deletion.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createLeague, createTeam, createUser, type TestUser } from '#test/support/factories.ts';
import { createRound, joinAll, tippingCalls } from '#test/support/tipping.ts';

const test = useTestApp({ FEED: 'none' });
const { call, create, join, see, setRules } = tippingCalls(() => test.current);
const newUser = () => createUser(test.current);
const handleOf = async ({ id }: TestUser) =>
  (await test.current.deps.db.selectFrom('users').select('public_handle').where('id', '=', id).executeTakeFirstOrThrow()).public_handle;

const NOT_FOUND = { status: 404, problem: { code: 'not_found' } };
const FORBIDDEN = { status: 403, problem: { code: 'forbidden' } };

async function newGroup(visibility: 'private' | 'listed' = 'private', name = 'Friends') {
  const owner = await newUser();
  const { leagueId } = await createRound(test.current, 1);
  const { reply, status } = await create(owner, { name, visibility, competitions: [{ kind: 'league', league_id: leagueId }] });
  expect(status).toBe(201);
  return { owner, group: reply, leagueId };
}

describe('a tipping group', () => {
  it('is created with what it tips and by which rules, and joined with its code, however it is typed', async () => {
    const { owner, group, leagueId } = await newGroup();
    expect(group).toMatchObject({
      ...{ name: 'Friends', visibility: 'private', members: 1, role: 'owner', rules: PRESETS.classic },
      competitions: [{ kind: 'league', league: { id: leagueId } }],
      rounds: [{ round: 'Round 1', matches: 1, weight: 1, state: 'open' }],
    });
    const friend = await newUser();
    const typed = ` ${group.code!.slice(0, 4).toLowerCase()}-${group.code!.slice(4)}`;
    expect((await join(friend, typed)).reply).toMatchObject({ id: group.id, members: 2, role: 'member', code: null });
    expect((await join(friend, group.code!)).reply.members).toBe(2);
    const { items } = (await call(api.listTippingGroups, {}, friend)).reply;
    expect(items).toMatchObject([{ id: group.id, role: 'member', place: null, points: 0, missing: 1, next_deadline: expect.any(String) }]);
    expect((await call(api.listTippingMembers, { group_id: group.id }, owner)).reply.items.map(({ role }) => role)).toEqual([
      'owner',
      'member',
    ]);
  });

  it('refuses competitions that do not exist or are chosen twice, unreadable names and rules that contradict themselves', async () => {
    const user = await newUser();
    const league_id = await createLeague(test.current.deps.db);
    const competitions: { kind: 'league'; league_id: number }[] = [{ kind: 'league', league_id }];
    const invalid = { status: 422, problem: { code: 'invalid_payload' } };
    const refused = [
      { name: 'x', competitions: [{ kind: 'league' as const, league_id: 2_000_000 }] },
      { name: 'x', competitions: [{ kind: 'team' as const, team_id: 2_000_000 }] },
      { name: 'x', competitions: [...competitions, ...competitions] },
      { name: 'x', competitions: [] },
      { name: '\u202Eevil', competitions },
      { name: 'x', competitions, rules: { ...PRESETS.classic, points: { ...PRESETS.classic.points, exact: 1 } } },
      { name: 'x', competitions, rules: { ...PRESETS.classic, weights: { ['k'.repeat(200)]: 2 } } },
    ];
    for (const input of refused) {
      const { status, problem } = await create(user, input);
      expect({ status, problem }, JSON.stringify(input)).toMatchObject({ ...invalid, status: expect.toBeOneOf([400, 422]) });
    }
  });

  it('tips a team or a whole sport as well', async () => {
    const { db } = test.current.deps;
    const user = await newUser();
    const team_id = await createTeam(db);
    const { reply } = await create(user, {
      name: 'x',
      competitions: [
        { kind: 'team', team_id },
        { kind: 'sport', sport: 'tennis' },
      ],
      round_kind: 'week',
    });
    expect(reply.competitions).toMatchObject([
      { kind: 'team', team: { id: team_id } },
      { kind: 'sport', sport: 'tennis' },
    ]);
    expect(reply.current_round).toBeNull();
  });

  it('is invisible to users who are not members, in every way', async () => {
    const { group, owner } = await newGroup();
    const stranger = await newUser();
    const handle = await handleOf(owner);
    const of = { group_id: group.id };
    const answers = [
      await see(stranger, group.id),
      await call(api.updateTippingGroup, { ...of, name: 'Mine' }, stranger),
      await call(api.endTippingGroup, of, stranger),
      await call(api.renewTippingCode, of, stranger),
      await call(api.listTippingMembers, of, stranger),
      await call(api.setTippingRole, { ...of, handle, role: 'member' }, stranger),
      await call(api.removeTippingMember, { ...of, handle }, stranger),
      await call(api.joinTippingGroup, of, stranger),
      await setRules(stranger, group.id, PRESETS.simple),
      await see(stranger, randomUUID()),
    ];
    for (const answer of answers) expect(answer).toMatchObject(NOT_FOUND);
  });

  it('is open to everybody once it is listed', async () => {
    const { group, owner } = await newGroup('private', 'Sunday lions');
    const guest = await newUser();
    const find = async (q: string) => (await callApp(test.current.app, api.listOpenTippingGroups, { q })).reply.items.map(({ id }) => id);
    expect(await find('LIONS')).toEqual([]);
    await call(api.updateTippingGroup, { group_id: group.id, visibility: 'listed' }, owner);
    expect(await find('LIONS')).toEqual([group.id]);
    // A pattern is text.
    expect(await find('%')).toEqual([]);
    expect((await see(guest, group.id)).reply).toMatchObject({ role: null, members: 1 });
    expect((await call(api.joinTippingGroup, { group_id: group.id }, guest)).reply).toMatchObject({ role: 'member', members: 2 });
  });
});

describe('a code', () => {
  it('shows what it leads to, and nothing once it is replaced', async () => {
    const { group, owner } = await newGroup();
    const show = (code: string) => callApp(test.current.app, api.getTippingInvitation, { code });
    expect((await show(group.code!)).reply).toEqual({ ...(await show(group.code!)).reply, id: group.id, name: 'Friends', members: 1 });
    const renewed = (await call(api.renewTippingCode, { group_id: group.id }, owner)).reply.code!;
    expect(renewed).not.toBe(group.code);
    expect(await show(group.code!)).toMatchObject(NOT_FOUND);
    expect((await show(renewed)).status).toBe(200);
  });

  it('cannot be guessed: wrong ones are counted, right ones are not', async () => {
    const { group } = await newGroup();
    const guesser = await newUser();
    const statuses: number[] = [];
    for (let n = 0; n < 25; n++)
      statuses.push((await join(guesser, `AAAA${String(n).padStart(4, '2').replaceAll('1', '2').replaceAll('0', '3')}`)).status);
    expect(statuses.slice(0, 20).every((status) => status === 404)).toBe(true);
    expect(statuses.slice(20).every((status) => status === 429)).toBe(true);
    expect((await join(await newUser(), group.code!)).status).toBe(200);
  });
});

describe('roles', () => {
  it('let helpers invite and remove members, and only the owner do the rest', async () => {
    const { group, owner } = await newGroup();
    const [helper, member, other] = (await joinAll(test.current, group.code!, 3)) as [TestUser, TestUser, TestUser];
    const of = { group_id: group.id };
    const remove = async (by: TestUser, user: TestUser) => call(api.removeTippingMember, { ...of, handle: await handleOf(user) }, by);
    const promote = async (by: TestUser, user: TestUser, role: api.GroupRole) =>
      call(api.setTippingRole, { ...of, handle: await handleOf(user), role }, by);
    expect(await promote(member, member, 'owner')).toMatchObject(FORBIDDEN);
    expect(await promote(owner, owner, 'member')).toMatchObject(FORBIDDEN);
    expect((await promote(owner, helper, 'helper')).status).toBe(200);
    expect(await promote(helper, member, 'helper')).toMatchObject(FORBIDDEN);
    for (const by of [helper, member]) {
      expect(await setRules(by, group.id, PRESETS.simple)).toMatchObject(FORBIDDEN);
      expect(await call(api.updateTippingGroup, { ...of, name: 'Mine' }, by)).toMatchObject(FORBIDDEN);
      expect(await call(api.endTippingGroup, of, by)).toMatchObject(FORBIDDEN);
    }
    expect(await call(api.renewTippingCode, of, member)).toMatchObject(FORBIDDEN);
    expect(await remove(member, other)).toMatchObject(FORBIDDEN);
    expect(await remove(helper, owner)).toMatchObject(FORBIDDEN);
    const before = (await see(owner, group.id)).reply.code;
    expect((await remove(helper, other)).status).toBe(200);
    expect((await see(owner, group.id)).reply).toMatchObject({ members: 3, code: expect.not.stringMatching(before!) });
    expect(await see(other, group.id)).toMatchObject(NOT_FOUND);
  });

  it('hand the group over, and never leave it without an owner', async () => {
    const { group, owner } = await newGroup();
    const [first, second] = (await joinAll(test.current, group.code!, 2)) as [TestUser, TestUser];
    const of = { group_id: group.id };
    const rolesOf = async (by: TestUser) => (await call(api.listTippingMembers, of, by)).reply.items.map(({ role }) => role);
    await call(api.setTippingRole, { ...of, handle: await handleOf(second), role: 'owner' }, owner);
    expect(await rolesOf(owner)).toEqual(['helper', 'member', 'owner']);
    // The helper of longest standing succeeds.
    await call(api.removeTippingMember, { ...of, handle: await handleOf(second) }, second);
    expect(await rolesOf(owner)).toEqual(['owner', 'member']);
    await eraseAccount(owner);
    expect(await rolesOf(first)).toEqual(['owner']);
    await call(api.removeTippingMember, { ...of, handle: await handleOf(first) }, first);
    expect(await see(first, group.id)).toMatchObject(NOT_FOUND);
  });
});

async function eraseAccount(user: TestUser): Promise<void> {
  const { deps } = test.current;
  await deps.db.updateTable('users').set({ deletion_due_at: deps.now() }).where('id', '=', user.id).execute();
  await eraseAccounts(deps);
}
