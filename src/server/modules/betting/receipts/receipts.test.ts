import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { getReceipt, receiptFile } from '#contract/receipts.ts';
import { adjustTransfer, stakeTransfer } from '#domain/ledger/ledger.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { Market } from '#domain/settlement/contest.ts';
import { factsHash, type Receipt } from '#domain/settlement/receipt.ts';
import { verifyReceipt } from '#domain/settlement/receipt-check.ts';
import { fixedPayout } from '#domain/settlement/settlement.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { advanceContest } from '#server/modules/betting/contests/advance.ts';
import { correctDueContests } from '#server/modules/betting/contests/service.ts';
import { fundHouse, postTransfers } from '#server/modules/ledger/points.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createCrowd, createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';

const test = useTestApp({ FEED: 'none' });
const KICKOFF_MS = Date.parse(TEST_NOW) + HOUR_MS;
const at = (ms: number) => new Date(KICKOFF_MS + ms);
const WHISTLE_MS = 2 * HOUR_MS;

const db = () => test.current.deps.db;

beforeEach(async () => {
  test.current.clock.set(at(-HOUR_MS));
  await fundHouse(test.current.deps);
});

interface Played {
  matchId: number;
  contestId: string;
  market: Market;
}

async function openContest(market: Market = 'wdl', more: { fee_percent?: string; participants_min?: number } = {}): Promise<Played> {
  const matchId = await createMatch(db(), { kickoffAt: at(0) });
  const contestId = await createContest(db(), matchId, test.current.clock.now(), market);
  if (Object.keys(more).length > 0) await db().updateTable('contests').set(more).where('id', '=', contestId).execute();
  return { matchId, contestId, market };
}

/** Places the stakes of one bet one after the other, a millisecond apart, each with its odds if they are fixed. */
async function stake(played: Played, user: TestUser, pick: Pick, ...legs: [points: number, oddsHundredths?: number, placedMs?: number][]) {
  const betId = newId(test.current.deps);
  const placed = legs.map(([points, odds, placedMs]) => {
    test.current.clock.advance(1);
    return {
      id: newId(test.current.deps),
      stake: points,
      odds: odds ?? null,
      at: placedMs === undefined ? test.current.clock.now() : at(placedMs),
    };
  });
  const total = placed.reduce((sum, leg) => sum + leg.stake, 0);
  const { contestId, market } = played;
  const ref = { id: betId, userId: user.id, contestId, market };
  await transact(test.current.deps, async (db) => {
    const fixed_payout = market === '1x2' ? fixedPayout(placed.map((leg) => ({ stake: leg.stake, oddsHundredths: leg.odds }))) : 0;
    const bet = { id: betId, user_id: user.id, contest_id: contestId, pick, stake: total, fixed_payout, placed_at: placed[0]!.at };
    await db.insertInto('bets').values(bet).execute();
    for (const leg of placed) {
      const { id, stake, odds } = leg;
      await db.insertInto('bet_legs').values({ id, bet_id: betId, user_id: user.id, stake, odds, placed_at: leg.at }).execute();
      await postTransfers(db, [stakeTransfer(ref, id, stake)], leg.at);
    }
    await sql`update contests set participants = participants + 1, ${sql.ref(`stake_${pick}`)} = ${sql.ref(`stake_${pick}`)} + ${total}
      where id = ${contestId}`.execute(db);
  });
  return betId;
}

/** Writes what the importer writes when a feed reports on a match at the clock's time. */
async function tell({ matchId }: Played, score: Score | null, more: { status?: string; started_at?: Date } = {}) {
  const now = test.current.clock.now();
  const told = { status: 'ft', status_since: now, fulltime: score, fulltime_since: score && now, confirmed_at: now, ...more };
  await db()
    .updateTable('matches')
    .set({ ...told, seen_at: new Date(now.getTime() - 2_000) })
    .where('id', '=', matchId)
    .execute();
}

async function settle(played: Played, score: Score, more: { started_at?: Date } = {}) {
  test.current.clock.set(at(WHISTLE_MS));
  await tell(played, score, more);
  test.current.clock.advance(MINUTE_MS);
  await advanceContest(test.current.deps, played.contestId);
}

async function correct(played: Played, score: Score) {
  test.current.clock.advance(HOUR_MS);
  await tell(played, score);
  test.current.clock.advance(MINUTE_MS);
  await correctDueContests(test.current.deps);
}

async function spendAll({ id }: TestUser) {
  const own = db().selectFrom('accounts').select('balance').where('kind', '=', 'balance').where('owner', '=', id);
  const { balance } = await own.executeTakeFirstOrThrow();
  const spent = adjustTransfer(randomUUID(), id, -balance, 'admin_adjust', 'spent');
  await transact(test.current.deps, (db) => postTransfers(db, [spent], test.current.clock.now()));
}

async function tokenOf({ id, email }: TestUser): Promise<string> {
  return signAccessToken(test.current.deps.serverKeys, { id, email, sessionId: randomUUID() }, test.current.clock.now());
}

const ask = async ({ contestId }: { contestId: string }, user?: TestUser, more: { page?: number; page_size?: number } = {}) =>
  callApp(test.current.app, getReceipt, { id: contestId, ...more }, user ? { token: await tokenOf(user) } : {});
const receiptOf = async (played: { contestId: string }, user?: TestUser) => (await ask(played, user)).reply;

/** Reads the receipt's file with our own script. */
async function fileOf({ contestId }: { contestId: string }): Promise<Receipt> {
  const response = await test.current.app.request(`/api/contests/${contestId}/receipt.json`);
  expect(response.status).toBe(200);
  return receiptFile.parse(await response.json());
}

const users = (count: number) => Promise.all(Array.from({ length: count }, () => createUser(test.current, 10_000)));

describe('the receipt of a settled pool', () => {
  it('contains rules, facts with the times they were seen, totals, and how each bet was paid', async () => {
    const played = await openContest('wdl', { fee_percent: '10' });
    const [ann, bob, cem] = await users(3);
    const first = await stake(played, ann!, 'home', [100], [20, undefined, 1]);
    await stake(played, bob!, 'home', [50]);
    await stake(played, cem!, 'away', [60]);
    await settle(played, [2, 1], { started_at: at(0) });
    const reply = await receiptOf(played);
    expect(reply).toMatchObject({
      contest: {
        id: played.contestId,
        market: 'wdl',
        picks: ['home', 'draw', 'away'],
        state: 'settled',
        winner: 'home',
        void_reason: null,
      },
      match: { id: played.matchId, status: 'ft' },
      rules: { version: 1, score: 'regular_time', fee_percent: 10, participants_min: 1 },
      facts: {
        ...{ ending: 'settle', void_reason: null, score: [2, 1], score_since: at(WHISTLE_MS).toISOString() },
        ...{ started_at: at(0).toISOString(), match_status: 'ft', match_status_since: at(WHISTLE_MS).toISOString() },
        ...{ confirmed_at: at(WHISTLE_MS).toISOString(), told_at: at(WHISTLE_MS - 2_000).toISOString() },
        decided_at: at(WHISTLE_MS + MINUTE_MS).toISOString(),
      },
      corrections: [],
      totals: { staked: { home: 150, draw: 0, away: 60 }, participants: 3, payouts: 204, refunds: 20, fee: 6, house: -6 },
      block: null,
      mine: null,
      bets: { page: 1, page_size: 20, total: 3 },
    });
    expect(reply.facts_hash).toBe(factsHash(reply.facts!));
    expect(reply.bets.items[0]).toMatchObject({
      ...{ id: first, pick: 'home', stake: 120, state: 'settled', payout: 136, refund: 20, hit: true, received: 156 },
      share: { stake: 100, pot: 204, winning_stakes: 150, floor: 136, left_over: 0 },
    });
    expect(reply.bets.items[0]!.legs.map(({ stake, odds, refunded }) => [stake, odds, refunded])).toEqual([
      [100, null, false],
      [20, null, true],
    ]);
    expect(verifyReceipt(await fileOf(played))).toEqual([]);
    await expectEndedExactly(db(), played.contestId);
  });

  it('names players by a pseudonym unique to the contest, or by their handle if they chose so and still have an account', async () => {
    const [ann, bob, cem] = await users(3);
    await db().updateTable('users').set({ named_in_receipts: true }).where('id', 'in', [bob!.id, cem!.id]).execute();
    await db().updateTable('users').set({ status: 'deleted' }).where('id', '=', cem!.id).execute();
    const namesIn = async () => {
      const played = await openContest();
      for (const user of [ann!, bob!, cem!]) await stake(played, user, 'draw', [10]);
      await settle(played, [1, 1]);
      test.current.clock.set(at(-HOUR_MS));
      return { played, names: (await receiptOf(played)).bets.items.map(({ player }) => player) };
    };
    const { public_handle: handle } = await db()
      .selectFrom('users')
      .select('public_handle')
      .where('id', '=', bob!.id)
      .executeTakeFirstOrThrow();
    const [one, other] = [await namesIn(), await namesIn()];
    expect(one.names).toEqual([expect.stringMatching(/^#[A-Z2-7]{10}$/), handle, expect.stringMatching(/^#[A-Z2-7]{10}$/)]);
    expect(other.names[1]).toBe(handle);
    expect([other.names[0], other.names[2]]).not.toEqual([one.names[0], one.names[2]]);
    expect((await receiptOf(one.played)).bets.items.map(({ player }) => player)).toEqual(one.names);
    expect(JSON.stringify(await receiptOf(one.played))).not.toContain(ann!.id);
    const { receipt_salt } = await db().selectFrom('contests').selectAll().where('id', '=', one.played.contestId).executeTakeFirstOrThrow();
    expect(JSON.stringify(await fileOf(one.played))).not.toContain(receipt_salt.toString('hex'));
  });

  it('shows the caller’s own bet separately, on every page', async () => {
    const played = await openContest();
    const [ann, bob, cem] = await users(3);
    const betIds = [await stake(played, ann!, 'home', [10]), await stake(played, bob!, 'away', [10])];
    await settle(played, [0, 1]);
    const { reply } = await ask(played, ann!, { page: 2, page_size: 1 });
    expect(reply.mine).toMatchObject({ id: betIds[0], payout: 0, hit: false });
    expect(reply.bets).toMatchObject({ items: [{ id: betIds[1], payout: 20 }], page: 2, page_size: 1, total: 2 });
    expect((await receiptOf(played, cem!)).mine).toBeNull();
    expect((await ask(played, undefined, { page: 501 })).problem.code).toBe('invalid_query');
  });
});

describe('the receipt of fixed odds', () => {
  it('contains each stake’s odds and what the house paid or received', async () => {
    const played = await openContest('1x2');
    const [ann, bob] = await users(2);
    await stake(played, ann!, 'home', [15, 233], [10, 250]);
    await stake(played, bob!, 'away', [20, 400]);
    await settle(played, [1, 0]);
    const { totals, bets } = await receiptOf(played);
    expect(totals).toMatchObject({ staked: { home: 25, draw: 0, away: 20 }, payouts: 59, refunds: 0, fee: 0, house: 14 });
    expect(bets.items[0]).toMatchObject({
      legs: [
        { stake: 15, odds: 2.33 },
        { stake: 10, odds: 2.5 },
      ],
      payout: 59,
      received: 59,
      share: null,
    });
    expect(verifyReceipt(await fileOf(played))).toEqual([]);
  });
});

describe('the receipt of a corrected contest', () => {
  it.each<[Market, number | undefined]>([
    ['wdl', undefined],
    ['1x2', 300],
  ])('contains what the contest stood on before, and what the house bore (%s)', async (market, odds) => {
    const played = await openContest(market);
    const [ann, bob] = await users(2);
    await stake(played, ann!, 'home', [100, odds]);
    await stake(played, bob!, 'away', [50, odds]);
    await settle(played, [1, 0]);
    const before = await receiptOf(played);
    // Ann has nothing left that could be taken back.
    await spendAll(ann!);
    await correct(played, [1, 2]);
    const reply = await receiptOf(played);
    expect(reply.contest.winner).toBe('away');
    expect(reply.facts).toMatchObject({ score: [1, 2], score_since: at(WHISTLE_MS + HOUR_MS + MINUTE_MS).toISOString() });
    expect(reply.corrections).toMatchObject([
      { round: 1, facts: { score: [1, 0] }, facts_hash: before.facts_hash, house_loss: before.bets.items[0]!.payout },
    ]);
    expect(reply.bets.items[0]).toMatchObject({ payout: 0, hit: false, received: before.bets.items[0]!.payout });
    expect(reply.totals.house).toBe(reply.bets.items.reduce((sum, bet) => sum + bet.received - bet.stake, 0));
    expect(verifyReceipt(await fileOf(played))).toEqual([]);
    await expectEndedExactly(db(), played.contestId);
  });
});

describe('the receipt of a void contest', () => {
  it('contains the reason and the refund of every stake', async () => {
    const played = await openContest();
    const [ann] = await users(1);
    await stake(played, ann!, 'draw', [30]);
    test.current.clock.set(at(WHISTLE_MS));
    await tell(played, null, { status: 'canc' });
    await advanceContest(test.current.deps, played.contestId);
    expect(await receiptOf(played)).toMatchObject({
      contest: { state: 'void', winner: null, void_reason: 'cancelled' },
      facts: { ending: 'void', void_reason: 'cancelled', score: null, score_since: null, match_status: 'canc' },
      totals: { payouts: 0, refunds: 30, fee: 0, house: 0 },
      bets: { items: [{ state: 'refunded', refund: 30, received: 30, hit: null, share: null, legs: [{ refunded: true }] }] },
    });
    expect(verifyReceipt(await fileOf(played))).toEqual([]);
  });

  it('can be verified when there was a score but too few players', async () => {
    const played = await openContest('wdl', { participants_min: 2 });
    const [ann] = await users(1);
    await stake(played, ann!, 'home', [30]);
    await settle(played, [1, 0]);
    expect(await receiptOf(played)).toMatchObject({
      contest: { state: 'void', void_reason: 'too_few_participants' },
      facts: { ending: 'settle', score: [1, 0] },
    });
    expect(verifyReceipt(await fileOf(played))).toEqual([]);
  });
});

describe('the receipt of a running contest', () => {
  it('contains totals and only the caller’s own bets', async () => {
    const played = await openContest();
    const [ann, bob] = await users(2);
    const mine = await stake(played, ann!, 'home', [100]);
    await stake(played, bob!, 'away', [60]);
    const reply = await receiptOf(played, ann!);
    expect(reply).toMatchObject({
      contest: { state: 'open', winner: null },
      ...{ facts: null, facts_hash: null, block: null },
      totals: { staked: { home: 100, draw: 0, away: 60 }, participants: 2, payouts: 0, refunds: 0, house: 0 },
      mine: { id: mine, state: 'ongoing', received: 0 },
      bets: { items: [], total: 0 },
    });
    const file = await fileOf(played);
    expect(file.bets).toEqual([]);
    expect(verifyReceipt(file)).toMatchObject([{ about: 'contest', field: 'state' }]);
  });

  it('hides the ending until everyone is paid', async () => {
    const played = await openContest();
    const [ann] = await users(1);
    await stake(played, ann!, 'home', [100]);
    const facts = JSON.stringify({ ending: 'void', void_reason: 'cancelled', score: null });
    await db()
      .updateTable('contests')
      .set({ state: 'locked', ending: 'void', void_reason: 'cancelled', facts })
      .where('id', '=', played.contestId)
      .execute();
    expect(await receiptOf(played)).toMatchObject({ contest: { state: 'locked', void_reason: null }, facts: null, bets: { items: [] } });
  });
});

describe('the receipt’s file', () => {
  it('contains every bet once when the contest is too large for one chunk', async () => {
    const played = await openContest();
    await createCrowd(test.current, played.contestId, 1_203);
    await settle(played, [1, 0]);
    const response = await test.current.app.request(`/api/contests/${played.contestId}/receipt.json`);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="matchpoint-receipt.json"');
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(3);
    const file = receiptFile.parse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
    expect(file.bets).toHaveLength(1_203);
    expect(new Set(file.bets.map(({ player }) => player)).size).toBe(1_203);
    expect(file).not.toHaveProperty('mine');
    expect(verifyReceipt(file)).toEqual([]);
  });

  it('is truncated when the contest is corrected while it is read', async () => {
    const played = await openContest();
    await createCrowd(test.current, played.contestId, 1_200);
    await settle(played, [1, 0]);
    const response = await test.current.app.request(`/api/contests/${played.contestId}/receipt.json`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).done).toBe(false);
    await correct(played, [0, 1]);
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow('was corrected while its receipt was read');
    expect(verifyReceipt(await fileOf(played))).toEqual([]);
  });

  it('is available without bets', async () => {
    const played = await openContest();
    await settle(played, [1, 0]);
    const file = await fileOf(played);
    expect(file).toMatchObject({ contest: { state: 'settled', winner: 'home' }, block: null, bets: [] });
    expect(verifyReceipt(file)).toEqual([]);
  });
});

describe('the ledger block on a receipt', () => {
  it('is the one that contains the contest’s last transfer, once that is sealed', async () => {
    const played = await openContest();
    const [ann] = await users(1);
    await stake(played, ann!, 'home', [100]);
    await settle(played, [1, 0]);
    expect((await receiptOf(played)).block).toBeNull();
    const { last } = await db()
      .selectFrom('transfers')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    const sealed_at = test.current.clock.now();
    const block = { transfers: 1, sealed_at };
    await db()
      .insertInto('ledger_blocks')
      .values([
        { ...block, number: 1, first_id: 1, last_id: last - 1, previous_hash: null, hash: Buffer.alloc(32, 1) },
        { ...block, number: 2, first_id: last, last_id: last, previous_hash: Buffer.alloc(32, 1), hash: Buffer.alloc(32, 2) },
      ])
      .execute();
    expect((await receiptOf(played)).block).toEqual({
      ...{ number: 2, hash: '02'.repeat(32), previous_hash: '01'.repeat(32), sealed_at: sealed_at.toISOString() },
    });
  });
});

it.each([randomUUID(), 'x', '0', "'; --"])('returns 404 for a receipt of something that is not a contest (%s)', async (id) => {
  expect((await ask({ contestId: id })).problem.code).toBe('not_found');
  const response = await test.current.app.request(`/api/contests/${encodeURIComponent(id)}/receipt.json`);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'not_found']);
});
