import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { type NodeProblem, type Sighting, unitsText } from '#domain/withdrawals/payout/payout.ts';
import { type FittingWithdrawal, fitOf } from '#domain/withdrawals/payout/treasury.ts';
import { USDT_CONTRACT } from '#domain/withdrawals/wallet.ts';
import type { Deps } from '#server/deps.ts';
import { sightingOf } from '#server/modules/withdrawals/payouts/tron.ts';
import { type AskOptions, usualOptions } from '#server/modules/withdrawals/payouts/tron-node.ts';
import type { TronSettings } from '#server/modules/withdrawals/payouts/tron-settings.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { balancesOf, outgoingSince } from './treasury-node.ts';

/** Transactions that are read in one run, so that other jobs of the leader are not kept waiting. */
const TRANSACTIONS_MAX = 200;
/** A node's list may show a transfer this much later than a newer one. */
const OVERLAP_MS = HOUR_MS;
/** How long to look for the transaction of a withdrawal whose points were returned. */
const LATE_MS = 7 * DAY_MS;
const LATE_MAX = 20;

/**
 * Follows the treasury wallet: stores what it holds, and every transfer of USDT that left it, and names the withdrawal that each fits. Safe
 * to run twice and to be killed: a transfer is stored once, and the place in the list moves on only behind what was stored.
 */
export async function watchTreasury(deps: Deps, mayGoOn: () => boolean = () => true, options: AskOptions = usualOptions()): Promise<void> {
  const { tron } = deps.config;
  if (tron === null) return;
  const watch = await startWatch(deps, tron.treasury);
  await noteBalances(deps, tron, options);
  const problem = (await readOutgoing(deps, tron, watch, mayGoOn, options)) ?? (await readLate(deps, tron, mayGoOn, options));
  await deps.db
    .updateTable('treasury_watch')
    .set({ transfers_problem: problem, ...(problem === null && { transfers_at: deps.now() }) })
    .execute();
  await explainByPayments(deps.db);
  await nameFits(deps.db);
}

/** Returns how far the wallet is watched, from now on if it is another one than before. */
async function startWatch({ db, now }: Deps, wallet: string) {
  await sql`
    insert into treasury_watch as w (wallet, since, read_until) values (${wallet}, ${now()}, ${now()})
    on conflict (singleton) do update set wallet = excluded.wallet, since = excluded.since, read_until = excluded.read_until, is_behind = false,
      usdt = null, trx = null, energy = null, bandwidth = null, balances_at = null, balances_problem = null, transfers_at = null, transfers_problem = null
    where w.wallet <> excluded.wallet`.execute(db);
  return db.selectFrom('treasury_watch').selectAll().executeTakeFirstOrThrow();
}

async function noteBalances({ db, now }: Deps, tron: TronSettings, options: AskOptions): Promise<void> {
  const told = await balancesOf(tron, now(), options);
  const known = typeof told === 'string' ? null : told;
  await db
    .updateTable('treasury_watch')
    .set({
      balances_problem: typeof told === 'string' ? told : null,
      ...(known && {
        ...{ usdt: unitsText(known.usdt), trx: unitsText(BigInt(known.trx)), energy: known.energy, bandwidth: known.bandwidth },
        balances_at: now(),
      }),
    })
    .execute();
}

interface Watch {
  since: Date;
  read_until: Date;
  is_behind: boolean;
}

/** Reads what left the treasury since the last run. Returns why it could not be read to the end, or null. */
async function readOutgoing(
  deps: Deps,
  tron: TronSettings,
  { since, read_until, is_behind }: Watch,
  mayGoOn: () => boolean,
  options: AskOptions,
): Promise<NodeProblem | null> {
  const fromMs = Math.max(since.getTime(), read_until.getTime() - (is_behind ? 0 : OVERLAP_MS));
  const listed = await outgoingSince(tron, fromMs, deps.now(), options);
  if (typeof listed === 'string') return listed;
  const known = await findKnown(
    deps.db,
    listed.transactions.map(({ hash }) => hash),
  );
  let read = 0;
  for (const { hash, atMs } of listed.transactions) {
    if (known.has(hash)) continue;
    if (read >= TRANSACTIONS_MAX || !mayGoOn()) {
      await moveTo(deps.db, atMs, true);
      return null;
    }
    const sighting = await sightingOf(tron, hash, deps.now(), options);
    // A list that names a transaction which is not final in all nodes contradicts them.
    if (sighting.kind !== 'solid') return sighting.kind === 'unknown' ? sighting.problem : 'disagree';
    await store(deps, tron, sighting);
    await moveTo(deps.db, atMs, is_behind);
    read += 1;
  }
  const lastMs = listed.completeUntilMs ?? listed.transactions.at(-1)?.atMs;
  if (lastMs !== undefined) await moveTo(deps.db, lastMs, listed.completeUntilMs !== null);
  return null;
}

/** Looks for transactions whose withdrawals were returned because no node knew them. Finds them also where no node keeps lists. */
async function readLate(deps: Deps, tron: TronSettings, mayGoOn: () => boolean, options: AskOptions): Promise<NodeProblem | null> {
  const { rows } = await sql<{ tx_hash: string }>`
    select w.tx_hash from withdrawals w
    where w.status = 'rejected' and w.decided_at > ${new Date(deps.now().getTime() - LATE_MS)} and w.tx_hash is not null
      and w.payout_state is distinct from 'failed'
      and not exists (select from treasury_transfers t where t.tx_hash = w.tx_hash)
    order by w.decided_at limit ${LATE_MAX}`.execute(deps.db);
  for (const { tx_hash } of rows) {
    if (!mayGoOn()) return null;
    const sighting = await sightingOf(tron, tx_hash, deps.now(), options);
    if (sighting.kind === 'unknown') return sighting.problem;
    if (sighting.kind === 'solid') await store(deps, tron, sighting);
  }
  return null;
}

async function findKnown(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ tx_hash: string }>`
    select distinct tx_hash from treasury_transfers where tx_hash = any(${hashes}::text[])`.execute(db);
  return new Set(rows.map(({ tx_hash }) => tx_hash));
}

const moveTo = (db: Db, atMs: number, isBehind: boolean) =>
  db
    .updateTable('treasury_watch')
    .set({ read_until: sql<Date>`greatest(read_until, ${new Date(atMs)})`, is_behind: isBehind })
    .execute();

/** The largest amount that the database stores: more than there is. */
const UNITS_MAX = 10n ** 30n - 1n;

/** Stores the transfers of a final transaction that left the treasury. */
async function store(deps: Deps, { treasury }: TronSettings, { facts }: Sighting & { kind: 'solid' }): Promise<void> {
  const ours = facts.transfers.filter(
    ({ token, from, amount }) => token === USDT_CONTRACT && from === treasury && amount > 0n && amount <= UNITS_MAX,
  );
  if (ours.length === 0) return;
  const [block_at, found_at] = [new Date(facts.blockAtMs), deps.now()];
  await deps.db
    .insertInto('treasury_transfers')
    .values(
      ours.map(({ logIndex, to, amount }) => ({
        ...{ id: newId(deps), tx_hash: facts.hash, log_index: logIndex, to_wallet: to, amount: unitsText(amount), block_at, found_at },
      })),
    )
    .onConflict((oc) => oc.columns(['tx_hash', 'log_index']).doNothing())
    .execute();
}

/** Links open transfers to the withdrawals that they paid. */
const explainByPayments = (db: Db) =>
  sql`
    update treasury_transfers t set withdrawal_id = p.withdrawal_id, fits_id = null, fit = null from withdrawal_payments p
    where t.withdrawal_id is null and t.explained_at is null and p.tx_hash = t.tx_hash and p.log_index = t.log_index`.execute(db);

/** Open transfers that are named anew in one run, newest first. */
const OPEN_MAX = 500;

interface FitRow extends Omit<FittingWithdrawal, 'id' | 'isConfirmed' | 'decidedAtMs'> {
  transfer_id: string;
  tx_hash: string;
  block_at: Date;
  id: string | null;
  is_confirmed: boolean;
  decided_at: Date | null;
}

/** Names the withdrawal that each open transfer fits. */
async function nameFits(db: Db): Promise<void> {
  const { rows } = await sql<FitRow>`
    select t.id as transfer_id, t.tx_hash, t.block_at, w.id, w.status, w.hash, w.is_confirmed, w.decided_at
    from (
      select * from treasury_transfers where withdrawal_id is null and explained_at is null order by block_at desc, id desc limit ${OPEN_MAX}
    ) t left join lateral (
      select id, status, tx_hash as hash, coalesce(payout_state = 'confirmed', false) as is_confirmed, decided_at
      from withdrawals where wallet_address = t.to_wallet and amount = t.amount order by created_at desc limit 50
    ) w on true`.execute(db);
  const byTransfer = new Map<string, FitRow[]>();
  for (const row of rows) byTransfer.set(row.transfer_id, [...(byTransfer.get(row.transfer_id) ?? []), row]);
  for (const [id, found] of byTransfer) {
    const { tx_hash, block_at } = found[0]!;
    const withdrawals = found.flatMap((row) =>
      row.id === null
        ? []
        : [
            {
              id: row.id,
              status: row.status,
              hash: row.hash,
              isConfirmed: row.is_confirmed,
              decidedAtMs: row.decided_at?.getTime() ?? null,
            },
          ],
    );
    const fit = fitOf({ hash: tx_hash, atMs: block_at.getTime() }, withdrawals);
    await sql`
      update treasury_transfers set fits_id = ${fit?.id ?? null}, fit = ${fit?.fit ?? null}
      where id = ${id} and withdrawal_id is null and explained_at is null
        and (fits_id, fit) is distinct from (${fit?.id ?? null}::uuid, ${fit?.fit ?? null}::text)`.execute(db);
  }
}
