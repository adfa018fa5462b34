import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { getChat, sendChat } from '#contract/chat.ts';
import { DAY_MS } from '#domain/time.ts';
import { createSiteBoard } from '#server/platform/feature-flags/feature-flags.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { errorText } from '#server/platform/http/app-error.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createChatter, createRooms, roomOf, saidIn, say } from '#test/support/chat.ts';
import { createMatch } from '#test/support/factories.ts';
import { createSendChat } from './send.ts';

const test = useTestApp();
const newChatter = (options?: Parameters<typeof createChatter>[1]) => createChatter(test.current, options);
const newRooms = (...status: Parameters<typeof createRooms> extends [unknown, ...infer More] ? More : never) =>
  createRooms(test.current, ...status);
const texts = async (id: number, more = {}) => (await roomOf(test.current, id, more)).items.map(({ text }) => text);
const toldTo = (topic: string) => test.current.published.filter((one) => one.topic === topic).map(({ change }) => change);

afterEach(() => {
  test.current.clock.set(TEST_NOW);
  test.current.published.length = 0;
});

/** Inserts messages of a user directly, without the required pauses between them. */
async function fill(matchId: number, userId: string, count: number, at = new Date(TEST_NOW)): Promise<void> {
  await sql`insert into chat_messages (match_id, locale, kind, user_id, cid, text, created_at)
    select ${matchId}, 'en', 'user', ${userId}, gen_random_uuid(), 'm' || n, ${at} from generate_series(1, ${count}::integer) n`.execute(
    test.current.deps.db,
  );
}

describe('a chat room', () => {
  it('delivers a message to joined users and to later readers', async () => {
    const [ana, match] = [await newChatter(), await newRooms()];
    const cid = randomUUID();
    const id = await saidIn(test.current, ana, match, '  What a <b>goal</b>!\u0007\u202e ', { cid });
    const message = {
      ...{
        id,
        kind: 'user',
        text: 'What a <b>goal</b>!',
        removed: null,
        reply_to: null,
        tip: null,
        mentions: [],
        event: null,
        cid,
        at: TEST_NOW,
      },
      author: { handle: ana.handle, name: expect.stringMatching(/^User \d+$/) },
    };
    expect(toldTo(`chat:${match}:en`)).toEqual([{ t: 'chat', messages: [message] }]);
    const room = await roomOf(test.current, match);
    expect(room).toEqual({
      room: { match_id: match, locale: 'en', group_id: null, state: 'open', slow_seconds: 2 },
      items: [message],
      has_more: false,
    });
  });

  it('is separate for each match and language', async () => {
    const [ana, bob, match] = [await newChatter(), await newChatter(), await newRooms()];
    await saidIn(test.current, ana, match, 'hello');
    await saidIn(test.current, bob, match, '你好', { locale: 'zh-CN' });
    expect(await texts(match)).toEqual(['hello']);
    expect(await texts(match, { locale: 'zh-CN' })).toEqual(['你好']);
    expect(await texts(match, { locale: 'vi' })).toEqual([]);
    expect(await texts(await newRooms())).toEqual([]);
  });

  it('is paged backwards, fifty messages at a time', async () => {
    const [ana, match] = [await newChatter(), await newRooms()];
    await fill(match, ana.id, 120);
    const last = await roomOf(test.current, match);
    expect([last.items.length, last.items[0]!.text, last.items.at(-1)!.text, last.has_more]).toEqual([50, 'm71', 'm120', true]);
    const middle = await roomOf(test.current, match, { before: last.items[0]!.id });
    expect([middle.items[0]!.text, middle.items.at(-1)!.text, middle.has_more]).toEqual(['m21', 'm70', true]);
    const first = await roomOf(test.current, match, { before: middle.items[0]!.id });
    expect([first.items.length, first.items[0]!.text, first.has_more]).toEqual([20, 'm1', false]);
    expect((await roomOf(test.current, match, { before: '0' })).items).toEqual([]);
  });

  it('is not found for an unknown match', async () => {
    const ana = await newChatter();
    expect(await callApp(test.current.app, getChat, { id: 2_147_483_647, locale: 'en' })).toMatchObject({ status: 404 });
    expect(await say(test.current, ana, 2_147_483_647, 'hello')).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  });

  it.each([
    ['before its match', 'ns', 3_600_000, 'idle'],
    ['after it', 'ft', -7_200_000, 'read_only'],
    ['of a match that was put off', 'pst', -60_000, 'idle'],
  ] as const)('rejects messages %s', async (_, status, inMs, state) => {
    const [ana, match] = [
      await newChatter(),
      await createMatch(test.current.deps.db, { kickoffAt: new Date(Date.parse(TEST_NOW) + inMs), status }),
    ];
    expect((await roomOf(test.current, match)).room.state).toBe(state);
    expect(await say(test.current, ana, match, 'hello')).toMatchObject({ status: 403, problem: { code: 'chat_read_only' } });
  });
});

describe('a message sent twice with the same cid', () => {
  it('is stored and published once when sent twenty times at once, with equal replies', async () => {
    const [ana, match, cid] = [await newChatter(), await newRooms(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => say(test.current, ana, match, 'once', { cid })));
    expect(new Set(answers.map(({ status, reply }) => `${status} ${reply.id}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(await texts(match)).toEqual(['once']);
    expect(toldTo(`chat:${match}:en`)).toHaveLength(1);
  });

  it('gets the same reply from another process, later, and after the room closed', async () => {
    const { deps } = test.current;
    const [ana, match, cid] = [await newChatter(), await newRooms(), randomUUID()];
    const id = await saidIn(test.current, ana, match, 'once', { cid });
    test.current.clock.advance(60_000);
    await deps.db.updateTable('matches').set({ status: 'ft' }).where('id', '=', match).execute();
    expect(await createSendChat(deps)(ana.id, { room: { matchId: match, locale: 'en' }, cid, text: 'once' })).toEqual({ id });
    expect(await saidIn(test.current, ana, match, 'once', { cid })).toBe(id);
  });

  it('is a different message when another user sends the cid', async () => {
    const [ana, bob, match, cid] = [await newChatter(), await newChatter(), await newRooms(), randomUUID()];
    expect(await saidIn(test.current, ana, match, 'mine', { cid })).not.toBe(await saidIn(test.current, bob, match, 'mine, too', { cid }));
  });
});

describe('the rate limit for messages', () => {
  it('allows one message in two seconds across all rooms, also for concurrent requests', async () => {
    const [ana, match, other] = [await newChatter(), await newRooms(), await newRooms()];
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => say(test.current, ana, n % 2 ? match : other, `at once ${n}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { problem } of answers.filter(({ status }) => status !== 201))
      expect(problem).toMatchObject({ code: 'rate_limited', params: { seconds: 2 } });
    test.current.clock.advance(2_000);
    await saidIn(test.current, ana, match, 'later');
  });

  it('allows ten messages in thirty seconds across all processes', async () => {
    const [ana, match] = [await newChatter(), await newRooms()];
    const processes = [createSendChat(test.current.deps), createSendChat(test.current.deps)];
    for (let n = 0; n < 10; n++) {
      await processes[n % 2]!(ana.id, { room: { matchId: match, locale: 'en' }, cid: randomUUID(), text: `message ${n}` });
      test.current.clock.advance(2_000);
    }
    expect(await say(test.current, ana, match, 'the eleventh')).toMatchObject({
      status: 429,
      problem: { code: 'rate_limited', params: { seconds: 10 } },
    });
    test.current.clock.advance(10_000);
    await saidIn(test.current, ana, match, 'the eleventh');
  });

  it('allows fewer messages in a busy room and publishes the slower pace to it', async () => {
    const [ana, match] = [await newChatter(), await newRooms()];
    await fill(match, (await newChatter()).id, 19);
    await saidIn(test.current, ana, match, 'the twentieth');
    expect(toldTo(`chat:${match}:en`)).toMatchObject([{ t: 'chat' }, { t: 'chat_room', room: { state: 'open', slow_seconds: 5 } }]);
    expect((await roomOf(test.current, match)).room.slow_seconds).toBe(5);
    test.current.clock.advance(2_000);
    expect((await say(test.current, ana, match, 'too soon')).problem).toMatchObject({ code: 'rate_limited', params: { seconds: 3 } });
    // Other rooms, which are not busy, keep the normal pace.
    await saidIn(test.current, ana, await newRooms(), 'elsewhere');
    test.current.clock.advance(3_000);
    await saidIn(test.current, ana, match, 'in time');
  });

  it('accepts a message after the clock was set back', async () => {
    const [ana, match] = [await newChatter(), await newRooms()];
    await saidIn(test.current, ana, match, 'now');
    test.current.clock.advance(-3_600_000);
    const token = await signAccessToken(test.current.deps.serverKeys, { ...ana, sessionId: randomUUID() }, test.current.clock.now());
    // Moves kick-off, because the room would not have been open an hour earlier.
    await test.current.deps.db.updateTable('matches').set({ kickoff_at: test.current.clock.now() }).where('id', '=', match).execute();
    expect((await say(test.current, { token }, match, 'an hour before')).status).toBe(201);
  });

  it('rejects a flood from one user without holding up the database for others', async () => {
    const [ana, match] = [await newChatter(), await newRooms()];
    const send = createSendChat(test.current.deps);
    const tries = Array.from({ length: 100 }, () =>
      send(ana.id, { room: { matchId: match, locale: 'en' }, cid: randomUUID(), text: 'flood' }).then(
        () => 'sent',
        ({ code }) => code as string,
      ),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(99);
  });
});

describe('a message is rejected if its author', () => {
  const later = new Date(Date.parse(TEST_NOW) + DAY_MS);

  it.each([
    ['has not confirmed an address', { email_verified_at: null }, 403, 'contact_unconfirmed'],
    ['is disabled', { status: 'disabled' }, 403, 'account_disabled'],
    ['is about to leave', { deletion_due_at: later }, 403, 'account_leaving'],
  ])('%s', async (_, values, status, code) => {
    const [ana, match] = [await newChatter(), await newRooms()];
    await test.current.deps.db.updateTable('users').set(values).where('id', '=', ana.id).execute();
    expect(await say(test.current, ana, match, 'hello')).toMatchObject({ status, problem: { code } });
    expect(await texts(match)).toEqual([]);
  });

  it('is not signed in or is deleted', async () => {
    const match = await newRooms();
    const input = { id: match, locale: 'en', cid: randomUUID(), text: 'hello' } as const;
    expect(await callApp(test.current.app, sendChat, input)).toMatchObject({ status: 401, problem: { code: 'token_missing' } });
    const token = await signAccessToken(
      test.current.deps.serverKeys,
      { id: randomUUID(), email: null, sessionId: randomUUID() },
      test.current.deps.now(),
    );
    expect(await say(test.current, { token }, match, 'hello')).toMatchObject({ status: 401, problem: { code: 'unauthorized' } });
  });

  it('is muted, until the mute ends or is lifted', async () => {
    const { deps, clock } = test.current;
    const [ana, match, admin] = [await newChatter(), await newRooms(), await createAdmin(test.current, 'support')];
    const mute = (until: Date | null) => ({
      ...{ id: randomUUID(), user_id: ana.id, admin_id: admin.id, until, reason: 'Spam', created_at: deps.now() },
    });
    await deps.db
      .insertInto('chat_mutes')
      .values([mute(new Date(clock.now().getTime() + 60_000)), mute(null)])
      .execute();
    const forGood = { until: 'none' };
    const refused = await say(test.current, ana, match, 'hello');
    expect(refused).toMatchObject({
      status: 403,
      problem: { code: 'chat_muted', detail: errorText('chat_muted', forGood, 'en'), params: forGood },
    });
    const lifted = { lifted_at: clock.now(), lifted_by: admin.id };
    await deps.db.updateTable('chat_mutes').set(lifted).where('user_id', '=', ana.id).where('until', 'is', null).execute();
    const forAMinute = { until: '2026-11-20T12:01:00.000Z' };
    const { problem } = await say(test.current, ana, match, 'hello');
    expect(problem).toMatchObject({ detail: errorText('chat_muted', forAMinute, 'en'), params: forAMinute });
    expect(problem.detail).toContain('20 November 2026 at 12:01 UTC');
    clock.advance(60_000);
    await saidIn(test.current, ana, match, 'hello');
  });

  it('writes while operators have disabled the chat', async () => {
    const [ana, match] = [await newChatter(), await newRooms()];
    const site = createSiteBoard();
    await site.renew(async () => ({ switches: { staking: true, redeem: true, chat: false, sign_up: true }, notice: null }));
    const send = createSendChat({ ...test.current.deps, site });
    await expect(send(ana.id, { room: { matchId: match, locale: 'en' }, cid: randomUUID(), text: 'hello' })).rejects.toMatchObject({
      code: 'switched_off',
    });
  });
});

describe('a message that the database rejects', () => {
  it('is neither acknowledged nor published, and can be sent again', async () => {
    const { db } = test.current.deps;
    const [ana, match, cid] = [await newChatter(), await newRooms(), randomUUID()];
    await sql`alter table chat_messages add constraint broken check (text <> 'break')`.execute(db);
    const refused = await say(test.current, ana, match, 'break', { cid });
    expect(refused).toMatchObject({ status: 503, problem: { code: 'store_failed' } });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(toldTo(`chat:${match}:en`)).toEqual([]);
    await sql`alter table chat_messages drop constraint broken`.execute(db);
    await saidIn(test.current, ana, match, 'break', { cid });
    expect(await texts(match)).toEqual(['break']);
  });
});
