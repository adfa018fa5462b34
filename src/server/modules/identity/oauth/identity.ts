import { z } from 'zod';
import { provider } from '#contract/oauth.ts';

/** A user's identity at a provider, as the provider has just reported it. */
export const identity = z.object({
  type: provider,
  /** Permanent id at the provider. */
  subject: z.string(),
  /** Label by which the owner recognises the account: an address or a name. */
  identifier: z.string(),
  /** Address that the provider has verified; null if it has none or has not verified it. */
  email: z.string().nullable(),
  /** Display name at the provider; null if it is not valid here. */
  displayName: z.string().nullable(),
  /** Telegram: whether our bot is known to be allowed to write to the user. */
  reachable: z.boolean(),
});
export type Identity = z.infer<typeof identity>;
