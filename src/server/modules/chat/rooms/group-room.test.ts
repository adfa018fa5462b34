import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '#contract/chat.ts';
import { getChatReport, keepChatMessage, listChatReports, removeChatMessage, restoreChatMessage } from '#contract/chat-moderation.ts';
import { setTippingRole } from '#contract/tipping-groups.ts';
import { DAY_MS } from '#domain/time.ts';
import { eraseAccounts } from '#server/modules/account-closure/deletion.ts';
import { excludeSelf } from '#server/modules/play-limits/exclusions.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import {
  type Chatter,
  createChatter,
  createRooms,
  createTalkingGroup,
  groupRoomOf,
  joinTalking,
  leaveGroup,
  roomOf,
  saidIn,
  say,
  sayInGroup,
} from '#test/support/chat.ts';
import { purgeChat } from './purge.ts';

const test = useTestApp();
beforeEach(() => test.current.clock.set(TEST_NOW));

const NOT_FOUND = { status: 404, problem: { code: 'not_found' } };
const FORBIDDEN = { status: 403, problem: { code: 'forbidden' } };

const newGroup = (...args: [Parameters<typeof createTalkingGroup>[1]?]) => createTalkingGroup(test.current, ...args);
/** Says something in a group once the pause between messages is over; returns its id. */
async function said(user: Chatter, groupId: string, text: string, more: Parameters<typeof sayInGroup>[4] = {}): Promise<string> {
  test.current.clock.advance(3_000);
  const { status, reply, problem } = await sayInGroup(test.current, user, groupId, text, more);
  if (status !== 201) throw new Error(`was not taken: ${problem.code}`);
  return reply.id;
}
const read = async (user: Chatter, groupId: string) => (await groupRoomOf(test.current, user, groupId)).reply;
const remove = ({ token }: Chatter, group_id: string, id: string) =>
  callApp(test.current.app, api.removeGroupMessage, { group_id, id }, { token });
const mute = ({ token }: Chatter, group_id: string, { handle }: Chatter, hours: 24 | null = 24) =>
  callApp(test.current.app, api.muteInGroup, { group_id, handle, hours }, { token });
const unmute = ({ token }: Chatter, group_id: string, { handle }: Chatter) =>
  callApp(test.current.app, api.unmuteInGroup, { group_id, handle }, { token });
const report = ({ token }: Chatter, id: string) => callApp(test.current.app, api.reportChatMessage, { id, reason: 'abuse' }, { token });
const beHelper = ({ token }: Chatter, group_id: string, { handle }: Chatter) =>
  callApp(test.current.app, setTippingRole, { group_id, handle, role: 'helper' }, { token });
const auditOf = (group: string) =>
  test.current.deps.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'admin_role', 'ip', 'after'])
    .where('action', 'like', 'group_chat.%')
    .orderBy('id')
    .execute()
    .then((rows) => rows.filter(({ after }) => (after as { group_id: string }).group_id === group));

describe('the room of a tipping group', () => {
  it('is always open to its members, with the same messages, replies, words and limits as the rooms of matches', async () => {
    const { group, owner, member } = await newGroup();
    const admin = await createAdmin(test.current, 'support');
    const word = { admin_id: admin.id, created_at: new Date(TEST_NOW) };
    await test.current.deps.db
      .insertInto('chat_words')
      .values([
        { locale: 'vi', word: 'xanhdo', action: 'mask', ...word },
        { locale: 'en', word: 'lottery', action: 'hold', ...word },
      ])
      .execute();
    const first = await said(owner, group.id, `Hello @${member.handle}, no xanhdo here`);
    const second = await said(member, group.id, 'Hi', { reply_to: first });
    await said(member, group.id, 'free lottery');
    expect(await sayInGroup(test.current, member, group.id, 'at once')).toMatchObject({ status: 429 });
    expect(await read(member, group.id)).toMatchObject({
      room: { match_id: null, locale: null, group_id: group.id, state: 'open', slow_seconds: 2 },
      items: [
        { id: first, author: { handle: owner.handle }, text: `Hello @${member.handle}, no •• here`, mentions: [member.handle] },
        { id: second, text: 'Hi', reply_to: { id: first, handle: owner.handle } },
        { text: '', removed: 'hidden' },
      ],
      has_more: false,
      group_mute: null,
    });
  });

  it('is for members alone: nobody else reads, writes, reports or moderates, also in a listed group, or learns that it exists', async () => {
    for (const visibility of ['private', 'listed'] as const) {
      const { group, owner } = await newGroup({ visibility });
      const stranger = await createChatter(test.current);
      const id = await said(owner, group.id, 'Between us');
      const answers = [
        await groupRoomOf(test.current, stranger, group.id),
        await sayInGroup(test.current, stranger, group.id, 'Let me in'),
        await remove(stranger, group.id, id),
        await mute(stranger, group.id, owner),
        await unmute(stranger, group.id, owner),
        await callApp(test.current.app, api.listGroupMutes, { group_id: group.id }, { token: stranger.token }),
        await report(stranger, id),
      ];
      for (const { status, problem } of answers) expect({ status, problem }).toMatchObject(NOT_FOUND);
      const reports = await test.current.deps.db.selectFrom('chat_reports').where('message_id', '=', Number(id)).selectAll().execute();
      expect(reports).toEqual([]);
    }
  });

  it('is closed to whoever leaves or is removed: they may take back what they said, and are named no more', async () => {
    const { group, owner, member } = await newGroup();
    const [first, second] = [await said(member, group.id, 'I said this'), await said(member, group.id, 'And that')];
    await said(owner, group.id, 'Really?', { reply_to: first });
    await leaveGroup(test.current, owner, group.id, member);
    test.current.clock.advance(3_000);
    for (const { status, problem } of [
      await groupRoomOf(test.current, member, group.id),
      await sayInGroup(test.current, member, group.id, 'One more'),
      await report(member, first),
    ])
      expect({ status, problem }).toMatchObject(NOT_FOUND);
    expect((await callApp(test.current.app, api.deleteChatMessage, { id: second }, { token: member.token })).status).toBe(200);
    await said(owner, group.id, `@${member.handle} is gone`);
    const page = await read(owner, group.id);
    expect(page.items).toMatchObject([
      { author: null, text: 'I said this' },
      { author: null, removed: 'deleted' },
      { reply_to: { handle: null, text: 'I said this' } },
      { mentions: [] },
    ]);
    // Who comes back is named again.
    await joinTalking(test.current, group, member);
    expect((await read(owner, group.id)).items[0]).toMatchObject({ author: { handle: member.handle } });
  });

  it('quotes no message of another room, in either direction', async () => {
    const [one, other, match] = [await newGroup(), await newGroup(), await createRooms(test.current)];
    const spy = await joinTalking(test.current, one.group);
    const secret = await said(other.owner, other.group.id, 'Our secret');
    test.current.clock.advance(3_000);
    const inMatch = await saidIn(test.current, spy, match, 'In public');
    for (const [reply_to, group] of [
      [secret, one.group],
      [inMatch, one.group],
    ] as const) {
      test.current.clock.advance(3_000);
      expect(await sayInGroup(test.current, spy, group.id, 'Look', { reply_to })).toMatchObject(NOT_FOUND);
    }
    test.current.clock.advance(3_000);
    expect(await say(test.current, spy, match, 'Look', { reply_to: secret })).toMatchObject(NOT_FOUND);
    expect(JSON.stringify([await read(one.owner, one.group.id), await roomOf(test.current, match)])).not.toContain('Our secret');
  });

  it('is open to those who stay away from play, and not to those who are leaving or whom moderators muted', async () => {
    const { db, now } = test.current.deps;
    const { group, member } = await newGroup();
    const until = new Date(now().getTime() + 30 * DAY_MS);
    await excludeSelf(test.current.deps, { id: member.id, sessionId: member.id }, { kind: 'self_exclusion', months: 6 });
    expect((await say(test.current, member, await createRooms(test.current), 'hello')).problem.code).toBe('self_excluded');
    await said(member, group.id, 'Still here');
    await db.updateTable('users').set({ deletion_due_at: until }).where('id', '=', member.id).execute();
    test.current.clock.advance(3_000);
    expect((await sayInGroup(test.current, member, group.id, 'bye')).problem.code).toBe('account_leaving');
    await db.updateTable('users').set({ deletion_due_at: null }).where('id', '=', member.id).execute();
    const admin = await createAdmin(test.current, 'support');
    const muted = { id: group.id, user_id: member.id, admin_id: admin.id, until: null, reason: 'Spam', created_at: now() };
    await db.insertInto('chat_mutes').values(muted).execute();
    expect((await sayInGroup(test.current, member, group.id, 'again')).problem.code).toBe('chat_muted');
  });
});

describe('the owner of a group', () => {
  it('removes messages: all see that, and by whom; the author can neither undo it nor say it again under its number', async () => {
    const { group, owner, member } = await newGroup();
    const cid = '0195a000-0000-7000-8000-0000000000aa';
    const id = await said(member, group.id, 'Buy my tips', { cid });
    test.current.published.length = 0;
    expect((await remove(owner, group.id, id)).status).toBe(200);
    expect((await remove(owner, group.id, id)).status).toBe(200);
    expect(test.current.published).toMatchObject([
      { topic: `chat:group:${group.id}`, change: { t: 'chat', messages: [{ id, text: '', removed: 'group' }] } },
    ]);
    await callApp(test.current.app, api.deleteChatMessage, { id }, { token: member.token });
    expect(await said(member, group.id, 'Something else', { cid })).toBe(id);
    expect((await read(member, group.id)).items).toMatchObject([{ id, text: '', removed: 'group' }]);
    expect(await auditOf(group.id)).toMatchObject([
      { action: 'group_chat.remove', subject_id: id, admin_role: 'group', ip: null, after: { by: owner.id, user_id: member.id } },
    ]);
    expect(JSON.stringify(await auditOf(group.id))).not.toContain('tips');
  });

  it('removes nothing in another room', async () => {
    const [one, other, match] = [await newGroup(), await newGroup(), await createRooms(test.current)];
    const theirs = await said(other.owner, other.group.id, 'Ours');
    const inMatch = await saidIn(test.current, other.member, match, 'In public');
    for (const id of [theirs, inMatch, '999999999999999']) expect(await remove(one.owner, one.group.id, id)).toMatchObject(NOT_FOUND);
  });

  it('mutes members in this group alone, for a day or for good: no device, no return and no edit helps', async () => {
    const { group, owner, member } = await newGroup();
    const other = await newGroup();
    await joinTalking(test.current, other.group, member);
    expect((await mute(owner, group.id, member)).reply.items).toEqual([{ handle: member.handle, until: expect.any(String) }]);
    const refused = await sayInGroup(test.current, member, group.id, 'hello');
    const until = (await read(member, group.id)).group_mute!.until!;
    expect(refused).toMatchObject({ status: 403, problem: { code: 'group_muted', params: { until } } });
    expect(Date.parse(until)).toBe(test.current.clock.now().getTime() + DAY_MS);
    await said(member, other.group.id, 'Elsewhere I may');
    await leaveGroup(test.current, member, group.id, member);
    await joinTalking(test.current, group, member);
    expect((await sayInGroup(test.current, member, group.id, 'back')).problem.code).toBe('group_muted');
    expect(await unmute(member, group.id, member)).toMatchObject(FORBIDDEN);
    expect((await mute(owner, group.id, member, null)).reply.items).toEqual([{ handle: member.handle, until: null }]);
    expect((await sayInGroup(test.current, member, group.id, 'hello')).problem.params).toEqual({ until: 'none' });
    expect((await unmute(owner, group.id, member)).reply.items).toEqual([]);
    expect((await unmute(owner, group.id, member)).status).toBe(200);
    await said(member, group.id, 'Thanks');
    expect((await auditOf(group.id)).map(({ action }) => action)).toEqual(['group_chat.mute', 'group_chat.mute', 'group_chat.unmute']);
  });

  it('shares this with helpers, who act on members alone; members do nothing of it', async () => {
    const { group, owner, member } = await newGroup();
    const [helper, second] = [await joinTalking(test.current, group), await joinTalking(test.current, group)];
    for (const one of [helper, second]) await beHelper(owner, group.id, one);
    const [ofOwner, ofHelper, ofMember] = [
      await said(owner, group.id, 'one'),
      await said(second, group.id, 'two'),
      await said(member, group.id, 'three'),
    ];
    for (const id of [ofOwner, ofHelper]) expect(await remove(helper, group.id, id)).toMatchObject(FORBIDDEN);
    for (const one of [owner, second, helper]) expect(await mute(helper, group.id, one)).toMatchObject(FORBIDDEN);
    expect(await mute(owner, group.id, owner)).toMatchObject(FORBIDDEN);
    for (const attempt of [
      await remove(member, group.id, ofHelper),
      await mute(member, group.id, second),
      await unmute(member, group.id, second),
    ])
      expect(attempt).toMatchObject(FORBIDDEN);
    expect((await remove(helper, group.id, ofMember)).status).toBe(200);
    expect((await mute(helper, group.id, member)).status).toBe(200);
    expect((await mute(owner, group.id, helper)).status).toBe(200);
    expect(await mute(owner, group.id, await createChatter(test.current))).toMatchObject(NOT_FOUND);
  });

  it('is limited in how much is removed and muted in an hour', async () => {
    const { group, owner, member } = await newGroup();
    for (let n = 0; n < 120; n++) await unmute(owner, group.id, member);
    expect(await mute(owner, group.id, member)).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
  });
});

describe('the house’s moderators', () => {
  const decide = (endpoint: typeof keepChatMessage | typeof removeChatMessage | typeof restoreChatMessage, id: string, token: string) =>
    callApp(test.current.app, endpoint, { id, reason: 'because it is so' }, { token });

  it('see reports from groups with the conversation, and decide them: the owner undoes nothing, and learns of no reporter', async () => {
    const { group, owner, member } = await newGroup();
    const admin = await createAdmin(test.current, 'support');
    const reporter = await joinTalking(test.current, group);
    const before = await said(owner, group.id, 'Before');
    const id = await said(owner, group.id, 'You are all blind');
    expect((await report(reporter, id)).status).toBe(200);
    const { items } = (await callApp(test.current.app, listChatReports, { page_size: 100 }, { token: admin.token })).reply;
    expect(items.filter(({ message }) => message.id === id)).toMatchObject([
      { match: null, locale: null, group: { id: group.id, name: 'Friends' }, reporters: 1, message: { text: 'You are all blind' } },
    ]);
    const detail = (await callApp(test.current.app, getChatReport, { message_id: id }, { token: admin.token })).reply;
    expect(detail).toMatchObject({ group: { id: group.id }, before: [{ id: before }], reports: [{ reporter: { id: reporter.id } }] });
    for (const user of [owner, member]) {
      const seen = JSON.stringify([await read(user, group.id), test.current.published.filter(({ topic }) => topic.includes(group.id))]);
      expect(seen).not.toContain(reporter.handle);
    }
    expect(await decide(removeChatMessage, id, admin.token)).toMatchObject({ status: 200 });
    expect((await remove(owner, group.id, id)).status).toBe(200);
    expect((await read(member, group.id)).items.at(-1)).toMatchObject({ removed: 'moderated' });
  });

  it('overrule the owner: what they show again or let stand stays', async () => {
    const { group, owner, member } = await newGroup();
    const admin = await createAdmin(test.current, 'support');
    const [id, kept] = [await said(member, group.id, 'The owner cheats'), await said(member, group.id, 'With proof')];
    await remove(owner, group.id, id);
    expect(await decide(restoreChatMessage, id, admin.token)).toMatchObject({ status: 200 });
    expect((await read(member, group.id)).items[0]).toMatchObject({ text: 'The owner cheats', removed: null });
    await report(owner, kept);
    await decide(keepChatMessage, kept, admin.token);
    for (const one of [id, kept])
      expect(await remove(owner, group.id, one)).toMatchObject({ status: 409, problem: { code: 'already_decided' } });
  });

  it('keep their work when an owner removes a reported or held message, or ends the group', async () => {
    const { group, owner, member } = await newGroup();
    const admin = await createAdmin(test.current, 'support');
    const reporters = [member, await joinTalking(test.current, group), await joinTalking(test.current, group)];
    const [hidden, reported] = [await said(owner, group.id, 'A threat'), await said(owner, group.id, 'Another')];
    for (const one of reporters) await report(one, hidden);
    await report(member, reported);
    await remove(owner, group.id, reported);
    expect((await remove(owner, group.id, hidden)).status).toBe(200);
    expect((await read(member, group.id)).items.map(({ removed }) => removed)).toEqual(['hidden', 'group']);
    const waiting = async ({ token } = admin) =>
      (await callApp(test.current.app, listChatReports, { page_size: 100 }, { token })).reply.items
        .filter((item) => item.group?.id === group.id)
        .map(({ message }) => message.text);
    expect((await waiting()).toSorted()).toEqual(['A threat', 'Another']);
    // Dismissing a report does not overrule the owner.
    await decide(keepChatMessage, reported, admin.token);
    expect((await read(member, group.id)).items.at(-1)).toMatchObject({ removed: 'group' });
    for (const one of [...reporters, owner]) await leaveGroup(test.current, one, group.id, one);
    expect(await waiting()).toEqual(['A threat']);
    test.current.clock.advance(31 * DAY_MS);
    await purgeChat(test.current.deps);
    expect(await waiting(await createAdmin(test.current, 'support'))).toEqual([]);
  });

  it('are muted by no owner: their account in a group may be, their work is done elsewhere', async () => {
    const { group, owner, member } = await newGroup();
    const admin = await createAdmin(test.current, 'support');
    await test.current.deps.db.updateTable('users').set({ email: admin.email }).where('id', '=', member.id).execute();
    const id = await said(owner, group.id, 'Nobody moderates me');
    await mute(owner, group.id, member, null);
    expect((await sayInGroup(test.current, member, group.id, 'hello')).problem.code).toBe('group_muted');
    expect(await decide(removeChatMessage, id, admin.token)).toMatchObject({ status: 200 });
  });
});

it('an erased account leaves neither words nor name nor mutes in a group', async () => {
  const { db, now } = test.current.deps;
  const { group, owner, member } = await newGroup();
  const [id, ofOwner] = [await said(member, group.id, 'My secret'), await said(owner, group.id, 'Yours')];
  const helper = await joinTalking(test.current, group);
  await beHelper(owner, group.id, helper);
  await mute(helper, group.id, member);
  const third = await joinTalking(test.current, group);
  await remove(helper, group.id, await said(third, group.id, 'Third'));
  await db.updateTable('users').set({ deletion_due_at: now() }).where('id', 'in', [member.id, helper.id]).execute();
  await eraseAccounts(test.current.deps);
  expect((await read(owner, group.id)).items).toMatchObject([
    { id, author: null, text: '', removed: 'deleted' },
    { id: ofOwner, text: 'Yours' },
    { removed: 'group' },
  ]);
  const [rows, mutes] = await Promise.all([
    db.selectFrom('chat_messages').select(['user_id', 'text', 'removed_by_member']).where('group_id', '=', group.id).execute(),
    db.selectFrom('tipping_chat_mutes').selectAll().where('group_id', '=', group.id).execute(),
  ]);
  expect(JSON.stringify([rows, mutes])).not.toMatch(new RegExp(`secret|${member.id}|${helper.id}`));
});
