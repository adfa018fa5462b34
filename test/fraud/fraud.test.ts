import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBePlayed } from '#domain/withdrawals/play-through.ts';
import { proveLedger, proveWholeLedger } from '#server/modules/ledger/ledger-proof.ts';
import { findPlayThrough } from '#server/modules/withdrawals/requests/facts.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { findWrongEnds } from '#test/support/wrong-ends.ts';
import { HONEST_KINDS } from './honest.ts';
import { leftToPlay } from './payouts.ts';
import { type PlayedWorld, playWorld, type WorldOrder } from './play.ts';
import { figuresOf, totalOf } from './report.ts';

/* The world on which claims about rings are measured: its rows are those of the product, and its ledger can be proven. */

const order: WorldOrder = { seed: 7, honest: 300, days: 20, kinds: ['pool dump', 'one /48'], sizes: [[50, 60]], playThrough: 'on' };

let databases: TestDatabase[];
let played: PlayedWorld[];
beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()];
  played = await Promise.all(databases.map((database) => playWorld(database, order)));
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

const rowsOf = async (query: string) => (await databases[0]!.pool.query(query)).rows;

describe('the world of honest users and rings', () => {
  it('has a ledger that can be proven, and foreign keys that hold', async () => {
    expect(await proveLedger(databases[0]!.db)).toEqual({ proven: true, sum: 0, faults: [] });
    expect(await proveWholeLedger(played[0]!.deps)).toMatchObject({ proven: true });
    const [keys] = await rowsOf(
      `select count(*) as count from pg_constraint where contype = 'f' and conrelid = 'transfers'::regclass and convalidated`,
    );
    expect(keys.count).toBeGreaterThanOrEqual(2);
  });

  it('ends every bet in one way, and has the same balances as the database', async () => {
    const contests = await rowsOf('select id from contests');
    expect(contests.length).toBeGreaterThan(100);
    for (const { id } of contests) expect(await findWrongEnds(databases[0]!.db, id)).toEqual([]);
    const { ledger } = played[0]!.world;
    for (const { owner, balance } of await rowsOf(`select owner, balance from accounts where kind = 'balance'`))
      expect(ledger.balanceOf(owner)).toBe(balance);
  });

  it('knows how many points everybody has to play, as the server does', async () => {
    for (const person of played[0]!.world.people.filter((_, n) => n % 10 === 0))
      expect(leftToPlay(person)).toBe(toBePlayed(await findPlayThrough(databases[0]!.db, person.id)));
  });

  it('counts who asked for a payout, and what was paid', async () => {
    const figures = figuresOf(played.slice(0, 1));
    const rings = totalOf(figures, ['pool dump', 'one /48']);
    const users = totalOf(figures, HONEST_KINDS);
    expect(rings.accounts).toBeGreaterThanOrEqual(100);
    expect(users.accounts).toBeGreaterThanOrEqual(280);
    expect(rings.asked).toBeGreaterThan(0);
    const [asked] = await rowsOf(
      `select count(distinct user_id) as accounts, coalesce(sum(points) filter (where status = 'approved'), 0)::bigint as paid from withdrawals`,
    );
    expect(rings.asked + users.asked).toBe(asked.accounts);
    expect(rings.paid + users.paid).toBe(asked.paid);
    expect(rings.yielded).toBeGreaterThanOrEqual(rings.paid);
    expect(figures.played.bets.length).toBeGreaterThan(0);
  });

  it('is the same world each time', () => {
    const [one, other] = played.map(({ world }) => world.people.map(({ id, requests }) => [id, world.ledger.balanceOf(id), requests]));
    expect(one).toEqual(other);
  });
});
