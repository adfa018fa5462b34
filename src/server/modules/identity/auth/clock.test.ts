import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { logout, me, refresh } from '#contract/auth.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { issueCode } from '#server/modules/identity/codes/issue.ts';
import { spendCode } from '#server/modules/identity/codes/service.ts';
import { createEndedSessions } from '#server/platform/http/ended-sessions.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { freshEmail, PASSWORD, signIn } from '#test/support/sign-in.ts';
import { createUser } from './registration.ts';
import { noticeEndedSessions } from './sessions.ts';

/**
 * Expected behaviour when the server's clock is set an hour forward or back: signed-in users stay signed in, at most with a new access
 * token, which their page requests by itself; nothing is mistaken for a theft; and signed-out users stay out.
 */
const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });
const jump = (ms: number) => test.current.clock.advance(ms);
afterEach(() => test.current.clock.set(TEST_NOW));

const cookieOf = (headers: Headers) => /^refresh=([\w-]+)/.exec(headers.getSetCookie()[0] ?? '')?.[1];

/** Signs in a browser; returns its access token and its refresh cookie. */
async function signedIn() {
  const email = freshEmail();
  await createUser(test.current.deps, { email, password: PASSWORD, locale: 'en', ip: null, invitation: null });
  const { reply, headers } = await signIn(test.current, { email, remember: true });
  return { access: reply.access, cookie: cookieOf(headers)! };
}

const ask = async (token: string) => {
  const { status, problem } = await callApp(test.current.app, me, {}, { token });
  return status === 200 ? 'let in' : problem.code;
};
async function renew(cookie: string) {
  const { status, reply, headers } = await callApp(test.current.app, refresh, {}, { headers: { Cookie: `refresh=${cookie}` } });
  return { status, access: reply?.access, cookie: cookieOf(headers) };
}

describe('an access token issued before the clock was set', () => {
  it.each([HOUR_MS, -HOUR_MS])('by %i ms is rejected as expired, and the browser gets another with the usual lifetime', async (ms) => {
    const { access, cookie } = await signedIn();
    jump(ms);
    expect(await ask(access)).toBe('token_expired');
    const fresh = await renew(cookie);
    expect([fresh.status, await ask(fresh.access)]).toEqual([200, 'let in']);
    jump(15 * MINUTE_MS - SECOND_MS);
    expect(await ask(fresh.access)).toBe('let in');
    jump(SECOND_MS);
    expect(await ask(fresh.access)).toBe('token_expired');
  });

  it('by minutes, as clocks of two processes may differ, stays valid', async () => {
    const { access } = await signedIn();
    jump(-5 * MINUTE_MS);
    expect(await ask(access)).toBe('let in');
    jump(-SECOND_MS);
    expect(await ask(access)).toBe('token_expired');
  });

  it('forward and back again stays valid', async () => {
    const { access } = await signedIn();
    jump(HOUR_MS);
    expect(await ask(access)).toBe('token_expired');
    jump(-HOUR_MS);
    expect(await ask(access)).toBe('let in');
  });
});

describe('a session that was signed out', () => {
  const signOut = (cookie: string) => callApp(test.current.app, logout, {}, { headers: { Cookie: `refresh=${cookie}` } });

  it.each([-HOUR_MS, -5 * MINUTE_MS])('after the clock was set by %i ms stays ended, however much time passes', async (ms) => {
    const { access, cookie } = await signedIn();
    jump(ms);
    const later = await renew(cookie);
    await signOut(cookie);
    for (let minute = 0; minute <= 90; minute++) {
      await noticeEndedSessions(test.current.deps);
      for (const token of [access, later.access]) expect(await ask(token)).not.toBe('let in');
      jump(MINUTE_MS);
    }
    expect((await renew(later.cookie!)).status).toBe(401);
  });

  it('before the clock was set forward and back again stays ended, in other processes as well', async () => {
    const { access, cookie } = await signedIn();
    await signOut(cookie);
    const deps = { ...test.current.deps, endedSessions: createEndedSessions(test.current.clock.now) };
    for (const ms of [0, HOUR_MS, -HOUR_MS, -HOUR_MS]) {
      jump(ms);
      await noticeEndedSessions(test.current.deps);
      await noticeEndedSessions(deps);
      expect(await ask(access)).not.toBe('let in');
    }
    jump(HOUR_MS);
    const session = JSON.parse(Buffer.from(access.split('.')[1]!, 'base64url').toString()).sid;
    expect([await ask(access), deps.endedSessions.has(session)]).toEqual(['session_expired', true]);
  });
});

describe('a chain of refresh tokens', () => {
  it('stays valid when the clock is set back between a token and its successor, and between two tabs', async () => {
    const { cookie: first } = await signedIn();
    const second = (await renew(first)).cookie!;
    jump(-HOUR_MS);
    const third = (await renew(second)).cookie!;
    // The late tab: the successor of its token was used, and the token itself was used at a time that is now in the future.
    expect(await renew(first)).toMatchObject({ status: 200, cookie: undefined });
    expect((await renew(third)).status).toBe(200);
  });

  it('stays valid when an answer is lost while the clock jumps forward or back', async () => {
    for (const ms of [HOUR_MS, -HOUR_MS]) {
      const { cookie } = await signedIn();
      const lost = await renew(cookie);
      jump(ms);
      expect(await renew(cookie)).toMatchObject({ status: 200, cookie: lost.cookie });
    }
  });

  it('still ends on reuse of an old token once the clock has passed the moment of its first use', async () => {
    const { cookie: first } = await signedIn();
    const second = (await renew(first)).cookie!;
    const third = (await renew(second)).cookie!;
    jump(-HOUR_MS);
    expect((await renew(third)).status).toBe(200);
    jump(HOUR_MS + 31 * SECOND_MS);
    expect((await renew(first)).status).toBe(401);
    expect((await renew(third)).status).toBe(401);
  });

  it('of an honest browser never ends, whenever the clock jumps', async () => {
    const wake = fc.record({
      afterMinutes: fc.integer({ min: 1, max: 600 }),
      // For each tab: how the clock jumps before its request, and whether it receives the answer.
      tabs: fc.array(fc.record({ ms: fc.constantFrom(0, 0, HOUR_MS, -HOUR_MS), hears: fc.boolean() }), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(wake, { maxLength: 5 }), async (wakes) => {
        test.current.clock.set(TEST_NOW);
        let { cookie: jar } = await signedIn();
        for (const { afterMinutes, tabs } of wakes) {
          jump(afterMinutes * MINUTE_MS);
          const sent = jar;
          for (const { ms, hears } of tabs) {
            jump(ms);
            const { status, access, cookie } = await renew(sent);
            expect([status, await ask(access)]).toEqual([200, 'let in']);
            if (hears) jar = cookie ?? jar;
          }
        }
        expect((await renew(jar)).status).toBe(200);
      }),
      { numRuns: 12 },
    );
  });
});

describe('sign-in and sign-out', () => {
  it('work after the clock was set back', async () => {
    const email = freshEmail();
    await createUser(test.current.deps, { email, password: PASSWORD, locale: 'en', ip: null, invitation: null });
    jump(-HOUR_MS);
    const { reply, headers } = await signIn(test.current, { email });
    expect(await ask(reply.access)).toBe('let in');
    jump(-HOUR_MS);
    await callApp(test.current.app, logout, {}, { headers: { Cookie: `refresh=${cookieOf(headers)}` } });
    expect((await renew(cookieOf(headers)!)).status).toBe(401);
  });

  it('with an emailed code: an earlier code stays valid, or is replaced by a new one', async () => {
    const { deps } = test.current;
    const use = { purpose: 'step_up', subject: freshEmail(), destination: 'minh@example.com', holder: 'session' } as const;
    const issue = () => transact(deps, async (db) => (await issueCode(deps, db, use)).code);
    const spend = (code: string) => transact(deps, (db) => spendCode(deps, db, { ...use, code }));
    const code = await issue();
    jump(HOUR_MS);
    expect(await spend(code)).toBe('expired');
    jump(-HOUR_MS);
    jump(-HOUR_MS);
    expect(await spend(code)).toBe('right');
    const [old, fresh] = [await issue(), await issue()];
    expect([old === fresh ? 'wrong' : await spend(old), await spend(fresh)]).toEqual(['wrong', 'right']);
  });
});
