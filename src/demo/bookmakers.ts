import { isInPlay, type MatchStatus } from '#domain/matches/match-status.ts';
import type { OddsUpdate } from '#server/modules/match-data/public.ts';
import { fraction, fractionAfter, hashedSoFar, normal, randomFrom } from './seeded-random.ts';

/** What a bookmaker may know at a moment: what has happened in the match, never what will happen. */
export interface PriceView<Play extends { played: number }> {
  /** Minutes of match time until the announced kick-off; negative afterwards. */
  untilKickoff: number;
  /** Set in play: minutes played, and the state of the match. */
  inPlay: Play | null;
}

/** Probabilities of a home win, a draw and an away win, which add up to 1; the draw's is 0 where a match cannot end level. */
export type Probabilities = [home: number, draw: number, away: number];

/** The view of a match at a minute, and the market's probabilities for a view. */
export interface Market<Play extends { played: number }> {
  viewAt: (at: number) => PriceView<Play>;
  think: (view: PriceView<Play>) => Probabilities;
}

export interface Bookmaker {
  name: string;
  margin: number;
  /** Whether the bookmaker takes bets during the match; others stop at kick-off. */
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
const ODDS_MIN = 101;
const ODDS_MAX = 15_000;
const NEWS_MINUTES = 60;
const SUSPENDED_AFTER_INCIDENT = 1.6;

/** Returns the interval at which a bookmaker updates its prices, in minutes of match time. */
function priceInterval(untilKickoff: number, isInPlay: boolean): number {
  if (isInPlay) return 1;
  if (untilKickoff > 1440) return 720;
  return untilKickoff > 180 ? 120 : 15;
}

/** Returns when a bookmaker last updated its prices before minute `at`, and when it will next. */
function priceStep(bookmaker: number, at: number, interval: number): { from: number; to: number } {
  const phase = (bookmaker / BOOKMAKERS.length) * interval;
  const from = Math.floor((at - phase) / interval) * interval + phase;
  return { from, to: from + interval };
}

/** Returns when the first bookmaker that still takes bets updates its prices next. */
export function nextLookAt(at: number, untilKickoff: number, inPlay: boolean): number {
  const interval = priceInterval(untilKickoff, inPlay);
  return Math.min(...BOOKMAKERS.flatMap(({ isLive }, index) => (isLive || !inPlay ? [priceStep(index, at, interval).to] : [])));
}

/** Returns all bookmakers' prices at minute `at`; they are suspended for a while after an incident, and permanently once closed. */
export function pricesAt<Play extends { played: number }>(
  key: string,
  at: number,
  market: Market<Play>,
  isClosed: boolean,
  lastIncident: number | null,
): Price[] {
  const now = market.viewAt(at);
  const isSuspended = isClosed || (now.inPlay === null && now.untilKickoff <= 0);
  const afterIncident = lastIncident !== null && at - lastIncident < SUSPENDED_AFTER_INCIDENT;
  const prices: Price[] = [];
  BOOKMAKERS.forEach((bookmaker, index) => {
    if (hasWithdrawn(key, bookmaker, now.untilKickoff)) return;
    const stopped = isSuspended || afterIncident || (now.inPlay !== null && !bookmaker.isLive);
    const { from } = priceStep(index, at, priceInterval(now.untilKickoff, now.inPlay !== null));
    const view = stopped && !bookmaker.isLive && now.inPlay !== null ? { untilKickoff: 0, inPlay: null } : market.viewAt(from);
    prices.push(priceOf(key, bookmaker, market.think(view), view.inPlay?.played ?? null, view.untilKickoff, stopped));
  });
  return prices;
}

/** Returns whether bookmakers may still change or close their prices. */
export const canStillPrice = (status: MatchStatus): boolean =>
  status === 'ns' || status === 'tbd' || status === 'pst' || status === 'susp' || isInPlay(status);

function priceOf(
  key: string,
  { name, margin }: Bookmaker,
  market: Probabilities,
  played: number | null,
  untilKickoff: number,
  suspended: boolean,
): Price {
  const [home, draw, away] = opinion(`${key} ${name}`, market, played, untilKickoff);
  const quote = (probability: number) => Math.min(ODDS_MAX, Math.max(ODDS_MIN, onLadder(100 / (probability * (1 + margin)))));
  return { bookmaker: name, market: '1x2', home: quote(home), draw: draw === 0 ? null : quote(draw), away: quote(away), suspended };
}

/** Returns the market's probabilities before kick-off: the further away the match, the less certain, until the last news is out. */
export function unsettled(key: string, probabilities: Probabilities, untilKickoff: number): Probabilities {
  const before = Math.max(untilKickoff, 0);
  const unrest = 0.02 + 0.1 * (1 - Math.exp(-before / 1440));
  const news = before > NEWS_MINUTES ? normal(randomFrom(`${key} news`)) * 0.05 : 0;
  const tilt = unrest * walk(`${key} tilt`, before) + news;
  return tilted(key, probabilities, tilt, 0.3 * unrest, before);
}

/** Returns a bookmaker's probabilities: the market's, adjusted by its own opinion. */
function opinion(key: string, market: Probabilities, played: number | null, untilKickoff: number): Probabilities {
  const size = played === null ? 0.018 : 0.01;
  const at = played ?? untilKickoff;
  const tilt = size * walk(`${key} tilt`, at);
  return tilted(key, market, tilt, size, at);
}

/** Shifts probabilities towards a side by `tilt`, and varies the draw's over time, where there is a draw. */
function tilted(key: string, probabilities: Probabilities, tilt: number, drawSize: number, at: number): Probabilities {
  const draw = probabilities[1] === 0 ? 0 : drawSize * walk(`${key} draw`, at);
  return weighted(probabilities, [Math.exp(tilt), Math.exp(draw), Math.exp(-tilt)]);
}

export function weighted([home, draw, away]: Probabilities, [h, d, a]: Probabilities): Probabilities {
  const sum = home * h + draw * d + away * a;
  return [(home * h) / sum, (draw * d) / sum, (away * a) / sum];
}

/** Returns a smooth random walk around 0 with deviation about 1, as a pure function of time: three layers of noise between fixed knots. */
function walk(key: string, at: number): number {
  const begun = hashedSoFar(key);
  return (layer(begun, ' slow ', at / 1500) + layer(begun, ' middle ', at / 320) + 0.6 * layer(begun, ' fast ', at / 60)) * 1.3;
}

function layer(begun: number, name: string, at: number): number {
  const key = hashedSoFar(name, begun);
  const knot = Math.floor(at);
  const part = at - knot;
  const eased = part * part * (3 - 2 * part);
  return (fractionAfter(key, `${knot}`) * 2 - 1) * (1 - eased) + (fractionAfter(key, `${knot + 1}`) * 2 - 1) * eased;
}

/** Rounds odds to the bookmakers' price steps, which are finer for short odds. */
function onLadder(odds: number): number {
  if (odds < 300) return Math.round(odds);
  if (odds < 600) return Math.round(odds / 5) * 5;
  return odds < 1500 ? Math.round(odds / 10) * 10 : Math.round(odds / 100) * 100;
}

/** Returns whether a bookmaker has withdrawn its prices, which happens now and then for a while in the last hours. */
function hasWithdrawn(key: string, bookmaker: Bookmaker, untilKickoff: number): boolean {
  const dice = fraction(`${key} ${bookmaker.name} withdraws`);
  if (dice > 0.05) return false;
  const from = 60 + dice * 2000;
  return untilKickoff < from && untilKickoff > from - 45;
}
