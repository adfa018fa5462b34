import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Bet, type ListedBet, type listBets, placeBet } from '#contract/bets.ts';
import { type Contest, listContests } from '#contract/contests.ts';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { MatchState } from '#contract/matches.ts';
import { ApiError, isUnsure } from '#web/data/api-error.ts';
import { call, callOnce } from '#web/data/call.ts';
import { BETS_KEY, betsQuery, overviewQuery, setBalance } from '#web/data/queries.tsx';

export type ContestWithMine = ReplyOf<typeof listContests>['items'][number];
type Contests = ReplyOf<typeof listContests>;
type BetPage = ReplyOf<typeof listBets>;

/** A match's contests, with the caller's own stake in each, and what fixed odds are for sale at. */
export const contestsOf = (matchId: number) =>
  queryOptions({
    queryKey: ['matches', matchId, 'contests'],
    queryFn: ({ signal }) => call(listContests, { id: matchId }, signal),
  });

export interface Stake {
  input: InputOf<typeof placeBet>;
  /** One for each stake that the user means; the same for every retry of it. */
  idempotencyKey: string;
}

/** Places a stake; balance and contest are shown from the answer, and all else that it changes is asked for again. */
export function usePlaceBet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: Stake) => callOnce(placeBet, input, idempotencyKey),
    // The key makes another try harmless. Without a network it fails at once rather than stake at some later time.
    retry: (failures, error) => failures === 0 && isUnsure(error),
    networkMode: 'always',
    onSuccess: ({ bet, balance, contest }) => {
      setBalance(client, balance);
      client.setQueryData(contestsOf(bet.match.id).queryKey, (known) => withContest(known, contest, stakeIn(bet)));
      void client.invalidateQueries({ queryKey: ['account'] });
    },
    // What was refused, or may have been done without our hearing of it, is looked at anew.
    onError: (error, { input }) => {
      const odds = newOdds(error);
      if (odds !== null) client.setQueryData(contestsOf(input.match_id).queryKey, (known) => withPrice(known, input.pick, odds));
      void client.invalidateQueries({ queryKey: contestsOf(input.match_id).queryKey });
      void client.invalidateQueries({ queryKey: overviewQuery.queryKey });
    },
  });
}

/** The price that a stake was refused for; null for every other failure. */
const newOdds = (error: Error): number | null =>
  error instanceof ApiError && error.code === 'odds_changed' && typeof error.params.odds === 'number' ? error.params.odds : null;

/** With another price on a pick. */
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

/** Shows a contest that the socket told of; where it may have ended the caller's bet, or opened at a price, that is asked for. */
export function showContest(client: QueryClient, contest: Contest): void {
  const { queryKey } = contestsOf(contest.match_id);
  const known = client.getQueryData(queryKey)?.items.find(({ id }) => id === contest.id);
  const hasEnded = contest.state === 'settled' || contest.state === 'void';
  const lacksPrice = contest.market === '1x2' && contest.state === 'open' && known?.quote === null;
  if (!known || lacksPrice || (hasEnded && known.mine !== null)) void client.invalidateQueries({ queryKey });
  if (known) client.setQueryData(queryKey, (contests) => withContest(contests, contest, known.mine));
}

/** The quote is nobody's but the market's: it stays as it was. */
const withContest = (contests: Contests | undefined, contest: Contest, mine: ContestWithMine['mine']): Contests | undefined =>
  contests && { items: contests.items.map((known) => (known.id === contest.id ? { ...known, ...contest, mine } : known)) };

const stakeIn = ({ id, market, pick, stake, state, returns_now, payout, refund }: Bet): ContestWithMine['mine'] => ({
  ...{ bet_id: id, pick, stake, state, payout, refund },
  payout_if_right: market === '1x2' ? returns_now : null,
});

/** Shows a match's new state in every list of bets. */
export function showMatchInBets(client: QueryClient, match: MatchState): void {
  client.setQueriesData({ queryKey: BETS_KEY }, (page: BetPage | undefined) =>
    page?.items.some((bet) => bet.match.id === match.id)
      ? { ...page, items: page.items.map((bet) => (bet.match.id === match.id ? { ...bet, match: { ...bet.match, ...match } } : bet)) }
      : page,
  );
}

/** Asks again for every list of bets that is on show. */
export const invalidateBets = (client: QueryClient): void => void client.invalidateQueries({ queryKey: BETS_KEY });

const LATEST = 100;

/** One of the user's bets by its id; undefined where it is not among the latest. */
export async function findBet(client: QueryClient, id: string): Promise<ListedBet | undefined> {
  // Bets that end together are told one by one: they share an answer.
  const { items } = await client.fetchQuery({ ...betsQuery({ page: 1, page_size: LATEST }), staleTime: 5_000 });
  return items.find((bet) => bet.id === id);
}
