import type { OutcomePrices, TotalPrices } from '#domain/forecast/market.ts';
import { ratesOfMarket, withoutMargin } from '#domain/forecast/market.ts';
import type { DivisionPlace, Pair, PlayedMatch } from '#domain/forecast/played-match.ts';
import { FootballDataRow, readCsv } from '#server/modules/match-data/public.ts';

/** A match of the files with the prices known before it. */
export interface PricedMatch extends PlayedMatch {
  /** Date as the file writes it. */
  date: string;
  prices: Partial<Record<PriceSet, OutcomePrices>>;
  /** Prices for more and fewer than 2.5 goals. */
  totals: Partial<Record<PriceSet, TotalPrices>>;
}

/** Source of prices: taken one to three days before the match, or (with C) closing prices. */
export const PRICE_SETS = ['B365', 'PS', 'Max', 'Avg', 'B365C', 'PSC', 'MaxC', 'AvgC'] as const;
export type PriceSet = (typeof PRICE_SETS)[number];

export interface ReadMatches {
  matches: PricedMatch[];
  /** The skipped rows, with reasons. */
  problems: string[];
}

/** Reads the matches of a file of football-data.co.uk. Skips and reports invalid rows, and skips walk-overs. */
export function readMatches(file: string, text: string): ReadMatches {
  const { rows, problem } = readCsv(text);
  const problems = problem === null ? [] : [`${file} ${problem}`];
  const matches: PricedMatch[] = [];
  for (const { line, values } of rows) {
    const parsed = FootballDataRow.safeParse(values);
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!;
      problems.push(`${file}, line ${line}: ${issue.path.join('.')} ${issue.message}`);
      continue;
    }
    const match = toMatch(parsed.data, values);
    if (isWalkOver(match)) problems.push(`${file}, line ${line}: ${match.home} - ${match.away} was not played`);
    else matches.push(match);
  }
  return { matches, problems };
}

function toMatch(row: FootballDataRow, values: Record<string, string>): PricedMatch {
  const pair = (home: number | undefined, away: number | undefined): Pair | null =>
    home === undefined || away === undefined ? null : [home, away];
  const prices = pricesOf(values);
  return {
    date: row.Date,
    day: Math.round(Date.parse(`${row.Date}T00:00:00Z`) / 86_400_000),
    division: row.Div,
    season: seasonOf(row),
    home: row.HomeTeam,
    away: row.AwayTeam,
    goals: [row.FTHG, row.FTAG],
    halfTime: pair(row.HTHG, row.HTAG),
    shots: pair(row.HS, row.AS),
    shotsOnTarget: pair(row.HST, row.AST),
    corners: pair(row.HC, row.AC),
    redCards: pair(row.HR, row.AR),
    closing: closingRates(prices),
    prices,
    totals: totalsOf(values),
  };
}

/** Returns the year in which the season began: from the file, else assuming that seasons start in July. */
function seasonOf({ Season, Date: date }: FootballDataRow): number {
  if (Season !== undefined) return Number(Season.slice(0, 4));
  return Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < 7 ? 1 : 0);
}

const price = (text: string | undefined): number => (text === undefined || text === '' ? Number.NaN : Number(text));

function pricesOf(values: Record<string, string>): PricedMatch['prices'] {
  const prices: PricedMatch['prices'] = {};
  for (const set of PRICE_SETS) {
    const [home, draw, away] = [price(values[`${set}H`]), price(values[`${set}D`]), price(values[`${set}A`])];
    if (home > 1 && draw > 1 && away > 1) prices[set] = { home, draw, away };
  }
  return prices;
}

function totalsOf(values: Record<string, string>): PricedMatch['totals'] {
  const totals: PricedMatch['totals'] = {};
  for (const set of PRICE_SETS) {
    // Pinnacle's columns, if present, are named P>2.5.
    const name = set.replace('PS', 'P');
    const [over, under] = [price(values[`${name}>2.5`]), price(values[`${name}<2.5`])];
    if (over > 1 && under > 1) totals[set] = { over, under };
  }
  return totals;
}

/** Closing prices by preference; early prices if no closing prices were recorded. */
const CLOSING_ORDER: readonly PriceSet[] = ['PSC', 'AvgC', 'PS', 'Avg', 'B365'];

function closingRates(prices: PricedMatch['prices']): Pair | null {
  for (const set of CLOSING_ORDER) {
    const quoted = prices[set];
    const outcomes = quoted === undefined ? null : withoutMargin(quoted);
    if (outcomes !== null) return ratesOfMarket(outcomes);
  }
  return null;
}

/** Returns whether a result was awarded: one-sided, without statistics and without prices. */
const isWalkOver = ({ goals, halfTime, shots, prices }: PricedMatch): boolean =>
  halfTime === null &&
  shots === null &&
  Object.keys(prices).length === 0 &&
  Math.min(...goals) === 0 &&
  [1, 3].includes(Math.max(...goals));

/** Returns the place of a division among those of its country, by the file's code: E0 is above E1, and EC is below all. */
export function placeOf(division: string): DivisionPlace | null {
  const [, country, tier] = /^([A-Z]+?)(\d|C)$/.exec(division) ?? [];
  return country === undefined || tier === undefined ? null : { country, tier: tier === 'C' ? 9 : Number(tier) };
}
