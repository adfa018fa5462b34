import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { ImportedRow, importHashes } from '#contract/payout-batches.ts';
import { UUID } from '#domain/uuid.ts';
import { BATCH_COLUMNS, type BatchPayout, type HashRow, payoutOf } from '#domain/withdrawals/payout/hash-file.ts';
import { unitsText, usdtUnits } from '#domain/withdrawals/payout/payout.ts';
import { actorOf, recordAudit } from '#server/modules/admins/public.ts';
import { deviceName } from '#server/modules/identity/public.ts';
import { markSent } from '#server/modules/withdrawals/review/decide.ts';
import { frozenNow } from '#server/modules/withdrawals/review/review-row.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError, errorText, preferredLocale } from '#server/platform/http/app-error.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/text-formats.ts';
import * as batches from './queries.ts';
import { readHashFile } from './read-hash-file.ts';
import { type Acting, whole } from './service.ts';

/** What a batch and wallet software exchange: the file to pay from, and the file with the transactions. */

/**
 * Returns the payouts of a batch that are still to be paid as CSV, with an empty last column for their transactions, and audits it. Frozen
 * ones are left out. Throws `not_found`, `already_decided` if it is dissolved, and `batch_held` for anybody but its holder, so that two do not pay from it.
 */
export async function fileOf({ deps, admin, request }: Acting, id: string): Promise<AsyncIterable<Uint8Array>> {
  const batch = await requireHeld({ deps, admin }, id);
  const items = (await batches.findItems(deps.db, id)).filter(
    (row) => row.released_at === null && row.status === 'approved' && row.tx_hash === null && frozenNow(row, deps.now()) === null,
  );
  const after = { payouts: items.length, usdt: batch.usdt, device: deviceName(request.userAgent) };
  await recordAudit(
    deps.db,
    actorOf(admin, request),
    { action: 'payout_batch.export', subject: { kind: 'payout_batch', id }, after },
    deps.now(),
  );
  return encoded(
    (async function* () {
      yield BYTE_ORDER_MARK + csvLine(BATCH_COLUMNS);
      for (const row of items) yield csvLine([row.id, row.wallet_address, row.amount, '']);
    })(),
  );
}

/** Returns a batch that this admin holds. Throws `not_found`, `already_decided` and `batch_held`. */
async function requireHeld({ deps, admin }: Pick<Acting, 'deps' | 'admin'>, id: string): Promise<batches.BatchRow> {
  const batch = await batches.findBatch(deps.db, id);
  if (!batch) throw new AppError('not_found');
  if (batch.dissolved_at !== null) throw new AppError('already_decided');
  if (batch.held_by !== admin.id) throw new AppError('batch_held');
  return batch;
}

/**
 * Records the transactions of a file. Each row is recorded as if it were entered by hand, in a transaction of its own, so that one refusal
 * stops no other row, and sending the same file again after a crash records only what is missing. Throws `not_found`, `already_decided` and
 * `batch_held`.
 */
export async function importFile(acting: Acting, { id, csv }: ParsedInputOf<typeof importHashes>): Promise<ReplyOf<typeof importHashes>> {
  const { deps } = acting;
  await requireHeld(acting, id);
  const read = readHashFile(csv);
  if (typeof read === 'string') return { fault: read, rows: [], batch: await whole(deps, deps.db, id) };
  const payouts = new Map(
    (await batches.findItems(deps.db, id)).filter((row) => row.released_at === null).map((row) => [row.id, payoutView(row)]),
  );
  const rows: ImportedRow[] = [];
  for (const row of read) {
    const told = 'fault' in row ? { outcome: row.fault } : await record(acting, id, row, payouts);
    rows.push({ withdrawal_id: null, refusal: null, ...told, line: row.line });
  }
  return { fault: null, rows, batch: await whole(deps, deps.db, id) };
}

const payoutView = ({ id, wallet_address, amount, tx_hash }: batches.ItemRow): BatchPayout => ({
  id,
  wallet: wallet_address,
  amount: usdtUnits(amount),
  hash: tx_hash,
});

type Outcome = Pick<ImportedRow, 'outcome'> & Partial<ImportedRow>;

/** Records the transaction of a row; `payouts` learns of it, so that later rows of the file are judged by it. */
async function record(acting: Acting, batchId: string, row: HashRow, payouts: Map<string, BatchPayout>): Promise<Outcome> {
  const found = payoutOf(row, [...payouts.values()]);
  if (found === 'unknown') return { outcome: (await isElsewhere(acting.deps.db, row)) ? 'other_batch' : 'unknown' };
  if (typeof found === 'string') return { outcome: found };
  const about = { withdrawal_id: found.id };
  if (found.hash === row.hash) return { outcome: 'already_recorded', ...about };
  try {
    await markSent(acting, { id: found.id, tx_hash: row.hash }, batchId);
    payouts.set(found.id, { ...found, hash: row.hash });
    return { outcome: 'recorded', ...about };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { code, params } = error;
    const detail = errorText(code, params, preferredLocale(acting.request.acceptLanguage));
    return { outcome: 'refused', ...about, refusal: { code, detail } };
  }
}

/** The largest amount that the database stores. */
const UNITS_MAX = 10n ** 20n;

/** Returns whether the payout of a row is in another batch. */
async function isElsewhere(db: Db, { reference, wallet, amount }: HashRow): Promise<boolean> {
  if (reference !== null) return UUID.test(reference) && batches.isInBatch(db, { id: reference, wallet: null, amount: null });
  if (amount === null || amount > UNITS_MAX) return false;
  return batches.isInBatch(db, { id: null, wallet, amount: unitsText(amount) });
}
