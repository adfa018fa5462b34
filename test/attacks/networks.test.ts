import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getCaptcha, login, register } from '#contract/auth.ts';
import { getReceiptFile } from '#contract/receipts.ts';
import { countryOf } from '#server/platform/country.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { addToTallies } from '#server/platform/http/limit-counts.ts';
import { networkLoad } from '#server/platform/http/network-load.ts';
import { networkTiers } from '#server/platform/http/network-tiers.ts';
import { createOperator, openConsole } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { encodeCaptcha, solveCaptcha, solveCaptchaInTime } from '#test/support/captcha.ts';
import { takeCode } from '#test/support/messages.ts';
import { createOwner, OWNER_PASSWORD } from '#test/support/owner.ts';
import { registration } from '#test/support/sign-in.ts';
import { NEW_PASSWORD, openBrowser, outcomeOf } from './browsers.ts';

const test = useTestApp({ TRUST_PROXY: '127.0.0.1', FEED: 'none', REGISTER_PER_HOUR: '5', LOGIN_PER_IP_15_MINUTES: '50' });

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
});

const from = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } });
const guess = async (email: string, ip: string, password = 'Wrong7Horse') =>
  outcomeOf(await callApp(test.current.app, login, { email, password, captcha: await solveCaptcha(test.current.app, 'login') }, from(ip)));

/** Returns an address in the nth /64 of a /48. */
const inBlock = (n: number) => `2001:db8:7:${n.toString(16)}::1`;

describe('an attacker with a whole /48', () => {
  it('can guess at one account 20 times in 15 minutes, not ten times from each /64', async () => {
    const { email } = await createOwner(test.current);
    const outcomes: string[] = [];
    for (let n = 0; n < 24; n++) outcomes.push(await guess(email, inBlock(n * 256)));
    expect(outcomes.filter((outcome) => outcome === 'invalid_credentials')).toHaveLength(20);
    expect(outcomes.slice(20)).toEqual(Array.from({ length: 4 }, () => 'rate_limited'));
    expect(await guess(email, '2001:db8:8::1', OWNER_PASSWORD)).toBe('done');
  });

  it('can guess 15 times from a /56', async () => {
    const { email } = await createOwner(test.current);
    const outcomes: string[] = [];
    for (let n = 0; n < 18; n++) outcomes.push(await guess(email, inBlock(n)));
    expect(outcomes.filter((outcome) => outcome === 'invalid_credentials')).toHaveLength(15);
  });

  it('can register ten accounts an hour, seven from a /56 and five from a /64', async () => {
    const enter = async (ip: string) => {
      const captcha = await solveCaptchaInTime(test.current, 'register');
      return outcomeOf(await callApp(test.current.app, register, { ...registration(), captcha }, from(ip)));
    };
    const tryAll = async (ips: string[]) => {
      await test.current.deps.db.deleteFrom('rate_limits').execute();
      let done = 0;
      for (const ip of ips) if ((await enter(ip)) === 'done') done += 1;
      return done;
    };
    expect(await tryAll(Array.from({ length: 12 }, (_, n) => inBlock(n * 256)))).toBe(10);
    expect(await tryAll(Array.from({ length: 9 }, (_, n) => inBlock(n)))).toBe(7);
    expect(await tryAll(Array.from({ length: 7 }, (_, n) => `2001:db8:7::${n + 1}`))).toBe(5);
  });

  it('can request 120 receipts in ten minutes, not 60 from each /64', async () => {
    const ask = async (ip: string) =>
      (await callApp(test.current.app, getReceiptFile, { id: '00000000-0000-4000-8000-000000000001' } as never, from(ip))).status;
    const statuses: number[] = [];
    for (let n = 0; n < 125; n++) statuses.push(await ask(inBlock(n * 256)));
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('can send four times as many general requests as one household', async () => {
    const limit = createGeneralLimit(10);
    const let_in = async (ips: string[]) => {
      let count = 0;
      for (const ip of ips)
        count += await limit(ip).then(
          () => 1,
          () => 0,
        );
      return count;
    };
    expect(await let_in(Array.from({ length: 100 }, (_, n) => inBlock(n * 256)))).toBe(40);
    expect(await let_in(Array.from({ length: 300 }, (_, n) => `198.18.0.${n % 256}`))).toBe(160);
    expect(await let_in(Array.from({ length: 30 }, () => '198.18.7.1'))).toBe(10);
  });
});

describe('guesses at one account from many addresses', () => {
  it('are limited to 100 a day for unknown browsers, and never block a known browser', async () => {
    const { email } = await createOwner(test.current);
    const own = openBrowser(test.current, '192.0.2.1');
    expect((await own.signIn(email)).status).toBe(200);
    const outcomes = await Promise.all(Array.from({ length: 110 }, (_, n) => guess(email, `198.18.${n}.7`)));
    expect(outcomes.filter((outcome) => outcome === 'invalid_credentials')).toHaveLength(100);
    expect(await guess(email, '198.19.0.1', OWNER_PASSWORD)).toBe('rate_limited');
    expect((await own.signIn(email)).status).toBe(200);
    // A user without a known browser resets the password by mail, and then has one.
    const another = openBrowser(test.current, '198.19.0.2');
    await another.forgot(email);
    const code = await takeCode(test.current, email);
    expect(outcomeOf(await another.reset(email, code))).toBe('done');
    expect((await another.signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('do not reveal whether the account exists', async () => {
    const outcomes = await Promise.all(Array.from({ length: 105 }, (_, n) => guess('not-here@example.com', `198.18.${n}.7`)));
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(5);
  });

  it('gain nothing from a made-up device cookie', async () => {
    const { email } = await createOwner(test.current);
    for (let n = 0; n < 10; n++) await guess(email, '198.18.0.7');
    const liar = openBrowser(test.current, '198.18.0.7');
    liar.jar.take(new Headers([['Set-Cookie', `device=${crypto.randomUUID()}`]]));
    expect((await liar.signIn(email)).status).toBe(429);
  });
});

describe('honest users behind one address', () => {
  it('can all sign in, like a university with any number of users', async () => {
    const { email } = await createOwner(test.current);
    for (let n = 0; n < 60; n++) expect(await guess(email, '198.18.0.1', OWNER_PASSWORD)).toBe('done');
  });

  it('can sign in from known browsers although a neighbour uses up all attempts of the address', async () => {
    const { email } = await createOwner(test.current);
    const own = openBrowser(test.current, '198.18.0.1');
    expect((await own.signIn(email)).status).toBe(200);
    for (let n = 0; n < 50; n++) await guess(`neighbour${n}@example.com`, '198.18.0.1');
    expect(await guess(email, '198.18.0.1', OWNER_PASSWORD)).toBe('rate_limited');
    expect((await own.signIn(email)).status).toBe(200);
    // Their own wrong attempts are limited as well.
    for (let n = 0; n < 10; n++) await own.signIn(email, 'Wrong7Horse');
    expect((await own.signIn(email)).status).toBe(429);
  });
});

describe('a network with many failures', () => {
  const CARRIER = '1.1.1.1';
  const neighbour = (n: number) => CARRIER.replace(/\d+$/, String(n));
  let network: string;
  beforeAll(() => {
    network = networkTiers(CARRIER).find(({ tier }) => tier === 'network')?.network ?? '';
    expect([countryOf(CARRIER), network]).not.toContain('');
  });

  it('is not blocked: its captchas get harder, and an easier one is rejected', async () => {
    const { email } = await createOwner(test.current);
    const easy = await solveCaptcha(test.current.app, 'login');
    const load = networkLoad(test.current.deps, 'login', 50, 15 * 60);
    for (let n = 0; n < 30; n++)
      await Promise.all(Array.from({ length: 100 }, () => addToTallies(test.current.deps, load.tallies(CARRIER), 1)));
    expect(await load.work(neighbour(9))).toBe(4);
    const enter = async (captcha: string) =>
      outcomeOf(await callApp(test.current.app, login, { email, password: OWNER_PASSWORD, captcha }, from(neighbour(9))));
    expect(await enter(easy)).toBe('captcha_failed');
    const harder = await callApp(test.current.app, getCaptcha, { action: 'login' }, from(neighbour(9)));
    expect(harder.reply.parameters).toMatchObject({ data: { work: 4 } });
    const challenge = harder.reply as never;
    expect(await enter(encodeCaptcha({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }))).toBe('done');
  });
});

describe('the sign-in to the console', () => {
  it('requires a captcha after three failures from any address, so programs cannot continue guessing', async () => {
    const { email } = await createOperator(test.current, 'super');
    const console = openConsole(test.current, email);
    const wrong = { password: 'Wrong7Horse' };
    for (let n = 0; n < 3; n++) expect(await console.login(wrong, from(`198.18.${n}.7`).headers)).toBe('invalid_credentials');
    expect(await console.login({}, from('198.18.9.7').headers)).toBe('captcha_required');
    const users = await solveCaptcha(test.current.app, 'login');
    expect(await console.login({ captcha: users }, from('198.18.9.7').headers)).toBe('captcha_failed');
    const captcha = await solveCaptcha(test.current.app, 'admin_login');
    expect(await console.login({ ...wrong, captcha }, from('198.18.9.7').headers)).toBe('invalid_credentials');
    expect(await console.login({ captcha }, from('198.18.9.7').headers)).toBe('captcha_failed');
    expect(await console.login({ captcha: await solveCaptcha(test.current.app, 'admin_login') }, from('198.18.9.7').headers)).toBe('done');
  });
});
