import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changePassword, getOverview } from '#contract/account.ts';
import { me, refresh, stepUp } from '#contract/auth.ts';
import { beginOAuth, getOAuthFlow, registerWithOAuth, totpForOAuth, unlinkAccount } from '#contract/oauth.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { transact } from '#server/platform/transact.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { takeMessages } from '#test/support/messages.ts';
import { type OpenIdProvider, type Person, startOpenIdProvider, walkThrough } from '#test/support/openid-provider.ts';
import { createOwner, isSignedIn, OWNER_PASSWORD, signIn, trySignIn } from '#test/support/owner.ts';
import { turnOnSecondFactor } from '#test/support/second-factor.ts';
import { HOME, type Visitor, visitor } from '#test/support/visitor.ts';
import { linkAccount } from './linked-accounts.ts';

/* Runs against a real OpenID provider and its pages. The provider uses the machine's clock, so the app here does, too. */

let provider: OpenIdProvider;
let test: TestApp;
const logged: string[] = [];

beforeAll(async () => {
  provider = await startOpenIdProvider([`${HOME}/api/auth/google/callback`]);
  const made = await createTestApp({ ...provider.settings, REGISTER_PER_HOUR: '1000' });
  const log = createLog('debug', { write: (line) => void logged.push(line) });
  test = Object.assign(made, { deps: Object.assign(made.deps, { log }) });
});
afterAll(async () => {
  await test.database.drop();
  await provider.close();
});
beforeEach(async () => {
  test.clock.set(new Date());
  await test.deps.db.deleteFrom('rate_limits').execute();
  await test.deps.db.deleteFrom('messages').execute();
});

const START = '/api/auth/google/start?next=%2Fbets';
const AGREED = { agree: true, adult: true };

let serial = 0;
/** Creates a person with an account at Google; the address is verified by default. */
function person(values: Person = {}): { login: string; email: string } {
  const login = `person${++serial}`;
  const email = values.email ?? `${login}@example.com`;
  provider.people.set(login, { email, email_verified: true, name: 'Pat Person', ...values });
  return { login, email };
}

/** Goes to Google and comes back; returns the URL that the browser lands on. */
async function comeBack(browser: Visitor, login: string, { start = START, givesUp = false } = {}): Promise<URL> {
  const { location } = start.startsWith('/') ? await browser.open(start) : { location: new URL(start) };
  return (await browser.open(await walkThrough(location.href, login, { givesUp }))).location;
}

const standing = async (browser: Visitor) => (await browser.call(getOAuthFlow, {})).reply;
const fieldsOf = ({ pathname, searchParams }: URL) => ({ pathname, ...Object.fromEntries(searchParams) });
const LANDED = { pathname: '/sign-in', provider: 'google', next: '/bets' };

/** Returns the user that a browser is signed in as by its refresh cookie; null if it is signed out. */
async function userOf(browser: Visitor) {
  const renewed = await browser.call(refresh, {});
  const token = renewed.status === 200 ? renewed.reply.access : '';
  if (token === '') return null;
  return { token, ...(await browser.call(me, {}, { token })).reply.user };
}

async function registered(values: Person = {}) {
  const { login, email } = person(values);
  const browser = visitor(test.app);
  await comeBack(browser, login);
  const { reply, status, problem } = await browser.call(registerWithOAuth, AGREED);
  if (status !== 201) throw new Error(problem.code);
  return { login, email, browser, token: reply.access, user: reply.user };
}

const rowOf = (id: string) => test.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const linksOf = (id: string) => test.deps.db.selectFrom('linked_accounts').selectAll().where('user_id', '=', id).execute();
/** Returns the number of connections to this database that wait for a lock. */
const waiting = async () => {
  const { rows } = await sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    test.deps.db,
  );
  return rows.length;
};
const countUsers = async () => (await test.deps.db.selectFrom('users').select('id').execute()).length;

describe('a new user', () => {
  it('goes to Google, comes back, agrees, and gets an account without a password', async () => {
    const { login, email } = person({ name: 'Ann Example' });
    const browser = visitor(test.app);
    const left = await browser.open(START, { 'X-Forwarded-Host': 'evil.example' });
    expect(left.status).toBe(302);
    expect(left.headers.get('cache-control')).toBe('no-store');
    expect(Object.fromEntries(left.location.searchParams)).toMatchObject({
      redirect_uri: `${HOME}/api/auth/google/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    const [cookie] = left.headers.getSetCookie();
    expect(cookie).toMatch(/^elsewhere=[\w-]+; Max-Age=600; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);

    expect(fieldsOf(await comeBack(browser, login, { start: left.location.href }))).toEqual(LANDED);
    expect(await standing(browser)).toEqual({
      ...{ step: 'register', provider: 'google', purpose: 'sign_in' },
      ...{ email, display_name: 'Ann Example' },
    });
    expect(await userOf(browser)).toBeNull();

    const before = await countUsers();
    for (const [input, code] of [
      [{ ...AGREED, agree: false }, 'agree_required'],
      [{ ...AGREED, adult: false }, 'age_required'],
      [{ ...AGREED, display_name: '\u202e' }, 'invalid_payload'],
      [{ ...AGREED, time_zone: 'Mars/Olympus' }, 'invalid_time_zone'],
      [{ ...AGREED, invite_code: 'AAAA2222' }, 'invalid_invite_code'],
    ] as const)
      expect((await browser.call(registerWithOAuth, input)).problem.code).toBe(code);
    expect(await countUsers()).toBe(before);

    const inviter = await createOwner(test);
    const { invite_code } = await rowOf(inviter.id);
    const headers = { 'Accept-Language': 'vi' };
    const answer = await browser.call(registerWithOAuth, { ...AGREED, invite_code, time_zone: 'Asia/Ho_Chi_Minh' }, { headers });
    expect(answer.status).toBe(201);
    expect(answer.reply.user).toMatchObject({ email, display_name: 'Ann Example' });
    expect(await rowOf(answer.reply.user.id)).toMatchObject({
      ...{ password_hash: null, locale: 'vi', time_zone: 'Asia/Ho_Chi_Minh', invited_by: inviter.id, redeem_held_until: null },
      ...{ email_verified_at: test.clock.now(), last_login_at: test.clock.now(), registration_device_id: browser.jar.get('device') },
    });
    expect(await linksOf(answer.reply.user.id)).toMatchObject([{ type: 'google', subject: login, identifier: email }]);
    expect(await userOf(browser)).toMatchObject({ email });
    expect(await standing(browser)).toMatchObject({ step: 'done', purpose: 'sign_in' });
    const { linked_accounts } = (await browser.call(getOverview, {}, { token: answer.reply.access })).reply;
    expect(linked_accounts).toMatchObject([{ type: 'google', identifier: 'p***@example.com' }]);
  });

  it('gets one account, however often the button is pressed', async () => {
    const { login } = person();
    const browser = visitor(test.app);
    await comeBack(browser, login);
    const tries = await Promise.all(Array.from({ length: 10 }, () => browser.call(registerWithOAuth, AGREED)));
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await test.deps.db.selectFrom('linked_accounts').select('id').where('subject', '=', login).execute()).toHaveLength(1);
    const orphans = test.deps.db.selectFrom('users').select('id').where('password_hash', 'is', null);
    expect(await orphans.where('id', 'not in', (eb) => eb.selectFrom('linked_accounts').select('user_id')).execute()).toEqual([]);
  });

  it('has 15 minutes to agree, and shares the limit on registrations', async () => {
    const { login } = person();
    const browser = visitor(test.app);
    await comeBack(browser, login);
    test.clock.advance(15 * 60_000);
    expect(await standing(browser)).toMatchObject({ step: 'none' });
    expect(await browser.call(registerWithOAuth, AGREED)).toMatchObject({ status: 401, problem: { code: 'oauth_incomplete' } });

    const strict = await createTestApp({ ...provider.settings, REGISTER_PER_HOUR: '1' });
    strict.clock.set(new Date());
    const codes = [];
    for (const each of [person(), person()]) {
      const other = visitor(strict.app);
      await comeBack(other, each.login);
      codes.push((await other.call(registerWithOAuth, AGREED)).status);
    }
    expect(codes).toEqual([201, 429]);
    await strict.database.drop();
  });

  it('gets no address, and is shown none, when Google has not verified it', async () => {
    const unverified = await registered({ email: 'claimed@example.com', email_verified: false });
    expect(unverified.user.email).toBeNull();
    expect(await rowOf(unverified.user.id)).toMatchObject({ email: null, email_identity: null, email_verified_at: null });
    const none = person();
    provider.people.set(none.login, {});
    const browser = visitor(test.app);
    await comeBack(browser, none.login);
    const { reply } = await browser.call(registerWithOAuth, AGREED);
    expect(reply.user).toMatchObject({ email: null, display_name: reply.user.public_handle });
  });

  it('is refused with a disposable address, as at any registration', async () => {
    const { login } = person({ email: 'a@mailinator.com' });
    const browser = visitor(test.app);
    await comeBack(browser, login);
    expect(await browser.call(registerWithOAuth, AGREED)).toMatchObject({ status: 422, problem: { code: 'disposable_email' } });
  });
});

describe('a user with a linked account', () => {
  it('is signed in, and the session has a device and a country', async () => {
    const { login, user } = await registered();
    const browser = visitor(test.app);
    expect(fieldsOf(await comeBack(browser, login))).toEqual(LANDED);
    expect(await standing(browser)).toEqual({ step: 'done', provider: 'google', purpose: 'sign_in', email: null, display_name: null });
    expect((await userOf(browser))?.id).toBe(user.id);
    const sessions = await test.deps.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).orderBy('created_at').execute();
    expect(sessions.at(-1)).toMatchObject({ remember: false, device_id: browser.jar.get('device'), ip: '127.0.0.1' });
  });

  it('keeps the account when Google reports another address', async () => {
    const { login, user, email } = await registered();
    const other = await createOwner(test);
    provider.people.set(login, { email: other.email, email_verified: true });
    const browser = visitor(test.app);
    await comeBack(browser, login);
    expect(await userOf(browser)).toMatchObject({ id: user.id, email });
    expect(await linksOf(user.id)).toMatchObject([{ identifier: other.email }]);
  });

  it('is refused while the account is disabled', async () => {
    const { login, user } = await registered();
    await test.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    const browser = visitor(test.app);
    expect(fieldsOf(await comeBack(browser, login))).toEqual({ ...LANDED, error: 'account_disabled' });
    expect(await userOf(browser)).toBeNull();
    expect(await standing(browser)).toMatchObject({ step: 'none' });
  });

  it('is not signed in before giving the second factor', async () => {
    const { login, user, token, browser: first } = await registered();
    await first.call(beginOAuth, { provider: 'google', purpose: 'step_up' }, { token }).then(async ({ reply }) => {
      await comeBack(first, login, { start: reply.url });
    });
    const app = await turnOnSecondFactor(test, token);
    const browser = visitor(test.app);
    expect(fieldsOf(await comeBack(browser, login))).toEqual(LANDED);
    expect(await standing(browser)).toEqual({ step: 'totp', provider: 'google', purpose: 'sign_in', email: null, display_name: null });
    expect(await userOf(browser)).toBeNull();
    expect((await browser.call(registerWithOAuth, AGREED)).problem.code).toBe('oauth_incomplete');
    expect((await browser.call(totpForOAuth, { totp: '000000' })).problem.code).toBe('invalid_totp');
    const stranger = visitor(test.app);
    expect((await stranger.call(totpForOAuth, { totp: app.recoveryCodes[0]! })).problem.code).toBe('oauth_incomplete');
    const given = await browser.call(totpForOAuth, { totp: app.recoveryCodes[0]! });
    expect(given.reply.user.id).toBe(user.id);
    expect((await userOf(browser))?.id).toBe(user.id);
  });
});

describe('a user whose own address is the one that Google verified', () => {
  it('is signed in and linked, keeps the password, and is notified', async () => {
    const owner = await createOwner(test);
    const { login } = person({ email: owner.email });
    const browser = visitor(test.app);
    await comeBack(browser, login);
    expect((await userOf(browser))?.id).toBe(owner.id);
    expect((await takeMessages(test)).map(({ to, content }) => [to, content.kind])).toEqual([[owner.email, 'account_linked']]);
    expect((await rowOf(owner.id)).redeem_held_until).toEqual(new Date(test.clock.now().getTime() + 6 * 3_600_000));
    expect((await trySignIn(test, owner.email, OWNER_PASSWORD)).status).toBe(200);
    provider.people.set(login, {});
    const later = visitor(test.app);
    await comeBack(later, login);
    expect((await userOf(later))?.id).toBe(owner.id);
    expect(await takeMessages(test)).toEqual([]);
  });

  it('is found by another spelling of the same mailbox, and by no other mailbox', async () => {
    const owner = await createOwner(test, { email: 'ann.gmail.fan@gmail.com' });
    const browser = visitor(test.app);
    await comeBack(browser, person({ email: 'AnnGmailFan+tips@googlemail.com' }).login);
    expect((await userOf(browser))?.id).toBe(owner.id);
    await createOwner(test, { email: 'bob@tags.example' });
    const other = visitor(test.app);
    await comeBack(other, person({ email: 'bob+x@tags.example' }).login);
    expect(await standing(other)).toMatchObject({ step: 'register' });
  });

  it('is not found by an address that Google has not verified', async () => {
    const owner = await createOwner(test);
    const browser = visitor(test.app);
    await comeBack(browser, person({ email: owner.email, email_verified: false }).login);
    expect(await standing(browser)).toMatchObject({ step: 'register', email: null });
    const { reply } = await browser.call(registerWithOAuth, AGREED);
    expect(reply.user).toMatchObject({ email: null });
    expect(reply.user.id).not.toBe(owner.id);
    expect(await linksOf(owner.id)).toEqual([]);
  });

  it('is asked for the second factor before anything is linked', async () => {
    const owner = await createOwner(test);
    const device = await signIn(test, owner);
    const { token } = device;
    await visitor(test.app).call(stepUp, { password: OWNER_PASSWORD }, { token });
    const app = await turnOnSecondFactor(test, token);
    const browser = visitor(test.app);
    await comeBack(browser, person({ email: owner.email }).login);
    expect(await standing(browser)).toMatchObject({ step: 'totp' });
    expect(await linksOf(owner.id)).toEqual([]);
    expect((await browser.call(totpForOAuth, { totp: app.recoveryCodes[0]! })).status).toBe(200);
    expect(await linksOf(owner.id)).toHaveLength(1);
  });

  it('takes over an account with an unconfirmed address: every sign-in method of an impostor is removed', async () => {
    const impostor = await createOwner(test, { confirmed: false });
    const device = await signIn(test, impostor);
    await visitor(test.app).call(stepUp, { password: OWNER_PASSWORD }, { token: device.token });
    const confirmedAt = (email_verified_at: Date | null) =>
      test.deps.db.updateTable('users').set({ email_verified_at }).where('id', '=', impostor.id).execute();
    // This was possible before addresses had to be confirmed first.
    await confirmedAt(test.clock.now());
    await turnOnSecondFactor(test, device.token);
    await confirmedAt(null);
    const theirs = { identifier: '@impostor', reachable: false } as const;
    await transact(test.deps, (db) => linkAccount(test.deps, db, { userId: impostor.id, type: 'telegram', subject: '666', ...theirs }));
    await transact(test.deps, (db) => linkAccount(test.deps, db, { userId: impostor.id, type: 'google', subject: 'other', ...theirs }));
    const phone = { phone: '+84901234567', phone_verified_at: test.clock.now(), wallet_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
    await test.deps.db.updateTable('users').set(phone).where('id', '=', impostor.id).execute();

    const { login } = person({ email: impostor.email });
    const browser = visitor(test.app);
    expect(fieldsOf(await comeBack(browser, login))).toEqual(LANDED);
    const user = await userOf(browser);
    expect(user?.id).toBe(impostor.id);
    expect(await rowOf(impostor.id)).toMatchObject({
      ...{ email_verified_at: test.clock.now(), password_hash: null, totp_secret: null, totp_enabled_at: null },
      ...{ phone: null, wallet_address: null, redeem_held_until: new Date(test.clock.now().getTime() + 24 * 3_600_000) },
    });
    expect(await linksOf(impostor.id)).toMatchObject([{ type: 'google', subject: login }]);
    expect(await isSignedIn(test, device)).toBe(false);
    expect((await trySignIn(test, impostor.email, OWNER_PASSWORD)).code).toBe('invalid_credentials');
    expect(await test.deps.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', impostor.id).execute()).toEqual([]);
  });

  it('is not signed in when the address of the account changes at the same moment', async () => {
    const owner = await createOwner(test);
    const browser = visitor(test.app);
    const { location } = await browser.open(START);
    const back = await walkThrough(location.href, person({ email: owner.email }).login);
    const moving = await transact(test.deps, async (db) => {
      const moved = { email: 'moved@example.com', email_identity: 'moved@example.com' };
      await db.updateTable('users').set(moved).where('id', '=', owner.id).execute();
      const coming = browser.open(back);
      await expect.poll(waiting).toBe(1);
      return { coming };
    });
    expect(fieldsOf((await moving.coming).location)).toEqual({ ...LANDED, error: 'oauth_failed' });
    expect(await linksOf(owner.id)).toEqual([]);
  });

  it('is refused when another Google account is already linked', async () => {
    const { user, email } = await registered();
    const browser = visitor(test.app);
    expect(fieldsOf(await comeBack(browser, person({ email }).login))).toEqual({ ...LANDED, error: 'oauth_already_linked' });
    expect(await linksOf(user.id)).toHaveLength(1);
    expect(await userOf(browser)).toBeNull();
  });
});

describe('the callback', () => {
  it('redirects to the sign-in page with an error after the user cancels at Google', async () => {
    const browser = visitor(test.app);
    expect(fieldsOf(await comeBack(browser, 'nobody', { givesUp: true }))).toEqual({ ...LANDED, error: 'oauth_incomplete' });
    expect(browser.jar.get('elsewhere')).toBeUndefined();
  });

  it('works once: a second use signs nobody in, and does not undo the first', async () => {
    const { login, user } = await registered();
    const browser = visitor(test.app);
    const { location } = await browser.open(START);
    const thief = browser.jar.copy();
    const back = await walkThrough(location.href, login);
    await browser.open(back);
    for (const again of [browser, visitor(test.app, thief)])
      expect((await again.open(back)).location.searchParams.get('error')).toBe('oauth_incomplete');
    expect((await userOf(browser))?.id).toBe(user.id);
    expect(await standing(browser)).toMatchObject({ step: 'done' });
  });

  it('lets one of ten simultaneous uses through', async () => {
    const { login, user } = await registered();
    const browser = visitor(test.app);
    const { location } = await browser.open(START);
    const back = await walkThrough(location.href, login);
    const before = await test.deps.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute();
    const tries = await Promise.all(Array.from({ length: 10 }, () => visitor(test.app, browser.jar.copy()).open(back)));
    expect(tries.filter(({ location }) => !location.searchParams.has('error'))).toHaveLength(1);
    const after = await test.deps.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute();
    expect(after.length).toBe(before.length + 1);
  });

  it('accepts only the browser that started the sign-in, for ten minutes', async () => {
    const { login } = await registered();
    const mine = visitor(test.app);
    const back = await walkThrough((await mine.open(START)).location.href, login);
    const victim = visitor(test.app);
    await victim.open(START);
    for (const browser of [victim, visitor(test.app)]) {
      expect((await browser.open(back)).location.searchParams.get('error')).toBe('oauth_incomplete');
      expect(await userOf(browser)).toBeNull();
    }
    test.clock.advance(10 * 60_000);
    expect((await mine.open(back)).location.searchParams.get('error')).toBe('oauth_incomplete');
  });

  it('rejects an altered code or state', async () => {
    const { login } = await registered();
    const altered = async (name: string, change: (value: string) => string) => {
      const browser = visitor(test.app);
      const back = new URL(await walkThrough((await browser.open(START)).location.href, login));
      back.searchParams.set(name, change(back.searchParams.get(name)!));
      const { location } = await browser.open(back.href);
      return [location.searchParams.get('error'), await userOf(browser)];
    };
    expect(await altered('code', (code) => `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`)).toEqual(['oauth_failed', null]);
    expect(await altered('state', (state) => state.toLowerCase())).toEqual(['oauth_incomplete', null]);
    expect(await altered('state', () => '')).toEqual(['oauth_incomplete', null]);
    expect(await altered('iss', () => 'https://evil.example')).toEqual(['oauth_failed', null]);
  });

  it('writes no secret to the log or to a URL', async () => {
    const { login } = await registered();
    logged.length = 0;
    const browser = visitor(test.app);
    const { location } = await browser.open(START);
    const back = new URL(await walkThrough(location.href, login));
    const code = back.searchParams.get('code')!;
    const landed = await browser.open(back.href.replace(code, `${code}x`));
    expect(logged.join('')).toContain('linked sign-in failed at the provider');
    for (const secret of [code, back.searchParams.get('state')!, provider.settings.GOOGLE_CLIENT_SECRET, login]) {
      expect(logged.join('')).not.toContain(secret);
      expect(landed.location.href).not.toContain(secret);
    }
    expect(location.href).not.toContain(encodeURIComponent(provider.settings.GOOGLE_CLIENT_SECRET));
    expect(Buffer.from(browser.jar.get('elsewhere') ?? '', 'base64url').toString('latin1')).not.toContain('state');
  });
});

describe('a signed-in user', () => {
  /** Creates a user with a password who has just stepped up. */
  async function owner() {
    const made = await createOwner(test);
    const { token } = await signIn(test, made);
    const browser = visitor(test.app);
    const begin = (purpose: 'link' | 'step_up') => browser.call(beginOAuth, { provider: 'google', purpose, next: '/bets' }, { token });
    const link = async (login: string) => {
      const begun = await begin('link');
      return begun.status === 200 ? fieldsOf(await comeBack(browser, login, { start: begun.reply.url })) : begun.problem.code;
    };
    const prove = () => browser.call(stepUp, { password: OWNER_PASSWORD }, { token });
    return { ...made, token, browser, begin, link, prove };
  }

  it('links an account after a step-up, is notified, and can sign in with it', async () => {
    const { id, email, browser, link, prove } = await owner();
    const { login } = person();
    expect(await link(login)).toBe('step_up_required');
    await prove();
    test.published.length = 0;
    expect(await link(login)).toEqual(LANDED);
    expect(await standing(browser)).toMatchObject({ step: 'done', purpose: 'link' });
    expect((await takeMessages(test)).map(({ to, content }) => [to, content.kind])).toEqual([[email, 'account_linked']]);
    expect(test.published).toContainEqual({ topic: `me:${id}`, change: { t: 'account' } });
    const elsewhere = visitor(test.app);
    await comeBack(elsewhere, login);
    expect((await userOf(elsewhere))?.id).toBe(id);
    expect(await link(person().login)).toBe('oauth_already_linked');
  });

  it('cannot link an account that is linked to another user', async () => {
    const other = await registered();
    const { id, link, prove } = await owner();
    await prove();
    expect(await link(other.login)).toEqual({ ...LANDED, error: 'oauth_already_linked' });
    expect(await linksOf(id)).toEqual([]);
    expect(await linksOf(other.user.id)).toHaveLength(1);
    expect(await takeMessages(test)).toEqual([]);
  });

  it('links nothing after being signed out in the meantime', async () => {
    const { id, browser, begin, prove } = await owner();
    await prove();
    const { url } = (await begin('link')).reply;
    await test.deps.db
      .updateTable('sessions')
      .set({ ended_at: test.clock.now(), ended_because: 'not_me' })
      .where('user_id', '=', id)
      .execute();
    expect(fieldsOf(await comeBack(browser, person().login, { start: url }))).toEqual({ ...LANDED, error: 'session_expired' });
    expect(await linksOf(id)).toEqual([]);
  });

  it('without a password steps up with the same Google account, and then sets a password', async () => {
    const { login, browser, token } = await registered();
    const passwords = { password: 'Another8Horse', password_confirm: 'Another8Horse' };
    const set = () => browser.call(changePassword, passwords, { token });
    expect((await set()).problem.code).toBe('step_up_required');
    const begin = async () =>
      (await browser.call(beginOAuth, { provider: 'google', purpose: 'step_up', next: '/bets' }, { token })).reply.url;
    const url = await begin();
    expect(new URL(url).searchParams.get('prompt')).toBe('select_account');
    expect(fieldsOf(await comeBack(browser, person().login, { start: url }))).toEqual({ ...LANDED, error: 'oauth_failed' });
    expect((await set()).problem.code).toBe('step_up_required');
    expect(fieldsOf(await comeBack(browser, login, { start: await begin() }))).toEqual(LANDED);
    expect(await standing(browser)).toMatchObject({ step: 'done', purpose: 'step_up' });
    expect((await set()).status).toBe(200);
  });

  it('has a self-exclusion carried over to the next user that the Google account registers', async () => {
    const { id, token, browser, link, prove } = await owner();
    await prove();
    const until = new Date(test.clock.now().getTime() + 200 * 86_400_000);
    const row = { user_id: id, kind: 'self_exclusion', began_at: test.clock.now(), until };
    await test.deps.db
      .insertInto('exclusions')
      .values({ ...row, id: randomUUID() })
      .execute();
    const { login } = person({ email_verified: false });
    await link(login);
    const [linked] = await linksOf(id);
    expect((await browser.call(unlinkAccount, { id: linked!.id }, { token })).status).toBe(200);
    const elsewhere = visitor(test.app);
    await comeBack(elsewhere, login);
    const { reply } = await elsewhere.call(registerWithOAuth, AGREED);
    expect(reply.user.id).not.toBe(id);
    const followed = await test.deps.db.selectFrom('exclusions').select('until').where('user_id', '=', reply.user.id).execute();
    expect(followed).toEqual([{ until }]);
  });

  it('cannot step up with Google without a linked account', async () => {
    const { begin } = await owner();
    expect((await begin('step_up')).problem.code).toBe('not_found');
  });

  it('unlinks an account after a step-up, is notified, and cannot unlink the last sign-in method', async () => {
    const { id, email, browser, token, link, prove } = await owner();
    await prove();
    await link(person().login);
    const [linked] = await linksOf(id);
    const stranger = await owner();
    await stranger.prove();
    await test.deps.db.deleteFrom('messages').execute();
    expect((await browser.call(unlinkAccount, { id: linked!.id }, { token: stranger.token })).problem.code).toBe('not_found');
    expect(await takeMessages(test)).toEqual([]);
    const rush = await Promise.all([1, 2].map(() => browser.call(unlinkAccount, { id: linked!.id }, { token })));
    expect(rush.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await takeMessages(test)).map(({ to, content }) => [to, content.kind])).toEqual([[email, 'account_unlinked']]);

    const only = await registered();
    const [last] = await linksOf(only.user.id);
    const unlink = () => only.browser.call(unlinkAccount, { id: last!.id }, { token: only.token });
    expect((await unlink()).problem.code).toBe('step_up_required');
    const { url } = (await only.browser.call(beginOAuth, { provider: 'google', purpose: 'step_up' }, { token: only.token })).reply;
    await comeBack(only.browser, only.login, { start: url });
    expect((await unlink()).problem.code).toBe('last_sign_in_method');
    expect(await linksOf(only.user.id)).toHaveLength(1);
  });
});
