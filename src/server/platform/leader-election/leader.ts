import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { isDatabaseAway } from '#server/platform/db/connect.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { sleepUntilAborted } from '#server/platform/lifetime.ts';
import type { Log } from '#server/platform/observability/log.ts';
import { confirmLease, LeaseLost, type LeaseName, releaseLease, takeLease } from './leases.ts';

/** The times of docs/decisions/039: another process may take over after `leaseMs`; by then the holder has long stopped. */
export interface LeaseTimes {
  leaseMs: number;
  /** Without an answer for this long, the holder assumes that it has lost the lease. */
  fenceMs: number;
  renewMs: number;
  /** How often a process without the lease tries to take it. */
  tryMs: number;
}
export const LEASE_TIMES: LeaseTimes = { leaseMs: 8_000, fenceMs: 6_000, renewMs: 2_000, tryMs: 1_000 };

/** The times for a database that no other process can reach. Nothing can take over, so work is never ended because the machine is busy. */
export const ALONE_TIMES: LeaseTimes = { ...LEASE_TIMES, fenceMs: 2 ** 31 - 1 };

export interface LeaderDeps {
  /** Only for leases, which must not wait for other queries: each gets an answer or an error within two seconds. */
  pool: pg.Pool;
  /** The id of this process. */
  holder: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  times?: LeaseTimes;
  /** A monotonic clock in milliseconds, which also advances while the process is suspended. */
  clock?: () => number;
}

/** What the leader receives. */
export interface Term {
  /** Aborts when the lease is lost, or is about to be released. */
  signal: AbortSignal;
  /** Returns whether the lease is still held. After a suspension this is correct before any timer can abort the signal. */
  isHeld: () => boolean;
  /** Call it at the end of a transaction: throws LeaseLost if another process may lead by now, and prevents that until the commit. */
  confirm: (db: Db) => Promise<void>;
}

export interface Leader {
  /** Whether the first try got the lease; false without a database. */
  firstTry: Promise<boolean>;
  isLeading: () => boolean;
  /** Ends the run, waits for it, and releases the lease at once. */
  stop: () => Promise<void>;
}

/**
 * Runs `run` in one process at a time: while this one holds the lease, and again each time it regains it. `run` must end soon after its
 * signal aborts. If it fails, it is run again; if it ends by itself, the lease is kept, as other processes have nothing to do either.
 */
export function whileLeading(deps: LeaderDeps, name: LeaseName, run: (term: Term) => Promise<void>): Leader {
  const { pool, holder, log, times = LEASE_TIMES, clock = () => performance.now() } = deps;
  const stopping = new AbortController();
  let current: Term | null = null;
  let isAnswered = true;
  let answerFirst = (_: boolean) => {};
  const firstTry = new Promise<boolean>((resolve) => {
    answerFirst = resolve;
  });

  /**
   * Returns until when this process holds the lease, counted from before the query; null if another process holds it; undefined if unknown.
   */
  const take = async (): Promise<number | null | undefined> => {
    const askedAt = clock();
    try {
      const isOurs = await takeLease(pool, name, holder, times.leaseMs);
      isAnswered = true;
      return isOurs ? askedAt + times.fenceMs : null;
    } catch (error) {
      // Only the first of several failures in a row is logged.
      if (isAnswered && !stopping.signal.aborted)
        log.warn({ lease: name, reason: String(error) }, 'a lease could not be asked for; trying on');
      isAnswered = false;
      return undefined;
    }
  };

  const lead = async (until: number): Promise<void> => {
    const { term, end, extend } = openTerm({ holder, clock, stopping: stopping.signal }, name, until);
    current = term;
    log.info({ lease: name }, 'leads');
    const running = runUntilAborted(run, term, log, name);
    let answer: number | null | undefined = until;
    while (term.isHeld()) {
      await sleepUntilAborted(answer === undefined ? SOON_MS : times.renewMs, term.signal);
      answer = term.isHeld() ? await take() : null;
      if (answer === null) end();
      else if (answer !== undefined) extend(answer);
    }
    end();
    await running;
    current = null;
    log.info({ lease: name }, 'does not lead any more');
  };

  const seek = async (): Promise<void> => {
    let isWaiting = false;
    while (!stopping.signal.aborted) {
      const until = await take();
      if (until === null && !isWaiting) log.info({ lease: name }, 'another process leads: waits for its end');
      isWaiting = until === null;
      answerFirst(typeof until === 'number');
      if (typeof until === 'number') await lead(until);
      else await sleepUntilAborted(times.tryMs, stopping.signal);
    }
    // Resolves `firstTry` also if there was no try.
    answerFirst(false);
    await releaseLease(pool, name, holder).catch(() => {});
  };

  const seeking = seek();
  return {
    firstTry,
    isLeading: () => current?.isHeld() ?? false,
    stop: async () => {
      stopping.abort();
      await seeking;
    },
  };
}

interface OpenTerm {
  term: Term;
  end: () => void;
  /** Sets until when the lease is held, by this process' clock. */
  extend: (until: number) => void;
}

/** Opens a term that ends by itself if the lease is not renewed in time, whatever the database does. */
function openTerm(
  { holder, clock, stopping }: { holder: string; clock: () => number; stopping: AbortSignal },
  name: LeaseName,
  until: number,
): OpenTerm {
  const ending = new AbortController();
  let heldUntil = until;
  let fence: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(fence);
    stopping.removeEventListener('abort', end);
    ending.abort();
  };
  const isHeld = (): boolean => {
    if (clock() >= heldUntil) end();
    return !ending.signal.aborted;
  };
  const extend = (to: number) => {
    heldUntil = to;
    clearTimeout(fence);
    if (isHeld()) fence = setTimeout(end, heldUntil - clock());
  };
  const confirm = async (db: Db): Promise<void> => {
    await confirmLease(db, name, holder).catch((error) => {
      if (error instanceof LeaseLost) end();
      throw error;
    });
  };
  stopping.addEventListener('abort', end);
  if (stopping.aborted) end();
  else extend(until);
  return { term: { signal: ending.signal, isHeld, confirm }, end, extend };
}

/** The time between two tries after one without an answer. */
const SOON_MS = 100;
const AGAIN_MS = 1_000;

async function runUntilAborted(run: (term: Term) => Promise<void>, term: Term, log: LeaderDeps['log'], lease: string): Promise<void> {
  while (term.isHeld()) {
    try {
      return await run(term);
    } catch (error) {
      if (term.signal.aborted) return;
      if (isDatabaseAway(error)) log.warn({ lease, reason: (error as Error).message }, 'what runs under a lease waits for the database');
      else log.error({ err: error, lease }, 'what runs under a lease failed, and is run again');
      await sleepUntilAborted(AGAIN_MS, term.signal);
    }
  }
}
