import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { redeemPostTransfer, redeemTransfer } from '#domain/ledger/ledger.ts';
import { DAY_MS } from '#domain/time.ts';
import { usdtOf } from '#domain/withdrawals/payout-text.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { transact } from '#server/platform/transact.ts';
import { createAdmin } from './admins.ts';
import type { TestApp } from './app.ts';
import { createRedeemer, type Redeemer } from './redeemer.ts';
import { freshWallet } from './wallets.ts';

/** Returns a valid transaction hash, always the same for the same name. */
export const txHashOf = (name: string): string => createHash('sha256').update(name).digest('hex');

export interface AskedFor {
  points?: number;
  /** The wallet's age in days. */
  walletDays?: number;
  at?: Date;
}

/** Creates a withdrawal that waits for review, with its points held, as if requested at that time. Returns its id. */
export async function createWithdrawal(
  test: Pick<TestApp, 'deps'>,
  user: Pick<Redeemer, 'id' | 'email'> & Partial<Redeemer>,
  { points = 1_000, walletDays = 30, at }: AskedFor = {},
): Promise<string> {
  const { deps } = test;
  const created_at = at ?? deps.now();
  const id = newId(deps);
  await transact(deps, async (db) => {
    await db
      .insertInto('withdrawals')
      .values({
        ...{ id, user_id: user.id, points, amount: usdtOf(points), wallet_address: user.wallet ?? freshWallet(), created_at },
        ...{ wallet_since: new Date(created_at.getTime() - walletDays * DAY_MS), contact_channel: 'email', contact: user.email },
      })
      .execute();
    await postTransfers(db, [redeemTransfer(id, user.id, points)], created_at);
  });
  return id;
}

/** Creates a withdrawal that was approved long ago, so that the next is not the user's first. */
export async function createPaid(test: Pick<TestApp, 'deps'>, user: Redeemer, points = 1_000): Promise<string> {
  const { deps } = test;
  const at = new Date(deps.now().getTime() - 60 * DAY_MS);
  const id = await createWithdrawal(test, user, { points, at });
  const { id: decided_by } = await createAdmin(test, 'reviewer');
  await transact(deps, async (db) => {
    await db.updateTable('withdrawals').set({ status: 'approved', decided_by, decided_at: at }).where('id', '=', id).execute();
    await postTransfers(db, [redeemPostTransfer(id, user.id, points)], at);
  });
  return id;
}

/** Creates a user who was paid before, so that one admin may approve their withdrawals. */
export async function createKnownRedeemer(test: Pick<TestApp, 'deps'>, balance = 100_000): Promise<Redeemer> {
  const user = await createRedeemer(test, balance);
  await createPaid(test, user);
  return user;
}

/** Deletes all withdrawals with their events, which requires turning off the database's triggers. */
export const eraseWithdrawals = ({ deps }: Pick<TestApp, 'deps'>): Promise<void> =>
  deps.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    for (const table of ['withdrawal_assignments', 'withdrawal_events', 'withdrawal_hashes', 'withdrawal_payments', 'withdrawals'] as const)
      await db.deleteFrom(table).execute();
  });
