import { AppError, rateLimited } from './app-error.ts';
import { networkTiers } from './network-tiers.ts';

interface Waiting {
  requester: string;
  begin: () => void;
  refuse: (error: AppError) => void;
}

/** The requesters of one network, in the order of their next turns. */
type Network = Map<string, Waiting[]>;

export interface FairQueueOptions {
  /** How many pieces of work are done beside each other. */
  atOnce: number;
  /** How many wait at most; whoever has most waiting is refused first. */
  waitingMax: number;
  /** How many of one requester wait at most. */
  waitingMaxEach: number;
  /** How many of one requester are done beside each other; all of `atOnce` where left out. */
  atOnceEach?: number;
  /** In how many seconds a refused requester may come again. */
  againSeconds?: number;
}

export interface FairQueue {
  /**
   * Does the work when it is the requester's turn, and returns what comes of it. `requester` is an IP address, or any other name of one caller.
   * Throws `rate_limited` where the requester has too many waiting, and `unavailable` where everybody has.
   */
  run: <T>(requester: string, work: () => Promise<T>) => Promise<T>;
  waiting: () => number;
}

/**
 * Lets requesters do something expensive in turn, so that one who asks for two hundred holds up nobody who asks for one. Networks (a /24 of IPv4, a
 * /48 of IPv6) take turns, and within one its addresses (an IPv4 address, a /64): who has many addresses of one network has one turn.
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

  /** Takes out whose turn it is, and puts their network and them behind all others. */
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

  /** Makes room for one more by refusing the last of who has most waiting; says whether there is room for a requester with so many. */
  function makeRoom(ownCount: number): boolean {
    let [longest, at]: [Waiting[], Network | null] = [[], null];
    for (const network of networks.values()) {
      for (const list of network.values()) if (list.length > longest.length) [longest, at] = [list, network];
    }
    if (at === null || longest.length <= ownCount + 1) return false;
    waiting -= 1;
    longest.pop()!.refuse(rateLimited(againSeconds * 1_000));
    return true;
  }

  function enter(requester: string): Promise<() => void> {
    const { host, block } = placeOf(requester);
    const leave = once(() => end(host));
    if (busy < atOnce && mayBegin(host)) {
      start(host);
      return Promise.resolve(leave);
    }
    const network = networks.get(block) ?? new Map<string, Waiting[]>();
    const list = network.get(host) ?? [];
    if (list.length >= waitingMaxEach) return Promise.reject(rateLimited(againSeconds * 1_000));
    if (waiting >= waitingMax && !makeRoom(list.length)) return Promise.reject(new AppError('unavailable'));
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
