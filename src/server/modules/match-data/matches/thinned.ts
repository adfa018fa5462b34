/** A bookmaker's price from a moment on, in whole hundredths. */
export interface Price {
  at: Date;
  home: number;
  draw: number | null;
  away: number;
}

/**
 * Returns at most `max` (2 or more) of the prices, in their order: the first, the last, and repeatedly the one furthest from the
 * line through those already chosen. This keeps the largest turns.
 */
export function thinned(prices: readonly Price[], max: number): Price[] {
  if (prices.length <= max) return [...prices];
  const taken = [0, prices.length - 1];
  const gaps = [widest(prices, 0, prices.length - 1)];
  while (taken.length < max) {
    const gap = gaps.reduce((a, b) => (b.distance > a.distance ? b : a));
    taken.push(gap.index);
    gaps.splice(gaps.indexOf(gap), 1, widest(prices, gap.from, gap.index), widest(prices, gap.index, gap.to));
  }
  return taken.toSorted((a, b) => a - b).map((index) => prices[index]!);
}

interface Gap {
  from: number;
  to: number;
  /** The price between them that is furthest from the line, and its distance in probability; -1 if there is none between. */
  index: number;
  distance: number;
}

function widest(prices: readonly Price[], from: number, to: number): Gap {
  const gap: Gap = { from, to, index: from, distance: -1 };
  for (let index = from + 1; index < to; index++) {
    const distance = distanceFromLine(prices[from]!, prices[index]!, prices[to]!);
    if (distance > gap.distance) Object.assign(gap, { index, distance });
  }
  return gap;
}

/** Distance in probability, not in price: from 20.00 to 21.00 is a smaller turn than from 1.50 to 1.60. */
function distanceFromLine(start: Price, price: Price, end: Price): number {
  const span = end.at.getTime() - start.at.getTime();
  const share = span === 0 ? 0 : (price.at.getTime() - start.at.getTime()) / span;
  const off = (outcome: 'home' | 'draw' | 'away') => {
    const [a, b, c] = [start, price, end].map((one) => 100 / (one[outcome] ?? Infinity));
    return Math.abs(b! - (a! + (c! - a!) * share));
  };
  return Math.max(off('home'), off('draw'), off('away'));
}
