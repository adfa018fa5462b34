import { USDT_CONTRACT } from './wallet.ts';

/** Value of points (docs/rules.md#withdrawals). */
export const POINTS_PER_USDT = 1_000;

/** Returns points (0 or more) in USDT as a decimal with two places, rounded down: 12,489 give "12.48". Computed in whole cents. */
export function usdtOf(points: number): string {
  const cents = Math.floor((points * 100) / POINTS_PER_USDT);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Returns the first and last six characters of a wallet's address, enough to tell it from others. */
export const shortWallet = (address: string): string => (address.length <= 13 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`);

/** A transfer of USDT that a wallet is asked to make. */
export interface WishedTransfer {
  /** Addresses in base58. */
  from: string;
  to: string;
  /** In USDT, as a decimal: "12.00". */
  amount: string;
  /** Names the transfer for the wallet: a UUID. */
  id: string;
}

/** TRON's main network, as wallets name it. */
const MAINNET = '0x2b6653dc';

/**
 * Returns a link that opens the app TronLink with a transfer filled in; its owner checks and signs it there. It has no memo, which would
 * cost a fee, and no address to call back: the chain tells what became of it.
 */
export function tronLinkUrl({ from, to, amount, id }: WishedTransfer): string {
  const wish = {
    ...{ action: 'transfer', actionId: id, protocol: 'TronLink', version: '1.0', chainId: MAINNET, dappName: 'Matchpoint' },
    ...{ from, loginAddress: from, to, amount, contract: USDT_CONTRACT, tokenId: '' },
  };
  return `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(wish))}`;
}
