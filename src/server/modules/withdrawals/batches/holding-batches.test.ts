import { describe, expect, it } from 'vitest';
import { batchFile, dissolveBatch, getBatch, releasePayout, takeOverBatch } from '#contract/payout-batches.ts';
import { markWithdrawalSent, returnWithdrawal } from '#contract/withdrawal-review.ts';
import { createAdmin } from '#test/support/admins.ts';
import { outcome, reason, useBatchDesk } from '#test/support/payout-batches.ts';
import { txHashOf } from '#test/support/withdrawals.ts';

const { at, call, payouts, made, imported } = useBatchDesk();

describe('the admin who holds a batch', () => {
  it('alone records its transactions, one by one or from a file, and has its file', async () => {
    const [one] = await payouts(1);
    const { id } = await made([one!.id]);
    const tx_hash = txHashOf('paid');
    expect(outcome(await call(markWithdrawalSent, { id: one!.id, tx_hash }, at.other))).toBe('batch_held');
    expect(await imported(id, [`${one!.id},${tx_hash}`], at.other)).toBe('batch_held');
    expect(outcome(await call(dissolveBatch, { id, reason }, at.other))).toBe('batch_held');
    expect(outcome(await call(releasePayout, { id, withdrawal_id: one!.id, reason }, at.other))).toBe('batch_held');
    expect((await call(batchFile, { id }, at.other)).status).toBe(403);
    expect(outcome(await call(markWithdrawalSent, { id: one!.id, tx_hash }))).toBe('done');
  });

  it('can be replaced, with a reason, and then records nothing more', async () => {
    const [one] = await payouts(1);
    const { id } = await made([one!.id]);
    expect(outcome(await call(takeOverBatch, { id, reason: ' ' }, at.other))).toBe('reason_required');
    expect(outcome(await call(takeOverBatch, { id, reason }))).toBe('already_decided');
    expect(outcome(await call(takeOverBatch, { id, reason }, at.other))).toBe('done');
    expect(await imported(id, [`${one!.id},${txHashOf('x')}`])).toBe('batch_held');
    expect(await imported(id, [`${one!.id},${txHashOf('x')}`], at.other)).toEqual(['recorded']);
    const audit = await at.test.deps.db
      .selectFrom('audit_log')
      .select(['action', 'admin_id', 'reason'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(audit.map(({ action, admin_id, reason }) => [action, admin_id, reason])).toEqual([
      ['payout_batch.make', at.finance.id, null],
      ['payout_batch.take_over', at.other.id, reason],
    ]);
  });

  it('is one of two who take over at the same time, and the other is told', async () => {
    const [one] = await payouts(1);
    const { id } = await made([one!.id]);
    const third = await createAdmin(at.test, 'finance');
    const outcomes = await Promise.all([call(takeOverBatch, { id, reason }, at.other), call(takeOverBatch, { id, reason }, third)]);
    expect(outcomes.map(outcome)).toEqual(['done', 'done']);
    const { held_by } = (await call(getBatch, { id })).reply.batch;
    const [loser] = [at.other, third].filter((admin) => admin.id !== held_by.id);
    expect(await imported(id, [`${one!.id},${txHashOf('x')}`], loser)).toBe('batch_held');
  });

  it('loses nothing to a colleague who returns the points of what is being paid', async () => {
    const [one] = await payouts(1);
    const { id } = await made([one!.id]);
    expect(outcome(await call(returnWithdrawal, { id: one!.id, reason }, at.other))).toBe('payout_batched');
    expect(outcome(await call(returnWithdrawal, { id: one!.id, reason }))).toBe('payout_batched');
    expect(outcome(await call(releasePayout, { id, withdrawal_id: one!.id, reason }))).toBe('done');
    expect(outcome(await call(returnWithdrawal, { id: one!.id, reason }, at.other))).toBe('done');
  });
});

describe('dissolving a batch', () => {
  it('frees its withdrawals for another, and shows what it was', async () => {
    const ids = (await payouts(2)).map(({ id }) => id);
    const batch = await made(ids);
    expect(outcome(await call(dissolveBatch, { id: batch.id, reason }))).toBe('done');
    const after = (await call(getBatch, { id: batch.id })).reply.batch;
    expect([after.counts.all, after.items.length]).toEqual([2, 2]);
    expect(after.dissolved_at).not.toBeNull();
    expect(outcome(await call(dissolveBatch, { id: batch.id, reason }))).toBe('already_decided');
    expect(outcome(await call(takeOverBatch, { id: batch.id, reason }, at.other))).toBe('already_decided');
    expect(await imported(batch.id, [`${ids[0]},${txHashOf('x')}`])).toBe('already_decided');
    await made(ids, at.other);
  });

  it('is refused once something is recorded; what is not can be taken out', async () => {
    const [one, two] = await payouts(2);
    const { id } = await made([one!.id, two!.id]);
    await imported(id, [`${one!.id},${txHashOf('x')}`]);
    expect(outcome(await call(dissolveBatch, { id, reason }))).toBe('already_decided');
    expect(outcome(await call(releasePayout, { id, withdrawal_id: one!.id, reason }))).toBe('already_decided');
    expect(outcome(await call(releasePayout, { id, withdrawal_id: two!.id, reason }))).toBe('done');
    expect(await imported(id, [`${two!.id},${txHashOf('y')}`])).toEqual(['unknown']);
  });

  it('and recording at the same time leave one of both', async () => {
    for (let round = 0; round < 5; round++) {
      const [one] = await payouts(1);
      const { id } = await made([one!.id]);
      const [dissolved, rows] = await Promise.all([
        call(dissolveBatch, { id, reason }),
        imported(id, [`${one!.id},${txHashOf(`round ${round}`)}`]),
      ]);
      const isRecorded = Array.isArray(rows) && rows[0] === 'recorded';
      expect(isRecorded).toBe(outcome(dissolved) !== 'done');
    }
  });
});
