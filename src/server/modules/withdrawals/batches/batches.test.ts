import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  batchFile,
  dissolveBatch,
  getBatch,
  importHashes,
  listBatches,
  listPayable,
  makeBatch,
  releasePayout,
  takeOverBatch,
} from '#contract/payout-batches.ts';
import { markWithdrawalSent, returnWithdrawal } from '#contract/withdrawal-review.ts';
import { HOUR_MS } from '#domain/time.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp } from '#test/support/app.ts';
import { outcome, reason, useBatchDesk } from '#test/support/payout-batches.ts';
import { createKnownRedeemer, createWithdrawal, txHashOf } from '#test/support/withdrawals.ts';

const { at, call, approved, payouts, made } = useBatchDesk();

describe('withdrawals to pay', () => {
  it('are approved, not sent, not frozen and in no batch, the longest approved first', async () => {
    const [first, second, third] = await payouts(3);
    await createWithdrawal(at.test, await createKnownRedeemer(at.test));
    await call(markWithdrawalSent, { id: second!.id, tx_hash: txHashOf('sent') });
    const frozen = await approved();
    await at.test.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', frozen.user.id).execute();
    const own = await approved(1_000);
    const ids = async () =>
      (await call(listPayable, {})).reply.items.map(({ id }) => id).filter((id) => [first!.id, third!.id, frozen.id, own.id].includes(id));
    expect(await ids()).toEqual([first!.id, third!.id, own.id]);
    await made([third!.id]);
    expect(await ids()).toEqual([first!.id, own.id]);
  });

  it('come in pages without a gap or a repetition, and are counted over all of them', async () => {
    await payouts(5);
    const seen: string[] = [];
    for (let after: string | undefined, pages = 0; pages < 20; pages++) {
      const { reply } = await call(listPayable, { page_size: 2, ...(after && { after }) });
      seen.push(...reply.items.map(({ id }) => id));
      if (reply.next === null) {
        expect(reply.total.count).toBe(seen.length);
        break;
      }
      after = reply.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(5);
  });
});

describe('a batch', () => {
  it('holds withdrawals in the chosen order, exact amounts, and belongs to its maker', async () => {
    const [a, b] = [await approved(12_000), await approved(1_000)];
    const batch = await made([b.id, a.id]);
    expect(batch).toMatchObject({ held_by: { id: at.finance.id }, usdt: '13.00', counts: { all: 2, recorded: 0 }, treasury: null });
    expect(batch.items.map(({ id, usdt, wallet_address }) => [id, usdt, wallet_address])).toEqual([
      [b.id, '1.00', b.user.wallet],
      [a.id, '12.00', a.user.wallet],
    ]);
    expect((await call(getBatch, { id: batch.id }, at.other)).reply.batch).toEqual(batch);
    expect((await call(listBatches, {})).reply.items.map(({ id }) => id)).toEqual([batch.id]);
  });

  it('is listed newest first, page by page', async () => {
    const made_ids: string[] = [];
    for (const { id } of await payouts(3)) {
      at.test.clock.advance(1_000);
      made_ids.unshift((await made([id])).id);
    }
    const first = (await call(listBatches, { page_size: 2 })).reply;
    expect(first.items.map(({ id }) => id)).toEqual(made_ids.slice(0, 2));
    const second = (await call(listBatches, { page_size: 2, before: first.next! })).reply;
    expect([second.items.map(({ id }) => id), second.next]).toEqual([made_ids.slice(2), null]);
  });

  it.each([
    ['pending', async () => ({ id: await createWithdrawal(at.test, await createKnownRedeemer(at.test)), code: 'withdrawal_pending' })],
    [
      'sent',
      async () => {
        const { id } = await approved();
        await call(markWithdrawalSent, { id, tx_hash: txHashOf(id) });
        return { id, code: 'already_decided' };
      },
    ],
    [
      'returned',
      async () => {
        const { id } = await approved();
        await call(returnWithdrawal, { id, reason });
        return { id, code: 'already_decided' };
      },
    ],
    [
      'of a disabled account',
      async () => {
        const { id, user } = await approved();
        await at.test.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
        return { id, code: 'account_disabled' };
      },
    ],
    [
      'on hold',
      async () => {
        const { id, user } = await approved();
        const until = new Date(at.test.clock.now().getTime() + HOUR_MS);
        await at.test.deps.db.updateTable('users').set({ redeem_held_until: until }).where('id', '=', user.id).execute();
        return { id, code: 'withdrawal_on_hold' };
      },
    ],
    ['unknown', async () => ({ id: randomUUID(), code: 'not_found' })],
    [
      'of its own maker',
      async () => {
        const { id, user } = await approved();
        await at.test.deps.db
          .updateTable('users')
          .set({ email: at.finance.email, email_identity: at.finance.email })
          .where('id', '=', user.id)
          .execute();
        return { id, code: 'same_reviewer' };
      },
    ],
  ])('takes none that is %s, and then none at all', async (_, prepare) => {
    const [good] = await payouts(1);
    const { id, code } = await prepare();
    expect(outcome(await call(makeBatch, { withdrawal_ids: [good!.id, id] }))).toBe(code);
    expect((await call(listBatches, {})).reply.items).toEqual([]);
  });

  it('takes no withdrawal twice, however many make batches at the same time', async () => {
    const ids = (await payouts(4)).map(({ id }) => id);
    const admins = await Promise.all(Array.from({ length: 6 }, () => createAdmin(at.test, 'finance')));
    const wishes = admins.map((admin, i) => call(makeBatch, { withdrawal_ids: i % 2 ? ids : ids.toReversed() }, admin));
    const outcomes = (await Promise.all(wishes)).map(outcome);
    expect(outcomes.toSorted()).toEqual(['done', ...Array(5).fill('payout_batched')]);
    const { rows } = await at.test.deps.pool.query('select withdrawal_id from payout_batch_items where released_at is null');
    expect(rows).toHaveLength(4);
  });

  it('is unique in the database too', async () => {
    const [one] = await payouts(1);
    await made([one!.id]);
    const id = randomUUID();
    const now = at.test.clock.now();
    await at.test.deps.db
      .insertInto('payout_batches')
      .values({ id, made_by: at.other.id, held_by: at.other.id, held_since: now, created_at: now })
      .execute();
    const again = at.test.deps.db.insertInto('payout_batch_items').values({ batch_id: id, withdrawal_id: one!.id, position: 1 }).execute();
    await expect(again).rejects.toThrow('payout_batch_items_once');
  });

  it('is made once by a request that is sent twice', async () => {
    const [one] = await payouts(1);
    const key = randomUUID();
    const send = () => callApp(at.test.app, makeBatch, { withdrawal_ids: [one!.id] }, { token: at.finance.token, key });
    const [first, second] = [await send(), await send()];
    expect(second.reply.batch.id).toBe(first.reply.batch.id);
  });
});

describe('who may do this', () => {
  it.each(['viewer', 'support', 'reviewer'] as const)('not %s', async (role) => {
    const [one] = await payouts(1);
    const { id } = await made([one!.id]);
    const admin = await createAdmin(at.test, role);
    const answers = [
      await call(listPayable, {}, admin),
      await call(listBatches, {}, admin),
      await call(getBatch, { id }, admin),
      await call(makeBatch, { withdrawal_ids: [one!.id] }, admin),
      await call(takeOverBatch, { id, reason }, admin),
      await call(dissolveBatch, { id, reason }, admin),
      await call(releasePayout, { id, withdrawal_id: one!.id, reason }, admin),
      await call(importHashes, { id, csv: '' }, admin),
      await call(batchFile, { id }, admin),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(403));
  });
});
