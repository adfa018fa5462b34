import { setTimeout as sleepMs } from 'node:timers/promises';
import { matchGroup } from '#domain/match-status.ts';
import type { Feed, FeedUpdate } from '#server/feeds/feed.ts';
import type { Log } from '#server/log.ts';
import { withHeaders, withRequest } from './allowance.ts';
import { ApiFootballError, askProvider } from './client.ts';
import { noteAnswer, noteProblem } from './note-outcome.ts';
import { ODDS_MS, type PlanSettings, plan } from './planner.ts';
import type { Progress } from './progress.ts';
import { keyOf, queryOf, type Request } from './requests.ts';
import { FEED_NAME, type FeedStore } from './store.ts';
import { takeAnswer } from './take-answer.ts';
import { watchOverdue } from './watch-list.ts';

export interface ApiFootballSettings extends PlanSettings {
  key: string;
  /** "https://v3.football.api-sports.io", without a slash at the end. */
  baseUrl: string;
}

export interface ApiFootballOptions {
  store: FeedStore;
  log: Pick<Log, 'debug' | 'warn'>;
  now: () => Date;
  fetch?: typeof fetch;
  timeoutMs?: number;
  /** Ends early, without an error, when the signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The clock may be set, and the day's allowance may be lifted: nobody sleeps longer than this. */
const SLEEP_MS_MAX = 60_000;
/** A key that was refused is tried again now and then, in this run; with the next start at once, for it may be another. */
const REFUSED_MS = 10 * 60_000;

/**
 * API-Football, version 3, as a feed: the planner says what to ask next within the allowance, and each answer is told and then
 * noted as told. A restart goes on where the last run stood. A key that is refused ends the run with an error that says so.
 */
export function createApiFootballFeed(settings: ApiFootballSettings, options: ApiFootballOptions): Feed {
  const { store, now, sleep = sleepQuietly } = options;
  let refusedUntilMs = 0;

  async function* updates(signal: AbortSignal, unfinished: readonly string[] = []): AsyncGenerator<FeedUpdate[]> {
    const progress = await store.load();
    watchOverdue(progress, await store.overdue(unfinished));
    while (!signal.aborted) {
      const nowMs = now().getTime();
      const next = refusedUntilMs > nowMs ? ({ kind: 'wait', untilMs: refusedUntilMs } as const) : plan(progress, settings, nowMs);
      if (next.kind === 'ask') yield* ask(progress, next.request, signal);
      else await sleep(Math.min(Math.max(next.untilMs - nowMs, 1), SLEEP_MS_MAX), signal);
    }
  }

  async function* ask(progress: Progress, request: Request, signal: AbortSignal): AsyncGenerator<FeedUpdate[]> {
    const askedAt = now();
    progress.used = withRequest(progress.used, askedAt.getTime());
    try {
      const answer = await askProvider(settings, { fetch, ...options }, queryOf(request), signal);
      progress.used = withHeaders(progress.used, answer.headers, now().getTime());
      const held = await store.heldPrices(request.kind === 'live_odds' ? underWay(progress) : []);
      const taken = takeAnswer(progress, request, { rows: answer.rows, askedAt, leagues: settings.leagues, held });
      // What was used counts even if the import should fail.
      await store.save(progress);
      await store.refuse(taken.refusals);
      options.log.debug({ feed: FEED_NAME, request: keyOf(request), updates: taken.updates.length }, 'asked a feed');
      if (taken.updates.length > 0) yield taken.updates;
      noteAnswer(progress, request, answer, askedAt.getTime());
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiFootballError)) throw error;
      noteProblem(progress, request, error, now().getTime());
      options.log.warn({ feed: FEED_NAME, request: keyOf(request), problem: error.problem, reason: error.message }, 'a feed had no answer');
      if (error.problem === 'setting') {
        refusedUntilMs = now().getTime() + REFUSED_MS;
        await store.save(progress);
        throw error;
      }
    }
    await store.save(progress);
  }

  return { name: FEED_NAME, oddsCadenceSeconds: ODDS_MS / 1000, updates };
}

const underWay = ({ fixtures }: Progress): string[] =>
  Object.entries(fixtures).flatMap(([id, { status }]) => (matchGroup(status) === 'live' ? [id] : []));

async function sleepQuietly(ms: number, signal: AbortSignal): Promise<void> {
  await sleepMs(ms, undefined, { signal }).catch(() => {});
}
