import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkWithdrawalWallet, type WalletCheck } from '#contract/wallet-check.ts';
import { approveWithdrawal } from '#contract/withdrawal-review.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createKnownRedeemer, createWithdrawal } from '#test/support/withdrawals.ts';
import { approved, useTestChain } from './test-chain.ts';

/** What a reviewer learns of a wallet before it is paid to. */

const at = useTestChain();
const unverified = useTestApp({ PUBLIC_URL: 'https://matchpoint.example' });

async function check(id: string): Promise<WalletCheck> {
  const { token } = await createAdmin(at.current.test, 'reviewer');
  return (await callApp(at.current.test.app, checkWithdrawalWallet, { id }, { token })).reply;
}

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
    const { token } = await createAdmin(test, 'reviewer');
    const { status, problem } = await callApp(test.app, approveWithdrawal, { id }, { token, key: randomUUID() });
    expect([status, problem.code]).toEqual([400, 'invalid_wallet']);
  }
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
