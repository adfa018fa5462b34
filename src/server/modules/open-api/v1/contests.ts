import type { Contest } from '#contract/contests.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { v1MatchContests, v1Receipt } from '#contract/v1/contests.ts';
import type { Deps } from '#server/deps.ts';
import { findReceiptHead } from '#server/modules/betting/public.ts';
import { matchDetail } from '#server/modules/match-data/public.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { mapped } from './mapped.ts';

export const matchContests = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof v1MatchContests>> =>
  mapped(matchDetail(deps, { id }), ({ contests }) => ({ data: contests.map(v1Contest) }));

/** Returns a contest in the names of the open API. */
export const v1Contest = (contest: Contest): ReplyOf<typeof v1MatchContests>['data'][number] => ({
  id: contest.id,
  match_id: contest.match_id,
  market: contest.market,
  state: contest.state,
  closes_at: contest.deadline_at,
  options: contest.options,
  staked: contest.total_stake,
  participants: contest.participants,
  winner: contest.winner,
  void_reason: contest.void_reason,
});

/** Returns a receipt without its bets. A topic of the contest alone does not exist, so a copy is kept for seconds only. */
export const receipt = (deps: Deps, { id }: { id: string }): ReplyPlan<ReplyOf<typeof v1Receipt>> => ({
  key: id,
  topics: [],
  make: async () => ({ ...(await findReceiptHead(deps.db, id)), file: `/api/contests/${id}/receipt.json` }),
});
