import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { eraseAccounts } from '#server/modules/account-closure/public.ts';
import { followChats } from '#server/modules/chat/public.ts';
import { noticeSiteSettings, refreshListedBalances } from '#server/modules/console/public.ts';
import { scoreUserForecasts } from '#server/modules/forecasting/public.ts';
import { checkStoredNames, noticeEndedSessions, resealSecrets } from '#server/modules/identity/public.ts';
import { confirmEntered } from '#server/modules/match-data/public.ts';
import { NOTIFICATION_JOBS, resealVapidKey } from '#server/modules/notifications/public.ts';
import { payInvites } from '#server/modules/rewards/public.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { endUnsent, forgetMessages } from '#server/platform/messaging/deliver.ts';
import { forgetPast } from '#server/spoiler-shield/past.ts';
import { correctContests, ensureAllContests, followContests, reportContestAlarms } from './contest-timer.ts';
import { proveLedgerDaily, sealTransfers } from './ledger-timer.ts';
import { PURGE_JOBS } from './purges.ts';
import { forgetActivity, rollUpDays, writeDownActivity } from './rollup-timer.ts';
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
  { name: 'sealed secrets', everyMs: DAY_MS, run: resealForNewKey },
  { name: 'old activity', everyMs: DAY_MS, run: forgetActivity },
  { name: 'messages', everyMs: DAY_MS, run: forgetMessages },
  ...PURGE_JOBS,
  { name: 'ledger proof', everyMs: DAY_MS, run: proveLedgerDaily },
];

async function payDueInvites(deps: Deps): Promise<void> {
  const invites = await payInvites(deps);
  if (invites > 0) deps.log.info({ invites }, 'paid invites');
}

async function eraseLeaving(deps: Deps): Promise<void> {
  const accounts = await eraseAccounts(deps);
  if (accounts > 0) deps.log.info({ accounts }, 'erased deleted accounts');
}

/** Seals with the present server key what an earlier one sealed. */
async function resealForNewKey(deps: Deps): Promise<void> {
  const secrets = (await resealSecrets(deps)) + (await resealVapidKey(deps));
  if (secrets > 0) deps.log.info({ secrets }, 'resealed secrets with the present server key');
}
