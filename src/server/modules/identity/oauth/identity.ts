import { z } from 'zod';
import { provider } from '#contract/oauth.ts';

/** Who somebody is at a provider, as it has just told us. */
export const identity = z.object({
  type: provider,
  /** What the provider calls them, for good. */
  subject: z.string(),
  /** What they know the account by: an address or a name. */
  identifier: z.string(),
  /** An address that the provider has verified to be theirs; null where it knows none, or does not vouch for it. */
  email: z.string().nullable(),
  /** The name they go by there, where it is one that we would take. */
  displayName: z.string().nullable(),
  /** Telegram: whether our bot is known to be let write to them. */
  reachable: z.boolean(),
});
export type Identity = z.infer<typeof identity>;
