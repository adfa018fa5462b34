import { z } from 'zod';
import { LEDGER_STATUSES, POINT_SOURCES } from '#domain/ledger/ledger.ts';
import { LEVELS } from '#domain/ledger/levels.ts';
import { countedPlay, matchBrief } from './bets.ts';
import { listOf, nothing, paging, points, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { linkedAccount } from './oauth.ts';
import { exclusion } from './play-limits.ts';
import { profile } from './profile.ts';

export const overview = z.object({
  profile,
  stats: z.object({
    points_balance: points,
    held: points,
    /** The balance in USDT, two places: "12.48". */
    usdt: z.string(),
    rank: z.number().int().nullable(),
    /** The next better rank and the net points won on bets still needed for it; null at the top and before the first settled bet. */
    next_rank: z.object({ rank: z.number().int(), points_missing: points }).nullable(),
    level: z.enum(LEVELS),
    experience: z.number().int(),
    /** Experience where this level began and where the next begins (null at the top). */
    level_from: z.number().int(),
    level_to: z.number().int().nullable(),
    predictions_played: z.number().int(),
    hits: z.number().int(),
    /** 0 to 1, null before the first settled bet. */
    win_rate: z.number().nullable(),
    check_in_streak: z.number().int(),
    lifetime_earned: points,
    spent: points,
    updated_at: timestamp,
  }),
  check_in: z.object({
    checked_in_today: z.boolean(),
    /** Consecutive days up to today, or up to yesterday while today's check-in is open. */
    streak: z.number().int(),
    /** Points that today's check-in gives or gave. */
    points_today: points,
    resets_at: timestamp,
  }),
  referral_code: z.string(),
  /** Whether our bot can write to the user. */
  telegram_bound: z.boolean(),
  linked_accounts: z.array(linkedAccount),
  two_factor: z.boolean(),
  /** The current time away from play; null if there is none. */
  exclusion: exclusion.nullable(),
  /** When the account is erased unless the owner keeps it; null if no erasure was requested. */
  deletion_due_at: timestamp.nullable(),
  /** How often the user was first, second or third of a division, and how often a season led to a higher tier (docs/divisions.md). */
  medals: z.object({ first: z.number().int(), second: z.number().int(), third: z.number().int(), promoted: z.number().int() }),
});
export type Overview = z.infer<typeof overview>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/account/overview',
  access: 'user',
  summary: 'Profile, points and stats in one answer',
  input: z.object({}),
  reply: overview,
});

export const ledgerRow = z.object({
  id: z.string(),
  at: timestamp,
  source: z.enum(POINT_SOURCES),
  delta: points,
  balance: points,
  status: z.enum(LEDGER_STATUSES),
  note: z.string().nullable(),
  match: matchBrief.nullable(),
  /** For a stake: the part of its whole bet that was at risk; null for other rows, and until the bet has ended. */
  at_risk: countedPlay.nullable(),
});
export type LedgerRow = z.infer<typeof ledgerRow>;

/** The filters of a history. */
export const historyFilter = {
  type: z.enum(['credit', 'debit']).optional(),
  source: z.enum(POINT_SOURCES).optional(),
  status: ledgerRow.shape.status.optional(),
  /** Days in the time zone `tz`, both inclusive. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** An IANA time zone; without it the profile's. */
  tz: z.string().max(64).optional(),
};

export const pointsHistory = endpoint({
  method: 'GET',
  path: '/api/account/points/history',
  access: 'user',
  summary: "Every change of the caller's balance, newest first",
  input: z.object({ ...historyFilter, ...paging }),
  reply: listOf(ledgerRow),
});

/** All rows, however many. Sources and statuses use the names of this file; column names are in English. */
export const pointsHistoryFile = endpoint({
  method: 'GET',
  path: '/api/account/points/history.csv',
  access: 'user',
  produces: 'text/csv; charset=utf-8',
  fileName: 'points-history.csv',
  summary:
    "Exports every change of the caller's balance as a table, newest first, in the time zone `tz` and in UTC; five requests a minute",
  input: z.object(historyFilter),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});

export const recalculatePoints = endpoint({
  method: 'POST',
  path: '/api/account/points/recalculate',
  access: 'user',
  summary: 'Proves that the balance is the sum of its postings',
  input: z.strictObject({}),
  reply: z.object({ balance: points, proven: z.boolean() }),
});

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/points/daily-checkin',
  access: 'user',
  idempotent: 'optional',
  isPlay: true,
  summary: "Collects today's points (UTC)",
  input: z.strictObject({}),
  reply: z.object({ points, streak: z.number().int(), balance: points }),
});

/** A signed-in device. */
export const sessionRow = z.object({
  id: uuid,
  /** True for the device that makes the request. */
  current: z.boolean(),
  device: z.object({
    kind: z.enum(['desktop', 'phone', 'tablet', 'other']),
    /** "Chrome", "Safari"; null if the browser does not say. */
    browser: z.string().nullable(),
    /** "Windows", "Android"; null if the browser does not say. */
    system: z.string().nullable(),
  }),
  /** Country of the address that it signed in from: two capital letters; null if unknown. */
  country: z.string().nullable(),
  remember: z.boolean(),
  created_at: timestamp,
  last_seen_at: timestamp,
  expires_at: timestamp,
});
export type SessionRow = z.infer<typeof sessionRow>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  access: 'user',
  summary: "The caller's sessions: this device first, then by when they were last seen",
  input: z.object({}),
  reply: z.object({ items: z.array(sessionRow) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'user',
  summary: 'Ends a session; no effect if it has ended already',
  input: z.object({ id: uuid }),
  reply: nothing,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  access: 'user',
  summary: 'Ends all other sessions',
  input: z.object({}),
  reply: z.object({ ended: z.number().int() }),
});

const password = z.string().min(1).max(1024);

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/security/password',
  access: 'user',
  summary: 'Changes the password and ends all other sessions',
  /** The current password may be empty if the account has none: it signs in with a provider, and has just done so again (`beginOAuth`). */
  input: z.strictObject({ current_password: z.string().max(1024).optional(), password, password_confirm: z.string().max(1024) }),
  reply: nothing,
});
