import { sql } from 'kysely';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { withdrawalsFile } from '#contract/withdrawal-queue.ts';
import { type WithdrawalStatus, withdrawalStage } from '#domain/withdrawals/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit } from '#server/modules/admins/public.ts';
import { deviceName } from '#server/modules/identity/public.ts';
import { payoutView } from '#server/modules/withdrawals/payouts/follow.ts';
import type { WithdrawalRow } from '#server/modules/withdrawals/requests/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/text-formats.ts';
import { inQueue, QUEUE_ORDER, type QueueFilter, type QueuePlace } from './queue.ts';
import { queueFilterOf } from './queue-filter.ts';
import { frozenNow, type OwnerStanding } from './review-row.ts';

interface FileRow extends WithdrawalRow, OwnerStanding, Pick<QueuePlace, 'part' | 'sorted_by'> {
  public_handle: string;
  email: string | null;
  first_email: string | null;
  decided_email: string | null;
  sent_email: string | null;
}

/** Returns the withdrawals of a filter behind a place, in the list's order. Finds them in index order and everything else by key. */
export async function findAfter(db: Db, filter: QueueFilter, after: QueuePlace | null, limit: number): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select w.*, queue.part, queue.sorted_by, u.public_handle, u.email, u.status as user_status, u.redeem_held_until,
      first_approver.email as first_email, decider.email as decided_email, sender.email as sent_email
    from (${inQueue(filter, limit, after)}) queue
    cross join lateral (select * from withdrawals where id = queue.id limit 1) w
    cross join lateral (select public_handle, email, status, redeem_held_until from users where id = w.user_id limit 1) u
    left join admins first_approver on first_approver.id = w.first_approved_by
    left join admins decider on decider.id = w.decided_by
    left join admins sender on sender.id = w.sent_by
    order by ${QUEUE_ORDER}`.execute(db);
  return rows;
}

const FILES_PER_MINUTE = 5;
/** Rows read at once: few enough that other requests do not wait and memory stays small. */
const AT_ONCE = 1_000;

export const withdrawalsFileLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'withdrawals_file', FILES_PER_MINUTE, 60);

/** Audits the export, then returns the CSV of withdrawals in chunks. Throws `invalid_date`, `invalid_query` and `rate_limited`. */
export async function withdrawalsTable(
  deps: Deps,
  limit: RequestLimit,
  admin: SignedInAdmin,
  request: RequestContext,
  input: ParsedInputOf<typeof withdrawalsFile>,
): Promise<AsyncIterable<Uint8Array>> {
  const filter = queueFilterOf(deps, admin, input);
  await limit.count(admin.id);
  // The search text may be an address, which the log must not keep.
  const { q, ...kept } = input;
  const entry = {
    action: 'withdrawal.export',
    subject: { kind: 'file', id: 'withdrawals.csv' },
    after: { ...kept, is_search: q !== undefined, device: deviceName(request.userAgent) },
  };
  await recordAudit(deps.db, actorOf(admin, request), entry, deps.now());
  return withdrawalPieces(deps, filter);
}

type Reading = Pick<Deps, 'db' | 'now'>;

/**
 * Returns the withdrawals of a filter as CSV in UTF-8, in chunks, without checking who asks; 1,000 rows are in memory at a time. A
 * withdrawal that is frozen when its row is read cannot be paid from the file: it is not among those to be sent, and in other lists it has
 * no wallet.
 */
export const withdrawalPieces = (deps: Reading, filter: QueueFilter): AsyncIterable<Uint8Array> => encoded(linesOf(deps, filter));

/** What is paid from these lists. */
const TO_BE_SENT: readonly QueueFilter['status'][] = ['approved', 'being_sent'];

/** Yields the lines, page by page. One that is decided meanwhile would be read again among the decided ones: its first line counts. */
async function* linesOf({ db, now }: Reading, filter: QueueFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
  const undecided = new Set<string>();
  for (let after: QueuePlace | null = null; ; ) {
    const rows: FileRow[] = await findAfter(db, filter, after, AT_ONCE);
    const lines = rows.flatMap((row) => {
      if (row.part > 0 && undecided.has(row.id)) return [];
      if (row.part === 0 && row.status === 'pending') undecided.add(row.id);
      const isFrozen = frozenNow(row, now()) !== null;
      return isFrozen && TO_BE_SENT.includes(filter.status) ? [] : [csvLine(COLUMNS.map(([, cellOf]) => cellOf(row, isFrozen)))];
    });
    if (lines.length > 0) yield lines.join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = { id: last.id, part: last.part, sorted_by: last.sorted_by };
  }
}

const stageOf = ({ status, tx_hash }: FileRow, isFrozen: boolean) =>
  isFrozen ? 'frozen' : withdrawalStage({ status: status as WithdrawalStatus, txHash: tx_hash });

/** Columns by name, as named in the API. */
const COLUMNS: readonly (readonly [name: string, cellOf: (row: FileRow, isFrozen: boolean) => unknown])[] = [
  ['id', (row) => row.id],
  ['submitted_at (UTC)', (row) => row.created_at],
  ['status', (row) => row.status],
  ['stage', stageOf],
  ['points', (row) => row.points],
  ['usdt', (row) => Number(row.amount)],
  ['user_id', (row) => row.user_id],
  ['handle', (row) => row.public_handle],
  ['email', (row) => row.email],
  ['wallet_address', (row, isFrozen) => (isFrozen ? null : row.wallet_address)],
  ['wallet_since (UTC)', (row) => row.wallet_since],
  ['contact_channel', (row) => row.contact_channel],
  ['contact', (row) => row.contact],
  ['first_approved_by', (row) => row.first_email],
  ['first_approved_at (UTC)', (row) => row.first_approved_at],
  ['decided_by', (row) => row.decided_email],
  ['decided_at (UTC)', (row) => row.decided_at],
  ['reason_code', (row) => row.reason_code],
  ['note', (row) => row.note],
  ['tx_hash', (row) => row.tx_hash],
  ['payout', (row) => payoutView(row)?.state],
  ['payout_fault', (row) => row.payout_fault],
  ['sent_by', (row) => row.sent_email],
  ['sent_at (UTC)', (row) => row.sent_at],
];
