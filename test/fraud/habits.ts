import { integer, pickWeighted, type Random } from '#demo/seeded-random.ts';
import type { Pick as Outcome } from '#domain/matches/sport.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { type Match, OUTCOMES } from './matches.ts';
import { type Person, uuid } from './people.ts';
import type { World } from './world.ts';

/** How a user plays from day to day. */
export interface Habits {
  /** The probability of a visit per day. */
  visits: number;
  /** The average number of bets on a day with a visit. */
  bets: number;
  /** The fraction of the balance per stake; a stake is at least 10 points. */
  boldness: number;
  /** The share of bets in pools; all others are at fixed odds. */
  pools: number;
}

/** A third rarely returns, most come now and then, one in eight every day; a few stake high. */
export function drawHabits(random: Random): Habits {
  const visits = [0.06, 0.3, 0.6, 0.93][pickWeighted(random, [32, 33, 22, 13])]!;
  const boldness = random() < 0.06 ? 0.35 + 0.4 * random() : 0.04 + 0.16 * random();
  return { visits, bets: 0.4 + 2.2 * random(), boldness, pools: 0.2 + 0.7 * random() };
}

/** Plans a user's day: they may visit, check in, bet, sign in again, or change phones. `favourite` is a match their group talks about. */
export function planVisit(world: World, person: Person, habits: Habits, favourite: { match: Match; pick: Outcome } | null = null): void {
  const { random } = world;
  if (random() >= habits.visits) return;
  const start = world.dayStart + integer(random, 10, 20 * 60) * MINUTE_MS + integer(random, 0, 59_999);
  if (start <= person.joinsAt) return;
  const device = random() < 0.004 ? uuid(random, start) : null;
  if (device !== null || random() < 0.08)
    world.at(start, (at) => {
      if (device !== null) person.device = device;
      world.signIn(person, at);
    });
  if (random() < 0.92) world.at(start + 20_000, (at) => world.checkIn(person, at));
  if (person.wallet !== null && random() < 0.002) world.at(start + MINUTE_MS, (at) => world.setWallet(person, world.newWallet(), at));
  const bets = Math.floor(habits.bets + random());
  for (let n = 0; n < bets; n++)
    planBet(world, person, habits, start + (n + 1) * integer(random, 30, 200) * 1_000, n === 0 ? favourite : null);
}

function planBet(world: World, person: Person, habits: Habits, time: number, favourite: { match: Match; pick: Outcome } | null): void {
  const { random } = world;
  const joins = favourite !== null && favourite.match.kickoffAt > time && random() < 0.7;
  const match = joins ? favourite.match : drawMatch(world, time);
  if (match === null) return;
  const pick = joins ? favourite.pick : drawPick(random, match);
  const contest = joins || random() < habits.pools ? match.pool : match.fixed;
  const share = habits.boldness * (0.4 + 1.2 * random());
  world.at(time, (at) => {
    const balance = world.ledger.balanceOf(person.id);
    world.bet(person, contest, pick, Math.max(10, Math.round((balance * share) / 5) * 5), at);
  });
}

/** Draws a match that has not begun, popular ones more often. */
export function drawMatch(world: World, time: number): Match | null {
  const open = world.matches.filter(({ kickoffAt }) => kickoffAt > time + MINUTE_MS);
  if (open.length === 0) return null;
  return open[
    pickWeighted(
      world.random,
      open.map(({ popularity }) => popularity),
    )
  ]!;
}

/** Users back favourites somewhat more often than these win. */
export const drawPick = (random: Random, match: Match): Outcome =>
  OUTCOMES[
    pickWeighted(
      random,
      match.chances.map((chance) => chance ** 1.3),
    )
  ]!;

/** Users enter a wallet when they are close to the points they want to redeem, usually two days ahead. */
export function planWallet(world: World, person: Person): void {
  if (!person.asks || person.wallet !== null || world.ledger.balanceOf(person.id) < 0.85 * person.goal) return;
  const time = world.dayStart + integer(world.random, 8 * 60, 22 * 60) * MINUTE_MS;
  world.at(time, (at) => {
    if (at > person.joinsAt + HOUR_MS) world.setWallet(person, person.wantedWallet ?? world.newWallet(), at);
  });
}
