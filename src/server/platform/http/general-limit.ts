import { rateLimited } from './app-error.ts';
import { addInRedis, type LimitStore } from './limit-counts.ts';
import { type NetworkTier, networkTiers } from './network-tiers.ts';

/** Counts a request of an address, or refuses it. */
export type GeneralLimit = (ip: string) => Promise<void>;

const SECONDS = 60;
const WINDOW_MS = SECONDS * 1_000;
/** How often processes tell each other what they counted. */
const SHARE_MS = 200;
/** Addresses whose networks are remembered. */
const ADDRESSES_MAX = 20_000;

/**
 * What wider networks may ask for, as multiples of what a host may: more than for tries at passwords, as most of it is reading. A block of IPv4 is
 * 256 strangers. A whole network has no limit: it may be a mobile carrier's.
 */
const MULTIPLES = { ipv6: { host: 1, site: 2, block: 4 }, ipv4: { host: 1, site: 1, block: 16 } } as const;

/** Requests of one network, in a window that began with the first of them. */
interface Counter {
  network: string;
  max: number;
  count: number;
  endsAt: number;
}

/**
 * Counted in memory: a question for every read of a page would cost more than it protects (docs/decisions/004). An address is parsed once, and
 * then leads to the counters of its networks. With Redis, what each process counted is added up there a few times a second, and who is above a
 * limit in all together is refused in each: nobody waits.
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

  /** Forgets, once a window, the networks that nothing comes from any more. */
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
      // After a clock was set back no window ends later than a whole one from now.
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

/** Returns what notes a request that was let through. */
function shareCounts(store: LimitStore): (counter: Counter) => void {
  let counts = new Map<Counter, number>();
  const share = () => {
    const counted = counts;
    counts = new Map();
    if (!store.isReady) return;
    for (const [counter, count] of counted) {
      addInRedis(store, { name: 'general', seconds: SECONDS }, counter.network, count).then(
        (all) => block(counter, all.count, all.waitMs),
        // Away: each process counts for itself until it is back.
        () => undefined,
      );
    }
  };
  return (counter) => {
    if (counts.size === 0) setTimeout(share, SHARE_MS).unref();
    counts.set(counter, (counts.get(counter) ?? 0) + 1);
  };
}

/** Lets nobody through any more who asked too often of all processes together. */
function block(counter: Counter, count: number, waitMs: number): void {
  if (count <= counter.max) return;
  counter.count = counter.max;
  counter.endsAt = Date.now() + waitMs;
}
