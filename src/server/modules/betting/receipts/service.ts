import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { getReceipt, ReceiptView } from '#contract/receipts.ts';
import type { Deps } from '#server/deps.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import * as receipts from './queries.ts';
import { receiptBets } from './receipt-bets.ts';
import { isOver, receiptHead } from './receipt-head.ts';

/** Upper bound of counting and paging (docs/rules.md#lists); the file contains all bets. */
const TOTAL_MAX = 10_000;

/**
 * Returns a contest's receipt with a page of its bets and the caller's own bet. While the contest runs, no other bets are shown.
 * Throws `not_found`, and `invalid_query` for a page beyond the limit.
 */
export async function receipt(
  { db }: Deps,
  { id, page, page_size }: ParsedInputOf<typeof getReceipt>,
  caller: SignedIn | null,
): Promise<ReceiptView> {
  const offset = (page - 1) * page_size;
  if (offset >= TOTAL_MAX) throw new AppError('invalid_query', { field: 'page' });
  const contest = await receipts.findContest(db, id);
  if (!contest) throw new AppError('not_found');
  const head = await receiptHead(db, contest);
  const own = caller && (await receipts.findOwn(db, id, caller.id));
  const over = isOver(contest);
  const rows = over ? await receipts.findPage(db, id, page_size, offset) : [];
  const counted = over ? await receipts.countBets(db, id, TOTAL_MAX + 1) : 0;
  const bets = await receiptBets(db, contest, head.corrections.length, own ? [own, ...rows] : rows);
  return {
    ...head,
    mine: (own && bets.shift()) ?? null,
    bets: { items: bets, page, page_size, total: Math.min(counted, TOTAL_MAX), ...(counted > TOTAL_MAX && { total_exact: false }) },
  };
}
