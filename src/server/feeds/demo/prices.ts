import type { OddsUpdate } from '#server/feeds/feed.ts';
import { fraction, normal, randomFrom } from './seeded-random.ts';

/** What a bookmaker may know at a moment: strengths as it sees them, and what was seen on the pitch. Never what will happen. */
export interface PriceView {
  /** Minutes of match time until the announced kick-off; negative afterwards. */
  untilKickoff: number;
  /** Set in play: minutes played, and the state of the match. */
  inPlay: { played: number; score: [number, number]; sentOff: [number, number] } | null;
}

export interface Bookmaker {
  name: string;
  margin: number;
  /** Whether it takes bets during the match; others stop at kick-off. */
  isLive: boolean;
}

/** Six invented bookmakers. */
export const BOOKMAKERS: Bookmaker[] = [
  { name: 'Anchor', margin: 0.048, isLive: true },
  { name: 'Bluegate', margin: 0.056, isLive: true },
  { name: 'Copperline', margin: 0.062, isLive: true },
  { name: 'Dunlin', margin: 0.07, isLive: true },
  { name: 'Eastbank', margin: 0.075, isLive: false },
  { name: 'Fairlead', margin: 0.053, isLive: false },
];

type Price = OddsUpdate['bookmakers'][number];
type Probabilities = [home: number, draw: number, away: number];

const ODDS_MIN = 101;
const ODDS_MAX = 15_000;
const NEWS_MINUTES = 60;
const SUSPENDED_AFTER_INCIDENT = 1.6;

/** How often a bookmaker looks at its prices, in minutes of match time. */
export function priceInterval(untilKickoff: number, isInPlay: boolean): number {
  if (isInPlay) return 1;
  if (untilKickoff > 1440) return 720;
  return untilKickoff > 180 ? 120 : 15;
}

/** When a bookmaker last looked, and will look next, at minute `at`. */
export function priceStep(bookmaker: number, at: number, interval: number): { from: number; to: number } {
  const phase = (bookmaker / BOOKMAKERS.length) * interval;
  const from = Math.floor((at - phase) / interval) * interval + phase;
  return { from, to: from + interval };
}

/** All bookmakers' prices at minute `at`; `viewAt` tells what could be seen at an earlier minute. */
export function pricesAt(
  key: string,
  expected: [number, number],
  at: number,
  viewAt: (at: number) => PriceView,
  isClosed: boolean,
  lastIncident: number | null,
): Price[] {
  const now = viewAt(at);
  const isSuspended = isClosed || (now.inPlay === null && now.untilKickoff <= 0);
  const afterIncident = lastIncident !== null && at - lastIncident < SUSPENDED_AFTER_INCIDENT;
  const prices: Price[] = [];
  BOOKMAKERS.forEach((bookmaker, index) => {
    if (hasWithdrawn(key, bookmaker, now.untilKickoff)) return;
    const stopped = isSuspended || afterIncident || (now.inPlay !== null && !bookmaker.isLive);
    const { from } = priceStep(index, at, priceInterval(now.untilKickoff, now.inPlay !== null));
    const view = stopped && !bookmaker.isLive && now.inPlay !== null ? { untilKickoff: 0, inPlay: null } : viewAt(from);
    prices.push(priceOf(key, bookmaker, expected, view, stopped));
  });
  return prices;
}

function priceOf(key: string, bookmaker: Bookmaker, expected: [number, number], view: PriceView, suspended: boolean): Price {
  const [home, draw, away] = opinion(`${key} ${bookmaker.name}`, consensus(key, expected, view), view);
  const quote = (probability: number) => Math.min(ODDS_MAX, Math.max(ODDS_MIN, onLadder(100 / (probability * (1 + bookmaker.margin)))));
  return { bookmaker: bookmaker.name, market: '1x2', home: quote(home), draw: quote(draw), away: quote(away), suspended };
}

/** What the market thinks: right on average, and less sure the further away the match is. */
export function consensus(key: string, expected: [number, number], view: PriceView): Probabilities {
  const [home, away] = asMarketSees(key, expected);
  if (view.inPlay !== null) {
    const { played, score, sentOff } = view.inPlay;
    const left = Math.max(95 - played, 0.6) / 95;
    const factor = (own: number, others: number) => left * 0.72 ** own * 1.22 ** others;
    return outcomes(home * factor(sentOff[0], sentOff[1]), away * factor(sentOff[1], sentOff[0]), score[0] - score[1]);
  }
  const before = Math.max(view.untilKickoff, 0);
  const unrest = 0.02 + 0.1 * (1 - Math.exp(-before / 1440));
  const news = before > NEWS_MINUTES ? normal(randomFrom(`${key} news`)) * 0.05 : 0;
  const tilt = unrest * walk(`${key} tilt`, before) + news;
  return weighted(outcomes(home, away, 0), [Math.exp(tilt), Math.exp(0.3 * unrest * walk(`${key} draw`, before)), Math.exp(-tilt)]);
}

/** The strengths with the error that the market makes about them to the end. */
function asMarketSees(key: string, [home, away]: [number, number]): [number, number] {
  const random = randomFrom(`${key} market`);
  return [home * Math.exp(normal(random) * 0.05), away * Math.exp(normal(random) * 0.05)];
}

/** A bookmaker's own view on top of the market's. */
function opinion(key: string, market: Probabilities, view: PriceView): Probabilities {
  const size = view.inPlay === null ? 0.018 : 0.01;
  const at = view.inPlay?.played ?? view.untilKickoff;
  const tilt = size * walk(`${key} tilt`, at);
  return weighted(market, [Math.exp(tilt), Math.exp(size * walk(`${key} draw`, at)), Math.exp(-tilt)]);
}

function weighted([home, draw, away]: Probabilities, [h, d, a]: Probabilities): Probabilities {
  const sum = home * h + draw * d + away * a;
  return [(home * h) / sum, (draw * d) / sum, (away * a) / sum];
}

/** A smooth wander around 0 with deviation about 1, as a pure function of time: three layers of noise between fixed knots. */
function walk(key: string, at: number): number {
  return (layer(`${key} slow`, at / 1500) + layer(`${key} middle`, at / 320) + 0.6 * layer(`${key} fast`, at / 60)) * 1.3;
}

function layer(key: string, at: number): number {
  const knot = Math.floor(at);
  const part = at - knot;
  const eased = part * part * (3 - 2 * part);
  const value = (n: number) => fraction(`${key} ${n}`) * 2 - 1;
  return value(knot) * (1 - eased) + value(knot + 1) * eased;
}

/** Win, draw and loss by two independent Poisson counts, `lead` goals apart already. */
export function outcomes(home: number, away: number, lead: number): Probabilities {
  const [homeGoals, awayGoals] = [poisson(home), poisson(away)];
  const result: Probabilities = [0, 0, 0];
  for (let h = 0; h < homeGoals.length; h++) {
    for (let a = 0; a < awayGoals.length; a++) result[1 - Math.sign(lead + h - a)]! += homeGoals[h]! * awayGoals[a]!;
  }
  // Nothing is ever certain, and a price needs a probability.
  return weighted([Math.max(result[0], 1e-4), Math.max(result[1], 1e-4), Math.max(result[2], 1e-4)], [1, 1, 1]);
}

function poisson(mean: number): number[] {
  const counts = [Math.exp(-mean)];
  for (let n = 1; n <= 9; n++) counts.push((counts[n - 1]! * mean) / n);
  return counts;
}

/** Prices come in steps, finer where odds are short. */
function onLadder(odds: number): number {
  if (odds < 300) return Math.round(odds);
  if (odds < 600) return Math.round(odds / 5) * 5;
  return odds < 1500 ? Math.round(odds / 10) * 10 : Math.round(odds / 100) * 100;
}

/** Now and then a bookmaker takes its prices down for a while in the last hours. */
function hasWithdrawn(key: string, bookmaker: Bookmaker, untilKickoff: number): boolean {
  const dice = fraction(`${key} ${bookmaker.name} withdraws`);
  if (dice > 0.05) return false;
  const from = 60 + dice * 2000;
  return untilKickoff < from && untilKickoff > from - 45;
}
