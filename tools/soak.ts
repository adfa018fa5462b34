// `npm run soak -- --minutes 60`: runs the demo world at sixty times its speed, with simulated users and with users who bet over HTTP.
// Afterwards the ledger must account for every point, and every bet must have ended in exactly one way.
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Contest } from '#contract/contests.ts';
import type { MatchSummary } from '#contract/matches.ts';
import type { Deps } from '#server/deps.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDb, createPool, type Db } from '#server/platform/db/pool.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { type AppProcess, startAppProcess } from '#test/support/app-process.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { findWrongEnds } from '#test/support/wrong-ends.ts';

const USERS = 12;
const POINTS = 100_000;
/** Share of requests resent with the same key, as by clients that did not receive the response. */
const RESENT = 0.1;
/** Bets go to this many of the matches that begin next. */
const SOONEST = 12;
/** A match takes under two minutes at this speed, and the first match with bets may begin a little later. */
const FIRST_SETTLED_MINUTES = 4;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`--minutes ${values.minutes}: must be a number above 0`);
  process.exit(1);
}

const dataDir = await mkdtemp(join(tmpdir(), 'matchpoint-soak-'));
await chmod(dataDir, 0o755);
const serverKey = randomBytes(32);
const faults: string[] = [];
try {
  const users = await withDatabase(createUsers);
  const app = await startAppProcess({
    DATA_DIR: dataDir,
    DEMO_SPEED: '60',
    DEMO_PAST: 'off',
    SERVER_KEY: serverKey.toString('hex'),
    RATE_LIMIT_PER_MINUTE: '1000000',
    CONNECTIONS_PER_ADDRESS: '1000000',
    REQUESTS_PER_ADDRESS: '1000000',
    BETS_PER_MINUTE: '1000',
    LOG_LEVEL: 'warn',
  });
  const seen = await soak(app, users).finally(async () => {
    const code = await app.stop();
    if (code !== 0) faults.push(`the app ended with code ${code}`);
    faults.push(...app.errors.map((line) => `the app logged ${line}`));
  });
  console.log('answers to bets   ', listed(seen.answers));
  console.log('statuses of matches', listed(seen.statuses));
  await withDatabase((db) => prove(db, seen.confirmed));
} catch (error) {
  faults.push(String(error));
}
await rm(dataDir, { recursive: true, force: true });
for (const fault of faults) console.error(`FAULT: ${fault}`);
console.log(faults.length === 0 ? 'soak passed' : 'soak failed');
process.exit(faults.length === 0 ? 0 : 1);

/** Opens the app's database while the app is not running. */
async function withDatabase<T>(use: (db: Db) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const db = createDb(createPool(postgres.url, { max: 4 }));
  try {
    return await use(db);
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}

async function createUsers(db: Db): Promise<TestUser[]> {
  await migrate(db);
  const deps = { db, serverKeys: [serverKey], now: () => new Date() } as unknown as Deps;
  return Promise.all(Array.from({ length: USERS }, () => createUser({ deps }, POINTS)));
}

interface Seen {
  answers: Map<string, number>;
  statuses: Map<string, number>;
  watched: Set<string>;
  /** The matches at the last request. */
  matches: MatchSummary[];
  /** Staked points confirmed, by user. */
  confirmed: Map<string, number>;
}

async function soak(app: AppProcess, users: TestUser[]): Promise<Seen> {
  const seen: Seen = { answers: new Map(), statuses: new Map(), watched: new Set(), matches: [], confirmed: new Map() };
  const until = Date.now() + minutes * 60_000;
  const gone = new AbortController();
  app.child.once('exit', () => gone.abort());
  const repeat = async (everyMs: number, step: () => Promise<void>) => {
    while (Date.now() < until && !gone.signal.aborted) {
      await step();
      await sleep(everyMs * (0.5 + Math.random()));
    }
  };
  await Promise.all([repeat(1_000, () => watch(app, seen)), ...users.map((user) => repeat(1_500, () => betOnce(app, user, seen)))]);
  return seen;
}

/** Returns every match of today and tomorrow. */
async function readMatches(app: AppProcess): Promise<MatchSummary[]> {
  const found: MatchSummary[] = [];
  for (const day of [0, 1]) {
    const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
    for (let page = 1, total = 1; (page - 1) * 100 < total; page++) {
      const response = await fetch(`${app.url}/api/matches?date=${date}&page=${page}`);
      if (!response.ok) throw new Error(`the match list answered ${response.status}`);
      const list = (await response.json()) as { items: MatchSummary[]; total: number };
      found.push(...list.items);
      total = list.total;
    }
  }
  return found;
}

/** Requests every match, and counts each status of each match once. */
async function watch(app: AppProcess, seen: Seen): Promise<void> {
  seen.matches = await readMatches(app);
  for (const { id, status } of seen.matches) {
    if (seen.watched.has(`${id} ${status}`)) continue;
    seen.watched.add(`${id} ${status}`);
    count(seen.statuses, status);
  }
}

/** Places a small bet on one of the matches about to begin, as a visitor would. */
async function betOnce(app: AppProcess, user: TestUser, seen: Seen): Promise<void> {
  const soonest = seen.matches
    .filter(({ kickoff_at, status }) => status === 'ns' && kickoff_at !== null && Date.parse(kickoff_at) > Date.now())
    .sort((a, b) => Date.parse(a.kickoff_at!) - Date.parse(b.kickoff_at!));
  const match = soonest[Math.floor(Math.random() ** 2 * Math.min(soonest.length, SOONEST))];
  if (!match) return;
  const { items } = (await (await fetch(`${app.url}/api/matches/${match.id}/contests`)).json()) as { items: Contest[] };
  const contest = items.find(({ state, market }) => state === 'open' && market === 'wdl');
  if (!contest) return;
  // A user keeps to one pick per match, which differs between users and matches.
  const { pick } = contest.options[(match.id + user.id.charCodeAt(0)) % contest.options.length]!;
  const stake = 10 + Math.floor(Math.random() * 200);
  const token = await signAccessToken([serverKey], { id: user.id, email: user.email, sessionId: randomUUID() }, new Date());
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() };
  const body = JSON.stringify({ market: 'wdl', match_id: match.id, pick, stake });
  for (let times = Math.random() < RESENT ? 2 : 1; times > 0; times--) {
    const response = await fetch(`${app.url}/api/bets`, { method: 'POST', headers, body });
    const answer = (await response.json()) as { code?: string };
    const isReplay = response.headers.has('idempotent-replay');
    count(seen.answers, response.status === 201 ? (isReplay ? 'replayed' : 'placed') : `${response.status} ${answer.code}`);
    if (response.status >= 500) faults.push(`a bet was answered ${response.status}`);
    if (response.status === 201 && !isReplay) seen.confirmed.set(user.id, (seen.confirmed.get(user.id) ?? 0) + stake);
  }
}

async function prove(db: Db, confirmed: Seen['confirmed']): Promise<void> {
  const proof = await proveLedger(db);
  if (!proof.proven) faults.push(`the ledger does not add up: ${JSON.stringify(proof)}`);
  for (const bet of await findWrongEnds(db)) faults.push(`a bet did not end in one way: ${JSON.stringify(bet)}`);
  for (const account of await findFullAccounts(db)) faults.push(`an ended contest holds points: ${JSON.stringify(account)}`);
  for (const [userId, stake] of confirmed) {
    const staked = await stakedBy(db, userId);
    if (staked !== stake) faults.push(`user ${userId} was told of ${stake} points staked, and has staked ${staked}`);
  }

  const { bets, transfers } = await totals(db);
  const ends = await endings(db);
  console.log(`${bets} bets, ${transfers} transfers, ledger sum ${proof.sum}, ${proof.faults.length} balances off`);
  console.log('contests          ', listed(ends));
  if (bets === 0) faults.push('nobody has bet: nothing was proven');
  if (minutes >= FIRST_SETTLED_MINUTES && !ends.has('settled')) faults.push('no contest was settled: nothing was proven');
}

async function findFullAccounts(db: Db) {
  const ended = db.selectFrom('accounts as a').innerJoin('contests as c', 'c.id', 'a.owner').select(['c.id', 'c.state', 'a.balance']);
  return ended.where('a.kind', '=', 'contest').where('c.state', 'in', ['settled', 'void']).where('a.balance', '<>', 0).execute();
}

async function stakedBy(db: Db, userId: string): Promise<number> {
  const { staked } = await db
    .selectFrom('bets')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('stake'), sql<number>`0`).as('staked'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(staked);
}

async function totals(db: Db): Promise<{ bets: number; transfers: number }> {
  const { rows } = await sql<{ bets: number; transfers: number }>`
    select (select count(*) from bets) as bets, (select count(*) from transfers) as transfers`.execute(db);
  return rows[0]!;
}

/** Counts contests by state, and void ones by reason. */
async function endings(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('contests')
    .select(['state', 'void_reason', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['state', 'void_reason'])
    .execute();
  return new Map(rows.map(({ state, void_reason, count }) => [void_reason === null ? state : `${state}: ${void_reason}`, count]));
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function listed(counts: Map<string, number>): string {
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  return byCount.map(([name, times]) => `${name} ${times}`).join(', ') || 'none';
}
