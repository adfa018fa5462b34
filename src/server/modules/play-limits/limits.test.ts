import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { getLimits, setLimit } from '#contract/play-limits.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { LimitKind, LimitPeriod } from '#domain/play-limits/play-limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { advanceContest } from '#server/modules/betting/contests/advance.ts';
import { correctDueContests } from '#server/modules/betting/contests/service.ts';
import { fundHouse } from '#server/modules/ledger/points.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { errorText } from '#server/platform/http/app-error.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { AT_ONCE } from '#test/support/database.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';

/** A Friday. */
const NOW = new Date(TEST_NOW);

const test = useTestApp({ FEED: 'none' }, AT_ONCE);
const db = () => test.current.deps.db;

beforeEach(() => test.current.clock.set(NOW));

/** Signs a new token, as tokens expire in tests that advance the clock. */
async function tokenOf({ id, email }: TestUser): Promise<string> {
  const { deps, clock } = test.current;
  return signAccessToken(deps.serverKeys, { id, email, sessionId: randomUUID() }, clock.now());
}

async function set(user: TestUser, kind: LimitKind, period: LimitPeriod, amount: number | null) {
  return callApp(test.current.app, setLimit, { kind, period, amount }, { token: await tokenOf(user) });
}

async function limitOf(user: TestUser, kind: LimitKind, period: LimitPeriod) {
  const { reply } = await callApp(test.current.app, getLimits, {}, { token: await tokenOf(user) });
  return reply.limits.find((limit) => limit.kind === kind && limit.period === period)!;
}

interface Played {
  matchId: number;
  contestId: string;
}

/** Creates a match that kicks off in an hour, with an open pool. */
async function openMatch(): Promise<Played> {
  const now = test.current.clock.now();
  const matchId = await createMatch(db(), { kickoffAt: new Date(now.getTime() + HOUR_MS) });
  return { matchId, contestId: await createContest(db(), matchId, now) };
}

async function stake(user: TestUser, { matchId }: Played, points: number, pick: Pick = 'home') {
  const body: InputOf<typeof placeBet> = { market: 'wdl', match_id: matchId, pick, stake: points };
  return callApp(test.current.app, placeBet, body, { token: await tokenOf(user), key: randomUUID() });
}

async function tell({ matchId }: Played, status: MatchStatus, fulltime: [number, number] | null): Promise<void> {
  const now = test.current.clock.now();
  await db()
    .updateTable('matches')
    .set({ status, status_since: now, fulltime, fulltime_since: fulltime && now, confirmed_at: now })
    .where('id', '=', matchId)
    .execute();
}

/** Ends the match three hours later, and settles its contest a minute after that. */
async function end(played: Played, status: MatchStatus, fulltime: [number, number] | null): Promise<void> {
  test.current.clock.advance(3 * HOUR_MS);
  await tell(played, status, fulltime);
  test.current.clock.advance(MINUTE_MS);
  await db().updateTable('matches').set({ confirmed_at: test.current.clock.now() }).where('id', '=', played.matchId).execute();
  await advanceContest(test.current.deps, played.contestId);
}

describe('play limits', () => {
  it('are six, unset by default, and show how much of each would be used', async () => {
    const user = await createUser(test.current, 1_000);
    await stake(user, await openMatch(), 150);
    const { status, reply } = await callApp(test.current.app, getLimits, {}, { token: user.token });
    expect(status).toBe(200);
    expect(reply.exclusion).toBeNull();
    expect(reply.limits.map(({ kind, period, resets_at }) => [kind, period, resets_at])).toEqual([
      ['stake', 'day', '2026-11-21T00:00:00.000Z'],
      ['stake', 'week', '2026-11-23T00:00:00.000Z'],
      ['stake', 'month', '2026-12-01T00:00:00.000Z'],
      ['loss', 'day', '2026-11-21T00:00:00.000Z'],
      ['loss', 'week', '2026-11-23T00:00:00.000Z'],
      ['loss', 'month', '2026-12-01T00:00:00.000Z'],
    ]);
    for (const limit of reply.limits) expect(limit).toMatchObject({ amount: null, used: 150, next: null });
  });

  it('tighten at once and loosen after a day, and other devices are notified', async () => {
    const user = await createUser(test.current);
    const first = await set(user, 'stake', 'day', 500);
    expect(first.status).toBe(200);
    expect(first.reply.limits[0]).toMatchObject({ kind: 'stake', period: 'day', amount: 500, next: null });
    expect(test.current.published).toContainEqual({ topic: `me:${user.id}`, change: { t: 'account' } });

    await set(user, 'stake', 'day', null);
    const tomorrow = new Date(NOW.getTime() + DAY_MS).toISOString();
    expect(await limitOf(user, 'stake', 'day')).toMatchObject({ amount: 500, next: { amount: null, from: tomorrow } });
    test.current.clock.advance(HOUR_MS);
    await set(user, 'stake', 'day', null);
    expect(await limitOf(user, 'stake', 'day')).toMatchObject({ next: { from: tomorrow } });
    test.current.clock.set(new Date(NOW.getTime() + DAY_MS - 1));
    expect(await limitOf(user, 'stake', 'day')).toMatchObject({ amount: 500 });
    test.current.clock.advance(1);
    expect(await limitOf(user, 'stake', 'day')).toMatchObject({ amount: null, next: null });
  });

  it('keep the present amount when a pending change is cancelled by setting it again', async () => {
    const user = await createUser(test.current);
    await set(user, 'loss', 'week', 500);
    await set(user, 'loss', 'week', 900);
    await set(user, 'loss', 'week', 500);
    test.current.clock.advance(2 * DAY_MS);
    expect(await limitOf(user, 'loss', 'week')).toMatchObject({ amount: 500, next: null });
  });

  it.each([
    [{ kind: 'stake', period: 'day', amount: 0 }],
    [{ kind: 'stake', period: 'day', amount: -5 }],
    [{ kind: 'stake', period: 'day', amount: 1.5 }],
    [{ kind: 'stake', period: 'day', amount: 1_000_000_001 }],
    [{ kind: 'stake', period: 'year', amount: 5 }],
    [{ kind: 'wins', period: 'day', amount: 5 }],
    [{ kind: 'stake', period: 'day', amount: 5, from: 'now' }],
  ])('refuse %j', async (input) => {
    const user = await createUser(test.current);
    const answer = await callApp(test.current.app, setLimit, input as InputOf<typeof setLimit>, { token: user.token });
    expect(answer).toMatchObject({ status: 400, problem: { code: 'invalid_payload' } });
  });

  it('cannot be set by disabled users', async () => {
    const user = await createUser(test.current);
    await db().updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    expect(await set(user, 'stake', 'day', 5)).toMatchObject({ problem: { code: 'account_disabled' } });
    expect(await callApp(test.current.app, getLimits, {}, { token: user.token })).toMatchObject({ problem: { code: 'account_disabled' } });
  });
});

describe('a stake beyond a limit', () => {
  it('is refused with the limit, the remaining amount, and the start of the next period', async () => {
    const user = await createUser(test.current, 1_000);
    const match = await openMatch();
    await set(user, 'stake', 'week', 300);
    expect(await stake(user, match, 200)).toMatchObject({ status: 201 });
    const params = { kind: 'stake', period: 'week', max: 300, left: 100, resets_at: '2026-11-23T00:00:00.000Z' };
    const sentence = (left: number) => errorText('limit_reached', { ...params, left }, 'en');
    const refused = await stake(user, match, 101);
    expect(refused).toMatchObject({ status: 403, problem: { code: 'limit_reached', params, detail: sentence(100) } });
    expect(refused.problem.detail).toMatch(/\b100 .*\b23 November 2026 at 00:00 UTC\b/);
    expect(await stake(user, match, 100)).toMatchObject({ status: 201 });
    const full = await stake(user, match, 10);
    expect(full).toMatchObject({ problem: { code: 'limit_reached', params: { ...params, left: 0 }, detail: sentence(0) } });
    expect(full.problem.detail).not.toMatch(/\b0\b/);
  });

  it('counts in its own period: Sunday night and Monday are different weeks', async () => {
    const user = await createUser(test.current, 1_000);
    await set(user, 'stake', 'week', 100);
    test.current.clock.set('2026-11-22T23:59:59.999Z');
    expect(await stake(user, await openMatch(), 100)).toMatchObject({ status: 201 });
    expect(await stake(user, await openMatch(), 10)).toMatchObject({ problem: { code: 'limit_reached' } });
    test.current.clock.advance(1);
    expect(await stake(user, await openMatch(), 100)).toMatchObject({ status: 201 });
  });

  it('is never accepted among fifty simultaneous stakes on different matches', async () => {
    const user = await createUser(test.current, 100_000);
    await set(user, 'stake', 'day', 1_005);
    const matches = await Promise.all(Array.from({ length: 50 }, openMatch));
    const answers = await Promise.all(matches.map((match) => stake(user, match, 50)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ problem }) => problem.code))).toEqual(new Set(['limit_reached']));
    expect(await limitOf(user, 'stake', 'day')).toMatchObject({ used: 1_000 });
  });

  it('is never accepted next to a limit set at the same time: earlier stakes count, and later ones are refused', async () => {
    const user = await createUser(test.current, 100_000);
    const matches = await Promise.all(Array.from({ length: 20 }, openMatch));
    const staking = matches.map((match) => stake(user, match, 100));
    const { reply } = await set(user, 'stake', 'day', 100);
    const before = reply.limits[0]!.used;
    await Promise.all(staking);
    expect((await limitOf(user, 'stake', 'day')).used).toBe(Math.max(before, 100));
  });
});

describe('the used amount of a limit', () => {
  it('is freed by a refund, for stakes as for losses', async () => {
    const user = await createUser(test.current, 1_000);
    const match = await openMatch();
    await set(user, 'stake', 'day', 100);
    await set(user, 'loss', 'day', 100);
    await stake(user, match, 100);
    expect(await stake(user, await openMatch(), 10)).toMatchObject({ problem: { code: 'limit_reached' } });
    await end(match, 'canc', null);
    expect(await limitOf(user, 'stake', 'day')).toMatchObject({ used: 0 });
    expect(await limitOf(user, 'loss', 'day')).toMatchObject({ used: 0 });
    expect(await stake(user, await openMatch(), 100)).toMatchObject({ status: 201 });
  });

  it('is reduced by payouts for losses but not for stakes, and recomputed when a score is corrected', async () => {
    await fundHouse(test.current.deps);
    const [winner, loser] = [await createUser(test.current, 1_000), await createUser(test.current, 1_000)];
    for (const user of [winner, loser]) {
      await set(user, 'loss', 'day', 300);
      await set(user, 'stake', 'month', 900);
    }
    const match = await openMatch();
    await stake(winner, match, 200, 'home');
    await stake(loser, match, 300, 'away');
    await end(match, 'ft', [1, 0]);
    expect(await limitOf(winner, 'loss', 'day')).toMatchObject({ used: -300 });
    expect(await limitOf(winner, 'stake', 'month')).toMatchObject({ used: 200 });
    expect(await limitOf(loser, 'loss', 'day')).toMatchObject({ used: 300 });
    const next = await openMatch();
    expect(await stake(winner, next, 600)).toMatchObject({ status: 201 });
    expect(await stake(loser, next, 10)).toMatchObject({ problem: { params: { kind: 'loss', left: 0 } } });

    await tell(match, 'ft', [0, 1]);
    test.current.clock.advance(MINUTE_MS);
    await correctDueContests(test.current.deps);
    expect(await limitOf(winner, 'loss', 'day')).toMatchObject({ used: 800 });
    expect(await limitOf(loser, 'loss', 'day')).toMatchObject({ used: -200 });
    expect(await stake(winner, next, 10)).toMatchObject({ problem: { params: { kind: 'loss', left: 0 } } });
    expect(await stake(loser, next, 500)).toMatchObject({ status: 201 });
  });

  it('counts a payout in the period in which it was paid', async () => {
    const user = await createUser(test.current, 1_000);
    test.current.clock.set('2026-11-20T22:00:00.000Z');
    const match = await openMatch();
    await stake(user, match, 100);
    await stake(await createUser(test.current, 1_000), match, 100, 'away');
    await end(match, 'ft', [1, 0]);
    // It is past midnight.
    expect(await limitOf(user, 'loss', 'day')).toMatchObject({ used: -200 });
    expect(await limitOf(user, 'loss', 'week')).toMatchObject({ used: -100 });
    expect(await limitOf(user, 'stake', 'day')).toMatchObject({ used: 0 });
  });
});
