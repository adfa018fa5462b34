import { afterEach, describe, expect, it } from 'vitest';
import { forgotPassword, login, openCodeLink, sendStepUpCode, stepUp } from '#contract/auth.ts';
import { requestRedeem, sendRedeemCode } from '#contract/withdrawals.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { solveCaptcha } from '#test/support/captcha.ts';
import { takeMessages } from '#test/support/messages.ts';
import { createOwner, OWNER_PASSWORD } from '#test/support/owner.ts';
import { createRedeemer } from '#test/support/redeemer.ts';
import { shownBy, turnOnSecondFactor } from '#test/support/second-factor.ts';
import { type Browser, NEW_PASSWORD, openBrowser, otherThan, outcomeOf } from './browsers.ts';

const test = useTestApp({ TRUST_PROXY: '127.0.0.1' });

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
  await test.current.deps.db.deleteFrom('messages').execute();
});

const owner = () => createOwner(test.current);
const browser = (ip?: string) => openBrowser(test.current, ip);

/** Simulates that a minute has passed: rate limits use the real clock. */
const waitForResend = () => test.current.deps.db.deleteFrom('rate_limits').where('key', 'like', 'code-resend%').execute();

/** Returns the code mails to an address since the last call, oldest first: the code, and what the link fills in. */
async function mailsTo(address: string) {
  const sent = (await takeMessages(test.current)).filter(({ to }) => to === address);
  return sent.flatMap(({ content }) => {
    if (!('code' in content)) return [];
    const link = new URLSearchParams(content.codeLink?.split('#')[1] ?? '');
    return [{ code: content.code, minutes: content.minutes, token: link.get('token') ?? undefined, email: link.get('email') }];
  });
}

const mailTo = async (address: string) => (await mailsTo(address)).at(-1) ?? expect.unreachable();

/** Uses up the account's daily attempts: from several browsers, each with its own codes. */
async function guessAway(email: string, failures = 10): Promise<void> {
  for (let left = failures; left > 0; ) {
    const stranger = browser(`198.51.100.${left}`);
    await stranger.forgot(email);
    const { code } = await mailTo(email);
    for (let tries = 0; tries < 5 && left > 0; tries++, left--)
      expect(outcomeOf(await stranger.reset(email, otherThan(code)))).toBe('invalid_code');
  }
  await test.current.deps.db.deleteFrom('rate_limits').execute();
}

describe('a stranger who requests codes in an owner’s name', () => {
  it('neither replaces nor invalidates the owner’s code', async () => {
    const { email } = await owner();
    const [own, stranger] = [browser(), browser('198.51.100.7')];
    await own.forgot(email);
    const { code } = await mailTo(email);
    await stranger.forgot(email);
    for (let tries = 0; tries < 8; tries++) await stranger.reset(email, otherThan(code));
    expect(outcomeOf(await own.reset(email, code))).toBe('done');
  });

  it('cannot use the owner’s code, even knowing all its digits', async () => {
    const { email } = await owner();
    const [own, stranger] = [browser(), browser('198.51.100.7')];
    await own.forgot(email);
    const { code } = await mailTo(email);
    expect(outcomeOf(await stranger.reset(email, code))).toBe('invalid_code');
    const thief = browser('198.51.100.8');
    await thief.forgot(email);
    expect(outcomeOf(await thief.reset(email, code))).toBe('invalid_code');
    expect(outcomeOf(await own.reset(email, code))).toBe('done');
  });

  it('uses up nothing of the allowance of a browser in which the owner was signed in', async () => {
    const { email } = await owner();
    const known = browser();
    await known.signIn(email);
    for (let n = 1; n <= 40; n++) await browser(`198.51.100.${n}`).forgot(email);
    await takeMessages(test.current);
    for (let sent = 1; sent <= 5; sent++) {
      expect(outcomeOf(await known.forgot(email))).toBe('done');
      expect(await mailsTo(email)).toHaveLength(1);
      await waitForResend();
    }
    await known.forgot(email);
    const [mail] = await mailsTo(email);
    expect(mail).toBeUndefined();
  });

  it('cannot flood the mailbox and learns nothing', async () => {
    const { email } = await owner();
    const answers = new Set<string>();
    for (const address of [email, 'nobody@example.com']) {
      for (let n = 1; n <= 30; n++) {
        const { status, reply } = await browser(`198.51.100.${n}`).forgot(address);
        answers.add(JSON.stringify([status, reply]));
      }
    }
    expect([...answers]).toEqual([JSON.stringify([200, { resend_seconds: 60, expires_seconds: 600 }])]);
    // Five a day, and then one an hour.
    expect(await mailsTo(email)).toHaveLength(6);
  });

  it('cannot lock out who reads the mailbox: there is always a mail whose link works, in any browser, whoever requested it', async () => {
    const { email } = await owner();
    const stranger = browser('198.51.100.7');
    for (let n = 1; n <= 12; n++) {
      await stranger.forgot(email);
      await waitForResend();
      await test.current.deps.db.deleteFrom('rate_limits').where('key', 'like', 'code-hour%').execute();
    }
    // What the stranger's browser can do to its own code: use up its attempts, and request more.
    for (let tries = 0; tries < 12; tries++) await stranger.reset(email, '000000');
    test.current.clock.advance(60 * MINUTE_MS);
    const own = browser();
    expect(outcomeOf(await own.forgot(email))).toBe('done');
    const { code, token, email: filledIn, minutes } = await mailTo(email);
    expect({ filledIn, minutes }).toEqual({ filledIn: email, minutes: 70 });
    expect(outcomeOf(await own.reset(email, code, token))).toBe('done');
    expect((await own.signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('cannot lock out users in the same network by using up everything: a link is not limited by network', async () => {
    const { email } = await owner();
    const [own, stranger] = [browser(), browser()];
    await own.forgot(email);
    const { code, token } = await mailTo(email);
    for (let n = 0; n < 51; n++) await stranger.reset(`nobody${n}@example.com`, '123456');
    expect(outcomeOf(await stranger.reset('nobody@example.com', '123456'))).toBe('rate_limited');
    expect(outcomeOf(await own.reset(email, code, token))).toBe('done');
  });
});

describe('guessing the codes of one account', () => {
  it('ends after ten failures a day over all browsers: then the link is required besides the digits', async () => {
    const { email } = await owner();
    await guessAway(email);
    const own = browser();
    await own.forgot(email);
    const { code, token } = await mailTo(email);
    expect(outcomeOf(await own.reset(email, code))).toBe('code_link_required');
    expect(outcomeOf(await own.reset(email, otherThan(code)))).toBe('code_link_required');
    expect(outcomeOf(await own.reset(email, code, 'a'.repeat(43)))).toBe('invalid_code');
    expect(outcomeOf(await own.reset(email, otherThan(code), token))).toBe('invalid_code');
    expect(outcomeOf(await own.reset(email, code, token))).toBe('done');
    expect(outcomeOf(await own.reset(email, code, token))).toBe('invalid_code');
  });

  it('ends the same way for an unknown address', async () => {
    const email = 'no-account@example.com';
    const outcomes: string[] = [];
    for (let n = 1; n <= 3; n++) {
      const stranger = browser(`198.51.100.${n}`);
      await stranger.forgot(email);
      for (let tries = 0; tries < 4; tries++) outcomes.push(outcomeOf(await stranger.reset(email, '123456')));
    }
    expect(outcomes.filter((outcome) => outcome === 'code_link_required').length).toBeGreaterThanOrEqual(1);
    expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'invalid_code'));
  });

  it('is limited to exactly ten when many guess at the same time', async () => {
    const { email } = await owner();
    const strangers = await Promise.all(
      Array.from({ length: 5 }, async (_, n): Promise<Browser> => {
        const stranger = browser(`198.51.100.${n}`);
        await stranger.forgot(email);
        return stranger;
      }),
    );
    const codes = new Set((await mailsTo(email)).map(({ code }) => code));
    const wrong = ['111111', '222222', '333333', '444444'].filter((code) => !codes.has(code));
    const answers = await Promise.all(strangers.flatMap((stranger) => wrong.map((code) => stranger.reset(email, code))));
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'invalid_code').length).toBeLessThanOrEqual(10);
  });

  it('is possible again a day later', async () => {
    const { email } = await owner();
    await guessAway(email);
    test.current.clock.advance(DAY_MS);
    const own = browser();
    await own.forgot(email);
    const { code } = await mailTo(email);
    expect(outcomeOf(await own.reset(email, code))).toBe('done');
  });

  it('uses up nothing with a reused captcha', async () => {
    const { email } = await owner();
    const captcha = await solveCaptcha(test.current.app, 'forgot');
    const { send } = browser();
    expect(outcomeOf(await send(forgotPassword, { email, captcha }))).toBe('done');
    expect(outcomeOf(await send(forgotPassword, { email, captcha }))).toBe('captcha_failed');
  });
});

describe('a thief with a session of their own', () => {
  it('can neither invalidate, replace nor use the owner’s step-up code, and uses up none of the owner’s allowance', async () => {
    const { email } = await owner();
    const [own, thief] = [browser(), browser('198.51.100.7')];
    const [mine, theirs] = [(await own.signIn(email)).reply.access, (await thief.signIn(email)).reply.access];
    expect(outcomeOf(await own.send(sendStepUpCode, {}, mine))).toBe('done');
    const { code } = await mailTo(email);
    expect(outcomeOf(await thief.send(stepUp, { code }, theirs))).toBe('invalid_code');
    for (let sent = 1; sent <= 6; sent++) {
      await thief.send(sendStepUpCode, {}, theirs);
      await waitForResend();
    }
    for (let tries = 0; tries < 6; tries++) await thief.send(stepUp, { code: otherThan(code) }, theirs);
    expect(outcomeOf(await own.send(stepUp, { code }, mine))).toBe('done');
    await waitForResend();
    expect(outcomeOf(await own.send(sendStepUpCode, {}, mine))).toBe('done');
  });

  it('can guess ten times a day; then the owner needs the link of the message in their own session, and clicks by the thief, or by the owner on the thief’s link, have no effect', async () => {
    const { email } = await owner();
    const [own, thief] = [browser(), browser('198.51.100.7')];
    const [mine, theirs] = [(await own.signIn(email)).reply.access, (await thief.signIn(email)).reply.access];
    for (let round = 0; round < 2; round++) {
      await thief.send(sendStepUpCode, {}, theirs);
      const { code } = await mailTo(email);
      for (let tries = 0; tries < 5; tries++) await thief.send(stepUp, { code: otherThan(code) }, theirs);
      await waitForResend();
    }
    await thief.send(sendStepUpCode, {}, theirs);
    const stolen = await mailTo(email);
    expect(outcomeOf(await thief.send(stepUp, { code: stolen.code }, theirs))).toBe('code_link_required');
    // The owner clicks the link of the thief's mail, without effect.
    expect(outcomeOf(await own.send(openCodeLink, { token: stolen.token! }, mine))).toBe('link_expired');
    expect(outcomeOf(await thief.send(stepUp, { code: stolen.code }, theirs))).toBe('code_link_required');
    await own.send(sendStepUpCode, {}, mine);
    const { code, token } = await mailTo(email);
    expect(outcomeOf(await own.send(stepUp, { code }, mine))).toBe('code_link_required');
    expect(outcomeOf(await own.send(openCodeLink, { token: token! }, mine))).toBe('done');
    expect(outcomeOf(await own.send(stepUp, { code }, mine))).toBe('done');
  });

  it('can guess the code of a withdrawal no more often than that', async () => {
    const user = await createRedeemer(test.current);
    const outcomes: string[] = [];
    for (let round = 0; round < 3; round++) {
      await waitForResend();
      expect(outcomeOf(await browser().send(sendRedeemCode, { channel: 'email' }, user.token))).toBe('done');
      const { code } = await mailTo(user.email);
      const guess = { points: 1_000, channel: 'email', code: otherThan(code) } as const;
      for (let tries = 0; tries < 5; tries++) {
        outcomes.push(outcomeOf(await callApp(test.current.app, requestRedeem, guess, { token: user.token, key: crypto.randomUUID() })));
      }
    }
    expect(outcomes.filter((outcome) => outcome === 'invalid_code')).toHaveLength(10);
    expect(outcomes.slice(10)).toEqual(Array.from({ length: 5 }, () => 'code_link_required'));
  });
});

describe('an attacker who has the password but not the authenticator', () => {
  it('can guess ten times a day, and never locks the owner out of a known browser', async () => {
    const { email } = await owner();
    const own = browser();
    const { access } = (await own.signIn(email)).reply;
    const app = await turnOnSecondFactor(test.current, access);
    test.current.clock.advance(MINUTE_MS);
    const shown = () => shownBy(app, test.current.clock.now());
    const enter = async (from: Browser, totp: string) =>
      outcomeOf(await from.send(login, { email, password: OWNER_PASSWORD, totp, captcha: await solveCaptcha(test.current.app, 'login') }));
    const wrong = otherThan(shown());
    for (let n = 0; n < 10; n++) expect(await enter(browser(`198.51.${n}.7`), wrong)).toBe('invalid_totp');
    expect(await enter(browser('198.51.77.7'), shown())).toBe('rate_limited');
    expect(await enter(browser('198.51.78.7'), app.recoveryCodes[0]!)).toBe('done');
    expect(await enter(own, shown())).toBe('done');
  });
});
