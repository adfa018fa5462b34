import { z } from 'zod';
import { EVERY_ADMIN } from '#domain/identity/admin-role.ts';
import { ORIGINS } from '#domain/ledger/provenance.ts';
import { RING_REASONS, RING_TIES } from '#domain/withdrawals/ring-reasons.ts';
import { userRef } from './approvals.ts';
import { points, timestamp, uuid } from './common.ts';
import { contactField } from './contact-field.ts';
import { endpoint } from './endpoint.ts';
import { INVITEE_STATUSES } from './referrals.ts';

/** An account as another one's evidence names it: its address is masked (m***@example.com). */
export const accountRef = userRef.extend({ status: z.enum(['normal', 'disabled', 'deleted']) });
export type AccountRef = z.infer<typeof accountRef>;

/**
 * What two accounts have in common: `what` is the device's id, the address on the internet (an IPv6 one as its /64), or the wallet. At most 50 accounts,
 * those seen last coming first; `count` says how many there are, to 1,000: more than that is told as 1,000.
 */
const sharedList = (what: z.ZodString) =>
  z.object({
    items: z.array(
      z.object({
        account: accountRef,
        what,
        /** When the other account was last seen with it; null where that was not kept, as of wallets that were replaced. */
        at: timestamp.nullable(),
      }),
    ),
    count: z.number().int(),
  });

/** What speaks for an account being one of many of one hand (docs/decisions/048). */
const ring = z.object({
  /** The sum of the reasons' weights; from `flagged_from` on the account is flagged. */
  score: z.number(),
  flagged_from: z.number(),
  /** Weights of evidence, above 0. */
  reasons: z.array(
    z.object({
      kind: z.enum(RING_REASONS),
      weight: z.number(),
      /** What it is about: other accounts, points, a part of them (0 to 1); 0 where it is about none. */
      accounts: z.number().int(),
      points,
      share: z.number(),
    }),
  ),
  /** The accounts around this one, the nearest first: at most 50, `count` to 200. */
  members: z.object({
    items: z.array(
      z.object({
        account: accountRef,
        ties: z.array(z.enum(RING_TIES)),
        /** 1 for who is tied to the account directly, 2 for who is tied to such a one. */
        hops: z.number().int(),
        /** Points that it lost towards the account, net; below zero where it won them from there. */
        points,
      }),
    ),
    count: z.number().int(),
  }),
});

export const evidence = z.object({
  ring,
  /** Accounts that were seen in the same browser: at registration or in a session that ended at most 30 days ago. */
  devices: sharedList(z.string()),
  /** Accounts of the same address on the internet, likewise. */
  networks: sharedList(contactField('ip')),
  /** Accounts that have or had a wallet which this one has or had. */
  wallets: sharedList(contactField('wallet')),
  /** Who invited this account, and whom it invited. */
  invites: z.object({
    items: z.array(
      z.object({
        account: accountRef,
        direction: z.enum(['inviter', 'invitee']),
        /** When the one who was invited registered. */
        at: timestamp,
        status: z.enum(INVITEE_STATUSES),
        /** Why a person was to look at it first: device, wallet, mailbox, ip. */
        reasons: z.array(z.string()),
      }),
    ),
    count: z.number().int(),
  }),
});
export type Evidence = z.infer<typeof evidence>;

/** Where a user's points come from. */
export const provenance = z.object({
  /** All origins, in the same order always. */
  origins: z.array(
    z.object({
      origin: z.enum(ORIGINS),
      /** What it gave, less what it took: below zero where more was lost in contests than won. */
      points,
      /** 0 to 1; 1 in all, or 0 each where nothing was ever gained. */
      share: z.number(),
    }),
  ),
  /** Points that went to a wallet, those of an undecided request included. */
  redeemed: points,
});
export type ProvenanceView = z.infer<typeof provenance>;

/** Which accounts lost the points that a user won, net of what they won from the user (docs/decisions/031). */
export const winnings = z.object({
  /** All points that were won beyond what was staked for them. */
  won: points,
  /** Of these: paid by the house, with fixed odds. */
  from_house: points,
  /** Of these: won in the pools that were looked at (the thousand largest wins). */
  traced: points,
  /** At most ten, who lost most coming first. */
  losers: z.array(
    z.object({
      account: accountRef,
      points,
      /** 0 to 1, of all that was won. */
      share: z.number(),
      contests: z.number().int(),
    }),
  ),
  /** 0 to 1: what the three who lost most have of all that was won. */
  few_share: z.number(),
  /** Whether three accounts or fewer have lost more than 30% of it. */
  is_concentrated: z.boolean(),
});
export type Winnings = z.infer<typeof winnings>;

export const userEvidence = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/evidence',
  access: EVERY_ADMIN,
  summary: 'What speaks for or against a user: accounts of the same hand, where their points come from, who lost what they won',
  input: z.object({ id: uuid }),
  reply: z.object({ evidence, provenance, winnings }),
});
