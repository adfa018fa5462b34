import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMatch, listMatches } from '#contract/matches.ts';
import { createApp } from '#server/app.ts';
import { createGeneralLimit } from '#server/http/general-limit.ts';
import { createListener } from '#server/http/listener.ts';
import { type Listening, listen } from '#server/listen.ts';
import { createLiveHub } from '#server/live/hub.ts';
import { useTestApp } from '#test/app.ts';
import { createMatch } from '#test/factories.ts';
import { createShieldPool } from './shielded-db.ts';
import { createShieldedSites, type ShieldedSites } from './shielded-sites.ts';

const test = useTestApp();
let sites: ShieldedSites;
let server: Listening;
let endPool: () => Promise<void>;

beforeAll(async () => {
  const { deps, app, database, clock } = test.current;
  // What is remembered is remembered by the database's clock.
  clock.set(new Date());
  const pool = createShieldPool(database.url, () => {});
  endPool = () => pool.end();
  const limit = createGeneralLimit(1_000_000);
  sites = createShieldedSites({ deps, pool, hub: createLiveHub(deps), build: (shielded) => createApp(shielded, limit) });
  server = await listen(createListener(deps, app, limit, sites), { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  sites.close();
  await server.close();
  await endPool();
});

const read = async <T>(path: string, shield?: string): Promise<T> => {
  const headers = shield === undefined ? {} : { Cookie: `theme=dark; shield=${shield}; x=1` };
  return (await fetch(new URL(path, server.url), { headers })).json() as Promise<T>;
};
const detail = (id: number, shield?: string) => read<ReplyOf<typeof getMatch>>(`/api/matches/${id}`, shield);

let id: number;
beforeEach(async () => {
  const kickoffAt = new Date(Date.now() - 30 * 60_000);
  id = await createMatch(test.current.deps.db, { kickoffAt, status: 'h1' });
  await setScore(0, 0);
  await pass(400);
});

/** A goal, or one that is taken back. */
async function setScore(home: number, away: number): Promise<void> {
  const { db } = test.current.deps;
  await db.updateTable('matches').set({ home_score: home, away_score: away }).where('id', '=', id).execute();
  tell();
}

const tell = (): void => {
  test.current.deps.publish(`match:${id}`, { t: 'refetch' });
  sites.hear(`match:${id}`, { t: 'refetch' });
};

async function addEvent(minute: number): Promise<void> {
  const event = { match_id: id, feed_event_id: `goal ${minute}`, position: minute, type: 'goal', side: 'home', period: 'H1', minute };
  await test.current.deps.db.insertInto('match_events').values(event).execute();
}

/** Lets so many seconds go by, for what was remembered and for everything else. */
async function pass(seconds: number): Promise<void> {
  const { deps, clock } = test.current;
  await sql`update shield.past set changed_at = changed_at - make_interval(secs => ${seconds})`.execute(deps.db);
  clock.advance(seconds * 1_000);
}

describe('a delay', () => {
  it('shows score and events as they were so many seconds ago, each reader by their own', async () => {
    await setScore(1, 0);
    await addEvent(31);
    await pass(20);
    await setScore(2, 0);
    await addEvent(32);
    const told = async (shield?: string) => {
      const { score, events } = await detail(id, shield);
      return [score.home, events.map(({ minute }) => minute)];
    };
    expect([await told(), await told('15'), await told('30')]).toEqual([
      [2, [31, 32]],
      [1, [31]],
      [0, []],
    ]);
    await pass(11);
    expect([await told('15'), await told('30')]).toEqual([
      [1, [31]],
      [1, [31]],
    ]);
    await pass(6);
    expect([await told('15'), await told('30')]).toEqual([
      [2, [31, 32]],
      [1, [31]],
    ]);
  });
});
