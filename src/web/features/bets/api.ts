import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Bet, type ListedBet, type listBets, placeBet } from '#contract/bets.ts';
import { type Contest, listContests } from '#contract/contests.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { MatchState } from '#contract/matches.ts';
import { ApiError, isUnsure, retryUnsure } from '#web/data/api-error.ts';
import { call, callOnce } from '#web/data/call.ts';
import { BETS_KEY, betsQuery, overviewQuery, setBalance } from '#web/data/queries.tsx';
import { dropStake, keepStake, type Stake } from './open-stake.ts';

export type ContestWithMine = ReplyOf<typeof listContests>['items'][number];
type Contests = ReplyOf<typeof listContests>;
type BetPage = ReplyOf<typeof listBets>;

/** Queries a match's contests with the caller's own stake in each, and the fixed odds on sale. */
export const contestsOf = (matchId: number) =>
  queryOptions({
    queryKey: ['matches', matchId, 'contests'],
    queryFn: ({ signal }) => call(listContests, { id: matchId }, signal),
  });

/**
 * Places a stake, which is kept until its outcome is known. Balance and contest are updated from the reply, and everything else affected is
 * refetched.
 */
export function usePlaceBet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: Stake) => callOnce(placeBet, input, idempotencyKey),
    // The key makes a retry harmless. Without a network it fails at once instead of staking at some later time.
    retry: retryUnsure,
    networkMode: 'always',
    onMutate: keepStake,
    onSuccess: ({ bet, balance, contest }, stake) => {
      dropStake(stake);
      setBalance(client, balance);
      client.setQueryData(contestsOf(bet.match.id).queryKey, (known) => withContest(known, contest, stakeIn(bet)));
      void client.invalidateQueries({ queryKey: ['account'] });
    },
    // After an error, the stake may have been placed, so the data is refetched.
    onError: (error, stake) => {
      const { input } = stake;
      if (!isUnsure(error)) dropStake(stake);
      const odds = newOdds(error);
      if (odds !== null) client.setQueryData(contestsOf(input.match_id).queryKey, (known) => withPrice(known, input.pick, odds));
      void client.invalidateQueries({ queryKey: contestsOf(input.match_id).queryKey });
      void client.invalidateQueries({ queryKey: overviewQuery.queryKey });
    },
  });
}

/** Returns the price for which a stake was refused; null for other errors. */
const newOdds = (error: Error): number | null =>
  error instanceof ApiError && error.code === 'odds_changed' && typeof error.params.odds === 'number' ? error.params.odds : null;

/** Returns the contests with another price on a pick. */
const withPrice = (contests: Contests | undefined, pick: Stake['input']['pick'], odds: number): Contests | undefined =>
  contests && {
    items: contests.items.map((known) => ({
      ...known,
      quote: known.quote && {
        ...known.quote,
        prices: known.quote.prices.map((price) => (price.pick === pick ? { ...price, odds } : price)),
      },
    })),
  };

/** Shows a pushed contest. If it may have settled the caller's bet, or opened with a price, that is refetched. */
export function showContest(client: QueryClient, contest: Contest): void {
  const { queryKey } = contestsOf(contest.match_id);
  const known = client.getQueryData(queryKey)?.items.find(({ id }) => id === contest.id);
  const hasEnded = contest.state === 'settled' || contest.state === 'void';
  const lacksPrice = contest.market === '1x2' && contest.state === 'open' && known?.quote === null;
  if (!known || lacksPrice || (hasEnded && known.mine !== null)) void client.invalidateQueries({ queryKey });
  if (known) client.setQueryData(queryKey, (contests) => withContest(contests, contest, known.mine));
}

/** Pushes contain no quote, so the known one is kept. */
const withContest = (contests: Contests | undefined, contest: Contest, mine: ContestWithMine['mine']): Contests | undefined =>
  contests && { items: contests.items.map((known) => (known.id === contest.id ? { ...known, ...contest, mine } : known)) };

const stakeIn = ({ id, market, pick, stake, state, returns_now, payout, refund }: Bet): ContestWithMine['mine'] => ({
  ...{ bet_id: id, pick, stake, state, payout, refund },
  payout_if_right: market === '1x2' ? returns_now : null,
});

/** Updates a match's state in all lists of bets. */
export function showMatchInBets(client: QueryClient, match: MatchState): void {
  client.setQueriesData({ queryKey: BETS_KEY }, (page: BetPage | undefined) =>
    page?.items.some((bet) => bet.match.id === match.id)
      ? { ...page, items: page.items.map((bet) => (bet.match.id === match.id ? { ...bet, match: { ...bet.match, ...match } } : bet)) }
      : page,
  );
}

/** Refetches all visible lists of bets. */
export const invalidateBets = (client: QueryClient): void => void client.invalidateQueries({ queryKey: BETS_KEY });

const LATEST = 100;

/** Returns a bet of the user by its id; undefined if it is not among the latest. */
export async function findBet(client: QueryClient, id: string): Promise<ListedBet | undefined> {
  // Bets that end together are pushed one by one: they share a reply.
  const { items } = await client.fetchQuery({ ...betsQuery({ page: 1, page_size: LATEST }), staleTime: 5_000 });
  return items.find((bet) => bet.id === id);
}
