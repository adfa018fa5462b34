import { randomBytes } from 'node:crypto';
import { createApp } from './app.ts';
import { type Config, loadConfig } from './config.ts';
import { countryOf } from './country.ts';
import { openDataFolder } from './data-folder.ts';
import { connect } from './db/connect.ts';
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import { createDb, createPool } from './db/pool.ts';
import type { Deps } from './deps.ts';
import { ensureAdmins, type FirstAdmin } from './features/admins/service.ts';
import { noticeEndedSessions } from './features/auth/service.ts';
import { startForecaster } from './features/forecasts/service.ts';
import { createSendChat } from './features/chat/service.ts';
import { writeActivity } from './features/overview/service.ts';
import { fundHouse, noteSettings } from './features/points/service.ts';
import { noticeSiteSettings } from './features/switches/service.ts';
import { createNotices, startTelegram } from './features/telegram/service.ts';
import { ensureDemoUser, runDemoCrowd } from './feeds/demo/demo-users.ts';
import { followFeed } from './feeds/follow-feed.ts';
import { createActivity } from './http/activity.ts';
import { createCachedReplies } from './http/cached-replies.ts';
import { createEndedSessions } from './http/ended-sessions.ts';
import { createGeneralLimit } from './http/general-limit.ts';
import { createListener } from './http/listener.ts';
import { forecastJobs } from './jobs/forecast-timer.ts';
import { startJobs } from './jobs/jobs.ts';
import { type Listening, listen } from './listen.ts';
import { createLiveHub } from './live/hub.ts';
import { attachLive } from './live/socket.ts';
import { createLog } from './log.ts';
import { closeChannels, createChannels } from './messages/channels.ts';
import { messageJobs } from './messages/message-jobs.ts';
import { createSiteBoard } from './site-board.ts';
import { StartError } from './start-error.ts';
import { createStopper } from './stopper.ts';

/** What was started is stopped in the opposite order, whether the app was asked to end or could not start. */
const stopper = createStopper();

async function start(): Promise<void> {
  const config = loadConfig();
  stopper.onSignals(['SIGINT', 'SIGTERM']);
  const { serverKeys } = await openDataFolder(config);
  const log = createLog(config.logLevel);

  const databaseUrl = await findDatabase(config);
  const onIdleError = (error: Error) => log.warn({ reason: error.message }, 'a database connection broke');
  const db = createDb(await connect(databaseUrl, { onIdleError }));
  stopper.add('database connections', () => db.destroy());
  const pool = createPool(databaseUrl, { max: 5, waitsForDisk: false, onIdleError });
  stopper.add('connections of the limits', () => pool.end());
  const applied = await migrate(db);
  log.info({ applied }, 'schema is up to date');

  const replies = createCachedReplies();
  const now = () => new Date();
  const hub = createLiveHub({ now, log });
  const notices = config.telegram && createNotices();
  const publish: Deps['publish'] = (topic, change) => {
    replies.touch(topic);
    hub.publish(topic, change);
    notices?.hear(topic, change);
  };
  const endedSessions = createEndedSessions(now);
  const activity = createActivity();
  const site = createSiteBoard();
  const deps: Deps = { db, pool, config, serverKeys, now, randomBytes, log, countryOf, replies, endedSessions, site, activity, publish };
  await noticeEndedSessions(deps);
  await noticeSiteSettings(deps);
  const limit = createGeneralLimit(config.rates.requestsPerMinute);
  // After the last request was answered, and while there is a database.
  stopper.add('activity', async () => void (await writeActivity(deps)));
  const server = await listen(createListener(deps, createApp(deps, limit), limit), config);
  stopper.add('requests', server.close);
  stopper.add('sockets', attachLive(server.server, hub, deps, { sendChat: createSendChat(deps) }).close);
  stopper.add('Telegram', startTelegram(deps, { notices }).stop);
  await startWorld(deps, databaseUrl);
  const demoUser = config.demo ? await ensureDemoUser(deps) : null;
  announce(config, server, demoUser, await ensureAdmins(deps));
}

/** What happens by itself: the feed tells, contests follow, jobs do what the clock asks for, and in the demo a crowd bets. */
async function startWorld(deps: Deps, databaseUrl: string): Promise<void> {
  await noteSettings(deps);
  await fundHouse(deps);
  const jobs = startJobs(deps);
  stopper.add('jobs', jobs.stop);
  startMessages(deps);
  const ending = new AbortController();
  const feed = await followFeed(deps, ending.signal);
  const crowd = feed && deps.config.demo ? feed.filled.then(() => runDemoCrowd(deps, ending.signal)) : null;
  crowd?.catch((error) => deps.log.error({ err: error }, 'the crowd went home'));
  stopper.add('feed', async () => {
    ending.abort();
    await Promise.allSettled([feed?.done, crowd]);
  });
  await feed?.filled;
  startForecasts(deps, databaseUrl);
}

/** A message in hand is handed over before the end. */
function startMessages(deps: Deps): void {
  const channels = createChannels(deps);
  const jobs = startJobs(deps, messageJobs(channels));
  stopper.add('messages', async () => {
    await jobs.stop();
    closeChannels(channels);
  });
}

/** Not before the world is filled: what comes in all at once is learned all at once. */
function startForecasts(deps: Deps, databaseUrl: string): void {
  const forecaster = startForecaster({ databaseUrl, log: deps.log });
  const jobs = startJobs(deps, forecastJobs(deps, forecaster));
  stopper.add('forecasts', async () => {
    const jobsDone = jobs.stop();
    await forecaster.stop();
    await jobsDone;
  });
}

/** DATABASE_URL, or else our own PostgreSQL in the data folder. */
async function findDatabase({ databaseUrl, dataDir }: Config): Promise<string> {
  if (databaseUrl) return databaseUrl;
  const database = await startEmbeddedPostgres({ dataDir, log: console.log, onLost: () => void stopper.stop(1) });
  stopper.add('PostgreSQL', database.stop);
  return database.url;
}

/** Printed, and not logged: a log is kept, and read by more people. */
function announce(
  { demo }: Config,
  { url }: Listening,
  user: { email: string; password: string } | null,
  admins: readonly FirstAdmin[],
): void {
  console.log(`Matchpoint${demo ? ' (demo)' : ''}: ${url}`);
  if (user) console.log(`sign in as ${user.email} with the password ${user.password}`);
  for (const { email, password } of admins)
    console.log(`operate it at ${new URL('/admin', url).href} as ${email} with the one-time password ${password}`);
  console.log(`ready in ${process.uptime().toFixed(1)} s`);
}

start().catch((error) => {
  if (stopper.isStopping()) return;
  console.error(error instanceof StartError ? error.message : error);
  void stopper.stop(1);
});
