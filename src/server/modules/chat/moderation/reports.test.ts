import { beforeEach, describe, expect, it } from 'vitest';
import {
  getChatReport,
  keepChatMessage,
  listChatReports,
  muteUser,
  removeChatMessage,
  restoreChatMessage,
} from '#contract/chat-moderation.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { getConsoleOverview } from '#contract/overview.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createChatAppeal, createChatMessage, createChatReport } from '#test/support/chat-rows.ts';
import { createMatch, createUser } from '#test/support/factories.ts';

const test = useTestApp();

let admin: TestAdmin;
let matchId: number;
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  admin = await createAdmin(test.current, 'support');
  matchId = await createMatch(test.current.deps.db, { kickoffAt: new Date(TEST_NOW), status: 'h1', score: [0, 0] });
});

const user = () => createUser(test.current);
const say = async (said: Partial<Parameters<typeof createChatMessage>[2]> = {}, author?: { id: string }) =>
  createChatMessage(test.current, author ?? (await user()), { matchId, ...said });
const report = async (id: string, ...[reason, isTrusted]: [Parameters<typeof createChatReport>[3]?, boolean?]) =>
  createChatReport(test.current, await user(), id, reason, isTrusted);
const list = async (input: InputOf<typeof listChatReports> = {}) =>
  (await callApp(test.current.app, listChatReports, { page_size: 100, ...input }, { token: admin.token })).reply;
const ids = async (input?: InputOf<typeof listChatReports>) => {
  const { items } = await list(input);
  return items.filter(({ match }) => match?.id === matchId).map(({ message }) => message.id);
};
const open = async (id: string) => (await callApp(test.current.app, getChatReport, { message_id: id }, { token: admin.token })).reply;
const decide = (deed: 'remove' | 'keep', id: string, { token } = admin, reason = 'because it is so') =>
  callApp(test.current.app, deed === 'remove' ? removeChatMessage : keepChatMessage, { id, reason }, { token });
const mutedNow = async () => {
  const wish = { user_id: (await user()).id, hours: 1, reason: 'because it is so' } as const;
  return (await callApp(test.current.app, muteUser, wish, { token: admin.token })).reply.mute.id;
};
const rowOf = (id: string) =>
  test.current.deps.db.selectFrom('chat_messages').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
const auditOf = (id: string) =>
  test.current.deps.db
    .selectFrom('audit_log')
    .select(['action', 'admin_id', 'before', 'after', 'reason'])
    .where('subject_kind', '=', 'chat_message')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
/** Changes published to the match's rooms since index `from`. */
const toldSince = (from: number) => test.current.published.slice(from).filter(({ topic }) => topic.startsWith(`chat:${matchId}:`));

describe('reported messages', () => {
  it('are listed once each with reasons and number of reporters, longest waiting first', async () => {
    const first = await say({ text: 'You are all blind', locale: 'vi' });
    const second = await say();
    await say();
    for (const reason of ['abuse', 'spam', 'abuse'] as const) await report(first, reason);
    test.current.clock.advance(60_000);
    await report(second, 'threat', false);
    const { items } = await list();
    const mine = items.filter(({ match }) => match?.id === matchId);
    expect(mine.map(({ message }) => message.id)).toEqual([first, second]);
    expect(mine[0]).toMatchObject({
      message: { text: 'You are all blind', kind: 'user', removed: null },
      ...{ locale: 'vi', state: 'open', reporters: 3, first_at: TEST_NOW, last_at: TEST_NOW },
      reasons: [
        { reason: 'abuse', count: 2 },
        { reason: 'spam', count: 1 },
      ],
    });
    expect(mine[1]).toMatchObject({ reporters: 1, last_at: '2026-11-20T12:01:00.000Z' });
    expect(await ids({ locale: 'vi' })).toEqual([first]);
    expect(await ids({ state: 'upheld' })).toEqual([]);
  });

  it('include messages held by a listed word without any report', async () => {
    const id = await say({ isHeld: true });
    expect((await list()).items.find(({ message }) => message.id === id)).toMatchObject({
      message: { removed: 'hidden', text: 'What a match' },
      ...{ state: 'open', reporters: 0, reasons: [{ reason: 'held', count: 1 }] },
    });
  });

  it('can be filtered by decision, open ones first', async () => {
    const [kept, removed, waiting] = [await say(), await say(), await say()];
    for (const id of [kept, removed, waiting]) await report(id);
    await decide('keep', kept);
    test.current.clock.advance(1_000);
    await decide('remove', removed);
    const unreported = await say();
    test.current.clock.advance(1_000);
    await decide('remove', unreported);
    expect(await ids({ state: 'dismissed' })).toEqual([kept]);
    expect(await ids({ state: 'upheld' })).toEqual([unreported, removed]);
    expect(await ids({ state: 'all' })).toEqual([waiting, unreported, removed, kept]);
    await report(kept);
    expect(await ids()).toEqual([waiting, kept]);
    expect(await ids({ state: 'dismissed' })).toEqual([]);
  });

  it('are paged', async () => {
    for (let at = 0; at < 3; at++) await report(await say({ locale: 'zh-CN' }));
    const pages = await Promise.all([1, 2].map((page) => list({ page, page_size: 2, locale: 'zh-CN' })));
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [2, 3],
      [1, 3],
    ]);
    const beyond = await callApp(test.current.app, listChatReports, { page: 9_999 }, { token: admin.token });
    expect(beyond.problem.code).toBe('invalid_query');
  });
});

describe('the counts of open cases', () => {
  it('give the menu the number of waiting messages and since when the oldest waits', async () => {
    const queue = async () =>
      (await callApp(test.current.app, getConsoleOverview, {}, { token: (await createAdmin(test.current, 'viewer')).token })).reply.queues;
    const before = await queue();
    test.current.clock.set('2026-11-20T11:00:00.000Z');
    const id = await say();
    await report(id);
    await report(id);
    test.current.clock.set(TEST_NOW);
    const [held, muteId] = [await say({ isHeld: true }), await mutedNow()];
    await createChatAppeal(test.current, muteId);
    const waiting = await queue();
    expect(waiting.chat_reports).toEqual({ count: before.chat_reports.count + 2, oldest_at: '2026-11-20T11:00:00.000Z' });
    expect(waiting.chat_appeals.count).toBe(before.chat_appeals.count + 1);
    await decide('keep', held);
    await decide('remove', id);
    expect((await queue()).chat_reports.count).toBe(before.chat_reports.count);
  });
});

describe("a report's details", () => {
  it('include the ten messages before and after in the room and the match event lines', async () => {
    const before: string[] = [];
    for (let at = 0; at < 11; at++) before.push(await say({ text: `before ${at}` }));
    await say({ locale: 'vi', text: 'another room' });
    const event = {
      id: 'e1',
      type: 'goal',
      side: 'home',
      period: 'H1',
      minute: 12,
      stoppage: null,
      player: 'Kane',
      other: null,
      detail: null,
    };
    await test.current.deps.db
      .insertInto('chat_messages')
      .values({ match_id: matchId, kind: 'system', text: '', event: JSON.stringify(event), event_id: 'e1', created_at: new Date(TEST_NOW) })
      .execute();
    const id = await say({ text: 'this one', replyTo: Number(before[0]) });
    const after: string[] = [];
    for (let at = 0; at < 11; at++) after.push(await say({ text: `after ${at}` }));
    await report(id, 'spoiler');
    const found = await open(id);
    expect(found.before.map(({ text, event: told }) => told?.player ?? text)).toEqual([
      ...Array.from({ length: 9 }, (_, at) => `before ${at + 2}`),
      'Kane',
    ]);
    expect(found.after.map((line) => line.id)).toEqual(after.slice(0, 10));
    expect(found).toMatchObject({ message: { text: 'this one', reply_to: { text: 'before 0' } }, state: 'open', reporters: 1 });
  });

  it('include the reporters and what is known about the author', async () => {
    const author = await user();
    const gone = await say({ text: 'earlier' }, author);
    await decide('remove', gone);
    const id = await say({}, author);
    await report(id, 'threat', false);
    const found = await open(id);
    expect(found.reports).toMatchObject([{ reason: 'threat', is_trusted: false, state: 'open', decided_by: null }]);
    expect(found.author).toMatchObject({ mutes: [], removed_count: 1, removed: [{ id: gone, text: 'earlier', removed: 'moderated' }] });
    await decide('remove', id);
    expect((await open(id)).reports).toMatchObject([{ state: 'upheld', decided_by: { email: admin.email }, decided_at: TEST_NOW }]);
  });

  it('can be opened for an unreported message and for one whose author is deleted', async () => {
    const id = await say();
    await test.current.deps.db.updateTable('chat_messages').set({ user_id: null, text: '' }).where('id', '=', Number(id)).execute();
    expect(await open(id)).toMatchObject({ state: null, reporters: 0, reports: [], author: null, message: { author: null, text: '' } });
  });

  it('are not found for a match event line or an unknown id', async () => {
    const { id } = await test.current.deps.db
      .insertInto('chat_messages')
      .values({ match_id: matchId, kind: 'system', text: '', event: '{}', event_id: 'x', created_at: new Date(TEST_NOW) })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const message_id of [String(id), '999999999999999']) {
      const { problem } = await callApp(test.current.app, getChatReport, { message_id }, { token: admin.token });
      expect(problem.code).toBe('not_found');
    }
  });
});

describe("a moderator's decision", () => {
  it('removes the message for everybody and upholds its reports', async () => {
    const id = await say({ text: 'Go home' });
    await report(id);
    await report(id);
    const from = test.current.published.length;
    expect((await decide('remove', id)).reply).toEqual({ state: 'upheld' });
    expect(toldSince(from)).toMatchObject([
      { topic: `chat:${matchId}:en`, change: { t: 'chat', messages: [{ id, removed: 'moderated', text: '' }] } },
    ]);
    expect(await rowOf(id)).toMatchObject({ removed: 'moderated', removed_by: admin.id, text: 'Go home' });
    const [entry, ...more] = await auditOf(id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      ...{ action: 'chat.remove', admin_id: admin.id, reason: 'because it is so', before: { removed: null } },
      after: { removed: 'moderated', reports_upheld: 2 },
    });
    expect(JSON.stringify(entry)).not.toContain('Go home');
  });

  it('shows a hidden message again and dismisses its reports', async () => {
    const id = await say({ isHeld: true });
    await report(id);
    const from = test.current.published.length;
    expect((await decide('keep', id)).reply).toEqual({ state: 'dismissed' });
    expect(toldSince(from)).toMatchObject([{ change: { t: 'chat', messages: [{ id, removed: null, text: 'What a match' }] } }]);
    expect(await rowOf(id)).toMatchObject({ removed: null, kept_by: admin.id });
    expect(await auditOf(id)).toMatchObject([{ action: 'chat.keep', after: { removed: null, reports_dismissed: 1 } }]);
  });

  it('removes a message that its author already deleted, without publishing a change', async () => {
    const id = await say();
    await report(id);
    await test.current.deps.db
      .updateTable('chat_messages')
      .set({ removed: 'deleted', removed_at: new Date(TEST_NOW) })
      .where('id', '=', Number(id))
      .execute();
    const from = test.current.published.length;
    expect((await decide('keep', id)).reply).toEqual({ state: 'dismissed' });
    expect(toldSince(from)).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ removed: 'deleted' });
    expect(await open(id)).toMatchObject({ state: 'dismissed' });
  });

  it('is made once when several moderators decide at the same time', async () => {
    const id = await say();
    await report(id);
    const others = await Promise.all([createAdmin(test.current, 'reviewer'), createAdmin(test.current, 'super')]);
    const answers = await Promise.all([
      decide('remove', id),
      decide('keep', id, others[0]),
      decide('remove', id, others[1]),
      decide('keep', id, others[1]),
    ]);
    const codes = answers.map(({ problem }) => problem?.code ?? 'done');
    expect(codes.sort()).toEqual(['already_decided', 'already_decided', 'already_decided', 'done']);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('is final until the message is reported again', async () => {
    const id = await say();
    await report(id);
    await decide('keep', id);
    expect((await decide('remove', id)).problem.code).toBe('already_decided');
    await report(id);
    expect((await decide('remove', id)).reply).toEqual({ state: 'upheld' });
    expect((await decide('keep', id)).problem.code).toBe('already_decided');
  });

  it('needs a reason and something to decide', async () => {
    const id = await say();
    expect((await decide('remove', id, admin, ' ')).problem.code).toBe('reason_required');
    expect((await decide('keep', id)).problem.code).toBe('already_decided');
    expect((await decide('keep', '999999999999999')).problem.code).toBe('not_found');
  });

  it("cannot be made by viewers or by the message's author", async () => {
    const viewer = await createAdmin(test.current, 'viewer');
    const author = await user();
    const id = await say({ isHeld: true }, author);
    expect((await decide('remove', id, viewer)).problem.code).toBe('forbidden');
    await test.current.deps.db.updateTable('users').set({ email: admin.email }).where('id', '=', author.id).execute();
    expect((await decide('keep', id)).problem.code).toBe('same_reviewer');
    expect(await auditOf(id)).toEqual([]);
    const seen = await callApp(test.current.app, getChatReport, { message_id: id }, { token: viewer.token });
    expect(seen.status).toBe(200);
  });
});

describe('a message that a moderator removed', () => {
  const restore = (id: string, { token } = admin, reason = 'It was a quote') =>
    callApp(test.current.app, restoreChatMessage, { id, reason }, { token });

  it('is restored for everybody with a reason, by one audited action, and its reports count as dismissed', async () => {
    const id = await say({ text: 'You are all blind' });
    await report(id, 'abuse');
    await decide('remove', id);
    const from = test.current.published.length;
    const other = await createAdmin(test.current, 'support');
    expect((await restore(id, other)).reply).toEqual({ state: 'dismissed' });
    expect(await rowOf(id)).toMatchObject({ removed: null, removed_by: null, kept_by: other.id });
    expect(toldSince(from).length).toBeGreaterThan(0);
    expect(await open(id)).toMatchObject({ state: 'dismissed', reports: [{ state: 'dismissed', decided_by: { id: other.id } }] });
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'chat.restore', admin_id: other.id, reason: 'It was a quote' });
    expect(JSON.stringify(await auditOf(id))).not.toContain('blind');
    expect((await restore(id, other)).problem.code).toBe('already_decided');
  });

  it('stays removed if its author had deleted it, if nobody removed it, and without a reason or a role', async () => {
    const [deleted, visible, removed] = [await say(), await say(), await say()];
    const values = { removed: 'deleted', removed_at: test.current.clock.now() };
    await test.current.deps.db.updateTable('chat_messages').set(values).where('id', '=', Number(deleted)).execute();
    await decide('remove', deleted);
    await decide('remove', removed);
    expect((await restore(deleted)).problem.code).toBe('already_decided');
    expect((await restore(visible)).problem.code).toBe('already_decided');
    expect((await restore(removed, admin, '  ')).problem.code).toBe('reason_required');
    expect((await restore(removed, await createAdmin(test.current, 'viewer'))).problem.code).toBe('forbidden');
    expect((await restore('999999999')).problem.code).toBe('not_found');
    expect(await rowOf(removed)).toMatchObject({ removed: 'moderated' });
  });

  it('is not restored by its own author', async () => {
    const author = await user();
    const id = await say({}, author);
    await decide('remove', id);
    const own = await createAdmin(test.current, 'support');
    await test.current.deps.db
      .updateTable('users')
      .set({ email: own.email, email_identity: own.email })
      .where('id', '=', author.id)
      .execute();
    expect((await restore(id, own)).problem.code).toBe('same_reviewer');
  });
});
