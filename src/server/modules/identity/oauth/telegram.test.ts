import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getOverview } from '#contract/account.ts';
import { refresh, stepUp } from '#contract/auth.ts';
import { beginOAuth, getOAuthFlow, registerWithOAuth } from '#contract/oauth.ts';
import { createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { createOwner, OWNER_PASSWORD, signIn } from '#test/support/owner.ts';
import { runJob } from '#test/support/run-job.ts';
import {
  callbackAddress,
  signLogin,
  startTelegramSignIn,
  type TelegramLogin,
  type TelegramSignIn,
  walkThroughTelegram,
} from '#test/support/telegram-sign-in.ts';
import { type Visitor, visitor } from '#test/support/visitor.ts';

const TOKEN = '123456:AbCdEfGhIjKlMnOpQrStUv';
const START = '/api/auth/telegram/start?next=%2Fbets';
const AGREED = { agree: true, adult: true };

let telegram: TelegramSignIn;
let test: TestApp;

beforeAll(async () => {
  telegram = await startTelegramSignIn(TOKEN, () => test.clock.now());
  test = await createTestApp({ TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_OAUTH_URL: telegram.url });
});
afterAll(async () => {
  await test.database.drop();
  await telegram.close();
});

let serial = 1_000;
beforeEach(async () => {
  test.clock.set(TEST_NOW);
  await test.deps.db.deleteFrom('messages').execute();
  telegram.person = { id: ++serial, first_name: 'Anh', last_name: 'Nguyễn', username: `anh_${serial}` };
});

const fieldsOf = ({ pathname, searchParams }: URL) => ({ pathname, ...Object.fromEntries(searchParams) });
const LANDED = { pathname: '/sign-in', provider: 'telegram', next: '/bets' };
const FAILED = { ...LANDED, error: 'oauth_failed' };
const INCOMPLETE = { ...LANDED, error: 'oauth_incomplete' };
const standing = async (browser: Visitor) => (await browser.call(getOAuthFlow, {})).reply;
const isSignedIn = async (browser: Visitor) => Boolean((await browser.call(refresh, {})).reply.access);
const linkOf = (subject: string | number) =>
  test.deps.db
    .selectFrom('linked_accounts')
    .selectAll()
    .where('type', '=', 'telegram')
    .where('subject', '=', String(subject))
    .executeTakeFirst();

/** Goes to Telegram; returns the state that has to come back. */
async function leave(browser: Visitor): Promise<string> {
  const { location } = await browser.open(START);
  return new URL(location.searchParams.get('return_to')!).searchParams.get('state')!;
}

async function comeBack(browser: Visitor, choice: 'accept' | 'cancel' = 'accept', start = START): Promise<URL> {
  const address = start.startsWith('/') ? (await browser.open(start)).location.href : start;
  return (await browser.open(await walkThroughTelegram(address, choice))).location;
}

async function registered() {
  const browser = visitor(test.app);
  await comeBack(browser);
  const { reply } = await browser.call(registerWithOAuth, AGREED);
  return { browser, token: reply.access, user: reply.user };
}

const nowSeconds = () => Math.floor(test.clock.now().getTime() / 1000);
const login = (values: TelegramLogin = {}): TelegramLogin => ({ ...telegram.person, auth_date: nowSeconds(), ...values });
/** Comes back with this login, in a new browser that was at Telegram; returns where it lands, and the step. */
async function bring(sent: TelegramLogin) {
  const browser = visitor(test.app);
  const { location } = await browser.open(callbackAddress(await leave(browser), sent));
  expect(await isSignedIn(browser)).toBe(false);
  return { ...fieldsOf(location), step: (await standing(browser)).step };
}

describe('a new user', () => {
  it('goes to Telegram, comes back, agrees, and gets an account without an address', async () => {
    const browser = visitor(test.app);
    const { location } = await browser.open(START);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      bot_id: '123456',
      origin: 'http://localhost',
      request_access: 'write',
    });
    expect(location.href).not.toContain(TOKEN.split(':')[1]);
    expect(fieldsOf(await comeBack(browser, 'accept', location.href))).toEqual(LANDED);
    expect(await standing(browser)).toEqual({
      ...{ step: 'register', provider: 'telegram', purpose: 'sign_in' },
      ...{ email: null, display_name: 'Anh Nguyễn' },
    });
    const { status, reply } = await browser.call(registerWithOAuth, { ...AGREED, display_name: 'Anh' });
    expect([status, reply.user.email, reply.user.display_name]).toEqual([201, null, 'Anh']);
    expect(await linkOf(telegram.person.id)).toMatchObject({
      user_id: reply.user.id,
      identifier: `@${telegram.person.username}`,
    });
    const overview = (await browser.call(getOverview, {}, { token: reply.access })).reply;
    expect(overview).toMatchObject({ telegram_bound: false, linked_accounts: [{ type: 'telegram', identifier: '@a***' }] });
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('without a Telegram username is labelled with the name', async () => {
    telegram.person = { id: ++serial, first_name: 'Minh' };
    const { user } = await registered();
    expect(user.display_name).toBe('Minh');
    expect((await linkOf(telegram.person.id))?.identifier).toBe('Minh');
  });

  it('gets one account, even from two browsers at once', async () => {
    const browsers = [visitor(test.app), visitor(test.app)];
    for (const browser of browsers) {
      await comeBack(browser);
      test.clock.advance(1_000);
    }
    const tries = await Promise.all([...browsers, ...browsers].map((browser) => browser.call(registerWithOAuth, AGREED)));
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(tries.find(({ status }) => status === 409)?.problem.code).toBe('telegram_already_bound');
  });

  it('may cancel at Telegram', async () => {
    const browser = visitor(test.app);
    expect(fieldsOf(await comeBack(browser, 'cancel'))).toEqual(INCOMPLETE);
    expect(await standing(browser)).toMatchObject({ step: 'none' });
  });
});

it('signs in the user of a linked account, and links each account to one user only', async () => {
  const { user } = await registered();
  test.clock.advance(1_000);
  const browser = visitor(test.app);
  expect(fieldsOf(await comeBack(browser))).toEqual(LANDED);
  expect(await standing(browser)).toMatchObject({ step: 'done', purpose: 'sign_in' });
  expect(await isSignedIn(browser)).toBe(true);

  const owner = await createOwner(test);
  const { token } = await signIn(test, owner);
  const home = visitor(test.app);
  await home.call(stepUp, { password: OWNER_PASSWORD }, { token });
  const begin = async () => home.call(beginOAuth, { provider: 'telegram', purpose: 'link', next: '/bets' }, { token });
  test.clock.advance(1_000);
  expect(fieldsOf(await comeBack(home, 'accept', (await begin()).reply.url))).toEqual({ ...LANDED, error: 'telegram_already_bound' });
  expect((await linkOf(telegram.person.id))?.user_id).toBe(user.id);
  telegram.person = { id: ++serial, first_name: 'Lan' };
  expect(fieldsOf(await comeBack(home, 'accept', (await begin()).reply.url))).toEqual(LANDED);
  expect((await linkOf(telegram.person.id))?.user_id).toBe(owner.id);
  expect((await begin()).problem.code).toBe('oauth_already_linked');
});

describe('a Telegram login', () => {
  it('is valid for five minutes, and up to a minute before its time', async () => {
    for (const auth_date of [nowSeconds() - 300, nowSeconds() + 60])
      expect(await bring(signLogin(TOKEN, login({ auth_date })))).toEqual({ ...LANDED, step: 'register' });
    for (const auth_date of [nowSeconds() - 301, nowSeconds() + 61, 0, 99_999_999_999])
      expect(await bring(signLogin(TOKEN, login({ auth_date })))).toEqual({ ...FAILED, step: 'none' });
  });

  it('is accepted once, in any browser and at any time', async () => {
    const sent = signLogin(TOKEN, login());
    const tries = await Promise.all(Array.from({ length: 10 }, () => bring(sent)));
    expect(tries.filter(({ step }) => step === 'register')).toHaveLength(1);
    expect(tries.filter(({ step }) => step === 'none')).toHaveLength(9);
    expect(await bring({ ...sent, hash: sent.hash.toUpperCase() })).toEqual({ ...FAILED, step: 'none' });
    test.clock.advance(4 * 60_000);
    await runJob(test.deps, 'sign-in proofs');
    expect(await bring(sent)).toEqual({ ...FAILED, step: 'none' });
  });

  it('is deleted from the list of used proofs after it expires', async () => {
    const proofs = async () => (await test.deps.db.selectFrom('sign_in_proofs_taken').selectAll().execute()).length;
    await bring(signLogin(TOKEN, login()));
    expect(await proofs()).toBeGreaterThan(0);
    test.clock.advance(30 * 60_000);
    await runJob(test.deps, 'sign-in proofs');
    expect(await proofs()).toBe(0);
  });

  it('may contain fields that Telegram adds later', async () => {
    expect(await bring(signLogin(TOKEN, login({ photo_url: 'https://t.me/i/1.jpg', is_new: 'yes' })))).toEqual({
      ...LANDED,
      step: 'register',
    });
  });

  const ALTERED: [string, (sent: TelegramLogin) => TelegramLogin][] = [
    ...['id', 'first_name', 'last_name', 'username', 'auth_date', 'photo_url'].flatMap((name): (typeof ALTERED)[number][] => [
      [`another ${name}`, (sent) => ({ ...sent, [name]: `${sent[name]}1` })],
      [`no ${name}`, ({ [name]: _, ...sent }) => sent],
      [`an empty ${name}`, (sent) => ({ ...sent, [name]: '' })],
    ]),
    ['something more', (sent) => ({ ...sent, admin: 'true' })],
    ['another hash', (sent) => ({ ...sent, hash: 'a'.repeat(64) })],
    ['a short hash', (sent) => ({ ...sent, hash: String(sent.hash).slice(0, 62) })],
    ['a hash that is none', (sent) => ({ ...sent, hash: 'zz'.repeat(32) })],
    ['a hash of two lines', (sent) => ({ ...sent, hash: `${sent.hash}\n` })],
    ['the hash of another bot', ({ hash: _, ...sent }) => signLogin('123456:another_token_of_a_bot', sent)],
    ['the hash of no token', ({ hash: _, ...sent }) => signLogin('', sent)],
    ['names moved into one another', ({ last_name, ...sent }) => ({ ...sent, first_name: `${sent.first_name}\nlast_name=${last_name}` })],
    ['fields that look like others', ({ id, ...sent }) => ({ ...sent, first_name: `${sent.first_name}\nid=${id}`, Id: String(id) })],
  ];

  it.each(ALTERED)('with %s is rejected', async (_, alter) => {
    const sent = signLogin(TOKEN, login({ photo_url: 'https://t.me/i/1.jpg' }));
    expect(await bring(alter(sent))).toEqual({ ...FAILED, step: 'none' });
  });

  it.each([
    ['no id', ({ id: _, ...values }: TelegramLogin) => values],
    ['an id that is a name', (values: TelegramLogin) => ({ ...values, id: 'anh' })],
    ['the id of a group', (values: TelegramLogin) => ({ ...values, id: -100 })],
    ['no time', ({ auth_date: _, ...values }: TelegramLogin) => values],
    ['a line break in a name', (values: TelegramLogin) => ({ ...values, first_name: 'A\nb=c' })],
    ['a NUL in a name', (values: TelegramLogin) => ({ ...values, first_name: 'A\0' })],
  ])('that is signed but has %s is rejected', async (_, alter) => {
    expect(await bring(signLogin(TOKEN, alter(login()) as TelegramLogin))).toEqual({ ...FAILED, step: 'none' });
  });

  it('with a duplicate field is rejected', async () => {
    const browser = visitor(test.app);
    const address = callbackAddress(await leave(browser), signLogin(TOKEN, login()));
    expect(fieldsOf((await browser.open(`${address}&id=1`)).location)).toEqual(FAILED);
  });

  it('without a hash is incomplete', async () => {
    expect(await bring(login())).toEqual({ ...INCOMPLETE, step: 'none' });
  });

  it('signs nobody in when it is brought to another browser', async () => {
    const mine = visitor(test.app);
    const state = await leave(mine);
    const sent = signLogin(TOKEN, login());
    const victim = visitor(test.app);
    const theirs = await leave(victim);
    for (const [browser, brought] of [
      [victim, state],
      [visitor(test.app), state],
      [visitor(test.app), theirs],
      [mine, `${state}x`],
      [mine, ''],
    ] as const) {
      const { location } = await browser.open(callbackAddress(brought, sent));
      expect(location.searchParams.get('error')).toBe('oauth_incomplete');
      expect(await isSignedIn(browser)).toBe(false);
    }
    expect(fieldsOf((await mine.open(callbackAddress(state, sent))).location)).toEqual(LANDED);
  });

  it('is not accepted by the callback of Google', async () => {
    const browser = visitor(test.app);
    const address = callbackAddress(await leave(browser), signLogin(TOKEN, login())).replace('telegram', 'google');
    expect(fieldsOf((await browser.open(address)).location)).toMatchObject({ provider: 'google', error: 'oauth_incomplete' });
  });
});
