import { z } from 'zod';
import { EVERY_ADMIN } from '#domain/identity/admin-role.ts';
import { ORIGINS } from '#domain/ledger/provenance.ts';
import { RING_REASONS, RING_TIES } from '#domain/withdrawals/ring-reasons.ts';
import { userRef } from './approvals.ts';
import { points, timestamp, uuid } from './common.ts';
import { contactField } from './contact-field.ts';
import { endpoint } from './endpoint.ts';
import { INVITEE_STATUSES } from './referrals.ts';

/** An account in another one's evidence: its address is masked (m***@example.com). */
export const accountRef = userRef.extend({ status: z.enum(['normal', 'disabled', 'deleted']) });
export type AccountRef = z.infer<typeof accountRef>;

/**
 * Accounts sharing a trait: `what` is the device's id, the IP address (IPv6 as its /64), or the wallet. At most 50 accounts, most recently
 * seen first; `count` is the total, capped at 1,000.
 */
const sharedList = (what: z.ZodString) =>
  z.object({
    items: z.array(
      z.object({
        account: accountRef,
        what,
        /** When the other account was last seen with it; null if not recorded, as for replaced wallets. */
        at: timestamp.nullable(),
      }),
    ),
    count: z.number().int(),
  });

/** Evidence that an account is one of several of one person (docs/decisions/048). */
const ring = z.object({
  /** The sum of the reasons' weights; at `flagged_from` and above the account is flagged. */
  score: z.number(),
  flagged_from: z.number(),
  /** Weights of evidence, above 0. */
  reasons: z.array(
    z.object({
      kind: z.enum(RING_REASONS),
      weight: z.number(),
      /** The amount concerned: accounts, points, or a share (0 to 1); 0 if there is none. */
      accounts: z.number().int(),
      points,
      share: z.number(),
    }),
  ),
  /** Connected accounts, nearest first: at most 50; `count` goes up to 200. */
  members: z.object({
    items: z.array(
      z.object({
        account: accountRef,
        ties: z.array(z.enum(RING_TIES)),
        /** 1 for a direct tie to the account, 2 for a tie to such an account. */
        hops: z.number().int(),
        /** Points lost to the account, net; negative if won from it. */
        points,
      }),
    ),
    count: z.number().int(),
  }),
});

export const evidence = z.object({
  ring,
  /** Accounts seen in the same browser: at registration or in a session that ended at most 30 days ago. */
  devices: sharedList(z.string()),
  /** Accounts seen at the same IP address, likewise. */
  networks: sharedList(contactField('ip')),
  /** Accounts that have or had a current or previous wallet of this one. */
  wallets: sharedList(contactField('wallet')),
  /** The inviter of this account, and the users it invited. */
  invites: z.object({
    items: z.array(
      z.object({
        account: accountRef,
        direction: z.enum(['inviter', 'invitee']),
        /** When the invited user registered. */
        at: timestamp,
        status: z.enum(INVITEE_STATUSES),
        /** Why it was held for review: device, wallet, mailbox, ip. */
        reasons: z.array(z.string()),
      }),
    ),
    count: z.number().int(),
  }),
});
export type Evidence = z.infer<typeof evidence>;

/** The origins of a user's points. */
export const provenance = z.object({
  /** All origins, always in the same order. */
  origins: z.array(
    z.object({
      origin: z.enum(ORIGINS),
      /** Points gained less points lost: negative if contests lost more than they won. */
      points,
      /** 0 to 1; together 1, or all 0 if nothing was ever gained. */
      share: z.number(),
    }),
  ),
  /** Points paid out to a wallet, including an undecided request. */
  redeemed: points,
});
export type ProvenanceView = z.infer<typeof provenance>;

/** The accounts that lost the points that a user won, net of what they won from the user (docs/decisions/031). */
export const winnings = z.object({
  /** All points won beyond the stakes. */
  won: points,
  /** The part paid by the house, at fixed odds. */
  from_house: points,
  /** The part won in the pools examined (the thousand largest wins). */
  traced: points,
  /** At most ten, largest loss first. */
  losers: z.array(
    z.object({
      account: accountRef,
      points,
      /** Share of all points won, 0 to 1. */
      share: z.number(),
      contests: z.number().int(),
    }),
  ),
  /** Combined share of the three largest losers in all points won, 0 to 1. */
  few_share: z.number(),
  /** Whether three accounts or fewer have lost more than 30% of it. */
  is_concentrated: z.boolean(),
});
export type Winnings = z.infer<typeof winnings>;

export const userEvidence = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/evidence',
  access: EVERY_ADMIN,
  summary: 'Evidence for or against a user: related accounts, sources of their points, and who lost what they won',
  input: z.object({ id: uuid }),
  reply: z.object({ evidence, provenance, winnings }),
});
