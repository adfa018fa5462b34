import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { purgeAdminSessions, purgeAudit } from '#server/modules/admins/public.ts';
import { purgeChat } from '#server/modules/chat/public.ts';
import {
  purgeCaptchas,
  purgeCodes,
  purgeRegistrationIps,
  purgeSecurityLinks,
  purgeSessions,
  purgeSignInProofs,
} from '#server/modules/identity/public.ts';
import { purgeOddsMovements, purgeQuarantine } from '#server/modules/match-data/public.ts';
import { purgeBindTokens } from '#server/modules/notifications/public.ts';
import { purgeExclusionMarks } from '#server/modules/play-limits/public.ts';
import { purgeIdempotencyKeys } from '#server/platform/db/idempotency.ts';
import { purgeTallies } from '#server/platform/http/limit-counts.ts';
import type { Job } from '#server/platform/jobs/runner.ts';

interface Purge {
  name: string;
  everyMs: number;
  /** Deletes what is past its retention; returns how many rows. */
  purge: (deps: Deps) => Promise<number>;
}

const ago = ({ now }: Deps, ms: number): Date => new Date(now().getTime() - ms);

/** What is deleted, and how often the job looks. Retention is in docs/rules.md#retention, and beside each query. */
const PURGES: readonly Purge[] = [
  { name: 'idempotency keys', everyMs: HOUR_MS, purge: (deps) => purgeIdempotencyKeys(deps.db, ago(deps, DAY_MS)) },
  { name: 'sessions', everyMs: HOUR_MS, purge: async (deps) => (await purgeSessions(deps)) + (await purgeAdminSessions(deps)) },
  { name: 'captchas', everyMs: HOUR_MS, purge: purgeCaptchas },
  { name: 'sign-in proofs', everyMs: HOUR_MS, purge: purgeSignInProofs },
  { name: 'old chats', everyMs: DAY_MS, purge: purgeChat },
  { name: 'odds movements', everyMs: DAY_MS, purge: purgeOddsMovements },
  { name: 'codes', everyMs: DAY_MS, purge: purgeCodesAndLinks },
  { name: 'registration addresses', everyMs: DAY_MS, purge: purgeRegistrationIps },
  { name: 'exclusion marks', everyMs: DAY_MS, purge: purgeExclusionMarks },
  { name: 'quarantine', everyMs: DAY_MS, purge: (deps) => purgeQuarantine(deps.db, ago(deps, 30 * DAY_MS)) },
  { name: 'audit', everyMs: DAY_MS, purge: purgeAudit },
];

async function purgeCodesAndLinks(deps: Deps): Promise<number> {
  return (await purgeCodes(deps)) + (await purgeSecurityLinks(deps)) + (await purgeBindTokens(deps));
}

export const PURGE_JOBS: readonly Job[] = [
  ...PURGES.map(({ name, everyMs, purge }) => ({
    name,
    everyMs,
    run: async (deps: Deps) => {
      const rows = await purge(deps);
      if (rows > 0) deps.log.info({ job: name, rows }, 'purged old rows');
    },
  })),
  // Rows of limits end every minute on a busy site: they are not worth a line of the log.
  { name: 'tries', everyMs: HOUR_MS, run: async (deps) => void (await purgeTallies(deps)) },
];
