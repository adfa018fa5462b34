import type pg from 'pg';
import type { LimitStore } from '#server/platform/http/limit-store.ts';
import type { Leader } from '#server/platform/leader-election/leader.ts';
import type { LiveHub } from '#server/platform/realtime/hub.ts';
import { framesOfAll } from '#server/platform/realtime/line.ts';
import type { LiveEndpoint } from '#server/platform/realtime/socket.ts';
import type { Metrics } from './metrics.ts';

/** How busy the connections to the database are, by what they are for. */
export function watchPools(metrics: Metrics, pools: Readonly<Record<string, pg.Pool>>): void {
  const each = (value: (pool: pg.Pool) => number) => () =>
    Object.fromEntries(Object.entries(pools).map(([name, pool]) => [name, value(pool)]));
  metrics.watch(
    'database_connections',
    'Connections that are open',
    'pool',
    each(({ totalCount }) => totalCount),
  );
  metrics.watch(
    'database_connections_busy',
    'Connections that are in use',
    'pool',
    each(({ totalCount, idleCount }) => totalCount - idleCount),
  );
  metrics.watch(
    'database_waiting',
    'Who waits for a connection',
    'pool',
    each(({ waitingCount }) => waitingCount),
  );
}

/** Who listens, and what they were told. */
export function watchLive(metrics: Metrics, hub: LiveHub, live: LiveEndpoint): void {
  metrics.watch('live_sockets', 'Sockets that are open', null, () => ({ '': live.count() }));
  metrics.watch('live_topics', 'Topics that somebody has joined', null, () => ({ '': [...hub.sizes()].length }));
  metrics.watch('live_frames_total', 'Frames that were handed to sockets', null, () => ({ '': framesOfAll.told }));
  metrics.watch('live_dropped_total', 'Sockets that were dropped because they did not read', null, () => ({ '': framesOfAll.dropped }));
  metrics.watch('live_degraded', 'Whether changes of other processes are not heard', null, () => ({ '': hub.isDegraded() ? 1 : 0 }));
}

/** Whether Redis answers; nothing without it. */
export function watchRedis(metrics: Metrics, store: LimitStore | null): void {
  if (store) metrics.watch('redis_up', 'Whether Redis answers', null, () => ({ '': store.isReady ? 1 : 0 }));
}

/** Which leases this process holds: over all processes each is held once. `leaders` may grow. */
export function watchLeases(metrics: Metrics, leaders: ReadonlyMap<string, Leader>): void {
  metrics.watch('lease_held', 'Whether this process holds a lease', 'lease', () =>
    Object.fromEntries([...leaders].map(([name, leader]) => [name, leader.isLeading() ? 1 : 0])),
  );
}
