import type { Limits } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { findHouseLost } from './quote-queries.ts';

/** Period over which the house's loss is counted (docs/rules.md#house-prices). */
export const HOUSE_LOSS_MS = 24 * 60 * 60_000;

/** Returns whether the house has lost so much that it takes no more stakes; a house without a bankroll never takes any. */
export const isHouseClosed = (lost: number, { house_bankroll, house_loss_percent_max }: Limits): boolean =>
  house_bankroll === 0 || lost * 100 >= house_bankroll * house_loss_percent_max;

/** Returns the house's position in fixed odds: points lost in 24 hours (negative: gained), and the loss at which it closes. */
export async function houseState({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>) {
  const { limits } = config;
  const lost = await findHouseLost(db, new Date(now().getTime() - HOUSE_LOSS_MS));
  const lossMax = Math.ceil((limits.house_bankroll * limits.house_loss_percent_max) / 100);
  return { isClosed: isHouseClosed(lost, limits), lost, lossMax };
}
