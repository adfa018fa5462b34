import type { Pick } from '#domain/matches/sport.ts';
import type { PlacedBet, Settlement } from './settlement.ts';

/** What took part when a contest ended, by pick and in points, and by how many bets: without stakes placed after the true kick-off. */
export function stakesInTime(placed: Iterable<PlacedBet>, settlement: Settlement): { staked: Record<Pick, number>; participants: number } {
  const late = new Set(settlement.bets.flatMap(({ lateLegIds }) => lateLegIds));
  const staked: Record<Pick, number> = { home: 0, draw: 0, away: 0 };
  let participants = 0;
  for (const { pick, legs } of placed) {
    const inTime = legs.filter(({ id }) => !late.has(id));
    staked[pick] += inTime.reduce((sum, { stake }) => sum + stake, 0);
    if (inTime.length > 0) participants += 1;
  }
  return { staked, participants };
}
