import { z } from 'zod';
import { EVERY_ADMIN } from '#domain/identity/admin-role.ts';
import { NODE_PROBLEMS } from '#domain/withdrawals/payout/payout.ts';
import { WALLET_FAULTS } from '#domain/withdrawals/wallet.ts';
import { points, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/** What speaks for or against a withdrawal's wallet before it is paid to (docs/withdrawals.md). */

export const walletCheck = z.object({
  /** Why nothing can be paid to it: no address of a person, or the treasury itself. Such a withdrawal cannot be approved. */
  fault: z.enum([...WALLET_FAULTS, 'treasury']).nullable(),
  /** What the chain says of it; null if no node is set up, or the wallet was erased. */
  chain: z
    .object({
      /** Whether the issuer of USDT has frozen it: such a withdrawal cannot be approved. Null if unknown, which blocks no approval. */
      frozen: z.boolean().nullable(),
      /** Whether it holds USDT; if not, a transfer costs about twice as much. Null if unknown. */
      holds_usdt: z.boolean().nullable(),
      /** Why something is unknown. */
      problem: z.enum(NODE_PROBLEMS).nullable(),
    })
    .nullable(),
  /** This wallet on this site. */
  history: z.object({
    /** Other approved withdrawals to it, by anybody. */
    paid_count: z.number().int(),
    paid_points: points,
    /** How many other users have it, had it, or withdrew to it; counted to a hundred. */
    other_users: z.number().int(),
  }),
});
export type WalletCheck = z.infer<typeof walletCheck>;

export const checkWithdrawalWallet = endpoint({
  method: 'GET',
  path: '/api/admin/withdrawals/:id/wallet',
  access: EVERY_ADMIN,
  summary: 'Checks the wallet of a withdrawal: its form, whether its issuer has frozen it, and its history here; thirty requests a minute',
  input: z.object({ id: uuid }),
  reply: walletCheck,
});
