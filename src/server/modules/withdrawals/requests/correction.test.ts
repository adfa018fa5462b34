import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redeemTransfer } from '#domain/ledger/ledger.ts';
import type { Score } from '#domain/matches/score.ts';
import { MARKETS, type Market } from '#domain/settlement/contest.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { correctDueContests } from '#server/modules/betting/contests/service.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { fundHouse, lockBalance, postTransfers } from '#server/modules/ledger/points.ts';
import { transact } from '#server/platform/transact.ts';
import { createAdmin } from '#test/support/admins.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { AT_ONCE } from '#test/support/database.ts';
import { createContest, createMatch, givePoints, type TestUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import { priceMatch, stakeOn, tellMatch, waitUntil } from '#test/support/match-course.ts';
import { takeMessages } from '#test/support/messages.ts';
import { createRedeemer, type Redeemer, redeem } from '#test/support/redeemer.ts';
import { approveWithin, lockWithdrawal, rejectWithin } from './end.ts';
import { insertWithdrawal } from './queries.ts';

// What a corrected result takes back from a user who has requested a withdrawal meanwhile.

const test = useTestApp({ REDEEM_STEP: '100', REDEEM_MIN: '100' }, AT_ONCE);
const KICKOFF = new Date(Date.parse(TEST_NOW) + 5 * MINUTE_MS);
const at = (minutes: number) => new Date(KICKOFF.getTime() + minutes * MINUTE_MS);

const db = () => test.current.deps.db;

beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  await db().deleteFrom('messages').execute();
});
afterEach(async () => {
  expect(await proveLedger(db())).toEqual({ proven: true, sum: 0, faults: [] });
});

interface Played {
  matchId: number;
  contestId: string;
  winner: Redeemer;
  loser: TestUser;
}

/**
 * Settles a contest on a wrong result. The winner started with exactly the stake, and now has the whole payout; the correction comes later.
 */
async function wronglyWon(market: Market, stake = 1_000): Promise<Played> {
  await fundHouse(test.current.deps);
  const matchId = await createMatch(db(), { kickoffAt: KICKOFF });
  await priceMatch(db(), matchId, KICKOFF);
  const contestId = await createContest(db(), matchId, test.current.clock.now(), market);
  const [winner, loser] = [await createRedeemer(test.current, stake), await createRedeemer(test.current, stake)];
  await stakeOn(test.current, matchId, market, 'home', stake, winner);
  await stakeOn(test.current, matchId, market, 'away', stake, loser);
  await tellMatch(test.current, matchId, 'live');
  test.current.clock.set(at(1));
  await tellMatch(test.current, matchId, 'ft', [1, 0]);
  await waitUntil(test.current, at(3));
  return { matchId, contestId, winner, loser };
}

/** Corrects the score; the jobs apply it once it has not changed for a minute. */
async function correctTo({ matchId }: Played, score: Score): Promise<void> {
  await tellMatch(test.current, matchId, 'ft', score);
  await waitUntil(test.current, new Date(test.current.clock.now().getTime() + 2 * MINUTE_MS));
}

const pointsOf = async ({ id }: TestUser) => {
  const rows = await db().selectFrom('accounts').select(['kind', 'balance']).where('owner', '=', id).execute();
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
};
const requestOf = (id: string) => db().selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const houseLoss = async ({ contestId }: Played) =>
  (await db().selectFrom('contest_corrections').select('house_loss').where('contest_id', '=', contestId).executeTakeFirstOrThrow())
    .house_loss;

describe.each(MARKETS)('a corrected result of %s', (market) => {
  it('takes back from the balance and leaves the withdrawal request pending if the balance suffices', async () => {
    const played = await wronglyWon(market);
    const won = (await pointsOf(played.winner)).balance!;
    const { id } = await redeem(test.current, played.winner, 100);
    await topUp(played.winner, 5_000);
    await correctTo(played, [0, 1]);
    expect(await requestOf(id)).toMatchObject({ status: 'pending', reason_code: null });
    expect(await pointsOf(played.winner)).toEqual({ balance: 4_900, held: 100 });
    expect(won).toBeGreaterThan(1_000);
    await expectEndedExactly(db(), played.contestId);
  });

  it('otherwise rejects the withdrawal request, returns all its points, and takes its part from them', async () => {
    const played = await wronglyWon(market);
    const { winner } = played;
    const { balance: won } = await pointsOf(winner);
    await topUp(winner, 300);
    const asked = Math.floor(won! / 100) * 100;
    const { id } = await redeem(test.current, winner, asked);
    await takeMessages(test.current);
    test.current.published.length = 0;
    await correctTo(played, [0, 1]);

    expect(await requestOf(id)).toMatchObject({ status: 'rejected', reason_code: 'correction', decided_by: null, note: null });
    // The user keeps what was not won wrongly.
    expect(await pointsOf(winner)).toEqual({ balance: 300, held: 0 });
    expect(await houseLoss(played)).toBe(0);
    await expectEndedExactly(db(), played.contestId);
    const told = test.current.published.filter(({ topic }) => topic === `me:${winner.id}`).map(({ change }) => change);
    expect(told.filter(({ t }) => t === 'withdrawal')).toMatchObject([
      { withdrawal: { id, stage: 'rejected', reason_code: 'correction' } },
    ]);
    expect(told.findLast(({ t }) => t === 'balance')).toEqual({ t: 'balance', balance: 300 });
    expect((await takeMessages(test.current)).map(({ to, content }) => [to, content.kind, 'reason' in content && content.reason])).toEqual([
      [winner.email, 'redeem_rejected', 'correction'],
    ]);
  });

  it('cannot take back an approved withdrawal: the house bears it', async () => {
    const played = await wronglyWon(market);
    const { winner } = played;
    const { balance: won } = await pointsOf(winner);
    const { id } = await redeem(test.current, winner, Math.floor(won! / 100) * 100);
    await approve(id);
    const { balance: left } = await pointsOf(winner);
    await correctTo(played, [0, 1]);
    expect(await requestOf(id)).toMatchObject({ status: 'approved' });
    expect(await pointsOf(winner)).toEqual({ balance: 0, held: 0 });
    expect(await houseLoss(played)).toBe(won! - left!);
    await expectEndedExactly(db(), played.contestId);
  });
});

it('a correction and a decision at the same time run one after the other, and no point is lost or paid twice', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 6; round++) {
    test.current.clock.set(TEST_NOW);
    const played = await wronglyWon('wdl');
    const { id } = await redeem(test.current, played.winner, 2_000);
    await tellMatch(test.current, played.matchId, 'ft', [0, 1]);
    test.current.clock.advance(2 * MINUTE_MS);
    await db().updateTable('matches').set({ confirmed_at: test.current.clock.now() }).execute();
    const decide = round % 2 === 0 ? approve : reject;
    await Promise.all([
      correctDueContests(test.current.deps),
      decide(id).catch((error: { code?: string }) => outcomes.add(`${error.code}`)),
    ]);
    const request = await requestOf(id);
    outcomes.add(`${request.status} ${request.reason_code}`);
    const isPaid = request.status === 'approved';
    expect(await pointsOf(played.winner)).toEqual({ balance: 0, held: 0 });
    expect(await pointsOf(played.loser)).toEqual({ balance: 2_000, held: 0 });
    expect(await houseLoss(played)).toBe(isPaid ? 2_000 : 0);
    await expectEndedExactly(db(), played.contestId);
  }
  const known = ['already_decided', 'approved null', 'rejected correction', 'rejected other'];
  expect([...outcomes].filter((outcome) => !known.includes(outcome))).toEqual([]);
});

it('a correction finds a withdrawal request made while it waits for the balance', async () => {
  const { deps } = test.current;
  const played = await wronglyWon('wdl');
  const { winner } = played;
  await tellMatch(test.current, played.matchId, 'ft', [0, 1]);
  test.current.clock.advance(2 * MINUTE_MS);
  const now = test.current.clock.now();
  await db().updateTable('matches').set({ confirmed_at: now }).execute();
  let correction: Promise<unknown> = Promise.resolve();
  const id = randomUUID();
  await transact(deps, async (db) => {
    await lockBalance(db, winner.id);
    correction = correctDueContests(deps);
    await expect.poll(countWaiting, { interval: 10 }).toBe(1);
    const asked = { points: 2_000, amount: '2.00', wallet_address: winner.wallet, wallet_since: now, contact: winner.email };
    await insertWithdrawal(db, { ...asked, id, user_id: winner.id, contact_channel: 'email', created_at: now });
    await postTransfers(db, [redeemTransfer(id, winner.id, 2_000)], now);
  });
  await correction;
  expect(await requestOf(id)).toMatchObject({ status: 'rejected', reason_code: 'correction' });
  expect(await pointsOf(winner)).toEqual({ balance: 0, held: 0 });
  expect(await houseLoss(played)).toBe(0);
  await expectEndedExactly(db(), played.contestId);
});

/** Counts the transactions of this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db());
  return rows[0]!.count;
}

const topUp = ({ id }: TestUser, points: number) => givePoints(db(), id, points, test.current.clock.now());

async function approve(id: string): Promise<void> {
  const { id: by } = await createAdmin(test.current, 'finance');
  await transact(test.current.deps, async (db, announce) => {
    const row = await lockWithdrawal(db, id);
    await approveWithin(test.current.deps, db, announce, row, { by, note: null, txHash: null });
  });
}

const reject = (id: string) =>
  transact(test.current.deps, async (db, announce) => {
    await rejectWithin(test.current.deps, db, announce, await lockWithdrawal(db, id), { by: null, reason: 'other', note: null });
  });
