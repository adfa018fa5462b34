import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { approve } from '#contract/approvals.ts';
import { getContestCase, listContestCases, resettleContest, settleContest, voidContest } from '#contract/contest-admin.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { getReceipt } from '#contract/receipts.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { MARKETS, type Market } from '#domain/settlement/contest.ts';
import { verifyReceipt } from '#domain/settlement/receipt-check.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { advanceContest } from '#server/modules/betting/contests/advance.ts';
import { advanceDueContests, advanceMatches, correctDueContests, ensureContests } from '#server/modules/betting/contests/service.ts';
import { fundHouse } from '#server/modules/ledger/points.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { AT_ONCE } from '#test/support/database.ts';
import { createMatch, givePoints, type TestUser } from '#test/support/factories.ts';
import { expectEndedExactly, sealAll } from '#test/support/ledger.ts';
import { heldBy, priceMatch, stakeOn, tellMatch, waitUntil } from '#test/support/match-course.ts';

const test = useTestApp({ FEED: 'none' }, AT_ONCE);
const KICKOFF = Date.parse(TEST_NOW) + 24 * HOUR_MS;
const at = (ms: number) => new Date(KICKOFF + ms);
const db = () => test.current.deps.db;
/** Time at which the match must be over, although its feed is silent. */
const LATE = 3 * HOUR_MS;

beforeEach(async () => {
  test.current.clock.set(at(-2 * HOUR_MS));
  await fundHouse(test.current.deps);
});

interface Staked {
  matchId: number;
  id: string;
  users: TestUser[];
}

/** Places four stakes of 100 to 400 in a contest: two on home, one on the draw, one on away. */
async function staked(market: Market, picks: readonly Pick[] = ['home', 'home', 'draw', 'away']): Promise<Staked> {
  const matchId = await createMatch(db(), { kickoffAt: at(0) });
  await priceMatch(db(), matchId, at(-2 * HOUR_MS));
  await ensureContests(test.current.deps, [matchId]);
  const users: TestUser[] = [];
  for (const [i, pick] of picks.entries()) users.push(await stakeOn(test.current, matchId, market, pick, 100 * (i + 1)));
  return { matchId, id: await contestOf(matchId, market), users };
}

const contestOf = async (matchId: number, market: Market): Promise<string> =>
  (
    await db()
      .selectFrom('contests')
      .select('id')
      .where('match_id', '=', matchId)
      .where('market', '=', market)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
  ).id;

type Action = typeof settleContest | typeof resettleContest | typeof voidContest;
/** Performs the action as a reviewer who has just signed in, unless another admin is given. */
async function act<E extends Action>(action: E, input: Omit<InputOf<E>, 'reason'>, { by, key }: { by?: TestAdmin; key?: string } = {}) {
  const { token } = by ?? (await createAdmin(test.current, 'reviewer'));
  const whole = { reason: 'The feed is silent', ...input } as unknown as InputOf<E>;
  return callApp(test.current.app, action, whole, { token, key: key ?? randomUUID() });
}

const balances = (users: readonly TestUser[]) => Promise.all(users.map(({ id }) => heldBy(db(), 'balance', id)));
const caseOf = async (id: string) => {
  const { token } = await createAdmin(test.current, 'viewer');
  return (await callApp(test.current.app, getContestCase, { id }, { token })).reply;
};
const listed = async (input: InputOf<typeof listContestCases>) => {
  const { token } = await createAdmin(test.current, 'viewer');
  return (await callApp(test.current.app, listContestCases, { page_size: 100, ...input }, { token })).reply;
};
const auditOf = (id: string) => db().selectFrom('audit_log').selectAll().where('subject_id', '=', id).orderBy('id').execute();
const verify = async (id: string) => {
  await sealAll(test.current.deps);
  const { reply } = await callApp(test.current.app, getReceipt, { id });
  return reply;
};

describe.each(MARKETS)('ending a contest of %s by hand', (market) => {
  it('settles it on the score that an operator enters, pays at once, and shows that on its receipt', async () => {
    const { id, matchId, users } = await staked(market);
    await tellMatch(test.current, matchId, 'h2');
    test.current.clock.set(at(LATE));
    const by = await createAdmin(test.current, 'reviewer');
    const { status, reply } = await act(settleContest, { id, home_score: 0, away_score: 2 }, { by });
    expect([status, reply.approval]).toEqual([200, null]);
    expect(reply.contest).toMatchObject({ state: 'settled', winner: 'away', result: [0, 2], is_by_hand: true, unresolved: null });
    const paid = market === 'wdl' ? 1_000 : Math.floor(4.71 * 400);
    expect(await balances(users)).toEqual([900, 800, 700, 600 + paid]);
    await expectEndedExactly(db(), id);
    const [row, ...more] = await auditOf(id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ action: 'contest.settle', admin_id: by.id, before: { state: 'locked' }, reason: 'The feed is silent' });
    expect(row!.after).toEqual({ state: 'settled', home_score: 0, away_score: 2 });
    const facts = (await verify(id)).facts!;
    expect(facts).toMatchObject({ told_by: 'operator', score: [0, 2], match_status: 'h2', score_since: at(LATE).toISOString() });
  });

  it('voids it with a refund of every stake and no new contest until there is a new date', async () => {
    const { id, matchId, users } = await staked(market);
    const { reply } = await act(voidContest, { id });
    expect(reply.contest).toMatchObject({ state: 'void', void_reason: 'by_hand', is_by_hand: true });
    expect(await balances(users)).toEqual([1_000, 1_000, 1_000, 1_000]);
    await expectEndedExactly(db(), id);
    await advanceMatches(test.current.deps, [matchId]);
    await ensureContests(test.current.deps);
    expect(await contestOf(matchId, market)).toBe(id);
    test.current.clock.advance(MINUTE_MS);
    await db()
      .updateTable('matches')
      .set({ kickoff_at: at(48 * HOUR_MS) })
      .where('id', '=', matchId)
      .execute();
    await advanceMatches(test.current.deps, [matchId]);
    expect(await contestOf(matchId, market)).not.toBe(id);
  });

  it('resettles it within 72 hours: takes back what was paid wrongly and pays what is due', async () => {
    const { id, matchId, users } = await staked(market);
    await tellMatch(test.current, matchId, 'ft', [1, 0]);
    await waitUntil(test.current, at(2 * HOUR_MS));
    await waitUntil(test.current, at(2 * HOUR_MS + 2 * MINUTE_MS));
    const { reply } = await act(resettleContest, { id, home_score: 0, away_score: 0 });
    expect(reply.contest).toMatchObject({ state: 'settled', winner: 'draw', result: [0, 0], is_by_hand: true });
    const paid = market === 'wdl' ? 1_000 : Math.floor(3.14 * 300);
    expect(await balances(users)).toEqual([900, 800, 700 + paid, 600]);
    await expectEndedExactly(db(), id);
    expect((await auditOf(id))[0]).toMatchObject({ action: 'contest.resettle', before: { home_score: 1, away_score: 0 } });
    expect((await caseOf(id)).corrections).toMatchObject([{ round: 1, result: [1, 0], house_loss: 0 }]);
    // The feed still reports the old score, which does not undo what an operator decided.
    await waitUntil(test.current, at(4 * HOUR_MS));
    expect(await caseOf(id)).toMatchObject({ winner: 'draw', unresolved: null });
  });

  it('shows beforehand what each ending pays', async () => {
    const { id } = await staked(market);
    test.current.clock.set(at(LATE));
    const { outlooks, actions, needs_second } = await caseOf(id);
    expect([actions, needs_second]).toEqual([['settle', 'void'], false]);
    const pool = [1_000, 1_000, 1_000];
    const fixed = [Math.floor(1.88 * 100) + Math.floor(1.88 * 200), Math.floor(3.14 * 300), Math.floor(4.71 * 400)];
    const payouts = market === 'wdl' ? pool : fixed;
    expect(outlooks.map((each) => [each.winner, each.winners, each.payouts, each.refunds, each.house])).toEqual([
      ['home', 2, payouts[0], 0, payouts[0]! - 1_000],
      ['draw', 1, payouts[1], 0, payouts[1]! - 1_000],
      ['away', 1, payouts[2], 0, payouts[2]! - 1_000],
      [null, 0, 0, 1_000, 0],
    ]);
    await act(settleContest, { id, home_score: 0, away_score: 1 });
    expect((await caseOf(id)).outlooks.map(({ changed }) => changed)).toEqual([3, 2, 0, 4]);
  });

  it('ends it once, however many admins end it at the same time as its timer and its feed', async () => {
    const { id, matchId, users } = await staked(market);
    await tellMatch(test.current, matchId, 'ft', [1, 0]);
    test.current.clock.set(at(MINUTE_MS));
    const { deps } = test.current;
    const by = await createAdmin(test.current, 'reviewer');
    const answers = await Promise.all([
      act(settleContest, { id, home_score: 0, away_score: 1 }, { by }),
      act(voidContest, { id }, { by }),
      advanceDueContests(deps).then(() => null),
      advanceMatches(deps, [matchId]).then(() => null),
      act(settleContest, { id, home_score: 2, away_score: 2 }, { by }),
      advanceContest(deps, id).then(() => null),
    ]);
    const refused = answers.filter((answer) => answer !== null && answer.status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    for (const answer of refused) expect(answer!.problem.code).toBe('already_decided');
    await advanceDueContests(deps);
    await expectEndedExactly(db(), id);
    expect((await balances(users)).reduce((sum, points) => sum + points, 0)).toBe(4_000 + (await gained(id)));
    expect(await auditOf(id)).toHaveLength(3 - refused.length);
  });

  it('resettles it once when an operator and a feed do so at the same time', async () => {
    const { id, matchId } = await staked(market);
    await tellMatch(test.current, matchId, 'ft', [1, 0]);
    await waitUntil(test.current, at(2 * MINUTE_MS));
    await tellMatch(test.current, matchId, 'ft', [1, 1]);
    test.current.clock.set(at(4 * MINUTE_MS));
    const [answer] = await Promise.all([
      act(resettleContest, { id, home_score: 0, away_score: 3 }),
      correctDueContests(test.current.deps),
      correctDueContests(test.current.deps),
    ]);
    expect(answer.status).toBe(200);
    await correctDueContests(test.current.deps);
    expect(await caseOf(id)).toMatchObject({ winner: 'away', result: [0, 3] });
    await expectEndedExactly(db(), id);
  });
});

/** Returns what players won from the house with a contest. */
async function gained(contestId: string): Promise<number> {
  const rows = await db().selectFrom('bets').select(['stake', 'payout', 'refund']).where('contest_id', '=', contestId).execute();
  return rows.reduce((sum, { stake, payout, refund }) => sum + payout + refund - stake, 0);
}

describe('rejected endings by hand', () => {
  it.each([
    ['still to come', 'ns', -HOUR_MS],
    ['under way', 'h2', HOUR_MS],
    ['put off', 'pst', LATE],
    ['abandoned', 'abd', LATE],
  ] as const)('settling a match that is %s returns contest_not_resolved', async (_, status, ms) => {
    const { id, matchId, users } = await staked('wdl');
    test.current.clock.set(at(ms));
    await tellMatch(test.current, matchId, status);
    const { problem } = await act(settleContest, { id, home_score: 1, away_score: 0 });
    expect(problem).toMatchObject({ status: 409, code: 'contest_not_resolved' });
    expect(await balances(users)).toEqual([900, 800, 700, 600]);
    expect(await auditOf(id)).toEqual([]);
  });

  it('ending a contest twice, or one that ended by itself, returns already_decided', async () => {
    const { id } = await staked('wdl');
    test.current.clock.set(at(LATE));
    await act(settleContest, { id, home_score: 1, away_score: 0 });
    for (const answer of [
      await act(settleContest, { id, home_score: 1, away_score: 0 }),
      await act(voidContest, { id }),
      await act(resettleContest, { id, home_score: 1, away_score: 0 }),
    ])
      expect(answer.problem.code).toBe('already_decided');
    test.current.clock.set(at(LATE + 72 * HOUR_MS + 1));
    expect((await act(resettleContest, { id, home_score: 0, away_score: 1 })).problem.code).toBe('already_decided');
  });

  it('resettling a contest that was never settled returns contest_not_resolved', async () => {
    const { id } = await staked('wdl');
    expect((await act(resettleContest, { id, home_score: 1, away_score: 0 })).problem.code).toBe('contest_not_resolved');
  });

  it('a level score where the match cannot end level, a missing reason, and an unknown contest are rejected', async () => {
    const { id, matchId } = await staked('wdl', ['home', 'away']);
    await db().updateTable('contests').set({ draw_possible: false }).where('id', '=', id).execute();
    await db().updateTable('matches').set({ draw_possible: false }).where('id', '=', matchId).execute();
    test.current.clock.set(at(LATE));
    expect((await act(settleContest, { id, home_score: 1, away_score: 1 })).problem.code).toBe('invalid_payload');
    const { token } = await createAdmin(test.current, 'reviewer');
    const blank = await callApp(test.current.app, voidContest, { id, reason: ' ' }, { token, key: randomUUID() });
    expect(blank.problem.code).toBe('reason_required');
    expect((await act(voidContest, { id: randomUUID() })).problem.code).toBe('not_found');
  });
});

it('the same idempotency key ends a contest once with the same answer; with another body it is rejected', async () => {
  const { id } = await staked('wdl');
  test.current.clock.set(at(LATE));
  const [by, key] = [await createAdmin(test.current, 'reviewer'), randomUUID()];
  const first = await act(settleContest, { id, home_score: 1, away_score: 0 }, { by, key });
  const again = await act(settleContest, { id, home_score: 1, away_score: 0 }, { by, key });
  expect(again.reply).toEqual(first.reply);
  expect(again.headers.get('Idempotent-Replay')).toBe('true');
  const other = await act(settleContest, { id, home_score: 0, away_score: 1 }, { by, key });
  expect(other.problem.code).toBe('idempotency_mismatch');
  expect(await auditOf(id)).toHaveLength(1);
});

describe('a contest that holds more than one admin may end alone', () => {
  async function large(): Promise<Staked> {
    const contest = await staked('wdl');
    for (const [i, user] of contest.users.entries()) {
      await givePoints(db(), user.id, 5_000, test.current.clock.now());
      await stakeOn(test.current, contest.matchId, 'wdl', (['home', 'home', 'draw', 'away'] as const)[i]!, 3_000, user);
    }
    return contest;
  }

  it.each([
    [settleContest, { home_score: 1, away_score: 0 }, 'settled'],
    [voidContest, {}, 'void'],
  ] as const)('waits for a second admin (%#)', async (action, input, state) => {
    const { id } = await large();
    test.current.clock.set(at(LATE));
    const by = await createAdmin(test.current, 'reviewer');
    expect((await caseOf(id)).needs_second).toBe(true);
    const { reply } = await act(action as typeof settleContest, { id, ...input } as never, { by });
    expect(reply.approval).not.toBeNull();
    expect(reply.contest).toMatchObject({ is_ending: false, approval_id: reply.approval!.id });
    const twice = await act(voidContest, { id }, { by });
    expect(twice.problem.code).toBe('request_in_progress');
    const decision = { id: reply.approval!.id };
    expect((await callApp(test.current.app, approve, decision, { token: by.token, key: randomUUID() })).problem.code).toBe('same_reviewer');
    const second = await createAdmin(test.current, 'reviewer');
    expect((await callApp(test.current.app, approve, decision, { token: second.token, key: randomUUID() })).status).toBe(200);
    await advanceDueContests(test.current.deps);
    expect(await caseOf(id)).toMatchObject({ state, is_by_hand: true, approval_id: null });
    await expectEndedExactly(db(), id);
  });

  it('is resettled by two admins', async () => {
    const { id, matchId } = await large();
    await tellMatch(test.current, matchId, 'ft', [1, 0]);
    await waitUntil(test.current, at(2 * MINUTE_MS));
    const { reply } = await act(resettleContest, { id, home_score: 0, away_score: 1 });
    const second = await createAdmin(test.current, 'finance');
    await callApp(test.current.app, approve, { id: reply.approval!.id }, { token: second.token, key: randomUUID() });
    expect(await caseOf(id)).toMatchObject({ winner: 'away', is_by_hand: true });
    await expectEndedExactly(db(), id);
  });

  it('is validated again when the second admin approves', async () => {
    const { id, matchId } = await large();
    test.current.clock.set(at(LATE));
    await tellMatch(test.current, matchId, 'ft', [1, 0]);
    const { reply } = await act(voidContest, { id });
    await waitUntil(test.current, at(LATE + 2 * MINUTE_MS));
    expect(await caseOf(id)).toMatchObject({ state: 'settled', is_by_hand: false });
    const second = await createAdmin(test.current, 'reviewer');
    const late = await callApp(test.current.app, approve, { id: reply.approval!.id }, { token: second.token, key: randomUUID() });
    expect(late.problem.code).toBe('already_decided');
    expect(await caseOf(id)).toMatchObject({ state: 'settled', winner: 'home' });
  });
});

describe('a feed that reports another score than the operator entered', () => {
  it('changes nothing and is quarantined once, until an operator confirms the score or resettles', async () => {
    const { id, matchId } = await staked('wdl');
    await db()
      .insertInto('feed_ids')
      .values({ feed: 'provider', kind: 'match', feed_id: `p${matchId}`, id: matchId })
      .execute();
    test.current.clock.set(at(LATE));
    await act(settleContest, { id, home_score: 1, away_score: 0 });
    test.current.clock.advance(1);
    await tellMatch(test.current, matchId, 'ft', [0, 1]);
    await waitUntil(test.current, at(LATE + 2 * MINUTE_MS));
    await waitUntil(test.current, at(LATE + 3 * MINUTE_MS));
    expect(await caseOf(id)).toMatchObject({ winner: 'home', unresolved: { why: 'contradicted' } });
    const rows = await db().selectFrom('quarantine').selectAll().where('feed_id', '=', `p${matchId}`).execute();
    expect(rows).toMatchObject([{ feed: 'provider', kind: 'result', reason: 'contradicts_operator', times: 1 }]);
    expect((await listed({ state: 'unresolved' })).items.map((item) => item.id)).toContain(id);
    expect((await act(resettleContest, { id, home_score: 1, away_score: 0 })).status).toBe(200);
    expect(await caseOf(id)).toMatchObject({ winner: 'home', unresolved: null, corrections: [] });
    expect(await auditOf(id)).toHaveLength(2);
  });
});

describe('the list of contests', () => {
  it('contains the contests that need an operator with the reason, longest wait first', async () => {
    const silent = await staked('wdl');
    const stuck = await staked('wdl');
    await tellMatch(test.current, stuck.matchId, 'h2');
    await waitUntil(test.current, at(9 * HOUR_MS));
    await db()
      .updateTable('matches')
      .set({ confirmed_at: at(HOUR_MS) })
      .where('id', '=', silent.matchId)
      .execute();
    await db().updateTable('contests').set({ unresolved_at: null }).where('id', '=', silent.id).execute();
    const { items, total } = await listed({ state: 'unresolved' });
    const why = (id: string) => items.find((item) => item.id === id)?.unresolved?.why;
    expect([why(silent.id), why(stuck.id)]).toEqual(['feed_silent', 'no_result']);
    const times = items.map(({ unresolved }) => unresolved!.since);
    expect(times).toEqual([...times].sort());
    expect(total).toBe(items.length);
  });

  it('filters by state, part of a name, and match number', async () => {
    const { id, matchId } = await staked('wdl');
    const match = await db().selectFrom('matches').select('home_team_id').where('id', '=', matchId).executeTakeFirstOrThrow();
    await db().updateTable('teams').set({ name: 'Río 100% United' }).where('id', '=', match.home_team_id).execute();
    const ids = async (input: InputOf<typeof listContestCases>) => (await listed(input)).items.map((item) => item.id);
    expect(await ids({ state: 'open', q: '100% uni' })).toContain(id);
    expect(await ids({ state: 'all', q: '100_uni' })).toEqual([]);
    expect(await ids({ state: 'all', q: String(matchId) })).toContain(id);
    expect(await ids({ state: 'void', q: '100% uni' })).toEqual([]);
    expect((await listed({ state: 'all', page_size: 1 })).items).toHaveLength(1);
  });
});

it('receipts of contests that were ended by hand can be verified', async () => {
  const { id } = await staked('wdl');
  test.current.clock.set(at(LATE));
  await act(settleContest, { id, home_score: 1, away_score: 0 });
  await act(resettleContest, { id, home_score: 0, away_score: 1 });
  await sealAll(test.current.deps);
  const response = await test.current.app.request(`/api/contests/${id}/receipt.json`);
  expect(verifyReceipt((await response.json()) as never)).toEqual([]);
});
