import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiScope, apiKeyOf, hintOf } from '#domain/identity/api-key.ts';
import { createCachedReplies } from '#server/platform/http/response-cache.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { apiKeyTopic, createApiAccess, hashOfApiKey, presentedKey, rateLimitHeaders } from './api-access.ts';

const test = useTestApp();
/** What the access of a test remembers: none knows what another knew. */
let replies = createCachedReplies();
beforeEach(() => {
  replies = createCachedReplies();
  test.current.clock.set(TEST_NOW);
});
afterEach(() => test.current.clock.set(TEST_NOW));

const freshKey = () => apiKeyOf(randomBytes(32).toString('base64url'));

function accessWith(rates: { apiKeyPerMinute?: number; apiAnonymousPerMinute?: number } = {}) {
  const { deps } = test.current;
  return createApiAccess({ ...deps, replies, config: { ...deps.config, rates: { ...deps.config.rates, ...rates } } });
}

async function storeKey(userId: string, { scopes = ['read'] as ApiScope[], expiresAt = null as Date | null } = {}) {
  const [id, key] = [randomUUID(), freshKey()];
  await test.current.deps.db
    .insertInto('api_keys')
    .values({
      ...{ id, user_id: userId, name: 'A key', hint: hintOf(key), key_hash: hashOfApiKey(key), scopes },
      ...{ created_at: test.current.clock.now(), expires_at: expiresAt },
    })
    .execute();
  return { id, key };
}

const change = (id: string, values: { revoked_at: Date }) =>
  test.current.deps.db.updateTable('api_keys').set(values).where('id', '=', id).execute();
const lastUseOf = async (id: string) =>
  (await test.current.deps.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow()).last_used_at;

const INVALID = { code: 'api_key_invalid' };
const IP = '203.0.113.1';

describe('a key', () => {
  it('says who calls, and what the key may do', async () => {
    const user = await createUser(test.current);
    const { id, key } = await storeKey(user.id, { scopes: ['read', 'me:tip'] });
    expect((await accessWith().admit(key, IP)).caller).toEqual({ keyId: id, userId: user.id, scopes: ['read', 'me:tip'], expiresAt: null });
  });

  it('is refused if it does not exist, is no key, or is empty, where none is needed as well', async () => {
    const { admit } = accessWith();
    for (const key of [freshKey(), 'mp_x', '', ' ']) await expect(admit(key, IP)).rejects.toMatchObject(INVALID);
    expect((await admit(null, IP)).caller).toBeNull();
  });

  it('is refused as soon as its topic is touched, which is what revoking does', async () => {
    const { admit } = accessWith();
    const { id, key } = await storeKey((await createUser(test.current)).id);
    await admit(key, IP);
    await change(id, { revoked_at: test.current.clock.now() });
    replies.touch(apiKeyTopic(hashOfApiKey(key)));
    await expect(admit(key, IP)).rejects.toMatchObject(INVALID);
  });

  it('is refused within five seconds where nobody hears that it was revoked', async () => {
    const { admit } = accessWith();
    const { id, key } = await storeKey((await createUser(test.current)).id);
    await admit(key, IP);
    await change(id, { revoked_at: test.current.clock.now() });
    test.current.clock.advance(5_000);
    await expect(admit(key, IP)).rejects.toMatchObject(INVALID);
  });

  it('expires at its moment, also if it was used just before', async () => {
    const { admit } = accessWith();
    const expiresAt = new Date(Date.parse(TEST_NOW) + 2_000);
    const { key } = await storeKey((await createUser(test.current)).id, { expiresAt });
    test.current.clock.advance(1_999);
    expect((await admit(key, IP)).caller).not.toBeNull();
    test.current.clock.advance(1);
    await expect(admit(key, IP)).rejects.toMatchObject(INVALID);
  });

  it('of a disabled or deleted user is refused', async () => {
    for (const status of ['disabled', 'deleted']) {
      const user = await createUser(test.current);
      const { key } = await storeKey(user.id);
      await test.current.deps.db.updateTable('users').set({ status }).where('id', '=', user.id).execute();
      await expect(accessWith().admit(key, IP)).rejects.toMatchObject(INVALID);
    }
  });

  it('is looked up once in five seconds, however often it is used', async () => {
    const { admit } = accessWith();
    const { id, key } = await storeKey((await createUser(test.current)).id);
    await admit(key, IP);
    // Deleted behind its back: who still knows it has not asked again.
    await test.current.deps.db.deleteFrom('api_keys').where('id', '=', id).execute();
    await Promise.all(Array.from({ length: 20 }, () => admit(key, IP)));
    test.current.clock.advance(5_000);
    await expect(admit(key, IP)).rejects.toMatchObject(INVALID);
  });

  it('remembers when it was last used, to a minute', async () => {
    const { admit } = accessWith();
    const { id, key } = await storeKey((await createUser(test.current)).id);
    await admit(key, IP);
    await expect.poll(() => lastUseOf(id)).toEqual(new Date(TEST_NOW));
    test.current.clock.advance(59_999);
    await admit(key, IP);
    test.current.clock.advance(1);
    await admit(key, IP);
    await expect.poll(() => lastUseOf(id)).toEqual(new Date(Date.parse(TEST_NOW) + 60_000));
  });
});

describe('limits', () => {
  it('count the keys of a user together, and those of others apart', async () => {
    const { admit } = accessWith({ apiKeyPerMinute: 3 });
    const [user, other] = [await createUser(test.current), await createUser(test.current)];
    const keys = await Promise.all(Array.from({ length: 4 }, async () => (await storeKey(user.id)).key));
    for (const [i, key] of keys.slice(0, 3).entries()) expect((await admit(key, IP)).counter.count).toBe(i + 1);
    for (const key of keys) await expect(admit(key, IP)).rejects.toMatchObject({ code: 'rate_limited' });
    expect((await admit((await storeKey(other.id)).key, IP)).counter.count).toBe(1);
  });

  it('count a user from all addresses together', async () => {
    const { admit } = accessWith({ apiKeyPerMinute: 1 });
    const { key } = await storeKey((await createUser(test.current)).id);
    await admit(key, IP);
    await expect(admit(key, '198.51.100.7')).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('count wrong keys for their address, which then needs a right one', async () => {
    const { admit } = accessWith({ apiAnonymousPerMinute: 2 });
    const { key } = await storeKey((await createUser(test.current)).id);
    for (let i = 0; i < 2; i++) await expect(admit(freshKey(), IP)).rejects.toMatchObject(INVALID);
    await expect(admit(freshKey(), IP)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(admit(null, IP)).rejects.toMatchObject({ code: 'rate_limited' });
    expect((await admit(key, IP)).caller).not.toBeNull();
  });

  it('look up at most 300 unknown keys a minute for an address', async () => {
    const { admit } = accessWith();
    const tries = await Promise.allSettled(Array.from({ length: 301 }, () => admit(freshKey(), IP)));
    const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.code : 'admitted'));
    expect(codes.filter((code) => code === 'api_key_invalid')).toHaveLength(300);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(1);
  });

  it('are told in the fields of the IETF draft', async () => {
    const { admit } = accessWith({ apiKeyPerMinute: 5, apiAnonymousPerMinute: 2 });
    const { key } = await storeKey((await createUser(test.current)).id);
    await admit(key, IP);
    const known = rateLimitHeaders(await admit(key, IP));
    expect(known['RateLimit-Policy']).toBe('"user";q=5;w=60');
    expect(known.RateLimit).toMatch(/^"user";r=3;t=(60|5\d)$/);
    expect(rateLimitHeaders(await admit(null, IP)).RateLimit).toMatch(/^"anonymous";r=1;t=(60|5\d)$/);
  });
});

it.each([
  [undefined, undefined, null],
  ['Bearer mp_a', undefined, 'mp_a'],
  ['bearer mp_a', undefined, 'mp_a'],
  [undefined, ' mp_a ', 'mp_a'],
  ['Bearer mp_b', 'mp_a', 'mp_a'],
  // Something was presented, and it is no key.
  ['Basic YTpi', undefined, ''],
  ['Bearer', undefined, ''],
  ['mp_a', undefined, ''],
  ['', undefined, ''],
  [undefined, '', ''],
])('Authorization %j and X-API-Key %j present %j', (authorization, apiKey, key) => {
  expect(presentedKey(authorization, apiKey)).toBe(key);
});
