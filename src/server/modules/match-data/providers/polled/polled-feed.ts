import type { Feed, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { sleepUntilAborted } from '#server/platform/lifetime.ts';
import type { Log } from '#server/platform/observability/log.ts';
import { type Allowance, withRemaining, withRequest } from './allowance.ts';
import type { Plan } from './choose.ts';
import { type Answer, askProvider, type ClientSettings, type Protocol, ProviderError } from './client.ts';
import { watchOverdue } from './known-match.ts';
import type { CommonProgress, FeedStore } from './progress.ts';
import type { Price, Taken } from './readings.ts';
import { rememberSent, type Sent } from './unchanged.ts';

/** An operator's settings of a provider. */
export interface PolledSettings extends Allowance, Omit<ClientSettings, 'keySetting'> {
  /** What is followed, in the provider's terms: ids of leagues, codes of competitions, tours, titles. */
  followed: readonly string[];
  /** Number of seasons before the current one whose matches are imported; absent for none. */
  historySeasons?: number;
}

export interface AnswerInHand {
  rows: unknown[];
  /** When the answer was requested, by our clock. */
  askedAt: Date;
  followed: readonly string[];
  /** The stored prices of matches under way, by the provider's ids; live odds are sent beside them. */
  held: ReadonlyMap<string, Price[]>;
}

/** A provider that is asked again and again: its requests (`R`), its stored progress (`P`), and how its answers are read. */
export interface PolledService<P extends CommonProgress, R> {
  name: string;
  protocol: Protocol;
  keySetting: string;
  oddsCadenceSeconds: number;
  plan: (progress: P, settings: PolledSettings, nowMs: number) => Plan<R>;
  /** Returns the path and query of a request. */
  queryOf: (request: R) => string;
  /** Returns the key under which a request is stored. */
  keyOf: (request: R) => string;
  /** Kinds of requests about matches: the part of a key before its colon. While one of them fails, a match without updates may have changed unseen. */
  matchKinds: readonly string[];
  /** Whether updates are left out that say what was imported a short time ago: for providers whose live lists contain many matches. */
  skipsUnchanged?: boolean;
  /** Returns the matches whose prices are needed to read the answer. */
  heldFor: (progress: P, request: R) => string[];
  /** Converts an answer to updates, and stores in `progress` what later requests need. */
  take: (progress: P, request: R, answer: AnswerInHand) => Taken;
  noteAnswer: (progress: P, request: R, answer: Answer, askedMs: number) => void;
  noteProblem: (progress: P, request: R, error: ProviderError, nowMs: number) => void;
}

export interface FeedOptions<P> {
  store: FeedStore<P>;
  log: Pick<Log, 'debug' | 'info' | 'warn'>;
  now: () => Date;
  fetch?: typeof fetch;
  timeoutMs?: number;
  /** Returns early, without an error, when the signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Maximum sleep, because the clock may be set and the day's allowance may be raised. */
const SLEEP_MS_MAX = 60_000;
/** Interval after which a rejected key is tried again in this run; the next start tries at once, because the key may be another. */
const REFUSED_MS = 10 * 60_000;

/**
 * Creates a feed of a polled provider. The plan chooses the next request within the allowance; each answer is yielded and then
 * recorded as imported. A restart continues where the last run stopped. A rejected key ends the run with an error that names its setting.
 */
export function createPolledFeed<P extends CommonProgress, R>(
  service: PolledService<P, R>,
  settings: PolledSettings,
  options: FeedOptions<P>,
): Feed {
  const { store, now, log, sleep = sleepUntilAborted } = options;
  const { name, protocol, keySetting, oddsCadenceSeconds, keyOf } = service;
  let refusedUntilMs = 0;

  async function* updates(signal: AbortSignal, unfinished: readonly string[] = []): AsyncGenerator<FeedUpdate[]> {
    const progress = await store.load();
    watchOverdue(progress.fixtures, await store.overdue(unfinished));
    // What a failed run sent last may not have been imported: each run remembers its own updates.
    const sent = service.skipsUnchanged ? rememberSent() : null;
    while (!signal.aborted) {
      const nowMs = now().getTime();
      const next = refusedUntilMs > nowMs ? ({ kind: 'wait', untilMs: refusedUntilMs } as const) : service.plan(progress, settings, nowMs);
      if (next.kind === 'ask') yield* ask(progress, next.request, sent, signal);
      else await sleep(Math.min(Math.max(next.untilMs - nowMs, 1), SLEEP_MS_MAX), signal);
    }
  }

  async function* ask(progress: P, request: R, sent: Sent | null, signal: AbortSignal): AsyncGenerator<FeedUpdate[]> {
    const askedAt = now();
    progress.used = withRequest(progress.used, askedAt.getTime());
    try {
      const answer = await askProvider(protocol, { ...settings, keySetting }, { fetch, ...options }, service.queryOf(request), signal);
      progress.used = withRemaining(progress.used, answer.remaining, now().getTime());
      const held = await store.heldPrices(service.heldFor(progress, request));
      const taken = service.take(progress, request, { rows: answer.rows, askedAt, followed: settings.followed, held });
      // The request counts as used even if the import fails.
      await store.saveRequests(progress);
      await store.refuse(taken.refusals);
      const news = sent?.changed(taken.updates, askedAt.getTime()) ?? taken.updates;
      log.debug({ feed: name, request: keyOf(request), updates: news.length }, 'requested data from a feed');
      const updates = hearsMatches(service, progress, keyOf(request), askedAt.getTime()) ? [...news, { kind: 'contact' } as const] : news;
      if (updates.length > 0) yield updates;
      sent?.note(news, askedAt.getTime());
      service.noteAnswer(progress, request, answer, askedAt.getTime());
      if (taken.pastSeason) log.info({ feed: name, ...taken.pastSeason }, 'imported a past season');
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ProviderError)) throw error;
      service.noteProblem(progress, request, error, now().getTime());
      log.warn({ feed: name, request: keyOf(request), problem: error.problem, reason: error.message }, 'a request to a feed failed');
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

/** Age after which a failure is ignored: the request is not made any more, so its failure says nothing about the present. */
const FAILURE_COUNTS_MS = 2 * 60 * 60_000;

/** Returns whether an answer proves contact about matches: it is about matches, and no other such request is failing. */
function hearsMatches<P extends CommonProgress, R>(
  { matchKinds }: PolledService<P, R>,
  { failed }: P,
  answered: string,
  nowMs: number,
): boolean {
  const isFailing = ([key, { retryMs }]: [string, { retryMs: number }]) =>
    key !== answered && matchKinds.includes(kindOf(key)) && retryMs > nowMs - FAILURE_COUNTS_MS;
  return matchKinds.includes(kindOf(answered)) && !Object.entries(failed).some(isFailing);
}
