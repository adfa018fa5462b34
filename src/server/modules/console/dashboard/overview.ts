import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import { SWITCHES } from '#contract/feature-flags.ts';
import type { FeedState, getConsoleOverview, Overview, Queue } from '#contract/overview.ts';
import { DAY_MS, utcDay } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { houseState } from '#server/modules/betting/public.ts';
import { findWaitingAppeals, findWaitingReports } from '#server/modules/chat/public.ts';
import { countQuarantine, type SiteCondition, siteCondition } from '#server/modules/console/health/service.ts';
import { countOpinions } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { isOn } from '#server/platform/feature-flags/feature-flags.ts';
import { siteCounts } from './counting.ts';
import { lastProof } from './ledger-proofs.ts';

/** Returns the state of the site; docs/decisions/033-counting-days.md defines each figure. */
export async function overview(deps: Deps): Promise<ReplyOf<typeof getConsoleOverview>> {
  const now = deps.now();
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const [condition, site, own, house, withdrawals, redeemed, waiting, proof, reports, appeals, refusals, opinions] = await Promise.all([
    siteCondition(deps),
    siteCounts(deps),
    findOwnAccounts(deps.db, dayAgo),
    houseState(deps),
    findWithdrawals(deps.db, dayAgo),
    findRedeemed(deps.db, redeemedSpans(now)),
    findWaiting(deps.db, now, dayAgo),
    lastProof(deps),
    findWaitingReports(deps.db),
    findWaitingAppeals(deps.db),
    countQuarantine(deps.db, dayAgo, REASONS_SHOWN),
    countOpinions(deps.db, dayAgo),
  ]);
  const { unresolved, blind, corrected, disputed } = condition.contests;
  const { points, usdt, before } = withdrawals;
  return {
    counted_at: site.counted_at.toISOString(),
    metrics: {
      total_users: { now: site.users, before: site.users_before },
      actives_24h: { now: site.actives, before: site.actives_before },
      points_in_circulation: { now: circulation(own.house, own.issuance), before: circulation(own.houseBefore, own.issuanceBefore) },
      pending_redeems: { ...queueOf(withdrawals.pending, withdrawals.pending_oldest), before, points, usdt },
      redeemed_today: redeemed,
    },
    problems: condition.problems,
    ledger: { proof, unsealed: waiting.unsealed },
    feeds: feedStates(deps.config, condition),
    contests: { unresolved: unresolved.length, blind: blind.length, corrected: corrected.length, disputed: disputed.length },
    quarantine: { total: waiting.quarantined, last_24h: waiting.quarantined_lately },
    refusals,
    opinions,
    queues: {
      ...queuesOf(withdrawals, waiting, messageQueue(condition.messages, now)),
      chat_reports: queueOf(reports.count, reports.oldest),
      chat_appeals: queueOf(appeals.count, appeals.oldest),
    },
    house: { is_closed: house.isClosed, balance: own.house, lost_24h: house.lost, loss_max: house.lossMax },
    switches: SWITCHES.map((name) => ({ name, is_on: isOn(deps, name) })),
  };
}

/** Maximum number of reasons, because those of files contain text of the file. */
const REASONS_SHOWN = 20;

type Queues = Overview['queues'];

const queuesOf = (withdrawals: WithdrawalFigures, waiting: WaitingRow, messages: Queues['messages']) => ({
  withdrawals: queueOf(withdrawals.pending, withdrawals.pending_oldest),
  withdrawals_second: queueOf(withdrawals.second, withdrawals.second_oldest),
  withdrawals_unsent: queueOf(withdrawals.unsent, withdrawals.unsent_oldest),
  approvals: queueOf(waiting.approvals, waiting.approvals_oldest),
  invite_reviews: queueOf(waiting.invites, waiting.invites_oldest),
  exclusion_reviews: queueOf(waiting.exclusions, waiting.exclusions_oldest),
  messages,
});

/** Returns the points in circulation. All accounts add up to zero, so users and contests hold what the house and issuance lack. */
const circulation = (house: number, issuance: number): number => 0 - house - issuance;

const queueOf = (count: number, oldest: Date | null): Queue => ({ count, oldest_at: oldest?.toISOString() ?? null });

/** Returns this UTC day so far and the same hours of the day before. */
function redeemedSpans(now: Date) {
  const from = new Date(`${utcDay(now)}T00:00:00Z`);
  return { from, earlierFrom: new Date(from.getTime() - DAY_MS), earlierUntil: new Date(now.getTime() - DAY_MS) };
}

function messageQueue({ lengths, ages, isStuck }: SiteCondition['messages'], now: Date): Queues['messages'] {
  const count = lengths.reduce((sum, { count }) => sum + count, 0);
  const oldest = ages.length === 0 ? null : new Date(now.getTime() - 1_000 * Math.max(...ages.map(({ seconds }) => seconds)));
  return { ...queueOf(count, oldest), is_stuck: isStuck };
}

/** Returns the freshness of each feed: the feeds of the settings, and any other that should report a match now. */
function feedStates(
  { feeds, trust }: Pick<Config, 'feeds' | 'trust'>,
  { words, providers }: Pick<SiteCondition, 'words' | 'providers'>,
): FeedState[] {
  const names = new Set<string>([...feeds, ...trust.confirmers, ...words.flatMap(({ feed }) => feed ?? [])]);
  return [...names].map((feed) => {
    const word = words.find((one) => one.feed === feed);
    const provider = providers.find((one) => one.feed === feed);
    return {
      feed,
      state: provider?.problem?.isSetting ? 'refused' : word?.isLate ? 'late' : 'ok',
      heard_at: word?.at.toISOString() ?? null,
      ages: Object.entries(provider?.agesSeconds ?? {}).map(([kind, seconds]) => ({ kind, seconds })),
      allowance: provider ? { left: provider.leftToday, per_day: provider.allowedPerDay } : null,
      problem: provider?.problem?.message ?? null,
      history: provider?.history ?? [],
    };
  });
}

const NIL = sql.lit('00000000-0000-0000-0000-000000000000');

/**
 * Returns the points of the house and of issuance, now and at a time. All accounts add up to zero, so the points in circulation are what
 * these two lack, without adding up a million balances.
 */
export async function findOwnAccounts(
  db: Db,
  at: Date,
): Promise<{ house: number; issuance: number; houseBefore: number; issuanceBefore: number }> {
  const { rows } = await sql<{ house: number; issuance: number; houseBefore: number; issuanceBefore: number }>`
    select (select balance from accounts where kind = 'house' and owner = ${NIL}) as house,
      (select balance from accounts where kind = 'issuance' and owner = ${NIL}) as issuance,
      coalesce((
        select case when from_kind = 'house' then from_balance else to_balance end from transfers
        where (from_kind = 'house' or to_kind = 'house') and created_at <= ${at} order by created_at desc, id desc limit 1
      ), 0) as "houseBefore",
      coalesce((
        select case when from_kind = 'issuance' then from_balance else to_balance end from transfers
        where (from_kind = 'issuance' or to_kind = 'issuance') and created_at <= ${at} order by created_at desc, id desc limit 1
      ), 0) as "issuanceBefore"`.execute(db);
  return rows[0]!;
}

export interface WithdrawalFigures {
  pending: number;
  pending_oldest: Date | null;
  /** Points of the pending withdrawals. */
  points: number;
  usdt: string;
  /** Number of withdrawals that were undecided at the given time. */
  before: number;
  second: number;
  second_oldest: Date | null;
  unsent: number;
  unsent_oldest: Date | null;
}

/** Returns figures of withdrawals that are undecided, wait for a second admin, or are approved but not sent. */
export async function findWithdrawals(db: Db, before: Date): Promise<WithdrawalFigures> {
  const { rows } = await sql<WithdrawalFigures>`
    select pending, pending_oldest, points, usdt, pending_then + decided_since as before, second, second_oldest, unsent, unsent_oldest
    from (
      select count(*) as pending, min(created_at) as pending_oldest, coalesce(sum(points), 0)::bigint as points,
        coalesce(sum(amount), 0)::numeric(20, 2)::text as usdt, count(*) filter (where created_at <= ${before}) as pending_then,
        count(first_approved_at) as second, min(first_approved_at) as second_oldest
      from withdrawals where status = 'pending'
    ) p
    cross join (select count(*) as decided_since from withdrawals where decided_at > ${before} and created_at <= ${before}) d
    cross join (
      select count(*) as unsent, min(decided_at) as unsent_oldest from withdrawals where status = 'approved' and sent_at is null
    ) u`.execute(db);
  return rows[0]!;
}

/** Returns the USDT approved in each of two spans and not returned since; decimal strings. */
export async function findRedeemed(db: Db, spans: { from: Date; earlierFrom: Date; earlierUntil: Date }) {
  const { rows } = await sql<{ now: string; before: string }>`
    select coalesce(sum(amount) filter (where decided_at >= ${spans.from}), 0)::numeric(20, 2)::text as now,
      coalesce(sum(amount) filter (where decided_at <= ${spans.earlierUntil}), 0)::numeric(20, 2)::text as before
    from withdrawals where status = 'approved' and decided_at >= ${spans.earlierFrom}`.execute(db);
  return rows[0]!;
}

export interface WaitingRow {
  approvals: number;
  approvals_oldest: Date | null;
  invites: number;
  invites_oldest: Date | null;
  exclusions: number;
  exclusions_oldest: Date | null;
  quarantined: number;
  quarantined_lately: number;
  unsealed: number;
}

/**
 * Returns what else waits: for a second admin, for a decision on an invite or a self-exclusion, in quarantine (`lately`: since that time),
 * and for sealing in the ledger.
 */
export async function findWaiting(db: Db, now: Date, lately: Date): Promise<WaitingRow> {
  const { rows } = await sql<WaitingRow>`
    select a.*, i.*, e.*, q.*, t.*
    from (select count(*) as approvals, min(created_at) as approvals_oldest from approvals where state = 'waiting') a
    cross join (select count(*) as invites, min(created_at) as invites_oldest from invite_rewards where state = 'in_review') i
    -- What would be over by now is decided by itself.
    cross join (select count(*) as exclusions, min(created_at) as exclusions_oldest from exclusion_reviews where state = 'open' and until > ${now}) e
    cross join (select count(*) as quarantined, count(*) filter (where last_seen_at > ${lately}) as quarantined_lately from quarantine where decision is null) q
    cross join (
      -- In the order of the key, and only so many: else the planner takes it for a third of the table, and reads all of it.
      select count(*) as unsealed from (
        select from transfers where id > (select coalesce(max(last_id), 0) from ledger_blocks) order by id limit 10000
      ) open
    ) t`.execute(db);
  return rows[0]!;
}
