import { integer, pickOne, type Random, shuffle } from '#demo/seeded-random.ts';
import type { Pick as Outcome } from '#domain/matches/sport.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { byChance, type Match } from '#test/fraud/matches.ts';
import { leftToPlay } from '#test/fraud/payouts.ts';
import { createPerson, type Person, type PersonValues } from '#test/fraud/people.ts';
import { START, type World } from '#test/fraud/world.ts';

/** Accounts of one hand. `plan` says each morning what they do that day; whoever has not joined yet does nothing. */
export interface Ring {
  people: Person[];
  plan: (world: World, joined: readonly Person[]) => void;
}

/** What a ring is made from: its name in the report's counts, how many accounts, and when it begins. */
export interface RingOrder {
  kind: string;
  group: string;
  size: number;
  /** The day of the first registration. */
  firstDay: number;
  /** Days that are played in all. */
  days: number;
}
export type RingMaker = (random: Random, order: RingOrder) => Ring;

/** Accounts that register one after the other within so many days, at hours when people do. */
export function enlist(
  random: Random,
  { kind, group, size, firstDay }: RingOrder,
  withinDays: number,
  values: (n: number, joinsAt: number) => Partial<PersonValues> & Pick<PersonValues, 'addressOf'>,
): Person[] {
  const times = Array.from(
    { length: size },
    () => START + firstDay * DAY_MS + Math.floor(random() * withinDays) * DAY_MS + 6 * HOUR_MS + Math.floor(random() * 15 * HOUR_MS),
  );
  times.sort((a, b) => a - b);
  return times.map((joinsAt, n) => createPerson(random, { kind, group, isRing: true, joinsAt, ...values(n, joinsAt) }));
}

/** All check in on most days, each at an hour of its own, and sign in anew about once in ten days. */
export function farm(world: World, people: readonly Person[], rate: number): void {
  const { random } = world;
  for (const person of people) {
    if (random() >= rate) continue;
    const time = world.dayStart + integer(random, 30, 14 * 60) * MINUTE_MS + integer(random, 0, 59_999);
    if (time <= person.joinsAt) continue;
    if (random() < 0.1) world.at(time - 9_000, (at) => world.signIn(person, at));
    world.at(time, (at) => world.checkIn(person, at));
  }
}

/** Small honest-looking bets on matches that everybody bets on. */
export function decoys(world: World, people: readonly Person[], rate: number): void {
  const { random } = world;
  for (const person of people) {
    if (random() >= rate) continue;
    const match = world.matches[integer(random, 0, 9)]!;
    const pick = byChance(match)[random() < 0.65 ? 0 : 1]!;
    const contest = random() < 0.5 ? match.pool : match.fixed;
    const time = match.kickoffAt - integer(random, 10, 200) * MINUTE_MS;
    if (time > person.joinsAt) world.at(time, (at) => world.bet(person, contest, pick, 10 + 5 * integer(random, 0, 2), at));
  }
}

/** A pool where hardly anybody else is, and no other ring: of those that are left today the one with the clearest favourite. */
export function quietMatch(world: World): Match {
  const quiet = world.matches.filter(({ tier }) => tier === 'quiet');
  const free = quiet.filter((match) => !world.taken.has(match));
  const clearest = (free.length > 0 ? free : quiet).reduce((best, match) =>
    Math.max(...match.chances) > Math.max(...best.chances) ? match : best,
  );
  world.taken.add(clearest);
  return clearest;
}

/** One of the pools that have some dozens of honest bets, to hide among. */
export const middlingMatch = (world: World): Match =>
  pickOne(
    world.random,
    world.matches.filter(({ tier }) => tier === 'middling'),
  );

const beforeKickOff = (world: World, match: Match, minutes: number): number =>
  match.kickoffAt - integer(world.random, 3, minutes) * MINUTE_MS;

/** Bets a share of what everybody of these has on an outcome, each some time before kick-off. */
export function stakeAll(
  world: World,
  people: readonly Person[],
  match: Match,
  picks: readonly Outcome[],
  share: number,
  max = 5_000,
): void {
  for (const [n, person] of people.entries()) {
    const time = beforeKickOff(world, match, 150);
    if (time <= person.joinsAt) continue;
    world.at(time, (at) =>
      world.bet(person, match.pool, picks[n % picks.length]!, Math.min(max, share * world.ledger.balanceOf(person.id)), at),
    );
  }
}

/**
 * Passes points on: those who give back the two outcomes that are not expected, those who receive the favourite. When the favourite fails
 * the points stay among those who give, and the next time will do.
 */
export function dump(world: World, givers: readonly Person[], takers: readonly Person[], match: Match, share: number, max?: number): void {
  const [favourite, ...others] = byChance(match);
  const takes = takers.filter((taker) => !givers.includes(taker));
  stakeAll(world, shuffle(world.random, givers), match, others, share, max);
  stakeAll(world, takes, match, [favourite!], 0.5);
}

/** Half bets on one outcome and half on another, all of it at risk among themselves: nothing is lost, and those who win have twice as much. */
export function duel(world: World, people: readonly Person[], match: Match, share: number, max?: number): void {
  const [favourite, , last] = byChance(match);
  // Draws are left to one in four: whichever way it goes, somebody of theirs wins.
  const draw = byChance(match)[1]!;
  stakeAll(world, shuffle(world.random, people), match, [favourite!, last!, favourite!, draw], share, max);
}

/**
 * Plays what was given where it costs least: who could ask but for that backs favourites at fixed odds of 1.20 and more, an eighth of the balance on
 * each. The house's margin, 6 points of 100, is the price.
 */
export function playAtHouse(world: World, people: readonly Person[]): void {
  if (world.playThrough === 'off') return;
  const matches = world.matches.filter((match) => Math.min(...Object.values(match.odds)) >= 120);
  for (const person of people) {
    if (world.ledger.balanceOf(person.id) < person.goal || leftToPlay(person) === 0) continue;
    for (const match of shuffle(world.random, matches).slice(0, 4)) {
      const time = beforeKickOff(world, match, 150);
      world.at(time, (at) => world.bet(person, match.fixed, byChance(match)[0]!, world.ledger.balanceOf(person.id) / 8, at));
    }
  }
}

/** Those whom the points are meant for: one in so many, at least one. They joined first. */
export const collectorsOf = (people: readonly Person[], oneIn: number): Person[] =>
  people.slice(0, Math.max(1, Math.round(people.length / oneIn)));

/** Enters a wallet where enough points are there to ask soon. */
export function prepareWallets(world: World, people: readonly Person[], at = 0.8): void {
  for (const person of people) {
    if (person.wallet !== null || !person.asks || world.ledger.balanceOf(person.id) < at * person.goal) continue;
    const time = world.dayStart + integer(world.random, 7 * 60, 22 * 60) * MINUTE_MS;
    world.at(time, (now) => world.setWallet(person, person.wantedWallet ?? world.newWallet(), now));
  }
}

/** Whether something that is done about every so many days is done today, staggered by ring. */
export const isTurn = (world: World, people: readonly Person[], everyDays: number): boolean =>
  (world.day + (people[0]?.joinsAt ?? 0) / DAY_MS) % everyDays < 1;
