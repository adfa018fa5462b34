import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApiKey, revokeApiKey } from '#contract/api-keys.ts';
import { type Endpoint, isKeyAccess, isOwnAccess } from '#contract/endpoint.ts';
import { ownProfile, putOwnTips } from '#contract/v1/me.ts';
import { type ApiScope, apiKeyOf } from '#domain/identity/api-key.ts';
import { DAY_MS } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { createApiAccess } from '#server/platform/http/api-access.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { createCachedReplies } from '#server/platform/http/response-cache.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { makeKey } from '#test/support/api-keys.ts';
import { callApp, createTestApp, TEST_NOW } from '#test/support/app.ts';
import { guessInput } from '#test/support/example-input.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';

/* What strangers, rings and lost keys can do with API keys. */

// Created here rather than in a hook: the tests below, one per endpoint, are named before any hook runs.
const test = await createTestApp();
afterAll(() => test.database.drop());
const user = await createUser(test, 20_000);
beforeEach(() => test.clock.set(TEST_NOW));

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const titled = (endpoints: readonly Endpoint[]) => endpoints.map((one) => [nameOf(one), one] as const);
const MOUNTED = mountedOn(test.app);
const OPEN_API = MOUNTED.filter(({ path }) => path.startsWith('/api/v1/'));
const OTHERS = MOUNTED.filter(({ path, access }) => !path.startsWith('/api/v1/') && access !== 'public' && access !== 'optional');

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const profile = (headers: Record<string, string>, path = ownProfile.path as string, app = test.app) => app.request(path, { headers });
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

describe('a key that is not valid reads nothing', () => {
  it('forged: of the right shape, with a right check', async () => {
    const { key } = await makeKey(test, user);
    const forged = apiKeyOf(randomBytes(32).toString('base64url'));
    // The same characters but one, with a check that fits.
    const near = apiKeyOf(`${key[3] === 'A' ? 'B' : 'A'}${key.slice(4, 46)}`);
    for (const one of [forged, near, key.slice(0, -1), `${key}0`, key.toUpperCase(), key.slice(3)])
      expect(await codeOf(await profile(bearer(one)))).toBe('api_key_invalid');
  });

  it('the hash of a key, as a leaked database would show it', async () => {
    const { key, id } = await makeKey(test, user);
    const { key_hash } = await test.deps.db.selectFrom('api_keys').select('key_hash').where('id', '=', id).executeTakeFirstOrThrow();
    for (const text of [key_hash.toString('hex'), key_hash.toString('base64url'), apiKeyOf(key_hash.toString('base64url')), id])
      expect(await codeOf(await profile(bearer(text)))).toBe('api_key_invalid');
    expect((await profile(bearer(key))).status).toBe(200);
  });

  it('revoked a moment ago, in this process and in any other that heard of it', async () => {
    const someone = await createUser(test);
    const { key, id } = await makeKey(test, someone);
    expect((await profile(bearer(key))).status).toBe(200);
    const others = createCachedReplies();
    const other = createApp({ ...test.deps, replies: others });
    expect((await profile(bearer(key), ownProfile.path, other)).status).toBe(200);
    test.published.length = 0;
    await callApp(test.app, revokeApiKey, { id }, { token: someone.token });
    for (const { topic } of test.published) others.touch(topic);
    expect(await codeOf(await profile(bearer(key)))).toBe('api_key_invalid');
    expect(await codeOf(await profile(bearer(key), ownProfile.path, other))).toBe('api_key_invalid');
  });

  it('revoked while a request with it was on its way: that one is the last', async () => {
    const someone = await createUser(test);
    const { key, id } = await makeKey(test, someone);
    await Promise.all([profile(bearer(key)), callApp(test.app, revokeApiKey, { id }, { token: someone.token }), profile(bearer(key))]);
    expect(await codeOf(await profile(bearer(key)))).toBe('api_key_invalid');
  });

  it('expired', async () => {
    const { key } = await makeKey(test, user, { expires_days: 30 });
    test.clock.advance(30 * DAY_MS - 1);
    expect((await profile(bearer(key))).status).toBe(200);
    test.clock.advance(1);
    expect(await codeOf(await profile(bearer(key)))).toBe('api_key_invalid');
  });

  it.each(['disabled', 'deleted'])('of a %s user', async (status) => {
    const someone = await createUser(test);
    const { key } = await makeKey(test, someone);
    await test.deps.db.updateTable('users').set({ status }).where('id', '=', someone.id).execute();
    expect(await codeOf(await profile(bearer(key)))).toBe('api_key_invalid');
  });
});

describe('a key is taken from its headers only', () => {
  it('not from the address, where logs and histories would keep it', async () => {
    const { key } = await makeKey(test, user);
    for (const name of ['key', 'api_key', 'apiKey', 'access_token', 'token', 'authorization', 'X-API-Key'])
      expect(await codeOf(await profile({}, `${ownProfile.path}?${name}=${key}`))).toBe('api_key_missing');
  });

  it('not from a cookie, nor from Basic', async () => {
    const { key } = await makeKey(test, user);
    expect(await codeOf(await profile({ Cookie: `api_key=${key}; refresh=${key}; token=${key}` }))).toBe('api_key_missing');
    expect(await codeOf(await profile({ Authorization: `Basic ${btoa(`${key}:`)}` }))).toBe('api_key_invalid');
  });

  it('and a session is none: neither its token nor its cookies', async () => {
    expect(await codeOf(await profile(bearer(user.token)))).toBe('api_key_invalid');
    expect(await codeOf(await profile({ 'X-API-Key': user.token }))).toBe('api_key_invalid');
    const headers = { Origin: 'https://elsewhere.example', Cookie: `refresh=${user.token}; access=${user.token}` };
    expect(await codeOf(await profile(headers))).toBe('api_key_missing');
  });

  it('a page elsewhere may use a key, and gets no cookie with it', async () => {
    const { key } = await makeKey(test, user);
    const response = await profile({ ...bearer(key), Origin: 'https://elsewhere.example', Cookie: 'refresh=x' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    expect(response.headers.has('set-cookie')).toBe(false);
    const asked = await test.app.request(putOwnTips.path, { method: 'OPTIONS', headers: { Origin: 'https://elsewhere.example' } });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  it('and no page elsewhere may read the rest of the API', async () => {
    const response = await test.app.request('/api/meta', { headers: { Origin: 'https://elsewhere.example' } });
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('a key is good for /api/v1 alone', () => {
  const keyOf = makeKey(test, user);

  // Among them: stakes, withdrawals, the account, contacts, and keys.
  it.each(titled(OTHERS))('%s refuses it', async (_, endpoint) => {
    const { key } = await keyOf;
    const refused = await callApp(test.app, endpoint, guessInput(endpoint) as never, { token: key, key: randomUUID() });
    expect([401, 403, 404]).toContain(refused.status);
    expect(refused.problem.code).not.toBe('not_found');
  });

  it('nothing there moves points, and everything there says who may call it', () => {
    expect(OPEN_API.length).toBeGreaterThan(6);
    for (const one of OPEN_API) {
      expect([one.idempotent, one.isPlay, one.isArming], nameOf(one)).toEqual([undefined, undefined, undefined]);
      expect(one.access === 'open' || isKeyAccess(one.access), nameOf(one)).toBe(true);
      if (one.access !== 'me:tip') expect(one.method, nameOf(one)).toBe('GET');
    }
    expect(OPEN_API.filter(({ access }) => access === 'me:tip').map(nameOf)).toEqual([nameOf(putOwnTips)]);
  });
});

describe('a scope is asked of each endpoint', () => {
  const OWN = OPEN_API.filter(({ access }) => isOwnAccess(access));
  const keyOf = Object.fromEntries(
    (['read', 'me:read', 'me:tip'] as const).map((scope: ApiScope) => [scope, makeKey(test, user, { scopes: [scope] })]),
  );

  it.each(titled(OWN))('%s', async (_, endpoint) => {
    const ask = (token?: string) => callApp(test.app, endpoint, guessInput(endpoint) as never, { token });
    expect((await ask()).problem.code).toBe('api_key_missing');
    for (const [scope, made] of Object.entries(keyOf)) {
      const { problem } = await ask((await made).key);
      if (scope === endpoint.access) expect(['scope_missing', 'api_key_missing', 'api_key_invalid']).not.toContain(problem?.code);
      else expect(problem).toMatchObject({ code: 'scope_missing', params: { scope: endpoint.access } });
    }
  });
});

describe('guessing and flooding', () => {
  const limited = (rates: { apiKeyPerMinute?: number; apiAnonymousPerMinute?: number }) => {
    const deps = {
      ...test.deps,
      replies: createCachedReplies(),
      config: { ...test.deps.config, rates: { ...test.deps.config.rates, ...rates } },
    };
    return createApp(deps, createGeneralLimit(1_000_000), createApiAccess(deps));
  };

  it('guesses are limited like requests without a key, and say when to come back', async () => {
    const app = limited({ apiAnonymousPerMinute: 5 });
    const guess = () => profile(bearer(apiKeyOf(randomBytes(32).toString('base64url'))), ownProfile.path, app);
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect([refused.status, await codeOf(refused)]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toMatch(/;r=0;t=\d+$/);
  });

  it('ten keys of one user have the allowance of one', async () => {
    const app = limited({ apiKeyPerMinute: 10 });
    const ring = await createUser(test);
    const keys = await Promise.all(Array.from({ length: 10 }, () => makeKey(test, ring, { scopes: ['read', 'me:read'] })));
    const answers = await Promise.all(
      keys.flatMap(({ key }) => [profile(bearer(key), ownProfile.path, app), profile(bearer(key), ownProfile.path, app)]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

it('a key can make no key, and revokes none', async () => {
  const { key, id } = await makeKey(test, await createUser(test));
  const made = await callApp(test.app, makeApiKey, { name: 'x', scopes: ['read'], expires_days: null }, { token: key });
  const revoked = await callApp(test.app, revokeApiKey, { id }, { token: key });
  expect([made.status, revoked.status]).toEqual([401, 401]);
  expect((await profile(bearer(key))).status).toBe(200);
});

it('no log has a key, whatever becomes of the request', async () => {
  const someone: TestUser = await createUser(test);
  const { key } = await makeKey(test, someone);
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) } as never);
  const deps = { ...test.deps, log, replies: createCachedReplies() };
  const app = createApp(deps);
  const wrong = apiKeyOf(randomBytes(32).toString('base64url'));
  for (const one of [key, wrong]) {
    for (const path of ['/api/v1/me', `/api/v1/me?key=${one}`, `/api/v1/${one}`, '/api/v1/me/groups/x']) {
      await profile(bearer(one), path, app);
      await profile({ 'X-API-Key': one }, path, app);
    }
    await callApp(app, ownProfile, {}, { token: one });
  }
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toContain(key.slice(3, 40));
  expect(lines.join('\n')).not.toContain(wrong.slice(3, 40));
});
