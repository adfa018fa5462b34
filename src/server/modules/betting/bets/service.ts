import type { Bet, ListedBet, listBets } from '#contract/bets.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { BetFilter } from '#domain/settlement/contest.ts';
import type { Deps } from '#server/deps.ts';
import { findMatchBriefs } from '#server/modules/match-data/public.ts';
import { isInOneOf } from '#server/platform/country.ts';
import { isDatabaseAway } from '#server/platform/db/connect.ts';
import type { IdempotentRequest } from '#server/platform/db/idempotency.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import { gathering } from './batcher.ts';
import { betView, listedBetView } from './bet-view.ts';
import { type BetOrder, type BetReceipt, type BetRequest, placeBets } from './place.ts';
import * as bets from './queries.ts';

/** Maximum batch size of one transaction. While it runs, as many other requests can be read and answered. */
const BETS_AT_ONCE = 128;

/** Throws `region_blocked` for an address in a country where staking is not allowed. */
export function requireRegion(deps: Deps, ip: string): void {
  if (isInOneOf(deps.config.stakeBlockedCountries, deps, ip)) throw new AppError('region_blocked');
}

/**
 * Stakes a user's points on a pick; a second stake on the same pick adds to the bet. Stakes that arrive while others are being written are
 * batched (docs/decisions/026). Throws the reason if the stake is rejected.
 */
export async function placeBet(
  deps: Deps,
  userId: string,
  request: BetRequest,
  idempotency: IdempotentRequest | null,
): Promise<BetReceipt> {
  const order = orderOf(userId, request, idempotency);
  const { place, underWay } = betQueuesOf(deps);
  if (idempotency === null) return place(order);
  const key = `${userId} ${idempotency.key}`;
  if (underWay.has(key)) throw new AppError('request_in_progress');
  underWay.add(key);
  return place(order).finally(() => underWay.delete(key));
}

/** Validates what the request alone decides: fixed odds require a price, a pool takes none. */
function orderOf(userId: string, { match_id, market, pick, stake, odds }: BetRequest, idempotency: IdempotentRequest | null): BetOrder {
  if (market === '1x2' && odds === undefined) throw new AppError('missing_fields', { field: 'odds' });
  if (market === 'wdl' && odds !== undefined) throw new AppError('invalid_payload', { field: 'odds' });
  if (!pick) throw new AppError('option_required');
  const seenHundredths = odds === undefined ? undefined : Math.round(100 * odds);
  return { userId, matchId: match_id, market, pick, stake, seenHundredths, idempotency };
}

/**
 * Each match belongs to a lane, and under load the lanes write in parallel: while the stakes of one are validated here or written to disk,
 * the database works for the other. Lanes never need the same contest, and they lock users' balances in one order (docs/decisions/026).
 */
const LANES = 2;
/** Smaller batches cost less when merged with the other lane's. */
const ENOUGH_FOR_A_LANE = 32;

/** Bet intake of one process. */
interface BetQueues {
  place: (order: BetOrder) => Promise<BetReceipt>;
  /** Idempotency keys, by user, of requests that have no answer yet. */
  underWay: Set<string>;
}

const betQueuesByDeps = new WeakMap<Deps, BetQueues>();

function betQueuesOf(deps: Deps): BetQueues {
  const known = betQueuesByDeps.get(deps);
  if (known) return known;
  const desks = { max: BETS_AT_ONCE, desks: LANES, deskOf: ({ matchId }: BetOrder) => matchId % LANES, enough: ENOUGH_FOR_A_LANE } as const;
  const fresh: BetQueues = { place: gathering((orders: readonly BetOrder[]) => placeAll(deps, orders), desks), underWay: new Set() };
  betQueuesByDeps.set(deps, fresh);
  return fresh;
}

/** Places all orders in one transaction; if that fails for a reason that may be a single order's, places each by itself. */
async function placeAll(deps: Deps, orders: readonly BetOrder[]): Promise<(BetReceipt | Error)[]> {
  try {
    return await placeBets(deps, orders);
  } catch (error) {
    if (orders.length === 1 || isDatabaseAway(error)) throw error;
    deps.log.error({ err: error, bets: orders.length }, 'batch of bets failed, placing each bet by itself');
  }
  const answers: (BetReceipt | Error)[] = [];
  for (const order of orders) answers.push(...(await placeBets(deps, [order]).catch((error) => [error as Error])));
  return answers;
}

export async function list(
  deps: Deps,
  userId: string,
  { status, page, page_size }: ParsedInputOf<typeof listBets>,
): Promise<ReplyOf<typeof listBets>> {
  const offset = offsetOf({ page, page_size });
  const counted = await bets.countBets(deps.db, userId, status, COUNT_MAX);
  return {
    items: await viewsOf(deps.db, await bets.findBets(deps.db, userId, status, { limit: page_size, offset })),
    page,
    page_size,
    ...totalOf(counted),
  };
}

/** Which bets, and how many: those placed before a place in the list, or the newest. */
export interface BetsBefore {
  status?: BetFilter | undefined;
  before: bets.BetPlace | null;
  limit: number;
}

/** Returns some of a user's bets, newest first. Unlike pages, the parts of the list stay the same while bets are placed. */
export const listBefore = async (deps: Deps, userId: string, { status, before, limit }: BetsBefore): Promise<ListedBet[]> =>
  viewsOf(deps.db, await bets.findBets(deps.db, userId, status, { limit, before }));

async function viewsOf(db: Db, rows: Awaited<ReturnType<typeof bets.findBets>>): Promise<ListedBet[]> {
  const matches = await findMatchBriefs(
    db,
    rows.map(({ contest }) => contest.match_id),
  );
  return rows.map(({ bet, contest, settlesOn }) => listedBetView(bet, contest, matches.get(contest.match_id)!, settlesOn));
}

/** Returns a bet as its owner sees it, and whose it is; undefined if there is none. Whether a caller may see it is for the caller to say. */
export async function betById(db: Db, id: string): Promise<{ userId: string; bet: Bet } | undefined> {
  const found = await bets.findBet(db, id);
  if (!found) return undefined;
  const { bet, contest } = found;
  const match = (await findMatchBriefs(db, [contest.match_id])).get(contest.match_id);
  return match && { userId: bet.user_id, bet: betView(bet, contest, match) };
}
