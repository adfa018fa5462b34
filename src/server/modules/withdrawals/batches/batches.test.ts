import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
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
import { approveWithdrawal, markWithdrawalSent, returnWithdrawal } from '#contract/withdrawal-review.ts';
import { HOUR_MS } from '#domain/time.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import type { Redeemer } from '#test/support/redeemer.ts';
import { createKnownRedeemer, createWithdrawal, eraseWithdrawals, txHashOf } from '#test/support/withdrawals.ts';

let test: TestApp;
let finance: TestAdmin;
let other: TestAdmin;
let reviewer: TestAdmin;

beforeAll(async () => {
  // No demo: payouts cannot be recorded there.
  test = await createTestApp({ PUBLIC_URL: 'https://matchpoint.example' });
  return () => test.database.drop();
});
beforeEach(async () => {
  test.clock.set(TEST_NOW);
  await test.deps.db.deleteFrom('payout_batch_items').execute();
  await test.deps.db.deleteFrom('payout_batches').execute();
  await eraseWithdrawals(test);
  [finance, other, reviewer] = await Promise.all([
    createAdmin(test, 'finance'),
    createAdmin(test, 'finance'),
    createAdmin(test, 'reviewer'),
  ]);
});

const reason = 'because it is so';

const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, by: TestAdmin = finance) =>
  callApp(test.app, endpoint, input, { token: by.token, ...(endpoint.idempotent && { key: randomUUID() }) });

/** Returns the code of a refusal, or "done". */
const outcome = ({ status, problem }: { status: number; problem?: { code: string } }) => (status === 200 ? 'done' : problem?.code);

async function approved(points = 12_000, user?: Redeemer): Promise<{ id: string; user: Redeemer }> {
  const owner = user ?? (await createKnownRedeemer(test));
  const id = await createWithdrawal(test, owner, { points });
  test.clock.advance(10);
  expect(outcome(await call(approveWithdrawal, { id }, reviewer))).toBe('done');
  return { id, user: owner };
}

async function made(ids: string[], by = finance) {
  const { status, reply, problem } = await call(makeBatch, { withdrawal_ids: ids }, by);
  expect({ status, code: problem?.code }).toEqual({ status: 200, code: undefined });
  return reply.batch;
}

async function payouts(count: number) {
  const all: Awaited<ReturnType<typeof approved>>[] = [];
  for (let i = 0; i < count; i++) all.push(await approved());
  return all;
}

const imported = async (id: string, lines: string[], by = finance) => {
  const { reply, status, problem } = await call(importHashes, { id, csv: ['reference,tx_hash', ...lines].join('\n') }, by);
  return status === 200 ? reply.rows.map(({ outcome, refusal }) => refusal?.code ?? outcome) : problem.code;
};

describe('withdrawals to pay', () => {
  it('are approved, not sent, not frozen and in no batch, the longest approved first', async () => {
    const [first, second, third] = await payouts(3);
    await createWithdrawal(test, await createKnownRedeemer(test));
    await call(markWithdrawalSent, { id: second!.id, tx_hash: txHashOf('sent') });
    const frozen = await approved();
    await test.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', frozen.user.id).execute();
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
    expect(batch).toMatchObject({ held_by: { id: finance.id }, usdt: '13.00', counts: { all: 2, recorded: 0 }, treasury: null });
    expect(batch.items.map(({ id, usdt, wallet_address }) => [id, usdt, wallet_address])).toEqual([
      [b.id, '1.00', b.user.wallet],
      [a.id, '12.00', a.user.wallet],
    ]);
    expect((await call(getBatch, { id: batch.id }, other)).reply.batch).toEqual(batch);
    expect((await call(listBatches, {})).reply.items.map(({ id }) => id)).toEqual([batch.id]);
  });

  it('is listed newest first, page by page', async () => {
    const made_ids: string[] = [];
    for (const { id } of await payouts(3)) {
      test.clock.advance(1_000);
      made_ids.unshift((await made([id])).id);
    }
    const first = (await call(listBatches, { page_size: 2 })).reply;
    expect(first.items.map(({ id }) => id)).toEqual(made_ids.slice(0, 2));
    const second = (await call(listBatches, { page_size: 2, before: first.next! })).reply;
    expect([second.items.map(({ id }) => id), second.next]).toEqual([made_ids.slice(2), null]);
  });

  it.each([
    ['pending', async () => ({ id: await createWithdrawal(test, await createKnownRedeemer(test)), code: 'withdrawal_pending' })],
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
        await test.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
        return { id, code: 'account_disabled' };
      },
    ],
    [
      'on hold',
      async () => {
        const { id, user } = await approved();
        const until = new Date(test.clock.now().getTime() + HOUR_MS);
        await test.deps.db.updateTable('users').set({ redeem_held_until: until }).where('id', '=', user.id).execute();
        return { id, code: 'withdrawal_on_hold' };
      },
    ],
    ['unknown', async () => ({ id: randomUUID(), code: 'not_found' })],
    [
      'of its own maker',
      async () => {
        const { id, user } = await approved();
        await test.deps.db
          .updateTable('users')
          .set({ email: finance.email, email_identity: finance.email })
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
    const admins = await Promise.all(Array.from({ length: 6 }, () => createAdmin(test, 'finance')));
    const wishes = admins.map((admin, i) => call(makeBatch, { withdrawal_ids: i % 2 ? ids : ids.toReversed() }, admin));
    const outcomes = (await Promise.all(wishes)).map(outcome);
    expect(outcomes.toSorted()).toEqual(['done', ...Array(5).fill('payout_batched')]);
    const { rows } = await test.deps.pool.query('select withdrawal_id from payout_batch_items where released_at is null');
    expect(rows).toHaveLength(4);
  });

  it('is unique in the database too', async () => {
    const [one] = await payouts(1);
    await made([one!.id]);
    const id = randomUUID();
    const at = test.clock.now();
    await test.deps.db
      .insertInto('payout_batches')
      .values({ id, made_by: other.id, held_by: other.id, held_since: at, created_at: at })
      .execute();
    const again = test.deps.db.insertInto('payout_batch_items').values({ batch_id: id, withdrawal_id: one!.id, position: 1 }).execute();
    await expect(again).rejects.toThrow('payout_batch_items_once');
  });

  it('is made once by a request that is sent twice', async () => {
    const [one] = await payouts(1);
    const key = randomUUID();
    const send = () => callApp(test.app, makeBatch, { withdrawal_ids: [one!.id] }, { token: finance.token, key });
    const [first, second] = [await send(), await send()];
    expect(second.reply.batch.id).toBe(first.reply.batch.id);
  });
});

describe('the admin who holds a batch', () => {
  it('alone records its transactions, one by one or from a file, and has its file', async () => {
    const [one] = await payouts(1);
    const { id } = await made([one!.id]);
    const tx_hash = txHashOf('paid');
    expect(outcome(await call(markWithdrawalSent, { id: one!.id, tx_hash }, other))).toBe('batch_held');
    expect(await imported(id, [`${one!.id},${tx_hash}`], other)).toBe('batch_held');
    expect(outcome(await call(dissolveBatch, { id, reason }, other))).toBe('batch_held');
    expect(outcome(await call(releasePayout, { id, withdrawal_id: one!.id, reason }, other))).toBe('batch_held');
    expect((await call(batchFile, { id }, other)).status).toBe(403);
    expect(outcome(await call(markWithdrawalSent, { id: one!.id, tx_hash }))).toBe('done');
  });

  it('can be replaced, with a reason, and then records nothing more', async () => {
    const [one] = await payouts(1);
    const { id } = await made([one!.id]);
    expect(outcome(await call(takeOverBatch, { id, reason: ' ' }, other))).toBe('reason_required');
    expect(outcome(await call(takeOverBatch, { id, reason }))).toBe('already_decided');
    expect(outcome(await call(takeOverBatch, { id, reason }, other))).toBe('done');
    expect(await imported(id, [`${one!.id},${txHashOf('x')}`])).toBe('batch_held');
    expect(await imported(id, [`${one!.id},${txHashOf('x')}`], other)).toEqual(['recorded']);
    const audit = await test.deps.db
      .selectFrom('audit_log')
      .select(['action', 'admin_id', 'reason'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(audit.map(({ action, admin_id, reason }) => [action, admin_id, reason])).toEqual([
      ['payout_batch.make', finance.id, null],
      ['payout_batch.take_over', other.id, reason],
    ]);
  });

  it('is one of two who take over at the same time, and the other is told', async () => {
    const [one] = await payouts(1);
    const { id } = await made([one!.id]);
    const third = await createAdmin(test, 'finance');
    const outcomes = await Promise.all([call(takeOverBatch, { id, reason }, other), call(takeOverBatch, { id, reason }, third)]);
    expect(outcomes.map(outcome)).toEqual(['done', 'done']);
    const { held_by } = (await call(getBatch, { id })).reply.batch;
    const [loser] = [other, third].filter((admin) => admin.id !== held_by.id);
    expect(await imported(id, [`${one!.id},${txHashOf('x')}`], loser)).toBe('batch_held');
  });

  it('loses nothing to a colleague who returns the points of what is being paid', async () => {
    const [one] = await payouts(1);
    const { id } = await made([one!.id]);
    expect(outcome(await call(returnWithdrawal, { id: one!.id, reason }, other))).toBe('payout_batched');
    expect(outcome(await call(returnWithdrawal, { id: one!.id, reason }))).toBe('payout_batched');
    expect(outcome(await call(releasePayout, { id, withdrawal_id: one!.id, reason }))).toBe('done');
    expect(outcome(await call(returnWithdrawal, { id: one!.id, reason }, other))).toBe('done');
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
    expect(outcome(await call(takeOverBatch, { id: batch.id, reason }, other))).toBe('already_decided');
    expect(await imported(batch.id, [`${ids[0]},${txHashOf('x')}`])).toBe('already_decided');
    await made(ids, other);
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

describe('a file of hashes', () => {
  it('answers every row', async () => {
    const [a, b, c, d] = await payouts(4);
    const elsewhere = await approved();
    const batch = await made([a!.id, b!.id, c!.id, d!.id]);
    await made([elsewhere.id], other);
    await call(markWithdrawalSent, { id: b!.id, tx_hash: txHashOf('b') });
    await test.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', c!.user.id).execute();
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
    const { rows } = await test.deps.pool.query("select withdrawal_id from withdrawal_events where kind = 'sent'");
    expect(rows).toHaveLength(3);
    expect(
      await test.deps.db
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
    const headers = { Authorization: `Bearer ${finance.token}` };
    const response = await test.app.request(batchFile.path.replace(':id', id), { headers });
    return Buffer.from(await response.arrayBuffer()).toString();
  };

  it('is what the import takes: reference, wallet, exact amount, without what is frozen or sent', async () => {
    const [a, b, c] = await payouts(3);
    const { id } = await made([a!.id, b!.id, c!.id]);
    await call(markWithdrawalSent, { id: b!.id, tx_hash: txHashOf('b') });
    await test.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', c!.user.id).execute();
    expect(await text(id)).toBe(`\uFEFFreference,wallet_address,amount,tx_hash\r\n${a!.id},${a!.user.wallet},12.00,\r\n`);
  });
});

describe('who may do this', () => {
  it.each(['viewer', 'support', 'reviewer'] as const)('not %s', async (role) => {
    const [one] = await payouts(1);
    const { id } = await made([one!.id]);
    const admin = await createAdmin(test, role);
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
