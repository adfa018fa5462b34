import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changePassword, endOtherSessions } from '#contract/account.ts';
import { deleteAccount } from '#contract/account-closure.ts';
import { revokeUserApiKey, setUserStatus, userApiKeys } from '#contract/admin-users.ts';
import { listApiKeys, makeApiKey, revokeApiKey } from '#contract/api-keys.ts';
import { notMe } from '#contract/auth.ts';
import { ownProfile } from '#contract/v1/me.ts';
import { API_KEYS_MAX, isApiKey } from '#domain/identity/api-key.ts';
import { DAY_MS } from '#domain/time.ts';
import { eraseAccounts } from '#server/modules/account-closure/public.ts';
import { hashOfApiKey } from '#server/platform/http/api-access.ts';
import { createAdmin } from '#test/support/admins.ts';
import { askForKey, makeKey, stepUpNow } from '#test/support/api-keys.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { createOwner, OWNER_PASSWORD, signIn } from '#test/support/owner.ts';
import { purgeApiKeys } from './service.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('messages').execute();
});
afterEach(() => test.current.clock.set(TEST_NOW));

const db = () => test.current.deps.db;
const list = async ({ token }: { token: string }) => (await callApp(test.current.app, listApiKeys, {}, { token })).reply.items;
const revoke = ({ token }: { token: string }, id: string) => callApp(test.current.app, revokeApiKey, { id }, { token });
const works = async (key: string) => (await callApp(test.current.app, ownProfile, {}, { token: key })).status === 200;
const rowOf = (id: string) => db().selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A user with a password, signed in and stepped up, and a key that works. */
async function ownerWithKey() {
  const owner = await createOwner(test.current);
  const { token } = await signIn(test.current, owner);
  await db().updateTable('sessions').set({ stepped_up_at: test.current.clock.now() }).where('user_id', '=', owner.id).execute();
  const { reply } = await callApp(test.current.app, makeApiKey, { name: 'Bot', scopes: ['me:read'], expires_days: null }, { token });
  expect(await works(reply.key)).toBe(true);
  return { ...owner, token, key: reply.key, keyId: reply.api_key.id };
}

describe('making a key', () => {
  it('returns it once, and stores its hash and its first characters only', async () => {
    const user = await createUser(test.current);
    await stepUpNow(test.current, user);
    const { status, reply } = await askForKey(test.current, user, {
      name: '  My bot ',
      scopes: ['me:read', 'read', 'read'],
      expires_days: 30,
    });
    expect(status).toBe(201);
    expect(isApiKey(reply.key)).toBe(true);
    const { id } = reply.api_key;
    expect(reply.api_key).toEqual({
      ...{ id, name: 'My bot', hint: reply.key.slice(0, 8), scopes: ['read', 'me:read'] },
      ...{ created_at: TEST_NOW, expires_at: '2026-12-20T12:00:00.000Z', last_used_at: null, revoked_at: null },
    });
    expect(await list(user)).toEqual([reply.api_key]);
    const row = await rowOf(id);
    expect(row.key_hash).toEqual(createHash('sha256').update(reply.key).digest());
    expect(JSON.stringify(row)).not.toContain(reply.key.slice(8));
  });

  it('warns the owner, in the same transaction', async () => {
    const user = await createUser(test.current);
    await makeKey(test.current, user);
    expect((await takeMessages(test.current)).map(({ to, content }) => [to, content.kind])).toEqual([[user.email, 'api_key_made']]);
  });

  it('needs a step-up for what is the owner’s, and none for public data', async () => {
    const user = await createUser(test.current);
    expect((await askForKey(test.current, user, { scopes: ['read'] })).status).toBe(201);
    expect((await askForKey(test.current, user, { scopes: ['read', 'me:read'] })).problem.code).toBe('step_up_required');
    expect((await askForKey(test.current, user, { scopes: ['me:tip'] })).problem.code).toBe('step_up_required');
  });

  it.each([
    ['an empty name', { name: '  ' }, 'name'],
    ['a long name', { name: 'x'.repeat(61) }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['me:stake'] }, 'scopes.0'],
    ['another expiry', { expires_days: 31 }, 'expires_days'],
    ['an unknown field', { user_id: randomUUID() }, 'user_id'],
  ])('refuses %s', async (_, change, field) => {
    const { token } = await createUser(test.current);
    const input = { name: 'x', scopes: ['read'], expires_days: null, ...change } as never;
    expect((await callApp(test.current.app, makeApiKey, input, { token })).problem).toMatchObject({
      code: 'invalid_payload',
      params: { field },
    });
  });

  it('is possible ten times at once, also for requests at the same time; revoked and expired keys do not count', async () => {
    const user = await createUser(test.current);
    const { id } = await makeKey(test.current, user);
    await makeKey(test.current, user, { expires_days: 30 });
    await db()
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.parse(TEST_NOW) - 1) })
      .where('user_id', '=', user.id)
      .where('id', '!=', id)
      .execute();
    await revoke(user, id);
    const answers = await Promise.all(Array.from({ length: API_KEYS_MAX + 3 }, () => askForKey(test.current, user, { scopes: ['read'] })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(API_KEYS_MAX);
    expect(answers.find(({ status }) => status !== 201)?.problem).toMatchObject({ code: 'too_many_keys', params: { max: API_KEYS_MAX } });
  });

  it('is possible twenty times an hour: each is a mail', async () => {
    const user = await createUser(test.current);
    for (let i = 0; i < 20; i++) {
      const { reply } = await askForKey(test.current, user, { scopes: ['read'] });
      await revoke(user, reply.api_key.id);
    }
    expect((await askForKey(test.current, user, { scopes: ['read'] })).problem.code).toBe('rate_limited');
  });

  it('is refused to those who are leaving', async () => {
    const user = await createUser(test.current);
    const deletion_due_at = new Date(Date.parse(TEST_NOW) + DAY_MS);
    await db().updateTable('users').set({ deletion_due_at }).where('id', '=', user.id).execute();
    expect((await askForKey(test.current, user, { scopes: ['read'] })).problem.code).toBe('account_leaving');
  });
});

describe('the list', () => {
  it('has valid keys first, then the newest, and forgets others after 30 days', async () => {
    const user = await createUser(test.current);
    const ids: string[] = [];
    for (const days of [null, 30, null] as const) {
      ids.push((await makeKey(test.current, user, { scopes: ['read'], expires_days: days })).id);
      test.current.clock.advance(1);
    }
    const [first, second, third] = ids as [string, string, string];
    await revoke(user, third);
    expect((await list(user)).map(({ id, revoked_at }) => [id, revoked_at !== null])).toEqual([
      [second, false],
      [first, false],
      [third, true],
    ]);
    const left = async () => (await db().selectFrom('api_keys').select('id').where('user_id', '=', user.id).execute()).map(({ id }) => id);
    test.current.clock.advance(30 * DAY_MS + 1);
    await purgeApiKeys(test.current.deps);
    expect((await left()).sort()).toEqual([first, second].sort());
    test.current.clock.advance(30 * DAY_MS);
    await purgeApiKeys(test.current.deps);
    expect(await left()).toEqual([first]);
  });

  it('is of the caller alone', async () => {
    const [user, other] = [await createUser(test.current), await createUser(test.current)];
    const { id, key } = await makeKey(test.current, user);
    expect(await list(other)).toEqual([]);
    expect((await revoke(other, id)).problem.code).toBe('not_found');
    expect(await works(key)).toBe(true);
  });
});

describe('a key ends at once', () => {
  it('when it is revoked; once more is no error', async () => {
    const user = await createUser(test.current);
    const { id, key } = await makeKey(test.current, user);
    expect(await works(key)).toBe(true);
    expect((await revoke(user, id)).status).toBe(200);
    expect(await works(key)).toBe(false);
    const { revoked_at } = await rowOf(id);
    test.current.clock.advance(1_000);
    expect((await revoke(user, id)).status).toBe(200);
    expect((await rowOf(id)).revoked_at).toEqual(revoked_at);
    expect(test.current.published.map(({ topic }) => topic)).toContain(`api-key:${hashOfApiKey(key).toString('hex')}`);
  });

  it('when the password changes', async () => {
    const { key, token } = await ownerWithKey();
    const password = 'Another7Horse';
    const input = { current_password: OWNER_PASSWORD, password, password_confirm: password };
    expect((await callApp(test.current.app, changePassword, input, { token })).status).toBe(200);
    expect(await works(key)).toBe(false);
  });

  it('when its owner says that it was not them', async () => {
    const { key } = await ownerWithKey();
    const { content } = (await takeMessages(test.current)).find((sent) => sent.content.kind === 'api_key_made')!;
    const token = (content as { link: string }).link.split('#')[1]!;
    expect((await callApp(test.current.app, notMe, { token })).status).toBe(200);
    expect(await works(key)).toBe(false);
  });

  it('when its owner asks to leave', async () => {
    const { key, token } = await ownerWithKey();
    expect((await callApp(test.current.app, deleteAccount, {}, { token })).status).toBe(200);
    expect(await works(key)).toBe(false);
  });

  it('when an operator disables its owner, and stays ended when they are enabled again', async () => {
    const { key, id } = await ownerWithKey();
    const { token } = await createAdmin(test.current, 'support');
    for (const status of ['disabled', 'normal'] as const) {
      await callApp(test.current.app, setUserStatus, { id, status, reason: 'many accounts' }, { token });
      expect(await works(key)).toBe(false);
    }
  });

  it('but not when its owner signs out elsewhere: it is no session', async () => {
    const { key, token } = await ownerWithKey();
    expect((await callApp(test.current.app, endOtherSessions, {}, { token })).status).toBe(200);
    expect(await works(key)).toBe(true);
  });
});

it('is erased with the account of its owner', async () => {
  const user = await createUser(test.current);
  const { key } = await makeKey(test.current, user);
  await db().updateTable('users').set({ deletion_due_at: test.current.clock.now() }).where('id', '=', user.id).execute();
  expect(await eraseAccounts(test.current.deps)).toBe(1);
  expect(await db().selectFrom('api_keys').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  expect(await works(key)).toBe(false);
});

describe('operators', () => {
  it('see keys without secrets, and revoke one, once, for a reason', async () => {
    const user: TestUser = await createUser(test.current);
    const [one, other] = [await makeKey(test.current, user), await makeKey(test.current, user)];
    const [support, viewer] = [await createAdmin(test.current, 'support'), await createAdmin(test.current, 'viewer')];
    const seen = await callApp(test.current.app, userApiKeys, { id: user.id }, { token: viewer.token });
    expect(seen.reply.items.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
    expect(JSON.stringify(seen.reply)).not.toMatch(/hash/);
    const end = (token: string, reason = 'it was published') =>
      callApp(test.current.app, revokeUserApiKey, { id: user.id, key_id: one.id, reason }, { token });
    expect((await end(viewer.token)).problem.code).toBe('forbidden');
    expect((await end(support.token, '')).problem.code).toBe('reason_required');
    expect((await end(support.token)).status).toBe(200);
    expect([await works(one.key), await works(other.key)]).toEqual([false, true]);
    expect((await end(support.token)).problem.code).toBe('already_decided');
    const audit = await db().selectFrom('audit_log').select(['action', 'after', 'reason']).where('subject_id', '=', user.id).execute();
    expect(audit).toEqual([
      {
        ...{ action: 'user.revoke_api_key', reason: 'it was published' },
        after: { key_id: one.id, hint: one.key.slice(0, 8), scopes: ['read', 'me:read', 'me:tip'] },
      },
    ]);
  });

  it('find no key of another user under a name', async () => {
    const [user, other] = [await createUser(test.current), await createUser(test.current)];
    const { id: key_id, key } = await makeKey(test.current, user);
    const { token } = await createAdmin(test.current, 'support');
    const answer = await callApp(test.current.app, revokeUserApiKey, { id: other.id, key_id, reason: 'x' }, { token });
    expect(answer.problem.code).toBe('not_found');
    expect(await works(key)).toBe(true);
  });
});
