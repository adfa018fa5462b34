import type { Transaction } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { explainTreasuryTransfer, listTreasuryTransfers, Treasury, TreasuryTransfer } from '#contract/treasury.ts';
import { DAY_MS } from '#domain/time.ts';
import type { NodeProblem } from '#domain/withdrawals/payout/payout.ts';
import { centsText, FORECAST_DAYS, forecastNeed, isAlarming, TRX_MIN, usdtCents } from '#domain/withdrawals/payout/treasury.ts';
import { POINTS_PER_USDT } from '#domain/withdrawals/payout-text.ts';
import type { Deps } from '#server/deps.ts';
import { type Actor, type AgreedTo, actorOf, requestApproval, requireReason } from '#server/modules/admins/public.ts';
import { once } from '#server/platform/db/idempotency.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import * as treasuries from './queries.ts';

/** Returns the state of the treasury. Asks no node: the worker does, once a minute (watch.ts). */
export async function treasury({ db, config, now }: Deps): Promise<Treasury> {
  const at = now();
  const [stored, owed, asked, unexplained] = await Promise.all([
    treasuries.findWatch(db),
    treasuries.findOwed(db),
    treasuries.findAsked(db, new Date(at.getTime() - FORECAST_DAYS * DAY_MS)),
    treasuries.countUnexplained(db, at),
  ]);
  const wallet = config.tron?.treasury ?? null;
  // What was read of another wallet says nothing about this one.
  const watch = stored?.wallet === wallet ? stored : undefined;
  const { oldest_on_the_way: _, ...parts } = owed;
  const held = watch?.usdt ? usdtCents(watch.usdt) : null;
  const owedCents = usdtCents(owed.to_send.usdt) + usdtCents(owed.wrong.usdt);
  const days = asked.first_at === null ? 0 : Math.min(FORECAST_DAYS, Math.ceil((at.getTime() - asked.first_at.getTime()) / DAY_MS));
  const need = forecastNeed({ owed: owedCents, pending: usdtCents(owed.pending.usdt), asked: usdtCents(asked.usdt), days });
  const missing = (wanted: bigint) => (held === null ? null : centsText(wanted > held ? wanted - held : 0n));
  return {
    ...{ wallet, ...parts, unexplained, owed: centsText(owedCents), owed_short: missing(owedCents) },
    ...watchView(watch),
    forecast: { need: centsText(need), asked: asked.usdt, days, short: missing(need) },
  };
}

type WatchRow = NonNullable<Awaited<ReturnType<typeof treasuries.findWatch>>>;

function watchView(watch: WatchRow | undefined): Pick<Treasury, 'balances' | 'balances_problem' | 'is_trx_low' | 'transfers'> {
  if (watch === undefined) return { balances: null, balances_problem: null, is_trx_low: null, transfers: null };
  const { usdt, trx, energy, bandwidth, balances_at } = watch;
  const isKnown = usdt !== null && trx !== null && energy !== null && bandwidth !== null && balances_at !== null;
  return {
    balances: isKnown ? { usdt, trx, energy, bandwidth, at: balances_at.toISOString() } : null,
    balances_problem: watch.balances_problem as NodeProblem | null,
    is_trx_low: trx === null ? null : Number(trx) < TRX_MIN,
    transfers: {
      since: watch.since.toISOString(),
      until: watch.read_until.toISOString(),
      at: watch.transfers_at?.toISOString() ?? null,
      is_behind: watch.is_behind,
      problem: watch.transfers_problem as NodeProblem | null,
    },
  };
}

/** Returns a page of the transfers that left the treasury. */
export async function transfers(
  { db, now }: Deps,
  { state, before, page_size }: ParsedInputOf<typeof listTreasuryTransfers>,
): Promise<ReplyOf<typeof listTreasuryTransfers>> {
  const rows = await treasuries.findTransfers(db, { isOpen: state === 'open', beforeId: before }, page_size + 1);
  const items = rows.slice(0, page_size).map((row) => transferView(row, now()));
  return { items, next: rows.length > page_size ? items.at(-1)!.id : null };
}

function transferView(row: treasuries.TransferRow, now: Date): TreasuryTransfer {
  const { id, tx_hash, to_wallet, amount, block_at, fit, explanation, explained_by, explained_email, explained_at, waiting_id } = row;
  const isLoud = isAlarming({ atMs: block_at.getTime(), fit }, now.getTime());
  const open = isLoud ? 'unexplained' : 'expected';
  return {
    ...{ id, tx_hash, to_wallet, usdt: amount, block_at: block_at.toISOString(), fit },
    state: row.withdrawal_id !== null ? 'paid' : explained_at !== null ? 'explained' : open,
    withdrawal_id: row.withdrawal_id ?? row.fits_id,
    explanation:
      explanation === null || explained_by === null || explained_email === null || explained_at === null
        ? null
        : { text: explanation, by: { id: explained_by, email: explained_email }, at: explained_at.toISOString() },
    waiting: waiting_id === null ? null : { id: waiting_id },
  };
}

/**
 * Asks a second admin to agree to an explanation: who takes money out of the treasury must not explain it alone. Throws `not_found`,
 * `already_decided`, `approval_waiting` and `reason_required`.
 */
export const explain = (
  { deps, admin, request }: { deps: Deps; admin: SignedInAdmin; request: RequestContext },
  { id, reason }: ParsedInputOf<typeof explainTreasuryTransfer>,
): Promise<ReplyOf<typeof explainTreasuryTransfer>> =>
  transact(deps, (db) =>
    once(db, request.idempotency, deps.now(), async () => {
      const why = requireReason(reason);
      const { tx_hash, to_wallet } = await lockOpen(db, id);
      const [before] = await treasuries.findTransfers(db, { id }, 1);
      if (before!.waiting_id !== null) throw new AppError('approval_waiting');
      const payload = { tx_hash, to_wallet, usdt: before!.amount };
      const points = Math.min(Number.MAX_SAFE_INTEGER, Math.round(Number(before!.amount) * POINTS_PER_USDT));
      const asked = { kind: 'treasury_transfer' as const, subjectId: id, payload, points, reason: why };
      const approval = await requestApproval(deps, db, actorOf(admin, request), asked);
      const [after] = await treasuries.findTransfers(db, { id }, 1);
      return { transfer: transferView(after!, deps.now()), approval: { id: approval } };
    }),
  );

/** Locks and returns a transfer that is not accounted for. */
async function lockOpen(db: Transaction<DB>, id: string) {
  const row = await treasuries.lockTransfer(db, id);
  if (!row) throw new AppError('not_found');
  if (row.withdrawal_id !== null || row.explained_at !== null) throw new AppError('already_decided');
  return row;
}

/** Accounts for a transfer as two admins agreed. Throws `already_decided` if it is accounted for meanwhile. */
export async function explainAsAgreed(
  deps: Deps,
  db: Transaction<DB>,
  _announce: Announce,
  _actor: Actor,
  { subject_id, reason, requested_by }: AgreedTo<'treasury_transfer'>,
): Promise<void> {
  await lockOpen(db, subject_id);
  const explained = { explanation: reason, explained_by: requested_by, explained_at: deps.now(), fits_id: null, fit: null };
  await db.updateTable('treasury_transfers').set(explained).where('id', '=', subject_id).execute();
}
