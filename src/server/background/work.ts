import { once } from 'node:events';
import { createDemoFeed } from '#demo/demo-feed.ts';
import { ensureCrowd, runDemoCrowd } from '#demo/demo-users.ts';
import { findSeasonNames } from '#demo/first-start.ts';
import { beforeThePast, runPast } from '#demo/past/run-past.ts';
import { runDemoTalk } from '#demo/talk.ts';
import { SECOND_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import {
  createOutlookRenewal,
  createRenewal,
  type Forecaster,
  freezeForecasts,
  scoreForecasts,
  startForecaster,
  weighCrowds,
} from '#server/modules/forecasting/public.ts';
import {
  createOpinionDesk,
  createReplayFeed,
  type Feed,
  type FeedKind,
  type FeedRunner,
  type FeedState,
  findReplayStart,
  forgetUnfollowed,
  isProvider,
  type MatchChange,
  PROVIDERS,
  type RunnerDeps,
  runFeed,
} from '#server/modules/match-data/public.ts';
import { startTelegram } from '#server/modules/notifications/public.ts';
import { type Job, startJobs } from '#server/platform/jobs/runner.ts';
import type { Term } from '#server/platform/leader-election/leader.ts';
import { StartError } from '#server/platform/lifetime.ts';
import { closeChannels, createChannels } from '#server/platform/messaging/channels.ts';
import { messageJobs } from '#server/platform/messaging/deliver.ts';
import { receiptJobs } from '#server/platform/messaging/receipts.ts';
import { JOBS } from './jobs.ts';

/** Runs the feeds and, in the demo, the simulated users, for as long as the term lasts. Calls `onFilled` when there is data to show. */
export async function followFeeds(deps: Deps, { signal, confirm }: Term, databaseUrl: string, onFilled: () => void): Promise<void> {
  const feed = await followFeed(deps, signal, confirm);
  if (!feed) return onFilled();
  void feed.filled.then(onFilled);
  const crowd = deps.config.demo ? feed.filled.then(() => runDemoWorld(deps, databaseUrl, signal)) : null;
  crowd?.catch((error) => deps.log.error({ err: error }, 'the crowd went home'));
  await Promise.allSettled([feed.done, crowd]);
}

/** Lets the demo's users play on, while what they did before the first start is made. */
async function runDemoWorld(deps: Deps, databaseUrl: string, signal: AbortSignal): Promise<void> {
  const userIds = await ensureCrowd(beforeThePast(deps));
  const past = deps.config.demoPast ? runPast(deps, databaseUrl, userIds, signal) : null;
  await Promise.all([runDemoCrowd(deps, userIds, signal), runDemoTalk(deps, userIds, signal), past]);
}

export interface WorkerNeeds {
  databaseUrl: string;
  /** Forecasts wait for it, so that a bulk import is learned in one go. */
  filled: Promise<void>;
}

/** Runs timed work: jobs, messages, the Telegram bot, forecasts. Before it ends, the current message is sent. */
export async function doWork(deps: Deps, { signal, isHeld }: Term, { databaseUrl, filled }: WorkerNeeds): Promise<void> {
  const channels = createChannels(deps);
  const jobs = [
    startJobs(deps, JOBS, isHeld),
    startJobs(deps, [...messageJobs(channels), ...receiptJobs(deps)], isHeld),
    startTelegram(deps),
  ];
  const ended = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  await Promise.race([filled, ended]);
  if (!signal.aborted) jobs.push(startForecasts(deps, databaseUrl, isHeld));
  await ended;
  await Promise.all(jobs.map(({ stop }) => stop()));
  closeChannels(channels);
}

function startForecasts(deps: Deps, databaseUrl: string, mayRun: () => boolean): { stop: () => Promise<void> } {
  const forecaster = startForecaster({ databaseUrl, log: deps.log });
  const jobs = startJobs(deps, forecastJobs(deps, forecaster), mayRun);
  return {
    stop: async () => {
      const jobsDone = jobs.stop();
      await forecaster.stop();
      await jobsDone;
    },
  };
}

/**
 * Freezes the forecasts of matches that begin, updates those of coming ones and the crowd's opinion, scores those of finished ones, and
 * simulates seasons.
 */
const forecastJobs = (deps: Deps, forecaster: Forecaster): Job[] => [
  { name: 'forecasts to freeze', everyMs: SECOND_MS, run: (deps) => freezeForecasts(deps) },
  { name: 'forecasts', everyMs: 2 * SECOND_MS, run: createRenewal(deps, forecaster) },
  // Runs after the one before: season simulations use what was learned.
  { name: 'season outlooks', everyMs: 10 * SECOND_MS, run: createOutlookRenewal(deps, forecaster) },
  { name: 'crowds', everyMs: 10 * SECOND_MS, run: weighCrowds },
  { name: 'forecasts to score', everyMs: 10 * SECOND_MS, run: async (deps) => void (await scoreForecasts(deps)) },
];

/** Feeds followed at the same time. */
interface FollowedFeeds {
  states: () => Readonly<FeedState>[];
  /** Resolves when the signal was aborted and every current batch is done, or when all feeds have ended. */
  done: Promise<void>;
  /** Resolves when there is data to show. */
  filled: Promise<void>;
}

/** Follows the feeds of the settings, if any: changes are published, and contests follow them. Writes nothing once `confirm` throws. */
export async function followFeed(deps: Deps, signal: AbortSignal, confirm?: RunnerDeps['confirm']): Promise<FollowedFeeds | null> {
  const { config, db, now, log } = deps;
  if (config.feeds.length === 0) return null;
  const { sources, confirmers } = config.trust;
  await forgetUnfollowed(db, [...sources, ...confirmers]);
  const opinions = sources.length > 0 ? createOpinionDesk(config.trust) : null;
  const onChanges = (changes: MatchChange[]) => deps.wiring.onMatchesImported(deps, changes);
  const kinds: FeedKind[] = [...config.feeds, ...confirmers];
  const feeds = await Promise.all(kinds.map((kind) => createFeed(deps, kind)));
  const runners = feeds.map((feed) =>
    runFeed(
      { db, now, log, speed: config.matchSpeed, ...(confirm && { confirm }), ...(opinions && { opinions }) },
      feed,
      signal,
      onChanges,
    ),
  );
  // External providers are not waited for: the site shows what it has until they answer.
  const awaited = runners.filter((_, index) => !isProvider(kinds[index]!));
  return { states: () => runners.map((runner) => runner.state()), done: all(runners, 'done'), filled: all(awaited, 'filled') };
}

const all = async (runners: FeedRunner[], when: 'done' | 'filled'): Promise<void> => {
  await Promise.all(runners.map((runner) => runner[when]));
};

async function createFeed(deps: Deps, kind: FeedKind): Promise<Feed> {
  const { config, now, log } = deps;
  const speed = config.matchSpeed;
  if (isProvider(kind)) return PROVIDERS[kind].createFeed(config.providers[kind], deps);
  if (kind === 'replay') {
    const { path, date, leadMinutes } = config.replay;
    const startAt = await findReplayStart(deps.db, `${path} ${date} ${speed}`, now(), leadMinutes);
    const feed = asStartError(() => createReplayFeed({ path, date, speed, startAt, now }));
    for (const problem of feed.problems) log.warn({ problem }, 'a part of the recording cannot be played');
    return feed;
  }
  const names = await findSeasonNames(deps.db, speed, now());
  return createDemoFeed({ seed: config.demoSeed, speed, now, names, leagues: config.demoLeagues });
}

/** An invalid recording is reported like a wrong setting, and not retried. */
function asStartError<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}
