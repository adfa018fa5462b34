import pg from 'pg';
import { bankrollTransfer } from '#domain/ledger/ledger.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { worldDeps } from './deps.ts';
import { createHonest } from './honest.ts';
import { givenTo, leftToPlay, type PlayThrough, playRequests } from './payouts.ts';
import type { Person } from './people.ts';
import { createRings, RING_KINDS, type RingKind } from './rings/kinds.ts';
import type { Ring } from './rings/ring.ts';
import { withoutForeignKeys } from './rows.ts';
import { settleContest } from './settle.ts';
import { createWorld, START, type World } from './world.ts';
import { writeBeginnings, writeDay } from './write.ts';

export interface WorldOrder {
  seed: number;
  honest: number;
  days: number;
  /** Ring kinds, each in every size; all kinds by default. */
  kinds?: readonly RingKind[];
  sizes: readonly (readonly [least: number, most: number])[];
  playThrough: PlayThrough;
}

export interface PlayedWorld {
  world: World;
  deps: Deps;
  order: WorldOrder;
  honest: readonly Person[];
  rings: readonly Person[];
}

/**
 * Plays a world day by day on an empty, migrated database. All randomness comes from the seed: the same order and flags give the same
 * world.
 */
export async function playWorld(database: { db: Db; pool: pg.Pool; url: string }, order: WorldOrder): Promise<PlayedWorld> {
  const { seed, days, kinds = RING_KINDS, sizes, playThrough } = order;
  const world = createWorld(seed, playThrough);
  const deps = worldDeps(database, seed, {}, () => new Date(world.dayStart + DAY_MS - MINUTE_MS));
  const honest = createHonest(world.random, order.honest, days);
  const rings = createRings(world.random, days, kinds, sizes);
  const ringPeople = rings.flatMap(({ people }) => people);
  await writeBeginnings(deps);
  const { house_bankroll } = deps.config.limits;
  world.ledger.post(bankrollTransfer(`up to ${house_bankroll}`, house_bankroll), START);
  const planDay = planner(world, honest, rings);
  // COPY needs a separate connection, because the pool's connections pipeline statements.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await withoutForeignKeys(client, async () => {
      for (let day = 0; day < days; day++) {
        world.nextDay();
        planDay();
        world.playDay();
        await writeDay(world, deps, client);
        notePlayed(honest.people);
        await playRequests(world, deps, playThrough);
      }
    });
  } finally {
    await client.end();
  }
  return { world, deps, order, honest: honest.people, rings: ringPeople };
}

/** Returns a function that plans a day: registrations, actions, and the ends of contests. */
function planner(world: World, honest: ReturnType<typeof createHonest>, rings: readonly Ring[]): () => void {
  const people = [...honest.people, ...rings.flatMap((ring) => ring.people)].toSorted((a, b) => a.joinsAt - b.joinsAt);
  let joined = 0;
  return () => {
    for (; joined < people.length && people[joined]!.joinsAt < world.dayStart + DAY_MS; joined++) {
      const person = people[joined]!;
      world.at(person.joinsAt, (at) => world.join(person, at));
    }
    honest.plan(world);
    for (const { people, plan } of rings)
      plan(
        world,
        people.filter(({ joinsAt }) => joinsAt < world.dayStart),
      );
    for (const { pool, fixed, endsAt } of world.matches)
      for (const contest of [pool, fixed]) world.at(endsAt, (at) => settleContest(world, contest, at));
  };
}

/** Records after how many bets a user's given points had all been played for the first time. */
function notePlayed(people: readonly Person[]): void {
  for (const person of people) {
    if (person.betsUntilPlayed !== null || person.bets === 0 || givenTo(person) < 100) continue;
    if (leftToPlay(person) === 0) person.betsUntilPlayed = person.bets;
  }
}
