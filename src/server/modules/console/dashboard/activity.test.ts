import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { getMeta } from '#contract/meta.ts';
import { getConsoleOverview } from '#contract/overview.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { eraseAccounts } from '#server/modules/account-closure/deletion.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { createActivity } from '#server/platform/http/activity.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, type TestApp, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { purgeActivity, writeActivity } from './activity.ts';

const test = useTestApp();

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('active_days').execute();
});

const rows = async () => {
  const found = await test.current.deps.db.selectFrom('active_days').selectAll().orderBy('day').orderBy('user_id').execute();
  return found.map(({ day, user_id, first_at, last_at }) => [day, user_id, first_at.toISOString(), last_at.toISOString()]);
};
/** Signs a token that is valid from now on. */
const tokenOf = ({ id, email }: TestUser) =>
  signAccessToken(test.current.deps.serverKeys, { id, email, sessionId: randomUUID() }, test.current.clock.now());
const visit = (token: string, { app }: Pick<TestApp, 'app'> = test.current) => callApp(app, me, {}, { token });

describe('users who made signed-in requests', () => {
  it('are recorded by UTC day, with the first and the last time rounded to a quarter of an hour', async () => {
    const { deps, clock } = test.current;
    const user = await createUser(test.current);
    const { id, token } = user;
    clock.set('2026-11-20T23:40:00Z');
    const late = await tokenOf(user);
    await visit(late);
    clock.advance(6 * MINUTE_MS);
    await visit(late);
    expect(await writeActivity(deps)).toBe(2);
    clock.set('2026-11-21T00:05:00Z');
    await visit(await tokenOf(user));
    expect(await writeActivity(deps)).toBe(1);
    expect(await writeActivity(deps)).toBe(0);
    expect(await rows()).toEqual([
      ['2026-11-20', id, '2026-11-20T23:40:00.000Z', '2026-11-20T23:46:00.000Z'],
      ['2026-11-21', id, '2026-11-21T00:05:00.000Z', '2026-11-21T00:05:00.000Z'],
    ]);
    // An expired token does not count as activity.
    clock.set('2026-11-22T12:00:00Z');
    expect((await visit(token)).status).toBe(401);
    expect(await writeActivity(deps)).toBe(0);
  });

  it('do not include guests or admins', async () => {
    const { app, deps } = test.current;
    await callApp(app, getMeta, {});
    await callApp(app, getConsoleOverview, {}, { token: (await createAdmin(test.current, 'viewer')).token });
    expect(await writeActivity(deps)).toBe(0);
  });

  it('have one row per day, however many processes write them at once', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => createUser(test.current)));
    const processes = Array.from({ length: 4 }, () => {
      const deps = { ...test.current.deps, activity: createActivity() };
      return { app: createApp(deps), deps };
    });
    for (const [index, process] of processes.entries()) {
      // Each process sees the users in another order.
      for (const { token } of index % 2 === 0 ? users : users.toReversed()) await visit(token, process);
    }
    await Promise.all(processes.map(({ deps }) => writeActivity(deps)));
    expect(await rows()).toEqual(
      users
        .map(({ id }) => id)
        .sort()
        .map((id) => ['2026-11-20', id, TEST_NOW, TEST_NOW]),
    );
  });

  it('are kept in memory while the database is unreachable and written later', async () => {
    const { deps } = test.current;
    const { id, token } = await createUser(test.current);
    await visit(token);
    await deps.db.schema.alterTable('active_days').renameTo('away').execute();
    await expect(writeActivity(deps)).rejects.toThrow('active_days');
    await deps.db.schema
      .alterTable('away' as 'active_days')
      .renameTo('active_days')
      .execute();
    expect(await writeActivity(deps)).toBe(1);
    expect((await rows()).map(([, user]) => user)).toEqual([id]);
  });
});

describe('purging activity', () => {
  it('deletes rows older than 90 days and rows of users who were erased, and skips users who never existed', async () => {
    const { deps, clock } = test.current;
    const { id } = await createUser(test.current);
    deps.activity.note(randomUUID(), clock.now());
    for (const days of [0, 89, 90, 91, 92]) deps.activity.note(id, new Date(clock.now().getTime() - days * DAY_MS));
    await writeActivity(deps);
    expect(await purgeActivity(deps, 1)).toBe(2);
    expect((await rows()).map(([day]) => day)).toEqual(['2026-08-22', '2026-08-23', '2026-11-20']);

    await deps.db.updateTable('users').set({ deletion_due_at: clock.now() }).where('id', '=', id).execute();
    expect(await eraseAccounts(deps)).toBe(1);
    expect(await rows()).toEqual([]);
    // A request that was in progress while the user was erased.
    deps.activity.note(id, clock.now());
    await writeActivity(deps);
    expect(await rows()).toEqual([]);
    await deps.db
      .insertInto('active_days')
      .values({ day: '2026-11-20', user_id: id, first_at: clock.now(), last_at: clock.now() })
      .execute();
    expect(await purgeActivity(deps)).toBe(1);
  });
});
