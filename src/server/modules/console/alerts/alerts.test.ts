import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeAlertSettings, getAlertSettings } from '#contract/admin-auth.ts';
import { listAudit } from '#contract/audit.ts';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { type AlertCondition, alertsFor, type OperatorAlert } from '#domain/notifications/operator-alert.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { notifyAdmins } from '#server/modules/admins/second-admin/service.ts';
import { renderMessage } from '#server/platform/messaging/render.ts';
import { createAdmin, signInAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch } from '#test/support/factories.ts';
import { type SentMessage, takeMessages } from '#test/support/messages.ts';
import { createRedeemer } from '#test/support/redeemer.ts';
import { runJob } from '#test/support/run-job.ts';
import { freshWallet } from '#test/support/wallets.ts';
import { createWithdrawal, eraseWithdrawals, txHashOf } from '#test/support/withdrawals.ts';

const MAIL = {
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'Matchpoint <ops@matchpoint.example>',
  PUBLIC_URL: 'https://matchpoint.example',
};
const TREASURY_WALLET = freshWallet();
const test = useTestApp({ FEED: 'none', ...MAIL, TRON_API_URL: 'https://node.example', TREASURY_WALLET });
const silent = useTestApp({ FEED: 'none' });
const db = () => test.current.deps.db;

beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  await eraseWithdrawals(test.current);
  for (const table of [
    'operator_alerts',
    'admin_alert_settings',
    'messages',
    'treasury_transfers',
    'treasury_watch',
    'ledger_proofs',
  ] as const)
    await db().deleteFrom(table).execute();
  // Each test has its own admins.
  await db().updateTable('admins').set({ status: 'disabled' }).execute();
});

type Alert = Extract<SentMessage['content'], { kind: 'operator_alert' }>;

/** Looks at the conditions, and returns what is told to whom. */
async function look(): Promise<(Alert & { to: string; locale: string })[]> {
  await runJob(test.current.deps, 'operator alerts');
  return (await takeMessages(test.current))
    .map(({ to, locale, content }) => ({ to, locale, ...(content as Alert) }))
    .sort((a, b) => (a.to < b.to ? -1 : 1));
}
const told = async () => (await look()).map(({ to, alert, step }) => [to, alert, step]);
const later = (ms: number) => test.current.clock.advance(ms);

const request = async (points: number, at?: Date) =>
  createWithdrawal(test.current, await createRedeemer(test.current, points), { points, ...(at && { at }) });
const decide = (id: string, by: TestAdmin) =>
  db()
    .updateTable('withdrawals')
    .set({ status: 'rejected', reason_code: 'evidence', decided_by: by.id, decided_at: test.current.clock.now() })
    .where('id', '=', id)
    .execute();

const choose = async (admin: TestAdmin, off: readonly OperatorAlert[], locale: Locale = 'en') =>
  callApp(
    test.current.app,
    changeAlertSettings,
    { locale, off: [...off], by: ['email'] },
    { token: await signInAdmin(test.current, admin) },
  );
const everythingBut = (role: AdminRole, ...wanted: OperatorAlert[]) =>
  alertsFor(role).filter((alert) => alert !== 'admin_change' && !wanted.includes(alert));

describe('a condition', () => {
  it('is told when it begins, when something joins, after a day, and when it is over', async () => {
    const reviewer = await createAdmin(test.current, 'reviewer');
    await choose(reviewer, everythingBut('reviewer', 'large_request'));
    expect(await look()).toEqual([]);
    const first = await request(20_001);
    const small = await request(20_000);
    later(MINUTE_MS);
    expect(await look()).toEqual([
      {
        ...{ to: reviewer.email, locale: 'en', kind: 'operator_alert', alert: 'large_request', step: 'began' },
        ...{ count: 1, ids: [first], since: test.current.clock.now().toISOString() },
        page: `https://matchpoint.example/admin/withdrawals/${first}`,
      },
    ]);
    const second = await request(30_000);
    later(MINUTE_MS);
    expect(await look()).toEqual([]);
    later(HOUR_MS);
    const page = 'https://matchpoint.example/admin/withdrawals?sort=points';
    expect(await look()).toMatchObject([{ step: 'more', count: 2, ids: [second, first], page }]);
    later(DAY_MS);
    expect(await look()).toMatchObject([{ step: 'lasts', count: 2, ids: [second, first] }]);
    for (const id of [first, second, small]) await decide(id, reviewer);
    later(MINUTE_MS);
    expect(await look()).toEqual([]);
    later(10 * MINUTE_MS);
    expect(await look()).toMatchObject([{ step: 'ended', count: 0, ids: [], page }]);
    later(DAY_MS);
    expect(await look()).toEqual([]);
  });

  it('is told once, whichever of two processes looks first', async () => {
    const reviewer = await createAdmin(test.current, 'reviewer');
    await choose(reviewer, everythingBut('reviewer', 'large_request'));
    await request(50_000);
    await Promise.all([runJob(test.current.deps, 'operator alerts'), runJob(test.current.deps, 'operator alerts')]);
    expect(await told()).toEqual([[reviewer.email, 'large_request', 'began']]);
  });

  it('is told after all if the process died before the mail was queued', async () => {
    const reviewer = await createAdmin(test.current, 'reviewer');
    await choose(reviewer, everythingBut('reviewer', 'large_request'));
    await request(50_000);
    const dying = () => {
      throw new Error('out of memory');
    };
    await expect(runJob({ ...test.current.deps, randomBytes: dying }, 'operator alerts')).rejects.toThrow('out of memory');
    expect(await takeMessages(test.current)).toEqual([]);
    later(MINUTE_MS);
    expect(await told()).toEqual([[reviewer.email, 'large_request', 'began']]);
    later(MINUTE_MS);
    expect(await told()).toEqual([]);
  });

  it('floods nobody: a ring that makes a request a minute is told of once an hour', async () => {
    const reviewer = await createAdmin(test.current, 'reviewer');
    await choose(reviewer, everythingBut('reviewer', 'large_request'));
    const steps: string[] = [];
    for (let minute = 0; minute <= 60; minute += 5) {
      await request(25_000 + minute);
      steps.push(...(await look()).map(({ step, count, ids }) => `${step} ${count} ${ids.length}`));
      later(5 * MINUTE_MS);
    }
    expect(steps).toEqual(['began 1 1', 'more 13 5']);
  });

  const holds: [AlertCondition, () => Promise<string | null>][] = [
    ['overdue_request', () => request(1_000, new Date(Date.parse(TEST_NOW) - DAY_MS - 1))],
    [
      'flagged_request',
      async () => {
        const withdrawal_id = await request(1_000);
        const evidence = {
          step: 'requested',
          at: test.current.clock.now(),
          score: '1',
          flags: ['shared_device'],
          reasons: '[]',
          accounts: [],
        };
        await db()
          .insertInto('withdrawal_evidence')
          .values({ withdrawal_id, ...evidence })
          .execute();
        return withdrawal_id;
      },
    ],
    [
      'ledger_unproven',
      async () => {
        const proof = { proven: false, blocks: 1, faults: '{"sum": 1}', proven_at: test.current.clock.now() };
        await db().insertInto('ledger_proofs').values(proof).execute();
        return null;
      },
    ],
    [
      'treasury_short',
      async () => {
        const at = test.current.clock.now();
        const { id: decided_by } = await createAdmin(test.current, 'viewer');
        const approved = { status: 'approved', decided_by, decided_at: at };
        await db()
          .updateTable('withdrawals')
          .set(approved)
          .where('id', '=', await request(1_000))
          .execute();
        const watch = { wallet: TREASURY_WALLET, usdt: '0.5', trx: '100', balances_at: at, since: at, read_until: at };
        await db().insertInto('treasury_watch').values(watch).execute();
        return null;
      },
    ],
    [
      'treasury_unexplained',
      async () => {
        const [id, at] = [randomUUID(), new Date(Date.parse(TEST_NOW) - 2 * DAY_MS)];
        const row = { id, tx_hash: txHashOf(id), log_index: 0, to_wallet: 'TSecretWallet', amount: '987.5', block_at: at, found_at: at };
        await db().insertInto('treasury_transfers').values(row).execute();
        return id;
      },
    ],
    [
      'feed_silent',
      async () => {
        const at = (minutes: number) => new Date(Date.parse(TEST_NOW) + minutes * MINUTE_MS);
        const id = await createMatch(db(), { kickoffAt: at(-30), status: 'h1' });
        await db()
          .updateTable('matches')
          .set({ confirmed_at: at(-20) })
          .where('id', '=', id)
          .execute();
        await db().insertInto('feed_ids').values({ feed: 'the feed', kind: 'match', feed_id: '1', id }).execute();
        return 'the feed';
      },
    ],
  ];
  it.each(holds)('%s is found, and told without personal data', async (condition, make) => {
    const boss = await createAdmin(test.current, 'super');
    const id = await make();
    const sent = (await look()).filter(({ alert }) => alert === condition);
    expect(sent).toMatchObject([{ to: boss.email, step: 'began', count: 1 }]);
    if (id !== null) expect(sent[0]!.ids).toEqual([id]);
    const { subject, text, html } = renderMessage(sent[0]!, 'en', 'email');
    const users = await db().selectFrom('users').select(['email', 'public_handle']).execute();
    const wallets = await db().selectFrom('withdrawals').select('wallet_address').execute();
    const personal = [...users.flatMap(({ email, public_handle }) => [email, public_handle]), ...wallets.map((row) => row.wallet_address)];
    for (const part of [subject, text, html])
      for (const secret of [...personal, 'TSecretWallet', '987.5', '1,000', '1.00'].filter((one) => one !== null))
        expect(part).not.toContain(secret);
    expect(text).toContain('https://matchpoint.example/admin');
  });

  it('is told to nobody where no mails are sent', async () => {
    const { deps } = silent.current;
    await createAdmin(silent.current, 'super');
    await createWithdrawal(silent.current, await createRedeemer(silent.current, 50_000), { points: 50_000 });
    await runJob(deps, 'operator alerts');
    expect(await deps.db.selectFrom('operator_alerts').selectAll().execute()).toEqual([]);
    expect(await deps.db.selectFrom('messages').selectAll().execute()).toEqual([]);
  });
});

describe('whom it reaches', () => {
  it('active admins whom it concerns, in their language, unless they switched it off', async () => {
    const { current } = test;
    const [finance, reviewer, off, gone, fresh] = [
      await createAdmin(current, 'finance'),
      await createAdmin(current, 'reviewer'),
      await createAdmin(current, 'super'),
      await createAdmin(current, 'super'),
      await createAdmin(current, 'super'),
    ];
    await createAdmin(current, 'support');
    await createAdmin(current, 'viewer');
    await choose(finance, [], 'vi');
    await choose(off, ['large_request'], 'zh-CN');
    await db().updateTable('admins').set({ status: 'disabled' }).where('id', '=', gone.id).execute();
    const one_time_until = new Date(Date.parse(TEST_NOW) + DAY_MS);
    await db().updateTable('admins').set({ one_time_until }).where('id', '=', fresh.id).execute();
    await request(50_000);
    const sent = (await look()).filter(({ alert }) => alert === 'large_request');
    expect(sent.map(({ to, locale }) => [to, locale]).sort()).toEqual(
      [
        [finance.email, 'vi'],
        [reviewer.email, 'en'],
      ].sort(),
    );
  });

  it('a super, in their language, when an admin is made or reset, whatever they switched off', async () => {
    const boss = await createAdmin(test.current, 'super');
    await choose(boss, everythingBut('super'), 'vi');
    const made = { id: randomUUID(), email: 'new@ops.example' };
    await notifyAdmins(test.current.deps, db(), { event: 'created', admin: made, role: 'viewer', by: 'someone@ops.example' });
    expect((await takeMessages(test.current)).map(({ to, locale }) => [to, locale])).toEqual([[boss.email, 'vi']]);
    expect((await choose(boss, ['admin_change'])).problem.code).toBe('forbidden');
  });

  it('nobody whose role it does not concern any more', async () => {
    const finance = await createAdmin(test.current, 'finance');
    await choose(finance, []);
    await db().updateTable('admins').set({ role: 'support' }).where('id', '=', finance.id).execute();
    await request(50_000);
    expect(await told()).toEqual([]);
  });
});

describe('the choice', () => {
  const read = async (admin: TestAdmin) =>
    (await callApp(test.current.app, getAlertSettings, {}, { token: await signInAdmin(test.current, admin) })).reply;
  const on = async (admin: TestAdmin) => (await read(admin)).alerts.flatMap(({ kind, is_on }) => (is_on ? [kind] : []));

  it('is all that concerns the role at first, and each admin’s own', async () => {
    const [boss, colleague, viewer] = [
      await createAdmin(test.current, 'super'),
      await createAdmin(test.current, 'super'),
      await createAdmin(test.current, 'viewer'),
    ];
    expect(await on(boss)).toEqual(alertsFor('super'));
    expect(await read(viewer)).toEqual({ locale: 'en', alerts: [], by: ['email'], is_mail_set_up: true, is_bot_set_up: false, chat: null });
    await choose(boss, ['feed_silent', 'treasury_short'], 'vi');
    expect(await on(boss)).toEqual(alertsFor('super').filter((alert) => alert !== 'feed_silent' && alert !== 'treasury_short'));
    expect((await read(boss)).locale).toBe('vi');
    expect(await on(colleague)).toEqual(alertsFor('super'));
    expect((await read(boss)).alerts.filter(({ is_fixed }) => is_fixed).map(({ kind }) => kind)).toEqual(['admin_change']);
  });

  it('is refused for what is not the role’s, and for malformed input', async () => {
    const [viewer, boss] = [await createAdmin(test.current, 'viewer'), await createAdmin(test.current, 'super')];
    expect((await choose(viewer, ['large_request'])).problem).toMatchObject({ code: 'invalid_payload', status: 400 });
    for (const input of [
      { locale: 'fr', off: [], by: ['email'] },
      { locale: 'en', off: ['everything'], by: ['email'] },
      { locale: 'en', by: ['email'] },
      { locale: 'en', off: [] },
      { locale: 'en', off: [], by: [] },
      { locale: 'en', off: [], by: ['sms'] },
      { locale: 'en', off: [], by: ['email', 'telegram', 'email'] },
      { locale: 'en', off: [], by: ['email'], id: boss.id },
    ])
      expect(
        (await callApp(test.current.app, changeAlertSettings, input as never, { token: await signInAdmin(test.current, viewer) })).status,
      ).toBe(400);
    expect(await db().selectFrom('admin_alert_settings').selectAll().execute()).toEqual([]);
  });

  it('takes a second factor, which somebody with a stolen password does not have', async () => {
    const boss = await createAdmin(test.current, 'super', { hasTotp: false });
    expect((await choose(boss, ['treasury_unexplained'])).problem.code).toBe('totp_setup_required');
  });

  it('is written to the audit log with what it replaced, once', async () => {
    const boss = await createAdmin(test.current, 'super');
    await Promise.all([choose(boss, ['feed_silent']), choose(boss, ['feed_silent'])]);
    await choose(boss, ['feed_silent']);
    const token = await signInAdmin(test.current, boss);
    const { items } = (await callApp(test.current.app, listAudit, { action: 'admin.alerts', admin_id: boss.id }, { token })).reply;
    expect(items).toMatchObject([
      {
        subject: { kind: 'admin', id: boss.id },
        ...{ before: { locale: 'en', off: [], by: ['email'] }, after: { locale: 'en', off: ['feed_silent'], by: ['email'] } },
      },
    ]);
  });
});
