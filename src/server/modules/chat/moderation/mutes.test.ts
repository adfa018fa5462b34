import { beforeEach, describe, expect, it } from 'vitest';
import {
  acceptChatAppeal,
  liftChatMute,
  listChatAppeals,
  listChatMutes,
  type MuteHours,
  muteUser,
  rejectChatAppeal,
} from '#contract/chat-moderation.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { HOUR_MS } from '#domain/time.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createChatAppeal, createChatMessage } from '#test/support/chat-rows.ts';
import { createMatch, createUser, type TestUser } from '#test/support/factories.ts';

const test = useTestApp();
const reason = 'because it is so';

let admin: TestAdmin;
let user: TestUser;
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  admin = await createAdmin(test.current, 'support');
  user = await createUser(test.current);
});

type Who = { token: string };
const mute = (hours: MuteHours = 24, more: { user_id?: string; message_id?: string; reason?: string } = {}, { token }: Who = admin) =>
  callApp(test.current.app, muteUser, { user_id: user.id, hours, reason, ...more }, { token });
const muted = async (hours?: MuteHours) => (await mute(hours)).reply.mute;
const lift = (id: string, { token }: Who = admin) => callApp(test.current.app, liftChatMute, { id, reason: 'Cleared' }, { token });
const decide = (deed: typeof acceptChatAppeal | typeof rejectChatAppeal, id: string, { token }: Who = admin) =>
  callApp(test.current.app, deed, { id, reason: 'We looked again' }, { token });
const list = async (input: InputOf<typeof listChatMutes> = {}) =>
  (await callApp(test.current.app, listChatMutes, { user_id: user.id, ...input }, { token: admin.token })).reply;
const appeals = async (state: InputOf<typeof listChatAppeals>['state']) => {
  const { reply } = await callApp(test.current.app, listChatAppeals, { state, page_size: 100 }, { token: admin.token });
  return reply.items.filter(({ mute }) => mute.user.id === user.id);
};
const auditOf = (id: string) =>
  test.current.deps.db
    .selectFrom('audit_log')
    .select(['action', 'reason', 'before', 'after'])
    .where('subject_kind', '=', 'user')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
const toldSince = (from: number) =>
  test.current.published
    .slice(from)
    .filter(({ topic }) => topic === `me:${user.id}`)
    .map(({ change }) => change.t);

describe('muting a user', () => {
  it.each([
    [1, '2026-11-20T13:00:00.000Z'],
    [24, '2026-11-21T12:00:00.000Z'],
    [168, '2026-11-27T12:00:00.000Z'],
    [720, '2026-12-20T12:00:00.000Z'],
    [null, null],
  ] as const)('lasts %s hours, until %s, and notifies the user', async (hours, until) => {
    const from = test.current.published.length;
    const { status, reply } = await mute(hours);
    expect(status).toBe(201);
    expect(reply.mute).toMatchObject({ user: { id: user.id }, by: { id: admin.id }, reason, until, is_active: true, lifted: null });
    expect(toldSince(from)).toEqual(['account']);
    expect(await auditOf(user.id)).toMatchObject([{ action: 'chat.mute', reason, after: { mute_id: reply.mute.id, until } }]);
  });

  it('is rejected for any other length and for unknown or deleted users', async () => {
    const odd = await callApp(test.current.app, muteUser, { user_id: user.id, hours: 2 as 1, reason }, { token: admin.token });
    expect(odd.problem.code).toBe('invalid_payload');
    expect((await mute(1, { user_id: admin.id })).problem.code).toBe('not_found');
    expect((await mute(1, { reason: ' ' })).problem.code).toBe('reason_required');
    await test.current.deps.db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
    expect((await mute(1)).problem.code).toBe('not_found');
    expect(await auditOf(user.id)).toEqual([]);
  });

  it('can refer to a message of the same user only', async () => {
    const matchId = await createMatch(test.current.deps.db, { kickoffAt: new Date(TEST_NOW) });
    const [own, other] = [
      await createChatMessage(test.current, user, { matchId }),
      await createChatMessage(test.current, await createUser(test.current), { matchId }),
    ];
    expect((await mute(1, { message_id: other })).problem.code).toBe('not_found');
    expect((await mute(1, { message_id: own })).reply.mute.message_id).toBe(own);
  });

  it('creates one mute when several moderators mute at once', async () => {
    const others = await Promise.all([createAdmin(test.current, 'super'), createAdmin(test.current, 'reviewer')]);
    const answers = await Promise.all([mute(1), mute(24, {}, others[0]), mute(null, {}, others[1])]);
    expect(answers.map(({ problem }) => problem?.code ?? 'done').sort()).toEqual(['already_decided', 'already_decided', 'done']);
    expect((await list()).total).toBe(1);
  });

  it('expires on its own, after which the user can be muted again', async () => {
    const first = await muted(1);
    test.current.clock.advance(HOUR_MS);
    const token = (await createAdmin(test.current, 'support')).token;
    const ended = (await callApp(test.current.app, listChatMutes, { user_id: user.id, state: 'ended' }, { token })).reply;
    expect(ended.items).toMatchObject([{ id: first.id, is_active: false, lifted: null }]);
    expect((await lift(first.id, { token })).problem.code).toBe('already_decided');
    expect((await mute(24, {}, { token })).status).toBe(201);
    const all = (await callApp(test.current.app, listChatMutes, { user_id: user.id, state: 'all' }, { token })).reply;
    expect(all.items.map(({ is_active }) => is_active)).toEqual([true, false]);
  });

  it('is lifted once, with a reason, and notifies the user', async () => {
    const { id } = await muted();
    const from = test.current.published.length;
    const answers = await Promise.all([lift(id), lift(id), lift(id, await createAdmin(test.current, 'finance'))]);
    expect(answers.map(({ problem }) => problem?.code ?? 'done').sort()).toEqual(['already_decided', 'already_decided', 'done']);
    expect(toldSince(from)).toEqual(['account']);
    expect((await list({ state: 'ended' })).items).toMatchObject([{ id, is_active: false, lifted: { at: TEST_NOW } }]);
    expect((await list()).items).toEqual([]);
    expect(await auditOf(user.id)).toMatchObject([{ action: 'chat.mute' }, { action: 'chat.lift_mute', reason: 'Cleared' }]);
  });

  it('lets viewers list but not change mutes, and moderators not lift their own', async () => {
    const viewer = await createAdmin(test.current, 'viewer');
    expect((await mute(1, {}, viewer)).problem.code).toBe('forbidden');
    const { id } = await muted();
    expect((await lift(id, viewer)).problem.code).toBe('forbidden');
    expect((await callApp(test.current.app, listChatMutes, {}, { token: viewer.token })).status).toBe(200);
    await test.current.deps.db.updateTable('users').set({ email: admin.email }).where('id', '=', user.id).execute();
    expect((await lift(id)).problem.code).toBe('same_reviewer');
  });
});

describe('an appeal against a mute', () => {
  const appealed = async () => {
    const { id } = await muted();
    return { muteId: id, id: await createChatAppeal(test.current, id, 'It was a joke') };
  };

  it('is listed with its mute, and lifts the mute when accepted', async () => {
    const { id, muteId } = await appealed();
    expect(await appeals('open')).toMatchObject([
      { id, text: 'It was a joke', state: 'open', answer: null, mute: { id: muteId, is_active: true } },
    ]);
    const from = test.current.published.length;
    const { reply } = await decide(acceptChatAppeal, id);
    expect(reply.appeal).toMatchObject({ state: 'accepted', answer: 'We looked again', decided_by: { id: admin.id } });
    expect(reply.appeal.mute).toMatchObject({ is_active: false, lifted: { by: { id: admin.id } } });
    expect(toldSince(from)).toEqual(['account']);
    expect(await appeals('open')).toEqual([]);
    expect(await appeals('accepted')).toHaveLength(1);
    expect((await auditOf(user.id)).at(-1)).toMatchObject({
      ...{ action: 'chat.accept_appeal', reason: 'We looked again' },
      after: { appeal: 'accepted', appeal_id: id, lifted: true },
    });
  });

  it('leaves the mute in place when rejected', async () => {
    const { id } = await appealed();
    const { reply } = await decide(rejectChatAppeal, id);
    expect(reply.appeal).toMatchObject({ state: 'refused', answer: 'We looked again', mute: { is_active: true, lifted: null } });
    expect((await auditOf(user.id)).at(-1)).toMatchObject({ action: 'chat.refuse_appeal' });
  });

  it('is decided once when several moderators decide at the same time', async () => {
    const { id, muteId } = await appealed();
    const other = await createAdmin(test.current, 'reviewer');
    const answers = await Promise.all([
      decide(acceptChatAppeal, id),
      decide(rejectChatAppeal, id, other),
      decide(acceptChatAppeal, id, other),
    ]);
    expect(answers.map(({ problem }) => problem?.code ?? 'done').sort()).toEqual(['already_decided', 'already_decided', 'done']);
    expect((await list({ state: 'all' })).items[0]?.id).toBe(muteId);
    expect((await auditOf(user.id)).length).toBe(2);
  });

  it('is accepted when the mute is lifted', async () => {
    const { id, muteId } = await appealed();
    await lift(muteId, admin);
    expect(await appeals('all')).toMatchObject([{ id, state: 'accepted', answer: 'Cleared' }]);
    expect((await decide(rejectChatAppeal, id)).problem.code).toBe('already_decided');
  });

  it('cannot be decided by viewers or by the muted user', async () => {
    const { id } = await appealed();
    const viewer = await createAdmin(test.current, 'viewer');
    expect((await decide(acceptChatAppeal, id, viewer)).problem.code).toBe('forbidden');
    await test.current.deps.db.updateTable('users').set({ email: admin.email }).where('id', '=', user.id).execute();
    expect((await decide(acceptChatAppeal, id)).problem.code).toBe('same_reviewer');
    expect(await appeals('open')).toHaveLength(1);
  });
});
