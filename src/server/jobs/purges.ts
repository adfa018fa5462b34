import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { purgeIdempotencyKeys } from '#server/db/idempotency.ts';
import type { Deps } from '#server/deps.ts';
import { purgeAdminSessions } from '#server/features/admin-auth/service.ts';
import { purgeAudit } from '#server/features/audit/service.ts';
import { purgeCaptchas, purgeRegistrationIps, purgeSessions } from '#server/features/auth/service.ts';
import { purgeExclusionMarks } from '#server/features/care/service.ts';
import { purgeChat } from '#server/features/chat/service.ts';
import { purgeCodes } from '#server/features/codes/service.ts';
import { purgeSignInProofs } from '#server/features/elsewhere/service.ts';
import { purgeOddsMovements } from '#server/features/matches/service.ts';
import { purgeSecurityLinks } from '#server/features/security/service.ts';
import { purgeBindTokens } from '#server/features/telegram/service.ts';
import { purgeQuarantine } from '#server/feeds/quarantine.ts';
import { purgeTallies } from '#server/http/limit-counts.ts';
import type { Job } from './runner.ts';

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
