import type { Limits } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { findHouseLost } from './quote-queries.ts';

/** Over which time the house's loss is counted (docs/rules.md#house-prices). */
export const HOUSE_LOSS_MS = 24 * 60 * 60_000;

/** Whether the house has lost so much that it takes nothing more; one without a bankroll never takes anything. */
export const isHouseClosed = (lost: number, { house_bankroll, house_loss_percent_max }: Limits): boolean =>
  house_bankroll === 0 || lost * 100 >= house_bankroll * house_loss_percent_max;

/** How the house stands with fixed odds: points lost in 24 hours (below zero: gained), and at which loss it closes. */
export async function houseState({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>) {
  const { limits } = config;
  const lost = await findHouseLost(db, new Date(now().getTime() - HOUSE_LOSS_MS));
  const lossMax = Math.ceil((limits.house_bankroll * limits.house_loss_percent_max) / 100);
  return { isClosed: isHouseClosed(lost, limits), lost, lossMax };
}
