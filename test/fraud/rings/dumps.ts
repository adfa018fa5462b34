import { home } from '#test/fraud/addresses.ts';
import { collectorsOf, decoys, dump, enlist, farm, isTurn, middlingMatch, prepareWallets, quietMatch, type RingMaker } from './ring.ts';

/* Rings without ties except the flow of points: each account has a bought residential address and its own browser, and none is invited. */

/** Many to one: every five days all but a few accounts lose what they have to those few, in a pool without others. */
export const poolDump: RingMaker = (random, order) => {
  const people = enlist(random, order, 6, () => ({ addressOf: home(random) }));
  return {
    people,
    plan: (world, joined) => {
      farm(world, joined, 0.9);
      prepareWallets(world, joined);
      if (!isTurn(world, people, 5)) return;
      const takers = collectorsOf(joined, 25);
      dump(world, joined.slice(takers.length), takers, quietMatch(world), 0.95);
    },
  };
};

/**
 * Spread thinly: every day some accounts lose a little in pools with some dozens of honest bets, to several takers, who never face the same
 * accounts for long; all place decoys. The price is what honest users win of it.
 */
export const thinDump: RingMaker = (random, order) => {
  const people = enlist(random, order, 10, () => ({ addressOf: home(random) }));
  return {
    people,
    plan: (world, joined) => {
      farm(world, joined, 0.85);
      decoys(world, joined, 0.25);
      prepareWallets(world, joined);
      const takers = collectorsOf(joined, 12);
      const givers = joined.slice(takers.length).filter(() => world.random() < 0.15);
      dump(
        world,
        givers,
        takers.filter(() => world.random() < 0.5),
        middlingMatch(world),
        0.4,
        60,
      );
    },
  };
};

/**
 * Over several hops on different days: leaves lose to intermediate accounts, these to hubs, and hubs to the two or three that request
 * payouts.
 */
export const chainDump: RingMaker = (random, order) => {
  const people = enlist(random, order, 8, () => ({ addressOf: home(random) }));
  const tops = Math.max(1, Math.round(order.size / 60));
  const hubs = tops + Math.max(1, Math.round(order.size / 15));
  const mids = hubs + Math.max(1, Math.round(order.size / 5));
  for (const person of people.slice(tops)) person.asks = false;
  return {
    people,
    plan: (world, joined) => {
      farm(world, joined, 0.9);
      decoys(world, joined, 0.1);
      prepareWallets(world, joined);
      const [top, hub, mid, leaves] = [joined.slice(0, tops), joined.slice(tops, hubs), joined.slice(hubs, mids), joined.slice(mids)];
      const turn = world.day % 6;
      if (turn === 0) dump(world, leaves, mid, quietMatch(world), 0.9);
      if (turn === 2) dump(world, mid, hub, quietMatch(world), 0.9);
      if (turn === 4) dump(world, hub, top, quietMatch(world), 0.9);
    },
  };
};
