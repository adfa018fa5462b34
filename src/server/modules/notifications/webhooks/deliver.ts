import { setTimeout as wait } from 'node:timers/promises';
import { isExpired, nextTry } from '#domain/notifications/webhook-retry.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/transact.ts';
import { countOutcomes } from './delivery-counts.ts';
import { type Claimed, claimDeliveries, type Ended, markEnded } from './delivery-queries.ts';
import { noteOutcomes } from './receiver-health.ts';
import { signedHeaders } from './signing.ts';
import type { Attempt, WebhookClient } from './webhook-client.ts';

/**
 * Requests in flight: in all, to receivers that answer, and to those that fail or are slow. A receiver that hangs holds its place for ten
 * seconds, so hanging ones have places of their own.
 */
const HANDS = 256;
const SLOW_HANDS = 64;
/** The most in flight to one webhook and to one host. */
const MAX = { fast: 16, slow: 2 };
const HOST_MAX = { fast: 64, slow: 8 };
/** A receiver that took longer than this is slow until its next answer. */
const SLOW_MS = 2_000;
/** How long a claim holds: longer than an attempt can take until its result is stored. */
const IN_HAND_MS = MINUTE_MS;
/** Results are collected for this long, or until there are so many, before they are stored together. */
const COLLECT_MS = 5;
const COLLECTED = 64;
/** How often new events are looked for while requests are in flight. */
const LOOK_MS = 250;

/** A request in flight. */
interface Flight {
  webhookId: string;
  host: string;
  lane: Lane;
}
type Lane = 'fast' | 'slow';

interface Run {
  flights: Set<Flight>;
  done: (Ended & { isGone: boolean })[];
  /** The first failure of our own. */
  failure: { error: unknown } | null;
  /** Called when a request ends. */
  wake: () => void;
}

/** Webhooks whose receivers were slow lately, in this process. */
const slow = new Set<string>();

/**
 * Delivers due events until none is due or `mayGoOn` returns false; returns how many attempts it made. Any number of processes may run this
 * at once. Each result is stored before the next event of the same match is sent to the same webhook.
 */
export async function deliverWebhooks(deps: Deps, client: WebhookClient, mayGoOn = () => true): Promise<number> {
  const run: Run = { flights: new Set(), done: [], failure: null, wake: () => {} };
  let all = 0;
  let slowLookMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    const mayTake = run.failure === null && mayGoOn();
    // Slow receivers can wait for a moment.
    const isSlowTurn = run.flights.size === 0 || performance.now() - slowLookMs >= LOOK_MS;
    if (isSlowTurn) slowLookMs = performance.now();
    const [written, ...taken] = await Promise.all([
      writeDown(deps, run),
      mayTake ? take(deps, client, run, 'fast') : 0,
      mayTake && isSlowTurn ? take(deps, client, run, 'slow') : 0,
    ]);
    all += taken[0] + taken[1];
    if (run.flights.size > 0) await untilDone(run);
    // What was stored may have made later events due.
    else if (run.done.length === 0 && written === 0) break;
  }
  if (run.failure !== null) throw run.failure.error;
  return all;
}

/** Claims and sends what may be in flight beside the rest; returns how many. */
async function take(deps: Deps, client: WebhookClient, run: Run, lane: Lane): Promise<number> {
  const ofLane = [...run.flights].filter((flight) => flight.lane === lane);
  const limit = (lane === 'slow' ? SLOW_HANDS : HANDS) - ofLane.length;
  if (limit <= 0) return 0;
  const at = deps.now();
  const claimed = await claimDeliveries(deps.db, {
    ...{ at, limit, inHandUntil: new Date(at.getTime() + IN_HAND_MS), isSlowLane: lane === 'slow', slow: [...slow] },
    ...{ busy: countBy(run.flights, ({ webhookId }) => webhookId), busyHosts: countBy(run.flights, ({ host }) => host) },
    ...{ max: MAX[lane], hostMax: HOST_MAX[lane] },
  });
  for (const one of claimed) {
    const flight = { webhookId: one.webhook_id, host: new URL(one.url).host, lane };
    run.flights.add(flight);
    void attempt(deps, client, one)
      .then((ended) => void run.done.push(ended))
      .catch((error) => {
        run.failure ??= { error };
      })
      .finally(() => {
        run.flights.delete(flight);
        run.wake();
      });
  }
  return claimed.length;
}

function countBy(flights: Iterable<Flight>, keyOf: (flight: Flight) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const flight of flights) counts.set(keyOf(flight), (counts.get(keyOf(flight)) ?? 0) + 1);
  return counts;
}

async function attempt(deps: Deps, client: WebhookClient, one: Claimed): Promise<Ended & { isGone: boolean }> {
  const at = deps.now();
  const about = { id: one.id, webhookId: one.webhook_id, matchId: one.match_id };
  const never = { ...about, state: 'failed' as const, nextTryAt: null, status: null, durationMs: 0, isGone: false };
  // It waited for a day behind an earlier event of its match.
  if (isExpired(one.queued_at, at)) return { ...never, problem: 'expired' };
  const headers = signedHeaders(deps, one, { id: one.event_id, body: one.payload }, at);
  if (headers === null) return { ...never, problem: 'turned_off' };
  const outcome = await client.post(one.url, headers, one.payload);
  if (outcome.durationMs > SLOW_MS) slow.add(one.webhook_id);
  else slow.delete(one.webhook_id);
  const { status, problem, durationMs } = outcome;
  const told = { ...about, status, problem, durationMs, isGone: status === 410 };
  if (problem === null) return { ...told, state: 'delivered', nextTryAt: null };
  const nextTryAt = status === 410 ? null : retryAt(deps, one, outcome);
  return { ...told, state: nextTryAt === null ? 'failed' : 'waiting', nextTryAt };
}

function retryAt({ now, randomBytes }: Deps, { attempts, queued_at }: Claimed, { askedMs }: Attempt): Date | null {
  const [high = 0, low = 0] = randomBytes(2);
  return nextTry({ attempts, queuedAt: queued_at, at: now(), askedMs, chance: (high * 256 + low) / 65_536 });
}

/** Stores results together; returns how many. */
async function writeDown(deps: Deps, run: Run): Promise<number> {
  const ended = run.done.splice(0);
  if (ended.length === 0) return 0;
  await transact(deps, async (db) => {
    await markEnded(db, ended, deps.now());
    await noteOutcomes(deps, db, ended);
  });
  countOutcomes(deps, ended);
  return ended.length;
}

/** Waits until requests have ended, and a moment longer for others; or until new events are looked for. */
async function untilDone(run: Run): Promise<void> {
  if (run.done.length === 0) await untilWoken(run, LOOK_MS, 1);
  if (run.done.length > 0 && run.done.length < COLLECTED && run.flights.size > 0) await untilWoken(run, COLLECT_MS, COLLECTED);
}

/** Waits until `count` results are there or nothing is in flight, at most `ms` milliseconds. */
async function untilWoken(run: Run, ms: number, count: number): Promise<void> {
  const stop = new AbortController();
  const woken = new Promise<void>((resolve) => {
    run.wake = () => {
      if (run.done.length >= count || run.flights.size === 0 || run.failure !== null) resolve();
    };
  });
  await Promise.race([woken, wait(ms, undefined, { signal: stop.signal }).catch(() => {})]);
  stop.abort();
}
