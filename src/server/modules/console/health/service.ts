import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getHealth, getReady } from '#contract/meta.ts';
import { HEALTH_PROBLEMS, type HealthProblem } from '#contract/overview.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { contestAlarms, settlementTimers } from '#server/modules/betting/public.ts';
import { lastLedgerProof } from '#server/modules/ledger/public.ts';
import { lastWordsOnNearMatches, providerStates } from '#server/modules/match-data/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { findLeaseStates, type LeaseName } from '#server/platform/leader-election/leases.ts';
import { messageQueueState } from '#server/platform/messaging/queue-state.ts';
import { hasNonsense } from './queries.ts';

/** Three times as long as another process takes to replace one that died (docs/decisions/039). */
const FREE_MS_MAX = 30_000;

/**
 * Returns the present problems, empty if there are none, and what they were derived from. One impossible report counts for an hour, and
 * stays in quarantine.
 */
export async function siteCondition(deps: Deps) {
  const nowMs = deps.now().getTime();
  const at = (ms: number) => new Date(nowMs + ms);
  const [lastWords, contests, providers, isNonsense, ledgerProof, messages, leases] = await Promise.all([
    lastWordsOnNearMatches(deps),
    contestAlarms(deps),
    providerStates(deps),
    hasNonsense(deps.db, at(-HOUR_MS), at(-DAY_MS), at(DAY_MS)),
    lastLedgerProof(deps.db),
    messageQueueState(deps),
    freeLeases(deps),
  ]);
  const { blindMs } = settlementTimers(deps.config);
  const words = lastWords.map(({ feed, at }) => ({ feed, at, isLate: nowMs - at.getTime() > blindMs }));
  const isFound: Record<HealthProblem, boolean> = {
    feed_late: words.some(({ isLate }) => isLate),
    feed_refused: providers.some(({ problem }) => problem?.isSetting === true),
    feed_nonsense: isNonsense,
    contest_unresolved: contests.unresolved.length > 0,
    ledger_unproven: ledgerProof?.proven === false,
    messages_waiting: messages.isStuck,
    nobody_leads: leases.some(({ freeMs }) => freeMs > FREE_MS_MAX),
  };
  return { problems: HEALTH_PROBLEMS.filter((problem) => isFound[problem]), words, contests, providers, messages, leases };
}
export type SiteCondition = Awaited<ReturnType<typeof siteCondition>>;

/** Returns how long each required lease has been free; the feed's lease is required only if there is a feed. */
async function freeLeases({ db, config }: Deps): Promise<{ name: LeaseName; freeMs: number }[]> {
  const states = await findLeaseStates(db);
  return states.flatMap(({ name, freeMs }) => (freeMs === null || (name === 'feed' && config.feeds.length === 0) ? [] : { name, freeMs }));
}

/** Returns the present problems; empty if there are none. */
export const healthProblems = async (deps: Deps): Promise<HealthProblem[]> => (await siteCondition(deps)).problems;

/** Returns only the state, since this endpoint is public; the metrics and the log contain the problems. */
export async function health(deps: Deps): Promise<ReplyOf<typeof getHealth>> {
  return { status: (await healthProblems(deps)).length > 0 ? 'degraded' : 'ok' };
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
