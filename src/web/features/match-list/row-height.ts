import type { MatchSummary } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';

/** Whether a row has a place for prices: what is over has none, nor what nobody has priced once it has begun. */
export const hasOddsPlace = ({ status, market }: MatchSummary): boolean =>
  matchGroup(status) !== 'finished' && (market !== null || status === 'ns');

/** As the rows' styles make them. On the phone the probabilities and the prices stand below the teams. */
const DESKTOP_PX = 65;
const PHONE_PX = { teams: 67, market: 38.4, odds: 49.2 };

/** How high a match's row is, in pixels, to within a line's height: for the place it holds until it has been drawn. */
export function rowHeight(match: MatchSummary, showOdds: boolean, isPhone: boolean): number {
  if (!isPhone) return DESKTOP_PX;
  const { teams, market, odds } = PHONE_PX;
  return teams + (match.market ? market : 0) + (showOdds && hasOddsPlace(match) ? odds : 0);
}
