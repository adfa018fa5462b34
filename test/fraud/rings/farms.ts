import { integer, pickOne } from '#demo/seeded-random.ts';
import { carrierAddresses, homeAddress, hostingAddresses, rented48, within64 } from '#test/fraud/addresses.ts';
import { mailAt, ownDomain, USER_AGENTS } from '#test/fraud/people.ts';
import { collectorsOf, decoys, duel, dump, enlist, farm, isTurn, playAtHouse, prepareWallets, quietMatch, type RingMaker } from './ring.ts';

/* Rings that collect the daily points with as little effort as possible: what they rent identifies them. */

/**
 * Check-in farm: a script with fewer proxies than accounts. No account collects: once a week all bet against each other, and those who win
 * twice in a row have enough to request a payout. Because sharing a proxy makes accounts related, and their bets then count for little,
 * they play at fixed odds before.
 */
export const checkInFarm: RingMaker = (random, order) => {
  const proxies = Array.from({ length: Math.ceil(order.size * 0.6) }, () => homeAddress(random));
  const people = enlist(random, order, 4, () => ({ addressOf: () => pickOne(random, proxies) }));
  return {
    people,
    plan: (world, joined) => {
      farm(world, joined, 0.97);
      prepareWallets(world, joined);
      if (isTurn(world, people, 6)) duel(world, joined, quietMatch(world), 0.95);
      else playAtHouse(world, joined);
    },
  };
};

/** One rented /48 with a /64 per account: by /64 they are unrelated. Points go to one in fifteen. */
export const one48: RingMaker = (random, order) => {
  const network = rented48(random);
  const people = enlist(random, order, 4, (n) => ({ addressOf: () => within64(random, `${network}:${(n + 16).toString(16)}`) }));
  return {
    people,
    plan: (world, joined) => {
      farm(world, joined, 0.95);
      decoys(world, joined, 0.05);
      prepareWallets(world, joined);
      const takers = collectorsOf(joined, 15);
      if (isTurn(world, people, 4)) dump(world, joined.slice(takers.length), takers, quietMatch(world), 0.9);
    },
  };
};

/** Rented servers, and catch-all mail at one to three private domains. They bet against each other and dump in turns. */
export const datacenter: RingMaker = (random, order) => {
  const addresses = hostingAddresses(random, order.size);
  const domains = Array.from({ length: 1 + Math.floor(order.size / 70) }, () => ownDomain(random));
  const people = enlist(random, order, 5, (n) => ({ addressOf: () => addresses[n]!, email: mailAt(random, pickOne(random, domains)) }));
  return {
    people,
    plan: (world, joined) => {
      farm(world, joined, 0.95);
      prepareWallets(world, joined);
      const takers = collectorsOf(joined, 20);
      if (isTurn(world, people, 7)) duel(world, joined, quietMatch(world), 0.5);
      else if (isTurn(world, people, 5)) dump(world, joined.slice(takers.length), takers, quietMatch(world), 0.8);
    },
  };
};

/**
 * Phones on one carrier, with cookies cleared before each registration: each account has its own browser, and an address shared with
 * thousands of honest users. They use only a few wallets: a paid one is passed on to the next account.
 */
export const deviceFarm: RingMaker = (random, order) => {
  const addresses = carrierAddresses(random, 24);
  const userAgent = pickOne(random, USER_AGENTS.slice(0, 2));
  const people = enlist(random, order, 10, () => ({ userAgent, addressOf: () => pickOne(random, addresses) }));
  const wallets = new Map<string, (typeof people)[number]>();
  const walletsMax = 1 + Math.floor(order.size / 40);
  return {
    people,
    plan: (world, joined) => {
      farm(world, joined, 0.93);
      decoys(world, joined, 0.08);
      if (isTurn(world, people, 6)) duel(world, joined, quietMatch(world), 0.7);
      else if (isTurn(world, people, 4))
        dump(
          world,
          joined.filter(() => world.random() < 0.4),
          collectorsOf(joined, 12),
          quietMatch(world),
          0.8,
        );
      playAtHouse(world, joined);
      for (const person of joined) {
        if (person.wallet !== null || world.ledger.balanceOf(person.id) < 0.8 * person.goal) continue;
        const time = world.dayStart + integer(random, 8 * 60, 20 * 60) * 60_000;
        if (wallets.size < walletsMax) {
          const wallet = world.newWallet();
          wallets.set(wallet, person);
          world.at(time, (at) => world.setWallet(person, wallet, at));
        } else {
          const [wallet, holder] = [...wallets].find(([, { requests }]) => requests.length > 0) ?? [];
          if (!wallet || !holder) continue;
          wallets.set(wallet, person);
          world.at(time, (at) => {
            world.setWallet(holder, world.newWallet(), at);
            world.setWallet(person, wallet, at + 1_000);
          });
        }
      }
    },
  };
};
