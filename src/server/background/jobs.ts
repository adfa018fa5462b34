import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { markRanks, payInvites } from '#server/modules/account/public.ts';
import { eraseAccounts } from '#server/modules/account-closure/public.ts';
import { purgeAdminSessions, purgeAlertTokens, purgeAudit } from '#server/modules/admins/public.ts';
import { advanceDueContests, contestAlarms, correctDueContests, ensureContests } from '#server/modules/betting/public.ts';
import { followChats, purgeChat } from '#server/modules/chat/public.ts';
import {
  countDays,
  noticeSiteSettings,
  purgeActivity,
  refreshListedBalances,
  sendAlerts,
  writeActivity,
} from '#server/modules/console/public.ts';
import { scoreUserForecasts } from '#server/modules/forecasting/public.ts';
import {
  checkStoredNames,
  noticeEndedSessions,
  purgeApiKeys,
  purgeCaptchas,
  purgeCodes,
  purgeRegistrationIps,
  purgeSecurityLinks,
  purgeSessions,
  purgeSignInProofs,
  resealSecrets,
} from '#server/modules/identity/public.ts';
import { proveNewBlocks, sealLedger, walkLedger } from '#server/modules/ledger/public.ts';
import {
  confirmEntered,
  purgeOddsMovements,
  purgeOpinions,
  purgeQuarantine,
  purgeStatisticSnapshots,
} from '#server/modules/match-data/public.ts';
import {
  NOTIFICATION_JOBS,
  purgeBindTokens,
  purgeWebhooks,
  resealVapidKey,
  resealWebhookSecrets,
  WEBHOOK_JOBS,
} from '#server/modules/notifications/public.ts';
import { purgeExclusionMarks } from '#server/modules/play-limits/public.ts';
import { advanceBrackets, advanceDivisions, advanceSurvivor } from '#server/modules/tipping/public.ts';
import { assessMissing, verifyPayouts, watchTreasury } from '#server/modules/withdrawals/public.ts';
import { purgeIdempotencyKeys } from '#server/platform/db/idempotency.ts';
import { purgeTallies } from '#server/platform/http/limit-counts.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { endUnsent, purgeMessages } from '#server/platform/messaging/deliver.ts';
import { purgePast } from '#server/spoiler-shield/shielded-db.ts';

interface Purge {
  name: string;
  everyMs: number;
  /** Deletes what is past its retention; returns how many rows. */
  purge: (deps: Deps) => Promise<number>;
}

const ago = ({ now }: Deps, ms: number): Date => new Date(now().getTime() - ms);

/** What is deleted, and how often. Retention is in docs/rules.md#retention, and beside each query. */
const PURGES: readonly Purge[] = [
  { name: 'idempotency keys', everyMs: HOUR_MS, purge: (deps) => purgeIdempotencyKeys(deps.db, ago(deps, DAY_MS)) },
  { name: 'sessions', everyMs: HOUR_MS, purge: async (deps) => (await purgeSessions(deps)) + (await purgeAdminSessions(deps)) },
  { name: 'api keys', everyMs: DAY_MS, purge: purgeApiKeys },
  { name: 'captchas', everyMs: HOUR_MS, purge: purgeCaptchas },
  { name: 'sign-in proofs', everyMs: HOUR_MS, purge: purgeSignInProofs },
  { name: 'old chats', everyMs: DAY_MS, purge: purgeChat },
  { name: 'odds movements', everyMs: DAY_MS, purge: purgeOddsMovements },
  { name: 'statistic snapshots', everyMs: DAY_MS, purge: purgeStatisticSnapshots },
  { name: 'codes', everyMs: DAY_MS, purge: purgeCodesAndLinks },
  { name: 'registration addresses', everyMs: DAY_MS, purge: purgeRegistrationIps },
  { name: 'exclusion marks', everyMs: DAY_MS, purge: purgeExclusionMarks },
  { name: 'quarantine', everyMs: DAY_MS, purge: (deps) => purgeQuarantine(deps.db, ago(deps, 30 * DAY_MS)) },
  { name: 'second opinions', everyMs: DAY_MS, purge: (deps) => purgeOpinions(deps.db, ago(deps, 60 * DAY_MS)) },
  { name: 'webhook events', everyMs: HOUR_MS, purge: purgeWebhooks },
  { name: 'audit', everyMs: DAY_MS, purge: purgeAudit },
];

async function purgeCodesAndLinks(deps: Deps): Promise<number> {
  return (await purgeCodes(deps)) + (await purgeSecurityLinks(deps)) + (await purgeBindTokens(deps)) + (await purgeAlertTokens(deps));
}

const PURGE_JOBS: readonly Job[] = [
  ...PURGES.map(({ name, everyMs, purge }) => ({
    name,
    everyMs,
    run: async (deps: Deps) => {
      const rows = await purge(deps);
      if (rows > 0) deps.log.info({ job: name, rows }, 'purged old rows');
    },
  })),
  // Rows of limits expire every minute on a busy site: they are not worth a log line.
  { name: 'tries', everyMs: HOUR_MS, run: async (deps) => void (await purgeTallies(deps)) },
];

/** Stores who was active, in the background of requests. */
async function recordActivity(deps: Deps): Promise<void> {
  const users = await writeActivity(deps);
  if (users > 0) deps.log.debug({ users }, 'wrote down who was active');
}

/** Counts today, and earlier days that are not final yet. */
async function rollUpDays(deps: Deps): Promise<void> {
  const days = await countDays(deps);
  if (days > 0) deps.log.debug({ days }, 'counted days');
}

async function runActivityPurge(deps: Deps): Promise<void> {
  const rows = await purgeActivity(deps);
  if (rows > 0) deps.log.info({ rows }, 'forgot who was active long ago');
}

/** Locks, pauses, settles and voids what is due by the server's clock, and resumes what a crash left half paid. */
export const followContests = advanceDueContests;

/** Settles contests again whose score the feed has corrected since. */
const correctContests = correctDueContests;

/** Creates contests that are missing because of a crash: normally the importer requests them as matches come in. */
export const ensureAllContests = (deps: Deps): Promise<void> => ensureContests(deps);

/** Logs how many contests wait for an operator or for a feed, while there are any. */
export async function reportContestAlarms(deps: Deps): Promise<void> {
  const { unresolved, blind, corrected } = await contestAlarms(deps);
  if (unresolved.length + blind.length + corrected.length === 0) return;
  const counts = { unresolved: unresolved.length, blind: blind.length, corrected: corrected.length };
  deps.log.warn(counts, 'contests need attention');
}

/** A block of 500 takes 10 to 13 ms: this uses a third of a processor and seals 15,000 transfers a second. */
const REST_MS = 20;

/** Seals posted transfers; posting does not wait for it. */
async function sealTransfers(deps: Deps, mayGoOn?: () => boolean): Promise<void> {
  const blocks = await sealLedger(deps, { restMs: REST_MS, mayGoOn });
  if (blocks > 0) deps.log.debug({ blocks }, 'sealed transfers');
}

/** Proves the blocks that are new, and stores the result: health is degraded until it succeeds. The hash is kept in the log, outside the database. */
export async function proveLedger(deps: Deps, mayGoOn?: () => boolean): Promise<void> {
  const proof = await proveNewBlocks(deps, { mayGoOn });
  if (!proof) return;
  const { proven, blocks, head, faults } = proof;
  if (proven) deps.log.info({ blocks, head }, 'the ledger adds up');
  else deps.log.error({ blocks, head, faults }, 'the ledger does not add up');
}

/** Proves again a part of what was proven before. */
export async function walkOldLedger(deps: Deps, mayGoOn?: () => boolean): Promise<void> {
  for (const faults of await walkLedger(deps, { mayGoOn })) deps.log.error({ faults }, 'the ledger does not add up');
}

/** Jobs that each process runs for itself. */
export const OWN_JOBS: readonly Job[] = [
  { name: 'ended sessions', everyMs: 2 * SECOND_MS, run: noticeEndedSessions },
  { name: 'site settings', everyMs: 2 * SECOND_MS, run: noticeSiteSettings },
  { name: 'activity', everyMs: 10 * SECOND_MS, run: recordActivity },
];

/** Jobs that one process runs for all: the leading worker (leader/). */
export const JOBS: readonly Job[] = [
  { name: 'contests', everyMs: SECOND_MS, run: followContests },
  ...NOTIFICATION_JOBS,
  ...WEBHOOK_JOBS,
  { name: 'ledger blocks', everyMs: 3 * SECOND_MS, run: sealTransfers },
  { name: 'listed balances', everyMs: 3 * SECOND_MS, run: async (deps) => void (await refreshListedBalances(deps)) },
  { name: 'chats', everyMs: 5 * SECOND_MS, run: followChats },
  { name: 'corrected scores', everyMs: 10 * SECOND_MS, run: correctContests },
  { name: 'forecast league', everyMs: 10 * SECOND_MS, run: async (deps) => void (await scoreUserForecasts(deps)) },
  { name: 'brackets', everyMs: 5 * SECOND_MS, run: async (deps) => void (await advanceBrackets(deps)) },
  { name: 'survivor', everyMs: 5 * SECOND_MS, run: async (deps) => void (await advanceSurvivor(deps)) },
  { name: 'divisions', everyMs: 15 * SECOND_MS, run: advanceDivisions },
  { name: 'shield', everyMs: MINUTE_MS, run: async (deps) => void (await purgePast(deps)) },
  { name: 'day counts', everyMs: MINUTE_MS, run: rollUpDays },
  { name: 'entered matches', everyMs: MINUTE_MS, run: confirmEntered },
  { name: 'missing contests', everyMs: MINUTE_MS, run: ensureAllContests },
  { name: 'invites', everyMs: 30 * SECOND_MS, run: payDueInvites },
  // Counting ten million players takes seconds.
  { name: 'rank marks', everyMs: 5 * MINUTE_MS, run: (deps) => markRanks(deps) },
  { name: 'missing evidence', everyMs: MINUTE_MS, run: assessMissingEvidence },
  { name: 'payouts', everyMs: 10 * SECOND_MS, run: async (deps, mayGoOn) => void (await verifyPayouts(deps, mayGoOn)) },
  { name: 'treasury', everyMs: MINUTE_MS, run: (deps, mayGoOn) => watchTreasury(deps, mayGoOn) },
  { name: 'operator alerts', everyMs: MINUTE_MS, run: sendAlerts },
  { name: 'contest alarms', everyMs: MINUTE_MS, run: reportContestAlarms },
  { name: 'deleted accounts', everyMs: MINUTE_MS, run: eraseClosedAccounts },
  { name: 'unsent messages', everyMs: 10 * SECOND_MS, run: endUnsent },
  { name: 'stored names', everyMs: MINUTE_MS, run: checkStoredNames },
  { name: 'sealed secrets', everyMs: DAY_MS, run: resealForNewKey },
  { name: 'old activity', everyMs: DAY_MS, run: runActivityPurge },
  { name: 'messages', everyMs: DAY_MS, run: purgeMessages },
  ...PURGE_JOBS,
  { name: 'ledger proof', everyMs: HOUR_MS, run: proveLedger },
  { name: 'ledger walk', everyMs: MINUTE_MS, run: walkOldLedger },
];

async function payDueInvites(deps: Deps): Promise<void> {
  const invites = await payInvites(deps);
  if (invites > 0) deps.log.info({ invites }, 'paid invites');
}

async function assessMissingEvidence(deps: Deps, mayGoOn?: () => boolean): Promise<void> {
  const requests = await assessMissing(deps, mayGoOn);
  if (requests > 0) deps.log.info({ requests }, 'assessed withdrawal requests that had no evidence');
}

async function eraseClosedAccounts(deps: Deps): Promise<void> {
  const accounts = await eraseAccounts(deps);
  if (accounts > 0) deps.log.info({ accounts }, 'erased deleted accounts');
}

/** Reseals with the present server key what an earlier key sealed. */
async function resealForNewKey(deps: Deps): Promise<void> {
  const secrets = (await resealSecrets(deps)) + (await resealVapidKey(deps)) + (await resealWebhookSecrets(deps));
  if (secrets > 0) deps.log.info({ secrets }, 'resealed secrets with the present server key');
}
