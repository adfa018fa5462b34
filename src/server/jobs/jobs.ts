import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { isDatabaseAway } from '#server/db/database-away.ts';
import { purgeIdempotencyKeys } from '#server/db/idempotency.ts';
import type { Deps } from '#server/deps.ts';
import { purgeAdminSessions } from '#server/features/admin-auth/service.ts';
import { purgeAudit } from '#server/features/audit/service.ts';
import { noticeEndedSessions, purgeCaptchas, purgeRegistrationIps, purgeSessions } from '#server/features/auth/service.ts';
import { purgeExclusionMarks } from '#server/features/care/service.ts';
import { followChats, purgeChat } from '#server/features/chat/service.ts';
import { purgeCodes } from '#server/features/codes/service.ts';
import { purgeSignInProofs } from '#server/features/elsewhere/service.ts';
import { confirmEntered } from '#server/features/fixtures/service.ts';
import { scoreUserForecasts } from '#server/features/forecast-league/service.ts';
import { payInvites } from '#server/features/invites/service.ts';
import { eraseAccounts } from '#server/features/leaving/service.ts';
import { purgeOddsMovements } from '#server/features/matches/service.ts';
import { NOTIFICATION_JOBS, resealVapidKey } from '#server/features/notifications/service.ts';
import { checkStoredNames } from '#server/features/profile/service.ts';
import { purgeSecurityLinks } from '#server/features/security/service.ts';
import { noticeSiteSettings } from '#server/features/switches/service.ts';
import { purgeBindTokens } from '#server/features/telegram/service.ts';
import { resealSecrets } from '#server/features/two-factor/service.ts';
import { refreshListedBalances } from '#server/features/users/service.ts';
import { purgeQuarantine } from '#server/feeds/quarantine.ts';
import { purgeTallies } from '#server/http/limit-counts.ts';
import { endUnsent, forgetMessages } from '#server/messages/deliver.ts';
import { forgetPast } from '#server/shield/past.ts';
import { correctContests, ensureAllContests, followContests, reportContestAlarms } from './contest-timer.ts';
import { proveLedgerDaily, sealTransfers } from './ledger-timer.ts';
import { forgetActivity, rollUpDays, writeDownActivity } from './rollup-timer.ts';

/** Something done again and again. What it has to do is in the database: it may run late, twice, or in several processes at once. */
export interface Job {
  name: string;
  everyMs: number;
  /** One that takes long asks `mayGoOn` in between, and ends early where it says no. */
  run: (deps: Deps, mayGoOn?: () => boolean) => Promise<void>;
}

/** What each process has to notice, or to write down, for itself. */
export const OWN_JOBS: readonly Job[] = [
  { name: 'ended sessions', everyMs: 2 * SECOND_MS, run: noticeEndedSessions },
  { name: 'site settings', everyMs: 2 * SECOND_MS, run: noticeSiteSettings },
  { name: 'activity', everyMs: 10 * SECOND_MS, run: writeDownActivity },
];

/** What one process does for all: the worker that leads (leader/). */
export const JOBS: readonly Job[] = [
  { name: 'contests', everyMs: SECOND_MS, run: followContests },
  ...NOTIFICATION_JOBS,
  { name: 'ledger blocks', everyMs: 3 * SECOND_MS, run: sealTransfers },
  { name: 'listed balances', everyMs: 3 * SECOND_MS, run: async (deps) => void (await refreshListedBalances(deps)) },
  { name: 'chats', everyMs: 5 * SECOND_MS, run: followChats },
  { name: 'corrected scores', everyMs: 10 * SECOND_MS, run: correctContests },
  { name: 'forecast league', everyMs: 10 * SECOND_MS, run: async (deps) => void (await scoreUserForecasts(deps)) },
  { name: 'shield', everyMs: MINUTE_MS, run: async (deps) => void (await forgetPast(deps)) },
  { name: 'day counts', everyMs: MINUTE_MS, run: rollUpDays },
  { name: 'entered matches', everyMs: MINUTE_MS, run: confirmEntered },
  { name: 'missing contests', everyMs: MINUTE_MS, run: ensureAllContests },
  { name: 'invites', everyMs: 30 * SECOND_MS, run: payDueInvites },
  { name: 'contest alarms', everyMs: MINUTE_MS, run: reportContestAlarms },
  { name: 'deleted accounts', everyMs: MINUTE_MS, run: eraseLeaving },
  { name: 'unsent messages', everyMs: 10 * SECOND_MS, run: endUnsent },
  { name: 'stored names', everyMs: MINUTE_MS, run: checkStoredNames },
  { name: 'idempotency keys', everyMs: HOUR_MS, run: forgetKeys },
  { name: 'sessions', everyMs: HOUR_MS, run: forgetSessions },
  { name: 'captchas', everyMs: HOUR_MS, run: forgetCaptchas },
  { name: 'tries', everyMs: HOUR_MS, run: forgetTries },
  { name: 'sign-in proofs', everyMs: HOUR_MS, run: forgetSignInProofs },
  { name: 'old chats', everyMs: DAY_MS, run: forgetChats },
  { name: 'odds movements', everyMs: DAY_MS, run: forgetOddsMovements },
  { name: 'codes', everyMs: DAY_MS, run: forgetCodes },
  { name: 'sealed secrets', everyMs: DAY_MS, run: resealForNewKey },
  { name: 'registration addresses', everyMs: DAY_MS, run: forgetRegistrationAddresses },
  { name: 'exclusion marks', everyMs: DAY_MS, run: forgetExclusionMarks },
  { name: 'old activity', everyMs: DAY_MS, run: forgetActivity },
  { name: 'quarantine', everyMs: DAY_MS, run: forgetRefusals },
  { name: 'messages', everyMs: DAY_MS, run: forgetMessages },
  { name: 'audit', everyMs: DAY_MS, run: forgetAudit },
  { name: 'ledger proof', everyMs: DAY_MS, run: proveLedgerDaily },
];

/** Between the first runs: all at once would want more connections than there are. */
const APART_MS = 50;

/**
 * Starts every job now and then at its pace. One that fails is logged and tried again; `stop` waits for those that are running. While `mayRun` says no
 * none is begun.
 */
export function startJobs(deps: Deps, jobs: readonly Job[] = JOBS, mayRun = () => true): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  // Every job listens: so many is no leak.
  setMaxListeners(jobs.length, stopping.signal);
  const running = jobs.map(async (job, index) => {
    await sleep(index * APART_MS, undefined, { signal: stopping.signal }).catch(() => {});
    await repeat(deps, job, mayRun, stopping.signal);
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function repeat(deps: Deps, job: Job, mayRun: () => boolean, signal: AbortSignal): Promise<void> {
  const mayGoOn = () => !signal.aborted && mayRun();
  while (!signal.aborted) {
    if (mayGoOn()) await runOnce(deps, job, mayGoOn);
    await sleep(job.everyMs, undefined, { signal }).catch(() => {});
  }
}

async function runOnce(deps: Deps, { name, run }: Job, mayGoOn: () => boolean): Promise<void> {
  const startedMs = performance.now();
  const measure = (failed: boolean) => deps.metrics?.job({ job: name, seconds: (performance.now() - startedMs) / 1000, failed });
  try {
    await (deps.trace ? deps.trace(`job ${name}`, {}, () => run(deps, mayGoOn)) : run(deps, mayGoOn));
    measure(false);
  } catch (error) {
    // Where the app ends, what it works with may be gone before a job is: what it has to do waits in the database.
    if (deps.isStopping()) return;
    measure(true);
    // A database that is away is told once, by health; of each job that waits for it a word is enough.
    if (isDatabaseAway(error)) deps.log.warn({ job: name, reason: (error as Error).message }, 'a job waits for the database');
    else deps.log.error({ err: error, job: name }, 'a job failed and will be tried again');
  }
}

/** docs/rules.md#idempotency: a key is kept 24 hours. */
export async function forgetKeys({ db, now, log }: Deps): Promise<void> {
  const keys = await purgeIdempotencyKeys(db, new Date(now().getTime() - DAY_MS));
  if (keys > 0) log.info({ keys }, 'forgot idempotency keys');
}

export async function payDueInvites(deps: Deps): Promise<void> {
  const invites = await payInvites(deps);
  if (invites > 0) deps.log.info({ invites }, 'paid invites');
}

export async function forgetSessions(deps: Deps): Promise<void> {
  const sessions = (await purgeSessions(deps)) + (await purgeAdminSessions(deps));
  if (sessions > 0) deps.log.info({ sessions }, 'forgot ended sessions');
}

export async function eraseLeaving(deps: Deps): Promise<void> {
  const accounts = await eraseAccounts(deps);
  if (accounts > 0) deps.log.info({ accounts }, 'erased accounts whose owners had asked for it');
}

export async function forgetRegistrationAddresses(deps: Deps): Promise<void> {
  const users = await purgeRegistrationIps(deps);
  if (users > 0) deps.log.info({ users }, 'forgot from which address somebody registered long ago');
}

/** Whatever has to outlive the key that sealed it. */
export async function resealForNewKey(deps: Deps): Promise<void> {
  const secrets = (await resealSecrets(deps)) + (await resealVapidKey(deps));
  if (secrets > 0) deps.log.info({ secrets }, 'sealed secrets anew with the present key');
}

export async function forgetCaptchas(deps: Deps): Promise<void> {
  const captchas = await purgeCaptchas(deps);
  if (captchas > 0) deps.log.info({ captchas }, 'forgot captchas that were taken');
}

/** What was counted for limits whose time is over. */
export async function forgetTries(deps: Deps): Promise<void> {
  await purgeTallies(deps);
}

export async function forgetSignInProofs(deps: Deps): Promise<void> {
  const proofs = await purgeSignInProofs(deps);
  if (proofs > 0) deps.log.info({ proofs }, 'forgot proofs of signing in elsewhere');
}

/** What was said about matches is kept for 30 days. */
export async function forgetChats(deps: Deps): Promise<void> {
  const messages = await purgeChat(deps);
  if (messages > 0) deps.log.info({ messages }, 'forgot what was said about old matches');
}

export async function forgetOddsMovements(deps: Deps): Promise<void> {
  const prices = await purgeOddsMovements(deps);
  if (prices > 0) deps.log.info({ prices }, 'forgot how the prices of old matches moved');
}

/** Codes, and the links of warnings and to our bot, that nobody can use any more. */
export async function forgetCodes(deps: Deps): Promise<void> {
  const [codes, links] = [await purgeCodes(deps), (await purgeSecurityLinks(deps)) + (await purgeBindTokens(deps))];
  if (codes + links > 0) deps.log.info({ codes, links }, 'forgot old codes and links');
}

/** What admins did is kept for five years. */
export async function forgetAudit(deps: Deps): Promise<void> {
  const changes = await purgeAudit(deps);
  if (changes > 0) deps.log.info({ changes }, 'forgot what admins did long ago');
}

/** Nobody is recognised by an exclusion that is over. */
export async function forgetExclusionMarks(deps: Deps): Promise<void> {
  const marks = await purgeExclusionMarks(deps);
  if (marks > 0) deps.log.info({ marks }, 'forgot by what exclusions that are over were recognised');
}

const REFUSALS_KEPT_MS = 30 * DAY_MS;

/** What was refused and has not been told again for 30 days is of no use to anybody any more. */
export async function forgetRefusals({ db, now, log }: Deps): Promise<void> {
  const refusals = await purgeQuarantine(db, new Date(now().getTime() - REFUSALS_KEPT_MS));
  if (refusals > 0) log.info({ refusals }, 'forgot what feeds were refused long ago');
}
