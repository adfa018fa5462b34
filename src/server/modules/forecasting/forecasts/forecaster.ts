import type { Worker } from 'node:worker_threads';
import type { Sport } from '#domain/matches/sport.ts';
import { sleepUntilAborted } from '#server/platform/lifetime.ts';
import type { Log } from '#server/platform/observability/log.ts';
import { openThread } from '#server/platform/open-thread.ts';
import type { SeasonOutlook } from './season-outlook.ts';
import type { StoredForecast } from './stored-forecast.ts';

interface ForecasterDeps {
  /** The worker has its own database connection. */
  databaseUrl: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Waits between a crash and the next start. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The worker is not running, or ended before it answered. Already logged; the worker is being restarted. */
class ForecasterAway extends Error {}

/** Awaits periodic work and ignores `ForecasterAway`, since the work is repeated anyway. */
export async function unlessAway(work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof ForecasterAway)) throw error;
  });
}

/** The models, in their own thread. */
export interface Forecaster {
  /** Rejects with the worker's error, or with ForecasterAway if the worker crashes meanwhile or is not running. */
  ask: <K extends Question['kind']>(question: Extract<Question, { kind: K }>) => Promise<Answers[K]>;
  isThere: () => boolean;
  /** Terminates the thread as a fault in it would. */
  crash: () => Promise<void>;
  stop: () => Promise<void>;
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

const BACKOFF_MS_MIN = 1_000;
const BACKOFF_MS_MAX = 60_000;

/** Starts the worker and restarts it whenever it ends by itself, with growing delays until it answers. */
export function startForecaster({ databaseUrl, log, sleep = sleepUntilAborted }: ForecasterDeps): Forecaster {
  const ending = new AbortController();
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let [asked, backoffMs] = [0, BACKOFF_MS_MIN];

  const settle = (message: Answered): void => {
    const promise = waiting.get(message.id);
    waiting.delete(message.id);
    if ('error' in message) promise?.reject(new Error(message.error));
    else {
      backoffMs = BACKOFF_MS_MIN;
      promise?.resolve(message.answer as never);
    }
  };

  const start = (): void => {
    worker = openWorker(databaseUrl);
    worker.on('message', settle);
    worker.on('error', (error) => log.error({ err: error }, 'forecaster crashed'));
    worker.on('exit', () => void onExit());
  };

  const onExit = async (): Promise<void> => {
    worker = null;
    for (const { reject } of waiting.values()) reject(new ForecasterAway('the forecaster ended before it answered'));
    waiting.clear();
    if (ending.signal.aborted) return;
    log.warn({ retryMs: backoffMs }, 'forecaster ended, restarting it');
    const waitMs = backoffMs;
    backoffMs = Math.min(2 * backoffMs, BACKOFF_MS_MAX);
    await sleep(waitMs, ending.signal);
    if (!ending.signal.aborted) start();
  };

  start();
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (worker === null) return reject(new ForecasterAway('the forecaster is being started again'));
        const id = ++asked;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, ...question } satisfies Asked);
      }),
    isThere: () => worker !== null,
    crash: async () => void (await worker?.terminate()),
    stop: async () => {
      ending.abort();
      await worker?.terminate();
    },
  };
}

const openWorker = (databaseUrl: string): Worker =>
  openThread('forecast-worker', new URL('./forecast-worker.ts', import.meta.url), { workerData: { databaseUrl } });

/** A request of the site to the worker; a number pairs it with its answer. */
export type Question =
  /** Learn what has happened since the last time, by the clock that stamps results. `isAnew`: learn everything from the beginning. */
  | { kind: 'learn'; now: Date; isAnew: boolean }
  | { kind: 'forecast'; matchIds: readonly number[] }
  /** Simulate the rest of a season. */
  | { kind: 'simulate'; leagueId: number; season: string; seed: string };

/** What was learned: results of these teams, or, with `isAnew`, so much that every forecast may have changed. */
export interface News {
  isAnew: boolean;
  teamIds: number[];
  matches: number;
}

export interface Forecasted {
  matchId: number;
  sport: Sport;
  /** Null if neither team has ever been seen. */
  forecast: StoredForecast | null;
}

export interface Answers {
  learn: News;
  forecast: Forecasted[];
  /** Null if there is no table to play for, or nothing is known of a team. */
  simulate: SeasonOutlook | null;
}

export type Asked = Question & { id: number };
export type Answered = { id: number; answer: Answers[keyof Answers] } | { id: number; error: string };
