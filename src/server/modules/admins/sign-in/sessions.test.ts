import { afterEach, describe, expect, it } from 'vitest';
import { adminActive, adminMe, adminRefresh } from '#contract/admin-auth.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import type { ServerKeys } from '#server/platform/crypto/server-keys.ts';
import { type Console, createOperator, openConsole } from '#test/support/admins.ts';
import { callApp, TEST_NOW, type TestApp, useTestApp } from '#test/support/app.ts';
import { runJob } from '#test/support/run-job.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });

afterEach(() => test.current.clock.set(TEST_NOW));

async function signedIn(on: Pick<TestApp, 'app' | 'deps'> = test.current): Promise<Console & { id: string; email: string }> {
  const { id, email } = await createOperator(on, 'viewer');
  const browser = openConsole(on, email);
  await browser.login();
  return { ...browser, id, email };
}

/** Works for some time, with a click every ten minutes and a token for each. */
async function workOn(browser: Console, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10 * MINUTE_MS) {
    test.current.clock.advance(Math.min(left, 10 * MINUTE_MS));
    await browser.refresh();
    await browser.asked(adminActive, {});
  }
}

const sessionOf = (id: string) =>
  test.current.deps.db.selectFrom('admin_sessions').selectAll().where('admin_id', '=', id).orderBy('created_at').execute();

/** Exchanges one token, as a browser that holds no other. */
async function present(token: string, { app }: Pick<TestApp, 'app'> = test.current, headers: Record<string, string> = {}) {
  const {
    status,
    problem,
    headers: sent,
  } = await callApp(app, adminRefresh, {}, { headers: { Cookie: `admin_refresh=${token}`, ...headers } });
  const next = /^admin_refresh=([\w-]+)/.exec(sent.getSetCookie()[0] ?? '')?.[1];
  return { outcome: status === 200 ? 'renewed' : problem.code, token: next };
}

describe('a session of the console', () => {
  it('continues with a new token every ten minutes', async () => {
    const browser = await signedIn();
    test.current.clock.advance(10 * MINUTE_MS);
    expect(await browser.asked(adminMe, {})).toBe('token_expired');
    const { reply } = await browser.send(adminRefresh, {});
    expect(reply.admin).toMatchObject({ id: browser.id, email: browser.email, role: 'viewer' });
    expect(await browser.asked(adminMe, {})).toBe('done');
  });

  it('ends after twelve hours, however active the admin is', async () => {
    const browser = await signedIn();
    await workOn(browser, 12 * HOUR_MS - SECOND_MS);
    expect(await browser.asked(adminMe, {})).toBe('done');
    expect((await browser.send(adminActive, {})).reply).toEqual({
      idle_at: new Date(Date.parse(TEST_NOW) + 12 * HOUR_MS).toISOString(),
      ends_at: new Date(Date.parse(TEST_NOW) + 12 * HOUR_MS).toISOString(),
    });
    test.current.clock.advance(SECOND_MS);
    expect(await browser.asked(adminMe, {})).toBe('session_expired');
    expect(await browser.asked(adminActive, {})).toBe('session_expired');
    expect(await browser.refresh()).toBe('session_expired');
  });

  it('ends after thirty minutes without input, however many requests the page sends', async () => {
    const browser = await signedIn();
    for (let minute = 0; minute < 29; minute++) {
      test.current.clock.advance(MINUTE_MS);
      await browser.refresh();
      expect(await browser.asked(adminMe, {})).toBe('done');
    }
    test.current.clock.advance(MINUTE_MS);
    expect(await browser.asked(adminMe, {})).toBe('session_expired');
    expect(await browser.refresh()).toBe('session_expired');
  });

  it('is extended by thirty minutes with a click, and not revived by a late one', async () => {
    const browser = await signedIn();
    test.current.clock.advance(9 * MINUTE_MS);
    expect((await browser.send(adminActive, {})).reply).toEqual({
      idle_at: new Date(Date.parse(TEST_NOW) + 39 * MINUTE_MS).toISOString(),
      ends_at: new Date(Date.parse(TEST_NOW) + 12 * HOUR_MS).toISOString(),
    });
    test.current.clock.set(new Date(Date.parse(TEST_NOW) + 39 * MINUTE_MS - 1));
    expect(await browser.refresh()).toBe('done');
    test.current.clock.advance(1);
    expect(await browser.asked(adminActive, {})).toBe('session_expired');
    expect(await browser.asked(adminMe, {})).toBe('session_expired');
    expect(await browser.login()).toBe('done');
    expect(await browser.asked(adminMe, {})).toBe('done');
  });

  it('ends by signing out, and by signing in again in the same browser', async () => {
    const browser = await signedIn();
    const first = browser.token();
    await browser.login();
    expect((await callApp(test.current.app, adminMe, {}, { token: first })).problem.code).toBe('session_expired');
    expect(await browser.logout()).toBe('done');
    expect(browser.jar.get('admin_refresh')).toBeUndefined();
    expect(await browser.asked(adminMe, {})).toBe('session_expired');
    expect(await browser.refresh()).toBe('token_missing');
    expect(await browser.logout()).toBe('done');
    expect((await sessionOf(browser.id)).map(({ ended_because }) => ended_because)).toEqual(['logout', 'logout']);
  });
});

describe('a refresh token of the console', () => {
  it('keeps two tabs that refresh at once signed in, with one successor', async () => {
    const browser = await signedIn();
    const token = browser.jar.get('admin_refresh')!;
    const answers = await Promise.all([present(token), present(token), present(token)]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['renewed', 'renewed', 'renewed']);
    expect(new Set(answers.map((answer) => answer.token)).size).toBe(1);
  });

  it('ends the session when it is reused after its successor was used', async () => {
    const browser = await signedIn();
    const first = browser.jar.get('admin_refresh')!;
    const second = (await present(first)).token!;
    const third = (await present(second)).token!;
    test.current.clock.advance(30 * SECOND_MS + 1);
    expect((await present(first)).outcome).toBe('refresh_reused');
    expect((await present(third)).outcome).toBe('refresh_reused');
    expect(await browser.asked(adminMe, {})).toBe('session_expired');
    expect((await sessionOf(browser.id))[0]?.ended_because).toBe('reuse');
  });

  it('is refused by users’ endpoints, and from other sites', async () => {
    const browser = await signedIn();
    const token = browser.jar.get('admin_refresh')!;
    const answer = await test.current.app.request('/api/auth/refresh', {
      method: 'POST',
      headers: { Cookie: `refresh=${token}`, Origin: 'http://localhost', Host: 'localhost', 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(((await answer.json()) as { code: string }).code).toBe('session_expired');
    expect((await present(token, test.current, { Origin: 'https://evil.example' })).outcome).toBe('forbidden');
    expect((await present('x'.repeat(43))).outcome).toBe('session_expired');
    const rows = await test.current.deps.db.selectFrom('admin_refresh_tokens').selectAll().execute();
    expect(rows.every((row) => row.token_hash.length === 32 && !row.token_hash.equals(Buffer.from(token, 'base64url')))).toBe(true);
  });

  it('stays valid across a key rotation until the old key is removed', async () => {
    const [OLD, NEW] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)];
    const siteWith = (...serverKeys: ServerKeys) => ({ app: createApp({ ...test.current.deps, serverKeys }) });
    const browser = await signedIn();
    const first = browser.jar.get('admin_refresh')!;
    await present(first);
    const changed = siteWith(NEW, OLD);
    expect((await callApp(changed.app, adminMe, {}, { token: browser.token() })).status).toBe(200);
    const again = await present(first, changed);
    expect(again.outcome).toBe('renewed');
    const third = await present(again.token!, siteWith(NEW));
    expect(third.outcome).toBe('renewed');
    expect((await callApp(siteWith(NEW).app, adminMe, {}, { token: browser.token() })).problem.code).toBe('admin_unauthorized');
  });
});

describe('stored sessions', () => {
  it('are deleted 30 days after they ended, and remembered devices when they expire', async () => {
    const { id } = await signedIn();
    const { db, now } = test.current.deps;
    const expires_at = new Date(now().getTime() + 30 * DAY_MS);
    await db
      .insertInto('admin_devices')
      .values({ token_hash: Buffer.alloc(32, 1), admin_id: id, created_at: now(), expires_at })
      .execute();
    test.current.clock.advance(30 * DAY_MS - 1);
    await runJob(test.current.deps, 'sessions');
    expect(await db.selectFrom('admin_devices').selectAll().where('admin_id', '=', id).execute()).toHaveLength(1);
    test.current.clock.advance(12 * HOUR_MS + 2);
    await runJob(test.current.deps, 'sessions');
    expect(await sessionOf(id)).toEqual([]);
    expect(await db.selectFrom('admin_devices').selectAll().where('admin_id', '=', id).execute()).toEqual([]);
  });
});
