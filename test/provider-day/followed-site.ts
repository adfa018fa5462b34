import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { followContests, JOBS } from '#server/background/jobs.ts';
import { followFeed } from '#server/background/work.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { freezeForecasts } from '#server/modules/forecasting/public.ts';
import { fundHouse } from '#server/modules/ledger/public.ts';
import { countryOf } from '#server/platform/country.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { createSiteBoard } from '#server/platform/feature-flags/feature-flags.ts';
import { createActivity } from '#server/platform/http/activity.ts';
import { createEndedSessions } from '#server/platform/http/ended-sessions.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { createCachedReplies } from '#server/platform/http/response-cache.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { createFanOut } from '#server/platform/realtime/bus/fan-out.ts';
import { createLiveHub } from '#server/platform/realtime/hub.ts';
import { attachLive } from '#server/platform/realtime/socket.ts';
import { wiring } from '#server/wiring.ts';
import { cheapPasswords } from '#test/support/cheap-passwords.ts';
import { givePoints } from '#test/support/factories.ts';
import { at, minutesOf, type StartProvider } from './day.ts';
import { createSteppedClock, type SteppedClock } from './stepped-clock.ts';

/** A whole site in this process, on a stepped clock, which follows providers of a day. */
export interface FollowedSite {
  url: string;
  deps: Deps;
  /** Moves the site to a minute of the day and every feed with it, follows contests on the way, and then runs each job. */
  goTo: (minute: number) => Promise<void>;
  /** Gives points to the user with this address. */
  give: (email: string, points: number) => Promise<void>;
  stop: () => Promise<void>;
}

export async function startFollowedSite(
  startMinute: number,
  providers: Record<string, StartProvider>,
  ownSettings: Record<string, string> = {},
): Promise<FollowedSite> {
  const clock = createSteppedClock(at(startMinute));
  const started = await Promise.all(Object.values(providers).map((start) => start(() => minutesOf(clock.now()))));
  const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-day-'));
  // As root, the database runs as an unprivileged user who needs access to the folder.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
  const settings = Object.assign({ ...ownSettings }, ...started.map((provider) => provider.settings)) as Record<string, string>;
  const { deps, hub, close } = await createDeps(postgres.url, clock, { ...settings, FEED: Object.keys(providers).join(',') || 'none' });

  const limit = createGeneralLimit(deps.config.rates.requestsPerMinute, null);
  const listener = createListener(deps, createApp(deps, limit), limit);
  const server = await listen((request, response) => {
    // Pages learn the server's time from here.
    response.setHeader('Date', clock.now().toUTCString());
    listener(request, response);
  }, deps.config);
  const live = attachLive(server.server, hub, deps);

  const abort = new AbortController();
  // Feeds take the clock to sleep on from what they are handed.
  const feeds = await followFeed({ ...deps, sleep: clock.sleep } as Deps, abort.signal);
  const stop = async () => {
    abort.abort();
    await Promise.all([feeds?.done, live.close(), server.close()]);
    await close();
    await Promise.all([postgres.stop(), ...started.map((provider) => provider.close())]);
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    url: server.url.replace(/\/$/, ''),
    deps,
    goTo: async (minute) => {
      for (let next = minutesOf(clock.now()); next < minute; ) {
        next = Math.min(next + CONTESTS_MINUTES, minute);
        await clock.moveTo(at(next), started.length);
        await followContests(deps);
      }
      await runJobs(deps);
    },
    give: async (email, points) => {
      const { id } = await deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      await givePoints(deps.db, id, points, clock.now());
    },
    stop,
  };
}

/** Creates what the site's functions are handed, as main.ts does. */
async function createDeps(databaseUrl: string, { now }: SteppedClock, settings: Record<string, string>) {
  const [db, pool] = [createDb(createPool(databaseUrl)), createPool(databaseUrl, { max: 2 })];
  await migrate(db);
  const log = createLog('warn');
  const hub = createLiveHub({ now, log });
  const here = { replies: createCachedReplies(), endedSessions: createEndedSessions(now), hub, renewSite: () => {} };
  const { publish, replies, endedSessions, limitStore, close } = createFanOut({ redis: null, hasOthers: false, log, randomBytes }, here);
  const deps: Deps = {
    ...{ db, pool, limitStore, now, log, countryOf, replies, endedSessions, wiring, publish },
    config: readConfig({ ...SETTINGS, ...settings, DATABASE_URL: databaseUrl }),
    serverKeys: [randomBytes(32)],
    randomBytes: (count) => randomBytes(count),
    passwords: cheapPasswords,
    site: createSiteBoard(),
    activity: createActivity(),
    isStopping: () => false,
  };
  await fundHouse(deps);
  const closeAll = async () => {
    close();
    await Promise.all([db.destroy(), pool.end()]);
  };
  return { deps, hub, close: closeAll };
}

const SETTINGS = {
  ...{ HOST: '127.0.0.1', PORT: '0', RATE_LIMIT_PER_MINUTE: '100000', CONNECTIONS_PER_ADDRESS: '1000000', REQUESTS_PER_ADDRESS: '1000000' },
  ...{ REGISTER_PER_HOUR: '1000', BETS_PER_MINUTE: '1000', CAPTCHA_WORK: '3', HISTORY_SEASONS: '0', KEEP_ALIVE_SECONDS: '3600' },
  // Prevents requests to the internet for the visitor's country.
  ...{ GEO_URL_1: 'http://127.0.0.1:9/', GEO_URL_2: 'http://127.0.0.1:9/' },
};

/** How often contests are followed: while a feed still confirms results that have stood for a minute. Every second would be slow. */
const CONTESTS_MINUTES = 3;

/** Runs each job once. The models that make forecasts are left out: without past results they make none. */
async function runJobs(deps: Deps): Promise<void> {
  await freezeForecasts(deps);
  for (const { run } of JOBS) await run(deps);
}
