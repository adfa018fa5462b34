import { z } from 'zod';
import type { Refusal } from '#server/modules/match-data/import/queries.ts';
import { type Price, refusalOf } from '#server/modules/match-data/providers/polled/readings.ts';

/** Values and prices are strings, some of them numbers. */
export const Words = z.union([z.string(), z.number()]).transform(String);

const BOOKMAKERS_MAX = 200;
const NAME_LENGTH_MAX = 120;
/** The prices of a match, by bookmaker and kind of bet. */
export const Bookmakers = z
  .array(
    z.object({
      name: z.string().trim().min(1).max(NAME_LENGTH_MAX),
      bets: z.array(z.object({ id: z.number().int(), values: z.array(z.object({ value: Words, odd: Words })) })),
    }),
  )
  .max(BOOKMAKERS_MAX);

export type Values = { value: string; odd: string; suspended?: boolean | null | undefined }[];

/** Returns each bookmaker's prices for a kind of bet. An impossible price is refused; those of other bookmakers are kept. */
export function pricesOf(
  matchId: string,
  bookmakers: z.output<typeof Bookmakers>,
  betId: number,
  priceOf: (bookmaker: string, values: Values) => Price | null,
): { prices: Price[]; refusals: Refusal[] } {
  const refusals: Refusal[] = [];
  const prices = new Map<string, Price>();
  for (const { name, bets } of bookmakers) {
    const bet = bets.find(({ id }) => id === betId);
    if (bet === undefined || prices.has(name)) continue;
    const price = priceOf(name, bet.values);
    if (price === null) refusals.push(refusalOf('odds', matchId, `no prices: ${name}`, bet));
    else prices.set(name, price);
  }
  return { prices: [...prices.values()], refusals };
}

/** Returns the value with one of these names, given in lower case. */
export const findValue = (values: Values, ...names: string[]): Values[number] | undefined =>
  values.find(({ value }) => names.includes(value.trim().toLowerCase()));
