import { afterEach, describe, expect, it } from 'vitest';
import { changeAdminPassword } from '#contract/admin-auth.ts';
import { createOperator, OPERATOR_PASSWORD, openConsole } from '#test/support/admins.ts';
import { createTestApp, TEST_NOW, type TestApp, useTestApp } from '#test/support/app.ts';
import { ensureAdmins } from './first-admins.ts';

const test = useTestApp();
afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  const { db } = test.current.deps;
  await db.deleteFrom('admin_sessions').execute();
  await db.deleteFrom('admin_devices').execute();
});

/** Settings of a site that is not a demo. */
const REAL = { PUBLIC_URL: 'https://bets.example' };

async function withReal(use: (site: TestApp) => Promise<void>): Promise<void> {
  const site = await createTestApp(REAL);
  try {
    await use(site);
  } finally {
    await site.database.drop();
  }
}

const adminsOf = ({ deps }: TestApp) => deps.db.selectFrom('admins').select(['email', 'role', 'created_by']).orderBy('email').execute();

describe('at the first start', () => {
  it('one super is created, and reported once', () =>
    withReal(async (site) => {
      const [first, ...more] = await ensureAdmins(site.deps);
      expect(more).toEqual([]);
      expect(await openConsole(site, first!.email).login({ password: first!.password })).toBe('done');
      expect(await adminsOf(site)).toEqual([{ email: 'admin@example.com', role: 'super', created_by: null }]);
      expect(await ensureAdmins(site.deps)).toEqual([]);
    }));

  it('only one of several processes creates the super', () =>
    withReal(async (site) => {
      const told = await Promise.all([ensureAdmins(site.deps), ensureAdmins(site.deps), ensureAdmins(site.deps)]);
      expect(told.flat()).toHaveLength(1);
      expect(await adminsOf(site)).toHaveLength(1);
    }));

  it('no super is created if there is an admin of any role', () =>
    withReal(async (site) => {
      await createOperator(site, 'viewer');
      expect(await ensureAdmins(site.deps)).toEqual([]);
      expect(await adminsOf(site)).toHaveLength(1);
    }));
});

describe('in the demo', () => {
  it('there are two supers, reported at each start until they have chosen a password', async () => {
    const first = await ensureAdmins(test.current.deps);
    expect(first.map(({ email }) => email)).toEqual(['ops1@example.com', 'ops2@example.com']);
    const [one, two] = first.map(({ email }) => openConsole(test.current, email));
    expect([await one!.login({ password: first[0]!.password }), await two!.login({ password: first[1]!.password })]).toEqual([
      'done',
      'done',
    ]);
    const chosen = { current: first[0]!.password, password: OPERATOR_PASSWORD, password_confirm: OPERATOR_PASSWORD };
    expect(await one!.asked(changeAdminPassword, chosen)).toBe('done');

    test.current.clock.advance(3 * 86_400_000);
    const later = await ensureAdmins(test.current.deps);
    expect(later.map(({ email }) => email)).toEqual(['ops2@example.com']);
    expect(await two!.login({ password: first[1]!.password })).toBe('invalid_credentials');
    expect(await two!.login({ password: later[0]!.password })).toBe('done');
    expect(await one!.login()).toBe('done');
  });
});
