import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

/** Why a text is not an address that USDT can be paid out to. */
export const WALLET_FAULTS = ['network', 'characters', 'length', 'checksum', 'contract'] as const;
export type WalletFault = (typeof WALLET_FAULTS)[number];

/** Length of an address, in characters. */
export const WALLET_LENGTH = 34;

/** Returns an address as it is stored and compared: without the spaces, line breaks and invisible characters that copying leaves in it. */
export const normaliseWallet = (typed: string): string => typed.replace(/[\s\u200b-\u200f\u2060\ufeff]/g, '');

/**
 * Returns what is wrong with a TRC20 address (docs/rules.md#withdrawals: base58check, 25 bytes of which the first is 0x41), or null.
 * Expects a normalised address. `network`: it belongs to another network, as all of TRON's begin with T; `checksum`: a typing error;
 * `contract`: an address of TRON without a private key.
 */
export function walletFault(address: string): WalletFault | null {
  if (!address.startsWith('T')) return 'network';
  if (!BASE58.test(address)) return 'characters';
  if (address.length !== WALLET_LENGTH) return 'length';
  const bytes = decoded(address);
  if (bytes === null) return 'checksum';
  if (bytes.length !== PAYLOAD_BYTES || bytes[0] !== TRON) return 'network';
  return NOBODYS.has(address) ? 'contract' : null;
}

/** Returns the TRC20 address of a TRON account, from the 20 bytes of its key's hash. */
export const walletAddress = (account: Uint8Array): string => base58check.encode(Uint8Array.of(TRON, ...account));

/** Returns the TRC20 address of a TRON account, from the 40 hexadecimal digits of its key's hash. Throws for other text. */
export function walletOfHex(account: string): string {
  if (!/^[0-9a-f]{40}$/i.test(account)) throw new RangeError('an account has 40 hexadecimal digits');
  return walletAddress(hexToBytes(account.toLowerCase()));
}

/** Returns the 40 lower-case hexadecimal digits of a TRC20 address: its key's hash. Throws for anything that is no such address. */
export function hexOfWallet(address: string): string {
  const bytes = decoded(address);
  if (bytes?.length !== PAYLOAD_BYTES || bytes[0] !== TRON) throw new RangeError('no TRC20 address');
  return bytesToHex(bytes.subarray(1));
}

/** The contract of USDT on TRON. */
export const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** Base58 leaves out 0, O, I and l, which are easily confused. */
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;
/** Length without the four bytes of the checksum. */
const PAYLOAD_BYTES = 21;
const TRON = 0x41;
/** The USDT contract itself, which people copy from explorers, and the address of twenty zeros: what is sent there is lost. */
const NOBODYS = new Set([USDT_CONTRACT, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb']);

const base58check = createBase58check(sha256);

function decoded(address: string): Uint8Array | null {
  try {
    return base58check.decode(address);
  } catch {
    return null;
  }
}
