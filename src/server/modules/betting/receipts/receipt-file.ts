import { NIL } from 'uuid';
import { receiptHash } from '#domain/settlement/receipt.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type TierLimit, tierLimit } from '#server/platform/http/request-limit.ts';
import * as receipts from './queries.ts';
import { isOver, receiptBets, receiptHead } from './receipt.ts';

/** A file of 100,000 bets keeps a core busy for seconds. */
const FILES_PER_10_MINUTES = 60;
/** Bets read and written at once: few enough that other requests do not wait. */
const AT_ONCE = 500;

export const fileLimit = (deps: Deps): TierLimit => tierLimit(deps, 'receipt', FILES_PER_10_MINUTES, 10 * 60);

/** Returns a contest's whole receipt as the chunks of a file, without bets while the contest runs. Throws `not_found`, `rate_limited`. */
export async function receiptFile(
  { db }: Deps,
  limit: TierLimit,
  contestId: string,
  request: RequestContext,
): Promise<AsyncIterable<Uint8Array>> {
  await limit.count(request.ip);
  const contest = await receipts.findContest(db, contestId);
  if (!contest) throw new AppError('not_found');
  return encoded(pieces(db, contest));
}

/** Yields the fields of the receipt one after the other, with one bet per line, and hashes them on the way. */
async function* pieces(db: Db, contest: receipts.ReceiptContestRow): AsyncGenerator<string> {
  const head = await receiptHead(db, contest);
  const hash = receiptHash(head);
  yield `${JSON.stringify(head).slice(0, -1)},"bets":[`;
  let separator = '\n';
  for await (const bets of isOver(contest) ? betsInTurn(db, contest, head.corrections.length) : []) {
    for (const bet of bets) hash.add(bet);
    yield separator + bets.map((bet) => JSON.stringify(bet)).join(',\n');
    separator = ',\n';
  }
  const now = await receipts.findContest(db, contest.id);
  // A truncated file is better than one whose halves do not belong together.
  if (now?.last_transfer_id !== contest.last_transfer_id) throw new Error(`contest ${contest.id} was corrected while its receipt was read`);
  yield `\n],"hash":"${hash.hex()}"}\n`;
}

async function* betsInTurn(db: Db, contest: receipts.ReceiptContestRow, rounds: number) {
  let after: string | undefined = NIL;
  while (after !== undefined) {
    const rows: receipts.ReceiptBetRow[] = await receipts.findAfter(db, contest.id, after, AT_ONCE);
    if (rows.length > 0) yield await receiptBets(db, contest, rounds, rows);
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)!.id;
  }
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
