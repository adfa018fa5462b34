import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { createOpenMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { findWrongEnds } from '#test/support/wrong-ends.ts';
import { type Killable, startKillable } from './killable.ts';

/** Compares replies to clients with the database, after the app or the database was killed repeatedly. */

const CLIENTS = 8;
const USERS = 40;
/** The number of matches that take stakes at the same time. */
const OPEN = 3;
const KILLS = Number(process.env.FAULT_KILLS ?? 6);
const POINTS = 1_000_000;

let site: Killable;
let db: Db;

beforeAll(async () => {
  site = await startKillable({ BETS_PER_MINUTE: '1000000', STAKE_CONTEST_MAX: '1000000000' });
  db = site.db;
});

afterAll(() => site?.stop());

interface Wish {
  user: TestUser;
  key: string;
  body: { market: 'wdl'; match_id: number; pick: 'home' | 'draw' | 'away'; stake: number };
}

/**
 * Repeats a request with the same key until it is answered, like a client that does not know the outcome. Returns whether the bet was
 * placed.
 */
async function insist({ user, key, body }: Wish, told: Set<string>): Promise<boolean> {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${site.url()}/api/bets`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${user.token}`, 'Idempotency-Key': key },
      body: JSON.stringify(body),
    }).catch(() => null);
    // A reply counts only if it is complete.
    const answer = (await response?.json().catch(() => null)) as { code?: string } | null | undefined;
    if (response) told.add(`${response.status} ${answer?.code ?? ''}`);
    if (response?.status === 201 && answer) return true;
    if (answer?.code === 'contest_not_open') return false;
    await sleep(50);
  }
  throw new Error('a stake was never answered');
}

/** Ends a match some time ago: stakes are paid within seconds, unless a process is killed meanwhile. */
const endMatch = (matchId: number) =>
  sql`
  update matches set status = 'ft', home_score = 2, away_score = 1, fulltime = array[2, 1]::smallint[],
    fulltime_since = now() - interval '2 minutes', status_since = now() - interval '2 minutes', confirmed_at = now()
  where id = ${matchId}`.execute(db);

it('loses no confirmed bet and no point, and places and pays none twice', { timeout: KILLS * 60_000 }, async () => {
  const users = await Promise.all(Array.from({ length: USERS }, () => createUser(site, POINTS)));
  const matchIds: number[] = [];
  for (let n = 0; n < KILLS + OPEN; n++) matchIds.push(await createOpenMatch(db));

  const confirmed: Wish[] = [];
  const told = new Set<string>();
  let ended = 0;
  let isOver = false;
  const client = async (first: number) => {
    for (let n = first; !isOver; n++) {
      const user = (n * CLIENTS + first) % USERS;
      const match = ended + ((n + first) % OPEN);
      const pick = (['home', 'draw', 'away'] as const)[(user + match) % 3]!;
      const body = { market: 'wdl' as const, match_id: matchIds[match]!, pick, stake: 10 + (n % 90) };
      const wish: Wish = { user: users[user]!, key: randomUUID(), body };
      if (await insist(wish, told)) confirmed.push(wish);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, n) => client(n));
  for (let kill = 0; kill < KILLS; kill++) {
    const before = confirmed.length;
    await expect.poll(() => confirmed.length, { timeout: 60_000 }).toBeGreaterThan(before + 100);
    await endMatch(matchIds[ended]!);
    ended += 1;
    // At a moment between the final whistle and the last payout.
    await sleep(Math.random() * 1_500);
    await (kill % 2 === 0 ? site.killApp() : site.killDatabase());
  }
  isOver = true;
  await Promise.all(clients);
  await expect.poll(countUnsettled, { timeout: 60_000 }).toBe(OPEN);

  // 409: the first request with a key was still in progress, or the match was over. 503: the database was away.
  const known = ['201 ', '409 request_in_progress', '409 contest_not_open', '503 unavailable'];
  expect([...told].filter((answer) => !known.includes(answer))).toEqual([]);
  expect(await betsInDatabase()).toEqual(betsConfirmed(confirmed));
  for (const user of users)
    expect(await balanceOf(user)).toBe(POINTS - stakesOf(confirmed.filter((wish) => wish.user === user)) + (await wonBy(user)));
  expect(await proveLedger(db)).toEqual({ proven: true, sum: 0, faults: [] });
  expect(await findWrongEnds(db)).toEqual([]);
  const { rows: left } =
    await sql`select c.id from contests c join accounts a on a.owner = c.id where c.state = 'settled' and a.balance <> 0`.execute(db);
  expect(left).toEqual([]);
});

async function countUnsettled(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from contests where market = 'wdl' and state <> 'settled'`.execute(db);
  return rows[0]!.count;
}

/** Returns what a user's bets paid, by their own rows. */
async function wonBy({ id }: TestUser): Promise<number> {
  const { rows } = await sql<{
    won: number;
  }>`select coalesce(sum(payout + refund), 0)::bigint as won from bets where user_id = ${id}`.execute(db);
  return rows[0]!.won;
}

const stakesOf = (wishes: Wish[]) => wishes.reduce((sum, { body }) => sum + body.stake, 0);

async function balanceOf({ id }: TestUser): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('balance')
    .where('kind', '=', 'balance')
    .where('owner', '=', id)
    .executeTakeFirstOrThrow();
  return row.balance;
}

type BetSummary = { user: string; match: number; pick: string; stake: number; legs: number };
const inOrder = (bets: BetSummary[]) => bets.sort((a, b) => (a.user < b.user ? -1 : a.user > b.user ? 1 : a.match - b.match));

function betsConfirmed(wishes: Wish[]): BetSummary[] {
  const bets = new Map<string, BetSummary>();
  for (const { user, body } of wishes) {
    const name = `${user.id} ${body.match_id}`;
    const bet = bets.get(name) ?? { user: user.id, match: body.match_id, pick: body.pick, stake: 0, legs: 0 };
    bets.set(name, { ...bet, stake: bet.stake + body.stake, legs: bet.legs + 1 });
  }
  return inOrder([...bets.values()]);
}

/** Returns each bet, on which its row, its legs and its pool agree. */
async function betsInDatabase(): Promise<BetSummary[]> {
  const { rows } = await sql<BetSummary>`
    select b.user_id as user, c.match_id as match, b.pick, b.stake, count(*)::int as legs
    from bets b join contests c on c.id = b.contest_id join bet_legs l on l.bet_id = b.id
    group by b.id, c.match_id having sum(l.stake) = b.stake`.execute(db);
  return inOrder(rows);
}
