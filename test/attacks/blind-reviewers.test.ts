import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminStepUp } from '#contract/admin-auth.ts';
import { adjustUser, listUsers, userAdjustments, usersFile } from '#contract/admin-users.ts';
import { approve as agreeTo } from '#contract/approvals.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { listReviews, withdrawalsFile } from '#contract/withdrawal-queue.ts';
import { approveWithdrawal, getReview, userWithdrawals } from '#contract/withdrawal-review.ts';
import { ADMIN_ROLES } from '#domain/identity/admin-role.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { createAdmin, createOperator, openConsole, signInAdmin, type TestAdmin, turnOnFactor } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { guessInput } from '#test/support/example-input.ts';
import { createUser } from '#test/support/factories.ts';
import { createRedeemer, type Redeemer } from '#test/support/redeemer.ts';
import { shownBy } from '#test/support/second-factor.ts';
import { createWithdrawal } from '#test/support/withdrawals.ts';

/* Reviewers who would decide without the facts they need, and admins who read or export data they do not need. */

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });
beforeEach(() => test.current.clock.set(TEST_NOW));

const by = ({ token }: TestAdmin) => ({ token, key: randomUUID() });
const outcome = ({ status, problem }: { status: number; problem?: { code?: string } }) => (status === 200 ? 'done' : problem?.code);
const adjust = (one: TestAdmin, id: string, delta: number, reason: string) =>
  callApp(test.current.app, adjustUser, { id, delta, source: 'manual_adjust', reason }, by(one));

describe('the second reviewer', () => {
  it('sees the first reviewer’s note in the list and on the page', async () => {
    const user = await createRedeemer(test.current);
    const id = await createWithdrawal(test.current, user);
    const [one, other] = [await createAdmin(test.current, 'reviewer'), await createAdmin(test.current, 'reviewer')];
    const note = 'Called them: the number on the passport is another';
    await callApp(test.current.app, approveWithdrawal, { id, note }, by(one));
    const page = (await callApp(test.current.app, getReview, { id }, { token: other.token })).reply;
    expect(page.withdrawal.approvals.first).toMatchObject({ id: one.id, note });
    expect(page.events.at(-1)).toMatchObject({ kind: 'approved_first', admin: { id: one.id }, note });
    const list = await callApp(test.current.app, listReviews, { q: user.email }, { token: other.token });
    expect(list.reply.items[0]!.approvals.first).toMatchObject({ note });
  });

  it('sees who granted the points, why, and who approved that', async () => {
    const user = await createRedeemer(test.current, 0);
    const [giver, second, reviewer] = [
      await createAdmin(test.current, 'finance'),
      await createAdmin(test.current, 'finance'),
      await createAdmin(test.current, 'reviewer'),
    ];
    await adjust(giver, user.id, 500, 'A bank transfer');
    test.current.clock.advance(1_000);
    const large = await adjust(giver, user.id, 50_000, 'A prize');
    await callApp(test.current.app, agreeTo, { id: large.reply.approval!.id, note: 'I saw the letter' }, by(second));
    const id = await createWithdrawal(test.current, user);
    const expected = [
      {
        ...{ delta: 50_000, source: 'manual_adjust', reason: 'A prize', admin: { id: giver.id, email: giver.email } },
        approved_by: { id: second.id, email: second.email, note: 'I saw the letter' },
      },
      { delta: 500, reason: 'A bank transfer', admin: { id: giver.id }, approved_by: null },
    ];
    const page = (await callApp(test.current.app, getReview, { id }, { token: reviewer.token })).reply;
    expect(page.adjustments).toMatchObject({ items: expected, total: 2 });
    const list = await callApp(test.current.app, userAdjustments, { id: user.id }, { token: reviewer.token });
    expect(list.reply).toMatchObject({ items: expected, total: 2, page: 1 });
    const withdrawals = await callApp(test.current.app, userWithdrawals, { id: user.id }, { token: reviewer.token });
    expect(withdrawals.reply).toMatchObject({ items: [{ id, points: 1_000, frozen: null }], total: 1 });
    for (const endpoint of [userAdjustments, userWithdrawals])
      expect((await callApp(test.current.app, endpoint, { id: randomUUID() }, { token: reviewer.token })).problem.code).toBe('not_found');
  });
});

describe('an export of users’ data', () => {
  const FILES = [withdrawalsFile, usersFile];

  it.each(FILES)('$path is forbidden without a second factor, for every role', async (file) => {
    const without = await createAdmin(test.current, 'finance', { hasTotp: false });
    expect(outcome(await callApp(test.current.app, file, {}, { token: without.token }))).toBe('totp_setup_required');
  });

  it.each(FILES)('$path needs a second-factor code within the last ten minutes in the same session', async (file) => {
    const { email } = await createOperator(test.current, 'finance');
    const browser = openConsole(test.current, email);
    await browser.login();
    const authenticator = await turnOnFactor(test.current, browser);
    const code = () => shownBy(authenticator, test.current.clock.now());
    expect(await browser.asked(file, {})).toBe('step_up_required');
    test.current.clock.advance(MINUTE_MS);
    expect(await browser.asked(adminStepUp, { totp: '000000' })).toBe('invalid_totp');
    expect(await browser.asked(file, {})).toBe('step_up_required');
    expect(await browser.asked(adminStepUp, { totp: code() })).toBe('done');
    expect(await browser.asked(adminStepUp, { totp: code() })).toBe('invalid_totp');
    expect(await browser.asked(file, {})).toBe('done');
    const other = openConsole(test.current, email);
    test.current.clock.advance(MINUTE_MS);
    await other.login({ totp: code(), remember: true });
    expect(await other.asked(file, {})).toBe('done');
    // A remembered device signs in without a code, and may not export.
    await other.logout();
    await other.login();
    expect(await other.asked(file, {})).toBe('step_up_required');
    test.current.clock.advance(9 * MINUTE_MS);
    await browser.refresh();
    expect(await browser.asked(file, {})).toBe('step_up_required');
  });

  it('is recorded in the audit log with the device, and not recorded if it was refused', async () => {
    const admin = await createAdmin(test.current, 'finance');
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0' };
    const stale = await signInAdmin(test.current, admin, { gaveCode: false });
    expect(outcome(await callApp(test.current.app, usersFile, {}, { token: stale, headers }))).toBe('step_up_required');
    expect(outcome(await callApp(test.current.app, usersFile, {}, { token: admin.token, headers }))).toBe('done');
    const rows = await test.current.deps.db.selectFrom('audit_log').selectAll().where('admin_id', '=', admin.id).execute();
    expect(rows).toMatchObject([{ action: 'users.export', ip: '127.0.0.1', after: { device: 'Firefox, Linux' } }]);
  });

  it('covers every export of the console except the one of sums', () => {
    const files = mountedOn(test.current.app).filter(({ path, produces }) => path.startsWith('/api/admin/') && produces !== undefined);
    expect(files.filter(({ isExport }) => !isExport).map(({ path }) => path)).toEqual(['/api/admin/trends.csv']);
  });
});

describe('a viewer', () => {
  const CONTACTS = { phone: '+84901234567', ip: '203.0.113.77', link: '@minh_tele', subject: '279058397' };
  let user: Redeemer;
  let neighbour: Redeemer;
  let withdrawalId: string;
  let viewer: TestAdmin;
  let support: TestAdmin;

  beforeAll(async () => {
    test.current.clock.set(TEST_NOW);
    const { db, now } = test.current.deps;
    // The mailbox differs from the handle.
    [user, neighbour] = [
      { ...(await createRedeemer(test.current)), email: 'minh.secret@example.com' },
      { ...(await createRedeemer(test.current)), email: 'lan.secret@example.com' },
    ];
    for (const [{ id, email }, phone] of [
      [user, CONTACTS.phone],
      [neighbour, '+84901234568'],
    ] as const)
      await db
        .updateTable('users')

        .set({ email, email_identity: email, phone, phone_verified_at: now(), registration_ip: CONTACTS.ip, display_name: null })
        .where('id', '=', id)
        .execute();
    // The neighbour had this user's wallet before, so evidence mentions it.
    await db.insertInto('past_wallets').values({ user_id: neighbour.id, wallet_address: user.wallet }).execute();
    await db.insertInto('past_wallets').values({ user_id: user.id, wallet_address: neighbour.wallet }).execute();
    await db.updateTable('users').set({ invited_by: user.id }).where('id', '=', neighbour.id).execute();
    await db
      .insertInto('linked_accounts')
      .values({
        ...{ id: randomUUID(), user_id: user.id, type: 'telegram', subject: CONTACTS.subject, identifier: CONTACTS.link },
        ...{ reachable: true, created_at: now(), verified_at: now() },
      })
      .execute();
    await db
      .insertInto('sessions')
      .values({
        ...{ id: randomUUID(), user_id: user.id, remember: false, ip: CONTACTS.ip, created_at: now(), last_seen_at: now() },
        expires_at: new Date(now().getTime() + 86_400_000),
      })
      .execute();
    withdrawalId = await createWithdrawal(test.current, user);
    [viewer, support] = [await createAdmin(test.current, 'viewer'), await createAdmin(test.current, 'support')];
    const finance = await createAdmin(test.current, 'finance');
    await callApp(
      test.current.app,
      adjustUser,
      { id: user.id, delta: 50_000, source: 'manual_adjust', reason: 'A prize' },
      { token: finance.token, key: randomUUID() },
    );
  });

  const answerTo = async ({ method, path, input }: Endpoint, { token }: TestAdmin) => {
    const values = guessInput({ method, path, input } as Endpoint, { id: path.includes('/withdrawals/') ? withdrawalId : user.id });
    const query = path === '/api/admin/withdrawals' ? '?status=all' : '';
    const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
    const response = await test.current.app.request(address + query, { headers: { Authorization: `Bearer ${token}` } });
    return { status: response.status, text: await response.text() };
  };
  const secrets = () => {
    const localPart = user.email.slice(0, user.email.indexOf('@'));
    return [
      ...[user, neighbour].flatMap(({ email, wallet }) => [email, wallet]),
      ...Object.values(CONTACTS),
      `"${localPart}"`,
      '203.0.113',
    ];
  };

  it('sees no complete contact in any console reply, while support does', async () => {
    const readable = mountedOn(test.current.app).filter(
      ({ method, path, access, produces }) =>
        method === 'GET' && path.startsWith('/api/admin/') && Array.isArray(access) && access.includes('viewer') && produces === undefined,
    );
    const shown = new Set<string>();
    const answered: string[] = [];
    for (const endpoint of readable) {
      const { status, text } = await answerTo(endpoint, viewer);
      if (status === 200) answered.push(endpoint.path);
      expect({ path: endpoint.path, leaks: secrets().filter((secret) => text.includes(secret)) }).toEqual({
        path: endpoint.path,
        leaks: [],
      });
      const whole = await answerTo(endpoint, support);
      for (const secret of secrets()) if (whole.text.includes(secret)) shown.add(secret);
    }
    expect(answered).toEqual(
      expect.arrayContaining([
        ...['/api/admin/users', '/api/admin/users/:id', '/api/admin/users/:id/bindings', '/api/admin/users/:id/sessions'],
        ...['/api/admin/users/:id/evidence', '/api/admin/users/:id/referrals', '/api/admin/approvals'],
        ...['/api/admin/withdrawals', '/api/admin/withdrawals/:id', '/api/admin/users/:id/withdrawals'],
      ]),
    );
    // Proves that the secrets searched for are really in the replies.
    expect([...shown].sort()).toEqual(secrets().sort());
  });

  it('cannot find out an address or number by its prefixes, but finds complete ones', async () => {
    const found = async (endpoint: typeof listUsers | typeof listReviews, q: string, one = viewer) => {
      const { reply } = await callApp(test.current.app, endpoint, { q, ...(endpoint === listReviews && { status: 'all' }) } as never, one);
      return reply.items.length;
    };
    for (let length = 3; length < user.email.length; length += 1)
      expect([length, await found(listUsers, user.email.slice(0, length)), await found(listReviews, user.email.slice(0, length))]).toEqual([
        length,
        0,
        0,
      ]);
    expect(await found(listUsers, CONTACTS.phone.slice(0, -1))).toBe(0);
    for (const whole of [user.email, ` ${user.email.toUpperCase()} `, CONTACTS.phone, '84 90 123 45 67'])
      expect(await found(listUsers, whole)).toBe(1);
    expect(await found(listReviews, user.email)).toBe(1);
    expect(await found(listReviews, user.wallet)).toBe(1);
    expect(await found(listUsers, user.email.slice(0, -1), support)).toBeGreaterThan(0);
    expect(await found(listReviews, `${user.email.slice(0, -1)}_`)).toBe(0);
    expect(await found(listUsers, '%')).toBe(0);
  });

  it('cannot export users', async () => {
    for (const role of ADMIN_ROLES.filter((one) => one === 'viewer' || one === 'support')) {
      const { token } = await createAdmin(test.current, role);
      for (const file of [usersFile, withdrawalsFile])
        expect(outcome(await callApp(test.current.app, file, {}, { token }))).toBe('forbidden');
    }
  });

  it('sees the names of users without masking', async () => {
    const named = await createUser(test.current, 0);
    await test.current.deps.db.updateTable('users').set({ display_name: 'Minh' }).where('id', '=', named.id).execute();
    const { reply } = await callApp(test.current.app, listUsers, { q: named.email }, viewer);
    expect(reply.items[0]).toMatchObject({ display_name: 'Minh', email: expect.stringMatching(/^.\*\*\*@/) });
  });
});
