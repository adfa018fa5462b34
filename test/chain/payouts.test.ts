import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { approve as agreeTo } from '#contract/approvals.ts';
import { approveWithdrawal, correctWithdrawalHash, returnWithdrawal } from '#contract/withdrawal-review.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { verifyPayouts } from '#server/modules/withdrawals/payouts/verify.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp } from '#test/support/app.ts';
import { takeMessages } from '#test/support/messages.ts';
import { freshWallet } from '#test/support/wallets.ts';
import { createKnownRedeemer, createWithdrawal, txHashOf } from '#test/support/withdrawals.ts';
import { type Approved, approved, mine, ownView, paid, recordSent, reviewOf, useTestChain, verifyAfter } from './test-chain.ts';

/** What becomes of a transaction that finance recorded, by what the chain says. */

const at = useTestChain();
const by = ({ token }: TestAdmin) => ({ token, key: randomUUID() });
const finance = () => createAdmin(at.current.test, 'finance');
const outcome = ({ status, problem }: { status: number; problem: { code?: string } }) => (status === 200 ? 'done' : problem.code);
const stateOf = async (payout: Pick<Approved, 'id'>) => (await reviewOf(at.current, payout)).withdrawal.payout;
const told = async () => (await takeMessages(at.current.test)).map(({ content }) => content.kind);
const giveBack = async ({ id }: Pick<Approved, 'id'>) =>
  callApp(at.current.test.app, returnWithdrawal, { id, reason: 'It paid nothing' }, by(await finance()));
const correct = async ({ id }: Pick<Approved, 'id'>, tx_hash: string) =>
  callApp(at.current.test.app, correctWithdrawalHash, { id, tx_hash, reason: 'A slip' }, by(await finance()));
const agree = async (approval: { id: string } | null) =>
  callApp(at.current.test.app, agreeTo, { id: approval!.id }, by(await createAdmin(at.current.test, 'super')));
const paymentsOf = ({ id }: Pick<Approved, 'id'>) =>
  at.current.test.deps.db.selectFrom('withdrawal_payments').select(['tx_hash', 'log_index']).where('withdrawal_id', '=', id).execute();

describe('a payout', () => {
  it('is paid for its owner once the chain confirms it, and not before', async () => {
    const payout = await approved(at.current);
    await takeMessages(at.current.test);
    at.current.test.clock.advance(MINUTE_MS);
    const hash = mine(at.current, [{ to: freshWallet() }, { to: payout.wallet }], { isFinal: false });
    at.current.test.clock.advance(MINUTE_MS);
    expect(await recordSent(at.current, payout, hash)).toBe('done');
    expect(await stateOf(payout)).toMatchObject({ state: 'sending', checked_at: null });
    expect(await ownView(at.current, payout)).toMatchObject({ stage: 'being_sent', payout: 'sending', tx_hash: null, sent_at: null });

    expect(await verifyAfter(at.current, 0)).toBe(1);
    expect(await stateOf(payout)).toMatchObject({ state: 'on_chain', problem: null });
    expect(await ownView(at.current, payout)).toMatchObject({ stage: 'being_sent', payout: 'on_chain', tx_hash: hash });
    expect(await told()).toEqual([]);

    at.current.chain.finalise(hash);
    await verifyAfter(at.current, MINUTE_MS);
    expect(await stateOf(payout)).toMatchObject({ state: 'confirmed', fault: null, next_check_at: null });
    expect(await ownView(at.current, payout)).toMatchObject({ stage: 'sent', payout: 'confirmed', tx_hash: hash });
    expect(await told()).toEqual(['redeem_sent']);
    expect(await paymentsOf(payout)).toEqual([{ tx_hash: hash, log_index: 1 }]);
    const { events } = await reviewOf(at.current, payout);
    expect(events.slice(-2).map(({ kind, tx_hash }) => [kind, tx_hash])).toEqual([
      ['sent', hash],
      ['payment_confirmed', hash],
    ]);
    expect(await verifyAfter(at.current, DAY_MS)).toBe(0);
  });

  it('is in the audit log with who changed it: the site', async () => {
    const payout = await paid(at.current);
    await verifyAfter(at.current, 0);
    const [last] = await at.current.test.deps.db
      .selectFrom('audit_log')
      .select(['action', 'admin_role'])
      .where('subject_id', '=', payout.id)
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(last).toEqual({ action: 'withdrawal.payment_confirmed', admin_role: 'site' });
  });

  it('leaves a block that was rolled back, and is confirmed in another', async () => {
    const payout = await paid(at.current, { isFinal: false });
    await verifyAfter(at.current, 0);
    expect((await stateOf(payout))?.state).toBe('on_chain');
    at.current.chain.reorganise();
    await verifyAfter(at.current, MINUTE_MS);
    expect((await stateOf(payout))?.state).toBe('sending');
    at.current.chain.mine({
      ...{ hash: payout.hash, atMs: at.current.test.deps.now().getTime() },
      transfers: [{ from: at.current.treasury, to: payout.wallet, amount: 12_000_000n }],
    });
    at.current.chain.finalise(payout.hash);
    await verifyAfter(at.current, 2 * MINUTE_MS);
    expect((await stateOf(payout))?.state).toBe('confirmed');
  });

  it('is not paid by a transaction that failed', async () => {
    const payout = await paid(at.current, { failure: 'OUT_OF_ENERGY' });
    await takeMessages(at.current.test);
    await verifyAfter(at.current, 0);
    expect(await stateOf(payout)).toMatchObject({ state: 'failed', failure: 'OUT_OF_ENERGY', fault: null, next_check_at: null });
    expect(await ownView(at.current, payout)).toMatchObject({ stage: 'being_sent', payout: 'sending', tx_hash: null });
    expect((await reviewOf(at.current, payout)).events.at(-1)).toMatchObject({ kind: 'payment_failed', note: 'OUT_OF_ENERGY' });
    expect(await told()).toEqual([]);
  });

  it.each([
    ['amount', (to: string) => [{ to, amount: 11_999_999n }]],
    ['wallet', () => [{ to: freshWallet() }]],
    ['sender', (to: string) => [{ to, from: freshWallet() }]],
    ['token', (to: string) => [{ to, token: freshWallet() }]],
    ['several', (to: string) => [{ to }, { to }]],
    ['no_transfer', () => []],
  ] as const)('is not paid by a transaction whose %s does not match', async (fault, transfersTo) => {
    const payout = await approved(at.current);
    await takeMessages(at.current.test);
    at.current.test.clock.advance(MINUTE_MS);
    await recordSent(at.current, payout, mine(at.current, transfersTo(payout.wallet)));
    await verifyAfter(at.current, MINUTE_MS);
    expect(await stateOf(payout)).toMatchObject({ state: 'mismatch', fault, next_check_at: null });
    expect((await reviewOf(at.current, payout)).events.at(-1)).toMatchObject({ kind: 'payment_mismatch', reason_code: fault });
    expect(await told()).toEqual([]);
    expect(await paymentsOf(payout)).toEqual([]);
  });

  it('is not paid by a transaction from before its approval', async () => {
    const hash = mine(at.current, [], { atMs: 0 });
    const payout = await approved(at.current);
    at.current.chain.mine({
      ...{ hash, atMs: at.current.test.deps.now().getTime() - 1 },
      transfers: [{ from: at.current.treasury, to: payout.wallet, amount: 12_000_000n }],
    });
    at.current.chain.finalise(hash);
    await recordSent(at.current, payout, hash);
    await verifyAfter(at.current, 2 * MINUTE_MS);
    expect(await stateOf(payout)).toMatchObject({ state: 'mismatch', fault: 'before_approval' });
  });

  it('takes no transaction together with its approval, which comes first', async () => {
    const user = await createKnownRedeemer(at.current.test);
    const id = await createWithdrawal(at.current.test, user, { points: 1_000 });
    const input = { id, tx_hash: txHashOf(randomUUID()) };
    expect(outcome(await callApp(at.current.test.app, approveWithdrawal, input, by(await finance())))).toBe('invalid_payload');
  });

  it('that no node knows a day later does not match, and is still looked for', async () => {
    const payout = await approved(at.current);
    const hash = txHashOf(randomUUID());
    await recordSent(at.current, payout, hash);
    await verifyAfter(at.current, DAY_MS - 1);
    expect((await stateOf(payout))?.state).toBe('sending');
    await verifyAfter(at.current, 15 * MINUTE_MS);
    expect(await stateOf(payout)).toMatchObject({ state: 'mismatch', fault: 'not_on_chain' });
    const atMs = at.current.test.deps.now().getTime();
    at.current.chain.mine({ hash, atMs, transfers: [{ from: at.current.treasury, to: payout.wallet, amount: 12_000_000n }] });
    at.current.chain.finalise(hash);
    await verifyAfter(at.current, HOUR_MS);
    expect(await stateOf(payout)).toMatchObject({ state: 'confirmed', fault: null });
  });

  it('that nobody finds is given up a week later', async () => {
    const payout = await approved(at.current);
    await recordSent(at.current, payout, txHashOf(randomUUID()));
    await verifyAfter(at.current, 8 * DAY_MS);
    expect(await stateOf(payout)).toMatchObject({ state: 'mismatch', fault: 'not_on_chain', next_check_at: null });
  });
});

describe('nodes in trouble', () => {
  it.each(['away', 'limited_inside', 'limited', 'broken', 'lite', 'no_json', 'behind', 'forgetting', 'lying_amount'] as const)(
    'confirm and refuse nothing, and are asked again later: %s',
    async (fault) => {
      const payout = await paid(at.current);
      at.current.nodes[1].faultOf = () => fault;
      await verifyAfter(at.current, 0);
      const first = await stateOf(payout);
      expect(first).toMatchObject({ state: 'sending', checked_at: null });
      expect(first?.problem).not.toBeNull();
      expect(Date.parse(first!.next_check_at!)).toBeGreaterThan(at.current.test.deps.now().getTime());
      at.current.nodes[1].faultOf = () => null;
      await verifyAfter(at.current, HOUR_MS);
      expect(await stateOf(payout)).toMatchObject({ state: 'confirmed', problem: null });
    },
  );

  it('do not turn a payout into one that was not found, however long they are away', async () => {
    const payout = await paid(at.current);
    for (const node of at.current.nodes) node.faultOf = () => 'limited_inside';
    for (let day = 0; day < 3; day++) await verifyAfter(at.current, DAY_MS);
    expect(await stateOf(payout)).toMatchObject({ state: 'sending', problem: 'limited' });
    at.current.nodes[0].faultOf = () => null;
    at.current.nodes[1].faultOf = () => null;
    await verifyAfter(at.current, DAY_MS);
    expect((await stateOf(payout))?.state).toBe('confirmed');
  });

  it('are asked less often each time', async () => {
    const payout = await paid(at.current);
    for (const node of at.current.nodes) node.faultOf = () => 'broken';
    const waits: number[] = [];
    for (let tries = 0; tries < 12; tries++) {
      await verifyAfter(at.current, waits.at(-1) ?? 0);
      waits.push(Date.parse((await stateOf(payout))!.next_check_at!) - at.current.test.deps.now().getTime());
    }
    expect(waits[0]).toBeLessThanOrEqual(5_000);
    expect(waits.at(-1)).toBeGreaterThanOrEqual(7.5 * MINUTE_MS);
    expect(Math.max(...waits)).toBeLessThanOrEqual(15 * MINUTE_MS);
    at.current.nodes[0].faultOf = () => null;
    at.current.nodes[1].faultOf = () => null;
    await verifyAfter(at.current, HOUR_MS);
  });

  it('that ask to wait are not asked for others either', async () => {
    for (let count = 0; count < 9; count++) await paid(at.current);
    for (const node of at.current.nodes) node.faultOf = () => 'limited';
    expect(await verifyAfter(at.current, 0)).toBe(4);
    for (const node of at.current.nodes) node.faultOf = () => null;
    expect(await verifyAfter(at.current, 0)).toBe(5);
    expect(await verifyAfter(at.current, HOUR_MS)).toBe(4);
  });
});

describe('operators', () => {
  it('return nothing that was paid or may still be paid, and correct nothing that is confirmed', async () => {
    const payout = await paid(at.current, { isFinal: false });
    expect(outcome(await giveBack(payout))).toBe('payout_unclear');
    await verifyAfter(at.current, 0);
    expect(outcome(await giveBack(payout))).toBe('payout_unclear');
    expect((await reviewOf(at.current, payout)).can).toMatchObject({ return: 'payout_unclear', correct: null });
    at.current.chain.finalise(payout.hash);
    await verifyAfter(at.current, MINUTE_MS);
    expect(outcome(await giveBack(payout))).toBe('payout_confirmed');
    expect(outcome(await correct(payout, txHashOf(randomUUID())))).toBe('payout_confirmed');
    expect((await reviewOf(at.current, payout)).can).toMatchObject({ return: 'payout_confirmed', correct: 'payout_confirmed' });
  });

  it('return what failed, by two, and it is not verified any more', async () => {
    const payout = await paid(at.current, { failure: 'REVERT' });
    await verifyAfter(at.current, 0);
    expect(outcome(await agree((await giveBack(payout)).reply.approval))).toBe('done');
    expect((await reviewOf(at.current, payout)).withdrawal).toMatchObject({ status: 'rejected', payout: { next_check_at: null } });
    expect(await verifyAfter(at.current, DAY_MS)).toBe(0);
    expect(await proveLedger(at.current.test.deps.db)).toMatchObject({ proven: true });
  });

  it('do not return what was confirmed while the return waited', async () => {
    const payout = await paid(at.current, { failure: 'REVERT' });
    await verifyAfter(at.current, 0);
    const { approval } = (await giveBack(payout)).reply;
    const right = mine(at.current, [{ to: payout.wallet }]);
    expect(outcome(await agree((await correct(payout, right)).reply.approval))).toBe('done');
    await verifyAfter(at.current, MINUTE_MS);
    expect((await stateOf(payout))?.state).toBe('confirmed');
    expect(outcome(await agree(approval))).toBe('payout_confirmed');
  });

  it('correct a wrong transaction, which is verified anew; the owner is told once, when it is paid', async () => {
    const payout = await approved(at.current);
    at.current.test.clock.advance(MINUTE_MS);
    await recordSent(at.current, payout, mine(at.current, [{ to: freshWallet() }]));
    await verifyAfter(at.current, MINUTE_MS);
    expect((await stateOf(payout))?.fault).toBe('wallet');
    await takeMessages(at.current.test);
    const right = mine(at.current, [{ to: payout.wallet }]);
    expect(outcome(await agree((await correct(payout, right)).reply.approval))).toBe('done');
    expect(await stateOf(payout)).toMatchObject({ state: 'sending', fault: null });
    expect(await told()).not.toContain('redeem_sent');
    await verifyAfter(at.current, MINUTE_MS);
    expect(await stateOf(payout)).toMatchObject({ state: 'confirmed' });
    expect((await told()).filter((kind) => kind === 'redeem_sent')).toEqual(['redeem_sent']);
  });

  it('cannot pay two withdrawals with one transaction, nor with one transfer', async () => {
    const user = await createKnownRedeemer(at.current.test);
    const one = await approved(at.current, user);
    const other = await approved(at.current, user);
    at.current.test.clock.advance(MINUTE_MS);
    const hash = mine(at.current, [{ to: user.wallet }]);
    expect(await recordSent(at.current, one, hash)).toBe('done');
    expect(await recordSent(at.current, other, hash)).toBe('invalid_tx_hash');
    const taken = mine(at.current, [{ to: user.wallet }]);
    const values = { tx_hash: taken, log_index: 0, withdrawal_id: (await approved(at.current)).id, block_number: 1 };
    const time = at.current.test.deps.now();
    await at.current.test.deps.db
      .insertInto('withdrawal_payments')
      .values({ ...values, block_at: time, created_at: time })
      .execute();
    expect(await recordSent(at.current, other, taken)).toBe('done');
    await verifyAfter(at.current, MINUTE_MS);
    expect((await stateOf(one))?.state).toBe('confirmed');
    expect(await stateOf(other)).toMatchObject({ state: 'mismatch', fault: 'used' });
  });

  it('who record the payout of another wallet are found out', async () => {
    const [honest, claimed] = [await paid(at.current), await approved(at.current)];
    const others = mine(at.current, [{ to: honest.wallet }]);
    await recordSent(at.current, claimed, others);
    await verifyAfter(at.current, MINUTE_MS);
    expect(await stateOf(claimed)).toMatchObject({ state: 'mismatch', fault: 'wallet' });
    expect((await ownView(at.current, claimed)).stage).toBe('being_sent');
  });
});

describe('workers', () => {
  it('verify each payout once, however many run at the same time', async () => {
    const payouts = await Promise.all(Array.from({ length: 10 }, () => paid(at.current)));
    await takeMessages(at.current.test);
    const run = () => verifyPayouts(at.current.test.deps, undefined, { fetch, timeoutMs: 5_000 });
    const counts = await Promise.all([run(), run(), run()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10);
    for (const payout of payouts) expect((await stateOf(payout))?.state).toBe('confirmed');
    expect(await told()).toEqual(Array(10).fill('redeem_sent'));
  });

  it('take over from one that was killed in the middle', async () => {
    const payout = await paid(at.current);
    const dying = () => Promise.reject(new TypeError('killed'));
    const killed = { ...at.current.test.deps, db: at.current.test.deps.db, now: () => at.current.test.deps.now() };
    const whenClaimed = verifyPayouts(
      {
        ...killed,
        randomBytes: () => {
          throw new Error('killed');
        },
      },
      undefined,
      { fetch: dying, timeoutMs: 1 },
    );
    await expect(whenClaimed).rejects.toThrow('killed');
    expect((await stateOf(payout))?.state).toBe('sending');
    expect(await verifyAfter(at.current, MINUTE_MS)).toBe(0);
    expect(await verifyAfter(at.current, 2 * MINUTE_MS)).toBe(1);
    expect((await stateOf(payout))?.state).toBe('confirmed');
  });

  it('apply nothing to a transaction that was corrected while they asked', async () => {
    const payout = await paid(at.current, { failure: 'REVERT' });
    const right = mine(at.current, [{ to: payout.wallet }]);
    const { approval } = (await correct(payout, right)).reply;
    let corrected: Promise<unknown> | undefined;
    const correcting: typeof fetch = async (...request) => {
      corrected ??= agree(approval);
      await corrected;
      return fetch(...request);
    };
    await verifyPayouts(at.current.test.deps, undefined, { fetch: correcting, timeoutMs: 5_000 });
    expect((await reviewOf(at.current, payout)).events.map(({ kind }) => kind)).not.toContain('payment_failed');
    await verifyAfter(at.current, MINUTE_MS);
    expect(await stateOf(payout)).toMatchObject({ state: 'confirmed' });
  });
});

it('payments are final, also for SQL', async () => {
  const payout = await paid(at.current);
  await verifyAfter(at.current, 0);
  const { db } = at.current.test.deps;
  await expect(db.deleteFrom('withdrawal_payments').where('withdrawal_id', '=', payout.id).execute()).rejects.toThrow();
  await expect(
    db.updateTable('withdrawal_payments').set({ log_index: 5 }).where('withdrawal_id', '=', payout.id).execute(),
  ).rejects.toThrow();
});
