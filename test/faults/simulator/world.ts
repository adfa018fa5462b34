import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import { v4 } from 'uuid';
import { placeBet } from '#contract/bets.ts';
import { listContests } from '#contract/contests.ts';
import { integer, pickOne, type Random, randomFrom } from '#demo/seeded-random.ts';
import { PICKS, type Pick } from '#domain/matches/sport.ts';
import { MARKETS, type Market } from '#domain/settlement/contest.ts';
import { createApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { advanceDueContests, advanceMatches, correctDueContests, ensureContests } from '#server/modules/betting/contests/service.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { createDb } from '#server/platform/db/pool.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { AT_ONCE, createTestDatabase } from '#test/support/database.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { COURSES, courseOf } from './course.ts';
import { Crash, type CrashingPool, createCrashingPool } from './crash.ts';
import { drawFaults, type FeedMatch, tell } from './feed-fault.ts';

/** Minutes between reports of the feed: short enough that the site does not consider the feed silent. */
const STEP = 8;
const USERS = 40;
const POINTS = 1_000_000;
/** All matches begin within this time. */
const SPREAD_MINUTES = 60;
const CRASHES_PER_ACT = 0.3;
/** A process dies within this number of statements, more likely at an early one, because most work is short. */
const STATEMENTS_MAX = 512;

const TRIES_MAX = 100;
/** A pause before asking again about a transaction that has not ended. */
const UNDER_WAY_MS = 20;

/** An intended stake. */
interface Wish {
  minute: number;
  match: FeedMatch;
  market: Market;
  user: TestUser;
  pick: Pick;
  stake: number;
  key: string;
}

export interface World {
  app: TestApp;
  matches: FeedMatch[];
  users: TestUser[];
  /** Stakes confirmed to clients. */
  confirmed: Wish[];
  /** Log errors that no crash explains. */
  complaints: string[];
  crashes: number;
}

/** A running site: a crash discards its memory, which a restart creates again. */
interface Running {
  world: World;
  random: Random;
  deps: Deps;
  http: Hono;
  pool: CrashingPool;
  /** Ids of matches by their ids in the feed. */
  ids: Map<string, number>;
}

/** Plays a world to its end on a new database: the same seed gives the same world, including crashes. */
export async function playWorld(seed: string, matchCount: number): Promise<World> {
  const running = await begin(seed, matchCount);
  const { world } = running;
  const wishes = drawWishes(running).sort((a, b) => a.minute - b.minute);
  for (const minute of minutesOf(world.matches)) {
    world.app.clock.set(timeOf(minute));
    await surviving(running, () => hearFeed(running, minute));
    await surviving(running, () => followClock(running.deps));
    while (wishes[0] && wishes[0].minute <= minute) await insist(running, wishes.shift()!);
  }
  return world;
}

/** Converts a minute of the world: its matches begin in the hour after its first minute. */
export const timeOf = (minute: number): Date => new Date(Date.parse(TEST_NOW) + (minute + 240) * 60_000);

async function begin(seed: string, matchCount: number): Promise<Running> {
  const random = randomFrom(seed);
  const app = await createTestApp({ FEED: 'none', STAKE_CONTEST_MAX: '10000' }, await createTestDatabase(AT_ONCE));
  app.clock.set(timeOf(-240));
  const randomBytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256));
  const users: TestUser[] = [];
  for (let n = 0; n < USERS; n++) users.push(await createUser(app, POINTS));
  const matches = Array.from({ length: matchCount }, (_, n): FeedMatch => {
    const teams = { homeTeamId: `h${n}`, awayTeamId: `a${n}` };
    const course = courseOf(COURSES[n % COURSES.length]!, random);
    return { id: String(n), ...teams, offset: integer(random, 0, SPREAD_MINUTES), course, faults: drawFaults(random, course) };
  });
  const pool = createCrashingPool(app.database.pool);
  const world: World = { app, matches, users, confirmed: [], complaints: [], crashes: 0 };
  const note = (line: { err?: Error }, text = '') => {
    if (!pool.isDead() && !(line.err instanceof Crash)) world.complaints.push(`${text} ${line.err?.stack ?? JSON.stringify(line)}`);
  };
  const log = Object.assign(Object.create(app.deps.log) as Deps['log'], { error: note });
  const deps: Deps = { ...app.deps, db: createDb(pool.pool), pool: pool.pool, randomBytes, log };
  const running: Running = { world, random, deps, http: createApp(deps), pool, ids: new Map() };
  await importUpdates(deps, 'simulator', catalogueOf(matches));
  return running;
}

const catalogueOf = (matches: readonly FeedMatch[]): FeedUpdate[] => [
  {
    ...{ kind: 'league', id: '1', sport: 'football', name: 'League', countryCode: 'GB', season: '2026/27' },
    ...{ form: 'cup', drawPossible: true },
  },
  ...matches.flatMap(({ homeTeamId, awayTeamId }) =>
    [homeTeamId, awayTeamId].map((id): FeedUpdate => ({ kind: 'team', id, sport: 'football', name: `Team ${id}`, countryCode: null })),
  ),
];

/** Returns every moment at which the feed has news. */
function minutesOf(matches: readonly FeedMatch[]): number[] {
  const minutes = new Set<number>();
  for (const { course, offset } of matches)
    for (const [from, until] of course.windows)
      for (let step = Math.ceil((from + offset) / STEP); step * STEP < until + offset; step++) minutes.add(step * STEP);
  return [...minutes].sort((a, b) => a - b);
}

/** Acts in a process that may crash; the next process continues with the state it finds. */
async function surviving(running: Running, act: () => Promise<void>): Promise<boolean> {
  const { pool, random, world } = running;
  if (random() < CRASHES_PER_ACT) pool.armCrash(Math.ceil(STATEMENTS_MAX ** random()), random() < 0.5);
  let isThere = true;
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    isThere = false;
  }
  if (pool.isDead()) {
    world.crashes += 1;
    // Memory belongs to these objects: a new process has its own.
    running.deps = { ...running.deps };
    running.http = createApp(running.deps);
  }
  pool.restart();
  return isThere;
}

async function hearFeed(running: Running, minute: number): Promise<void> {
  const { deps, world, ids } = running;
  const told = world.matches.filter(({ course, offset }) => course.windows.some(([from, until]) => isWithin(minute - offset, from, until)));
  const updates = told.flatMap((match) => [...tell(match, minute, timeOf), ...pricesOf(match, minute)]);
  if (updates.length === 0) return;
  const { changes } = await importUpdates({ ...deps, log: { warn: () => {} } as unknown as Deps['log'] }, 'simulator', updates);
  if (ids.size < world.matches.length) await learnIds(running);
  await advanceMatches(
    deps,
    changes.map(({ matchId }) => matchId),
  );
}

const isWithin = (minute: number, from: number, until: number): boolean => minute >= from - STEP && minute < until + STEP;

/** Learns the ids of matches, which are known after the first report of each. */
async function learnIds({ world, ids }: Running): Promise<void> {
  const rows = await world.app.deps.db.selectFrom('feed_ids').select(['feed_id', 'id']).where('kind', '=', 'match').execute();
  for (const { feed_id, id } of rows) ids.set(feed_id, id);
}

function pricesOf({ id, offset, course }: FeedMatch, minute: number): FeedUpdate[] {
  if (course.at(minute - offset).status !== 'ns') return [];
  const drift = (Number(id) * 7 + minute) % 40;
  const book = { bookmaker: 'Book', market: '1x2' as const, home: 190 + drift, draw: 340, away: 420 - drift, suspended: false };
  return [{ kind: 'odds', matchId: id, seenAt: timeOf(minute), bookmakers: [book] }];
}

async function followClock(deps: Deps): Promise<void> {
  await ensureContests(deps);
  await advanceDueContests(deps);
  await correctDueContests(deps);
}

/** Draws two to six stakes per match: most in time, some twice by the same user, some too late. */
function drawWishes({ random, world }: Running): Wish[] {
  return world.matches.flatMap((match) =>
    Array.from({ length: integer(random, 2, 6) }, (): Wish => {
      const key = v4({ random: Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)) });
      const minute = match.offset + (random() < 0.3 ? integer(random, -14, 12) : integer(random, -160, 12));
      const who = { user: pickOne(random, world.users), pick: pickOne(random, PICKS), stake: integer(random, 10, 500) };
      return { minute, match, market: pickOne(random, MARKETS), key, ...who };
    }),
  );
}

/** Sends a stake with the same key until it is confirmed or refused, like a client that does not know the outcome. */
async function insist(running: Running, wish: Wish): Promise<void> {
  const matchId = running.ids.get(wish.match.id);
  if (matchId === undefined) return;
  const odds = wish.market === '1x2' ? await priceOf(running, wish, matchId) : undefined;
  if (odds === null) return;
  const input = { market: wish.market, match_id: matchId, pick: wish.pick, stake: wish.stake, ...(odds && { odds }) };
  const token = { token: await freshToken(running, wish.user), key: wish.key };
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    let answer: { status: number; code?: string } = { status: 0 };
    await surviving(running, async () => {
      const { status, problem } = await callApp(running.http, placeBet, input, token);
      answer = { status, ...(status >= 400 && { code: problem.code }) };
    });
    if (answer.status === 201) return void running.world.confirmed.push(wish);
    // A process can die while its commit is on the way: its transaction may still succeed.
    if (answer.code === 'request_in_progress') await sleep(UNDER_WAY_MS);
    else if (answer.status >= 400 && answer.status < 500) return;
  }
  throw new Error('a stake was never answered');
}

/** Returns the house's current price of the pick; null if it offers none. Reads it without crashes, like a page. */
async function priceOf({ world }: Running, { market, pick }: Wish, matchId: number): Promise<number | null> {
  const { reply } = await callApp(world.app.app, listContests, { id: matchId });
  const quote = reply.items.find((contest) => contest.market === market)?.quote;
  return quote?.prices.find((price) => price.pick === pick)?.odds ?? null;
}

/** Access tokens expire after 15 minutes of the world's time. */
const freshToken = ({ deps }: Running, { id, email }: TestUser): Promise<string> =>
  signAccessToken(deps.serverKeys, { id, email, sessionId: id }, deps.now());
