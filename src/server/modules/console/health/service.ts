import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getHealth, getReady } from '#contract/meta.ts';
import { HEALTH_PROBLEMS, type HealthProblem } from '#contract/overview.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { contestAlarms, settlementTimers } from '#server/modules/betting/public.ts';
import { lastLedgerProof, ledgerWalks } from '#server/modules/ledger/public.ts';
import { lastWordsOnNearMatches, providerStates } from '#server/modules/match-data/public.ts';
import { payoutCondition } from '#server/modules/withdrawals/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { findLeaseStates, type LeaseName } from '#server/platform/leader-election/leases.ts';
import { messageQueueState } from '#server/platform/messaging/queue.ts';

/** Three times as long as another process takes to replace one that died (docs/decisions/039). */
const FREE_MS_MAX = 30_000;
/** A replica is left out for a moment whenever it is a little late, and while it restarts. */
const REPLICA_OUT_MS_MAX = 60_000;

/**
 * Returns the present problems, empty if there are none, and what they were derived from. One impossible report counts for an hour, and
 * stays in quarantine.
 */
export async function siteCondition(deps: Deps) {
  const nowMs = deps.now().getTime();
  const at = (ms: number) => new Date(nowMs + ms);
  const [lastWords, contests, providers, isNonsense, ledgerProof, walks, messages, leases, payouts] = await Promise.all([
    lastWordsOnNearMatches(deps),
    contestAlarms(deps),
    providerStates(deps),
    hasNonsense(deps.db, at(-HOUR_MS), at(-DAY_MS), at(DAY_MS)),
    lastLedgerProof(deps.db),
    ledgerWalks(deps),
    messageQueueState(deps),
    freeLeases(deps),
    payoutCondition(deps),
  ]);
  const { blindMs } = settlementTimers(deps.config);
  const words = lastWords.map(({ feed, at }) => ({ feed, at, isLate: nowMs - at.getTime() > blindMs }));
  const isFound: Record<HealthProblem, boolean> = {
    feed_late: words.some(({ isLate }) => isLate),
    feed_refused: providers.some(({ problem }) => problem?.isSetting === true),
    feed_nonsense: isNonsense,
    contest_unresolved: contests.unresolved.length > 0,
    providers_disagree: contests.disputed.length > 0,
    ledger_unproven: ledgerProof?.proven === false || walks.some(({ isLate }) => isLate),
    messages_waiting: messages.isStuck,
    nobody_leads: leases.some(({ freeMs }) => freeMs > FREE_MS_MAX),
    replica_left_out: (deps.reads?.replicas() ?? []).some(({ out, outMs }) => out !== 'primary' && outMs > REPLICA_OUT_MS_MAX),
    payouts_unconfirmed: payouts.isStuck,
    treasury_short: (payouts.short ?? 0) > 0,
    treasury_unexplained: payouts.unexplained > 0,
  };
  return { problems: HEALTH_PROBLEMS.filter((problem) => isFound[problem]), words, contests, providers, walks, messages, leases, payouts };
}
export type SiteCondition = Awaited<ReturnType<typeof siteCondition>>;

/** Returns how long each required lease has been free; the feed's lease is required only if there is a feed. */
async function freeLeases({ db, config }: Deps): Promise<{ name: LeaseName; freeMs: number }[]> {
  const states = await findLeaseStates(db);
  return states.flatMap(({ name, freeMs }) => (freeMs === null || (name === 'feed' && config.feeds.length === 0) ? [] : { name, freeMs }));
}

/** Returns the present problems; empty if there are none. */
export const healthProblems = async (deps: Deps): Promise<HealthProblem[]> => (await siteCondition(deps)).problems;

/**
 * Returns only the state, since this endpoint is public; the metrics and the log contain the problems. An answer without the primary of the
 * database is a problem that only this endpoint can tell.
 */
export async function health(deps: Deps): Promise<ReplyOf<typeof getHealth>> {
  const problems = await healthProblems(deps);
  return { status: problems.length > 0 || deps.reads?.isAlone() ? 'degraded' : 'ok' };
}

/** Shorter than the timeout of a proxy, which would otherwise keep sending requests here meanwhile. */
const READY_MS_MAX = 2_000;

/** Throws `unavailable` while this process is shutting down or its database does not answer. */
export async function ready({ db, isStopping }: Deps): Promise<ReplyOf<typeof getReady>> {
  const late = new AbortController();
  const answered = sql`select 1`.execute(db).then(() => true);
  const isAnswered = await Promise.race([answered, sleep(READY_MS_MAX, false, { signal: late.signal })]).finally(() => late.abort());
  if (isStopping() || !isAnswered) throw new AppError('unavailable');
  return { ready: true };
}

/** Returns whether a feed has reported something impossible since `since` about a match with a kick-off in this span. */
async function hasNonsense(db: Db, since: Date, kickoffFrom: Date, kickoffUntil: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from quarantine q
      join feed_ids f on f.feed = q.feed and f.kind = 'match' and f.feed_id = q.feed_id
      join matches m on m.id = f.id
      where q.kind in ('fixture', 'status') and q.decision is null and q.last_seen_at > ${since} and m.kickoff_at between ${kickoffFrom} and ${kickoffUntil}
    ) as found`.execute(db);
  return rows[0]!.found;
}

export interface QuarantineCount {
  feed: string;
  reason: string;
  count: number;
}

/** Counts, by feed and reason, what was quarantined since a time; at most `reasonsMax` reasons, most frequent first. */
export async function countQuarantine(db: Db, since: Date, reasonsMax: number): Promise<QuarantineCount[]> {
  const { rows } = await sql<QuarantineCount>`
    select feed, reason, count(*)::integer as count from quarantine where last_seen_at > ${since}
    group by feed, reason order by count desc, feed, reason limit ${reasonsMax}`.execute(db);
  return rows;
}

export interface NotificationQueues {
  /** News not yet sent to all users, and the earliest time at which the first of them could have been; null if there are none. */
  news: { count: number; oldest: Date } | null;
  /** Notifications that are due and may still be sent, by channel, with the due time of the first of them. */
  due: { channel: string; count: number; oldest: Date }[];
}

/** Returns pending news and notifications about matches, bets and withdrawals. */
export async function findNotificationQueues(db: Db, at: Date): Promise<NotificationQueues> {
  const [news, due] = await Promise.all([
    sql<{ count: number; oldest: Date | null }>`
      select count(*) as count, min(happened_at) as oldest from news where ended_at is null`.execute(db),
    sql<{ channel: string; count: number; oldest: Date }>`
      select channel, count(*) as count, min(next_try_at) as oldest from notifications
      where next_try_at <= ${at} and not_after > ${at} group by channel order by channel`.execute(db),
  ]);
  const { count, oldest } = news.rows[0]!;
  return { news: oldest && { count, oldest }, due: due.rows };
}
