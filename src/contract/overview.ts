import { z } from 'zod';
import { EVERY_ADMIN, TREASURERS } from '#domain/identity/admin-role.ts';
import { TREND_WINDOWS } from '#domain/matches/trend.ts';
import { listOf, nothing, paging, points, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';
import { SWITCHES } from './feature-flags.ts';

/**
 * Problems for operators: `feed_late` is a feed without news on matches that are being watched; `feed_refused` a provider that rejects our
 * key; `feed_nonsense` reported something impossible about a match of these days within the last hour; `contest_unresolved` waits too long
 * for a result; `providers_disagree` about the end of a match with a contest; `ledger_unproven` is a ledger that failed its last proof; `messages_waiting` are mails, Telegram messages or texts that
 * cannot be sent; `nobody_leads`: for half a minute no process has followed the feeds, or none has done the timed work (settling, messages,
 * jobs); `replica_left_out`: for a minute no read was sent to a replica of the database, which is away, behind or no longer a replica;
 * `payouts_unconfirmed`: a recorded payout failed, does not match, or is not final after an hour, or nodes have said nothing for a quarter of
 * an hour; `treasury_short`: the treasury holds less than is owed; `treasury_unexplained`: money left it that no withdrawal explains.
 */
export const HEALTH_PROBLEMS = [
  'feed_late',
  'feed_refused',
  'feed_nonsense',
  'contest_unresolved',
  'providers_disagree',
  'ledger_unproven',
  'messages_waiting',
  'nobody_leads',
  'replica_left_out',
  'payouts_unconfirmed',
  'treasury_short',
  'treasury_unexplained',
] as const;
export type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

const count = z.number().int().min(0);
/** A decimal string. */
const usdt = z.string();

/** A figure, and its value one period earlier. */
const figure = z.object({ now: points, before: points });
export type Figure = z.infer<typeof figure>;

/** Work for people: how much is waiting, and since when the oldest. */
const queue = z.object({ count, oldest_at: timestamp.nullable() });
export type Queue = z.infer<typeof queue>;

/** Exact definitions of the figures: docs/decisions/033-counting-days.md. */
const metrics = z.object({
  /** Existing users, without the erased; `before`: those of them who existed 24 hours ago. */
  total_users: figure,
  /** Users with a signed-in request in the last 24 hours, to the quarter of an hour; and in the 24 hours before. */
  actives_24h: figure,
  /** Points in balances, held for withdrawals and staked in contests; now and 24 hours ago. */
  points_in_circulation: figure,
  /** Undecided payout requests, with their total; `before`: their number 24 hours ago. */
  pending_redeems: queue.extend({ before: count, points, usdt }),
  /** USDT approved this UTC day, less what was returned since; `before`: the previous UTC day, up to the same time of day. */
  redeemed_today: z.object({ now: usdt, before: usdt }),
});

/** The state of a feed in use. */
const feedState = z.object({
  /** `demo`, `replay`, `api-football` and so on. */
  feed: z.string(),
  /** `late`: silent about matches that are being watched; `refused`: the provider rejects our key. */
  state: z.enum(['ok', 'late', 'refused']),
  /** Its oldest report among the matches being watched now; null without such a match. */
  heard_at: timestamp.nullable(),
  /** Providers: age of each kind of data (`live`, `odds`, `fixtures` ...), in seconds. */
  ages: z.array(z.object({ kind: z.string(), seconds: count })),
  /** Providers: requests left until midnight UTC; null for other feeds. */
  allowance: z.object({ left: count, per_day: count }).nullable(),
  /** Providers: why the last request failed, in the provider's words; null if it succeeded. */
  problem: z.string().nullable(),
  /** Providers: the past seasons that are wanted of each league, newest first. */
  history: z.array(
    z.object({
      league: z.string(),
      seasons: z.array(
        z.object({
          season: z.string(),
          state: z.enum(['waiting', 'fetched', 'refused']),
          /** Why the provider refuses it, in its words. */
          problem: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type FeedState = z.infer<typeof feedState>;

/** What a proof of the ledger covers: all of it, the blocks since the last proof, or a slice of a round through old blocks or accounts. */
const proofScope = z.enum(['whole', 'new', 'blocks', 'accounts']);
export type LedgerProofScope = z.infer<typeof proofScope>;

const proof = z.object({
  id: count,
  scope: proofScope,
  /** Whether every balance is the sum of its postings, every block matches its seal, and the whole adds up to zero. */
  proven: z.boolean(),
  /** Number of blocks checked. */
  blocks: count,
  /** Failed checks by kind (`sum`, `balances`, `blocks`, `sums`); empty if proven. */
  faults: z.record(z.string(), z.json()),
  proven_at: timestamp,
});
export type LedgerProofView = z.infer<typeof proof>;

const overview = z.object({
  /** When `total_users` and `actives_24h` were counted: at most a minute ago while the jobs run. All else is current. */
  counted_at: timestamp,
  metrics,
  /** Empty when all is well. */
  problems: z.array(z.enum(HEALTH_PROBLEMS)),
  ledger: z.object({
    /** The last proof, by any process; null before the first one. */
    proof: proof.pick({ proven: true, proven_at: true, blocks: true }).nullable(),
    /** Transfers not covered by a block yet, usually a few seconds' worth; counted up to 10,000. */
    unsealed: count,
  }),
  feeds: z.array(feedState),
  /**
   * Contests: without a result six hours after their planned end; with a silent feed; settled on an outdated score; with an end about which
   * providers disagree.
   */
  contests: z.object({ unresolved: count, blind: count, corrected: count, disputed: count }),
  /** Undecided reports of feeds that were rejected as implausible; `last_24h`: those of the last 24 hours. */
  quarantine: z.object({ total: count, last_24h: count }),
  /** Matches and reasons for which updates of feeds were rejected within 24 hours, by feed and reason: the most frequent 20. */
  refusals: z.array(z.object({ feed: z.string(), reason: z.string(), count })),
  /** Second opinions about matches since yesterday: found among ours, not found, or fitting several of ours. */
  opinions: z.array(z.object({ feed: z.string(), state: z.enum(['matched', 'no_match', 'ambiguous']), count })),
  /**
   * Waiting work. The menu's badges are `withdrawals`, `approvals`, `invite_reviews` with `exclusion_reviews`, `chat_reports` with
   * `chat_appeals`, besides `contests.unresolved` and `quarantine.total`.
   */
  queues: z.object({
    /** Undecided, including those that wait for a second admin. */
    withdrawals: queue,
    /** Approved once, waiting for a second admin. */
    withdrawals_second: queue,
    /** Approved, but not recorded as sent. */
    withdrawals_unsent: queue,
    /** Adjustments and manual endings of contests that wait for a second admin. */
    approvals: queue,
    invite_reviews: queue,
    /** Self-exclusions that may hold for another account. */
    exclusion_reviews: queue,
    /** Reported or held messages of chats. */
    chat_reports: queue,
    /** Appeals of muted users. */
    chat_appeals: queue,
    /** Unsent mails, Telegram messages and texts; `is_stuck`: they cannot be sent. */
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
  summary: 'The dashboard: five figures with their change, ledger proof, feeds, contests, and open tasks',
  input: nothing,
  reply: overview,
});

/** A UTC day of the trends. */
const trendDay = z.object({
  /** YYYY-MM-DD. */
  day: z.iso.date(),
  /** True for today, which is incomplete. */
  is_partial: z.boolean(),
  registrations: count,
  /** Users with a signed-in request on this day. */
  daily_actives: count,
  /** Users with a signed-in request on this day or the six before. */
  weekly_actives: count,
  /** Bets placed, whatever their outcome; an added stake is not another bet. */
  bets: count,
  /** Users who placed a bet. */
  bet_participants: count,
  /** Points of `manual_adjust`. */
  recharge_amount: count,
  recharge_users: count,
  /** Points per user, rounded to two places; null if nobody was recharged. */
  average_recharge: z.number().nullable(),
});
export type TrendDay = z.infer<typeof trendDay>;

/**
 * The days of the trends: a window that ends today; or, if both are given, the UTC days `from` to `to`, both inclusive. `invalid_date` if one
 * is missing, they are the wrong way round or more than a year apart, or `to` is in the future.
 */
const trendSpan = z.object({
  window: z.enum(TREND_WINDOWS).default('7'),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});

export const getTrends = endpoint({
  method: 'GET',
  path: '/api/admin/trends',
  access: EVERY_ADMIN,
  summary: 'Eight series by UTC day, for the window that ends today or a chosen range, and for the same number of days before it',
  input: trendSpan,
  reply: z.object({
    /** The number of days. */
    window: z.number().int(),
    /** Oldest first; the last one may be today so far. */
    days: z.array(trendDay),
    /** The same number of days before them. */
    before: z.array(trendDay),
    /** When the last day was last counted: for today at most a minute ago while the jobs run. */
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
  summary: 'Exports the same days as a file, one column per series; recorded in the audit log',
  input: trendSpan,
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});

export const listLedgerProofs = endpoint({
  method: 'GET',
  path: '/api/admin/ledger/proof',
  access: EVERY_ADMIN,
  summary: 'Results of the proofs of the ledger, newest first: of new blocks, of rounds through the old ones, and of the whole',
  input: z.object(paging),
  reply: listOf(proof),
});

export const runLedgerProof = endpoint({
  method: 'POST',
  path: '/api/admin/ledger/proof',
  access: TREASURERS,
  summary: 'Proves the whole ledger now, and responds when done: minutes if it has many millions of transfers',
  input: z.strictObject({}),
  reply: z.object({ proof }),
});
