import { randomBytes } from 'node:crypto';
import { createApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { noticeSiteSettings } from '#server/modules/console/feature-flags/service.ts';
import { createSiteBoard } from '#server/platform/feature-flags/feature-flags.ts';
import { createEndedSessions } from '#server/platform/http/ended-sessions.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { repliesFromReplicas } from '#server/platform/http/replies-from-replicas.ts';
import { createCachedReplies } from '#server/platform/http/response-cache.ts';
import { createFanOut, type Ear } from '#server/platform/realtime/bus/fan-out.ts';
import { openRedis } from '#server/platform/realtime/bus/redis.ts';
import { createLiveHub, type LiveHub } from '#server/platform/realtime/hub.ts';
import { attachLive } from '#server/platform/realtime/socket.ts';

/** An app as in a separate process: it shares no memory with others, and receives their changes over Redis only. */
export interface Process {
  deps: Deps;
  hub: LiveHub;
  url: string;
  stop: () => Promise<void>;
}

export interface ProcessOptions {
  /** Null if it runs without Redis. */
  redisUrls: readonly string[] | null;
  hasOthers?: boolean;
  ears?: Ear[];
}

/** Starts one on the database of `shared`, with its clock and keys. */
export async function startProcess(shared: Deps, { redisUrls, hasOthers = true, ears = [] }: ProcessOptions): Promise<Process> {
  const hub = createLiveHub(shared);
  const fanOut = createFanOut(
    { redis: redisUrls && openRedis(redisUrls, shared.log), hasOthers, log: shared.log, randomBytes },
    {
      ...{ hub, ears, replies: createCachedReplies(), endedSessions: createEndedSessions(shared.now) },
      renewSite: () => {
        noticeSiteSettings({ ...deps, publish: fanOut.publishHere }).catch((error) =>
          shared.log.warn({ err: error }, 'the site is not known anew'),
        );
      },
    },
  );
  const { publish, endedSessions, limitStore } = fanOut;
  const replies = shared.reads ? repliesFromReplicas(fanOut.replies, shared.reads) : fanOut.replies;
  const deps: Deps = { ...shared, publish, replies, endedSessions, limitStore, site: createSiteBoard() };
  const limit = createGeneralLimit(deps.config.rates.requestsPerMinute, limitStore);
  const server = await listen(createListener(deps, createApp(deps, limit), limit), { host: '127.0.0.1', port: 0 });
  const live = attachLive(server.server, hub, deps);
  return {
    deps,
    hub,
    url: server.url,
    stop: async () => {
      await live.close();
      await server.close();
      fanOut.close();
    },
  };
}
