import type pg from 'pg';
import { randomFrom } from '#demo/seeded-random.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { countryOf } from '#server/platform/country.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { createSiteBoard } from '#server/platform/feature-flags/feature-flags.ts';
import { createActivity } from '#server/platform/http/activity.ts';
import { createEndedSessions } from '#server/platform/http/ended-sessions.ts';
import { createCachedReplies } from '#server/platform/http/response-cache.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { wiring } from '#server/wiring.ts';
import { cheapPasswords } from '#test/support/cheap-passwords.ts';

/** Returns dependencies that run the server's own jobs on the world's database, with the world's clock and random numbers. */
export function worldDeps({ db, pool }: { db: Db; pool: pg.Pool }, seed: number, settings: Record<string, string>, now: () => Date): Deps {
  const random = randomFrom(`server ${seed}`);
  return {
    ...{
      db,
      pool,
      limitStore: null,
      config: readConfig({ LOG_LEVEL: 'silent', ...settings }),
      serverKeys: [new Uint8Array(32).fill(7)],
      now,
    },
    randomBytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256)),
    passwords: cheapPasswords,
    ...{ log: createLog('silent'), countryOf, replies: createCachedReplies(), endedSessions: createEndedSessions(now) },
    ...{ site: createSiteBoard(), activity: createActivity(), wiring, isStopping: () => false, publish: () => {} },
  };
}
