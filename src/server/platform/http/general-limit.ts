import { rateLimited } from './app-error.ts';
import { addInRedis, type LimitStore } from './limit-counts.ts';
import { type NetworkTier, networkTiers } from './network-tiers.ts';

/** Counts a request of an address. Throws `rate_limited` if it is over the limit. */
export type GeneralLimit = (ip: string) => Promise<void>;

const SECONDS = 60;
const WINDOW_MS = SECONDS * 1_000;
/** How often processes share their counts. */
const SHARE_MS = 200;
/** The maximum number of addresses whose networks are cached. */
const ADDRESSES_MAX = 20_000;

/**
 * The limits of wider networks, as multiples of a host's. They are higher than for password attempts, as most requests only read. An IPv4
 * block is 256 strangers. A whole network has no limit: it may be a mobile carrier's.
 */
const MULTIPLES = { ipv6: { host: 1, site: 2, block: 4 }, ipv4: { host: 1, site: 1, block: 16 } } as const;

/** Requests of one network, in a window that begins with the first of them. */
interface Counter {
  network: string;
  max: number;
  count: number;
  endsAt: number;
}

/**
 * Creates the limit. It counts in memory: a query for every read of a page would cost more than it protects (docs/decisions/004). An
 * address is parsed once, then mapped to the counters of its networks. With Redis, the counts of all processes are added up there a few
 * times a second, and a network whose total is over a limit is refused by every process; requests do not wait for this.
 */
export function createGeneralLimit(requestsPerMinute: number, store: LimitStore | null = null): GeneralLimit {
  const counters = new Map<string, Counter>();
  const byAddress = new Map<string, readonly Counter[]>();
  const note = store ? shareCounts(store) : null;
  let sweptAt = Date.now();

  function countersOf(ip: string): readonly Counter[] {
    const known = byAddress.get(ip);
    if (known) return known;
    if (byAddress.size >= ADDRESSES_MAX) byAddress.clear();
    const found = networkTiers(ip).flatMap((tier) => {
      const counter = counters.get(tier.network) ?? newCounter(tier, requestsPerMinute);
      if (counter) counters.set(tier.network, counter);
      return counter ?? [];
    });
    byAddress.set(ip, found);
    return found;
  }

  /** Deletes, once per window, the counters of networks that send nothing any more. */
  function sweep(now: number): void {
    sweptAt = now;
    byAddress.clear();
    for (const [network, counter] of counters) if (isOver(counter, now)) counters.delete(network);
  }

  return async (ip) => {
    const now = Date.now();
    if (Math.abs(now - sweptAt) > WINDOW_MS) sweep(now);
    const found = countersOf(ip);
    for (const counter of found) {
      if (isOver(counter, now)) begin(counter, now);
      // If the clock was set back, no window ends later than a whole one from now.
      if (counter.endsAt - now > WINDOW_MS) counter.endsAt = now + WINDOW_MS;
      if (counter.count >= counter.max) throw rateLimited(counter.endsAt - now);
    }
    for (const counter of found) {
      counter.count += 1;
      note?.(counter);
    }
  };
}

function newCounter({ tier, network }: NetworkTier, hostMax: number): Counter | null {
  if (tier === 'network') return null;
  return { network, max: hostMax * MULTIPLES[network.includes(':') ? 'ipv6' : 'ipv4'][tier], count: 0, endsAt: 0 };
}

const isOver = ({ endsAt }: Counter, now: number): boolean => endsAt <= now;

function begin(counter: Counter, now: number): void {
  counter.count = 0;
  counter.endsAt = now + WINDOW_MS;
}

/** Returns a function that records an accepted request. */
function shareCounts(store: LimitStore): (counter: Counter) => void {
  let counts = new Map<Counter, number>();
  const share = () => {
    const counted = counts;
    counts = new Map();
    if (!store.isReady) return;
    for (const [counter, count] of counted) {
      addInRedis(store, { name: 'general', seconds: SECONDS }, counter.network, count).then(
        (all) => block(counter, all.count, all.waitMs),
        // Redis is unavailable: each process counts for itself until it is back.
        () => undefined,
      );
    }
  };
  return (counter) => {
    if (counts.size === 0) setTimeout(share, SHARE_MS).unref();
    counts.set(counter, (counts.get(counter) ?? 0) + 1);
  };
}

/** Refuses requests of a network whose total over all processes is over the limit. */
function block(counter: Counter, count: number, waitMs: number): void {
  if (count <= counter.max) return;
  counter.count = counter.max;
  counter.endsAt = Date.now() + waitMs;
}
