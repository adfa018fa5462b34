import { integer } from '#demo/seeded-random.ts';
import { home, homeAddress } from '#test/fraud/addresses.ts';
import { byChance } from '#test/fraud/matches.ts';
import type { Person } from '#test/fraud/people.ts';
import {
  collectorsOf,
  decoys,
  duel,
  dump,
  enlist,
  farm,
  isTurn,
  playAtHouse,
  prepareWallets,
  quietMatch,
  type RingMaker,
  stakeAll,
} from './ring.ts';

/* Rings that live on invites: 150 points per qualified account, of which 100 go to the inviter. */

/** Days after which the cheater notices that riskless bets do not count. */
const PATIENCE_DAYS = 12;

/**
 * Riskless qualification: an inviter and accounts that all back one side of a pool without others, so that every stake is returned. If that
 * does not count, they later place a few small bets among honest users, and bet against each other. Addresses are of a cheap VPN, with
 * three or four accounts each.
 */
export const oneSided: RingMaker = (random, order) => {
  const addresses = Array.from({ length: Math.ceil(order.size / 3.5) }, () => homeAddress(random));
  const people = enlist(random, order, 5, (n) => ({ addressOf: () => addresses[Math.floor(n / 3.5)]! }));
  for (const person of people.slice(1)) person.inviter = people[0]!;
  return {
    people,
    plan: (world, joined) => {
      farm(world, joined, 0.85);
      prepareWallets(world, joined);
      playAtHouse(world, joined);
      if (world.day >= order.firstDay + PATIENCE_DAYS) decoys(world, joined, 0.2);
      if (!isTurn(world, people, 2)) return;
      const match = quietMatch(world);
      if (world.day < order.firstDay + PATIENCE_DAYS) stakeAll(world, joined, match, [byChance(match)[0]!], 0.5);
      else if (isTurn(world, people, 6)) dump(world, joined.slice(1), collectorsOf(joined, 30), match, 0.9);
      else duel(world, joined, match, 0.3, 60);
    },
  };
};

/**
 * Invite trees on bought residential addresses, with a browser per account: half of the rings are stars of up to eight, half are chains.
 * Accounts qualify by small bets among honest users, and pass their earnings up to the first accounts of each branch.
 */
export const inviteTree: RingMaker = (random, order) => {
  const isChain = random() < 0.5;
  const width = isChain ? 1 : integer(random, 4, 8);
  const people = enlist(random, order, Math.min(12, 3 + order.size / 12), () => ({ addressOf: home(random) }));
  for (const [n, person] of people.entries()) if (n > 0) person.inviter = people[isChain ? n - 1 : Math.floor((n - 1) / width)]!;
  const roots = (joined: readonly Person[]) => collectorsOf(joined, 20);
  return {
    people,
    plan: (world, joined) => {
      farm(world, joined, 0.9);
      decoys(world, joined, world.day < order.firstDay + 25 ? 0.25 : 0.08);
      playAtHouse(world, joined);
      prepareWallets(world, joined);
      if (isTurn(world, people, 3)) duel(world, joined, quietMatch(world), 0.2, 40);
      else if (isTurn(world, people, 5))
        dump(
          world,
          joined.filter(() => world.random() < 0.6),
          roots(joined),
          quietMatch(world),
          0.85,
        );
    },
  };
};
