import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { endOtherSessions, endSession, listSessions } from '#contract/account.ts';
import { me } from '#contract/auth.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createOwner, isSignedIn, signIn } from '#test/support/owner.ts';
import { describeDevice } from './sessions.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const GALAXY_TAB = 'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

afterEach(() => test.current.clock.set(TEST_NOW));

const list = async (token: string) => (await callApp(test.current.app, listSessions, {}, { token })).reply.items;
const end = (token: string, id: string) => callApp(test.current.app, endSession, { id }, { token });

describe('the list of sessions', () => {
  it('describes each device, this one first, then by when they were last seen', async () => {
    const { clock } = test.current;
    const owner = await createOwner(test.current);
    const here = await signIn(test.current, owner, { 'User-Agent': WINDOWS });
    clock.advance(MINUTE_MS);
    const phone = await signIn(test.current, owner, { 'User-Agent': IPHONE });
    clock.advance(MINUTE_MS);
    await signIn(test.current, owner, { 'User-Agent': '<script>alert(1)</script>' });
    clock.advance(MINUTE_MS);
    await isSignedIn(test.current, phone);
    const items = await list(here.token);
    expect(items.map(({ current, device, last_seen_at }) => ({ current, device, last_seen_at }))).toEqual([
      { current: true, device: { kind: 'desktop', browser: 'Chrome', system: 'Windows' }, last_seen_at: '2026-11-20T12:00:00.000Z' },
      { current: false, device: { kind: 'phone', browser: 'Safari', system: 'iOS' }, last_seen_at: '2026-11-20T12:03:00.000Z' },
      { current: false, device: { kind: 'other', browser: null, system: null }, last_seen_at: '2026-11-20T12:02:00.000Z' },
    ]);
    expect(items[0]).toMatchObject({
      country: null,
      remember: true,
      created_at: '2026-11-20T12:00:00.000Z',
      expires_at: '2026-12-20T12:00:00.000Z',
    });
  });

  it('has one session per browser: signing in again replaces it', async () => {
    const owner = await createOwner(test.current);
    const first = await signIn(test.current, owner);
    const again = await signIn(test.current, owner, { Cookie: `refresh=${first.cookie}` });
    expect(await list(again.token)).toHaveLength(1);
    expect([await isSignedIn(test.current, first), await isSignedIn(test.current, again)]).toEqual([false, true]);
    expect((await callApp(test.current.app, me, {}, { token: first.token })).problem.code).toBe('session_expired');
  });

  it('shows where each session was signed in', async () => {
    const owner = await createOwner(test.current);
    const here = await signIn(test.current, owner);
    await test.current.deps.db.updateTable('sessions').set({ country: 'VN' }).where('user_id', '=', owner.id).execute();
    expect((await list(here.token))[0]).toMatchObject({ country: 'VN' });
  });

  it('leaves out ended and expired sessions, and those of other users', async () => {
    const owner = await createOwner(test.current);
    const [here, ended] = [await signIn(test.current, owner), await signIn(test.current, owner)];
    await signIn(test.current, await createOwner(test.current));
    const [, other] = await list(here.token);
    expect((await end(here.token, other!.id)).status).toBe(200);
    expect(await isSignedIn(test.current, ended)).toBe(false);
    expect(await list(here.token)).toHaveLength(1);
    test.current.clock.advance(29 * DAY_MS);
    const later = await signIn(test.current, owner);
    expect(await list(later.token)).toHaveLength(2);
    test.current.clock.advance(DAY_MS);
    const now = await signIn(test.current, owner);
    expect(await list(now.token)).toHaveLength(2);
  });
});

describe('signing out other devices', () => {
  it('ends only the given one', async () => {
    const owner = await createOwner(test.current);
    const [here, lost, other] = [
      await signIn(test.current, owner, { 'User-Agent': WINDOWS }),
      await signIn(test.current, owner, { 'User-Agent': IPHONE }),
      await signIn(test.current, owner, { 'User-Agent': GALAXY_TAB }),
    ];
    const row = (await list(here.token)).find(({ device }) => device.kind === 'phone')!;
    expect(await end(here.token, row.id)).toMatchObject({ status: 200, reply: {} });
    expect(await isSignedIn(test.current, lost)).toBe(false);
    expect(await callApp(test.current.app, me, {}, { token: lost.token })).toMatchObject({ status: 401 });
    for (const device of [here, other]) expect(await isSignedIn(test.current, device)).toBe(true);
    expect(await end(here.token, row.id)).toMatchObject({ status: 200, reply: {} });
  });

  it('ends all but this one', async () => {
    const owner = await createOwner(test.current);
    const here = await signIn(test.current, owner);
    const others = [await signIn(test.current, owner), await signIn(test.current, owner)];
    const stranger = await signIn(test.current, await createOwner(test.current));
    const answer = await callApp(test.current.app, endOtherSessions, {}, { token: here.token });
    expect(answer).toMatchObject({ status: 200, reply: { ended: 2 } });
    for (const other of others) expect(await isSignedIn(test.current, other)).toBe(false);
    for (const device of [here, stranger]) expect(await isSignedIn(test.current, device)).toBe(true);
    expect((await callApp(test.current.app, endOtherSessions, {}, { token: here.token })).reply).toEqual({ ended: 0 });
  });

  it('cannot end another user’s session, and does not reveal that it exists', async () => {
    const mine = await signIn(test.current, await createOwner(test.current));
    const theirs = await signIn(test.current, await createOwner(test.current));
    const [row] = await list(theirs.token);
    const [refused, unknown] = [await end(mine.token, row!.id), await end(mine.token, randomUUID())];
    for (const answer of [refused, unknown, await end(mine.token, "1' or '1'='1")]) {
      expect(answer).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    }
    expect({ ...refused.problem, request_id: '' }).toEqual({ ...unknown.problem, request_id: '' });
    expect(await isSignedIn(test.current, theirs)).toBe(true);
  });
});

describe('a device with user agent', () => {
  it.each([
    [WINDOWS, 'desktop', 'Chrome', 'Windows'],
    [IPHONE, 'phone', 'Safari', 'iOS'],
    [GALAXY_TAB, 'tablet', 'Chrome', 'Android'],
    ['curl/8.9.1', 'other', null, null],
    ['', 'other', null, null],
    [null, 'other', null, null],
    ['\u202e', 'other', null, null],
  ])('%j is described as %s, %s on %s', (userAgent, kind, browser, system) => {
    expect(describeDevice(userAgent)).toEqual({ kind, browser, system });
  });
});
