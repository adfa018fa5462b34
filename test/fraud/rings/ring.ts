import { integer, pickOne, type Random, shuffle } from '#demo/seeded-random.ts';
import type { Pick as Outcome } from '#domain/matches/sport.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { byChance, type Match } from '#test/fraud/matches.ts';
import { leftToPlay } from '#test/fraud/payouts.ts';
import { createPerson, type Person, type PersonValues } from '#test/fraud/people.ts';
import { START, type World } from '#test/fraud/world.ts';

/** Accounts controlled by one person. `plan` decides each morning what the joined accounts do that day. */
export interface Ring {
  people: Person[];
  plan: (world: World, joined: readonly Person[]) => void;
}

/** The parameters of a ring: its name in the report, its number of accounts, and when it begins. */
export interface RingOrder {
  kind: string;
  group: string;
  size: number;
  /** The day of the first registration. */
  firstDay: number;
  /** The total number of days played. */
  days: number;
}
export type RingMaker = (random: Random, order: RingOrder) => Ring;

/** Creates accounts that register one after the other within this many days, at usual hours. */
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

/** Lets all check in on most days, each at its own hour, and sign in again about every ten days. */
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

/** Places small honest-looking bets on matches that all users bet on. */
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

/** Returns an almost empty pool without another ring: of those left today, the one with the clearest favourite. */
export function quietMatch(world: World): Match {
  const quiet = world.matches.filter(({ tier }) => tier === 'quiet');
  const free = quiet.filter((match) => !world.taken.has(match));
  const clearest = (free.length > 0 ? free : quiet).reduce((best, match) =>
    Math.max(...match.chances) > Math.max(...best.chances) ? match : best,
  );
  world.taken.add(clearest);
  return clearest;
}

/** Returns one of the pools with some dozens of honest bets, to hide among them. */
export const middlingMatch = (world: World): Match =>
  pickOne(
    world.random,
    world.matches.filter(({ tier }) => tier === 'middling'),
  );

const beforeKickOff = (world: World, match: Match, minutes: number): number =>
  match.kickoffAt - integer(world.random, 3, minutes) * MINUTE_MS;

/** Bets a share of each person's points on an outcome, at times before kick-off. */
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
 * Passes points on: givers back the two less likely outcomes, takers the favourite. When the favourite fails, the points stay with the
 * givers until the next time.
 */
export function dump(world: World, givers: readonly Person[], takers: readonly Person[], match: Match, share: number, max?: number): void {
  const [favourite, ...others] = byChance(match);
  const takes = takers.filter((taker) => !givers.includes(taker));
  stakeAll(world, shuffle(world.random, givers), match, others, share, max);
  stakeAll(world, takes, match, [favourite!], 0.5);
}

/** Half bet on one outcome and half on another, all at risk among themselves: nothing is lost, and the winners double their points. */
export function duel(world: World, people: readonly Person[], match: Match, share: number, max?: number): void {
  const [favourite, , last] = byChance(match);
  // One in four backs the draw: whatever the result, some of them win.
  const draw = byChance(match)[1]!;
  stakeAll(world, shuffle(world.random, people), match, [favourite!, last!, favourite!, draw], share, max);
}

/**
 * Plays given points where it costs least: accounts that lack only this before a request back favourites at fixed odds of 1.20 and more,
 * with an eighth of the balance each. The price is the house's margin, 6 points of 100.
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

/** Returns the accounts that collect the points: one in `oneIn`, at least one. They joined first. */
export const collectorsOf = (people: readonly Person[], oneIn: number): Person[] =>
  people.slice(0, Math.max(1, Math.round(people.length / oneIn)));

/** Enters wallets of accounts that will soon have enough points for a request. */
export function prepareWallets(world: World, people: readonly Person[], at = 0.8): void {
  for (const person of people) {
    if (person.wallet !== null || !person.asks || world.ledger.balanceOf(person.id) < at * person.goal) continue;
    const time = world.dayStart + integer(world.random, 7 * 60, 22 * 60) * MINUTE_MS;
    world.at(time, (now) => world.setWallet(person, person.wantedWallet ?? world.newWallet(), now));
  }
}

/** Returns whether an action that happens about every `everyDays` days happens today, staggered by ring. */
export const isTurn = (world: World, people: readonly Person[], everyDays: number): boolean =>
  (world.day + (people[0]?.joinsAt ?? 0) / DAY_MS) % everyDays < 1;
