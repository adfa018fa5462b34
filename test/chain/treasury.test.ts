import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { approve as agreeTo, listApprovals } from '#contract/approvals.ts';
import { importHashes, makeBatch } from '#contract/payout-batches.ts';
import { explainTreasuryTransfer, getTreasury, listTreasuryTransfers } from '#contract/treasury.ts';
import { returnWithdrawal } from '#contract/withdrawal-review.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { metricsListener } from '#server/modules/console/health/metrics.ts';
import { healthProblems } from '#server/modules/console/health/service.ts';
import { payoutCondition } from '#server/modules/withdrawals/treasury/condition.ts';
import { watchTreasury } from '#server/modules/withdrawals/treasury/watch.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp } from '#test/support/app.ts';
import { freshWallet } from '#test/support/wallets.ts';
import { eraseWithdrawals, txHashOf } from '#test/support/withdrawals.ts';
import { approved, mine, paid, recordSent, reviewOf, useTestChain, verifyAfter } from './test-chain.ts';

const at = useTestChain();

beforeEach(async () => {
  const { db } = at.current.test.deps;
  for (const table of ['payout_batch_items', 'payout_batches', 'treasury_transfers', 'treasury_watch', 'approvals'] as const)
    await db.deleteFrom(table).execute();
  await eraseWithdrawals(at.current.test);
  at.current.chain.balances.clear();
  at.current.chain.accounts.clear();
  at.current.chain.clear();
  await watch();
});

const watch = (ms = 0) => {
  at.current.test.clock.advance(ms);
  return watchTreasury(at.current.test.deps, undefined, { fetch, timeoutMs: 5_000 });
};
const finance = () => createAdmin(at.current.test, 'finance');
const by = ({ token }: TestAdmin) => ({ token, key: randomUUID() });
const state = async () => (await callApp(at.current.test.app, getTreasury, {}, { token: (await finance()).token })).reply;
const transfers = async (which: 'open' | 'all' = 'open') =>
  (await callApp(at.current.test.app, listTreasuryTransfers, { state: which }, { token: (await finance()).token })).reply.items;
const outcome = ({ status, problem }: { status: number; problem: { code: string } }) => (status < 300 ? 'done' : problem.code);

/** Moves USDT out of the treasury by a transaction that nobody records. Returns its hash. */
const stolen = (amount = 5_000_000n, to = freshWallet()) => mine(at.current, [{ to, amount }]);

describe('what the treasury holds', () => {
  it('is what two nodes agree on, with the time, and what is owed beyond it', async () => {
    const { chain, treasury, test } = at.current;
    chain.balances.set(treasury, 20_500_000n);
    chain.accounts.set(treasury, { trx: 99_500_000, energy: 130_000, bandwidth: 40 });
    await approved(at.current);
    await approved(at.current);
    await watch();
    expect(await state()).toMatchObject({
      ...{ wallet: treasury, balances_problem: null, is_trx_low: true },
      balances: { usdt: '20.500000', trx: '99.500000', energy: 130_000, bandwidth: 40, at: test.deps.now().toISOString() },
      transfers: { problem: null, is_behind: false, at: test.deps.now().toISOString() },
    });
    const { to_send, owed, owed_short } = await state();
    // Each owner has an older approved one of 1 USDT.
    expect([to_send, owed, owed_short]).toEqual([{ count: 4, usdt: '26.00' }, '26.00', '5.50']);
  });

  it.each(['away', 'limited', 'broken', 'no_json', 'behind', 'cut'] as const)(
    'is unknown while a node is %s, not nothing',
    async (fault) => {
      at.current.nodes[1].faultOf = () => fault;
      await at.current.test.deps.db.deleteFrom('treasury_watch').execute();
      await watch();
      const { balances, balances_problem, owed_short, transfers: read } = await state();
      expect([balances, owed_short]).toEqual([null, null]);
      expect([balances_problem, read?.problem]).not.toContain(null);
    },
  );

  it('keeps its time while nodes say nothing more', async () => {
    at.current.chain.balances.set(at.current.treasury, 7_000_000n);
    await watch();
    const before = (await state()).balances;
    at.current.nodes[0].faultOf = () => 'slow';
    at.current.test.clock.advance(MINUTE_MS);
    await watchTreasury(at.current.test.deps, undefined, { fetch, timeoutMs: 50 });
    expect(await state()).toMatchObject({ balances: before, balances_problem: 'slow' });
  });
});

describe('a transfer that left the treasury', () => {
  it('is paid once the chain confirms the withdrawal, and expected before', async () => {
    const payout = await paid(at.current);
    await watch();
    expect(await transfers()).toMatchObject([
      { state: 'expected', fit: 'recorded', withdrawal_id: payout.id, tx_hash: payout.hash, usdt: '12' },
    ]);
    await verifyAfter(at.current, 0);
    await watch();
    expect(await transfers()).toEqual([]);
    expect(await transfers('all')).toMatchObject([{ state: 'paid', withdrawal_id: payout.id, fit: null }]);
    expect((await state()).unexplained).toBe(0);
  });

  it('that nothing explains raises the alarm after an hour', async () => {
    const hash = stolen();
    await watch(MINUTE_MS);
    expect(await transfers()).toMatchObject([{ tx_hash: hash, state: 'expected', fit: null, withdrawal_id: null, usdt: '5' }]);
    expect((await payoutCondition(at.current.test.deps)).unexplained).toBe(0);
    await watch(HOUR_MS);
    expect(await transfers()).toMatchObject([{ tx_hash: hash, state: 'unexplained' }]);
    expect((await payoutCondition(at.current.test.deps)).unexplained).toBe(1);
  });

  it('is named with the approved withdrawal that it fits', async () => {
    const payout = await approved(at.current);
    at.current.test.clock.advance(MINUTE_MS);
    mine(at.current, [{ to: payout.wallet }]);
    await watch(MINUTE_MS);
    expect(await transfers()).toMatchObject([{ fit: 'unrecorded', withdrawal_id: payout.id }]);
  });

  it('is found although a payout is in the same transaction', async () => {
    const payout = await approved(at.current);
    at.current.test.clock.advance(MINUTE_MS);
    const hash = mine(at.current, [{ to: payout.wallet }, { to: freshWallet(), amount: 1n }]);
    at.current.test.clock.advance(MINUTE_MS);
    await recordSent(at.current, payout, hash);
    await verifyAfter(at.current, 0);
    await watch(2 * HOUR_MS);
    expect(await transfers()).toMatchObject([{ state: 'unexplained', usdt: '0.000001', withdrawal_id: null }]);
  });

  it('over nothing, or of another token, is left out: anybody can make those appear', async () => {
    mine(at.current, [{ to: freshWallet(), amount: 0n }]);
    mine(at.current, [{ to: freshWallet(), token: freshWallet() }]);
    mine(at.current, [{ to: at.current.treasury, from: freshWallet() }]);
    await watch(2 * HOUR_MS);
    expect(await transfers('all')).toEqual([]);
  });

  it('is found on any page, each once, however often it is read', async () => {
    const hashes = Array.from({ length: 8 }, () => {
      at.current.test.clock.advance(3_000);
      return stolen();
    });
    await Promise.all([watch(MINUTE_MS), watch()]);
    await watch(MINUTE_MS);
    expect((await transfers()).map(({ tx_hash }) => tx_hash)).toEqual(hashes.toReversed());
  });

  it('is not passed over by a run that stops in the middle, nor by one that is killed', async () => {
    for (let count = 0; count < 4; count++) stolen();
    let left = 2;
    at.current.test.clock.advance(MINUTE_MS);
    await watchTreasury(at.current.test.deps, () => left-- > 0, { fetch, timeoutMs: 5_000 });
    expect(await transfers()).toHaveLength(2);
    const killed = {
      ...at.current.test.deps,
      randomBytes: () => {
        throw new Error('killed');
      },
    };
    await expect(watchTreasury(killed, undefined, { fetch, timeoutMs: 5_000 })).rejects.toThrow('killed');
    await watch(MINUTE_MS);
    expect(await transfers()).toHaveLength(4);
  });

  it('is found although one node hides it, and although one keeps no lists', async () => {
    stolen();
    at.current.nodes[0].faultOf = () => 'hiding_transfers';
    at.current.nodes[1].faultOf = () => null;
    await watch(MINUTE_MS);
    expect(await transfers()).toHaveLength(1);
    at.current.nodes[0].faultOf = () => 'without_lists';
    stolen();
    await watch(MINUTE_MS);
    expect(await transfers()).toHaveLength(2);
    for (const node of at.current.nodes) node.faultOf = () => 'without_lists';
    await watch(MINUTE_MS);
    expect((await state()).transfers?.problem).toBe('error');
  });

  it('is not stored as a lying node tells it, and is read once the nodes agree', async () => {
    stolen();
    at.current.nodes[1].faultOf = () => 'lying_amount';
    await watch(MINUTE_MS);
    expect(await transfers()).toEqual([]);
    expect((await state()).transfers?.problem).toBe('disagree');
    at.current.nodes[1].faultOf = () => null;
    await watch(MINUTE_MS);
    expect(await transfers()).toMatchObject([{ usdt: '5' }]);
  });
});

describe('a late transaction', () => {
  it('of a withdrawal that was returned meanwhile is found and named, also where no node keeps lists', async () => {
    const payout = await approved(at.current);
    const hash = txHashOf(randomUUID());
    await recordSent(at.current, payout, hash);
    await verifyAfter(at.current, DAY_MS + MINUTE_MS);
    await verifyAfter(at.current, 15 * MINUTE_MS);
    const { approval } = (
      await callApp(at.current.test.app, returnWithdrawal, { id: payout.id, reason: 'never arrived' }, by(await finance()))
    ).reply;
    expect(outcome(await callApp(at.current.test.app, agreeTo, { id: approval!.id }, by(await finance())))).toBe('done');
    for (const node of at.current.nodes) node.faultOf = () => 'without_lists';
    at.current.chain.mine({
      ...{ hash, atMs: at.current.test.deps.now().getTime() },
      transfers: [{ from: at.current.treasury, to: payout.wallet, amount: 12_000_000n }],
    });
    at.current.chain.finalise(hash);
    at.current.test.clock.advance(MINUTE_MS);
    for (const node of at.current.nodes) node.faultOf = () => null;
    await watch();
    expect(await transfers()).toMatchObject([{ tx_hash: hash, state: 'unexplained', fit: 'returned', withdrawal_id: payout.id }]);
    expect((await payoutCondition(at.current.test.deps)).unexplained).toBe(1);
  });

  it('that was never recorded is named with the request that was returned', async () => {
    const payout = await approved(at.current);
    const { problem, status } = await callApp(
      at.current.test.app,
      returnWithdrawal,
      { id: payout.id, reason: 'failed' },
      by(await finance()),
    );
    expect(outcome({ status, problem })).toBe('done');
    at.current.test.clock.advance(MINUTE_MS);
    mine(at.current, [{ to: payout.wallet }]);
    await watch(MINUTE_MS);
    expect(await transfers()).toMatchObject([{ state: 'unexplained', fit: 'returned', withdrawal_id: payout.id }]);
  });

  it('that pays a withdrawal a second time is named so', async () => {
    const payout = await paid(at.current);
    await verifyAfter(at.current, 0);
    mine(at.current, [{ to: payout.wallet }]);
    await watch(MINUTE_MS);
    expect(await transfers()).toMatchObject([{ state: 'unexplained', fit: 'paid_again', withdrawal_id: payout.id }]);
  });
});

describe('explaining a transfer', () => {
  const explain = async (id: string, admin: TestAdmin, reason = 'Moved to cold storage') =>
    callApp(at.current.test.app, explainTreasuryTransfer, { id, reason }, by(admin));

  it('takes two admins, and ends the alarm', async () => {
    stolen();
    await watch(2 * HOUR_MS);
    const { id } = (await transfers())[0]!;
    const [first, second] = [await finance(), await finance()];
    expect(outcome(await explain(id, first, ' '))).toBe('reason_required');
    const { reply } = await explain(id, first);
    expect(reply.transfer).toMatchObject({ state: 'unexplained', waiting: reply.approval });
    expect(outcome(await explain(id, second))).toBe('approval_waiting');
    expect(outcome(await callApp(at.current.test.app, agreeTo, { id: reply.approval!.id }, by(first)))).toBe('same_reviewer');
    expect(
      outcome(await callApp(at.current.test.app, agreeTo, { id: reply.approval!.id }, by(await createAdmin(at.current.test, 'reviewer')))),
    ).toBe('forbidden');
    const { reply: waiting } = await callApp(at.current.test.app, listApprovals, {}, { token: second.token });
    expect(waiting.items).toMatchObject([{ deed: { kind: 'treasury_transfer', usdt: '5' }, points: 5_000 }]);
    expect(outcome(await callApp(at.current.test.app, agreeTo, { id: reply.approval!.id }, by(second)))).toBe('done');
    expect(await transfers('all')).toMatchObject([
      { state: 'explained', explanation: { text: 'Moved to cold storage', by: { id: first.id } }, waiting: null },
    ]);
    expect([(await state()).unexplained, outcome(await explain(id, first))]).toEqual([0, 'already_decided']);
  });

  it('is refused for what paid a withdrawal, also if that came out meanwhile', async () => {
    const payout = await paid(at.current);
    await watch();
    const { id } = (await transfers())[0]!;
    const { reply } = await explain(id, await finance());
    await verifyAfter(at.current, 0);
    await watch();
    expect(outcome(await callApp(at.current.test.app, agreeTo, { id: reply.approval!.id }, by(await finance())))).toBe('already_decided');
    expect(await transfers('all')).toMatchObject([{ state: 'paid', withdrawal_id: payout.id }]);
  });
});

describe('alarms', () => {
  const metrics = async (): Promise<string[]> => {
    const server = createServer(metricsListener(at.current.test.deps)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const text = await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/metrics`)).text();
    server.close();
    return text.split('\n').filter((line) => /^matchpoint_(payouts_oldest|tron|treasury)/.test(line));
  };
  const ofPayouts = async () => (await healthProblems(at.current.test.deps)).filter((name) => /payouts|treasury/.test(name));

  it('are silent while all is well', async () => {
    await watch();
    expect(await ofPayouts()).toEqual([]);
    expect(await metrics()).toEqual([
      ...['payouts_oldest_seconds 0', 'tron_heard_seconds 0', 'tron_failing 0', 'treasury_usdt 0', 'treasury_trx 0'].map(
        (line) => `matchpoint_${line}`,
      ),
      ...['treasury_short_usdt 0', 'treasury_unexplained 0'].map((line) => `matchpoint_${line}`),
    ]);
  });

  it('tell of a shortage, of a payout that is late, and of money that nothing explains', async () => {
    const payout = await paid(at.current, { isFinal: false });
    stolen();
    await watch(HOUR_MS + MINUTE_MS);
    expect(await ofPayouts()).toEqual(['payouts_unconfirmed', 'treasury_short', 'treasury_unexplained']);
    expect(await metrics()).toEqual(expect.arrayContaining(['matchpoint_payouts_oldest_seconds 3660', 'matchpoint_treasury_short_usdt 1']));
    expect((await payoutCondition(at.current.test.deps)).on_the_way).toEqual({ count: 1, usdt: '12.00' });
    expect(payout.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('tell of nodes that have been silent for a quarter of an hour, not sooner', async () => {
    for (const node of at.current.nodes) node.faultOf = () => 'away';
    await watch(14 * MINUTE_MS);
    expect(await ofPayouts()).toEqual([]);
    await watch(2 * MINUTE_MS);
    expect(await ofPayouts()).toEqual(['payouts_unconfirmed']);
    expect(await metrics()).toEqual(expect.arrayContaining(['matchpoint_tron_failing 1', 'matchpoint_tron_heard_seconds 960']));
  });
});

describe('a batch on the chain', () => {
  it('is imported by a process that dies before it verifies, and is confirmed by another; the wrong one is found', async () => {
    const admin = await finance();
    const [right, wrong] = [await approved(at.current), await approved(at.current)];
    const ids = { withdrawal_ids: [right.id, wrong.id] };
    const { reply } = await callApp(at.current.test.app, makeBatch, ids, by(admin));
    at.current.test.clock.advance(MINUTE_MS);
    const hashes = [mine(at.current, [{ to: right.wallet }]), mine(at.current, [{ to: wrong.wallet, amount: 11_000_000n }])];
    at.current.test.clock.advance(MINUTE_MS);
    const csv = `reference,tx_hash\n${right.id},${hashes[0]}\n${wrong.id},${hashes[1]}`;
    const rows = (await callApp(at.current.test.app, importHashes, { id: reply.batch.id, csv }, { token: admin.token })).reply.rows;
    expect(rows.map(({ outcome }) => outcome)).toEqual(['recorded', 'recorded']);
    // Another process starts from what is stored.
    await verifyAfter(at.current, 0);
    expect((await reviewOf(at.current, right, admin)).withdrawal.payout).toMatchObject({ state: 'confirmed' });
    expect((await reviewOf(at.current, wrong, admin)).withdrawal.payout).toMatchObject({ state: 'mismatch', fault: 'amount' });
    expect(await payoutCondition(at.current.test.deps)).toMatchObject({ wrong: { count: 1, usdt: '12.00' }, on_the_way: { count: 0 } });
    await watch(2 * HOUR_MS);
    expect(await transfers()).toMatchObject([{ tx_hash: hashes[1], usdt: '11', state: 'unexplained' }]);
  });
});
