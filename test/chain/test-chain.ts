import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { approveWithdrawal, getReview, markWithdrawalSent } from '#contract/withdrawal-review.ts';
import { listWithdrawals } from '#contract/withdrawals.ts';
import { createApp } from '#server/app.ts';
import { verifyPayouts } from '#server/modules/withdrawals/payouts/verify.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import type { Redeemer } from '#test/support/redeemer.ts';
import { freshWallet } from '#test/support/wallets.ts';
import { createKnownRedeemer, createWithdrawal, txHashOf } from '#test/support/withdrawals.ts';
import { createFakeChain, type FakeChain, type FakeTransfer } from './fake-chain.ts';
import { type FakeNode, startFakeNode } from './fake-node.ts';

/** An approved withdrawal with its owner. */
export interface Approved {
  id: string;
  user: Redeemer;
  wallet: string;
}

export interface TestChain {
  test: TestApp;
  chain: FakeChain;
  nodes: [FakeNode, FakeNode];
  treasury: string;
}

/** Starts an app that verifies payouts at two nodes of one chain, both of ours. Read `.current` inside tests only. */
export function useTestChain(): { readonly current: TestChain } {
  let current: TestChain | undefined;
  beforeAll(async () => {
    const test = await createTestApp({
      PUBLIC_URL: 'https://matchpoint.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'ops@matchpoint.example',
    });
    const chain = createFakeChain(test.deps.now);
    const nodes: TestChain['nodes'] = [await startFakeNode(chain), await startFakeNode(chain)];
    const treasury = freshWallet();
    const deps = { ...test.deps, config: { ...test.deps.config, tron: { urls: nodes.map(({ url }) => url), key: null, treasury } } };
    current = { test: { ...test, deps, app: createApp(deps) }, chain, nodes, treasury };
  });
  beforeEach(() => {
    current!.test.clock.set(TEST_NOW);
    for (const node of current!.nodes) node.faultOf = () => null;
  });
  afterAll(async () => {
    for (const node of current?.nodes ?? []) await node.close();
    await current?.test.database.drop();
  });
  return {
    get current() {
      if (!current) throw new Error('the test chain is there only inside tests');
      return current;
    },
  };
}

const by = ({ token }: TestAdmin) => ({ token, key: randomUUID() });

/** Creates a withdrawal of 12 USDT that one admin has approved. */
export async function approved({ test }: TestChain, user?: Redeemer): Promise<Approved> {
  const owner = user ?? (await createKnownRedeemer(test));
  const id = await createWithdrawal(test, owner, { points: 12_000 });
  const { status, problem } = await callApp(test.app, approveWithdrawal, { id }, by(await createAdmin(test, 'reviewer')));
  if (status !== 200) throw new Error(`not approved: ${problem.code}`);
  return { id, user: owner, wallet: owner.wallet };
}

/** Records a transaction as finance does. Returns the error code of the reply, or "done". */
export async function recordSent({ test }: TestChain, { id }: Pick<Approved, 'id'>, tx_hash: string): Promise<string> {
  const { status, problem } = await callApp(test.app, markWithdrawalSent, { id, tx_hash }, by(await createAdmin(test, 'finance')));
  return status === 200 ? 'done' : problem.code;
}

/** Puts a payout into a block a minute after its approval, and makes it final. Returns its hash. */
export function mine(
  { chain, treasury, test }: TestChain,
  transfers: (Partial<FakeTransfer> & Pick<FakeTransfer, 'to'>)[],
  { isFinal = true, failure, atMs = test.deps.now().getTime() }: { isFinal?: boolean; failure?: string; atMs?: number } = {},
): string {
  const hash = txHashOf(randomUUID());
  const moved = transfers.map((one) => ({ from: treasury, amount: 12_000_000n, ...one }));
  chain.mine({ hash, transfers: moved, atMs, ...(failure !== undefined && { failure }) });
  if (isFinal) chain.finalise(hash);
  return hash;
}

/** Creates an approved withdrawal that finance says it paid, by a transaction that the chain holds. */
export async function paid(at: TestChain, options?: Parameters<typeof mine>[2]): Promise<Approved & { hash: string }> {
  const payout = await approved(at);
  at.test.clock.advance(61_000);
  const hash = mine(at, [{ to: payout.wallet }], options);
  // Final blocks are a minute old.
  at.test.clock.advance(61_000);
  if ((await recordSent(at, payout, hash)) !== 'done') throw new Error('not recorded');
  return { ...payout, hash };
}

/** Lets a worker verify what is due at a time this many milliseconds later. */
export async function verifyAfter({ test }: TestChain, ms: number): Promise<number> {
  test.clock.advance(ms);
  return verifyPayouts(test.deps, undefined, { fetch, timeoutMs: 5_000 });
}

/** Returns a withdrawal as operators see it. */
export async function reviewOf({ test }: TestChain, { id }: Pick<Approved, 'id'>, admin?: TestAdmin) {
  const { token } = admin ?? (await createAdmin(test, 'finance'));
  return (await callApp(test.app, getReview, { id }, { token })).reply;
}

/** Returns a withdrawal as its owner sees it. */
export async function ownView({ test }: TestChain, { id, user }: Approved) {
  const { reply } = await callApp(test.app, listWithdrawals, {}, { token: user.token });
  return reply.items.find((one) => one.id === id)!;
}
