/** What a bookmaker asked from a moment on, in whole hundredths. */
export interface Price {
  at: Date;
  home: number;
  draw: number | null;
  away: number;
}

/**
 * At most `max` (2 or more) of the prices, in their order: the first, the last, and again and again the one that is furthest
 * from the line drawn through those already taken. So the largest turns stay.
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
  /** The price between them that is furthest from the line, and how far in probability; -1 where there is none between. */
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

/** Probabilities rather than prices: from 20.00 to 21.00 is less of a turn than from 1.50 to 1.60. */
function distanceFromLine(start: Price, price: Price, end: Price): number {
  const span = end.at.getTime() - start.at.getTime();
  const share = span === 0 ? 0 : (price.at.getTime() - start.at.getTime()) / span;
  const off = (outcome: 'home' | 'draw' | 'away') => {
    const [a, b, c] = [start, price, end].map((one) => 100 / (one[outcome] ?? Infinity));
    return Math.abs(b! - (a! + (c! - a!) * share));
  };
  return Math.max(off('home'), off('draw'), off('away'));
}
