import { z } from 'zod';
import { normaliseWallet, walletFault } from '#domain/withdrawals/wallet.ts';
import { urlOf } from '#server/platform/setting-values.ts';

/** Settings with which payouts are verified on TRON. */

const NODES_MAX = 2;
const nodeUrl = urlOf('https:', 'http:');

export const tronSettings = {
  /** One node, or two that must agree. */
  TRON_API_URL: z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim().replace(/\/+$/, '')))
    .refine(
      (urls) => urls.every((url) => nodeUrl.safeParse(url).success),
      'must be a URL that starts with https:// or http://, or two of them separated by a comma',
    )
    .refine((urls) => urls.length <= NODES_MAX && new Set(urls).size === urls.length, 'must be one node, or two different ones')
    .optional(),
  /** TronGrid's key. It is sent to every node that TRON_API_URL names. */
  TRON_API_KEY: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must have at most 200 letters, digits and signs without spaces')
    .optional(),
  /** The wallet that payouts are sent from. */
  TREASURY_WALLET: z
    .string()
    .transform(normaliseWallet)
    .refine((address) => walletFault(address) === null, 'must be a TRC20 address, which begins with T')
    .optional(),
};

type TronValues = { [Name in keyof typeof tronSettings]?: z.output<(typeof tronSettings)[Name]> };

/** Where payouts are verified. */
export interface TronSettings {
  /** Nodes without a trailing slash; two must agree. */
  urls: readonly string[];
  key: string | null;
  treasury: string;
}

/** Returns where payouts are verified; null if they are not. */
export const tronOf = ({ TRON_API_URL: urls, TRON_API_KEY: key, TREASURY_WALLET: treasury }: TronValues): TronSettings | null =>
  urls && treasury ? { urls, key: key ?? null, treasury } : null;

/** Returns the settings that are missing beside those that are set. */
export const missingTron = ({ TRON_API_URL, TRON_API_KEY, TREASURY_WALLET }: TronValues): (keyof TronValues)[] => {
  if (!TRON_API_URL && !TRON_API_KEY && !TREASURY_WALLET) return [];
  return [...(TRON_API_URL ? [] : ['TRON_API_URL' as const]), ...(TREASURY_WALLET ? [] : ['TREASURY_WALLET' as const])];
};
