import { home } from '#test/fraud/addresses.ts';
import { drawHabits, type Habits, planVisit } from '#test/fraud/habits.ts';
import type { Person } from '#test/fraud/people.ts';
import type { World } from '#test/fraud/world.ts';
import { collectorsOf, dump, enlist, isTurn, middlingMatch, prepareWallets, quietMatch, type RingMaker } from './ring.ts';

/* Patient rings: they play as others do, and pass on only a part. */

/**
 * Slow burn: accounts register one by one over weeks, play for themselves, and every ten days lose half of their points to one in twenty.
 */
export const slowBurn: RingMaker = (random, order) => {
  const people = enlist(random, order, Math.min(35, order.days / 2), () => ({ addressOf: home(random) }));
  const habits = people.map(() => ({ ...drawHabits(random), visits: 0.75 + 0.2 * random(), boldness: 0.08 }));
  return {
    people,
    plan: (world, joined) => {
      playHonestly(world, joined, habits);
      prepareWallets(world, joined);
      const takers = collectorsOf(joined, 20);
      // A tenth of them each day, so that no day stands out.
      const givers = joined.slice(takers.length).filter((_, n) => (n + world.day) % 10 === 0);
      if (givers.length > 0) dump(world, givers, takers, quietMatch(world), 0.5);
    },
  };
};

/**
 * Hired: real people with their own browsers, addresses and mailboxes, who are paid elsewhere for losing to their employer. They play as
 * they like, and share only the flow of points: once a week most of what they have, half of the time in pools with dozens of others.
 */
export const hired: RingMaker = (random, order) => {
  const people = enlist(random, order, 20, () => ({ addressOf: home(random) }));
  const habits = people.map(() => ({ ...drawHabits(random), visits: 0.7 + 0.28 * random(), boldness: 0.05 + 0.08 * random() }));
  const takers = Math.max(1, Math.round(order.size / 30));
  for (const person of people.slice(takers)) person.asks = false;
  return {
    people,
    plan: (world, joined) => {
      playHonestly(world, joined, habits);
      prepareWallets(world, joined);
      if (!isTurn(world, people, 7)) return;
      const match = random() < 0.5 ? quietMatch(world) : middlingMatch(world);
      dump(
        world,
        joined.slice(takers).filter(() => random() < 0.8),
        joined.slice(0, takers),
        match,
        0.6,
      );
    },
  };
};

const playHonestly = (world: World, joined: readonly Person[], habits: readonly Habits[]): void => {
  for (const [n, person] of joined.entries()) planVisit(world, person, habits[n]!);
};
