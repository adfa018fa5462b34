import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  appealChatMute,
  deleteChatMessage,
  getChatMute,
  ignoreInChat,
  listIgnored,
  readInChat,
  reportChatMessage,
} from '#contract/chat.ts';
import { DAY_MS } from '#domain/time.ts';
import { transact } from '#server/platform/transact.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { type Chatter, createChatter, createRooms, roomOf, saidIn, say } from '#test/support/chat.ts';
import { approveMessage, removeMessage } from './take-away.ts';

const test = useTestApp();
const newChatter = (options?: Parameters<typeof createChatter>[1]) => createChatter(test.current, options);
const toldTo = (topic: string) => test.current.published.filter((one) => one.topic === topic).map(({ change }) => change);
const remove = ({ token }: Chatter, id: string) => callApp(test.current.app, deleteChatMessage, { id }, { token });
const report = ({ token }: Chatter, id: string) => callApp(test.current.app, reportChatMessage, { id, reason: 'abuse' }, { token });
const reportsOf = (id: string) =>
  test.current.deps.db.selectFrom('chat_reports').selectAll().where('message_id', '=', Number(id)).orderBy('id').execute();

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  test.current.published.length = 0;
  await test.current.deps.db.deleteFrom('rate_limits').execute();
});

/** Creates a message by a new user in a new room. */
async function oneMessage(text = 'You are all wrong') {
  const [author, match] = [await newChatter(), await createRooms(test.current)];
  const id = await saidIn(test.current, author, match, text);
  test.current.published.length = 0;
  const shown = async () => (await roomOf(test.current, match)).items[0]!;
  return { author, match, id, shown };
}

describe('deleting a message as its author', () => {
  it('deletes it once and notifies the room and the messages that quote it', async () => {
    const { author, match, id, shown } = await oneMessage();
    await saidIn(test.current, await newChatter(), match, 'No', { reply_to: id });
    test.current.published.length = 0;
    for (let n = 0; n < 2; n++) expect(await remove(author, id)).toMatchObject({ status: 200, reply: {} });
    const gone = { id, text: '', removed: 'deleted', author: { handle: author.handle } };
    expect(toldTo(`chat:${match}:en`)).toMatchObject([{ t: 'chat', messages: [gone] }]);
    expect(await shown()).toMatchObject(gone);
    expect((await roomOf(test.current, match)).items[1]!.reply_to).toEqual({ id, handle: author.handle, text: '' });
  });

  it("is not found for another user's message or an unknown id", async () => {
    const { id, shown } = await oneMessage();
    const other = await newChatter();
    for (const unknown of [id, '999999999999999', '0']) expect(await remove(other, unknown)).toMatchObject({ status: 404 });
    expect(await shown()).toMatchObject({ removed: null });
  });
});

describe('a reported message', () => {
  it('is hidden by the third trusted reporter; repeated reports by one user count once', async () => {
    const { match, id, shown } = await oneMessage();
    const [ana, bob, cat] = [await newChatter(), await newChatter(), await newChatter()];
    for (const reporter of [ana, ana, bob, ana]) expect(await report(reporter, id)).toMatchObject({ status: 200, reply: {} });
    expect([await reportsOf(id), await shown(), toldTo(`chat:${match}:en`)]).toMatchObject([
      { length: 2 },
      { removed: null },
      { length: 0 },
    ]);
    await report(cat, id);
    const hidden = { id, text: '', removed: 'hidden' };
    expect(toldTo(`chat:${match}:en`)).toMatchObject([{ t: 'chat', messages: [hidden] }]);
    expect(await shown()).toMatchObject(hidden);
    expect(await report(await newChatter(), id)).toMatchObject({ status: 200 });
    expect(await reportsOf(id)).toHaveLength(4);
  });

  it('is hidden once when reports arrive at the same time', async () => {
    const { match, id } = await oneMessage();
    const reporters = await Promise.all(Array.from({ length: 6 }, () => newChatter()));
    await Promise.all(reporters.map((reporter) => report(reporter, id)));
    expect(await reportsOf(id)).toHaveLength(6);
    expect(toldTo(`chat:${match}:en`)).toHaveLength(1);
  });

  it('stays visible if its reporters have young or unconfirmed accounts, were muted, or often reported wrongly', async () => {
    const { db } = test.current.deps;
    const { id, shown } = await oneMessage();
    const admin = await createAdmin(test.current, 'support');
    const [young, unknown] = [await newChatter({ days: 6 }), await newChatter({ confirmed: false })];
    const [muted, wrong] = [await newChatter(), await newChatter()];
    const [from, to] = [31, 29].map((days) => new Date(Date.parse(TEST_NOW) - days * DAY_MS)) as [Date, Date];
    await db
      .insertInto('chat_mutes')
      .values({ id: randomUUID(), user_id: muted.id, admin_id: admin.id, until: to, reason: 'Spam', created_at: from })
      .execute();
    const { id: other } = await oneMessage();
    await report(wrong, other);
    const decided = { state: 'dismissed', decided_by: admin.id, decided_at: new Date(TEST_NOW) };
    await db.updateTable('chat_reports').set(decided).where('reporter_id', '=', wrong.id).execute();
    for (const reporter of [young, unknown, muted, wrong]) expect(await report(reporter, id)).toMatchObject({ status: 200 });
    expect((await reportsOf(id)).map(({ is_trusted }) => is_trusted)).toEqual([false, false, false, false]);
    expect(await shown()).toMatchObject({ removed: null });
  });

  it('is not found if the user wrote it, or it is deleted or a match event line', async () => {
    const { author, id, match } = await oneMessage();
    expect(await report(author, id)).toMatchObject({ status: 404 });
    await remove(author, id);
    const other = await newChatter();
    const event = {
      id: 'g1',
      type: 'goal',
      side: 'home',
      period: 'H1',
      minute: 3,
      stoppage: null,
      player: null,
      other: null,
      detail: null,
    };
    const line = await test.current.deps.db
      .insertInto('chat_messages')
      .values({ match_id: match, kind: 'system', text: '', event: JSON.stringify(event), event_id: 'g1', created_at: new Date(TEST_NOW) })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const gone of [id, String(line.id), '999999999999999']) expect(await report(other, gone)).toMatchObject({ status: 404 });
    expect(await remove(other, String(line.id))).toMatchObject({ status: 404 });
  });

  it('is limited to thirty reports an hour per user', async () => {
    const { id } = await oneMessage();
    const ana = await newChatter();
    for (let n = 0; n < 30; n++) expect((await report(ana, id)).status).toBe(200);
    expect(await report(ana, id)).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
  });
});

describe("a moderator's decision", () => {
  const at = new Date(TEST_NOW);
  const decide = async (how: typeof removeMessage, id: string) => {
    const admin = await createAdmin(test.current, 'support');
    return transact(test.current.deps, (db, announce) => how(db, announce, Number(id), admin.id, at));
  };

  it('removes a message permanently, once', async () => {
    const { author, match, id, shown } = await oneMessage();
    expect([await decide(removeMessage, id), await decide(removeMessage, id)]).toEqual([true, false]);
    expect(await shown()).toMatchObject({ text: '', removed: 'moderated' });
    expect(toldTo(`chat:${match}:en`)).toMatchObject([{ messages: [{ id, removed: 'moderated' }] }]);
    await remove(author, id);
    expect(await shown()).toMatchObject({ removed: 'moderated' });
    expect(await decide(removeMessage, '999999999999999')).toBe(false);
  });

  it('shows a hidden message again, and further reports do not hide it', async () => {
    const { match, id, shown } = await oneMessage('Fair enough');
    const reporters = await Promise.all(Array.from({ length: 6 }, () => newChatter()));
    for (const reporter of reporters.slice(0, 3)) await report(reporter, id);
    test.current.published.length = 0;
    expect(await decide(approveMessage, id)).toBe(true);
    expect(toldTo(`chat:${match}:en`)).toMatchObject([{ messages: [{ id, text: 'Fair enough', removed: null }] }]);
    for (const reporter of reporters.slice(3)) await report(reporter, id);
    expect(await shown()).toMatchObject({ text: 'Fair enough', removed: null });
  });

  it('does not restore a message that its author deleted', async () => {
    const { author, id, shown } = await oneMessage();
    await remove(author, id);
    expect(await decide(approveMessage, id)).toBe(false);
    expect(await shown()).toMatchObject({ removed: 'deleted' });
  });
});

describe('a muted user', () => {
  const mute = async (user: Chatter, until: Date | null, reason = 'Insults') => {
    const admin = await createAdmin(test.current, 'support');
    const row = { id: randomUUID(), user_id: user.id, admin_id: admin.id, until, reason, created_at: new Date(TEST_NOW) };
    await test.current.deps.db.insertInto('chat_mutes').values(row).execute();
    return { id: row.id, admin };
  };
  const ownMute = async ({ token }: Chatter) => (await callApp(test.current.app, getChatMute, {}, { token })).reply.mute;
  const appeal = ({ token }: Chatter, text: string) => callApp(test.current.app, appealChatMute, { text }, { token });

  it('sees the end and reason of the mute and can appeal once', async () => {
    const ana = await newChatter();
    expect(await ownMute(ana)).toBeNull();
    expect(await appeal(ana, 'What for?')).toMatchObject({ status: 404 });
    const until = new Date(Date.parse(TEST_NOW) + DAY_MS);
    const { id, admin } = await mute(ana, until);
    const known = { id, until: until.toISOString(), reason: 'Insults', created_at: TEST_NOW };
    expect(await ownMute(ana)).toEqual({ ...known, appeal: null });
    const said = { text: 'It was a joke', created_at: TEST_NOW, state: 'open', answer: null };
    expect(await appeal(ana, ' It was a\0 joke '.replace('\0', '\u202e'))).toMatchObject({
      status: 201,
      reply: { mute: { ...known, appeal: said } },
    });
    expect(await appeal(ana, 'Really')).toMatchObject({ status: 409, problem: { code: 'already_decided' } });
    const refused = { state: 'refused', answer: 'It was not', decided_by: admin.id, decided_at: new Date(TEST_NOW) };
    await test.current.deps.db.updateTable('chat_appeals').set(refused).where('mute_id', '=', id).execute();
    expect(await ownMute(ana)).toMatchObject({ appeal: { ...said, state: 'refused', answer: 'It was not' } });
    test.current.clock.advance(60_000);
    expect((await say(test.current, ana, await createRooms(test.current), 'hello')).problem.code).toBe('chat_muted');
  });

  it('sees the longest of several mutes', async () => {
    const ana = await newChatter();
    await mute(ana, new Date(Date.parse(TEST_NOW) + DAY_MS), 'A day');
    const { id } = await mute(ana, null, 'For good');
    await mute(ana, new Date(Date.parse(TEST_NOW) + 2 * DAY_MS), 'Two days');
    expect(await ownMute(ana)).toMatchObject({ id, until: null, reason: 'For good' });
  });

  it.each(['', ' ', '\u3164', 'a'.repeat(1_001)])('cannot appeal with the text %j, which is empty or too long', async (text) => {
    const ana = await newChatter();
    await mute(ana, null);
    expect(await appeal(ana, text)).toMatchObject({ status: 400, problem: { code: 'invalid_payload' } });
  });
});

describe('the list of ignored users', () => {
  const list = async ({ token }: Chatter) => (await callApp(test.current.app, listIgnored, {}, { token })).reply.handles;
  const ignore = ({ token }: Chatter, handle: string) => callApp(test.current.app, ignoreInChat, { handle }, { token });
  const read = ({ token }: Chatter, handle: string) => callApp(test.current.app, readInChat, { handle }, { token });

  it('keeps each user once until removed, and is private to its owner', async () => {
    const [ana, bob, cat] = [await newChatter(), await newChatter(), await newChatter()];
    expect(await list(ana)).toEqual([]);
    await ignore(ana, bob.handle);
    test.current.clock.advance(1_000);
    expect((await ignore(ana, `@${cat.handle.toUpperCase()}`)).reply.handles).toEqual([cat.handle, bob.handle]);
    expect((await ignore(ana, bob.handle)).reply.handles).toEqual([cat.handle, bob.handle]);
    expect((await read(ana, cat.handle)).reply.handles).toEqual([bob.handle]);
    expect((await read(ana, cat.handle)).reply.handles).toEqual([bob.handle]);
    expect((await read(ana, 'nobody_at_all')).status).toBe(200);
    expect([await list(ana), await list(bob)]).toEqual([[bob.handle], []]);
  });

  it('rejects the handle of the user and unknown handles', async () => {
    const ana = await newChatter();
    for (const handle of [ana.handle, 'nobody_at_all', '%', '\0nobody', 'é'.repeat(5)])
      expect(await ignore(ana, handle)).toMatchObject({ status: 404 });
  });
});
