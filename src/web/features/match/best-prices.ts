import { PICKS, type Pick } from '#domain/sport.ts';

type Prices = { suspended: boolean } & Record<Pick, number | null>;

/** The highest price of each outcome that can be had; null where none can. */
export function bestPrices(bookmakers: readonly Prices[]): Record<Pick, number | null> {
  const open = bookmakers.filter(({ suspended }) => !suspended);
  const best = (pick: Pick): number | null => {
    const prices = open.map((bookmaker) => bookmaker[pick]).filter((price) => price !== null);
    return prices.length === 0 ? null : Math.max(...prices);
  };
  return Object.fromEntries(PICKS.map((pick) => [pick, best(pick)])) as Record<Pick, number | null>;
}
