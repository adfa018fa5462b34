import type pg from 'pg';
import { readConfig } from '#server/config.ts';
import { countryOf } from '#server/country.ts';
import type { Db } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import { randomFrom } from '#server/feeds/demo/seeded-random.ts';
import { createActivity } from '#server/http/activity.ts';
import { createCachedReplies } from '#server/http/cached-replies.ts';
import { createEndedSessions } from '#server/http/ended-sessions.ts';
import { createLog } from '#server/log.ts';
import { createSiteBoard } from '#server/site-board.ts';

/** The server's own jobs on the world's database, by the world's clock and chance. */
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
    ...{ log: createLog('silent'), countryOf, replies: createCachedReplies(), endedSessions: createEndedSessions(now) },
    ...{ site: createSiteBoard(), activity: createActivity(), isStopping: () => false, publish: () => {} },
  };
}
