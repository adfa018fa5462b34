import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NodeProblem } from '#domain/withdrawals/payout/payout.ts';
import { walletAddress } from '#domain/withdrawals/wallet.ts';
import { sightingOf, walletOnChain } from '#server/modules/withdrawals/payouts/tron.ts';
import { txHashOf } from '#test/support/withdrawals.ts';
import { createFakeChain, type FakeChain } from './fake-chain.ts';
import { type FakeNode, NODE_FAULTS, type NodeFault, startFakeNode } from './fake-node.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const [TREASURY, WALLET, OTHER] = [1, 2, 3].map((digit) => walletAddress(new Uint8Array(20).fill(digit))) as [string, string, string];
const OPTIONS = { fetch, timeoutMs: 5_000 };
const SOON = { fetch, timeoutMs: 100 };

let chain: FakeChain;
let nodes: [FakeNode, FakeNode];
beforeAll(async () => {
  chain = createFakeChain(() => NOW);
  nodes = [await startFakeNode(chain), await startFakeNode(chain)];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
});
beforeEach(() => {
  for (const node of nodes) node.faultOf = () => null;
});

const tron = (count: 1 | 2, key: string | null = null) => ({ urls: nodes.slice(0, count).map(({ url }) => url), key, treasury: TREASURY });
const see = (hash: string, count: 1 | 2 = 1, options = OPTIONS) => sightingOf(tron(count), hash, NOW, options);

function mined(name: string, { isSolid = true, failure }: { isSolid?: boolean; failure?: string } = {}): string {
  const hash = txHashOf(name);
  const transfers = [{ from: TREASURY, to: WALLET, amount: 12_000_000n }];
  chain.mine({ hash, transfers, atMs: NOW.getTime() - 120_000, ...(failure !== undefined && { failure }) });
  if (isSolid) chain.finalise(hash);
  return hash;
}

describe.each([1, 2] as const)('%i nodes', (count) => {
  it('tell what is final, what is in a block, and what is not there', async () => {
    const paid = await see(mined('paid'), count);
    expect(paid).toMatchObject({
      kind: 'solid',
      facts: { failure: null, transfers: [{ from: TREASURY, to: WALLET, amount: 12_000_000n }] },
    });
    expect(await see(mined('failed', { failure: 'OUT_OF_ENERGY' }), count)).toMatchObject({
      kind: 'solid',
      facts: { failure: 'OUT_OF_ENERGY' },
    });
    expect(await see(mined('fresh', { isSolid: false }), count)).toEqual({ kind: 'on_chain' });
    expect(await see(txHashOf('never sent'), count)).toEqual({ kind: 'absent' });
  });

  it('lose a block that was rolled back', async () => {
    const hash = mined('rolled back', { isSolid: false });
    expect(await see(hash, count)).toEqual({ kind: 'on_chain' });
    chain.reorganise();
    expect(await see(hash, count)).toEqual({ kind: 'absent' });
  });

  it('tell whether a wallet is frozen, and whether it holds USDT', async () => {
    chain.frozen.add(OTHER);
    chain.balances.set(OTHER, 1n);
    expect(await walletOnChain(tron(count), WALLET, NOW, OPTIONS)).toEqual({ isFrozen: false, holdsUsdt: false, problem: null });
    expect(await walletOnChain(tron(count), OTHER, NOW, OPTIONS)).toEqual({ isFrozen: true, holdsUsdt: true, problem: null });
  });
});

/** Faults that make an answer no answer. */
const PROBLEMS: Partial<Record<NodeFault, NodeProblem>> = {
  ...{ away: 'away', slow: 'slow', limited_inside: 'limited', limited: 'limited', forbidden: 'limited', unavailable: 'limited' },
  ...{ broken: 'error', redirecting: 'away', lite: 'error', no_json: 'unreadable', cut: 'unreadable', too_long: 'unreadable' },
  ...{ list: 'unreadable', null: 'unreadable', behind: 'behind', of_the_future: 'behind', lying_hash: 'unreadable' },
} as const;
const LIES: readonly NodeFault[] = ['forgetting', 'lying_amount', 'lying_wallet', 'lying_success'];
/** Faults of the lists of transfers (treasury.test.ts). */
const OF_LISTS: readonly NodeFault[] = ['without_lists', 'hiding_transfers'];

it('every fault is one of these', () => expect([...Object.keys(PROBLEMS), ...LIES, ...OF_LISTS].sort()).toEqual([...NODE_FAULTS].sort()));

describe.each(Object.entries(PROBLEMS) as [NodeFault, NodeProblem][])('a node that is %s', (fault, problem) => {
  it('says nothing, neither alone nor beside another', async () => {
    const hash = mined('paid');
    const options = fault === 'slow' ? SOON : OPTIONS;
    for (const broken of nodes) {
      nodes[0].faultOf = () => null;
      nodes[1].faultOf = () => null;
      broken.faultOf = () => fault;
      expect(await see(hash, 2, options)).toMatchObject({ kind: 'unknown', problem });
    }
    nodes[0].faultOf = () => fault;
    expect(await see(hash, 1, options)).toMatchObject({ kind: 'unknown', problem });
    const knowsLater = (path: string) => (path === '/wallet/gettransactioninfobyid' ? fault : null);
    nodes[0].faultOf = fault === 'behind' || fault === 'of_the_future' || fault === 'lying_hash' ? () => fault : knowsLater;
    const unknown = fault === 'lying_hash' ? mined('fresh', { isSolid: false }) : txHashOf('never sent');
    expect(await see(unknown, 1, options)).toMatchObject({ kind: 'unknown', problem });
  });
});

describe.each(LIES)('a node that is %s', (fault) => {
  it('is contradicted by the other one', async () => {
    const hash = fault === 'lying_success' ? mined('failed', { failure: 'REVERT' }) : mined('paid');
    nodes[1].faultOf = () => fault;
    expect(await see(hash, 2)).toEqual({ kind: 'unknown', problem: 'disagree' });
  });
});

it('a node that asks to wait is heard', async () => {
  nodes[0].faultOf = () => 'limited';
  expect(await see(mined('paid'))).toEqual({ kind: 'unknown', problem: 'limited', afterMs: 30_000 });
});

it('a wallet is unknown where a node says nothing, and frozen if one says so', async () => {
  nodes[1].faultOf = (path) => (path.endsWith('/triggerconstantcontract') ? 'limited_inside' : null);
  expect(await walletOnChain(tron(2), WALLET, NOW, OPTIONS)).toEqual({ isFrozen: null, holdsUsdt: null, problem: 'limited' });
  chain.frozen.add(OTHER);
  expect(await walletOnChain(tron(2), OTHER, NOW, OPTIONS)).toMatchObject({ isFrozen: true, problem: 'limited' });
});

it('the key goes with each request', async () => {
  nodes[0].requests.length = 0;
  await sightingOf(tron(1, 'key-1'), txHashOf('never sent'), NOW, OPTIONS);
  expect(nodes[0].requests.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1']);
});
