import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { batchFile, importHashes } from '#contract/payout-batches.ts';
import { markWithdrawalSent } from '#contract/withdrawal-review.ts';
import { outcome, useBatchDesk } from '#test/support/payout-batches.ts';
import { txHashOf } from '#test/support/withdrawals.ts';

const { at, call, approved, payouts, made, imported } = useBatchDesk();

describe('a file of hashes', () => {
  it('answers every row', async () => {
    const [a, b, c, d] = await payouts(4);
    const elsewhere = await approved();
    const batch = await made([a!.id, b!.id, c!.id, d!.id]);
    await made([elsewhere.id], at.other);
    await call(markWithdrawalSent, { id: b!.id, tx_hash: txHashOf('b') });
    await at.test.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', c!.user.id).execute();
    const csv = [
      'reference,wallet_address,amount,tx_hash',
      `${a!.id},,,${txHashOf('a')}`,
      `${b!.id},,,${txHashOf('b')}`,
      `${b!.id},,,${txHashOf('b2')}`,
      `${c!.id},,,${txHashOf('c')}`,
      `,${d!.user.wallet},12.00,${txHashOf('a')}`,
      `,${d!.user.wallet},12,${txHashOf('d')}`,
      `,${d!.user.wallet},12.01,${txHashOf('e')}`,
      `${elsewhere.id},,,${txHashOf('f')}`,
      `,${elsewhere.user.wallet},12,${txHashOf('f')}`,
      `${randomUUID()},,,${txHashOf('g')}`,
      `not-an-id,,,${txHashOf('g')}`,
      `${a!.id},${d!.user.wallet},12,${txHashOf('h')}`,
      `${a!.id},,,`,
      `${a!.id},,,abc`,
      `,${d!.user.wallet},${'9'.repeat(40)},${txHashOf('i')}`,
    ].join('\r\n');
    const { reply } = await call(importHashes, { id: batch.id, csv });
    expect(reply.rows.map(({ line, outcome, refusal }) => [line, refusal?.code ?? outcome])).toEqual([
      ...[
        [2, 'recorded'],
        [3, 'already_recorded'],
        [4, 'already_decided'],
        [5, 'account_disabled'],
        [6, 'invalid_tx_hash'],
        [7, 'recorded'],
      ],
      ...[
        [8, 'unknown'],
        [9, 'other_batch'],
        [10, 'other_batch'],
        [11, 'unknown'],
        [12, 'unknown'],
        [13, 'contradiction'],
      ],
      ...[
        [14, 'no_hash'],
        [15, 'malformed'],
        [16, 'unknown'],
      ],
    ]);
    expect(reply.batch.counts).toMatchObject({ all: 4, recorded: 3 });
    expect(reply.batch.items.map(({ tx_hash }) => tx_hash)).toEqual([txHashOf('a'), txHashOf('b'), null, txHashOf('d')]);
  });

  it('does not guess between two payouts of one wallet and amount', async () => {
    const one = await approved();
    const two = await approved(12_000, one.user);
    const { id } = await made([one.id, two.id]);
    const csv = `wallet_address,amount,tx_hash\n${one.user.wallet},12,${txHashOf('x')}`;
    expect((await call(importHashes, { id, csv })).reply.rows).toMatchObject([{ outcome: 'ambiguous', withdrawal_id: null }]);
    expect(await imported(id, [`${two.id},${txHashOf('x')}`, `${one.id},${txHashOf('y')}`])).toEqual(['recorded', 'recorded']);
  });

  it('records nothing twice when it is sent again, or twice at the same time', async () => {
    const all = await payouts(3);
    const { id } = await made(all.map((one) => one.id));
    const lines = all.map((one) => `${one.id},${txHashOf(one.id)}`);
    const both = await Promise.all([imported(id, lines), imported(id, lines)]);
    for (const rows of both) expect(rows).toHaveLength(3);
    const outcomes = both.flatMap((rows) => rows as string[]);
    expect(outcomes.filter((one) => one === 'recorded')).toHaveLength(3);
    expect(await imported(id, lines)).toEqual(Array(3).fill('already_recorded'));
    const { rows } = await at.test.deps.pool.query("select withdrawal_id from withdrawal_events where kind = 'sent'");
    expect(rows).toHaveLength(3);
    expect(
      await at.test.deps.db
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'withdrawal.sent')
        .where(
          'subject_id',
          'in',
          all.map((one) => one.id),
        )
        .execute(),
    ).toHaveLength(3);
  });

  it('that cannot be read records nothing, and says why', async () => {
    const [one] = await payouts(1);
    const { id } = await made([one!.id]);
    for (const [csv, fault] of [
      ['hello', 'header'],
      ['', 'empty'],
      [`reference,tx_hash\n"${one!.id}`, 'quotes'],
    ] as const)
      expect((await call(importHashes, { id, csv })).reply).toMatchObject({ fault, rows: [], batch: { counts: { recorded: 0 } } });
    expect(outcome(await call(importHashes, { id, csv: 'a'.repeat(50_001) }))).toBe('invalid_payload');
  });
});

describe('the file of a batch', () => {
  const text = async (id: string) => {
    const headers = { Authorization: `Bearer ${at.finance.token}` };
    const response = await at.test.app.request(batchFile.path.replace(':id', id), { headers });
    return Buffer.from(await response.arrayBuffer()).toString();
  };

  it('is what the import takes: reference, wallet, exact amount, without what is frozen or sent', async () => {
    const [a, b, c] = await payouts(3);
    const { id } = await made([a!.id, b!.id, c!.id]);
    await call(markWithdrawalSent, { id: b!.id, tx_hash: txHashOf('b') });
    await at.test.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', c!.user.id).execute();
    expect(await text(id)).toBe(`\uFEFFreference,wallet_address,amount,tx_hash\r\n${a!.id},${a!.user.wallet},12.00,\r\n`);
  });
});
