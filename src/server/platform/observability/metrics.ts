import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ReadDatabase } from '#server/platform/db/replicas/read-database.ts';
import type { LimitStore } from '#server/platform/http/limit-counts.ts';
import type { Leader } from '#server/platform/leader-election/leader.ts';
import type { LiveHub } from '#server/platform/realtime/hub.ts';
import { framesOfAll } from '#server/platform/realtime/line.ts';
import type { LiveEndpoint } from '#server/platform/realtime/socket.ts';

/** Metrics of this process, for Prometheus; metrics of the whole site come from the database (modules/console/health/metrics.ts). */
export interface Metrics {
  /** A request that the app answered: its mounted route, its status, and its duration. */
  request: (of: { method: string; route: string; status: number; seconds: number }) => void;
  /** A request answered from cached bytes. These are so frequent that each may cost only an addition. */
  keptReply: () => void;
  /** A run of a job. */
  job: (of: { job: string; seconds: number; failed: boolean }) => void;
  /** A contest whose bets were all paid, with the time since its score stood. */
  settled: (of: { seconds: number }) => void;
  /**
   * Adds values that are read on each scrape, by the values of one label, or under any key without a label. Names of counters end in
   * `_total`.
   */
  watch: (name: string, help: string, label: string | null, read: () => Readonly<Record<string, number>>) => void;
  /** Returns all metrics in the format of Prometheus. */
  text: () => Promise<string>;
}

const PREFIX = 'matchpoint_';
const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [0.01, 0.1, 0.5, 1, 5, 30, 120];
/** From the minute that a score must stand, to hours of waiting for other providers. */
const SETTLE_SECONDS = [60, 90, 120, 300, 600, 1_200, 3_600, 21_600];

/** With `ofProcess`, also memory, processor, event loop lag and garbage collection, by the usual names for Node. */
export function createMetrics({ ofProcess = true } = {}): Metrics {
  const register = new Registry();
  const registers = [register];
  if (ofProcess) collectDefaultMetrics({ register });
  const requests = new Histogram({
    ...{ name: `${PREFIX}http_request_seconds`, help: 'Requests that the app answered, by route and status', registers },
    ...{ labelNames: ['method', 'route', 'status'] as const, buckets: REQUEST_SECONDS },
  });
  const jobs = new Histogram({
    ...{ name: `${PREFIX}job_seconds`, help: 'Runs of jobs', registers, labelNames: ['job'] as const, buckets: JOB_SECONDS },
  });
  const failures = new Counter({
    name: `${PREFIX}job_failures_total`,
    help: 'Runs of jobs that failed',
    registers,
    labelNames: ['job'] as const,
  });
  const settlements = new Histogram({
    ...{ name: `${PREFIX}settle_seconds`, help: 'From when a score stood until all bets of a contest were paid', registers },
    ...{ labelNames: [] as const, buckets: SETTLE_SECONDS },
  });

  const watch: Metrics['watch'] = (name, help, label, read) => {
    const about = { name: PREFIX + name, help, registers, labelNames: label === null ? [] : [label] };
    const collect = () => {
      watched.reset();
      for (const [value, count] of Object.entries(read())) watched.inc(label === null ? {} : { [label]: value }, count);
    };
    const watched = name.endsWith('_total') ? new Counter({ ...about, collect }) : new Gauge({ ...about, collect });
  };

  let kept = 0;
  watch('http_kept_replies_total', 'Requests that were answered with bytes that were kept', null, () => ({ '': kept }));

  return {
    request: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    keptReply: () => {
      kept += 1;
    },
    job: ({ job, seconds, failed }) => {
      jobs.observe({ job }, seconds);
      if (failed) failures.inc({ job });
    },
    settled: ({ seconds }) => settlements.observe(seconds),
    watch,
    text: () => register.metrics(),
  };
}

/** Adds the use of database connections, by purpose. */
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

/** Adds whether each replica of the database is read, how far it is behind, and how many reads went where. */
export function watchReplicas(metrics: Metrics, { replicas, counts }: ReadDatabase): void {
  metrics.watch('replica_read', 'Whether reads are sent to a replica of the database', 'replica', () =>
    // The list may name all servers of a cluster: the one that is the primary is not left out.
    Object.fromEntries(replicas().flatMap(({ name, out }) => (out === 'primary' ? [] : [[name, out === null ? 1 : 0]]))),
  );
  metrics.watch('replica_lag_seconds', 'How far a replica that answers is behind the primary', 'replica', () =>
    Object.fromEntries(replicas().flatMap(({ name, lagMs }) => (lagMs === null ? [] : [[name, lagMs / 1_000]]))),
  );
  metrics.watch('replica_reads_total', 'Reads that a replica could have answered, by the database that answered', 'database', counts);
}

/** What the streams of the open API amount to. */
interface StreamSizes {
  streams: number;
  topics: number;
  keptBytes: number;
  told: number;
  dropped: number;
}

/** Adds who listens to live updates, and what was sent. */
export function watchLive(metrics: Metrics, hub: LiveHub, live: LiveEndpoint, streams: () => StreamSizes): void {
  metrics.watch('live_sockets', 'Sockets that are open', null, () => ({ '': live.count() }));
  metrics.watch('live_topics', 'Topics that somebody has joined', null, () => ({ '': [...hub.sizes()].length }));
  metrics.watch('live_frames_total', 'Frames that were handed to sockets', null, () => ({ '': framesOfAll.told }));
  metrics.watch('live_dropped_total', 'Sockets that were dropped because they did not read', null, () => ({ '': framesOfAll.dropped }));
  metrics.watch('stream_listeners', 'Streams of the open API that are open', null, () => ({ '': streams().streams }));
  metrics.watch('stream_topics', 'Topics that streams follow, or lately followed', null, () => ({ '': streams().topics }));
  metrics.watch('stream_kept_bytes', 'Changes that are kept for streams that come back', null, () => ({ '': streams().keptBytes }));
  metrics.watch('stream_events_total', 'Events that were handed to streams', null, () => ({ '': streams().told }));
  metrics.watch('stream_dropped_total', 'Streams that were cut because they did not read', null, () => ({ '': streams().dropped }));
  metrics.watch('live_degraded', 'Whether changes of other processes are not heard', null, () => ({ '': hub.isDegraded() ? 1 : 0 }));
}

/** Adds whether Redis is available; nothing without Redis. */
export function watchRedis(metrics: Metrics, store: LimitStore | null): void {
  if (store) metrics.watch('redis_up', 'Whether Redis answers', null, () => ({ '': store.isReady ? 1 : 0 }));
}

/** Adds the leases that this process holds: over all processes, each is held once. `leaders` may grow. */
export function watchLeases(metrics: Metrics, leaders: ReadonlyMap<string, Leader>): void {
  metrics.watch('lease_held', 'Whether this process holds a lease', 'lease', () =>
    Object.fromEntries([...leaders].map(([name, leader]) => [name, leader.isLeading() ? 1 : 0])),
  );
}
