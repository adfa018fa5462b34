import { randomUUID } from 'node:crypto';
import { requestRedeem, sendRedeemCode, type Withdrawal } from '#contract/withdrawals.ts';
import type { RedeemChannel } from '#domain/withdrawals/withdrawal.ts';
import { callApp, type TestApp } from './app.ts';
import { createUser, type TestUser } from './factories.ts';
import { takeCode } from './messages.ts';
import { freshWallet } from './wallets.ts';

export interface Redeemer extends TestUser {
  wallet: string;
}

/** Creates a user who can redeem: with points, a confirmed address and a wallet that is some days old. */
export async function createRedeemer(test: Pick<TestApp, 'deps'>, balance = 20_000): Promise<Redeemer> {
  const user = await createUser(test, balance);
  const wallet = freshWallet();
  const since = new Date(test.deps.now().getTime() - 10 * 86_400_000);
  await test.deps.db
    .updateTable('users')
    .set({ email_verified_at: since, wallet_address: wallet, wallet_changed_at: since })
    .where('id', '=', user.id)
    .execute();
  return { ...user, wallet };
}

/** Lets a user request another code at once: the resend limit uses the real clock. */
export const forgetCodesSent = ({ deps }: Pick<TestApp, 'deps'>) =>
  deps.db.deleteFrom('rate_limits').where('key', 'like', 'code-%').execute();

/** Returns a code for a withdrawal as it was sent; takes all other messages off the queue. */
export async function redeemCodeOf(
  test: TestApp,
  { token, email }: TestUser,
  channel: RedeemChannel = 'email',
  to = email,
): Promise<string> {
  await forgetCodesSent(test);
  const sent = await callApp(test.app, sendRedeemCode, { channel }, { token });
  if (sent.status !== 200) throw new Error(`no code was sent: ${sent.problem.code}`);
  return takeCode(test, to);
}

/** Sends a request as the form does. */
export const askToRedeem = (
  { app }: Pick<TestApp, 'app'>,
  { token }: Pick<TestUser, 'token'>,
  { points, code, channel = 'email', key = randomUUID() }: { points: number; code: string; channel?: RedeemChannel; key?: string },
) => callApp(app, requestRedeem, { points, channel, code }, { token, key });

/** Requests a code and then a withdrawal. Returns its receipt. */
export async function redeem(test: TestApp, user: TestUser, points: number): Promise<Withdrawal> {
  const { status, reply, problem } = await askToRedeem(test, user, { points, code: await redeemCodeOf(test, user) });
  if (status !== 201) throw new Error(`not taken: ${problem.code}`);
  return reply.withdrawal;
}
