import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { decideInviteReview, listInviteReviews } from '#contract/user-reviews.ts';
import { DAY_MS } from '#domain/time.ts';
import { payInvites } from '#server/modules/account/referrals/rewards.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';

const test = useTestApp();

let reviewer: TestAdmin;
beforeAll(async () => {
  reviewer = await createAdmin(test.current, 'reviewer');
});

/** Creates an inviter and an invitee who qualified in the same browser, from the same IP address, and with two addresses of one mailbox. */
async function createHeld(): Promise<{ inviter: TestUser; invitee: TestUser; device: string }> {
  const [inviter, invitee] = [await createUser(test.current), await createUser(test.current)];
  const { deps, clock } = test.current;
  const [device, name] = [randomUUID(), inviter.id.replaceAll('-', '')];
  const update = (id: string, values: object) => deps.db.updateTable('users').set(values).where('id', '=', id).execute();
  await update(inviter.id, { registration_device_id: device, email: `${name}@gmail.com`, email_identity: `${name}@gmail.com` });
  await update(invitee.id, {
    ...{ registration_device_id: device, invited_by: inviter.id, invited_with: 'QWERTY23', email_verified_at: clock.now() },
    ...{ registration_ip: '203.0.113.7', registration_country: 'VN' },
  });
  await deps.db
    .insertInto('linked_accounts')
    .values({
      ...{ id: randomUUID(), user_id: invitee.id, type: 'google', subject: invitee.id, identifier: `${name}+two@gmail.com` },
      ...{ created_at: clock.now(), verified_at: clock.now() },
    })
    .execute();
  for (const days of [0, 0, 1]) {
    const settled = new Date(clock.now().getTime() + days * DAY_MS);
    const contest_id = await createContest(deps.db, await createMatch(deps.db, { kickoffAt: settled }), settled);
    const bet = { stake: 10, state: 'settled', placed_at: settled, settled_at: settled, pick: 'home' } as const;
    const counted = { at_risk: 10, at_risk_reason: 'full', net_won: -10 };
    await deps.db
      .insertInto('bets')
      .values({ id: randomUUID(), user_id: invitee.id, contest_id, ...bet, ...counted })
      .execute();
  }
  await deps.db.updateTable('user_stats').set({ played: 3 }).where('user_id', '=', invitee.id).execute();
  await payInvites(deps);
  return { inviter, invitee, device };
}

const list = async () => (await callApp(test.current.app, listInviteReviews, { page_size: 100 }, { token: reviewer.token })).reply;
const decide = (id: string, decision: 'pay' | 'refuse', { admin = reviewer, reason = 'a couple, both called', key = randomUUID() } = {}) =>
  callApp(test.current.app, decideInviteReview, { invitee_id: id, decision, reason }, { token: admin.token, key });
const balanceOf = async (id: string) =>
  (
    await test.current.deps.db
      .selectFrom('accounts')
      .select('balance')
      .where('owner', '=', id)
      .where('kind', '=', 'balance')
      .executeTakeFirstOrThrow()
  ).balance;
const auditOf = (id: string) =>
  test.current.deps.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).orderBy('id').execute();

describe('held invites', () => {
  it('are listed with the evidence against them, oldest first', async () => {
    const [first, second] = [await createHeld(), await createHeld()];
    const { items, total } = await list();
    expect([total, items.map(({ invitee }) => invitee.id)]).toEqual([2, [first.invitee.id, second.invitee.id].sort()]);
    const held = items.find(({ invitee }) => invitee.id === first.invitee.id)!;
    const name = first.inviter.id.replaceAll('-', '');
    expect(held).toMatchObject({
      invitee: { email: first.invitee.email, status: 'normal', registration_ip: '203.0.113.7', predictions_played: 3, reward: 50 },
      inviter: { id: first.inviter.id, email: `${name}@gmail.com`, registration_ip: null, predictions_played: 0, reward: 100 },
      reasons: ['device', 'mailbox'],
      evidence: { devices: [first.device], wallets: [], household_accounts: 2 },
      ...{ inviter_held: 1, inviter_paid: 0 },
    });
    expect(held.evidence.mailboxes.sort()).toEqual([`${name}+two@gmail.com`, `${name}@gmail.com`]);
  });

  it('are paid to both sides once, leave the list, and the deciding admin is logged', async () => {
    const { inviter, invitee } = await createHeld();
    const key = randomUUID();
    expect((await decide(invitee.id, 'pay', { key })).reply).toEqual({ state: 'rewarded' });
    expect((await decide(invitee.id, 'pay', { key })).headers.get('idempotent-replay')).toBe('true');
    for (const again of ['pay', 'refuse'] as const) expect((await decide(invitee.id, again)).problem.code).toBe('already_decided');
    expect([await balanceOf(inviter.id), await balanceOf(invitee.id)]).toEqual([100, 50]);
    expect((await list()).items.map((item) => item.invitee.id)).not.toContain(invitee.id);
    expect(await auditOf(invitee.id)).toMatchObject([
      {
        ...{ action: 'invite.pay', admin_id: reviewer.id, subject_kind: 'user', reason: 'a couple, both called' },
        ...{ before: { state: 'in_review' }, after: { state: 'rewarded' } },
      },
    ]);
    expect((await proveLedger(test.current.deps.db)).proven).toBe(true);
  });

  it('are decided once by many simultaneous requests', async () => {
    const { inviter, invitee } = await createHeld();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => decide(invitee.id, i % 2 === 0 ? 'pay' : 'refuse')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const isPaid = answers.find(({ status }) => status === 200)!.reply.state === 'rewarded';
    expect(await balanceOf(inviter.id)).toBe(isPaid ? 100 : 0);
    expect(await auditOf(invitee.id)).toHaveLength(1);
  });

  it('cannot be paid after a refusal', async () => {
    const { inviter, invitee } = await createHeld();
    expect((await decide(invitee.id, 'refuse')).reply).toEqual({ state: 'refused' });
    await payInvites(test.current.deps);
    expect(await balanceOf(inviter.id)).toBe(0);
    expect(await auditOf(invitee.id)).toMatchObject([{ action: 'invite.refuse', after: { state: 'refused' } }]);
  });

  it('are decided by reviewers, with a reason and a second factor', async () => {
    const { invitee } = await createHeld();
    const support = await createAdmin(test.current, 'support');
    const unproven = await createAdmin(test.current, 'reviewer', { hasTotp: false });
    expect((await decide(invitee.id, 'pay', { admin: support })).problem.code).toBe('forbidden');
    expect((await decide(invitee.id, 'pay', { admin: unproven })).problem.code).toBe('totp_setup_required');
    expect((await decide(invitee.id, 'pay', { reason: '' })).problem.code).toBe('reason_required');
    const own = await createAdmin(test.current, 'super');
    await test.current.deps.db.updateTable('users').set({ email: own.email }).where('id', '=', invitee.id).execute();
    expect((await decide(invitee.id, 'pay', { admin: own })).problem.code).toBe('same_reviewer');
    expect((await decide(randomUUID(), 'pay')).problem.code).toBe('not_found');
    expect((await callApp(test.current.app, listInviteReviews, {}, { token: support.token })).problem.code).toBe('forbidden');
    expect(await auditOf(invitee.id)).toEqual([]);
  });
});
