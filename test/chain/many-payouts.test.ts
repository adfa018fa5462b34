import { expect, it } from 'vitest';
import { pickOne, randomFrom } from '#demo/seeded-random.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { verifyPayouts } from '#server/modules/withdrawals/payouts/verify.ts';
import { createAdmin } from '#test/support/admins.ts';
import { createRedeemer, type Redeemer } from '#test/support/redeemer.ts';
import { freshWallet } from '#test/support/wallets.ts';
import { txHashOf } from '#test/support/withdrawals.ts';
import type { FakeTransfer } from './fake-chain.ts';
import { NODE_FAULTS, type NodeFault } from './fake-node.ts';
import { useTestChain } from './test-chain.ts';

/**
 * Many payouts on a chain that is reorganised, at two nodes that fail at random, of which one lies, verified by two workers at once.
 * CHAIN_PAYOUTS=10000 CHAIN_SEED=7 npx vitest run test/chain/many-payouts.test.ts
 */

const PAYOUTS = Number(process.env.CHAIN_PAYOUTS ?? 60);
const SEED = process.env.CHAIN_SEED ?? '1';
const AMOUNT = 12_000_000n;

/** What a recorded transaction really is. Only the first two pay the withdrawal. */
const COURSES = [
  'pays',
  'pays_with_others',
  'wrong_amount',
  'wrong_wallet',
  'wrong_sender',
  'wrong_token',
  'twice',
  'failed',
  'early',
  'never',
] as const;
type Course = (typeof COURSES)[number];
const PAYING: readonly Course[] = ['pays', 'pays_with_others'];

interface Payout {
  id: string;
  hash: string;
  wallet: string;
  course: Course;
}

const at = useTestChain();
const random = randomFrom(`many payouts ${SEED}`);

function transfersOf({ wallet, course }: Payout): FakeTransfer[] {
  const paying = { from: at.current.treasury, to: wallet, amount: AMOUNT };
  const other = { ...paying, to: freshWallet(), amount: 1n };
  const courses: Partial<Record<Course, FakeTransfer[]>> = {
    pays_with_others: [other, paying, other],
    wrong_amount: [{ ...paying, amount: AMOUNT - 1n }],
    wrong_wallet: [{ ...paying, to: freshWallet() }],
    wrong_sender: [{ ...paying, from: freshWallet() }],
    wrong_token: [{ ...paying, token: freshWallet() }],
    twice: [paying, paying],
  };
  return courses[course] ?? [paying];
}

/** Stores approved withdrawals of which finance recorded the transaction, half of them paid as they should be. */
async function storePayouts(owner: Redeemer): Promise<Payout[]> {
  const { deps } = at.current.test;
  const now = deps.now();
  const admin = await createAdmin(at.current.test, 'finance');
  const payouts = Array.from({ length: PAYOUTS }, (_, number): Payout => {
    const course = random() < 0.5 ? 'pays' : pickOne(random, COURSES);
    return {
      id: `01a1f8d3-0000-7000-8000-${String(number).padStart(12, '0')}`,
      hash: txHashOf(`payout ${number}`),
      wallet: freshWallet(),
      course,
    };
  });
  const rows = payouts.map(({ id, hash, wallet }) => ({
    ...{ id, user_id: owner.id, points: 12_000, amount: '12.00', wallet_address: wallet, wallet_since: now, created_at: now },
    ...{ contact_channel: 'email', contact: owner.email, status: 'approved', decided_by: admin.id, decided_at: now },
    ...{ tx_hash: hash, sent_by: admin.id, sent_at: now, payout_state: 'sending', payout_since: now, payout_due_at: now },
  }));
  for (let from = 0; from < rows.length; from += 500)
    await deps.db
      .insertInto('withdrawals')
      .values(rows.slice(from, from + 500))
      .execute();
  return payouts;
}

/** Lets the chain go on: transactions get into blocks, blocks become final, and those that are not may be rolled back. */
function advanceChain(payouts: readonly Payout[], startMs: number): void {
  const { chain, test } = at.current;
  if (random() < 0.2) chain.reorganise();
  for (const payout of payouts) {
    const { hash, course } = payout;
    const mined = chain.transactionOf(hash);
    if (course === 'never' || mined?.isSolid) continue;
    if (mined) {
      if (random() < 0.4) chain.finalise(hash);
    } else if (random() < 0.4) {
      const atMs = course === 'early' ? startMs - 1 : test.deps.now().getTime() - MINUTE_MS;
      chain.mine({ hash, transfers: transfersOf(payout), atMs, ...(course === 'failed' && { failure: 'OUT_OF_ENERGY' }) });
    }
  }
}

/** Faults that cost no time: a body of megabytes adds nothing here. */
const FAULTS = NODE_FAULTS.filter((fault) => fault !== 'too_long');
const HONEST_FAULTS = FAULTS.filter((fault) => !fault.startsWith('lying') && fault !== 'forgetting');

async function statesOf() {
  const rows = await at.current.test.deps.db.selectFrom('withdrawals').select(['id', 'payout_state', 'payout_fault']).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Fails if anything final is untrue now: paid without having been paid, or refused although it may pay. */
async function expectTruth(payouts: readonly Payout[]): Promise<void> {
  const states = await statesOf();
  const untrue = payouts.filter(({ id, hash, course }) => {
    const { payout_state, payout_fault } = states.get(id)!;
    const isFinal = at.current.chain.transactionOf(hash)?.isSolid === true;
    if (payout_state === 'confirmed') return !isFinal || !PAYING.includes(course);
    if (payout_state === 'failed') return !isFinal || course !== 'failed';
    return payout_state === 'mismatch' && (!isFinal || PAYING.includes(course) || course === 'failed' || payout_fault === 'not_on_chain');
  });
  expect(untrue.map(({ course, id }) => [course, states.get(id)])).toEqual([]);
}

it('payouts with random faults: nothing is paid twice, and nothing is called paid that was not', async () => {
  const { test, nodes } = at.current;
  const payouts = await storePayouts(await createRedeemer(test));
  const startMs = test.deps.now().getTime();
  const work = (timeoutMs: number) => verifyPayouts(test.deps, undefined, { fetch, timeoutMs });
  const faults = (some: readonly NodeFault[]) => () => (random() < 0.15 ? pickOne(random, some) : null);
  nodes[0].faultOf = faults(FAULTS);
  nodes[1].faultOf = faults(HONEST_FAULTS);
  for (let round = 0; round < 30; round++) {
    test.clock.advance(MINUTE_MS);
    advanceChain(payouts, startMs);
    await Promise.all([work(100), work(100)]);
    await expectTruth(payouts);
  }

  for (const node of nodes) node.faultOf = () => null;
  for (const payout of payouts) {
    if (payout.course === 'never') continue;
    if (!at.current.chain.transactionOf(payout.hash)) {
      const atMs = payout.course === 'early' ? startMs - 1 : test.deps.now().getTime();
      const isFailed = payout.course === 'failed';
      at.current.chain.mine({ hash: payout.hash, transfers: transfersOf(payout), atMs, ...(isFailed && { failure: 'OUT_OF_ENERGY' }) });
    }
    at.current.chain.finalise(payout.hash);
  }
  test.clock.advance(60 * MINUTE_MS);
  await Promise.all([work(5_000), work(5_000)]);
  await expectTruth(payouts);

  const states = await statesOf();
  const ended = (course: Course) => new Set(payouts.filter((one) => one.course === course).map(({ id }) => states.get(id)!.payout_state));
  for (const course of COURSES) {
    const state = PAYING.includes(course) ? 'confirmed' : course === 'failed' ? 'failed' : course === 'never' ? 'sending' : 'mismatch';
    expect([course, [...ended(course)]]).toEqual([course, ended(course).size === 0 ? [] : [state]]);
  }
  const paid = payouts.filter(({ course }) => PAYING.includes(course)).map(({ id }) => id);
  const { db } = test.deps;
  const payments = await db.selectFrom('withdrawal_payments').select(['withdrawal_id', 'tx_hash', 'log_index']).execute();
  expect(payments.map(({ withdrawal_id }) => withdrawal_id).sort()).toEqual([...paid].sort());
  const news = await db.selectFrom('messages').select('key').where('kind', '=', 'redeem_sent').execute();
  expect(news.map(({ key }) => key).sort()).toEqual(paid.map((id) => `redeem_sent:${id}`).sort());
  const events = await db.selectFrom('withdrawal_events').select('withdrawal_id').where('kind', '=', 'payment_confirmed').execute();
  expect(events.map(({ withdrawal_id }) => withdrawal_id).sort()).toEqual([...paid].sort());
}, 3_600_000);
