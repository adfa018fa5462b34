/** Value of points (docs/rules.md#withdrawals). */
export const POINTS_PER_USDT = 1_000;

/** Returns points (0 or more) in USDT as a decimal with two places, rounded down: 12,489 give "12.48". Computed in whole cents. */
export function usdtOf(points: number): string {
  const cents = Math.floor((points * 100) / POINTS_PER_USDT);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Returns the first and last six characters of a wallet's address, enough to tell it from others. */
export const shortWallet = (address: string): string => (address.length <= 13 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`);
