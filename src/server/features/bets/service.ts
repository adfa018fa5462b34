import type { listBets, placeBet as placeBetEndpoint } from '#contract/bets.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { type Contest, type Market, picksOf, refuseStake, STAKE_LIMITS } from '#domain/contest.ts';
import type { Pick } from '#domain/sport.ts';
import { type IdempotentRequest, once } from '#server/db/idempotency.ts';
import type { Db } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import { contestView } from '#server/features/contests/service.ts';
import { findMatchBriefs } from '#server/features/matches/service.ts';
import { AppError, rateLimited } from '#server/http/app-error.ts';
import { newId } from '#server/new-id.ts';
import { transact } from '#server/transact.ts';
import { betView } from './bet-view.ts';
import * as bets from './queries.ts';

type BetRequest = ParsedInputOf<typeof placeBetEndpoint>;
type BetReceipt = ReplyOf<typeof placeBetEndpoint>;

const MINUTE_MS = 60_000;

/**
 * Stakes a user's points on a pick; a second stake on the same pick adds to the bet. Whatever the stake is judged by is read
 * after the locks of the contest and of the balance are held, the time too: so no two stakes spend the same points, and none
 * slips in after the contest closed.
 */
export async function placeBet(
  deps: Deps,
  userId: string,
  request: BetRequest,
  idempotency: IdempotentRequest | null,
): Promise<BetReceipt> {
  const pick = requirePick(request);
  return transact(deps, (db, announce) =>
    once(db, idempotency, deps.now(), async () => {
      const { contestId, match, now } = await admit(deps, db, userId, pick, request);
      const ids = { betId: newId(deps), legId: newId(deps) };
      const placed = await bets.insertStake(db, { ...ids, userId, contestId, pick, stake: request.stake }, now);
      const contest = contestView(placed.contest);
      announce(`match:${match.id}`, { t: 'contest', contest });
      announce(`me:${userId}`, { t: 'balance', balance: placed.balance });
      const leg = { id: ids.legId, stake: request.stake, odds: null, placed_at: now.toISOString() };
      return { bet: betView(placed.bet, placed.contest, match), leg, balance: placed.balance, contest };
    }),
  );
}

/** What the request alone decides. Fixed odds are taken at a price, a pool has none. */
function requirePick({ market, pick, odds }: BetRequest): Pick {
  if (market === '1x2' && odds === undefined) throw new AppError('missing_fields', { field: 'odds' });
  if (market === 'wdl' && odds !== undefined) throw new AppError('invalid_payload', { field: 'odds' });
  if (!pick) throw new AppError('option_required');
  return pick;
}

/** Takes the locks and judges the stake under them; returns what it concerns and the moment for which it was judged. */
async function admit(deps: Deps, db: Db, userId: string, pick: Pick, { match_id, market, stake }: BetRequest) {
  const asked = deps.now();
  const facts = await bets.lockForBet(db, userId, match_id, market, new Date(asked.getTime() - MINUTE_MS), asked);
  if (facts === null) throw new AppError((await bets.matchExists(db, match_id)) ? 'contest_not_open' : 'not_found');
  const now = deps.now();
  const { care, contest, held, balance } = facts;
  if (facts.userStatus === null) throw new AppError('unauthorized');
  if (facts.userStatus !== 'normal') throw new AppError('account_disabled');
  if (facts.recentStakes >= deps.config.rates.betsPerMinute) {
    throw rateLimited((facts.recentFirstAt ?? now).getTime() + MINUTE_MS - now.getTime());
  }
  const offered: Contest = {
    market: contest.market as Market,
    state: contest.state as Contest['state'],
    deadlineAt: contest.deadline_at,
    picks: picksOf(contest.draw_possible),
  };
  const refusal = refuseStake(
    { pick, stake },
    { care, contest: offered, held: held && { ...held, payout: 0 }, offer: null, balance, limits: stakeLimits(deps), now },
  );
  if (refusal) throw new AppError(refusal.code, refusal.params);
  return { contestId: contest.id, match: facts.match, now };
}

const stakeLimits = ({ config: { limits } }: Deps) => ({
  ...STAKE_LIMITS,
  stakeMin: limits.stake_min,
  stakeMax: limits.stake_max,
  contestStakeMax: limits.stake_contest_max,
});

/** Counted and paged no further than this (decisions.md section 1). */
const TOTAL_MAX = 10_000;

export async function list(
  deps: Deps,
  userId: string,
  { status, page, page_size }: ParsedInputOf<typeof listBets>,
): Promise<ReplyOf<typeof listBets>> {
  const offset = (page - 1) * page_size;
  if (offset >= TOTAL_MAX) throw new AppError('invalid_query', { field: 'page' });
  const counted = await bets.countBets(deps.db, userId, status, TOTAL_MAX + 1);
  const rows = await bets.findBets(deps.db, userId, status, page_size, offset);
  const matches = await findMatchBriefs(
    deps.db,
    rows.map(({ contest }) => contest.match_id),
  );
  return {
    items: rows.map(({ bet, contest }) => betView(bet, contest, matches.get(contest.match_id)!)),
    page,
    page_size,
    total: Math.min(counted, TOTAL_MAX),
    ...(counted > TOTAL_MAX && { total_exact: false }),
  };
}
