import { AppError, rateLimited } from './app-error.ts';
import { networkTiers } from './network-tiers.ts';

interface Waiting {
  requester: string;
  begin: () => void;
  refuse: (error: AppError) => void;
}

/** The waiting requesters of one network, in the order of their next turns. */
type Network = Map<string, Waiting[]>;

export interface FairQueueOptions {
  /** How many tasks run at once. */
  atOnce: number;
  /**
   * How many tasks wait at most. Beyond that, the network with the most waiting is refused first, and in it the requester with the most.
   */
  waitingMax: number;
  /** How many tasks of one requester wait at most. */
  waitingMaxEach: number;
  /** How many tasks of one requester run at once; `atOnce` by default. */
  atOnceEach?: number;
  /** After how many seconds a refused requester may try again. */
  againSeconds?: number;
}

export interface FairQueue {
  /**
   * Runs the work when it is the requester's turn, and returns its result. `requester` is an IP address, or another name of one caller.
   * Throws `rate_limited` if the requester or their network has too many tasks waiting, and `unavailable` if the queue as a whole is full.
   */
  run: <T>(requester: string, work: () => Promise<T>) => Promise<T>;
  waiting: () => number;
}

/**
 * Runs expensive tasks in turn, so that a requester with two hundred does not delay one with a single task. Networks (a /24 of IPv4, a /48
 * of IPv6) take turns, and so do the addresses within them (an IPv4 address, a /64): many addresses in one network still share one turn.
 */
export function createFairQueue({
  atOnce,
  waitingMax,
  waitingMaxEach,
  atOnceEach = atOnce,
  againSeconds = 5,
}: FairQueueOptions): FairQueue {
  const networks = new Map<string, Network>();
  const underWay = new Map<string, number>();
  let [busy, waiting] = [0, 0];

  const mayBegin = (host: string): boolean => (underWay.get(host) ?? 0) < atOnceEach;

  /** Removes and returns the next task, and moves its network and its requester behind all others. */
  function next(): Waiting | undefined {
    for (const [block, network] of networks) {
      for (const [host, list] of network) {
        if (!mayBegin(host)) continue;
        const one = list.shift()!;
        waiting -= 1;
        network.delete(host);
        if (list.length > 0) network.set(host, list);
        networks.delete(block);
        if (network.size > 0) networks.set(block, network);
        return one;
      }
    }
    return undefined;
  }

  function deal(): void {
    while (busy < atOnce) {
      const one = next();
      if (!one) return;
      start(one.requester);
      one.begin();
    }
  }

  function start(host: string): void {
    busy += 1;
    underWay.set(host, (underWay.get(host) ?? 0) + 1);
  }

  function end(host: string): void {
    busy -= 1;
    const left = (underWay.get(host) ?? 1) - 1;
    if (left === 0) underWay.delete(host);
    else underWay.set(host, left);
    deal();
  }

  /**
   * Makes room for one more task by refusing the last one of the requester with the most waiting: in the network with the most, or within
   * the requester's own network if that has the most. Returns whether there is room now.
   */
  function makeRoom(block: string, host: string): boolean {
    const own = networks.get(block);
    const ownTotal = own ? totalOf(own) : 0;
    const [heaviest] = [...networks].sort(([, one], [, other]) => totalOf(other) - totalOf(one));
    if (heaviest && totalOf(heaviest[1]) > ownTotal + 1) return refuseLast(...heaviest, 0);
    return own !== undefined && refuseLast(block, own, (own.get(host)?.length ?? 0) + 1);
  }

  /** Refuses the last task of the requester with the most waiting in a network, if they have more than `more`. */
  function refuseLast(block: string, network: Network, more: number): boolean {
    const [host, list] = [...network].reduce((most, one) => (one[1].length >= most[1].length ? one : most));
    if (list.length <= more) return false;
    waiting -= 1;
    list.pop()!.refuse(rateLimited(againSeconds * 1_000));
    if (list.length === 0) network.delete(host);
    if (network.size === 0) networks.delete(block);
    return true;
  }

  /** The refusal when the queue is full: `rate_limited` for the network with the most waiting, `unavailable` for all others. */
  const refusalOf = (block: string): AppError => {
    const own = totalOf(networks.get(block) ?? new Map());
    const isHeaviest = own > 1 && [...networks.values()].every((network) => totalOf(network) <= own);
    return isHeaviest ? rateLimited(againSeconds * 1_000) : new AppError('unavailable');
  };

  function enter(requester: string): Promise<() => void> {
    const { host, block } = placeOf(requester);
    const leave = once(() => end(host));
    if (busy < atOnce && mayBegin(host)) {
      start(host);
      return Promise.resolve(leave);
    }
    if ((networks.get(block)?.get(host)?.length ?? 0) >= waitingMaxEach) return Promise.reject(rateLimited(againSeconds * 1_000));
    if (waiting >= waitingMax && !makeRoom(block, host)) return Promise.reject(refusalOf(block));
    const network = networks.get(block) ?? new Map<string, Waiting[]>();
    const list = network.get(host) ?? [];
    return new Promise((resolve, reject) => {
      list.push({ requester: host, begin: () => resolve(leave), refuse: reject });
      network.set(host, list);
      networks.set(block, network);
      waiting += 1;
    });
  }

  return {
    run: async (requester, work) => {
      const leave = await enter(requester);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    waiting: () => waiting,
  };
}

const totalOf = (network: Network): number => [...network.values()].reduce((total, list) => total + list.length, 0);

function placeOf(requester: string): { host: string; block: string } {
  const tiers = networkTiers(requester);
  const host = tiers[0]!.network;
  return { host, block: tiers.find(({ tier }) => tier === 'block')?.network ?? host };
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
