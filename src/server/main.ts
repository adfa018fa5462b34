import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ensureDemoUser } from '#demo/demo-users.ts';
import { playElsewhere } from '#demo/elsewhere/played.ts';
import { ensureAdmins, type FirstAdmin } from '#server/modules/admins/public.ts';
import { createSendChat } from '#server/modules/chat/public.ts';
import { metricsListener, noticeSiteSettings, writeActivity } from '#server/modules/console/public.ts';
import { noticeEndedSessions, passwords } from '#server/modules/identity/public.ts';
import { fundHouse, noteSettings } from '#server/modules/ledger/public.ts';
import { createOpenByKey, createStreams, type Streams } from '#server/modules/open-api/public.ts';
import { findPresent } from '#server/modules/tipping/public.ts';
import { createSiteBoard } from '#server/platform/feature-flags/feature-flags.ts';
import { createStopper, StartError } from '#server/platform/lifetime.ts';
import { watchLeases, watchLive, watchPools, watchRedis, watchReplicas } from '#server/platform/observability/metrics.ts';
import { wiring } from '#server/wiring.ts';
import { createApp } from './app.ts';
import { OWN_JOBS } from './background/jobs.ts';
import { doWork, followFeeds, type WorkerNeeds } from './background/work.ts';
import { type Config, loadConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { countryOf } from './platform/country.ts';
import { openDataFolder } from './platform/data-folder.ts';
import { connect } from './platform/db/connect.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts';
import { migrate } from './platform/db/migrate.ts';
import { createDb, createPool } from './platform/db/pool.ts';
import { openReadDatabase, type ReadDatabase } from './platform/db/replicas/read-database.ts';
import { createActivity } from './platform/http/activity.ts';
import { type ApiAccess, createApiAccess } from './platform/http/api-access.ts';
import { createEndedSessions } from './platform/http/ended-sessions.ts';
import { createGeneralLimit, type GeneralLimit } from './platform/http/general-limit.ts';
import { type Listening, listen } from './platform/http/listen.ts';
import { createListener } from './platform/http/listener.ts';
import { repliesFromReplicas } from './platform/http/replies-from-replicas.ts';
import { createCachedReplies } from './platform/http/response-cache.ts';
import { startJobs } from './platform/jobs/runner.ts';
import { ALONE_TIMES, LEASE_TIMES, type Leader, type Term, whileLeading } from './platform/leader-election/leader.ts';
import type { LeaseName } from './platform/leader-election/leases.ts';
import { createLog, type Log } from './platform/observability/log.ts';
import { createMetrics } from './platform/observability/metrics.ts';
import { NO_TRACING, openTracing } from './platform/observability/tracing.ts';
import { createFanOut } from './platform/realtime/bus/fan-out.ts';
import { openRedis } from './platform/realtime/bus/redis.ts';
import { createLiveHub, type LiveHub } from './platform/realtime/hub.ts';
import { attachLive } from './platform/realtime/socket.ts';
import { leaveProcesses, type Process, processJob, registerProcess, rejectOtherDatabase } from './processes.ts';
import { does, readRole } from './roles.ts';
import { connectShieldPool } from './spoiler-shield/shielded-db.ts';
import { createShieldedSites, type ShieldedSites } from './spoiler-shield/shielded-sites.ts';

/** Stops what was started in reverse order, whether the app was asked to end or could not start. */
const stopper = createStopper();

async function start(): Promise<void> {
  const settings = loadConfig(readRole(process.argv.slice(2)));
  stopper.onSignals(['SIGINT', 'SIGTERM']);
  const { serverKeys } = await openDataFolder(settings);
  const now = () => new Date();
  const config = playElsewhere(settings, serverKeys, now);
  const log = createLog(config.logLevel);

  const databaseUrl = await findDatabase(config);
  // While stopping, the database may end before connections that did not close in time.
  const onIdleError = (error: Error) => {
    if (!stopper.isStopping()) log.warn({ reason: error.message }, 'a database connection broke');
  };
  const mainPool = await connect(databaseUrl, { onIdleError, isPooled: config.databaseSessionUrl !== undefined });
  const sessionUrl = config.databaseSessionUrl ?? databaseUrl;
  const reads = config.databaseReadUrls.length > 0 ? readReplicas(config, mainPool, sessionUrl, log) : null;
  const db = reads?.db ?? createDb(mainPool);
  stopper.add('database connections', () => db.destroy());
  const pool = await connect(sessionUrl, { max: 5, waitsForDisk: false, onIdleError });
  stopper.add('connections of the limits', () => pool.end());
  const applied = await migrate(createDb(pool));
  log.info({ applied }, 'schema is up to date');
  const self: Process = { id: config.databaseUrl ? randomUUID() : ALONE, role: config.role, serverKeys };
  await registerProcess(db, self);
  stopper.add('process', () => leaveProcesses(db, self.id));
  await rejectOtherDatabase(pool, self);

  const hub = createLiveHub({ now, log });
  const redis = config.redisUrls && openRedis(config.redisUrls, log);
  // Set below, as it depends on what listens and publishes here.
  let shielded: ShieldedSites | null = null;
  const fanOut = createFanOut(
    { redis, hasOthers: config.role !== null, log, randomBytes },
    {
      replies: createCachedReplies(),
      endedSessions: createEndedSessions(now),
      hub,
      ears: [
        {
          wants: () => shielded?.isSpoilerMode() ?? false,
          hear: (topic, change) => shielded?.hear(topic, change),
          missed: () => shielded?.missed(),
        },
      ],
      renewSite: () => {
        noticeSiteSettings({ ...deps, publish: fanOut.publishHere }).catch((error) =>
          log.warn({ err: error }, 'the site is not known anew'),
        );
      },
    },
  );
  stopper.add('what other processes tell', async () => fanOut.close());
  const { publish, endedSessions, limitStore } = fanOut;
  const replies = reads ? repliesFromReplicas(fanOut.replies, reads) : fanOut.replies;
  const metrics = createMetrics();
  if (reads) watchReplicas(metrics, reads);
  watchPools(metrics, { main: mainPool, limits: pool });
  watchRedis(metrics, limitStore);
  const tracing = config.tracesUrl ? await openTracing(config.tracesUrl, { 'matchpoint.role': config.role ?? 'all' }) : NO_TRACING;
  stopper.add('traces', tracing.close);
  const activity = createActivity();
  const site = createSiteBoard();
  const deps: Deps = {
    db,
    ...(reads && { reads }),
    pool,
    limitStore,
    config,
    serverKeys,
    now,
    randomBytes,
    passwords,
    log,
    metrics,
    ...(tracing !== NO_TRACING && { trace: tracing.trace }),
    countryOf,
    replies,
    endedSessions,
    site,
    activity,
    wiring,
    isStopping: stopper.isStopping,
    publish,
  };
  await publishMetrics(deps);
  await noticeEndedSessions(deps);
  await noticeSiteSettings(deps);
  // After the last request was answered, while there is still a database.
  stopper.add('activity', async () => void (await writeActivity(deps)));
  stopper.add('own jobs', startJobs(deps, [...OWN_JOBS, processJob(self)]).stop);
  const limit = createGeneralLimit(config.rates.requestsPerMinute, limitStore);
  const apiAccess = createApiAccess(deps);
  const open = { limit, apiAccess, streams: createStreams(hub, deps) };
  shielded = does(config.role, 'web') ? shieldSites(deps, hub, open, await connectShieldPool(sessionUrl, onIdleError)) : null;
  const server = shielded && (await serve(deps, hub, open, shielded));
  await noteSettings(deps);
  await fundHouse(deps);
  await lead(deps, self, { databaseUrl: sessionUrl });
  announce(config, server, config.demo ? await ensureDemoUser(deps) : null, server ? await ensureAdmins(deps) : []);
}

/** Public reads go to replicas of the database, which may come and go at any time. */
function readReplicas({ databaseReadUrls }: Config, primary: pg.Pool, primaryUrl: string, log: Log): ReadDatabase {
  const reads = openReadDatabase({ primary, primaryUrl, replicaUrls: databaseReadUrls, log });
  stopper.add('replicas', reads.close);
  return reads;
}

/** What the site and its shielded versions share: what limits requests, and the streams of the open API, which have no shield. */
interface Shared {
  limit: GeneralLimit;
  apiAccess: ApiAccess;
  streams: Streams;
}

/** The site for users with a spoiler shield. */
function shieldSites(deps: Deps, hub: LiveHub, { limit, apiAccess, streams }: Shared, pool: pg.Pool): ShieldedSites {
  stopper.add('connections of the shielded', () => pool.end());
  const shielded = createShieldedSites({ deps, pool, hub, build: (seen) => createApp(seen, limit, apiAccess, streams) });
  stopper.add('shielded sites', async () => shielded.close());
  return shielded;
}

/** Answers requests and holds sockets. When asked to end gracefully it continues for a while, so that clients are led elsewhere. */
async function serve(deps: Deps, hub: LiveHub, { limit, apiAccess, streams }: Shared, shielded: ShieldedSites): Promise<Listening> {
  const server = await listen(createListener(deps, createApp(deps, limit, apiAccess, streams), limit, shielded), deps.config);
  stopper.add('requests', server.close);
  const live = attachLive(server.server, hub, deps, {
    sendChat: createSendChat(deps),
    findPresent: (asked) => findPresent(deps.db, asked),
    openByKey: createOpenByKey(apiAccess, streams),
    shielded,
  });
  stopper.add('sockets', live.close);
  stopper.add('streams', async () => streams.close(RECONNECT_MS));
  if (deps.metrics) watchLive(deps.metrics, hub, live, streams.sizes);
  const drainMs = deps.config.drainSeconds * 1_000;
  const drain = async (isInPeace: boolean) => {
    if (!isInPeace || drainMs === 0) return;
    server.sendAway();
    streams.close(drainMs);
    await Promise.all([live.drain(drainMs), sleep(drainMs)]);
  };
  stopper.add('visitors', drain, { takesItsTime: true });
  return server;
}

/** Clients of streams come back within this time after a stop that is not graceful. */
const RECONNECT_MS = 2_000;

/** Serves metrics on a separate port, if set: local only, unless a token protects it. */
async function publishMetrics(deps: Deps): Promise<void> {
  const { metricsPort: port, metricsToken, host } = deps.config;
  if (port === undefined) return;
  const { close } = await listen(metricsListener(deps), { host: metricsToken === undefined ? '127.0.0.1' : host, port });
  stopper.add('metrics', close);
}

/** Background work, each part in one process at a time: this one starts it at once, or waits for another to end. */
async function lead(deps: Deps, { id }: Process, { databaseUrl }: Omit<WorkerNeeds, 'filled'>): Promise<void> {
  const { role } = deps.config;
  if (role === 'web') return;
  const pool = createPool(databaseUrl, { max: 1, answerMs: LEASE_ANSWER_MS });
  stopper.add('connection of the leases', () => pool.end());
  const times = id === ALONE ? ALONE_TIMES : LEASE_TIMES;
  let onFilled = () => {};
  const filled = role === 'worker' ? Promise.resolve() : new Promise<void>((resolve) => (onFilled = resolve));
  const leaders = new Map<string, Leader>();
  if (deps.metrics) watchLeases(deps.metrics, leaders);
  const start = (name: LeaseName, run: (term: Term) => Promise<void>): Leader => {
    const leader = whileLeading({ pool, holder: id, log: deps.log, times }, name, (term) => run(term).catch(failIfFatal));
    leaders.set(name, leader);
    stopper.add(name, leader.stop);
    return leader;
  };
  if (does(role, 'worker')) start('worker', (term) => doWork(deps, term, { databaseUrl, filled }));
  if (!does(role, 'feed')) return;
  const feed = start('feed', (term) => followFeeds(deps, term, databaseUrl, onFilled));
  // If another process leads the feed, it fills the world.
  if (!(await feed.firstTry)) onFilled();
  await filled;
}

/** No other process can run on the embedded database in this folder, so the leases of a killed process are taken over at once. */
const ALONE = '00000000-0000-4000-8000-000000000000';

/** Much shorter than a lease. */
const LEASE_ANSWER_MS = 2_500;

/** Prints a problem that the operator must fix, whenever it is found, as at the start. */
function failIfFatal(error: unknown): void {
  if (!(error instanceof StartError)) throw error;
  fail(error);
}

/** Connects to DATABASE_URL, or else starts our own PostgreSQL in the data folder. */
async function findDatabase({ databaseUrl, dataDir }: Config): Promise<string> {
  if (databaseUrl) return databaseUrl;
  const database = await startEmbeddedPostgres({ dataDir, log: console.log, onLost: () => void stopper.stop(1) });
  stopper.add('PostgreSQL', database.stop);
  return database.url;
}

/** Printed and not logged: logs are kept, and read by more people. */
function announce(
  { demo, role }: Config,
  server: Listening | null,
  user: { email: string; password: string } | null,
  admins: readonly FirstAdmin[],
): void {
  console.log(`Matchpoint${demo ? ' (demo)' : ''}: ${server?.url ?? role}`);
  if (user) console.log(`sign in as ${user.email} with the password ${user.password}`);
  for (const { email, password } of admins)
    console.log(`operate it at ${new URL('/admin', server?.url).href} as ${email} with the one-time password ${password}`);
  console.log(`ready in ${process.uptime().toFixed(1)} s`);
}

function fail(error: unknown): void {
  if (stopper.isStopping()) return;
  console.error(error instanceof StartError ? error.message : error);
  void stopper.stop(1);
}

start().catch(fail);
