import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { createGeneralLimit } from './general-limit.ts';
import { type Listening, listen } from './listen.ts';
import { createListener } from './listener.ts';
import { createCachedReplies } from './response-cache.ts';

const test = useTestApp();
let server: Listening;
let user: TestUser;

beforeAll(async () => {
  const { deps } = test.current;
  const limit = createGeneralLimit(1_000);
  server = await listen(createListener(deps, createApp(deps, limit), limit), { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await createUser(test.current);
});

const ask = (token = user.token) => fetch(new URL('/api/auth/me', server.url), { headers: { Authorization: `Bearer ${token}` } });
const nameSeen = async (token?: string) => ((await (await ask(token)).json()) as { user: { display_name: string } }).user.display_name;
/** Changes data as another process would, without notifying this one. */
const rename = (name: string) => sql`update users set display_name = ${name} where id = ${user.id}`.execute(test.current.deps.db);

it('are given again for two seconds, and no longer', async () => {
  const before = await nameSeen();
  await rename('Another');
  test.current.clock.advance(1_900);
  expect(await nameSeen()).toBe(before);
  test.current.clock.advance(200);
  expect(await nameSeen()).toBe('Another');
});

it('are not reused when the clock was set back, which would keep them for that much longer', async () => {
  await nameSeen();
  await rename('Another');
  test.current.clock.advance(-1_000);
  expect(await nameSeen()).toBe('Another');
});

it('say the same whether they are given again or made, in the same words', async () => {
  const [made, again] = [await ask(), await ask()];
  // Cached responses have no request id.
  const headersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => !['date', 'content-length', 'x-request-id'].includes(name)));
  expect(headersOf(again)).toEqual(headersOf(made));
  expect(headersOf(made)).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await again.json()).toEqual(await made.json());
});

it('are dropped when something is published about their user, and only then', async () => {
  const other = await createUser(test.current);
  const before = await nameSeen();
  await rename('Another');
  test.current.deps.replies.touch(`me:${other.id}`);
  test.current.deps.replies.touch('matches:2026-11-20');
  expect(await nameSeen()).toBe(before);
  test.current.deps.replies.touch(`me:${user.id}`);
  expect(await nameSeen()).toBe('Another');
});

it('are nobody else’s', async () => {
  const other = await createUser(test.current);
  const mine = await nameSeen();
  expect(await nameSeen(other.token)).not.toBe(mine);
  expect((await ask(`${user.token}x`)).status).toBe(401);
  expect((await fetch(new URL('/api/auth/me', server.url))).status).toBe(401);
});

it('end with their session', async () => {
  const { session_id } = (
    await sql<{ session_id: string }>`select id as session_id from sessions where user_id = ${user.id}`.execute(test.current.deps.db)
  ).rows[0]!;
  expect((await ask()).status).toBe(200);
  test.current.deps.endedSessions.add([session_id]);
  const refused = await ask();
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([401, 'session_expired']);
});

it('are not cached if they are refusals', async () => {
  const setStatus = (status: string) => sql`update users set status = ${status} where id = ${user.id}`.execute(test.current.deps.db);
  await setStatus('disabled');
  expect((await ask()).status).toBe(403);
  await setStatus('normal');
  expect((await ask()).status).toBe(200);
});

const asked = (values: { authorization?: string; userId?: string } = {}) => ({
  path: '/me',
  authorization: 'token',
  userId: 'a',
  sessionId: 's',
  freshUntilMs: 10,
  ...values,
});

it('are made once for concurrent requests, and again for requests after a change', async () => {
  const replies = createCachedReplies();
  const answers: ((text: string) => void)[] = [];
  const make = () => new Promise<string>((resolve) => answers.push(resolve));
  const [first, second] = [replies.getOwn(asked(), 0, make), replies.getOwn(asked(), 0, make)];
  replies.touch('me:a');
  const third = replies.getOwn(asked(), 0, make);
  expect(answers.length).toBe(2);
  answers[1]!('new');
  answers[0]!('old');
  expect((await Promise.all([first, second, third])).map(String)).toEqual(['old', 'old', 'new']);
  expect(String(replies.findOwn('/me', 'token', 0)?.bytes)).toBe('new');
  expect(replies.findOwn('/other', 'token', 0)).toBeNull();
  expect(replies.findOwn('/me', 'token', 10)).toBeNull();
});

it('are bounded in number: the oldest is dropped first', async () => {
  const replies = createCachedReplies();
  for (let n = 0; n < 10_001; n++) await replies.getOwn(asked({ authorization: `token${n}`, userId: `${n % 7}` }), 0, async () => '{}');
  expect(replies.ownSize()).toBe(10_000);
  expect(replies.findOwn('/me', 'token0', 0)).toBeNull();
  expect(replies.findOwn('/me', 'token1', 0)).not.toBeNull();
  for (let n = 0; n < 7; n++) replies.touch(`me:${n}`);
  expect(replies.ownSize()).toBe(0);
});
