/** Enough of a wallet's address to tell it from others: its first and last six characters. */
export const shortWallet = (address: string): string => (address.length <= 13 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`);
