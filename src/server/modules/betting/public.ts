export { countedPlayOf } from './bets/bet-view.ts';
export { betById, list, listBefore, placeBet } from './bets/service.ts';
export { advanceContest } from './contests/advance.ts';
export { checkByHand, endAsToldAndAgreed, endByHand, type HandEnding, lockWithMatch, validateHandEnding } from './contests/by-hand.ts';
export type { ContestRow } from './contests/contest-view.ts';
export { type ContestWithMatch, decideState, isBlind, isOnTerms, matchFacts, settlementTimers, type Terms } from './contests/facts.ts';
export { handNeedsSecond } from './contests/gate.ts';
export { houseState } from './contests/house-prices.ts';
export { type MatchVerdict, matchVerdicts } from './contests/match-verdicts.ts';
export { outlooksOf } from './contests/outlook.ts';
export { findContestWithMatch } from './contests/queries.ts';
export { offersOf, quotesOf } from './contests/quotes.ts';
export {
  advanceDueContests,
  advanceMatches,
  contestAlarms,
  contestsOfMatch,
  correctDueContests,
  ensureContests,
} from './contests/service.ts';
export { contestsUnderWay } from './contests/settlement-delay.ts';
export { type UnresolvedContest, unresolvedContests } from './contests/unresolved.ts';
export { findReceiptHead } from './receipts/receipt.ts';
export { relatedGroups } from './related-users/related-users.ts';
export { betsRoutes, contestsRoutes, receiptsRoutes } from './routes.ts';
