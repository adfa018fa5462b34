import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { logout, me, refresh } from '#contract/auth.ts';
import { DAY_MS, SECOND_MS } from '#domain/time.ts';
import { callApp, createTestApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { PASSWORD, signIn as signInTo } from '#test/support/sign-in.ts';
import { createUser } from './registration.ts';
import { purgeSessions } from './sessions.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });

let serial = 0;
afterEach(() => test.current.clock.set(TEST_NOW));

/** Signs in; returns the value of the refresh cookie. */
async function signIn({ remember = true, email = '' } = {}): Promise<string> {
  const { deps } = test.current;
  const address = email || `tab${++serial}@example.com`;
  if (!email) await createUser(deps, { email: address, password: PASSWORD, locale: 'en', ip: null, invitation: null });
  return tokenOf((await signInTo(test.current, { email: address, remember })).headers)!;
}

const tokenOf = (headers: Headers): string | undefined => /^refresh=([\w-]*)/.exec(headers.getSetCookie()[0] ?? '')?.[1];

const cookieHeader = (token: string | null): Record<string, string> => (token === null ? {} : { Cookie: `refresh=${token}` });

async function present(token: string | null, headers: Record<string, string> = {}) {
  const answer = await callApp(test.current.app, refresh, {}, { headers: { ...cookieHeader(token), ...headers } });
  return { ...answer, code: answer.problem.code, token: tokenOf(answer.headers) };
}

describe('refresh', () => {
  it('exchanges the token for its successor, in a cookie that only we read', async () => {
    const first = await signIn();
    test.current.clock.advance(10 * DAY_MS);
    const answer = await present(first);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^refresh=[\w-]{43}; Max-Age=1728000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/),
    ]);
    expect(answer.token).not.toBe(first);
    expect((await callApp(test.current.app, me, {}, { token: answer.reply.access })).status).toBe(200);
    const session = await test.current.deps.db.selectFrom('sessions').selectAll().orderBy('last_seen_at', 'desc').executeTakeFirstOrThrow();
    expect(session.last_seen_at).toEqual(test.current.clock.now());
  });

  it('stores no token that could be presented', async () => {
    const token = await signIn();
    const rows = await test.current.deps.db.selectFrom('refresh_tokens').selectAll().execute();
    expect(rows.every((row) => row.token_hash.length === 32 && !row.token_hash.equals(Buffer.from(token, 'base64url')))).toBe(true);
  });

  it('keeps two tabs that refresh at once signed in, with one successor', async () => {
    const first = await signIn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => present(first)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ token }) => token)).size).toBe(1);
    expect((await present(answers[0]!.token!)).status).toBe(200);
  });

  it('accepts the old token of a phone that lost the answer, however late', async () => {
    const first = await signIn();
    const lost = await present(first);
    test.current.clock.advance(20 * DAY_MS);
    const again = await present(first);
    expect(again).toMatchObject({ status: 200, token: lost.token });
  });

  it('honours an old token for 30 s after its first use, without overwriting the newer cookie', async () => {
    const first = await signIn();
    const second = (await present(first)).token!;
    const third = (await present(second)).token!;
    test.current.clock.advance(30 * SECOND_MS);
    const late = await present(first);
    expect(late).toMatchObject({ status: 200, token: undefined });
    expect((await present(third)).status).toBe(200);
  });

  it('ends the whole chain when an old token is used again', async () => {
    const first = await signIn();
    const second = (await present(first)).token!;
    const third = (await present(second)).token!;
    test.current.clock.advance(30 * SECOND_MS + 1);
    expect(await present(first)).toMatchObject({ status: 401, code: 'refresh_reused' });
    for (const token of [first, second, third]) expect(await present(token)).toMatchObject({ status: 401, code: 'refresh_reused' });
  });

  it('ends only the session of the reused token', async () => {
    const first = await signIn();
    const other = await signIn({ email: `tab${serial}@example.com` });
    await present((await present(first)).token!);
    test.current.clock.advance(31 * SECOND_MS);
    expect((await present(first)).status).toBe(401);
    expect((await present(other)).status).toBe(200);
  });

  it('stops working when the session expires: after a day, or 30 days with remember me', async () => {
    const { clock } = test.current;
    const [short, long] = [await signIn({ remember: false }), await signIn()];
    clock.advance(DAY_MS - 1);
    const next = await present(short);
    expect(next.status).toBe(200);
    expect(next.headers.getSetCookie()[0]).not.toContain('Max-Age');
    clock.advance(1);
    expect(await present(next.token!)).toMatchObject({ status: 401, code: 'session_expired' });
    clock.advance(29 * DAY_MS - 1);
    expect((await present(long)).status).toBe(200);
    clock.advance(1);
    expect(await present(long)).toMatchObject({ status: 401, code: 'session_expired' });
  });

  it('answers a guest, who has no cookie, with an empty token', async () => {
    const answer = await present(null);
    expect(answer).toMatchObject({ status: 200, reply: { access: '' } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await present('')).toMatchObject({ status: 200, reply: { access: '' } });
    expect(await present(null, { Origin: 'https://evil.example' })).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('refuses an unknown token', async () => {
    expect(await present('x'.repeat(43))).toMatchObject({ status: 401, code: 'session_expired' });
  });

  it('refuses a disabled account, until it is enabled again', async () => {
    const token = await signIn();
    const setStatus = (status: string) =>
      test.current.deps.db.updateTable('users').set({ status }).where('email', '=', `tab${serial}@example.com`).execute();
    await setStatus('disabled');
    expect(await present(token)).toMatchObject({ status: 403, code: 'account_disabled' });
    await setStatus('normal');
    expect((await present(token)).status).toBe(200);
  });

  it.each([
    ['another site', { Origin: 'https://evil.example' }],
    ['our name on another port', { Origin: 'http://localhost:81' }],
    ['a page without an origin', { Origin: 'null' }],
    ['no browser', { Origin: '' }],
  ])('refuses %s, and does not use up the token', async (_, headers) => {
    const token = await signIn();
    expect(await present(token, headers)).toMatchObject({ status: 403, code: 'forbidden' });
    const signedOut = await callApp(test.current.app, logout, {}, { headers: { Cookie: `refresh=${token}`, ...headers } });
    expect(signedOut).toMatchObject({ status: 403, problem: { code: 'forbidden' } });
    expect((await present(token)).status).toBe(200);
  });

  it('refuses unknown fields', async () => {
    const token = await signIn();
    const answer = await callApp(test.current.app, refresh, { token } as never, { headers: { Cookie: `refresh=${token}` } });
    expect(answer).toMatchObject({ status: 400, problem: { code: 'invalid_payload' } });
  });
});

describe('the refresh cookie', () => {
  /** Returns whether the cookies of a sign-in and of a refresh are https only. */
  async function areSecure(settings: Record<string, string>, headers: Record<string, string>): Promise<boolean[]> {
    const own = await createTestApp(settings);
    const { app, deps, database } = own;
    const email = 'a@example.com';
    await createUser(deps, { email, password: PASSWORD, locale: 'en', ip: null, invitation: null });
    const signedIn = await signInTo(own, { email }, { headers });
    const token = tokenOf(signedIn.headers)!;
    const refreshed = await callApp(app, refresh, {}, { headers: { ...headers, ...cookieHeader(token) } });
    await database.drop();
    // A sign-in also sets the two device cookies, for the paths of users and of admins; the same rule applies to them.
    expect(signedIn.headers.getSetCookie()).toHaveLength(3);
    return [...signedIn.headers.getSetCookie(), ...refreshed.headers.getSetCookie()].map((cookie) => cookie.includes('; Secure'));
  }

  it('is https only, except for a demo over plain http', async () => {
    expect(await areSecure({}, { Origin: 'http://localhost' })).toEqual([false, false, false, false]);
    expect(await areSecure({}, { Origin: 'https://localhost' })).toEqual([true, true, true, true]);
  });

  it('follows PUBLIC_URL, whatever host a proxy sends', async () => {
    const settings = { PUBLIC_URL: 'https://matchpoint.example/' };
    expect(await areSecure(settings, { Origin: 'https://matchpoint.example', Host: 'app:3000' })).toEqual([true, true, true, true]);
  });
});

describe('logout', () => {
  const leave = (token: string | null) => callApp(test.current.app, logout, {}, { headers: cookieHeader(token) });

  it('ends the session and clears the cookie, with any token of the chain', async () => {
    const first = await signIn();
    const second = (await present(first)).token!;
    const answer = await leave(first);
    expect(answer).toMatchObject({ status: 200, reply: {} });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^refresh=; Max-Age=0; Path=\/api\/auth;/);
    for (const token of [first, second]) expect(await present(token)).toMatchObject({ status: 401, code: 'session_expired' });
  });

  it('succeeds without a session', async () => {
    expect((await leave(null)).status).toBe(200);
    expect((await leave('unknown')).status).toBe(200);
    const token = await signIn();
    expect((await leave(token)).status).toBe(200);
    expect((await leave(token)).status).toBe(200);
  });
});

describe('old sessions', () => {
  it('are deleted 30 days after they ended', async () => {
    const { clock, deps } = test.current;
    await deps.db.deleteFrom('refresh_tokens').execute();
    await deps.db.deleteFrom('sessions').execute();
    const [short, long] = [await signIn({ remember: false }), await signIn()];
    await present(short);
    clock.advance(DAY_MS + 30 * DAY_MS);
    expect(await purgeSessions(deps)).toBe(0);
    clock.advance(1);
    expect(await purgeSessions(deps)).toBe(1);
    expect(await deps.db.selectFrom('refresh_tokens').selectAll().execute()).toHaveLength(1);
    expect(await present(long)).toMatchObject({ code: 'session_expired' });
    expect(await present(short)).toMatchObject({ code: 'session_expired' });
  });
});

describe('under any timing of tabs, networks and thieves', () => {
  /** A device with one cookie jar and several tabs, whose answers may arrive late, in any order, or never. */
  const wake = fc.record({
    afterSeconds: fc.integer({ min: 60, max: 5 * 86_400 }),
    tabs: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
    order: fc.array(fc.nat(100), { minLength: 4, maxLength: 4 }),
  });

  it('an honest device stays signed in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(wake, { maxLength: 5 }), async (wakes) => {
        test.current.clock.set(TEST_NOW);
        let jar = await signIn();
        for (const { afterSeconds, tabs, order } of wakes) {
          test.current.clock.advance(afterSeconds * SECOND_MS);
          // Every tab sends the token of the jar; `tabs` says whose answer arrives, `order` when.
          const answers = await Promise.all(tabs.map(() => present(jar)));
          expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200));
          const arrived = answers.map((answer, tab) => ({ answer, at: order[tab]!, isLost: !tabs[tab] })).filter(({ isLost }) => !isLost);
          for (const { answer } of arrived.sort((a, b) => a.at - b.at)) jar = answer.token ?? jar;
        }
        expect((await present(jar)).status).toBe(200);
      }),
      { numRuns: 40 },
    );
  });

  it("each token of a chain is accepted depending on its own first use and its successor's", async () => {
    const step = fc.record({
      back: fc.nat(3),
      afterSeconds: fc.oneof(fc.integer({ min: 0, max: 31 }), fc.integer({ min: 32, max: 86_400 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        test.current.clock.set(TEST_NOW);
        const chain = [await signIn()];
        const usedAt: (number | undefined)[] = [];
        let isEnded = false;
        for (const { back, afterSeconds } of steps) {
          test.current.clock.advance(afterSeconds * SECOND_MS);
          const now = test.current.clock.now().getTime();
          const index = Math.max(0, chain.length - 1 - back);
          const isReuse = usedAt[index] !== undefined && usedAt[index + 1] !== undefined && now - usedAt[index] > 30 * SECOND_MS;
          isEnded ||= isReuse;
          const answer = await present(chain[index]!);
          expect(answer).toMatchObject(isEnded ? { status: 401, code: 'refresh_reused' } : { status: 200 });
          if (isEnded) continue;
          // An answer to an old token does not overwrite a newer cookie.
          expect(answer.token === undefined).toBe(usedAt[index + 1] !== undefined);
          chain[index + 1] ??= answer.token!;
          expect(answer.token ?? chain[index + 1]).toBe(chain[index + 1]);
          usedAt[index] ??= now;
        }
      }),
      { numRuns: 60 },
    );
  });

  it('reuse of an old token ends the session for both the owner and the thief', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(2),
        fc.integer({ min: 2, max: 5 }),
        fc.integer({ min: 31, max: 86_400 }),
        async (before, ahead, lateSeconds) => {
          test.current.clock.set(TEST_NOW);
          let stolen = await signIn();
          for (let i = 0; i < before; i++) stolen = (await present(stolen)).token!;
          let jar = stolen;
          for (let i = 0; i < ahead; i++) jar = (await present(jar)).token!;
          test.current.clock.advance(lateSeconds * SECOND_MS);
          expect(await present(stolen)).toMatchObject({ status: 401, code: 'refresh_reused' });
          expect(await present(jar)).toMatchObject({ status: 401, code: 'refresh_reused' });
        },
      ),
      { numRuns: 15 },
    );
  });
});
