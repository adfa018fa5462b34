import type { Feed, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import type { Log } from '#server/platform/observability/log.ts';
import { sleepUntilAborted } from '#server/platform/sleep.ts';
import { type Allowance, withHeaders, withRequest } from './allowance.ts';
import type { Plan } from './choose.ts';
import { type Answer, ApiSportsError, askProvider, type ClientSettings } from './client.ts';
import { watchOverdue } from './known-match.ts';
import type { Price } from './prices.ts';
import type { CommonProgress } from './progress.ts';
import type { Taken } from './rows.ts';
import type { FeedStore } from './store.ts';

/** What an operator sets for each of the provider's services. */
export interface ApiSportsSettings extends Allowance, Omit<ClientSettings, 'keySetting'> {
  /** The provider's numbers of the leagues to follow. */
  leagues: readonly string[];
}

export interface AnswerInHand {
  rows: unknown[];
  /** When it was asked for, by our clock. */
  askedAt: Date;
  /** The leagues that are followed. */
  leagues: readonly string[];
  /** The prices we hold of matches under way, by the provider's ids: live odds are told beside them. */
  held: ReadonlyMap<string, Price[]>;
}

/** One of the provider's services: what it is asked (`R`), what of it is remembered (`P`), and what its answers mean. */
export interface Service<P extends CommonProgress, R> {
  name: string;
  keySetting: string;
  oddsCadenceSeconds: number;
  plan: (progress: P, settings: ApiSportsSettings, nowMs: number) => Plan<R>;
  /** Path and query of a request. */
  queryOf: (request: R) => string;
  /** What a request is remembered by. */
  keyOf: (request: R) => string;
  /** Kinds of requests that tell of matches: the part of a key before its colon. While one of them fails, a silent match may have changed unseen. */
  matchKinds: readonly string[];
  /** The matches whose prices have to be known before the answer is taken. */
  heldFor: (progress: P, request: R) => string[];
  /** Turns an answer into updates, and notes in `progress` what later requests need to know. */
  take: (progress: P, request: R, answer: AnswerInHand) => Taken;
  noteAnswer: (progress: P, request: R, answer: Answer, askedMs: number) => void;
  noteProblem: (progress: P, request: R, error: ApiSportsError, nowMs: number) => void;
}

export interface FeedOptions<P> {
  store: FeedStore<P>;
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
 * A service of API-Sports as a feed: the plan says what to ask next within the allowance, and each answer is told and then
 * noted as told. A restart goes on where the last run stood. A key that is refused ends the run with an error that says so.
 */
export function createApiSportsFeed<P extends CommonProgress, R>(
  service: Service<P, R>,
  settings: ApiSportsSettings,
  options: FeedOptions<P>,
): Feed {
  const { store, now, log, sleep = sleepUntilAborted } = options;
  const { name, keySetting, oddsCadenceSeconds, keyOf } = service;
  let refusedUntilMs = 0;

  async function* updates(signal: AbortSignal, unfinished: readonly string[] = []): AsyncGenerator<FeedUpdate[]> {
    const progress = await store.load();
    watchOverdue(progress.fixtures, await store.overdue(unfinished));
    while (!signal.aborted) {
      const nowMs = now().getTime();
      const next = refusedUntilMs > nowMs ? ({ kind: 'wait', untilMs: refusedUntilMs } as const) : service.plan(progress, settings, nowMs);
      if (next.kind === 'ask') yield* ask(progress, next.request, signal);
      else await sleep(Math.min(Math.max(next.untilMs - nowMs, 1), SLEEP_MS_MAX), signal);
    }
  }

  async function* ask(progress: P, request: R, signal: AbortSignal): AsyncGenerator<FeedUpdate[]> {
    const askedAt = now();
    progress.used = withRequest(progress.used, askedAt.getTime());
    try {
      const answer = await askProvider({ ...settings, keySetting }, { fetch, ...options }, service.queryOf(request), signal);
      progress.used = withHeaders(progress.used, answer.headers, now().getTime());
      const held = await store.heldPrices(service.heldFor(progress, request));
      const taken = service.take(progress, request, { rows: answer.rows, askedAt, leagues: settings.leagues, held });
      // What was used counts even if the import should fail.
      await store.save(progress);
      await store.refuse(taken.refusals);
      log.debug({ feed: name, request: keyOf(request), updates: taken.updates.length }, 'asked a feed');
      const updates = hearsMatches(service, progress, keyOf(request), askedAt.getTime())
        ? [...taken.updates, { kind: 'contact' } as const]
        : taken.updates;
      if (updates.length > 0) yield updates;
      service.noteAnswer(progress, request, answer, askedAt.getTime());
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiSportsError)) throw error;
      service.noteProblem(progress, request, error, now().getTime());
      log.warn({ feed: name, request: keyOf(request), problem: error.problem, reason: error.message }, 'a feed had no answer');
      if (error.problem === 'setting') {
        refusedUntilMs = now().getTime() + REFUSED_MS;
        await store.save(progress);
        throw error;
      }
    }
    await store.save(progress);
  }

  return { name, oddsCadenceSeconds, updates };
}

const kindOf = (key: string): string => key.split(':')[0]!;

/** A request that nobody has made for so long is not made any more: its failure says nothing of now. */
const FAILURE_COUNTS_MS = 2 * 60 * 60_000;

/** Whether an answer shows that matches are heard of: it tells of matches, and no other request that does is failing. */
function hearsMatches<P extends CommonProgress, R>({ matchKinds }: Service<P, R>, { failed }: P, answered: string, nowMs: number): boolean {
  const isFailing = ([key, { retryMs }]: [string, { retryMs: number }]) =>
    key !== answered && matchKinds.includes(kindOf(key)) && retryMs > nowMs - FAILURE_COUNTS_MS;
  return matchKinds.includes(kindOf(answered)) && !Object.entries(failed).some(isFailing);
}
