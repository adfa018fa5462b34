import { z } from 'zod';
import type { Score } from '#domain/matches/score.ts';

/**
 * A row of football-data.co.uk as found in real files: columns vary by year, and an empty field is unknown.
 * Older files have dates as day/month/year, and the season then comes from the file.
 */
const isDate = (text: string) => {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
};
const isoDate = (text: string): string => {
  const [day = '', month = '', year = ''] = text.split('/');
  return year === '' ? text : `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

const Count = z
  .string()
  .regex(/^\d{1,3}$/, 'is not a count')
  .transform(Number);
const Known = z
  .string()
  .transform((text) => (text === '' ? undefined : text))
  .pipe(Count.optional())
  .optional();
const Team = z.string().min(1, 'is empty').max(120);

export const COUNTED = {
  shots: ['HS', 'AS'],
  shots_on_target: ['HST', 'AST'],
  corners: ['HC', 'AC'],
  fouls: ['HF', 'AF'],
  yellow_cards: ['HY', 'AY'],
  red_cards: ['HR', 'AR'],
} as const;

export const FootballDataRow = z.object({
  Div: z.string(),
  Season: z
    .string()
    .regex(/^\d{4}-\d{2}$/, 'is not a season')
    .optional(),
  Date: z.string().transform(isoDate).refine(isDate, 'is not a date'),
  Time: z
    .string()
    .regex(/^(([01]?\d|2[0-3]):[0-5]\d)?$/, 'is not a time')
    .optional(),
  HomeTeam: Team,
  AwayTeam: Team,
  FTHG: Count,
  FTAG: Count,
  FTR: z.enum(['H', 'D', 'A']),
  HTHG: Known,
  HTAG: Known,
  ...{ HS: Known, AS: Known, HST: Known, AST: Known, HC: Known, AC: Known },
  ...{ HF: Known, AF: Known, HY: Known, AY: Known, HR: Known, AR: Known },
});
export type FootballDataRow = z.output<typeof FootballDataRow>;

export const fulltimeOf = ({ FTHG, FTAG }: FootballDataRow): Score => [FTHG, FTAG];
export const halftimeOf = ({ HTHG, HTAG }: FootballDataRow): Score | null =>
  HTHG === undefined || HTAG === undefined ? null : [HTHG, HTAG];

const pricesOf = (prefix: string): string[] => ['H', 'D', 'A'].map((pick) => prefix + pick);

/** Bookmakers whose prices a row contains, and their columns. Maximum and average prices belong to no bookmaker, and can be computed from these. */
const BOOKMAKERS = [
  { name: 'Bet365', before: pricesOf('B365'), closing: pricesOf('B365C') },
  { name: 'Pinnacle', before: pricesOf('PS'), closing: pricesOf('PSC') },
];

/** The columns that are read of a row; files have up to a hundred columns. */
export const COLUMNS: ReadonlySet<string> = new Set([
  ...Object.keys(FootballDataRow.shape),
  ...BOOKMAKERS.flatMap(({ before, closing }) => [...before, ...closing]),
]);

/** Integer hundredths: 245 is 2.45. */
export interface Prices {
  home: number;
  draw: number;
  away: number;
}

export interface BookmakerPrices {
  bookmaker: string;
  /** Prices as collected one to three days before, and closing prices; null if there are none. */
  before: Prices | null;
  closing: Prices | null;
}

const PRICE_MIN = 1.01;
const PRICE_MAX = 1000;

/** Returns the bookmakers' prices. A set of three with a missing or impossible price is passed to `refuse` and left out. */
export function pricesIn(values: Record<string, string>, refuse: (problem: string) => void): BookmakerPrices[] {
  const read = (name: string, columns: string[]): Prices | null => {
    const written = columns.map((column) => values[column] ?? '');
    if (written.every((price) => price === '')) return null;
    const [home, draw, away] = written.map((price) => (price === '' ? Number.NaN : Number(price)));
    const isPrice = (price: number | undefined) => price !== undefined && price >= PRICE_MIN && price <= PRICE_MAX;
    if ([home, draw, away].every(isPrice)) return { home: hundredths(home!), draw: hundredths(draw!), away: hundredths(away!) };
    refuse(`${name}'s prices ${written.map((price) => price || '?').join(' / ')} cannot be, and are left out`);
    return null;
  };
  return BOOKMAKERS.flatMap(({ name, before, closing }) => {
    const prices = { bookmaker: name, before: read(name, before), closing: read(name, closing) };
    return prices.before === null && prices.closing === null ? [] : [prices];
  });
}

const hundredths = (price: number): number => Math.round(price * 100);

/** A league of football-data.co.uk, by its code. */
export interface Division {
  /** The league's name in openfootball, so that both collections feed the same league. */
  league: string;
  countryCode: string;
}

const division = (countryCode: string, league: string): Division => ({ league, countryCode });

export const DIVISIONS: Readonly<Record<string, Division>> = {
  E0: division('gb-eng', 'English Premier League'),
  E1: division('gb-eng', 'English Championship'),
  E2: division('gb-eng', 'English League One'),
  E3: division('gb-eng', 'English League Two'),
  EC: division('gb-eng', 'English National League'),
  SC0: division('gb-sct', 'Scottish Premiership'),
  SC1: division('gb-sct', 'Scottish Championship'),
  SC2: division('gb-sct', 'Scottish League One'),
  SC3: division('gb-sct', 'Scottish League Two'),
  D1: division('de', 'Deutsche Bundesliga'),
  D2: division('de', 'Deutsche 2. Bundesliga'),
  I1: division('it', 'Italian Serie A'),
  I2: division('it', 'Italian Serie B'),
  SP1: division('es', 'Spain Primera División'),
  SP2: division('es', 'Spain Segunda División'),
  F1: division('fr', 'French Ligue 1'),
  F2: division('fr', 'French Ligue 2'),
  N1: division('nl', 'Netherlands Eredivisie'),
  B1: division('be', 'Belgium First Division A'),
  P1: division('pt', 'Portuguese Primeira Liga'),
  T1: division('tr', 'Turkish Süper Lig'),
  G1: division('gr', 'Greek Super League'),
};
