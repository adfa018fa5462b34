import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setUserStatus } from '#contract/admin-users.ts';
import { approve as agreeTo, listApprovals, reject as refuse } from '#contract/approvals.ts';
import { notMe } from '#contract/auth.ts';
import { excludeSelf } from '#contract/play-limits.ts';
import { listReviews } from '#contract/withdrawal-queue.ts';
import {
  approveWithdrawal,
  correctWithdrawalHash,
  getReview,
  markWithdrawalSent,
  rejectWithdrawal,
  returnWithdrawal,
} from '#contract/withdrawal-review.ts';
import { DAY_MS } from '#domain/time.ts';
import { eraseAccounts } from '#server/modules/account-closure/deletion.ts';
import { holdRedeem } from '#server/modules/identity/security/queries.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { withdrawalPieces } from '#server/modules/withdrawals/review/export.ts';
import { transact } from '#server/platform/transact.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { takeMessages } from '#test/support/messages.ts';
import { createRedeemer, type Redeemer, redeem } from '#test/support/redeemer.ts';
import { createKnownRedeemer, createWithdrawal, eraseWithdrawals, txHashOf } from '#test/support/withdrawals.ts';

/*
 * What a dishonest admin can do to a payout after its decision: reverse it alone, hide who decided it, pay a user who must not be paid, or
 * record a transaction that never took place.
 */

// With a public address it is not the demo, which pays nothing out.
const test = useTestApp({ PUBLIC_URL: 'https://matchpoint.example', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ops@matchpoint.example' });

beforeEach(() => test.current.clock.set(TEST_NOW));
afterEach(async () => expect(await proveLedger(test.current.deps.db)).toEqual({ proven: true, sum: 0, faults: [] }));

const by = ({ token }: TestAdmin) => ({ token, key: randomUUID() });
const admin = (role: TestAdmin['role'] = 'finance') => createAdmin(test.current, role);
const outcome = ({ status, problem }: { status: number; problem: { code?: string } }) => (status === 200 ? 'done' : problem.code);
const hash = () => txHashOf(randomUUID());

const approve = (one: TestAdmin, id: string, more: { note?: string; tx_hash?: string } = {}) =>
  callApp(test.current.app, approveWithdrawal, { id, ...more }, by(one));
const send = (one: TestAdmin, id: string, tx_hash = hash()) => callApp(test.current.app, markWithdrawalSent, { id, tx_hash }, by(one));
const giveBack = (one: TestAdmin, id: string, reason = 'The exchange refused it', note?: string) =>
  callApp(test.current.app, returnWithdrawal, { id, reason, ...(note && { note }) }, by(one));
const correct = (one: TestAdmin, id: string, tx_hash = hash(), reason = 'A slip') =>
  callApp(test.current.app, correctWithdrawalHash, { id, tx_hash, reason }, by(one));
const agree = (one: TestAdmin, id: string) => callApp(test.current.app, agreeTo, { id }, by(one));
const review = async (one: TestAdmin, id: string) => (await callApp(test.current.app, getReview, { id }, { token: one.token })).reply;
const setStatus = (one: TestAdmin, { id }: Redeemer, status: 'normal' | 'disabled') =>
  callApp(test.current.app, setUserStatus, { id, status, reason: 'many accounts' }, { token: one.token });
const balanceOf = async ({ id }: Redeemer) =>
  (
    await test.current.deps.db
      .selectFrom('accounts')
      .select('balance')
      .where('owner', '=', id)
      .where('kind', '=', 'balance')
      .executeTakeFirstOrThrow()
  ).balance;
const eventsOf = async (one: TestAdmin, id: string) =>
  (await review(one, id)).events.map(({ kind, admin: who }) => [kind, who?.id ?? null]);

/** Creates a request approved by one admin. */
async function approved({ balance = 10_000 } = {}) {
  const user = await createKnownRedeemer(test.current, balance);
  const id = await createWithdrawal(test.current, user, { points: 4_000 });
  const decider = await admin();
  await approve(decider, id);
  return { user, id, decider };
}

/** Creates a request paid by a transaction. */
async function paid() {
  const request = await approved();
  const txHash = hash();
  await send(request.decider, request.id, txHash);
  return { ...request, txHash };
}

describe('returning the points of a sent payout', () => {
  it('needs the agreement of a second admin', async () => {
    const { user, id } = await paid();
    const [thief, second] = [await admin(), await admin()];
    const asked = await giveBack(thief, id, 'It failed', 'We are sorry');
    expect(asked.reply).toMatchObject({ withdrawal: { stage: 'sent' }, approval: { id: expect.any(String) } });
    expect(await balanceOf(user)).toBe(5_000);
    expect((await review(second, id)).waiting).toEqual({ return: asked.reply.approval, correct: null });
    expect(outcome(await giveBack(second, id))).toBe('approval_waiting');
    expect(outcome(await agree(thief, asked.reply.approval!.id))).toBe('same_reviewer');
    expect(outcome(await agree(second, asked.reply.approval!.id))).toBe('done');
    expect(await balanceOf(user)).toBe(9_000);
    expect((await review(second, id)).withdrawal).toMatchObject({ status: 'rejected', reason_code: 'payout_failed', note: 'We are sorry' });
    expect(outcome(await giveBack(second, id))).toBe('already_decided');
  });

  it('cannot be requested by who decided the payout or without a reason, nor agreed to by a reviewer', async () => {
    const { id, decider } = await paid();
    expect(outcome(await giveBack(decider, id))).toBe('same_reviewer');
    expect(outcome(await giveBack(await admin(), id, ' '))).toBe('reason_required');
    const { reply } = await giveBack(await admin(), id);
    expect(outcome(await agree(await admin('reviewer'), reply.approval!.id))).toBe('forbidden');
  });

  it('cannot be agreed to by the user’s own admin account', async () => {
    const { user, id } = await paid();
    const { reply } = await giveBack(await admin(), id);
    const self = await admin();
    await test.current.deps.db.updateTable('admins').set({ email: user.email }).where('id', '=', self.id).execute();
    expect(outcome(await agree(self, reply.approval!.id))).toBe('same_reviewer');
  });

  it('shows user and payout in the list of approvals, and can be rejected', async () => {
    const { user, id } = await paid();
    const [one, other] = [await admin(), await admin()];
    const { reply } = await giveBack(one, id, 'It failed', 'Sorry');
    const list = await callApp(test.current.app, listApprovals, { page_size: 100 }, { token: other.token });
    expect(list.reply.items.find((item) => item.id === reply.approval!.id)).toMatchObject({
      deed: { kind: 'withdrawal_return', withdrawal: { id, usdt: '4.00', points: 4_000, user: { id: user.id } }, note: 'Sorry' },
      ...{ reason: 'It failed', points: 4_000, refusal: null },
    });
    expect(outcome(await callApp(test.current.app, refuse, { id: reply.approval!.id }, by(other)))).toBe('done');
    expect(await balanceOf(user)).toBe(5_000);
    expect(outcome(await giveBack(one, id))).toBe('done');
  });

  it('happens once when many admins request and agree at the same time', async () => {
    const { user, id } = await paid();
    const askers = await Promise.all(Array.from({ length: 6 }, () => admin()));
    const asked = await Promise.all(askers.map((one) => giveBack(one, id)));
    expect(asked.map(outcome).sort()).toEqual([
      'approval_waiting',
      'approval_waiting',
      'approval_waiting',
      'approval_waiting',
      'approval_waiting',
      'done',
    ]);
    const approvalId = asked.find(({ status }) => status === 200)!.reply.approval!.id;
    const seconds = await Promise.all(Array.from({ length: 6 }, () => admin()));
    const agreed = (await Promise.all(seconds.map((one) => agree(one, approvalId)))).map(outcome);
    expect(agreed.filter((one) => one === 'done')).toHaveLength(1);
    expect(await balanceOf(user)).toBe(9_000);
  });

  it('of a payout that was approved but never sent needs an admin other than its approver', async () => {
    const { user, id, decider } = await approved();
    expect(outcome(await giveBack(decider, id))).toBe('same_reviewer');
    expect((await giveBack(await admin(), id)).reply).toMatchObject({ approval: null, withdrawal: { status: 'rejected' } });
    expect(await balanceOf(user)).toBe(9_000);
  });
});

describe('the events of a withdrawal', () => {
  it('keep the full history, including decisions that were overwritten later', async () => {
    const user = await createRedeemer(test.current, 10_000);
    const { id } = await redeem(test.current, user, 4_000);
    const [one, two, three, support] = [await admin('reviewer'), await admin(), await admin(), await admin('support')];
    await approve(one, id, { note: 'The phone bill matches' });
    await approve(two, id, { note: 'Enjoy' });
    await setStatus(support, user, 'disabled');
    await setStatus(support, user, 'normal');
    const [wrong, right] = [hash(), hash()];
    await send(two, id, wrong);
    await agree(three, (await correct(two, id, right)).reply.approval!.id);
    await agree(two, (await giveBack(three, id)).reply.approval!.id);
    const { events, withdrawal } = await review(one, id);
    expect(events.map(({ kind, admin: who, note, owner_note, tx_hash }) => [kind, who?.id ?? null, note ?? owner_note ?? tx_hash])).toEqual(
      [
        ['asked', null, null],
        ['approved_first', one.id, 'The phone bill matches'],
        ['approved', two.id, 'Enjoy'],
        ['frozen', support.id, 'many accounts'],
        ['released', support.id, 'many accounts'],
        ['sent', two.id, wrong],
        ['correction_asked', two.id, 'A slip'],
        ['hash_corrected', three.id, 'A slip'],
        ['return_asked', three.id, 'The exchange refused it'],
        ['returned', two.id, 'The exchange refused it'],
      ],
    );
    expect(withdrawal).toMatchObject({ status: 'rejected', decided_by: { id: two.id }, tx_hash: right });
  });

  it('cannot be changed or deleted, not even with SQL', async () => {
    const { id } = await paid();
    const { db } = test.current.deps;
    const hands = [
      sql`update withdrawal_events set admin_id = null where withdrawal_id = ${id}`,
      sql`update withdrawal_events set note = 'nothing happened' where withdrawal_id = ${id}`,
      sql`update withdrawal_events set note = null, owner_note = null where withdrawal_id = ${id}`,
      sql`delete from withdrawal_events where withdrawal_id = ${id}`,
      sql`truncate withdrawal_events cascade`,
      sql`update withdrawal_hashes set withdrawal_id = gen_random_uuid() where withdrawal_id = ${id}`,
      sql`delete from withdrawal_hashes where withdrawal_id = ${id}`,
      sql`truncate withdrawal_hashes cascade`,
    ];
    for (const hand of hands) await expect(hand.execute(db)).rejects.toThrow(/never changed/);
  });

  it('lose their notes when the account is erased, and keep the rest', async () => {
    const { user, id, decider, txHash } = await paid();
    await agree(await admin(), (await giveBack(await admin(), id, 'Mr Smith was not paid', 'Dear Mr Smith')).reply.approval!.id);
    const before = await eventsOf(decider, id);
    const { db, now } = test.current.deps;
    await db.updateTable('users').set({ deletion_due_at: now() }).where('id', '=', user.id).execute();
    expect(await eraseAccounts(test.current.deps)).toBe(1);
    expect(await eventsOf(decider, id)).toEqual(before);
    const { events } = await review(decider, id);
    expect(events.some(({ tx_hash }) => tx_hash === txHash)).toBe(true);
    const approvals = await db.selectFrom('approvals').selectAll().where('subject_id', '=', id).execute();
    expect(JSON.stringify([events, approvals])).not.toContain('Smith');
  });
});

describe('a payout to a user who must not be paid', () => {
  const rowIn = async (one: TestAdmin, id: string, status: 'approved' | 'all') => {
    const query = new URLSearchParams({ status });
    const response = await test.current.app.request(`/api/admin/withdrawals/export.csv?${query}`, {
      headers: { Authorization: `Bearer ${one.token}` },
    });
    const rows = parse(Buffer.from(await response.arrayBuffer()), { bom: true, columns: true }) as Record<string, string>[];
    return rows.find((row) => row.id === id);
  };
  const frozenOf = async (one: TestAdmin, { email }: Redeemer, id: string) => {
    const { reply } = await callApp(test.current.app, listReviews, { status: 'approved', q: email }, { token: one.token });
    return reply.items.find((item) => item.id === id)?.frozen;
  };

  it('is frozen while the user is disabled: in the list, in the file, and for recording payouts', async () => {
    const { user, id } = await approved();
    const finance = await admin();
    expect(await rowIn(finance, id, 'approved')).toMatchObject({ stage: 'being_sent', wallet_address: user.wallet });
    await setStatus(await admin('support'), user, 'disabled');
    expect(await frozenOf(finance, user, id)).toBe('disabled');
    expect(await rowIn(finance, id, 'approved')).toBeUndefined();
    expect(await rowIn(finance, id, 'all')).toMatchObject({ stage: 'frozen', wallet_address: '' });
    expect((await review(finance, id)).can).toMatchObject({ send: 'account_disabled', return: null });
    expect(outcome(await send(finance, id))).toBe('account_disabled');
    await setStatus(await admin('support'), user, 'normal');
    expect(await frozenOf(finance, user, id)).toBeNull();
    expect(await rowIn(finance, id, 'approved')).toMatchObject({ stage: 'being_sent', wallet_address: user.wallet });
    expect(outcome(await send(finance, id))).toBe('done');
  });

  it('is frozen after the approval by the user’s “this was not me”, until the hold ends', async () => {
    const user = await createRedeemer(test.current, 10_000);
    const { id } = await redeem(test.current, user, 4_000);
    const link = (await takeMessages(test.current)).flatMap(({ content }) => ('link' in content ? [content.link] : [])).at(-1)!;
    const [one, finance] = [await admin(), await admin()];
    await approve(one, id);
    await approve(finance, id);
    expect((await callApp(test.current.app, notMe, { token: link.split('#')[1]! })).status).toBe(200);
    expect(await frozenOf(finance, user, id)).toBe('on_hold');
    expect(outcome(await send(finance, id))).toBe('withdrawal_on_hold');
    expect(await rowIn(finance, id, 'approved')).toBeUndefined();
    expect((await review(finance, id)).events.at(-1)).toMatchObject({
      kind: 'frozen',
      reason_code: 'on_hold',
      until: '2026-11-23T12:00:00.000Z',
    });
    test.current.clock.advance(3 * DAY_MS);
    const later = await admin();
    expect(outcome(await send(later, id))).toBe('done');
  });

  it('stays frozen when the user is enabled during a hold', async () => {
    const { user, id } = await approved();
    const [finance, support] = [await admin(), await admin('support')];
    await setStatus(support, user, 'disabled');
    await transact(test.current.deps, (db) =>
      holdRedeem(test.current.deps, db, user.id, new Date(Date.parse(TEST_NOW) + DAY_MS), new Date(TEST_NOW)),
    );
    await setStatus(support, user, 'normal');
    expect(outcome(await send(finance, id))).toBe('withdrawal_on_hold');
    expect((await eventsOf(finance, id)).map(([kind]) => kind)).not.toContain('released');
  });

  it('is not frozen by a break from play', async () => {
    const { user, id, decider } = await approved();
    const excluded = await callApp(test.current.app, excludeSelf, { kind: 'self_exclusion', months: 6 }, { token: user.token });
    expect(excluded.status).toBe(200);
    expect(await frozenOf(decider, user, id)).toBeNull();
    expect(outcome(await send(decider, id))).toBe('done');
  });

  it('can be returned while frozen, and rejected if it was not approved yet', async () => {
    const { user, id } = await approved();
    await setStatus(await admin('support'), user, 'disabled');
    expect(outcome(await giveBack(await admin(), id))).toBe('done');
    expect(await balanceOf(user)).toBe(9_000);
    const other = await createKnownRedeemer(test.current);
    const waiting = await createWithdrawal(test.current, other);
    await setStatus(await admin('support'), other, 'disabled');
    expect(outcome(await callApp(test.current.app, rejectWithdrawal, { id: waiting, reason_code: 'evidence' }, by(await admin())))).toBe(
      'done',
    );
  });

  it('is left out of a file that was started before the user was disabled', async () => {
    const many = await createRedeemer(test.current);
    const at = new Date('2026-01-01T00:00:00Z');
    await sql`
      insert into withdrawals (id, user_id, points, amount, wallet_address, wallet_since, contact_channel, contact, status, decided_at, created_at)
      select gen_random_uuid(), ${many.id}, 1000, 1, 'T', now(), 'email', 'a@example.com', 'approved', at, at
      from generate_series(1, 1000) n, lateral (select ${at}::timestamptz + n * interval '1 second' as at) t`.execute(test.current.deps.db);
    const { user, id } = await approved();
    // The other thousand come first, and fill the first piece.
    const filter = { status: 'approved', from: '2026-01-01', sort: 'submitted_at', order: 'asc' } as const;
    const pieces = withdrawalPieces(test.current.deps, filter)[Symbol.asyncIterator]();
    const read = [await pieces.next(), await pieces.next()];
    await setStatus(await admin('support'), user, 'disabled');
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) read.push(next);
    const text = Buffer.concat(read.map(({ value }) => value as Uint8Array)).toString();
    expect(text).toContain('T');
    expect(text).not.toContain(id);
    await eraseWithdrawals(test.current);
  });

  it('is recorded before the user is disabled or rejected, never recorded after', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { user, id, decider } = await approved();
      const support = await admin('support');
      const [sent] = await Promise.all([send(decider, id), setStatus(support, user, 'disabled')]);
      const kinds = (await eventsOf(decider, id)).map(([kind]) => kind);
      expect(kinds).toEqual(outcome(sent) === 'done' ? ['approved', 'sent'] : ['approved', 'frozen']);
      expect(['done', 'account_disabled']).toContain(outcome(sent));
    }
  });

  it('is frozen too if it is approved at the moment the user is disabled', async () => {
    for (let round = 0; round < 6; round += 1) {
      const user = await createKnownRedeemer(test.current);
      const id = await createWithdrawal(test.current, user);
      const [one, support] = [await admin(), await admin('support')];
      const [decided] = await Promise.all([approve(one, id), setStatus(support, user, 'disabled')]);
      expect((await eventsOf(one, id)).map(([kind]) => kind)).toEqual(outcome(decided) === 'done' ? ['approved', 'frozen'] : []);
      expect(outcome(await send(one, id))).toBe(outcome(decided) === 'done' ? 'account_disabled' : 'withdrawal_pending');
    }
  });
});

describe('a payout transaction', () => {
  it.each([
    ['64 zeros', '0'.repeat(64)],
    ['one digit all along, with 0x', `0x${'F'.repeat(64)}`],
    ['a repetition', 'ab'.repeat(32)],
    ['half of one twice', txHashOf('half').slice(0, 32).repeat(2)],
    ['a count', `${'0'.repeat(62)}42`],
  ])('is rejected if its hash is %s', async (_, tx_hash) => {
    const { id, decider } = await approved();
    expect(outcome(await send(decider, id, tx_hash))).toBe('invalid_tx_hash');
    const user = await createKnownRedeemer(test.current);
    const other = await createWithdrawal(test.current, user);
    expect(outcome(await approve(decider, other, { tx_hash }))).toBe('invalid_tx_hash');
    const sent = await paid();
    expect(outcome(await correct(decider, sent.id, tx_hash))).toBe('invalid_tx_hash');
  });

  it('pays one request only, even if that request was returned', async () => {
    const { id, txHash } = await paid();
    await agree(await admin(), (await giveBack(await admin(), id)).reply.approval!.id);
    const { id: next, decider } = await approved();
    expect(outcome(await send(decider, next, txHash))).toBe('invalid_tx_hash');
    expect(outcome(await send(decider, next, `0X${txHash.toUpperCase()}`))).toBe('invalid_tx_hash');
  });

  it('is corrected by two admins with a reason; both hashes stay in the events, neither can pay another request, and the owner is notified', async () => {
    const { user, id, decider, txHash } = await paid();
    await takeMessages(test.current);
    const [second, right] = [await admin(), hash()];
    expect(outcome(await correct(decider, id, right, ''))).toBe('reason_required');
    expect(outcome(await correct(decider, id, txHash))).toBe('invalid_tx_hash');
    expect(outcome(await correct(await admin('reviewer'), id, right))).toBe('forbidden');
    const asked = await correct(decider, id, ` 0x${right.toUpperCase()} `);
    expect(asked.reply.withdrawal.tx_hash).toBe(txHash);
    expect(outcome(await correct(second, id))).toBe('approval_waiting');
    expect(outcome(await agree(decider, asked.reply.approval!.id))).toBe('same_reviewer');
    expect(outcome(await agree(second, asked.reply.approval!.id))).toBe('done');
    const { events, withdrawal } = await review(second, id);
    expect(withdrawal).toMatchObject({ stage: 'sent', tx_hash: right });
    expect(events.map(({ kind, tx_hash }) => [kind, tx_hash])).toEqual([
      ['approved', null],
      ['sent', txHash],
      ['correction_asked', right],
      ['hash_corrected', right],
    ]);
    expect(await takeMessages(test.current)).toMatchObject([{ to: user.email, content: { kind: 'redeem_sent', txHash: right } }]);
    const other = await approved();
    for (const used of [txHash, right]) expect(outcome(await send(other.decider, other.id, used))).toBe('invalid_tx_hash');
    // Correct it back to the first one.
    await agree(second, (await correct(decider, id, txHash)).reply.approval!.id);
    expect((await review(second, id)).withdrawal.tx_hash).toBe(txHash);
  });

  it('is not corrected to one that another request used while the correction waited, nor after the points were returned', async () => {
    const [one, other] = [await paid(), await approved()];
    const second = await admin();
    const taken = hash();
    const asked = await correct(one.decider, one.id, taken);
    expect(outcome(await send(other.decider, other.id, taken))).toBe('done');
    expect(outcome(await agree(second, asked.reply.approval!.id))).toBe('invalid_tx_hash');
    expect((await review(second, one.id)).withdrawal.tx_hash).toBe(one.txHash);
    const two = await paid();
    const correction = await correct(two.decider, two.id);
    await agree(two.decider, (await giveBack(second, two.id)).reply.approval!.id);
    expect(outcome(await agree(second, correction.reply.approval!.id))).toBe('already_decided');
  });

  it('cannot be corrected before it is recorded', async () => {
    const { id, decider } = await approved();
    expect(outcome(await correct(decider, id))).toBe('already_decided');
  });
});
