import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkWithdrawalWallet, type WalletCheck } from '#contract/wallet-check.ts';
import { approveWithdrawal, rejectWithdrawal } from '#contract/withdrawal-review.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, type TestApp, useTestApp } from '#test/support/app.ts';
import { createKnownRedeemer, createWithdrawal } from '#test/support/withdrawals.ts';
import { approved, useTestChain } from './test-chain.ts';

/** What a reviewer learns of a wallet before it is paid to. */

const at = useTestChain();
const unverified = useTestApp({ PUBLIC_URL: 'https://matchpoint.example' });

async function check(id: string): Promise<WalletCheck> {
  const { token } = await createAdmin(at.current.test, 'reviewer');
  return (await callApp(at.current.test.app, checkWithdrawalWallet, { id }, { token })).reply;
}

/** Another admin approves. */
const approve = async (id: string, { app, deps }: Pick<TestApp, 'app' | 'deps'> = at.current.test) => {
  const { token } = await createAdmin({ deps }, 'reviewer');
  return callApp(app, approveWithdrawal, { id }, { token, key: randomUUID() });
};

const NO_HISTORY = { paid_count: 0, paid_points: 0, other_users: 0 };

it('a wallet is new here, not frozen, and holds nothing', async () => {
  const { chain, test } = at.current;
  const user = await createKnownRedeemer(test);
  const other = await createKnownRedeemer(test);
  const id = await createWithdrawal(test, { ...user, wallet: other.wallet });
  expect((await check(id)).chain).toEqual({ frozen: false, holds_usdt: false, problem: null });
  chain.frozen.add(other.wallet);
  chain.balances.set(other.wallet, 5n);
  expect((await check(id)).chain).toEqual({ frozen: true, holds_usdt: true, problem: null });
});

it('its history here is what was paid to it, and who else has it', async () => {
  const { test } = at.current;
  const [first, second] = [await approved(at.current), await createKnownRedeemer(test)];
  const id = await createWithdrawal(test, { ...second, wallet: first.wallet });
  // Its first owner was paid to it once before, and has another approved withdrawal.
  expect((await check(id)).history).toEqual({ paid_count: 2, paid_points: 13_000, other_users: 1 });
  const fresh = await createKnownRedeemer(test);
  const alone = await createWithdrawal(test, { ...fresh, wallet: (await createKnownRedeemer(unverified.current)).wallet });
  expect((await check(alone)).history).toMatchObject({ paid_count: 0 });
});

it('what a node does not say is unknown, and never "not frozen"', async () => {
  const { id } = await approved(at.current);
  at.current.nodes[0].faultOf = () => 'limited_inside';
  expect((await check(id)).chain).toEqual({ frozen: null, holds_usdt: null, problem: 'limited' });
});

it('the treasury and what is no wallet cannot be approved', async () => {
  const { test, treasury } = at.current;
  const faulty = [
    [treasury, 'treasury'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'contract'],
    ['TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYh', 'checksum'],
  ] as const;
  for (const [wallet, fault] of faulty) {
    const id = await createWithdrawal(test, { ...(await createKnownRedeemer(test)), wallet });
    expect(await check(id)).toMatchObject({ fault, chain: null });
    const { status, problem } = await approve(id);
    expect([status, problem.code, problem.params]).toEqual([409, 'wallet_unpayable', { fault }]);
  }
});

describe('a wallet that the issuer has frozen', () => {
  const refusal = async (id: string) => {
    const { status, problem } = await approve(id);
    return [status, problem?.code, problem?.params];
  };
  const FROZEN = [409, 'wallet_unpayable', { fault: 'frozen' }];

  it('cannot be approved, by nobody, and is rejected instead', async () => {
    const { chain, test } = at.current;
    const user = await createKnownRedeemer(test);
    const id = await createWithdrawal(test, user);
    chain.frozen.add(user.wallet);
    expect(await refusal(id)).toEqual(FROZEN);
    expect(await refusal(id)).toEqual(FROZEN);
    const { token } = await createAdmin(test, 'reviewer');
    const { reply } = await callApp(test.app, rejectWithdrawal, { id, reason_code: 'wallet' }, { token, key: randomUUID() });
    expect(reply.withdrawal.status).toBe('rejected');
  });

  it('cannot be approved by the second admin if it was frozen after the first', async () => {
    const { chain, test } = at.current;
    const user = await createKnownRedeemer(test, 400_000);
    const id = await createWithdrawal(test, user, { points: 200_000 });
    expect((await approve(id)).reply.withdrawal).toMatchObject({ status: 'pending', approvals: { first: {} } });
    chain.frozen.add(user.wallet);
    expect(await refusal(id)).toEqual(FROZEN);
    const row = await test.deps.db.selectFrom('withdrawals').select('status').where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ status: 'pending' });
    chain.frozen.delete(user.wallet);
    expect((await approve(id)).reply.withdrawal.status).toBe('approved');
  });

  it('is refused if one node says so and the other one nothing', async () => {
    const { chain, nodes, test } = at.current;
    const user = await createKnownRedeemer(test);
    const id = await createWithdrawal(test, user);
    chain.frozen.add(user.wallet);
    nodes[1].faultOf = () => 'away';
    expect(await refusal(id)).toEqual(FROZEN);
  });

  it('stays as it was answered for an attempt that is repeated', async () => {
    const { chain, test } = at.current;
    const user = await createKnownRedeemer(test);
    const id = await createWithdrawal(test, user);
    const caller = { token: (await createAdmin(test, 'reviewer')).token, key: randomUUID() };
    const first = await callApp(test.app, approveWithdrawal, { id }, caller);
    chain.frozen.add(user.wallet);
    const again = await callApp(test.app, approveWithdrawal, { id }, caller);
    expect([again.status, again.reply]).toEqual([200, first.reply]);
  });
});

it.each(['away', 'limited_inside', 'behind', 'no_json'] as const)(
  'nodes that are %s block no approval, which says that nobody checked',
  async (fault) => {
    const { nodes, test } = at.current;
    const id = await createWithdrawal(test, await createKnownRedeemer(test));
    for (const node of nodes) node.faultOf = () => fault;
    const { reply } = await approve(id);
    expect([reply.withdrawal.status, reply.wallet_checked]).toEqual(['approved', false]);
    const rows = await test.deps.db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_id', '=', id)
      .where('action', '=', 'withdrawal.approve')
      .execute();
    expect(rows).toMatchObject([{ after: { wallet_checked: false } }]);
  },
);

it('an approval says that the wallet was checked, and nothing of it without a node', async () => {
  const { test } = at.current;
  const id = await createWithdrawal(test, await createKnownRedeemer(test));
  expect((await approve(id)).reply.wallet_checked).toBe(true);
  const other = await createWithdrawal(unverified.current, await createKnownRedeemer(unverified.current));
  expect((await approve(other, unverified.current)).reply.wallet_checked).toBeUndefined();
});

it('approvals are limited too, so that nobody uses up what nodes allow by them', async () => {
  const { test, nodes } = at.current;
  const id = await createWithdrawal(test, await createKnownRedeemer(test));
  const { token } = await createAdmin(test, 'reviewer');
  const attempt = () => callApp(test.app, approveWithdrawal, { id, tx_hash: 'f'.repeat(64) }, { token, key: randomUUID() });
  const codes = [];
  for (let count = 0; count < 61; count++) codes.push((await attempt()).problem.code);
  expect(new Set(codes.slice(0, 60))).toEqual(new Set(['forbidden']));
  expect(codes.at(-1)).toBe('rate_limited');
  nodes[0].requests.length = 0;
  await attempt();
  expect(nodes[0].requests).toEqual([]);
});

it('an erased wallet and one without a node are not asked about', async () => {
  const { test } = at.current;
  const { id } = await approved(at.current);
  await test.deps.db.updateTable('withdrawals').set({ wallet_address: null, contact: null }).where('id', '=', id).execute();
  expect(await check(id)).toEqual({ fault: null, chain: null, history: NO_HISTORY });
  const user = await createKnownRedeemer(unverified.current);
  const other = await createWithdrawal(unverified.current, user);
  const { token } = await createAdmin(unverified.current, 'viewer');
  expect((await callApp(unverified.current.app, checkWithdrawalWallet, { id: other }, { token })).reply).toMatchObject({
    fault: null,
    chain: null,
  });
});

it('checks are limited, so that no admin uses up what nodes allow', async () => {
  const { test } = at.current;
  const { id } = await approved(at.current);
  const { token } = await createAdmin(test, 'viewer');
  const statuses = [];
  for (let count = 0; count < 31; count++) statuses.push((await callApp(test.app, checkWithdrawalWallet, { id }, { token })).status);
  expect(new Set(statuses.slice(0, 30))).toEqual(new Set([200]));
  expect(statuses.at(-1)).toBe(429);
  expect(
    (await callApp(test.app, checkWithdrawalWallet, { id: randomUUID() }, { token: (await createAdmin(test, 'viewer')).token })).status,
  ).toBe(404);
});
