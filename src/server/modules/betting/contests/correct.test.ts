import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { getOverview, pointsHistory } from '#contract/account.ts';
import { listBets } from '#contract/bets.ts';
import { listContests } from '#contract/contests.ts';
import { adjustTransfer } from '#domain/ledger/ledger.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import { PICKS, type Pick } from '#domain/matches/sport.ts';
import { MARKETS, type Market } from '#domain/settlement/contest.ts';
import { correctSettlement } from '#domain/settlement/correction.ts';
import { isPlay, NO_TIES, playOf } from '#domain/settlement/play-at-risk.ts';
import { POOL_RULES } from '#domain/settlement/pool.ts';
import { entitlementOf, type PlacedBet, settle } from '#domain/settlement/settlement.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { fundHouse, postTransfers } from '#server/modules/ledger/points.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createCrowd, createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import { priceMatch, stakeOn } from '#test/support/match-course.ts';
import { advanceContest } from './advance.ts';
import { advanceDueContests, contestAlarms, correctDueContests } from './service.ts';
import { findBets } from './settlement-queries.ts';

const test = useTestApp({ FEED: 'none' });
/** Kick-off; times below are in milliseconds relative to it. */
const KICKOFF = Date.parse(TEST_NOW) + HOUR_MS;
const at = (ms: number) => new Date(KICKOFF + ms);
const SETTLED_AT = 2 * HOUR_MS;

const db = () => test.current.deps.db;

beforeEach(() => {
  test.current.clock.set(at(-HOUR_MS));
});

interface Played {
  matchId: number;
  contestId: string;
  market: Market;
}

async function openContest(market: Market = 'wdl'): Promise<Played> {
  const matchId = await createMatch(db(), { kickoffAt: at(0) });
  await priceMatch(db(), matchId, at(0));
  return { matchId, market, contestId: await createContest(db(), matchId, test.current.clock.now(), market) };
}

async function tokenOf({ id, email }: TestUser): Promise<string> {
  const { deps, clock } = test.current;
  return signAccessToken(deps.serverKeys, { id, email, sessionId: randomUUID() }, clock.now());
}

async function stake({ matchId, market }: Played, user: TestUser, pick: Pick, points: number): Promise<void> {
  // Every bet has its own time, so that their order is known.
  test.current.clock.advance(1);
  await stakeOn(test.current, matchId, market, pick, points, user);
}

/** Writes what the importer writes when a feed reports on a match at the clock's time. */
async function tell({ matchId }: Played, status: MatchStatus, fulltime: Score | null, more: Record<string, unknown> = {}): Promise<void> {
  const now = test.current.clock.now();
  await db()
    .updateTable('matches')
    .set({ status, status_since: now, fulltime, fulltime_since: fulltime && now, confirmed_at: now, ...more })
    .where('id', '=', matchId)
    .execute();
}

/** Creates a user with 1,000 points for each stake, and settles the contest on a score two hours after kick-off. */
async function settled(stakes: [Pick, number][], score: Score, market: Market = 'wdl'): Promise<Played & { users: TestUser[] }> {
  const played = await openContest(market);
  const users: TestUser[] = [];
  for (const [pick, points] of stakes) {
    const user = await createUser(test.current, 1_000);
    await stake(played, user, pick, points);
    users.push(user);
  }
  await settleOn(played, score);
  return { ...played, users };
}

async function settleOn(played: Played, score: Score): Promise<void> {
  test.current.clock.set(at(SETTLED_AT - MINUTE_MS));
  await tell(played, 'ft', score);
  test.current.clock.set(at(SETTLED_AT));
  await advanceContest(test.current.deps, played.contestId);
  expect(await contestOf(played)).toMatchObject({ state: 'settled' });
  test.current.published.length = 0;
}

/** Reports another score from the feed and runs the correction job a minute later. */
async function correct(played: Played, score: Score, deps: Deps = test.current.deps): Promise<void> {
  await tell(played, 'ft', score);
  test.current.clock.advance(MINUTE_MS);
  await correctDueContests(deps);
}

async function spend(user: TestUser, points: number): Promise<void> {
  await transact(test.current.deps, (db) =>
    postTransfers(db, [adjustTransfer(randomUUID(), user.id, -points, 'admin_adjust', 'spent')], test.current.clock.now()),
  );
}

const contestOf = ({ contestId }: Played) => db().selectFrom('contests').selectAll().where('id', '=', contestId).executeTakeFirstOrThrow();
const betsOf = ({ contestId }: Played) =>
  db()
    .selectFrom('bets')
    .select(['state', 'payout', 'refund', 'hit'])
    .where('contest_id', '=', contestId)
    .orderBy('placed_at')
    .orderBy('id')
    .execute();
const correctionsOf = ({ contestId }: Played) =>
  db().selectFrom('contest_corrections').selectAll().where('contest_id', '=', contestId).orderBy('round').execute();
const statsOf = async (user: TestUser) => {
  const columns = ['played', 'hits', 'net_won', 'experience'] as const;
  return db().selectFrom('user_stats').select(columns).where('user_id', '=', user.id).executeTakeFirstOrThrow();
};
async function balancesOf(users: readonly { id: string }[]): Promise<number[]> {
  const rows = await db().selectFrom('accounts').select(['owner', 'balance']).where('kind', '=', 'balance').execute();
  const balances = new Map(rows.map(({ owner, balance }) => [owner, balance]));
  return users.map(({ id }) => balances.get(id)!);
}
const houseBalance = async () =>
  (await db().selectFrom('accounts').select('balance').where('kind', '=', 'house').executeTakeFirstOrThrow()).balance;
const transferCount = async () =>
  (await db().selectFrom('transfers').select(db().fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;

describe('a corrected score', () => {
  it('takes back what the wrong winner got, pays the right one in full, and publishes to everyone', async () => {
    const played = await settled(
      [
        ['home', 100],
        ['away', 60],
        ['draw', 40],
      ],
      [1, 0],
    );
    const [wrong, right, neither] = played.users as [TestUser, TestUser, TestUser];
    expect(await balancesOf(played.users)).toEqual([1_100, 940, 960]);
    await correct(played, [1, 2]);

    expect(await balancesOf(played.users)).toEqual([900, 1_140, 960]);
    expect(await contestOf(played)).toMatchObject({
      state: 'settled',
      winner: 'away',
      home_score: 1,
      away_score: 2,
      settled_at: at(SETTLED_AT),
    });
    expect(await betsOf(played)).toEqual([
      { state: 'settled', payout: 0, refund: 0, hit: false },
      { state: 'settled', payout: 200, refund: 0, hit: true },
      { state: 'settled', payout: 0, refund: 0, hit: false },
    ]);
    // Experience is never taken back; a later hit adds the difference between a hit and a miss.
    expect(await statsOf(wrong)).toEqual({ played: 1, hits: 0, net_won: -100, experience: 30 });
    expect(await statsOf(right)).toEqual({ played: 1, hits: 1, net_won: 140, experience: 30 });
    expect(await statsOf(neither)).toEqual({ played: 1, hits: 0, net_won: -40, experience: 10 });
    expect(await correctionsOf(played)).toMatchObject([{ round: 1, home_score: 1, away_score: 0, started_at: null, house_loss: 0 }]);
    await expectEndedExactly(db(), played.contestId);

    const told = (user: TestUser) => test.current.published.filter(({ topic }) => topic === `me:${user.id}`).map(({ change }) => change);
    expect(told(wrong)).toMatchObject([
      { t: 'bet', state: 'settled', payout: 0, refund: 0, match_id: played.matchId },
      { t: 'balance', balance: 900 },
    ]);
    expect(told(right)).toMatchObject([
      { t: 'bet', state: 'settled', payout: 200 },
      { t: 'balance', balance: 1_140 },
    ]);
    expect(told(neither)).toEqual([]);
    expect(test.current.published.filter(({ topic }) => topic === `match:${played.matchId}`)).toMatchObject([
      { change: { t: 'contest', contest: { state: 'settled', winner: 'away', result: [1, 2] } } },
    ]);
  });

  it('appears in the history, the bets and the contest', async () => {
    const played = await settled(
      [
        ['home', 100],
        ['away', 60],
      ],
      [1, 0],
    );
    await correct(played, [0, 1]);
    const { app } = test.current;
    for (const [user, delta, payout, balance] of [
      [played.users[0]!, -160, 0, 900],
      [played.users[1]!, 160, 160, 1_100],
    ] as const) {
      const token = await tokenOf(user);
      const history = await callApp(app, pointsHistory, { source: 'bet_payout_adjust' }, { token });
      expect(history.reply.items).toMatchObject([{ source: 'bet_payout_adjust', delta, balance, match: { id: played.matchId } }]);
      const bets = await callApp(app, listBets, {}, { token });
      expect(bets.reply.items).toMatchObject([{ state: 'settled', payout, hit: payout > 0, settled_at: at(SETTLED_AT).toISOString() }]);
      expect((await callApp(app, getOverview, {}, { token })).reply).toMatchObject({
        stats: { points_balance: balance, hits: payout > 0 ? 1 : 0 },
      });
    }
    expect((await callApp(app, listContests, { id: played.matchId })).reply.items).toMatchObject([{ winner: 'away', result: [0, 1] }]);
  });

  it('takes back at most what the user has; the house bears the rest', async () => {
    await fundHouse(test.current.deps);
    const house = await houseBalance();
    const played = await settled(
      [
        ['home', 100],
        ['away', 60],
      ],
      [1, 0],
    );
    await spend(played.users[0]!, 1_000);
    await correct(played, [0, 1]);
    expect(await balancesOf(played.users)).toEqual([0, 1_100]);
    expect(await houseBalance()).toBe(house - 100);
    expect(await correctionsOf(played)).toMatchObject([{ house_loss: 100 }]);
    expect(await betsOf(played)).toMatchObject([
      { payout: 0, hit: false },
      { payout: 160, hit: true },
    ]);
    expect(await statsOf(played.users[0]!)).toMatchObject({ net_won: -100 });
    await expectEndedExactly(db(), played.contestId);

    // What the house has borne is neither claimed at the next correction nor paid twice when the score is turned back.
    await transact(test.current.deps, (db) =>
      postTransfers(db, [adjustTransfer(randomUUID(), played.users[0]!.id, 500, 'manual_adjust', '')], at(0)),
    );
    await correct(played, [0, 2]);
    expect(await balancesOf(played.users)).toEqual([500, 1_100]);
    await correct(played, [1, 0]);
    expect(await balancesOf(played.users)).toEqual([560, 940]);
    expect(await houseBalance()).toBe(house);
    expect(await statsOf(played.users[0]!)).toEqual({ played: 1, hits: 1, net_won: 60, experience: 30 });
    expect(await correctionsOf(played)).toHaveLength(3);
    await expectEndedExactly(db(), played.contestId);
  });

  const everyPick: [Pick, number][] = [
    ['home', 100],
    ['away', 60],
    ['draw', 40],
  ];
  const twoPicks = everyPick.slice(0, 2);
  it.each([
    { what: 'a draw becomes a win', stakes: everyPick, from: [1, 1], to: [1, 0], balances: [1_100, 940, 960] },
    { what: 'a win becomes a draw', stakes: everyPick, from: [0, 3], to: [3, 3], balances: [900, 940, 1_160] },
    { what: 'there were no winners, and now there are', stakes: twoPicks, from: [0, 0], to: [0, 1], balances: [900, 1_100] },
    { what: 'there were winners, and now there are none', stakes: twoPicks, from: [0, 1], to: [1, 1], balances: [1_000, 1_000] },
    { what: 'everyone had won, and now nobody has', stakes: [everyPick[0]!], from: [1, 0], to: [0, 0], balances: [1_000] },
    { what: 'nobody had won, and now everyone has', stakes: [everyPick[0]!], from: [1, 1], to: [2, 1], balances: [1_000] },
    { what: 'the winner is the same', stakes: everyPick, from: [1, 0], to: [2, 0], balances: [1_100, 940, 960] },
    { what: 'a contest without bets', stakes: [], from: [1, 0], to: [0, 1], balances: [] },
  ] as { what: string; stakes: [Pick, number][]; from: Score; to: Score; balances: number[] }[])(
    '$what',
    async ({ stakes, from, to, balances }) => {
      const rightAway = await settled(stakes, to);
      test.current.clock.set(at(-HOUR_MS));
      const played = await settled(stakes, from);
      await correct(played, to);
      expect(await balancesOf(played.users)).toEqual(balances);
      expect(await betsOf(played)).toEqual(await betsOf(rightAway));
      const [legs, legsOfRightAway] = await Promise.all([played, rightAway].map(refundedLegs));
      expect(legs).toEqual(legsOfRightAway);
      for (const [i, user] of played.users.entries()) {
        const { experience, ...stats } = await statsOf(user);
        const expected = await statsOf(rightAway.users[i]!);
        expect(expected).toMatchObject(stats);
        expect(experience).toBeGreaterThanOrEqual(expected.experience);
      }
      const { winner, home_score, away_score } = await contestOf(rightAway);
      expect(await contestOf(played)).toMatchObject({ state: 'settled', winner, home_score, away_score });
      await expectEndedExactly(db(), played.contestId);
    },
  );

  const refundedLegs = async ({ contestId }: Played) =>
    (
      await db()
        .selectFrom('bet_legs as l')
        .innerJoin('bets as b', 'b.id', 'l.bet_id')
        .select(['l.stake', sql<boolean>`l.refunded_at is not null`.as('is_refunded')])
        .where('b.contest_id', '=', contestId)
        .orderBy('l.id')
        .execute()
    ).map(({ stake, is_refunded }) => [stake, is_refunded]);

  it('can be corrected again, and turned back to the first score', async () => {
    const played = await settled(
      [
        ['home', 100],
        ['away', 60],
        ['draw', 40],
      ],
      [1, 0],
    );
    const seen: number[][] = [];
    for (const score of [
      [0, 1],
      [1, 1],
      [1, 0],
    ] as Score[]) {
      await correct(played, score);
      seen.push(await balancesOf(played.users));
      await expectEndedExactly(db(), played.contestId);
    }
    expect(seen).toEqual([
      [900, 1_140, 960],
      [900, 940, 1_160],
      [1_100, 940, 960],
    ]);
    expect((await correctionsOf(played)).map(({ home_score, away_score }) => [home_score, away_score])).toEqual([
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
    // Each user was right once; at most one hit is counted for a bet.
    for (const [i, user] of played.users.entries()) expect(await statsOf(user)).toMatchObject({ hits: i === 0 ? 1 : 0, experience: 30 });
  });

  it('recalculates the pool fee', async () => {
    const played = await openContest();
    await db().updateTable('contests').set({ fee_percent: '10' }).where('id', '=', played.contestId).execute();
    const users = [await createUser(test.current, 1_000), await createUser(test.current, 1_000)];
    await stake(played, users[0]!, 'home', 100);
    await stake(played, users[1]!, 'away', 60);
    const before = await houseBalance();
    await settleOn(played, [1, 0]);
    expect((await houseBalance()) - before).toBe(6);
    await correct(played, [0, 1]);
    expect((await houseBalance()) - before).toBe(10);
    expect(await contestOf(played)).toMatchObject({ fee: 10 });
    expect(await balancesOf(users)).toEqual([900, 1_090]);
    await expectEndedExactly(db(), played.contestId);
  });

  it('pays fixed odds from the house and takes them back to it', async () => {
    const before = await houseBalance();
    const played = await settled(
      [
        ['home', 100],
        ['away', 100],
      ],
      [1, 0],
      '1x2',
    );
    expect(await balancesOf(played.users)).toEqual([1_088, 900]);
    expect((await houseBalance()) - before).toBe(12);
    await correct(played, [0, 1]);
    expect(await balancesOf(played.users)).toEqual([900, 1_371]);
    expect((await houseBalance()) - before).toBe(-271);
    await correct(played, [1, 1]);
    expect(await balancesOf(played.users)).toEqual([900, 900]);
    expect((await houseBalance()) - before).toBe(200);
    await expectEndedExactly(db(), played.contestId);
  });
});

describe('a true kick-off that becomes known after the settlement', () => {
  it('refunds stakes placed after it and shares the rest of the pool again', async () => {
    const played = await openContest();
    const [early, late, other] = [
      await createUser(test.current, 1_000),
      await createUser(test.current, 1_000),
      await createUser(test.current, 1_000),
    ];
    await stake(played, early, 'home', 100);
    await stake(played, other, 'away', 60);
    test.current.clock.set(at(-10 * MINUTE_MS));
    await stake(played, early, 'home', 50);
    await stake(played, late, 'home', 300);
    await settleOn(played, [1, 0]);
    expect(await balancesOf([early, late, other])).toEqual([1_020, 1_040, 940]);
    await tell(played, 'ft', [1, 0], { started_at: at(-15 * MINUTE_MS) });
    test.current.clock.advance(MINUTE_MS);
    await correctDueContests(test.current.deps);
    expect(await balancesOf([early, late, other])).toEqual([1_060, 1_000, 940]);
    expect(await contestOf(played)).toMatchObject({ started_at: at(-15 * MINUTE_MS), stake_home: 100, stake_away: 60, participants: 2 });
    expect(await betsOf(played)).toEqual([
      { state: 'settled', payout: 160, refund: 50, hit: true },
      { state: 'settled', payout: 0, refund: 0, hit: false },
      { state: 'refunded', payout: 0, refund: 300, hit: null },
    ]);
    expect(await statsOf(late)).toMatchObject({ played: 0, hits: 0, net_won: 0 });
    await expectEndedExactly(db(), played.contestId);
  });

  it('voids the contest when too few players are left', async () => {
    const played = await openContest();
    await db().updateTable('contests').set({ participants_min: 2 }).where('id', '=', played.contestId).execute();
    const users = [await createUser(test.current, 1_000), await createUser(test.current, 1_000)];
    await stake(played, users[0]!, 'home', 100);
    test.current.clock.set(at(-10 * MINUTE_MS));
    await stake(played, users[1]!, 'away', 60);
    await settleOn(played, [1, 0]);
    await tell(played, 'ft', [1, 0], { started_at: at(-15 * MINUTE_MS) });
    test.current.clock.advance(MINUTE_MS);
    await correctDueContests(test.current.deps);
    expect(await contestOf(played)).toMatchObject({ state: 'void', void_reason: 'too_few_participants', winner: null });
    expect(await balancesOf(users)).toEqual([1_000, 1_000]);
    await expectEndedExactly(db(), played.contestId);
  });
});

describe('a correction is applied once', () => {
  it('while contests of other matches that just ended are not settled yet', async () => {
    const settledOne = await settled(
      [
        ['home', 100],
        ['away', 60],
      ],
      [1, 0],
    );
    await tell(settledOne, 'ft', [0, 1]);
    test.current.clock.advance(MINUTE_MS);
    const ended = await openContest();
    await tell(ended, 'ft', [1, 1], { started_at: at(0) });
    await correctDueContests(test.current.deps);
    expect(await contestOf(settledOne)).toMatchObject({ winner: 'away' });
    expect(await contestOf(ended)).toMatchObject({ state: 'open', settled_at: null });
    expect(await contestAlarms(test.current.deps)).toMatchObject({ corrected: expect.not.arrayContaining([ended.contestId]) });
  });

  it('however often the job runs, and however many processes run it', async () => {
    const played = await settled(
      [
        ['home', 100],
        ['away', 60],
      ],
      [1, 0],
    );
    await tell(played, 'ft', [0, 1]);
    test.current.clock.advance(MINUTE_MS);
    const { deps } = test.current;
    const before = await transferCount();
    await Promise.all(Array.from({ length: 4 }, () => correctDueContests(deps)));
    await correctDueContests(deps);
    await advanceDueContests(deps);
    expect((await transferCount()) - before).toBe(2);
    expect(await correctionsOf(played)).toHaveLength(1);
    expect(await balancesOf(played.users)).toEqual([900, 1_100]);
    await expectEndedExactly(db(), played.contestId);
  });

  it('after a crash in the middle, completely, and not again after a crash at the end', async () => {
    const played = await openContest();
    const users = await createCrowd(test.current, played.contestId, 600);
    await settleOn(played, [1, 0]);
    await sql`create function crash() returns trigger language plpgsql as $$ begin raise exception 'crashed'; end $$`.execute(db());
    await sql`create trigger crash before insert on contest_corrections for each row execute function crash()`.execute(db());
    const [before, paid] = [await transferCount(), await balancesOf(users.map((id) => ({ id })))];
    await correct(played, [0, 1]);
    expect([await transferCount(), await balancesOf(users.map((id) => ({ id })))]).toEqual([before, paid]);
    expect(await contestOf(played)).toMatchObject({ winner: 'home', home_score: 1 });
    expect(test.current.published).toEqual([]);

    await sql`drop function crash cascade`.execute(db());
    const publish = () => {
      throw new Error('killed');
    };
    await correctDueContests({ ...test.current.deps, publish });
    await correctDueContests(test.current.deps);
    const corrected = await balancesOf(users.map((id) => ({ id })));
    expect(corrected.reduce((sum, points) => sum + points, 0)).toBe(6_000);
    // 300 winners give back 20 points each; 150 others share the pool.
    expect(corrected.filter((points) => points === 40)).toHaveLength(150);
    expect((await transferCount()) - before).toBe(450);
    await expectEndedExactly(db(), played.contestId);
  });

  it('while its players place other bets, without a deadlock', async () => {
    const { deps } = test.current;
    const [a, b] = [await openContest(), await openContest()];
    const players = await Promise.all(Array.from({ length: 12 }, () => createUser(test.current, 1_000)));
    for (const [i, player] of players.entries()) for (const played of [a, b]) await stake(played, player, PICKS[i % 3]!, 50);
    await settleOn(a, [1, 0]);
    await settleOn(b, [0, 1]);
    const open = { matchId: await createMatch(db(), { kickoffAt: at(9 * HOUR_MS) }) };
    const openContestId = await createContest(db(), open.matchId, test.current.clock.now());
    await tell(a, 'ft', [0, 0]);
    await tell(b, 'ft', [1, 1]);
    test.current.clock.advance(MINUTE_MS);
    await Promise.all([
      correctDueContests(deps),
      correctDueContests(deps),
      ...players.map((player) => stake({ ...open, contestId: openContestId, market: 'wdl' }, player, 'home', 10)),
    ]);
    await correctDueContests(deps);
    for (const played of [a, b]) {
      expect(await contestOf(played)).toMatchObject({ winner: 'draw' });
      await expectEndedExactly(db(), played.contestId);
    }
  });
});

describe('a settled result stands', () => {
  const stakes: [Pick, number][] = [
    ['home', 100],
    ['away', 60],
  ];
  const expectUnchanged = async (played: Played & { users: TestUser[] }) => {
    expect(await contestOf(played)).toMatchObject({ state: 'settled', winner: 'home' });
    expect(await balancesOf(played.users)).toEqual([1_060, 940]);
    expect(await correctionsOf(played)).toEqual([]);
  };
  const isAlarm = async ({ contestId }: Played) => (await contestAlarms(test.current.deps)).corrected.includes(contestId);

  it('until another score has not changed for a minute', async () => {
    const played = await settled(stakes, [1, 0]);
    await tell(played, 'ft', [0, 1]);
    test.current.clock.advance(MINUTE_MS - 1);
    await correctDueContests(test.current.deps);
    await expectUnchanged(played);
    expect(await isAlarm(played)).toBe(false);
  });

  it('after 72 hours, when a person has to review the correction', async () => {
    const played = await settled(stakes, [1, 0]);
    test.current.clock.set(at(SETTLED_AT + 72 * HOUR_MS - MINUTE_MS + 1));
    await correct(played, [0, 1]);
    await expectUnchanged(played);
    expect(await isAlarm(played)).toBe(true);
    test.current.clock.advance(31 * 24 * HOUR_MS);
    expect(await isAlarm(played)).toBe(false);

    test.current.clock.set(at(-HOUR_MS));
    const inTime = await settled(stakes, [1, 0]);
    test.current.clock.set(at(SETTLED_AT + 72 * HOUR_MS - MINUTE_MS));
    await correct(inTime, [0, 1]);
    expect(await contestOf(inTime)).toMatchObject({ winner: 'away' });
    expect(await isAlarm(inTime)).toBe(false);
  });

  it('while the feed is silent, which raises an alarm', async () => {
    const played = await settled(stakes, [1, 0]);
    await tell(played, 'ft', [0, 1]);
    test.current.clock.advance(10 * MINUTE_MS + SECOND_MS);
    await correctDueContests(test.current.deps);
    await expectUnchanged(played);
    expect(await isAlarm(played)).toBe(true);
    await db().updateTable('matches').set({ confirmed_at: test.current.clock.now() }).where('id', '=', played.matchId).execute();
    await correctDueContests(test.current.deps);
    expect(await contestOf(played)).toMatchObject({ winner: 'away' });
  });

  it.each(['awd', 'canc', 'abd'] as const)('when the match is %s afterwards', async (status) => {
    const played = await settled(stakes, [1, 0]);
    await tell(played, status, status === 'awd' ? [1, 0] : null, { home_score: 0, away_score: 3 });
    test.current.clock.advance(MINUTE_MS);
    await correctDueContests(test.current.deps);
    await expectUnchanged(played);
    expect(await isAlarm(played)).toBe(false);
  });

  it('when the contest was void', async () => {
    const played = await openContest();
    const user = await createUser(test.current, 1_000);
    await stake(played, user, 'home', 100);
    await tell(played, 'canc', null);
    await advanceContest(test.current.deps, played.contestId);
    await correct(played, [1, 0]);
    expect(await contestOf(played)).toMatchObject({ state: 'void', void_reason: 'cancelled' });
    expect(await balancesOf([user])).toEqual([1_000]);
    expect(await correctionsOf(played)).toEqual([]);
  });
});

describe('corrections of random contests', () => {
  const anyStake = fc.record({ pick: fc.constantFrom(...PICKS), stake: fc.integer({ min: 10, max: 1_000 }) });
  const anyScore = fc.tuple(fc.nat(2), fc.nat(2));
  const anyRound = fc.record({
    score: anyScore,
    spent: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 }),
  });

  it.each(MARKETS)('end bets in %s in the database as in the domain, round after round', async (market) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStake, { minLength: 1, maxLength: 6 }),
        anyScore,
        fc.array(anyRound, { minLength: 1, maxLength: 3 }),
        async (stakes, score, rounds) => {
          test.current.clock.set(at(-HOUR_MS));
          const played = await settled(
            stakes.map(({ pick, stake }) => [pick, stake]),
            score,
            market,
          );
          const placed = await findBets(db(), played.contestId);
          const userIds = placed.map(({ userId }) => ({ id: userId }));
          let previous = settleAsRuled(played, placed, score);
          const received = new Map(previous.bets.map((end) => [end.id, entitlementOf(end)]));
          let round = 0;
          for (const { score, spent } of rounds) {
            for (const [i, user] of played.users.entries()) {
              const points = Math.floor((await balancesOf([user]))[0]! * spent[i]!);
              if (points > 0) await spend(user, points);
            }
            const balances = await balancesOf(userIds);
            const house = await houseBalance();
            const next = settleAsRuled(played, placed, score);
            const isCorrection = (await contestOf(played)).home_score !== score[0] || (await contestOf(played)).away_score !== score[1];
            if (isCorrection) round++;
            const funds = new Map(placed.map(({ userId }, i) => [userId, { balance: balances[i]!, heldUndecided: 0 }]));
            const ruled = correctSettlement({ id: played.contestId, market, round }, previous, next, received, funds);
            await correct(played, score);

            const deltaOf = (kind: string, betId?: string) =>
              ruled.transfers
                .filter((transfer) => transfer.betId === betId)
                .reduce((sum, { from, to, amount }) => sum + (to.kind === kind ? amount : 0) - (from.kind === kind ? amount : 0), 0);
            expect(await balancesOf(userIds)).toEqual(placed.map(({ id }, i) => balances[i]! + deltaOf('balance', id)));
            expect(await houseBalance()).toBe(house + deltaOf('house'));
            expect(await betsOf(played)).toEqual(next.bets.map(({ state, payout, refund, hit }) => ({ state, payout, refund, hit })));
            expect(await correctionsOf(played)).toHaveLength(round);
            await expectEndedExactly(db(), played.contestId);
            for (const { id } of placed) received.set(id, received.get(id)! + deltaOf('balance', id));
            previous = next;
          }
          const counted = playOf(
            { market, outcomes: PICKS, feePercent: 0 },
            new Map(placed.map((bet) => [bet.id, bet])),
            previous,
            NO_TIES,
          );
          for (const user of played.users) {
            const { net_won, hits, played: settledBets } = await statsOf(user);
            const i = placed.findIndex(({ userId }) => userId === user.id);
            const end = previous.bets[i]!;
            const isPlayed = isPlay(counted.get(end.id)!.points);
            expect([net_won, hits, settledBets]).toEqual([
              entitlementOf(end) - stakes[played.users.indexOf(user)]!.stake,
              isPlayed && end.hit ? 1 : 0,
              isPlayed ? 1 : 0,
            ]);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  const settleAsRuled = ({ contestId, market }: Played, placed: PlacedBet[], result: Score) =>
    settle({ id: contestId, market, rules: POOL_RULES }, placed, { result, startedAt: null });
});
