import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { endAdminTwoFactor } from '#contract/admin-auth.ts';
import { adjustUser } from '#contract/admin-users.ts';
import { changeAdminRole, changeAdminStatus, inviteAdmin, resetAdmin } from '#contract/admins.ts';
import { approve, reject } from '#contract/approvals.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { approveWithdrawal } from '#contract/withdrawal-review.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { unseal } from '#server/platform/crypto/server-keys.ts';
import {
  createAdmin,
  createOperator,
  OPERATOR_PASSWORD,
  openConsole,
  signInAdmin,
  type TestAdmin,
  turnOnFactor,
} from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { heldBy } from '#test/support/match-course.ts';
import { decideApproval, waitingFor } from '#test/support/operators.ts';
import { createRedeemer } from '#test/support/redeemer.ts';
import { shownBy } from '#test/support/second-factor.ts';
import { createWithdrawal } from '#test/support/withdrawals.ts';

/*
 * One super admin acts as two: with an account they created, reset, promoted or enabled, with a colleague's, or with one that is removed
 * afterwards.
 */

const test = useTestApp({ FEED: 'none', LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });
const reason = 'needed';
const db = () => test.current.deps.db;

let boss: TestAdmin;
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  // Each test has its own super admins.
  await db().updateTable('admins').set({ status: 'disabled' }).where('role', '=', 'super').execute();
  boss = await createAdmin(test.current, 'super');
});

const call = async <E extends Endpoint>(by: TestAdmin, endpoint: E, input: InputOf<E>) =>
  callApp(test.current.app, endpoint, input, { token: await signInAdmin(test.current, by), key: randomUUID() });
const decide = async (by: TestAdmin, id: string, deed: typeof approve | typeof reject = approve) => {
  const { status, problem } = await decideApproval(test.current, by, id, deed);
  return status < 300 ? 'done' : problem.code;
};
const rowOf = (email: string) => db().selectFrom('admins').selectAll().where('email', '=', email).executeTakeFirst();
let serial = 0;
const fresh = () => `new${++serial}@ops.example`;

/** Returns recipients and events of the mails to admins queued since the last call. */
async function mails(): Promise<{ to: string; event: string }[]> {
  const rows = await db().selectFrom('messages').select('sealed').where('kind', '=', 'admin_event').orderBy('id').execute();
  return rows.map(({ sealed }) => {
    const { to, content } = JSON.parse(unseal(test.current.deps, sealed!)!);
    return { to, event: content.event };
  });
}

/** Requests an adjustment far above one admin's limit. */
async function askForPoints(by: TestAdmin): Promise<{ id: string; userId: string }> {
  const { id: userId } = await createUser(test.current);
  const { reply } = await call(by, adjustUser, { id: userId, delta: 1_000_000, source: 'manual_adjust', reason });
  return { id: reply.approval!.id, userId };
}

/** Creates an admin who, according to the log, was created (or reset etc.) by another one that many days ago. */
async function madeBy(
  makers: { asked: TestAdmin; agreed?: TestAdmin },
  role: TestAdmin['role'] = 'super',
  days = 0,
  kind = 'create',
): Promise<TestAdmin> {
  const puppet = await createAdmin(test.current, role);
  const at = new Date(Date.parse(TEST_NOW) - days * DAY_MS);
  await db()
    .insertInto('admin_events')
    .values({ admin_id: puppet.id, kind, asked_by: makers.asked.id, agreed_by: makers.agreed?.id ?? null, at })
    .execute();
  return puppet;
}

describe('a super admin who wants to create another admin', () => {
  it('needs a second super admin, who alone sees the one-time password', async () => {
    const second = await createAdmin(test.current, 'super');
    const email = fresh();
    const { reply } = await call(boss, inviteAdmin, { email, role: 'super' });
    expect(JSON.stringify(reply)).not.toContain('password');
    expect(await rowOf(email)).toBeUndefined();
    expect(await decide(boss, reply.approval.id)).toBe('same_reviewer');
    const agreed = await decideApproval(test.current, second, reply.approval.id);
    expect(agreed.reply.one_time).toMatchObject({ email, password: expect.stringMatching(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/) });
    expect(await openConsole(test.current, email).login({ password: agreed.reply.one_time!.password })).toBe('done');
    const kept = await db().selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify([kept, await db().selectFrom('audit_log').selectAll().execute()])).not.toContain(agreed.reply.one_time!.password);
    const told = (await mails()).slice(-5);
    expect(told).toEqual(
      expect.arrayContaining([
        { to: second.email, event: 'asked_create' },
        { to: boss.email, event: 'created' },
        { to: second.email, event: 'created' },
        { to: email, event: 'created' },
      ]),
    );
  });

  it.each(['reset', 'promote', 'enable'] as const)('needs a second super admin for a %s too', async (what) => {
    const second = await createAdmin(test.current, 'super');
    const hand = await createAdmin(test.current, 'support');
    if (what === 'enable') await db().updateTable('admins').set({ status: 'disabled' }).where('id', '=', hand.id).execute();
    const before = await rowOf(hand.email);
    const answer =
      what === 'reset'
        ? await call(boss, resetAdmin, { id: hand.id, reason })
        : what === 'promote'
          ? await call(boss, changeAdminRole, { id: hand.id, role: 'super', reason })
          : await call(boss, changeAdminStatus, { id: hand.id, status: 'normal', reason });
    expect(await rowOf(hand.email)).toEqual(before);
    expect(await decide(second, answer.reply.approval!.id)).toBe('done');
    expect(await rowOf(hand.email)).not.toEqual(before);
    expect((await mails()).some(({ to, event }) => to === hand.email && ['reset', 'promoted', 'enabled'].includes(event))).toBe(true);
  });

  it('can act alone if there is no other, after a day in which all admins are warned and can stop it', async () => {
    const reviewer = await createAdmin(test.current, 'reviewer');
    const [email, stopped] = [fresh(), fresh()];
    const { reply } = await call(boss, inviteAdmin, { email, role: 'super' });
    const other = await call(boss, inviteAdmin, { email: stopped, role: 'super' });
    expect((await mails()).filter(({ to, event }) => to === reviewer.email && event === 'asked_create')).toHaveLength(2);
    expect(await decide(boss, reply.approval.id)).toBe('too_early');
    expect(await decide(reviewer, reply.approval.id)).toBe('forbidden');
    expect(await decide(reviewer, other.reply.approval.id, reject)).toBe('done');
    test.current.clock.advance(DAY_MS);
    expect(await decide(boss, reply.approval.id)).toBe('done');
    expect(await decide(boss, other.reply.approval.id)).toBe('already_decided');
    expect(await rowOf(stopped)).toBeUndefined();
    expect(await rowOf(email)).toBeDefined();
  });

  it('cannot become the only one by disabling or demoting the others', async () => {
    const second = await createAdmin(test.current, 'super');
    const { reply } = await call(boss, inviteAdmin, { email: fresh(), role: 'super' });
    await call(boss, changeAdminStatus, { id: second.id, status: 'disabled', reason });
    expect((await mails()).filter(({ to, event }) => to === second.email && event === 'disabled')).toHaveLength(1);
    test.current.clock.advance(2 * DAY_MS);
    expect(await decide(boss, reply.approval.id)).toBe('same_reviewer');
  });
});

describe('the second approval', () => {
  it.each([
    ['made', 'create'],
    ['reset', 'reset'],
    ['promoted', 'promote'],
    ['enabled', 'enable'],
  ])('cannot be given by an admin whom the requester %s within 30 days', async (_, kind) => {
    const puppet = await madeBy({ asked: boss }, 'super', 29, kind);
    const { id, userId } = await askForPoints(boss);
    expect(await decide(puppet, id)).toBe('one_hand');
    expect((await waitingFor(test.current, puppet, userId))[0]).toMatchObject({ refusal: 'one_hand' });
    test.current.clock.advance(2 * DAY_MS);
    expect(await decide(puppet, id)).toBe('done');
    expect(await heldBy(db(), 'balance', userId)).toBe(1_000_000);
  });

  it('cannot be given by a puppet’s puppet, by a puppet’s master or by another puppet of the same master', async () => {
    const puppet = await madeBy({ asked: boss });
    const next = await madeBy({ asked: puppet });
    const sibling = await madeBy({ asked: boss });
    const { id } = await askForPoints(boss);
    expect(await decide(next, id)).toBe('one_hand');
    const ofPuppet = await askForPoints(next);
    expect(await decide(boss, ofPuppet.id)).toBe('one_hand');
    expect(await decide(sibling, ofPuppet.id)).toBe('one_hand');
    const honest = await createAdmin(test.current, 'super');
    expect(await decide(honest, ofPuppet.id)).toBe('done');
  });

  it('cannot be given by who saw the requester’s password', async () => {
    const second = await createAdmin(test.current, 'super');
    const puppet = await madeBy({ asked: second, agreed: boss });
    const { id } = await askForPoints(puppet);
    expect(await decide(boss, id)).toBe('one_hand');
    expect(await decide(boss, (await askForPoints(second)).id)).toBe('done');
  });

  it('cannot be given in the requester’s browser', async () => {
    const [one, other] = [await createOperator(test.current, 'super'), await createOperator(test.current, 'super')];
    const browser = openConsole(test.current, one.email);
    await browser.login();
    await turnOnFactor(test.current, browser);
    const asked = await askForPoints({ ...one, token: '' });
    const device = browser.jar.header();
    const same = openConsole(test.current, other.email);
    await same.login({}, { Cookie: device });
    await turnOnFactor(test.current, same);
    expect(await same.asked(approve, { id: asked.id })).toBe('idempotency_key_required');
    const answer = await same.send(approve, { id: asked.id }, { 'Idempotency-Key': randomUUID() });
    expect(answer.problem.code).toBe('one_hand');
  });

  it('of a withdrawal follows the same rules', async () => {
    const puppet = await madeBy({ asked: boss }, 'finance');
    const user = await createRedeemer(test.current, 100_000);
    const id = await createWithdrawal(test.current, user, { points: 90_000 });
    await call(boss, approveWithdrawal, { id });
    expect((await call(puppet, approveWithdrawal, { id })).problem.code).toBe('one_hand');
    expect((await call(await createAdmin(test.current, 'finance'), approveWithdrawal, { id })).status).toBe(200);
  });
});

describe('the first approval', () => {
  it.each(['disabled', 'demoted', 'reset', 'enabled again'] as const)('does not count if its admin was %s before the end', async (how) => {
    const [puppet, second, third] = [
      await createAdmin(test.current, 'finance'),
      await createAdmin(test.current, 'super'),
      await createAdmin(test.current, 'super'),
    ];
    const { id } = await askForPoints(puppet);
    test.current.clock.advance(HOUR_MS);
    if (how === 'disabled' || how === 'enabled again') await call(boss, changeAdminStatus, { id: puppet.id, status: 'disabled', reason });
    if (how === 'demoted') await call(boss, changeAdminRole, { id: puppet.id, role: 'reviewer', reason });
    if (how === 'reset') await decide(third, (await call(boss, resetAdmin, { id: puppet.id, reason })).reply.approval.id);
    if (how === 'enabled again')
      await decide(third, (await call(boss, changeAdminStatus, { id: puppet.id, status: 'normal', reason })).reply.approval!.id);
    expect(await decide(second, id)).toBe('asker_gone');
    expect(await decide(second, id, reject)).toBe('done');
  });

  it('of a withdrawal does not count then either: two other admins have to approve', async () => {
    const [puppet, one, other] = [
      await createAdmin(test.current, 'finance'),
      await createAdmin(test.current, 'finance'),
      await createAdmin(test.current, 'finance'),
    ];
    const user = await createRedeemer(test.current, 100_000);
    const id = await createWithdrawal(test.current, user, { points: 90_000 });
    await call(puppet, approveWithdrawal, { id });
    test.current.clock.advance(HOUR_MS);
    await call(boss, changeAdminStatus, { id: puppet.id, status: 'disabled', reason });
    expect((await call(one, approveWithdrawal, { id })).reply.withdrawal.status).toBe('pending');
    expect((await call(other, approveWithdrawal, { id })).reply.withdrawal.status).toBe('approved');
  });
});

it('requires that every super admin is warned when a second factor is turned off', async () => {
  const operator = await createOperator(test.current, 'finance');
  const browser = openConsole(test.current, operator.email);
  await browser.login();
  const authenticator = await turnOnFactor(test.current, browser);
  test.current.clock.advance(60_000);
  await browser.send(endAdminTwoFactor, { password: OPERATOR_PASSWORD, totp: shownBy(authenticator, test.current.clock.now()) });
  expect(await mails()).toContainEqual({ to: boss.email, event: 'factor_off' });
});
