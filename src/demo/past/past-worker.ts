import { randomBytes } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { loadConfig } from '#server/config.ts';
import { passwords } from '#server/modules/identity/public.ts';
import { countryOf } from '#server/platform/country.ts';
import { createPool } from '#server/platform/db/pool.ts';
import { createSiteBoard } from '#server/platform/feature-flags/feature-flags.ts';
import { createActivity } from '#server/platform/http/activity.ts';
import { createEndedSessions } from '#server/platform/http/ended-sessions.ts';
import { createCachedReplies } from '#server/platform/http/response-cache.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { wiring } from '#server/wiring.ts';
import { makePast } from './make-past.ts';

/** Thread that makes the demo's past, with a connection of its own, so that the site never waits for it. Ends when the past is there. */

const { databaseUrl, serverKeys, userIds } = workerData as {
  databaseUrl: string;
  serverKeys: [Uint8Array, ...Uint8Array[]];
  userIds: string[];
};

/** A part of the past may compute for longer between two queries than a request does. */
const IDLE_MS_MAX = 60_000;
/** On Linux this is the priority of the thread alone: the site comes first. */
const LOW = 10;

if (process.platform === 'linux') setPriority(LOW);
const pool = createPool(databaseUrl, { max: 2, settings: { idle_in_transaction_session_timeout: String(IDLE_MS_MAX) } });
const deps = {
  ...{ pool, limitStore: null, config: loadConfig(), serverKeys, randomBytes: (count: number) => randomBytes(count) },
  passwords,
  ...{ log: createLog('error'), countryOf, replies: createCachedReplies(), endedSessions: createEndedSessions(() => new Date()) },
  ...{ site: createSiteBoard(), activity: createActivity(), wiring, isStopping: () => false, publish: () => {} },
};

const parts = await makePast({ deps, pool, userIds });
await pool.end();
parentPort!.postMessage({ parts });
