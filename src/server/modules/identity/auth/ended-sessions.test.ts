import { afterEach, describe, expect, it } from 'vitest';
import { logout, me, refresh } from '#contract/auth.ts';
import { listContests } from '#contract/contests.ts';
import { createApp } from '#server/app.ts';
import { createEndedSessions, REMEMBERED_MS } from '#server/platform/http/ended-sessions.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, type TestApp, useTestApp } from '#test/support/app.ts';
import { createMatch } from '#test/support/factories.ts';
import { signIn as signInTo, signUp } from '#test/support/sign-in.ts';
import { endSessionOf, endSessions, endSessionsWithin, noticeEndedSessions } from './sessions.ts';

const test = useTestApp();
afterEach(() => test.current.clock.set(TEST_NOW));

const cookieOf = (headers: Headers) => /^refresh=([\w-]+)/.exec(headers.getSetCookie()[0] ?? '')?.[1] ?? '';

/** Creates a user who is signed in on several devices. */
async function userOn(devices: number) {
  const { user } = (await signUp(test.current)).reply;
  const signedIn = await Promise.all(Array.from({ length: devices }, () => signInTo(test.current, { email: user.email })));
  return {
    user,
    devices: signedIn.map(({ reply, headers }) => ({ token: reply.access, cookie: cookieOf(headers), id: sessionOf(reply.access) })),
  };
}

const sessionOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid;
const ask = async (token: string, { app }: Pick<TestApp, 'app'> = test.current) => {
  const { status, problem } = await callApp(app, me, {}, { token });
  return status === 200 ? 'let in' : problem.code;
};
const renew = async (cookie: string) => (await callApp(test.current.app, refresh, {}, { headers: { Cookie: `refresh=${cookie}` } })).status;

/** Creates another process on the same database. */
function otherProcess(): Pick<TestApp, 'app' | 'deps'> {
  const deps = { ...test.current.deps, endedSessions: createEndedSessions(test.current.clock.now) };
  return { app: createApp(deps), deps };
}

describe('an access token is refused from the moment its session ends', () => {
  it('by signing out', async () => {
    const [here, there] = (await userOn(2)).devices;
    await callApp(test.current.app, logout, {}, { headers: { Cookie: `refresh=${here!.cookie}` } });
    expect([await ask(here!.token), await ask(there!.token)]).toEqual(['session_expired', 'let in']);
  });

  it('even on endpoints that allow guests, so that the page notices it', async () => {
    const { user, devices } = await userOn(1);
    const matchId = await createMatch(test.current.deps.db, { kickoffAt: new Date(TEST_NOW) });
    const list = () => callApp(test.current.app, listContests, { id: matchId }, { token: devices[0]!.token });
    expect((await list()).status).toBe(200);
    await endSessions(test.current.deps, user.id, { because: 'revoked' });
    expect(await list()).toMatchObject({ status: 401, problem: { code: 'session_expired' } });
  });

  it('by reuse of a refresh token', async () => {
    const [device] = (await userOn(1)).devices;
    const next = cookieOf((await callApp(test.current.app, refresh, {}, { headers: { Cookie: `refresh=${device!.cookie}` } })).headers);
    expect(await renew(next)).toBe(200);
    test.current.clock.advance(31_000);
    expect(await renew(device!.cookie)).toBe(401);
    expect(await ask(device!.token)).toBe('session_expired');
  });

  it('by ending one session by id, or all but one, from another device', async () => {
    const { deps } = test.current;
    const { user, devices } = await userOn(3);
    const [first, second, third] = devices;
    expect(await endSessionOf(deps, user.id, first!.id)).toBe(true);
    expect(await endSessionOf(deps, user.id, first!.id)).toBe(false);
    expect(await Promise.all(devices.map(({ token }) => ask(token)))).toEqual(['session_expired', 'let in', 'let in']);
    // The session that registration opened ends, too.
    expect(await endSessions(deps, user.id, { except: third!.id, because: 'password' })).toBe(2);
    expect(await endSessions(deps, user.id, { except: third!.id, because: 'password' })).toBe(0);
    expect(await Promise.all(devices.map(({ token }) => ask(token)))).toEqual(['session_expired', 'session_expired', 'let in']);
    expect(await Promise.all(devices.map(({ cookie }) => renew(cookie)))).toEqual([401, 401, 200]);
    const rows = await deps.db.selectFrom('sessions').select(['id', 'ended_because']).where('user_id', '=', user.id).execute();
    const because = Object.fromEntries(rows.map(({ id, ended_because }) => [id, ended_because]));
    expect([first, second, third].map((device) => because[device!.id])).toEqual(['revoked', 'password', null]);
  });

  it('but not when another user tries to end it', async () => {
    const { deps } = test.current;
    const [mine, theirs] = [await userOn(1), await userOn(1)];
    expect(await endSessionOf(deps, theirs.user.id, mine.devices[0]!.id)).toBe(false);
    await endSessions(deps, theirs.user.id, { because: 'not_me' });
    expect([await ask(mine.devices[0]!.token), await ask(theirs.devices[0]!.token)]).toEqual(['let in', 'session_expired']);
  });

  it('once each, when several requests end all sessions at the same time', async () => {
    const { user } = await userOn(4);
    const ended = await Promise.all(Array.from({ length: 5 }, () => endSessions(test.current.deps, user.id, { because: 'revoked' })));
    expect(ended.reduce((sum, count) => sum + count)).toBe(5);
  });

  it('but not when the transaction that ended the session was rolled back', async () => {
    const { deps } = test.current;
    const { user, devices } = await userOn(1);
    const failed = transact(deps, async (db) => {
      expect(await endSessionsWithin(deps, db, user.id, { because: 'password' })).toHaveLength(2);
      throw new Error('something else went wrong');
    });
    await expect(failed).rejects.toThrow('something else');
    expect([await ask(devices[0]!.token), await renew(devices[0]!.cookie)]).toEqual(['let in', 200]);
  });
});

describe('a session that ended in another process', () => {
  it('is refused here after the next run of the job, and in a process that starts afterwards', async () => {
    const other = otherProcess();
    const { user, devices } = await userOn(1);
    const { token } = devices[0]!;
    expect(await ask(token, other)).toBe('let in');
    await endSessions(test.current.deps, user.id, { because: 'revoked' });
    await noticeEndedSessions(other.deps);
    expect(await ask(token, other)).toBe('session_expired');

    test.current.clock.advance(15 * 60_000 - 1000);
    const late = otherProcess();
    await noticeEndedSessions(late.deps);
    expect(await ask(token, late)).toBe('session_expired');
  });

  it('is dropped from memory once its last access token has expired', async () => {
    const { user, devices } = await userOn(1);
    await endSessions(test.current.deps, user.id, { because: 'revoked' });
    test.current.clock.advance(REMEMBERED_MS + 1);
    const late = otherProcess();
    await noticeEndedSessions(late.deps);
    expect(late.deps.endedSessions.has(devices[0]!.id)).toBe(false);
    expect(await ask(devices[0]!.token, late)).toBe('token_expired');
  });
});
