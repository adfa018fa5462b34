import { sql } from 'kysely';
import type { WalletCheck } from '#contract/wallet-check.ts';
import { type WalletFault, walletFault } from '#domain/withdrawals/wallet.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { walletOnChain } from './tron.ts';
import type { AskOptions } from './tron-node.ts';

const CHECKS_PER_MINUTE = 30;
export const walletCheckLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'wallet_check', CHECKS_PER_MINUTE, 60);

/** A reviewer waits for it. */
const TIMEOUT_MS = 5_000;

/** Approvals by one admin: each asks the nodes. */
const APPROVALS_PER_MINUTE = 60;
export const approvalLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'wallet_approval', APPROVALS_PER_MINUTE, 60);

/** Returns why nothing can be paid to a wallet; null if something can. */
const payeeFault = ({ tron }: Pick<Config, 'tron'>, wallet: string): WalletFault | 'treasury' | null =>
  wallet === tron?.treasury ? 'treasury' : walletFault(wallet);

/** Throws `wallet_unpayable` for a wallet that belongs to nobody or is the treasury. */
export function requirePayee(config: Pick<Config, 'tron'>, wallet: string): void {
  const fault = payeeFault(config, wallet);
  if (fault !== null) throw new AppError('wallet_unpayable', { fault });
}

/**
 * Asks the nodes whether the wallet of an undecided withdrawal is frozen, before its approval; null if no node answered. Undefined if there
 * is nothing to ask: no node, no such withdrawal, or one that is refused anyway. Throws `rate_limited`.
 */
export async function askWhetherFrozen(
  { db, config, now }: Deps,
  limit: RequestLimit,
  { id: adminId }: Pick<SignedInAdmin, 'id'>,
  id: string,
): Promise<boolean | null | undefined> {
  if (config.tron === null) return undefined;
  await limit.count(adminId);
  const row = await db.selectFrom('withdrawals').select(['status', 'wallet_address']).where('id', '=', id).executeTakeFirst();
  if (row?.status !== 'pending' || row.wallet_address === null || payeeFault(config, row.wallet_address) !== null) return undefined;
  return (await walletOnChain(config.tron, row.wallet_address, now(), { fetch, timeoutMs: TIMEOUT_MS })).isFrozen;
}

/** Returns what speaks for or against the wallet of a withdrawal. Throws `not_found` and `rate_limited`. */
export async function checkWallet(
  deps: Deps,
  limit: RequestLimit,
  { id: adminId }: Pick<SignedInAdmin, 'id'>,
  id: string,
  options: AskOptions = { fetch, timeoutMs: TIMEOUT_MS },
): Promise<WalletCheck> {
  await limit.count(adminId);
  const { db, config, now } = deps;
  const row = await db.selectFrom('withdrawals').select(['user_id', 'wallet_address']).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const wallet = row.wallet_address;
  if (wallet === null) return { fault: null, chain: null, history: { paid_count: 0, paid_points: 0, other_users: 0 } };
  const history = await historyOf(db, { id, userId: row.user_id, wallet });
  const fault = payeeFault(config, wallet);
  if (config.tron === null || fault !== null) return { fault, chain: null, history };
  const { isFrozen, holdsUsdt, problem } = await walletOnChain(config.tron, wallet, now(), options);
  return { fault, chain: { frozen: isFrozen, holds_usdt: holdsUsdt, problem }, history };
}

const OTHERS_MAX = 100;

async function historyOf(db: Db, { id, userId, wallet }: { id: string; userId: string; wallet: string }): Promise<WalletCheck['history']> {
  const { rows } = await sql<WalletCheck['history']>`
    select paid.paid_count, paid.paid_points, (
      select count(*) from (
        select user_id from (
          (select id as user_id from users where wallet_address = ${wallet} limit ${OTHERS_MAX})
          union (select user_id from past_wallets where wallet_address = ${wallet} limit ${OTHERS_MAX})
          union (select user_id from withdrawals where wallet_address = ${wallet} limit ${OTHERS_MAX})
        ) having_it where user_id <> ${userId} limit ${OTHERS_MAX}
      ) others
    ) as other_users
    from (
      select count(*) as paid_count, coalesce(sum(points), 0)::bigint as paid_points
      from withdrawals where wallet_address = ${wallet} and status = 'approved' and id <> ${id}
    ) paid`.execute(db);
  return rows[0]!;
}
