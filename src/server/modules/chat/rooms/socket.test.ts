import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#contract/live.ts';
import { endSessions } from '#server/modules/identity/auth/sessions.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { createLiveHub } from '#server/platform/realtime/hub.ts';
import { attachLive, type LiveEndpoint } from '#server/platform/realtime/socket.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createChatter, createRooms, roomOf, saidIn } from '#test/support/chat.ts';
import { createSendChat } from './send.ts';

const test = useTestApp();
const open: WebSocket[] = [];
let server: Listening;
let live: LiveEndpoint;

beforeAll(async () => {
  server = await listen(getRequestListener(test.current.app.fetch), { host: '127.0.0.1', port: 0 });
  const { deps } = test.current;
  const hub = createLiveHub(deps);
  const toldHere = deps.publish;
  deps.publish = (topic, change) => {
    toldHere(topic, change);
    hub.publish(topic, change);
  };
  live = attachLive(server.server, hub, deps, { sendChat: createSendChat(deps) });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
  test.current.clock.set(TEST_NOW);
});
afterAll(async () => {
  await live.close();
  await server.close();
});

/** Joins a room over a socket, signed in or (with a null token) as a guest. */
async function enter(token: string | null, match: number) {
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
  const topic = `chat:${match}:en`;
  const say = (text: string, more: object = {}) => tell({ t: 'chat', topic, cid: randomUUID(), text, ...more });
  tell(token === null ? { t: 'hello' } : { t: 'auth', token });
  await next('welcome');
  tell({ t: 'join', topic });
  await next('joined');
  return { socket, tell, say, next, heard, topic };
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
