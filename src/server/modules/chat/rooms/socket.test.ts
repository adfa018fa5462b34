import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#contract/live.ts';
import { endSessions } from '#server/modules/identity/auth/sessions.ts';
import { findPresent } from '#server/modules/tipping/public.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { createLiveHub } from '#server/platform/realtime/hub.ts';
import { attachLive, type LiveEndpoint } from '#server/platform/realtime/socket.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createChatter, createRooms, createTalkingGroup, leaveGroup, roomOf, saidIn, sayInGroup } from '#test/support/chat.ts';
import { createSendChat } from './send.ts';

const test = useTestApp();
const open: WebSocket[] = [];
let server: Listening;
let live: LiveEndpoint;
/** What checks of memberships wait for. */
let holdUp: Promise<void> | undefined;

beforeAll(async () => {
  server = await listen(getRequestListener(test.current.app.fetch), { host: '127.0.0.1', port: 0 });
  const { deps } = test.current;
  const hub = createLiveHub(deps);
  const toldHere = deps.publish;
  deps.publish = (topic, change) => {
    toldHere(topic, change);
    hub.publish(topic, change);
  };
  live = attachLive(server.server, hub, deps, {
    recheckMs: 50,
    sendChat: createSendChat(deps),
    findPresent: async (asked) => {
      await holdUp;
      return findPresent(deps.db, asked);
    },
  });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
  test.current.clock.set(TEST_NOW);
  holdUp = undefined;
});
afterAll(async () => {
  await live.close();
  await server.close();
});

/** Opens a socket for a room, signed in or (with a null token) as a guest. */
async function connect(token: string | null, topic: string) {
  const socket = new WebSocket(new URL('/api/live', server.url.replace('http', 'ws')));
  open.push(socket);
  const heard: ServerMessage[] = [];
  let ring = () => {};
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)));
    ring();
  });
  await once(socket, 'open');
  const tell = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const next = async (t: ServerMessage['t']): Promise<ServerMessage> => {
    for (;;) {
      const at = heard.findIndex((one) => one.t === t);
      if (at !== -1) return heard.splice(at, 1)[0]!;
      await new Promise<void>((resolve) => (ring = resolve));
    }
  };
  const say = (text: string, more: object = {}) => tell({ t: 'chat', topic, cid: randomUUID(), text, ...more });
  tell(token === null ? { t: 'hello' } : { t: 'auth', token });
  await next('welcome');
  const join = () => tell({ t: 'join', topic });
  return { socket, tell, say, next, heard, topic, join };
}

/** Joins a match's room. */
async function enter(token: string | null, match: number) {
  const page = await connect(token, `chat:${match}:en`);
  page.join();
  await page.next('joined');
  return page;
}

describe('a chat message over the socket', () => {
  it('is acknowledged with its id once stored, and published to everybody in the room', async () => {
    const [ana, match, cid] = [await createChatter(test.current), await createRooms(test.current), randomUUID()];
    const [page, guest] = [await enter(ana.token, match), await enter(null, match)];
    page.say('Gooal!', { cid });
    const sent = await page.next('sent');
    const { items } = await roomOf(test.current, match);
    expect(sent).toEqual({ t: 'sent', topic: page.topic, cid, id: items[0]!.id });
    for (const one of [page, guest])
      expect(await one.next('change')).toMatchObject({ topic: page.topic, change: { t: 'chat', messages: items } });
  });

  it('gets the same id when sent again, also over HTTP', async () => {
    const [ana, match, cid] = [await createChatter(test.current), await createRooms(test.current), randomUUID()];
    const pages = [await enter(ana.token, match), await enter(ana.token, match)];
    for (let n = 0; n < 10; n++) for (const page of pages) page.say('once', { cid });
    const answers: ServerMessage[] = [];
    for (const page of pages) for (let n = 0; n < 10; n++) answers.push(await page.next('sent'));
    const id = await saidIn(test.current, ana, match, 'once', { cid });
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ t: 'sent', topic: pages[0]!.topic, cid, id })]),
    );
    expect((await roomOf(test.current, match)).items).toHaveLength(1);
  });

  it('is rejected with its cid and the seconds to wait', async () => {
    const [ana, match] = [await createChatter(test.current), await createRooms(test.current)];
    const page = await enter(ana.token, match);
    page.say('one');
    await page.next('sent');
    const cid = randomUUID();
    page.say('two', { cid });
    expect(await page.next('error')).toEqual({ t: 'error', code: 'rate_limited', topic: page.topic, cid, seconds: 2 });
    test.current.clock.advance(2_000);
    page.say('\u3164', { cid });
    expect(await page.next('error')).toEqual({ t: 'error', code: 'invalid_payload', topic: page.topic, cid });
    page.say('ệ'.repeat(301), { cid });
    expect(await page.next('error')).toEqual({ t: 'error', code: 'message_too_long', topic: page.topic, cid });
    page.say('two', { cid, topic: 'chat:9999999999:en' });
    expect(await page.next('error')).toEqual({ t: 'error', code: 'not_found', topic: 'chat:9999999999:en', cid });
  });

  it('is rejected in a closed room and from guests', async () => {
    const [ana, match, cid] = [await createChatter(test.current), await createRooms(test.current, 'ft'), randomUUID()];
    const [page, guest] = [await enter(ana.token, match), await enter(null, match)];
    page.say('too late', { cid });
    expect(await page.next('error')).toMatchObject({ code: 'chat_read_only', cid });
    guest.say('hello', { cid });
    expect(await guest.next('error')).toMatchObject({ code: 'login_required', cid });
  });

  it('is rejected after the token expires or the session ends, and the socket stays open', async () => {
    const { deps } = test.current;
    const [ana, match] = [await createChatter(test.current), await createRooms(test.current)];
    // The token expires within milliseconds of real time.
    const issued = new Date(Date.parse(TEST_NOW) - 15 * 60_000 + 1_000);
    test.current.clock.advance(950);
    const brief = await enter(await signAccessToken(deps.serverKeys, { ...ana, sessionId: randomUUID() }, issued), match);
    expect(await brief.next('welcome')).toEqual({ t: 'welcome', signed_in: false });
    brief.say('late');
    expect(await brief.next('error')).toMatchObject({ code: 'login_required' });
    const page = await enter(ana.token, match);
    await endSessions(deps, ana.id, { because: 'revoked' });
    await page.next('welcome');
    page.say('late, too');
    expect(await page.next('error')).toMatchObject({ code: 'login_required' });
    page.tell({ t: 'ping' });
    await page.next('pong');
    expect((await roomOf(test.current, match)).items).toEqual([]);
  });

  it.each([
    ['without a number of its own', { t: 'chat', topic: 'chat:1:en', text: 'hello' }],
    ['with a number that is none', { t: 'chat', topic: 'chat:1:en', cid: '1', text: 'hello' }],
    ['without a text', { t: 'chat', topic: 'chat:1:en', cid: randomUUID(), text: '' }],
    ['with a text that is none', { t: 'chat', topic: 'chat:1:en', cid: randomUUID(), text: ['hello'] }],
    ['in a language that we do not speak', { t: 'chat', topic: 'chat:1:fr', cid: randomUUID(), text: 'hello' }],
    ['somewhere else', { t: 'chat', topic: 'match:1', cid: randomUUID(), text: 'hello' }],
    ['with more than it takes', { t: 'chat', topic: 'chat:1:en', cid: randomUUID(), text: 'hello', html: '<b>' }],
    ['that is broken', '{"t":"chat","topic":"chat:1:en"'],
  ])('is rejected as malformed: a message %s', async (_, message) => {
    const page = await enter((await createChatter(test.current)).token, await createRooms(test.current));
    page.tell(message);
    expect(await page.next('error')).toEqual({ t: 'error', code: 'invalid_payload' });
    page.tell({ t: 'ping' });
    await page.next('pong');
  });

  it('with too many combining marks is rejected without blocking the process', async () => {
    const [ana, match] = [await createChatter(test.current), await createRooms(test.current)];
    const page = await enter(ana.token, match);
    page.say(`a${'\u0316'.repeat(1_500)}`);
    await page.next('sent');
    expect((await roomOf(test.current, match)).items[0]!.text).toBe(`a${'\u0316'.repeat(4)}`);
    page.say(`a${'\u0316'.repeat(50)}`.repeat(300));
    expect(await once(page.socket, 'close')).toMatchObject([1009, expect.anything()]);
  });
});

describe('the room of a tipping group', () => {
  const ask = async (token: string | null, groupId: string) => {
    const page = await connect(token, `chat:group:${groupId}`);
    page.join();
    return page;
  };
  /** Texts that a page was told, up to and including `last`. */
  const textsUntil = async (page: Awaited<ReturnType<typeof connect>>, last: string): Promise<string[]> => {
    const texts: string[] = [];
    while (texts.at(-1) !== last) {
      const told = await page.next('change');
      if (told.t === 'change' && told.change.t === 'chat') texts.push(...told.change.messages.map(({ text }) => text));
    }
    return texts;
  };

  it('is heard and written by members; a guest, a stranger and whoever guesses an id are refused alike, also in a listed group', async () => {
    for (const visibility of ['private', 'listed'] as const) {
      const { group, owner, member } = await createTalkingGroup(test.current, { visibility });
      const stranger = await createChatter(test.current);
      const [mine, theirs] = [await ask(owner.token, group.id), await ask(member.token, group.id)];
      await mine.next('joined');
      await theirs.next('joined');
      const topic = `chat:group:${group.id}`;
      expect(await (await ask(null, group.id)).next('error')).toEqual({ t: 'error', code: 'login_required', topic });
      const outside = await ask(stranger.token, group.id);
      expect(await outside.next('error')).toEqual({ t: 'error', code: 'not_found', topic });
      expect(await (await ask(stranger.token, randomUUID())).next('error')).toMatchObject({ code: 'not_found' });
      outside.say('let me in');
      expect(await outside.next('error')).toMatchObject({ code: 'not_found', topic });
      mine.say('Four to one, I told you');
      await mine.next('sent');
      expect(await textsUntil(theirs, 'Four to one, I told you')).toHaveLength(1);
      outside.tell({ t: 'ping' });
      await outside.next('pong');
      expect(outside.heard.filter(({ t }) => t === 'change' || t === 'joined')).toEqual([]);
    }
  });

  it.each(['removed by the owner', 'who leaves'])('is no longer heard by a member %s, on every device, at once', async (how) => {
    const { group, owner, member } = await createTalkingGroup(test.current);
    const pages = [await ask(member.token, group.id), await ask(member.token, group.id)];
    for (const page of pages) await page.next('joined');
    // Nothing but the news of it tells them: the next check waits.
    holdUp = new Promise(() => {});
    await leaveGroup(test.current, how === 'who leaves' ? member : owner, group.id, member);
    await sayInGroup(test.current, owner, group.id, 'They are gone');
    for (const page of pages) {
      page.tell({ t: 'ping' });
      await page.next('pong');
      expect(page.heard.filter(({ t }) => t === 'change')).toEqual([]);
    }
  });

  it('refuses a member who is removed while the socket asks to join', async () => {
    const { group, owner, member } = await createTalkingGroup(test.current);
    let goOn = () => {};
    holdUp = new Promise((resolve) => (goOn = resolve));
    const page = await ask(member.token, group.id);
    await leaveGroup(test.current, owner, group.id, member);
    goOn();
    expect(await page.next('error')).toMatchObject({ code: 'not_found' });
    await sayInGroup(test.current, owner, group.id, 'They are gone');
    page.tell({ t: 'ping' });
    await page.next('pong');
    expect(page.heard.filter(({ t }) => t === 'change')).toEqual([]);
  });

  it('is left by members of whose removal this process was told nothing', async () => {
    const { group, member } = await createTalkingGroup(test.current);
    const page = await ask(member.token, group.id);
    await page.next('joined');
    const left = { left_at: new Date(TEST_NOW) };
    await test.current.deps.db.updateTable('tipping_members').set(left).where('user_id', '=', member.id).execute();
    expect(await page.next('error')).toEqual({ t: 'error', code: 'not_found', topic: `chat:group:${group.id}` });
  });

  it('is left when the session ends, and joined again with a new one', async () => {
    const { group, owner, member } = await createTalkingGroup(test.current);
    const page = await ask(member.token, group.id);
    await page.next('joined');
    await endSessions(test.current.deps, member.id, { because: 'revoked' });
    expect(await page.next('welcome')).toEqual({ t: 'welcome', signed_in: false });
    await sayInGroup(test.current, owner, group.id, 'Anybody here?');
    page.tell({ t: 'ping' });
    await page.next('pong');
    expect(page.heard.filter(({ t }) => t === 'change')).toEqual([]);
    page.tell({
      t: 'auth',
      token: await signAccessToken(test.current.deps.serverKeys, { ...member, sessionId: randomUUID() }, new Date(TEST_NOW)),
    });
    await page.next('welcome');
    page.join();
    await page.next('joined');
  });
});
