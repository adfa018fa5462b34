import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { Db } from '#server/platform/db/pool.ts';
import { sleepUntilAborted } from '#server/platform/lifetime.ts';
import type { Log } from '#server/platform/observability/log.ts';
import { confirmLease, LeaseLost, type LeaseName, releaseLease, takeLease } from './leases.ts';

/** docs/decisions/039: others may begin after `leaseMs`, and the holder has ended itself long before. */
export interface LeaseTimes {
  leaseMs: number;
  /** Without an answer for so long the holder believes that it is the holder no more. */
  fenceMs: number;
  renewMs: number;
  /** How often somebody who does not hold it tries to take it. */
  tryMs: number;
}
export const LEASE_TIMES: LeaseTimes = { leaseMs: 8_000, fenceMs: 6_000, renewMs: 2_000, tryMs: 1_000 };

/** On a database that nobody else can reach nobody can take over: however busy the machine is, what runs is not ended for it. */
export const ALONE_TIMES: LeaseTimes = { ...LEASE_TIMES, fenceMs: 2 ** 31 - 1 };

export interface LeaderDeps {
  /** For leases alone, as they must not wait for those who have much to ask: each answer comes within two seconds, or an error does. */
  pool: pg.Pool;
  /** This process. */
  holder: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  times?: LeaseTimes;
  /** Milliseconds of a clock that nobody can set, and that goes on while the process is stopped. */
  clock?: () => number;
}

/** What somebody is given who leads. */
export interface Term {
  /** Ends when the lease was lost, or is to be given back. */
  signal: AbortSignal;
  /** Whether the lease is still held. A process that was stopped, and goes on, is told the truth here before any timer could end the signal. */
  isHeld: () => boolean;
  /** For the end of a transaction: throws LeaseLost where somebody else may lead by now, and keeps everybody from it until the commit. */
  confirm: (db: Db) => Promise<void>;
}

export interface Leader {
  /** Whether the first try gave us the lease; without the database there is none. */
  firstTry: Promise<boolean>;
  isLeading: () => boolean;
  /** Ends what runs, waits for it, and gives the lease back at once. */
  stop: () => Promise<void>;
}

/**
 * Runs something in one process at a time: while this one holds the lease, and again each time it gets it back. `run` ends soon after its signal does;
 * should it fail, it is run again; should it end by itself, the lease is kept, as there is nothing to do for others either.
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

  /** Until when we hold it, counted from before we asked; null where it is somebody else's; undefined where nobody knows. */
  const take = async (): Promise<number | null | undefined> => {
    const askedAt = clock();
    try {
      const isOurs = await takeLease(pool, name, holder, times.leaseMs);
      isAnswered = true;
      return isOurs ? askedAt + times.fenceMs : null;
    } catch (error) {
      // Of a row of failures the first is told.
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
    // Nobody who begins late waits for nothing.
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
  /** The lease is held until then, by our clock. */
  extend: (until: number) => void;
}

/** A term that ends by itself when the lease was not renewed in time, whatever the database does. */
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

/** Between two questions when the first had no answer. */
const SOON_MS = 100;
const AGAIN_MS = 1_000;

async function runUntilAborted(run: (term: Term) => Promise<void>, term: Term, log: LeaderDeps['log'], lease: string): Promise<void> {
  while (term.isHeld()) {
    try {
      return await run(term);
    } catch (error) {
      if (term.signal.aborted) return;
      log.error({ err: error, lease }, 'what runs under a lease failed, and is run again');
      await sleepUntilAborted(AGAIN_MS, term.signal);
    }
  }
}
