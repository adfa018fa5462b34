import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { listBets, placeBet } from '#contract/bets.ts';
import { listContests } from '#contract/contests.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { HOUR_MS } from '#domain/time.ts';
import { advanceContest } from '#server/modules/betting/contests/advance.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { AT_ONCE } from '#test/support/database.ts';
import { createContest, createLeague, createMatch, createUser, type TestUser } from '#test/support/factories.ts';

const test = useTestApp({}, AT_ONCE);
const limited = useTestApp({ BETS_PER_MINUTE: '3' });
const NOW = new Date(TEST_NOW);
const after = (ms: number) => new Date(NOW.getTime() + ms);

beforeEach(() => {
  test.current.clock.set(NOW);
  test.current.published.length = 0;
});

/** Creates a match that kicks off in an hour and has an open pool. */
async function openMatch(app = test.current) {
  const matchId = await createMatch(app.deps.db, { kickoffAt: after(HOUR_MS) });
  return { matchId, contestId: await createContest(app.deps.db, matchId, app.clock.now()) };
}

type Body = InputOf<typeof placeBet>;
const bet = (user: TestUser, body: Record<string, unknown>, key: string = randomUUID(), app = test.current) =>
  callApp(app.app, placeBet, { market: 'wdl', pick: 'home', stake: 100, ...body } as unknown as Body, { token: user.token, key });

const balanceOf = async (kind: string, owner: string) => {
  const { db } = test.current.deps;
  return (await db.selectFrom('accounts').select('balance').where('kind', '=', kind).where('owner', '=', owner).executeTakeFirstOrThrow())
    .balance;
};

/** Counts every row that placing a bet writes, to prove that a rejected bet wrote nothing. */
async function everythingWritten() {
  const { rows } = await sql`
    select (select count(*) from bets) as bets, (select count(*) from bet_legs) as legs, (select count(*) from transfers) as transfers,
           (select count(*) from idempotency_keys) as keys, (select sum(stake_home + stake_draw + stake_away) from contests) as pools`.execute(
    test.current.deps.db,
  );
  return rows[0];
}

describe('placing a bet', () => {
  it('moves the stake into the pool and publishes the contest and the balance', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId, contestId } = await openMatch();
    const placed = await bet(user, { match_id: matchId, stake: 250 });
    expect(placed).toMatchObject({
      status: 201,
      reply: {
        bet: {
          contest_id: contestId,
          market: 'wdl',
          pick: 'home',
          stake: 250,
          state: 'ongoing',
          returns_now: 250,
          odds: 1,
          hit: null,
          match: { id: matchId },
        },
        balance: 750,
        contest: { id: contestId, state: 'open', total_stake: 250, participants: 1 },
      },
    });
    expect(await balanceOf('balance', user.id)).toBe(750);
    expect(await balanceOf('contest', contestId)).toBe(250);
    expect(test.current.published.map(({ topic, change }) => [topic, change.t])).toEqual([
      [`match:${matchId}`, 'contest'],
      [`me:${user.id}`, 'balance'],
    ]);
  });

  it('adds a second stake on the same pick to the bet and rejects another pick', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId } = await openMatch();
    const first = await bet(user, { match_id: matchId });
    const second = await bet(user, { match_id: matchId, stake: 40 });
    expect(second.reply).toMatchObject({
      bet: { id: first.reply.bet.id, stake: 140 },
      balance: 860,
      contest: { participants: 1, total_stake: 140 },
    });
    expect(await bet(user, { match_id: matchId, pick: 'away' })).toMatchObject({ status: 409, problem: { code: 'bet_pick_conflict' } });
  });

  it('updates the pool’s odds, rounded down', async () => {
    const [a, b] = [await createUser(test.current, 1_000), await createUser(test.current, 1_000)];
    const { matchId } = await openMatch();
    await bet(a, { match_id: matchId, stake: 300 });
    const { reply } = await bet(b, { match_id: matchId, pick: 'away', stake: 100 });
    expect(reply.contest.options).toEqual([
      { pick: 'home', staked: 300, odds: 1.33 },
      { pick: 'draw', staked: 0, odds: null },
      { pick: 'away', staked: 100, odds: 4 },
    ]);
    expect(reply.bet).toMatchObject({ returns_now: 400, odds: 4 });
  });
});

describe('a rejected bet changes nothing', () => {
  it.each<[string, Record<string, unknown>, number, string]>([
    ['a stake below the minimum', { stake: 9 }, 422, 'stake_below_min'],
    ['a stake of zero', { stake: 0 }, 422, 'stake_below_min'],
    ['a negative stake', { stake: -100 }, 422, 'stake_below_min'],
    ['a stake above the maximum', { stake: 5_001 }, 422, 'stake_above_max'],
    ['a stake above the balance', { stake: 2_001 }, 422, 'insufficient_points'],
    ['half a point', { stake: 10.5 }, 400, 'invalid_payload'],
    ['a stake as a string', { stake: '100' }, 400, 'invalid_payload'],
    ['a missing stake', { stake: undefined }, 400, 'missing_fields'],
    ['a stake above the maximum integer', { stake: 1e300 }, 400, 'invalid_payload'],
    ['a stake that is null', { stake: null }, 400, 'invalid_payload'],
    ['a missing pick', { pick: undefined }, 422, 'option_required'],
    ['a null pick', { pick: null }, 422, 'option_required'],
    ['a pick that does not exist', { pick: 'both' }, 400, 'invalid_payload'],
    ['a market that does not exist', { market: 'corners' }, 400, 'invalid_payload'],
    ['odds in a pool', { odds: 2 }, 400, 'invalid_payload'],
    ['fixed odds without odds', { market: '1x2' }, 400, 'missing_fields'],
    ['fixed odds where a match has none', { market: '1x2', odds: 2 }, 409, 'contest_not_open'],
    ['a match that does not exist', { match_id: 2_000_000_000 }, 404, 'not_found'],
    ['a match id that is not a number', { match_id: 'first' }, 400, 'invalid_payload'],
    ['a match id above the maximum integer', { match_id: 2 ** 31 }, 400, 'invalid_payload'],
    ['an unknown field', { user_id: randomUUID() }, 400, 'invalid_payload'],
  ])('rejects %s', async (_, body, status, code) => {
    const user = await createUser(test.current, 2_000);
    const { matchId } = await openMatch();
    const before = await everythingWritten();
    expect(await bet(user, { match_id: matchId, ...body })).toMatchObject({ status, problem: { code } });
    expect(await everythingWritten()).toEqual(before);
  });

  it('rejects a draw where a match cannot end level', async () => {
    const { db } = test.current.deps;
    const user = await createUser(test.current, 500);
    const matchId = await createMatch(db, { kickoffAt: after(HOUR_MS), leagueId: await createLeague(db, { drawPossible: false }) });
    const contestId = await createContest(db, matchId, NOW);
    await db.updateTable('contests').set({ draw_possible: false }).where('id', '=', contestId).execute();
    expect(await bet(user, { match_id: matchId, pick: 'draw' })).toMatchObject({ status: 422, problem: { code: 'option_required' } });
    expect((await bet(user, { match_id: matchId })).reply.contest.options.map(({ pick }) => pick)).toEqual(['home', 'away']);
  });

  it('rejects a stake above what one user may stake in a contest', async () => {
    const user = await createUser(test.current, 20_000);
    const { matchId } = await openMatch();
    await bet(user, { match_id: matchId, stake: 5_000 });
    await bet(user, { match_id: matchId, stake: 4_995 });
    const before = await everythingWritten();
    // Only 5 points are left of the limit, less than the minimum stake of 10.
    expect(await bet(user, { match_id: matchId, stake: 10 })).toMatchObject({ status: 409, problem: { code: 'market_suspended' } });
    expect(await everythingWritten()).toEqual(before);
  });

  it('reports the smallest of the limits that apply', async () => {
    const user = await createUser(test.current, 20_000);
    const { matchId } = await openMatch();
    await bet(user, { match_id: matchId, stake: 5_000 });
    await bet(user, { match_id: matchId, stake: 4_000 });
    const refused = await bet(user, { match_id: matchId, stake: 1_001 });
    expect(refused).toMatchObject({ status: 422, problem: { code: 'stake_above_max', params: { max: 1_000 } } });
  });

  it.each(['preparing', 'locked', 'paused'])('rejects a bet in a contest that is %s', async (state) => {
    const user = await createUser(test.current, 500);
    const { matchId, contestId } = await openMatch();
    await test.current.deps.db.updateTable('contests').set({ state }).where('id', '=', contestId).execute();
    expect(await bet(user, { match_id: matchId })).toMatchObject({ status: 409, problem: { code: 'contest_not_open' } });
  });

  it('rejects a bet on a match without a contest', async () => {
    const user = await createUser(test.current, 500);
    const matchId = await createMatch(test.current.deps.db, { kickoffAt: after(HOUR_MS) });
    expect(await bet(user, { match_id: matchId })).toMatchObject({ status: 409, problem: { code: 'contest_not_open' } });
  });

  it('rejects a bet from kick-off on by the server’s clock, although the contest is not locked yet', async () => {
    const user = await createUser(test.current, 500);
    const { matchId } = await openMatch();
    test.current.clock.set(after(HOUR_MS - 1));
    const { token } = user;
    const stillFresh = { ...user, token: await freshToken(user) };
    expect(await bet(stillFresh, { match_id: matchId })).toMatchObject({ status: 201 });
    test.current.clock.set(after(HOUR_MS));
    expect(await bet(stillFresh, { match_id: matchId })).toMatchObject({ status: 409, problem: { code: 'contest_not_open' } });
    expect(await bet({ ...user, token }, { match_id: matchId })).toMatchObject({ status: 401, problem: { code: 'token_expired' } });
  });

  it('rejects a bet of a user who was disabled after signing in', async () => {
    const user = await createUser(test.current, 500);
    const { matchId } = await openMatch();
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    expect(await bet(user, { match_id: matchId })).toMatchObject({ status: 403, problem: { code: 'account_disabled' } });
  });

  it('rejects a bet without a sign-in or of a user who does not exist', async () => {
    const { matchId } = await openMatch();
    const body = { market: 'wdl', match_id: matchId, pick: 'home', stake: 100 } as const;
    const { app, deps } = test.current;
    expect(await callApp(app, placeBet, body, { key: randomUUID() })).toMatchObject({ status: 401, problem: { code: 'token_missing' } });
    const nobody = { id: randomUUID(), email: 'gone@example.com', token: '' };
    const token = await signAccessToken(deps.serverKeys, { ...nobody, sessionId: randomUUID() }, NOW);
    expect(await callApp(app, placeBet, body, { key: randomUUID(), token })).toMatchObject({
      status: 401,
      problem: { code: 'unauthorized' },
    });
  });

  it('rejects more bets than allowed in a minute and returns the time to wait', async () => {
    const app = limited.current;
    app.clock.set(NOW);
    const user = await createUser(app, 1_000);
    const { matchId } = await openMatch(app);
    for (const seconds of [0, 10, 20]) {
      app.clock.set(after(seconds * 1_000));
      expect(await bet(user, { match_id: matchId }, randomUUID(), app)).toMatchObject({ status: 201 });
    }
    app.clock.set(after(25_000));
    const refused = await bet(user, { match_id: matchId }, randomUUID(), app);
    expect(refused).toMatchObject({ status: 429, problem: { code: 'rate_limited', params: { seconds: 35, minutes: 1 } } });
    expect(refused.headers.get('retry-after')).toBe('35');
    app.clock.set(after(60_000));
    expect(await bet(user, { match_id: matchId }, randomUUID(), app)).toMatchObject({ status: 201 });
  });
});

function freshToken(user: TestUser): Promise<string> {
  const { deps, clock } = test.current;
  return signAccessToken(deps.serverKeys, { id: user.id, email: user.email, sessionId: randomUUID() }, clock.now());
}

describe('an idempotency key', () => {
  it('places one bet however often it is sent and replays the receipt', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId } = await openMatch();
    const key = randomUUID();
    const first = await bet(user, { match_id: matchId }, key);
    const again = await bet(user, { match_id: matchId }, key);
    expect(again).toMatchObject({ status: 201, reply: first.reply });
    expect([first.headers.get('idempotent-replay'), again.headers.get('idempotent-replay')]).toEqual([null, 'true']);
    expect(await balanceOf('balance', user.id)).toBe(900);
  });

  it('is rejected with another body, but may be used again after a rejected bet', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId } = await openMatch();
    const key = randomUUID();
    expect(await bet(user, { match_id: matchId, stake: 2_000 }, key)).toMatchObject({ problem: { code: 'insufficient_points' } });
    expect(await bet(user, { match_id: matchId, stake: 200 }, key)).toMatchObject({ status: 201 });
    expect(await bet(user, { match_id: matchId, stake: 300 }, key)).toMatchObject({
      status: 409,
      problem: { code: 'idempotency_mismatch' },
    });
  });

  it('is required, and must be a UUID', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId } = await openMatch();
    for (const headers of [{}, { 'Idempotency-Key': 'twice' }] as Record<string, string>[]) {
      const body = { market: 'wdl', match_id: matchId, pick: 'home', stake: 100 } as const;
      const answer = await callApp(test.current.app, placeBet, body, { token: user.token, headers });
      expect(answer).toMatchObject({ status: 400, problem: { code: 'idempotency_key_required' } });
    }
  });

  it('sent ten times at once places one bet; the other requests get 409 request_in_progress or the receipt', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId } = await openMatch();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => bet(user, { match_id: matchId }, key)));
    for (const { status, problem } of answers)
      expect([status, problem?.code]).toEqual(status === 201 ? [201, undefined] : [409, 'request_in_progress']);
    expect(answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replay'))).toHaveLength(1);
    expect(await balanceOf('balance', user.id)).toBe(900);
  });

  it('returns 409 request_in_progress while its first request waits for the contest', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId, contestId } = await openMatch();
    const key = randomUUID();
    const { first, second } = await test.current.deps.db.transaction().execute(async (db) => {
      await db.selectFrom('contests').select('id').where('id', '=', contestId).forUpdate().execute();
      const first = bet(user, { match_id: matchId }, key);
      await expect.poll(waitingForLocks).toBe(1);
      return { first, second: await bet(user, { match_id: matchId }, key) };
    });
    expect(second).toMatchObject({ status: 409, problem: { code: 'request_in_progress' } });
    expect(await first).toMatchObject({ status: 201 });
  });
});

const waitingForLocks = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(test.current.deps.db);
  return rows[0]!.count;
};

describe('concurrent bets', () => {
  it('places exactly ten of a hundred bets of one user who has points for ten', async () => {
    const user = await createUser(test.current, 1_000);
    const matches = await Promise.all([openMatch(), openMatch(), openMatch()]);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => bet(user, { match_id: matches[i % 3]!.matchId })));
    const codes = answers.map(({ status, problem }) => (status === 201 ? 'placed' : problem.code));
    expect(codes.filter((code) => code === 'placed')).toHaveLength(10);
    expect(codes.filter((code) => code === 'insufficient_points')).toHaveLength(90);
    expect(await balanceOf('balance', user.id)).toBe(0);
    expect(await proveLedger(test.current.deps.db)).toMatchObject({ proven: true });
  });

  it('never exceed what one user may stake in a contest', async () => {
    const user = await createUser(test.current, 100_000);
    const { matchId, contestId } = await openMatch();
    await Promise.all(Array.from({ length: 12 }, () => bet(user, { match_id: matchId, stake: 3_000 })));
    expect(await balanceOf('contest', contestId)).toBe(9_000);
  });

  it('of one user are accepted on one pick only', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId, contestId } = await openMatch();
    await Promise.all(
      Array.from({ length: 9 }, (_, i) => bet(user, { match_id: matchId, pick: (['home', 'draw', 'away'] as const)[i % 3], stake: 10 })),
    );
    const rows = await test.current.deps.db.selectFrom('bets').selectAll().where('contest_id', '=', contestId).execute();
    expect(rows).toMatchObject([{ stake: 30 }]);
  });

  it('rejects a bet that waited for its contest’s lock past kick-off', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId, contestId } = await openMatch();
    const late = await test.current.deps.db.transaction().execute(async (db) => {
      await db.selectFrom('contests').select('id').where('id', '=', contestId).forUpdate().execute();
      const late = bet(user, { match_id: matchId });
      await expect.poll(waitingForLocks).toBe(1);
      test.current.clock.set(after(HOUR_MS));
      return { answer: late };
    });
    expect(await late.answer).toMatchObject({ status: 409, problem: { code: 'contest_not_open' } });
    expect(await balanceOf('contest', contestId)).toBe(0);
  });

  it('never enter a contest after it closed early', async () => {
    const { deps, clock } = test.current;
    const users = await Promise.all(Array.from({ length: 20 }, () => createUser(test.current, 100)));
    const { matchId, contestId } = await openMatch();
    const bets = users.map((user) => bet(user, { match_id: matchId }));
    await deps.db.updateTable('matches').set({ status: 'h1', status_since: NOW, confirmed_at: NOW }).where('id', '=', matchId).execute();
    await advanceContest(deps, contestId);
    const poolAtClosing = await balanceOf('contest', contestId);
    const answers = await Promise.all(bets);
    expect(await balanceOf('contest', contestId)).toBe(poolAtClosing);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(poolAtClosing / 100);
    expect(answers.every(({ status, problem }) => status === 201 || problem.code === 'contest_not_open')).toBe(true);
    expect(clock.now()).toEqual(NOW);
  });
});

describe('the list of my bets', () => {
  const list = (user: TestUser, query: Record<string, unknown> = {}) =>
    callApp(test.current.app, listBets, query as InputOf<typeof listBets>, { token: user.token });

  it('is sorted newest first, paged, and filtered by status', async () => {
    const { deps, clock } = test.current;
    const user = await createUser(test.current, 1_000);
    const matches = [await openMatch(), await openMatch(), await openMatch()];
    for (const [i, { matchId }] of matches.entries()) {
      clock.set(after(i * 1_000));
      await bet(user, { match_id: matchId, stake: 10 + i });
    }
    const [, second] = matches;
    await deps.db.updateTable('contests').set({ unresolved_at: NOW }).where('id', '=', second!.contestId).execute();

    const { reply } = await list(user);
    expect(reply).toMatchObject({ page: 1, page_size: 20, total: 3 });
    expect(reply.items.map(({ stake, state, match }) => [stake, state, match.id])).toEqual([
      [12, 'ongoing', matches[2]!.matchId],
      [11, 'unknown', matches[1]!.matchId],
      [10, 'ongoing', matches[0]!.matchId],
    ]);
    expect((await list(user, { page: 2, page_size: 2 })).reply).toMatchObject({ items: [{ stake: 10 }], page: 2, total: 3 });
    expect((await list(user, { status: 'unknown' })).reply).toMatchObject({ items: [{ stake: 11 }], total: 1 });
    expect((await list(user, { status: 'ongoing' })).reply).toMatchObject({ items: [{ stake: 12 }, { stake: 10 }], total: 2 });
    expect((await list(user, { status: 'settled' })).reply).toMatchObject({ items: [], total: 0 });
    expect((await list(await createUser(test.current))).reply).toMatchObject({ items: [], total: 0 });
  });

  it('tells bets that were won from those lost and refunded, page by page', async () => {
    const { deps, clock } = test.current;
    const user = await createUser(test.current, 1_000);
    const ends = [
      { state: 'settled', hit: true, payout: 30 },
      { state: 'settled', hit: false },
      { state: 'refunded', refund: 12 },
      { state: 'settled', hit: true, payout: 40 },
    ];
    for (const [i, end] of ends.entries()) {
      clock.set(after(i * 1_000));
      const { reply } = await bet(user, { match_id: (await openMatch()).matchId, stake: 10 + i });
      await deps.db.updateTable('bets').set(end).where('id', '=', reply.bet.id).execute();
    }
    const stakes = async (query: Record<string, unknown>) => {
      const { items, total } = (await list(user, query)).reply;
      return { stakes: items.map(({ stake }) => stake), total };
    };
    expect(await stakes({ status: 'won' })).toEqual({ stakes: [13, 10], total: 2 });
    expect(await stakes({ status: 'won', page: 2, page_size: 1 })).toEqual({ stakes: [10], total: 2 });
    expect(await stakes({ status: 'lost' })).toEqual({ stakes: [11], total: 1 });
    expect(await stakes({ status: 'refunded' })).toEqual({ stakes: [12], total: 1 });
    expect(await stakes({ status: 'settled' })).toEqual({ stakes: [13, 11, 10], total: 3 });
  });

  it('shows what each bet would pay as the pool stands', async () => {
    const [a, b] = [await createUser(test.current, 1_000), await createUser(test.current, 1_000)];
    const { matchId } = await openMatch();
    await bet(a, { match_id: matchId, stake: 100 });
    await bet(b, { match_id: matchId, stake: 50, pick: 'draw' });
    expect((await list(a)).reply.items).toMatchObject([{ returns_now: 150, odds: 1.5 }]);
    // There is no stake on away, so an away win would refund everyone.
    const ifAway = (returns: number) => ({ pick: 'away', returns });
    const [ofA, ofB] = [(await list(a)).reply.items[0]!, (await list(b)).reply.items[0]!];
    expect(ofA.returns_if).toEqual([{ pick: 'home', returns: 150 }, { pick: 'draw', returns: 0 }, ifAway(100)]);
    expect(ofB).toMatchObject({ returns_now: 150, odds: 3, settles_on: 'regular_time' });
    expect(ofB.returns_if).toEqual([{ pick: 'home', returns: 0 }, { pick: 'draw', returns: 150 }, ifAway(50)]);
    await test.current.deps.db.updateTable('bets').set({ state: 'settled', payout: 150, hit: true }).where('id', '=', ofA.id).execute();
    expect((await list(a)).reply.items).toMatchObject([{ returns_now: null, returns_if: [] }]);
  });

  it.each([[{ page: 0 }], [{ page: 'two' }], [{ page_size: 101 }], [{ page: 501 }], [{ status: 'paused' }]])(
    'rejects the query %j',
    async (query) => {
      const user = await createUser(test.current);
      expect(await list(user, query)).toMatchObject({ status: 400, problem: { code: 'invalid_query' } });
    },
  );
});

describe('the contests of a match', () => {
  it('show a user’s own stake to that user alone', async () => {
    const { app } = test.current;
    const user = await createUser(test.current, 1_000);
    const { matchId, contestId } = await openMatch();
    await bet(user, { match_id: matchId, stake: 60 });
    const mine = await callApp(app, listContests, { id: matchId }, { token: user.token });
    expect(mine).toMatchObject({ status: 200, reply: { items: [{ id: contestId, mine: { pick: 'home', stake: 60, state: 'ongoing' } }] } });
    const guest = await callApp(app, listContests, { id: matchId });
    expect(guest).toMatchObject({ status: 200, reply: { items: [{ id: contestId, total_stake: 60, mine: null }] } });
    expect(await callApp(app, listContests, { id: matchId }, { token: 'forged' })).toMatchObject({ status: 401 });
  });

  it('are an empty list before there are any, and 404 for a match that does not exist', async () => {
    const { app, deps } = test.current;
    const matchId = await createMatch(deps.db, { kickoffAt: null });
    expect((await callApp(app, listContests, { id: matchId })).reply).toEqual({ items: [] });
    expect(await callApp(app, listContests, { id: 2_000_000_000 })).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    expect(await callApp(app, listContests, { id: 'first' as unknown as number })).toMatchObject({ status: 404 });
  });
});
