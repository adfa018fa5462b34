import type { FeedMatchEvent } from '#server/modules/match-data/import/feed.ts';

/** Kicks of each side before it is one by one. */
const ROUNDS = 5;

/**
 * Puts the kicks of a shoot-out into the order in which they were taken, from each side's own order. Who began is not told, but
 * nobody kicks on when it is decided: where only one of the two orders can have been, it was that one; else home began.
 */
export function inKickOrder(kicks: readonly FeedMatchEvent[]): FeedMatchEvent[] {
  const home = kicks.filter(({ side }) => side === 'home');
  const away = kicks.filter(({ side }) => side === 'away');
  const orders = [alternating(home, away), alternating(away, home)];
  return orders.find(isPossible) ?? orders[0]!;
}

const alternating = (first: FeedMatchEvent[], second: FeedMatchEvent[]): FeedMatchEvent[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, i) => [first[i], second[i]])
    .flat()
    .filter((kick) => kick !== undefined);

function isPossible(kicks: readonly FeedMatchEvent[]): boolean {
  return kicks.every((kick, index) => (index === 0 || kicks[index - 1]!.side !== kick.side) && !isDecided(kicks.slice(0, index)));
}

/** Whether the side behind can no longer draw level. */
function isDecided(kicks: readonly FeedMatchEvent[]): boolean {
  const of = (side: FeedMatchEvent['side']) => {
    const taken = kicks.filter((kick) => kick.side === side);
    return { taken: taken.length, scored: taken.filter(({ type }) => type === 'penalty').length };
  };
  const [home, away] = [of('home'), of('away')];
  const rounds = Math.max(ROUNDS, home.taken, away.taken);
  return home.scored > away.scored + rounds - away.taken || away.scored > home.scored + rounds - home.taken;
}
