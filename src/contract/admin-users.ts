import { z } from 'zod';
import { EVERY_ADMIN, SUPPORTERS, TREASURERS } from '#domain/identity/admin-role.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { LEVELS } from '#domain/ledger/levels.ts';
import { historyFilter, ledgerRow, sessionRow } from './account.ts';
import { apiKey } from './api-keys.ts';
import { adjustSource, adminRef, userRef, waitingApproval } from './approvals.ts';
import { reason } from './audit.ts';
import { listBets, listedBet } from './bets.ts';
import { listOf, nothing, paging, points, queryText, timestamp, uuid } from './common.ts';
import { contactField } from './contact-field.ts';
import { endpoint } from './endpoint.ts';
import { provider } from './oauth.ts';
import { exclusion } from './play-limits.ts';
import { INVITEE_STATUSES } from './referrals.ts';

const path = '/api/admin/users';
const one = z.object({ id: uuid });

export const USER_STATUSES = ['normal', 'disabled', 'deleted'] as const;
const status = z.enum(USER_STATUSES);
export const USER_SORTS = ['registered_at', 'last_login_at', 'points_balance'] as const;

/** A user in the console's list (docs/rules.md#admins). */
export const adminUserRow = userRef.extend({
  phone: contactField('phone').nullable(),
  status,
  registered_at: timestamp,
  /** Deleted after 90 days. */
  registration_ip: contactField('ip').nullable(),
  /** Two capital letters. */
  registration_country: z.string().nullable(),
  last_login_at: timestamp.nullable(),
  points_balance: points,
  referral_code: z.string(),
  linked_accounts: z.array(z.object({ type: provider, identifier: contactField('identifier') })),
  referrer: userRef.nullable(),
  invitees: z.number().int(),
});
export type AdminUserRow = z.infer<typeof adminUserRow>;

/**
 * `q`: the beginning of an id, address, phone number, handle, name or referral code, in any case. Admins who do not see contacts find users
 * only by a whole address or number: matching prefixes would reveal it.
 */
const filter = { q: queryText(120).optional(), status: status.optional() };

export const listUsers = endpoint({
  method: 'GET',
  path,
  access: EVERY_ADMIN,
  summary: 'Users; sorted by points, the order is some seconds old and the balances are current',
  input: z.object({
    ...filter,
    sort: z.enum(USER_SORTS).default('registered_at'),
    order: z.enum(['asc', 'desc']).default('desc'),
    ...paging,
  }),
  /**
   * Users who never signed in come last by the latest sign-in, and first by the earliest. A search with more than 20,000 results is paged
   * up to 500: narrow it.
   */
  reply: listOf(adminUserRow),
});

export const usersFile = endpoint({
  method: 'GET',
  path: `${path}/export.csv`,
  access: TREASURERS,
  produces: 'text/csv; charset=utf-8',
  fileName: 'users.csv',
  isExport: true,
  summary: 'Exports all users that match the filters as a table, by registration, in UTC; recorded in the audit log',
  input: z.object(filter),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});

/** The data in the header of a user's page. */
export const adminUser = adminUserRow.extend({
  email_verified_at: timestamp.nullable(),
  phone_verified_at: timestamp.nullable(),
  has_password: z.boolean(),
  two_factor: z.boolean(),
  avatar_url: z.string().nullable(),
  country: z.string().nullable(),
  time_zone: z.string(),
  locale: z.enum(LOCALES),
  wallet_address: contactField('wallet').nullable(),
  wallet_changed_at: timestamp.nullable(),
  password_changed_at: timestamp.nullable(),
  points_held: points,
  stats: z.object({
    level: z.enum(LEVELS),
    experience: z.number().int(),
    predictions_played: z.number().int(),
    hits: z.number().int(),
    /** Points won on bets, less points lost. */
    net_won: points,
  }),
  /** The latest disabling or enabling of the account: by whom, and why; null if there was none. */
  status_change: z.object({ status, reason: z.string().nullable(), admin_email: z.string(), at: timestamp }).nullable(),
  /** Payouts are held until then because the account was changed; null if none are held. */
  redeem_held_until: timestamp.nullable(),
  /** The current time away from play. */
  exclusion: exclusion.nullable(),
  /** When the account is erased at its owner's request; null without such a request. */
  deletion_due_at: timestamp.nullable(),
});
export type AdminUser = z.infer<typeof adminUser>;

export const getUser = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: EVERY_ADMIN,
  summary: 'The single-valued facts about a user',
  input: one,
  reply: adminUser,
});

/** One transfer of a user's points, and what they had after it. */
const explainedStep = z.object({
  id: z.number().int(),
  at: timestamp,
  /** `hold`: points wait for a withdrawal; `released`: it was rejected; `paid`: they left; `returned`: its payout failed. */
  kind: z.enum([
    ...(['stake', 'payout', 'refund', 'correction_gain', 'correction_loss', 'check_in', 'invite'] as const),
    ...(['given', 'taken', 'hold', 'paid', 'released', 'returned', 'other'] as const),
  ]),
  points,
  balance: points,
  held: points,
  /** The teams of the contest. */
  match: z.string().nullable(),
  withdrawal_id: uuid.nullable(),
  /** The admin who gave or took points, the second one who agreed, and the reason, which is for admins. */
  by: adminRef.nullable(),
  agreed_by: adminRef.nullable(),
  reason: z.string().nullable(),
  /** What the user reads. */
  note: z.string().nullable(),
});
export type ExplainedStep = z.infer<typeof explainedStep>;

export const explainBalance = endpoint({
  method: 'GET',
  path: `${path}/:id/explained-balance`,
  access: EVERY_ADMIN,
  summary: "Every transfer of a user's points from zero to now, oldest first, added up and compared with the balance",
  input: one.extend({
    page_size: paging.page_size.default(100),
    /** The `next` of the page before. */
    after_id: z.coerce.number<number>().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: z.object({
    /** What the user had before the first step of this page. */
    start: z.object({ balance: points, held: points }),
    steps: z.array(explainedStep),
    next: z.number().int().nullable(),
    /** The sums of all transfers beside what the accounts say. `holds` says whether they agree, and every balance of this page. */
    proof: z.object({
      ...{ transfers: z.number().int(), balance_sum: points, held_sum: points, balance: points, held: points },
      holds: z.boolean(),
    }),
  }),
});

/** Points that an admin gave or took. */
export const userAdjustment = z.object({
  id: uuid,
  at: timestamp,
  delta: points,
  source: adjustSource,
  /** For admins. */
  reason: z.string(),
  /** The admin who asked for it. */
  admin: adminRef,
  /** The second admin who agreed, with their note; null if one admin was enough. */
  approved_by: adminRef.extend({ at: timestamp, note: z.string().nullable() }).nullable(),
});
export type UserAdjustment = z.infer<typeof userAdjustment>;

/** A change of a user's balance; with the adjustment behind it where an admin gave or took the points, else null. */
export const userPointsRow = ledgerRow.extend({ adjustment: userAdjustment.nullable() });
export type UserPointsRow = z.infer<typeof userPointsRow>;

export const userPoints = endpoint({
  method: 'GET',
  path: `${path}/:id/points`,
  access: EVERY_ADMIN,
  summary: "Every change of a user's balance, newest first; dates in the user's time zone",
  input: one.extend({ ...historyFilter, ...paging }),
  reply: listOf(userPointsRow),
});

export const userAdjustments = endpoint({
  method: 'GET',
  path: `${path}/:id/adjustments`,
  access: EVERY_ADMIN,
  summary: "Adjustments of a user's points, with admin and reason, newest first",
  input: one.extend(paging),
  reply: listOf(userAdjustment),
});

export const userBets = endpoint({
  method: 'GET',
  path: `${path}/:id/bets`,
  access: EVERY_ADMIN,
  summary: "A user's bets, newest first",
  input: one.extend(listBets.input.shape),
  reply: listOf(listedBet),
});

export const userBindings = endpoint({
  method: 'GET',
  path: `${path}/:id/bindings`,
  access: EVERY_ADMIN,
  summary: "A user's contacts, sign-in methods, and present and past wallets",
  input: one,
  reply: z.object({
    email: z.object({ address: contactField('email'), verified_at: timestamp.nullable() }).nullable(),
    phone: z.object({ number: contactField('phone'), verified_at: timestamp.nullable() }).nullable(),
    linked_accounts: z.array(
      z.object({
        id: uuid,
        type: provider,
        identifier: contactField('identifier'),
        /** Permanent id at the provider. */
        subject: contactField('identifier'),
        /** Telegram: whether our bot can write there. */
        reachable: z.boolean(),
        created_at: timestamp,
        verified_at: timestamp,
      }),
    ),
    wallet: z.object({ address: contactField('wallet'), since: timestamp.nullable() }).nullable(),
    /** Previous wallets; the dates of their use are not stored. */
    past_wallets: z.array(contactField('wallet')),
    two_factor_since: timestamp.nullable(),
  }),
});

/** A device that a user is or was signed in on; ended sessions are kept for 30 days. */
export const adminSessionRow = sessionRow.omit({ current: true }).extend({
  ip: contactField('ip').nullable(),
  /** The browser's cookie: the same in all of its sessions. */
  device_id: uuid.nullable(),
  ended_at: timestamp.nullable(),
  /** Null if the session is active or has expired. */
  ended_because: z.enum(['logout', 'reuse', 'revoked', 'password', 'not_me', 'left']).nullable(),
});
export type AdminSessionRow = z.infer<typeof adminSessionRow>;

export const userSessions = endpoint({
  method: 'GET',
  path: `${path}/:id/sessions`,
  access: EVERY_ADMIN,
  summary: "A user's sessions: active ones first, then by when they were last seen",
  input: one.extend(paging),
  reply: listOf(adminSessionRow),
});

/** A user in a tree of invites. */
const invited = userRef.extend({
  status,
  registered_at: timestamp,
  points_balance: points,
  /** The state of the invite by which the user joined: `registered` until they qualify, null if they joined without an invite. */
  invite_status: z.enum(INVITEE_STATUSES).nullable(),
  /** Number of users they invited themselves. */
  invitees: z.number().int(),
});

export const userReferrals = endpoint({
  method: 'GET',
  path: `${path}/:id/referrals`,
  access: EVERY_ADMIN,
  summary: 'The invite tree around a user: three levels up and three down, with the latest invites of each',
  input: one,
  reply: z.object({
    /** The user's inviter, then the inviter's inviter, and so on: at most three. */
    referrers: z.array(invited),
    /**
     * Users invited by the user (`level` 1) and by those in turn: a tree by `invited_by`, each parent before its children, newest first. At
     * most 50 on level 1, 20 under each of these and 10 under each of those; `invitees` holds the full number.
     */
    invitees: z.array(invited.extend({ level: z.number().int().min(1).max(3), invited_by: uuid })),
  }),
});

/** Notes of admins on a user: not shown to the user, but part of the export of their data. */
export const userNote = z.object({ id: uuid, admin: adminRef, text: z.string(), created_at: timestamp });
export type UserNote = z.infer<typeof userNote>;

export const userNotes = endpoint({
  method: 'GET',
  path: `${path}/:id/notes`,
  access: EVERY_ADMIN,
  summary: "Admins' notes about a user, newest first",
  input: one.extend(paging),
  reply: listOf(userNote),
});

export const addUserNote = endpoint({
  method: 'POST',
  path: `${path}/:id/notes`,
  access: SUPPORTERS,
  status: 201,
  summary: 'Adds a note about a user; notes cannot be changed',
  input: z.strictObject({ id: uuid, text: z.string().trim().min(1).max(2000) }),
  reply: z.object({ note: userNote }),
});

export const setUserStatus = endpoint({
  method: 'POST',
  path: `${path}/:id/status`,
  access: SUPPORTERS,
  summary: 'Disables a user (ends all sessions; no sign-in, stakes or payouts), or enables them again',
  /** `already_decided` if the user has this status already, `not_found` if the user has left. */
  input: z.strictObject({ id: uuid, status: z.enum(['normal', 'disabled']), reason }),
  reply: z.object({ status, sessions_ended: z.number().int() }),
});

export const endUserSessions = endpoint({
  method: 'POST',
  path: `${path}/:id/sessions/end`,
  access: SUPPORTERS,
  summary: 'Signs a user out everywhere; they may sign in again',
  input: z.strictObject({ id: uuid, reason }),
  reply: z.object({ ended: z.number().int() }),
});

export const userApiKeys = endpoint({
  method: 'GET',
  path: `${path}/:id/api-keys`,
  access: EVERY_ADMIN,
  summary: "A user's API keys, without the keys themselves: valid ones first, then the newest",
  input: one,
  reply: z.object({ items: z.array(apiKey) }),
});

export const revokeUserApiKey = endpoint({
  method: 'POST',
  path: `${path}/:id/api-keys/:key_id/revoke`,
  access: SUPPORTERS,
  summary: 'Revokes an API key of a user at once; they may make another',
  /** `already_decided` if it was revoked before. */
  input: z.strictObject({ id: uuid, key_id: uuid, reason }),
  reply: nothing,
});

/** Maximum points of one adjustment. */
export const ADJUST_MAX = 1_000_000_000;

export const adjustUser = endpoint({
  method: 'POST',
  path: `${path}/:id/adjust`,
  access: TREASURERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Adds or removes points; above 10,000 within 24 hours, by user or by admin, it waits for a second admin',
  /**
   * `manual_adjust` (a top-up) is above 0; 0 is `invalid_payload`. A deduction cannot exceed the balance (`insufficient_points`). The user
   * sees amount, source and `note` in their history. The reason is for admins, and part of the export of the user's data.
   */
  input: z.strictObject({
    id: uuid,
    delta: z.int().min(-ADJUST_MAX).max(ADJUST_MAX),
    source: adjustSource,
    reason,
    note: z.string().trim().max(200).optional(),
  }),
  /** The balance afterwards; `approval` is the waiting approval if it was not carried out. */
  reply: z.object({ approval: waitingApproval, balance: points }),
});
