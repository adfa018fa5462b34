import type { Selectable } from 'kysely';
import type { Bet, CountedPlay, ListedBet, MatchBrief } from '#contract/bets.ts';
import { poolOdds } from '#domain/matches/odds.ts';
import type { SettlementRule } from '#domain/matches/score.ts';
import { type Pick as Outcome, picksOf } from '#domain/matches/sport.ts';
import { poolReturn } from '#domain/settlement/pool.ts';
import type { ContestRow } from '#server/modules/betting/contests/contest-view.ts';
import { betState } from '#server/modules/betting/contests/service.ts';
import type { Bets } from '#server/platform/db/schema.ts';

export type BetRow = Selectable<Bets>;

/**
 * Returns a bet as its owner sees it. In a pool, `returns_now` and `odds` follow the pool; `returns_now` is null once the contest has
 * ended.
 */
export function betView(bet: BetRow, contest: ContestRow, match: MatchBrief): Bet {
  const state = betState(bet.state, contest.unresolved_at);
  const isOver = state === 'settled' || state === 'refunded';
  const { oddsHundredths, returns } = contest.market === '1x2' ? fixedTerms(bet) : poolTerms(bet, contest);
  return {
    id: bet.id,
    contest_id: bet.contest_id,
    market: contest.market as Bet['market'],
    pick: bet.pick as Bet['pick'],
    stake: bet.stake,
    state,
    payout: bet.payout,
    refund: bet.refund,
    hit: bet.hit,
    at_risk: countedPlayOf(bet),
    returns_now: isOver ? null : returns,
    odds: oddsHundredths === null ? null : oddsHundredths / 100,
    placed_at: bet.placed_at.toISOString(),
    settled_at: bet.settled_at?.toISOString() ?? null,
    match,
  };
}

/** Returns how much of a bet counts as play, in the contract's form; null while the bet is open. */
export const countedPlayOf = ({ stake, refund, at_risk, at_risk_reason }: CountedColumns): CountedPlay | null =>
  at_risk === null ? null : { points: at_risk, of: stake - refund, reason: at_risk_reason as CountedPlay['reason'] };

export type CountedColumns = Pick<BetRow, 'stake' | 'refund' | 'at_risk' | 'at_risk_reason'>;

/** Returns a bet as shown in its owner's list. */
export function listedBetView(bet: BetRow, contest: ContestRow, match: MatchBrief, settlesOn: SettlementRule): ListedBet {
  const view = betView(bet, contest, match);
  const returnsIf = (pick: Outcome) => (pick === view.pick ? view.returns_now! : isRefunded(contest, pick) ? bet.stake : 0);
  return {
    ...view,
    settles_on: settlesOn,
    returns_if: view.returns_now === null ? [] : picksOf(contest.draw_possible).map((pick) => ({ pick, returns: returnsIf(pick) })),
  };
}

/** Returns whether a pool with this result would refund everyone, because there is no stake on that outcome. */
const isRefunded = (contest: ContestRow, pick: Outcome): boolean => contest.market === 'wdl' && contest[`stake_${pick}`] === 0;

function poolTerms({ pick: picked, stake }: BetRow, contest: ContestRow) {
  const pick = picked as Outcome;
  const staked = { home: contest.stake_home, draw: contest.stake_draw, away: contest.stake_away };
  return { oddsHundredths: poolOdds(staked)[pick], returns: poolReturn(stake, pick, staked, Number(contest.fee_percent)) };
}

/** Average odds over all stakes of the bet, rounded down, as are the odds of each stake. */
const fixedTerms = ({ stake, fixed_payout: returns }: BetRow) => ({ oddsHundredths: Math.floor((100 * returns) / stake), returns });
