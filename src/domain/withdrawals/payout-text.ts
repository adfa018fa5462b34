/** What points are worth (docs/rules.md#withdrawals). */
export const POINTS_PER_USDT = 1_000;

/** Points (0 or more) in USDT as a decimal with two places, rounded down: 12,489 are "12.48". Reckoned in whole cents. */
export function usdtOf(points: number): string {
  const cents = Math.floor((points * 100) / POINTS_PER_USDT);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Enough of a wallet's address to tell it from others: its first and last six characters. */
export const shortWallet = (address: string): string => (address.length <= 13 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`);
