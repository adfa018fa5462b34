import { z } from 'zod';
import { EVERY_ADMIN, TREASURERS } from '#domain/identity/admin-role.ts';
import { TREND_WINDOWS } from '#domain/matches/trend.ts';
import { listOf, nothing, paging, points, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';
import { SWITCHES } from './feature-flags.ts';

/**
 * What can be wrong, for an operator: `feed_late` is a feed that says nothing of its matches that somebody may be watching,
 * `feed_refused` a provider that does not take our key, `feed_nonsense` told within the last hour what cannot be true of a match of these days,
 * `contest_unresolved` waits too long for a result, `ledger_unproven` is a ledger that did not add up when it was proven last,
 * `messages_waiting` are mails, Telegram messages or texts that do not get out, and `nobody_leads`: for half a minute no process has followed the
 * feeds, or none has done what the clock starts (settling, messages, jobs).
 */
export const HEALTH_PROBLEMS = [
  'feed_late',
  'feed_refused',
  'feed_nonsense',
  'contest_unresolved',
  'ledger_unproven',
  'messages_waiting',
  'nobody_leads',
] as const;
export type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

const count = z.number().int().min(0);
/** A decimal string. */
const usdt = z.string();

/** A figure, and the same one period earlier. */
const figure = z.object({ now: points, before: points });
export type Figure = z.infer<typeof figure>;

/** Something that people have to do: how much of it waits, and since when the oldest. */
const queue = z.object({ count, oldest_at: timestamp.nullable() });
export type Queue = z.infer<typeof queue>;

/** What each figure counts, exactly: docs/decisions/033-counting-days.md. */
const metrics = z.object({
  /** Users that there are, the erased not counted; 24 hours ago, of these, those who were there already. */
  total_users: figure,
  /** Who made a signed-in request in the last 24 hours, to the quarter of an hour; and in the 24 hours before. */
  actives_24h: figure,
  /** Points in balances, held for withdrawals and staked in contests; 24 hours ago. */
  points_in_circulation: figure,
  /** Requests for a payout that are undecided, with what they ask for; `before`: so many were so 24 hours ago. */
  pending_redeems: queue.extend({ before: count, points, usdt }),
  /** USDT approved this UTC day, without what has come back since; `before`: the UTC day before, up to the same time of day. */
  redeemed_today: z.object({ now: usdt, before: usdt }),
});

/** Of one of the feeds that are followed. */
const feedState = z.object({
  /** `demo`, `replay`, `api-football` and so on. */
  feed: z.string(),
  /** `late`: silent about matches that somebody may be watching; `refused`: the provider does not take our key. */
  state: z.enum(['ok', 'late', 'refused']),
  /** Its oldest word on any match that somebody may be watching now; null where there is none such. */
  heard_at: timestamp.nullable(),
  /** Providers: how old each kind of data is (`live`, `odds`, `fixtures` ...), in seconds. */
  ages: z.array(z.object({ kind: z.string(), seconds: count })),
  /** Providers: requests left until midnight UTC; null for other feeds. */
  allowance: z.object({ left: count, per_day: count }).nullable(),
  /** Providers: why the last request had no answer, in its own words; null where it had one. */
  problem: z.string().nullable(),
});
export type FeedState = z.infer<typeof feedState>;

const proof = z.object({
  id: count,
  /** Whether every balance is the sum of its postings, every block what it was sealed as, and all of it zero together. */
  proven: z.boolean(),
  /** Blocks that were looked at. */
  blocks: count,
  /** What does not add up, by kind (`sum`, `balances`, `blocks`, `sums`); empty where it was proven. */
  faults: z.record(z.string(), z.json()),
  proven_at: timestamp,
});
export type LedgerProofView = z.infer<typeof proof>;

const overview = z.object({
  /** When `total_users` and `actives_24h` were counted: a minute ago at most while the jobs run. The rest is as of now. */
  counted_at: timestamp,
  metrics,
  /** Empty when all is well. */
  problems: z.array(z.enum(HEALTH_PROBLEMS)),
  ledger: z.object({
    /** The last proof, in whatever process; null before the first one. */
    proof: proof.pick({ proven: true, proven_at: true, blocks: true }).nullable(),
    /** Transfers that no block covers yet, some seconds' worth; counted up to 10,000. */
    unsealed: count,
  }),
  feeds: z.array(feedState),
  /** Contests: without a result six hours after their planned end; whose feed is silent; settled on what is not true any more. */
  contests: z.object({ unresolved: count, blind: count, corrected: count }),
  /** What feeds told, cannot be true, and nobody has decided about yet; `last_24h`: told within 24 hours. */
  quarantine: z.object({ total: count, last_24h: count }),
  /** What waits. The menu's badges are `withdrawals`, `approvals`, `invite_reviews` with `exclusion_reviews`, `chat_reports` with `chat_appeals`, beside `contests.unresolved` and `quarantine.total`. */
  queues: z.object({
    /** Undecided, those that wait for a second admin among them. */
    withdrawals: queue,
    /** Approved once, and waiting for a second admin. */
    withdrawals_second: queue,
    /** Approved, and not told to be sent. */
    withdrawals_unsent: queue,
    /** Adjustments and contests ended by hand that wait for a second admin. */
    approvals: queue,
    invite_reviews: queue,
    /** Self-exclusions that may hold for another account. */
    exclusion_reviews: queue,
    /** Messages of chats that were reported or held. */
    chat_reports: queue,
    /** What muted users say to it. */
    chat_appeals: queue,
    /** Mails, Telegram messages and texts on their way; `is_stuck`: they do not get out. */
    messages: queue.extend({ is_stuck: z.boolean() }),
  }),
  /** Fixed odds. Closed: nothing is for sale, as more than `loss_max` points were lost in 24 hours, or there is no bankroll. */
  house: z.object({ is_closed: z.boolean(), balance: points, lost_24h: points, loss_max: points }),
  switches: z.array(z.object({ name: z.enum(SWITCHES), is_on: z.boolean() })),
});
export type Overview = z.infer<typeof overview>;

export const getConsoleOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: EVERY_ADMIN,
  summary: 'How the site is: five figures with their change, proof, feeds, contests, and what waits for somebody',
  input: nothing,
  reply: overview,
});

/** A UTC day of the trends. */
const trendDay = z.object({
  /** YYYY-MM-DD. */
  day: z.iso.date(),
  /** Today, so far. */
  is_partial: z.boolean(),
  registrations: count,
  /** Users who made a signed-in request on this day. */
  daily_actives: count,
  /** Users who did so on this day or the six before. */
  weekly_actives: count,
  /** Bets placed, whatever became of them; a stake added to a bet is no other bet. */
  bets: count,
  /** Users who placed one. */
  bet_participants: count,
  /** Points of `manual_adjust`. */
  recharge_amount: count,
  recharge_users: count,
  /** Points a user, rounded to two places; null where nobody was recharged. */
  average_recharge: z.number().nullable(),
});
export type TrendDay = z.infer<typeof trendDay>;

const window = z.enum(TREND_WINDOWS).default('7');

export const getTrends = endpoint({
  method: 'GET',
  path: '/api/admin/trends',
  access: EVERY_ADMIN,
  summary: 'Eight series by UTC day, for the window that ends today and for as many days before it',
  input: z.object({ window }),
  reply: z.object({
    window: z.number().int(),
    /** Oldest first; the last one is today so far. */
    days: z.array(trendDay),
    /** As many days, right before them. */
    before: z.array(trendDay),
    /** When today was last counted: a minute ago at most while the jobs run. */
    counted_at: timestamp,
  }),
});
export type Trends = z.infer<typeof getTrends.reply>;

export const exportTrends = endpoint({
  method: 'GET',
  path: '/api/admin/trends.csv',
  access: EVERY_ADMIN,
  produces: 'text/csv; charset=utf-8',
  fileName: 'matchpoint-trends.csv',
  summary: 'The days of the window as a file: a column a series; written down in the audit log',
  input: z.object({ window }),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});

export const listLedgerProofs = endpoint({
  method: 'GET',
  path: '/api/admin/ledger/proof',
  access: EVERY_ADMIN,
  summary: 'What the proofs of the whole ledger found, the latest first',
  input: z.object(paging),
  reply: listOf(proof),
});

export const runLedgerProof = endpoint({
  method: 'POST',
  path: '/api/admin/ledger/proof',
  access: TREASURERS,
  summary: 'Proves the whole ledger now, and answers when that is done: minutes where it has many millions of transfers',
  input: z.strictObject({}),
  reply: z.object({ proof }),
});
