import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { type Answer, startTestServer, type TestServer } from '#test/web/http-server.ts';
import { t } from '#test/web/words.ts';
import { chooseLocale, showLocale } from '#web/i18n/locale-store.ts';
import { ApiError, waitSeconds } from './api-error.ts';
import { call, callOnce, onRecovered, renewSession } from './call.ts';
import { send } from './send.ts';
import { storeToken, TOKEN_KEY, useSession } from './session.ts';

const read = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  access: 'optional',
  summary: 'A thing',
  input: z.object({ id: z.number(), q: z.string().nullish(), page: z.number().optional() }),
  reply: z.object({ name: z.string() }),
});
const write = endpoint({
  method: 'POST',
  path: '/api/things',
  access: 'user',
  idempotent: 'required',
  summary: 'Makes a thing',
  input: z.strictObject({ name: z.string() }),
  reply: z.object({ id: z.number() }),
});
const user = { id: 'u', email: 'minh@example.com', display_name: 'Minh', avatar_url: null, public_handle: 'minh' };
const READ = 'GET /api/things/7';
const REFRESH = 'POST /api/auth/refresh';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await showLocale('en');
});
beforeEach(() => {
  server.reset();
  storeToken('old');
});
afterEach(async () => {
  // Signing out clears the failure.
  storeToken('');
  window.dispatchEvent(new Event('online'));
  await showLocale('en');
});
afterAll(() => server.stop());

const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => error as ApiError,
  );

describe('a request', () => {
  it('puts named fields into the path, the others into the query, and leaves out what is empty or null', async () => {
    server.on(READ, { json: { name: 'ball' } });
    expect(await call(read, { id: 7, q: '', page: 2 })).toEqual({ name: 'ball' });
    await call(read, { id: 7, q: null });
    expect(server.heard.map(({ query }) => query)).toEqual([{ page: '2' }, {}]);
  });

  it('carries the token, the chosen language and the key', async () => {
    await chooseLocale('vi');
    server.on('POST /api/things', { status: 201, json: { id: 1 } });
    expect(await callOnce(write, { name: 'ball' }, 'a-key')).toEqual({ id: 1 });
    const [{ headers, body } = expect.fail('nothing was heard')] = server.heard;
    expect(headers).toMatchObject({
      authorization: 'Bearer old',
      'accept-language': 'vi',
      'idempotency-key': 'a-key',
      'content-type': 'application/json',
    });
    expect(JSON.parse(body)).toEqual({ name: 'ball' });
  });

  it('carries no bearer token while signed out', async () => {
    storeToken('');
    server.on(READ, { json: { name: 'ball' } });
    await call(read, { id: 7 });
    expect(server.heard[0]?.headers.authorization).toBeUndefined();
  });
});

describe('an error', () => {
  it.each([
    ['detail', { detail: 'A', message: 'B', error: { message: 'C' } }, 'A'],
    ['message', { message: 'B', error: { message: 'C' } }, 'B'],
    ['error.message', { detail: ' ', error: { message: 'C' } }, 'C'],
    ['the default', { error: 'no sentence' }, t('errors.request_failed')],
  ])('takes its text from %s', async (_, json, text) => {
    server.on(READ, { status: 418, json });
    expect(await failure(call(read, { id: 7 }))).toMatchObject({ status: 418, message: text });
  });

  it.each([
    ['raw text', 'We are closed.', 'We are closed.'],
    ['not a page of HTML', '<html>Bad Gateway</html>', t('errors.request_failed')],
    ['not nothing', '', t('errors.request_failed')],
  ])('takes its text from %s', async (_, raw, text) => {
    server.on(READ, { status: 502, text: raw });
    expect(await failure(call(read, { id: 7 }))).toMatchObject({ status: 502, message: text });
  });

  it('keeps status, code and params', async () => {
    server.on(READ, { status: 422, json: { detail: 'Too much.', code: 'stake_above_max', params: { max: 5000 } } });
    const error = await failure(call(read, { id: 7 }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, code: 'stake_above_max', params: { max: 5000 }, message: 'Too much.' });
  });

  it('says in the current language that there is no connection', async () => {
    const lost = await startTestServer();
    await lost.stop();
    await showLocale('zh-CN');
    expect(await failure(call(read, { id: 7 }))).toMatchObject({
      status: 0,
      code: 'network',
      message: expect.stringContaining('无法连接'),
    });
    server.visit();
  });

  it('is thrown for an answer that is not JSON', async () => {
    server.on(READ, { text: 'no JSON' });
    expect(await failure(call(read, { id: 7 }))).toMatchObject({ code: 'invalid_reply' });
  });

  it('is thrown if no answer comes', async () => {
    server.on(READ, { json: { name: 'ball' }, afterMs: 30_000 });
    expect(await failure(send(read, { id: 7 }, { answerMsMax: 50 }))).toMatchObject({ status: 0, code: 'timeout' });
  });

  it.each([
    ['its header', { status: 503, text: 'We are closed.', headers: { 'Retry-After': '30' } }, 30],
    ['its params before the header', { status: 429, json: { params: { seconds: 12 } }, headers: { 'Retry-After': '60' } }, 12],
    ['neither', { status: 429, json: {} }, null],
    ['a header that is a date', { status: 429, json: {}, headers: { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' } }, null],
    ['an answer that asks for no patience', { status: 422, json: { params: { seconds: 12 } } }, null],
  ])('carries the seconds to wait from %s', async (_, answer, seconds) => {
    server.on(READ, answer);
    expect(waitSeconds(await failure(call(read, { id: 7 })))).toBe(seconds);
  });

  it('stays an AbortError for a cancelled request', async () => {
    server.on(READ, { json: { name: 'ball' }, afterMs: 2_000 });
    const controller = new AbortController();
    const pending = failure(call(read, { id: 7 }, controller.signal));
    setTimeout(() => controller.abort(), 50);
    expect(await pending).toMatchObject({ name: 'AbortError' });
  });
});

describe('a 401', () => {
  const needsNew = ({ headers }: { headers: { authorization?: string | undefined } }) =>
    headers.authorization === 'Bearer new'
      ? { json: { name: 'ball' } }
      : { status: 401, json: { code: 'token_expired', detail: 'Expired.' } };

  it('triggers one shared renewal and one retry per call', async () => {
    server.on(READ, needsNew);
    server.on(REFRESH, { json: { access: 'new' }, afterMs: 60 });
    const replies = await Promise.all([1, 2, 3].map(() => call(read, { id: 7 })));
    expect(replies).toEqual([{ name: 'ball' }, { name: 'ball' }, { name: 'ball' }]);
    expect(server.calls().filter((one) => one === REFRESH)).toHaveLength(1);
    expect(server.calls().filter((one) => one === READ)).toHaveLength(6);
    expect(localStorage.getItem(TOKEN_KEY)).toBe('new');
  });

  it('that arrives after the renewal repeats its call with the new token, without another renewal', async () => {
    const LATE = 'GET /api/things/8';
    const release = server.hold(LATE, { status: 401, json: { code: 'token_expired', detail: 'Expired.' } });
    const late = call(read, { id: 8 });
    await expect.poll(() => server.calls()).toEqual([LATE]);
    server.on(LATE, needsNew);
    server.on(READ, needsNew);
    server.on(REFRESH, { json: { access: 'new' } });
    await call(read, { id: 7 });
    release();
    expect(await late).toEqual({ name: 'ball' });
    expect(server.calls()).toEqual([LATE, READ, REFRESH, READ, LATE]);
  });

  it('is thrown if the retry meets it too', async () => {
    server.on(READ, { status: 401, json: { code: 'unauthorized', detail: 'Please sign in.' } });
    server.on(REFRESH, { json: { access: 'new' } });
    expect(await failure(call(read, { id: 7 }))).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(server.calls()).toEqual([READ, REFRESH, READ]);
  });

  it.each(['invalid_credentials', 'totp_required', 'invalid_totp', 'oauth_incomplete'])(
    'about the input (%s) is thrown at once: it does not affect the session',
    async (code) => {
      server.on(READ, { status: 401, json: { code, detail: 'Email or password is incorrect.' } });
      expect(await failure(call(read, { id: 7 }))).toMatchObject({ status: 401, code });
      expect(server.calls()).toEqual([READ]);
      expect(localStorage.getItem(TOKEN_KEY)).toBe('old');
    },
  );

  it('changes nothing if the renewal answers without a token', async () => {
    server.on(REFRESH, { json: {} });
    expect(await failure(renewSession())).toMatchObject({ code: 'token_missing' });
    expect(localStorage.getItem(TOKEN_KEY)).toBe('old');
  });

  it('ends the session if the renewal answers with an empty token: the browser has no cookie', async () => {
    server.on(READ, needsNew);
    server.on(REFRESH, { json: { access: '' } });
    expect(await failure(call(read, { id: 7 }))).toMatchObject({ status: 401, message: 'Expired.' });
    expect(server.calls()).toEqual([READ, REFRESH]);
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  });

  it('ends the session if the renewal answers 401, which gives an empty token', async () => {
    server.on(READ, needsNew);
    server.on(REFRESH, { status: 401, json: { code: 'session_expired', detail: 'Over.' } });
    expect(await failure(call(read, { id: 7 }))).toMatchObject({ status: 401, message: 'Expired.' });
    expect(server.calls()).toEqual([READ, REFRESH]);
    expect(useSession.getState().token).toBe('');
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    expect(await renewSession()).toBe('');
  });

  const unanswered: [string, Answer, object][] = [
    ['a server that is broken', { status: 500, json: { detail: 'Broken.' } }, { status: 500, message: 'Broken.' }],
    ['a proxy without a server', { status: 502, text: '' }, { status: 502, code: 'refresh_failed', message: t('errors.refresh_failed') }],
    ['a server that is away', { status: 503, json: { code: 'unavailable', detail: 'Away.' } }, { status: 503, code: 'unavailable' }],
    ['a server that is asked too often', { status: 429, json: { code: 'rate_limited', detail: 'Slow.' } }, { status: 429 }],
    ['no network', { isCut: true }, { status: 0, code: 'network' }],
  ];
  it.each(unanswered)('whose renewal meets %s fails with that error, and keeps the user signed in', async (_, answer, error) => {
    useSession.setState({ user });
    server.on(READ, needsNew);
    server.on(REFRESH, answer);
    expect(await failure(call(read, { id: 7 }))).toMatchObject(error);
    expect(useSession.getState()).toMatchObject({ token: 'old', user });
    expect(localStorage.getItem(TOKEN_KEY)).toBe('old');
  });

  it('is retried when the network is back, with one renewal for all waiting calls, and reports it', async () => {
    let recovered = 0;
    const stop = onRecovered(() => recovered++);
    server.on(READ, needsNew);
    server.on(REFRESH, { status: 503, json: {} });
    expect(await failure(call(read, { id: 7 }))).toMatchObject({ status: 503 });
    // No other request until the next attempt.
    expect(await failure(call(read, { id: 7 }))).toMatchObject({ status: 503 });
    expect(server.calls().filter((one) => one === REFRESH)).toHaveLength(1);
    server.on(REFRESH, { json: { access: 'new' } });
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => localStorage.getItem(TOKEN_KEY)).toBe('new');
    expect(await call(read, { id: 7 })).toEqual({ name: 'ball' });
    expect(server.calls().filter((one) => one === REFRESH)).toHaveLength(2);
    expect(recovered).toBe(1);
    stop();
  });

  it('is retried after a pause', async () => {
    server.on(READ, needsNew);
    server.on(REFRESH, { status: 503, json: {} });
    expect(await failure(call(read, { id: 7 }))).toMatchObject({ status: 503 });
    server.on(REFRESH, { json: { access: 'new' } });
    await expect.poll(() => localStorage.getItem(TOKEN_KEY), { timeout: 5_000 }).toBe('new');
  });

  it('does not undo a sign-in that happened during the renewal', async () => {
    server.on(REFRESH, { status: 401, json: {}, afterMs: 60 });
    const renewed = renewSession();
    storeToken('signed-in-meanwhile');
    expect(await renewed).toBe('signed-in-meanwhile');
  });

  it('does not undo a sign-out that happened during the renewal', async () => {
    server.on(REFRESH, { json: { access: 'new' }, afterMs: 60 });
    const renewed = renewSession();
    storeToken('');
    expect(await renewed).toBe('');
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  });
});
