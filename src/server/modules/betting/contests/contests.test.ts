import { beforeEach, describe, expect, it } from 'vitest';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { MARKETS, type Market } from '#domain/settlement/contest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createTeam, type TestUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import { heldBy, stakeOn, tellMatch, waitUntil } from '#test/support/match-course.ts';
import { contestAlarms, ensureContests } from './service.ts';

const test = useTestApp({ FEED: 'none' });
/** Kick-off; times below are in milliseconds relative to it. */
const KICKOFF = Date.parse(TEST_NOW) + DAY_MS;
const at = (ms: number) => new Date(KICKOFF + ms);

beforeEach(() => {
  test.current.clock.set(at(-HOUR_MS));
  test.current.published.length = 0;
});

const db = () => test.current.deps.db;

/** Creates a match with its contest and sets the clock to an hour before its kick-off. */
async function upcoming(kickoffAt: Date | null = at(0)) {
  const matchId = await createMatch(db(), { kickoffAt });
  await db()
    .updateTable('matches')
    .set({ status_since: at(-HOUR_MS), confirmed_at: at(-HOUR_MS) })
    .where('id', '=', matchId)
    .execute();
  await ensureContests(test.current.deps, [matchId]);
  return matchId;
}

const contestsOf = (matchId: number, market: Market = 'wdl') =>
  db()
    .selectFrom('contests')
    .selectAll()
    .where('match_id', '=', matchId)
    .where('market', '=', market)
    .orderBy('settled_at')
    .orderBy('id')
    .execute();

const contestOf = async (matchId: number, market?: Market) => (await contestsOf(matchId, market)).at(-1)!;

const stake = (matchId: number, pick: Pick, points: number, by?: TestUser) => stakeOn(test.current, matchId, 'wdl', pick, points, by);
const tell = (matchId: number, status: MatchStatus, fulltime: Score | null = null, more: Record<string, unknown> = {}) =>
  tellMatch(test.current, matchId, status, fulltime, more);
const wait = (until: number, options?: { isFeedSilent: boolean }) => waitUntil(test.current, at(until), options);
const balanceOf = ({ id }: TestUser) => heldBy(db(), 'balance', id);

describe('a new contest', () => {
  it('is open within seven days of a known kick-off, in preparation before that, and created only once', async () => {
    const [soon, far, undated] = [await upcoming(), await upcoming(at(8 * DAY_MS)), await upcoming(null)];
    expect(await contestsOf(soon)).toMatchObject([{ state: 'open', deadline_at: at(0), first_deadline_at: at(0), market: 'wdl' }]);
    expect(await contestsOf(far)).toMatchObject([{ state: 'preparing', deadline_at: at(8 * DAY_MS), first_deadline_at: null }]);
    expect(await contestsOf(undated)).toMatchObject([{ state: 'preparing', deadline_at: null }]);
    await Promise.all([ensureContests(test.current.deps), ensureContests(test.current.deps, [soon, far, undated])]);
    expect((await Promise.all([soon, far, undated].map((id) => contestsOf(id)))).map(({ length }) => length)).toEqual([1, 1, 1]);

    await wait(DAY_MS);
    expect(await contestOf(far)).toMatchObject({ state: 'open', first_deadline_at: at(8 * DAY_MS) });
  });

  it('is created once per market when two processes create it at the same time', async () => {
    const matchId = await createMatch(db(), { kickoffAt: at(0) });
    await Promise.all(Array.from({ length: 5 }, () => ensureContests(test.current.deps, [matchId])));
    for (const market of MARKETS) expect(await contestsOf(matchId, market)).toMatchObject([{ market, state: 'open', deadline_at: at(0) }]);
  });

  it('is created for the missing market when only the other one exists', async () => {
    const matchId = await createMatch(db(), { kickoffAt: at(0) });
    const pool = await createContest(db(), matchId, at(-DAY_MS));
    await ensureContests(test.current.deps);
    expect(await contestsOf(matchId)).toMatchObject([{ id: pool }]);
    expect(await contestsOf(matchId, '1x2')).toMatchObject([{ state: 'open', first_deadline_at: at(0) }]);
  });

  it('has the rules of the day: a pool has a fee and a minimum of players, fixed odds have neither', async () => {
    const { deps } = test.current;
    const matchId = await createMatch(db(), { kickoffAt: at(0) });
    const limits = { ...deps.config.limits, pool_fee_percent: 5, pool_participants_min: 3 };
    await ensureContests({ ...deps, config: { ...deps.config, limits } }, [matchId]);
    expect(await contestsOf(matchId)).toMatchObject([{ fee_percent: '5.00', participants_min: 3 }]);
    expect(await contestsOf(matchId, '1x2')).toMatchObject([{ fee_percent: '0.00', participants_min: 1 }]);
  });

  it.each(['h1', 'ft', 'canc', 'pst', 'awd'] as const)('is never created for a match that is %s', async (status) => {
    const matchId = await createMatch(db(), { kickoffAt: at(0), status });
    await ensureContests(test.current.deps, [matchId]);
    for (const market of MARKETS) expect(await contestsOf(matchId, market)).toEqual([]);
  });

  it('is not created for a match whose kick-off is past', async () => {
    const matchId = await createMatch(db(), { kickoffAt: at(-2 * HOUR_MS) });
    await ensureContests(test.current.deps, [matchId]);
    for (const market of MARKETS) expect(await contestsOf(matchId, market)).toEqual([]);
  });
});

describe('a contest that follows its match', () => {
  it('is locked at kick-off by the clock or at the first live status', async () => {
    const [byClock, byStatus] = [await upcoming(), await upcoming()];
    await wait(-1);
    expect([(await contestOf(byClock)).state, (await contestOf(byStatus)).state]).toEqual(['open', 'open']);
    await tell(byStatus, 'h1');
    expect(await contestOf(byStatus)).toMatchObject({ state: 'locked' });
    await wait(0);
    expect(await contestOf(byClock)).toMatchObject({ state: 'locked' });
  });

  it('is published to the topic of its match at each change', async () => {
    const matchId = await upcoming();
    await tell(matchId, 'h1');
    const told = test.current.published.filter(({ topic }) => topic === `match:${matchId}`).map(({ change }) => change);
    const toldOf = (wanted: Market) => told.filter((change) => change.t === 'contest' && change.contest.market === wanted);
    for (const market of MARKETS) expect(toldOf(market)).toMatchObject([{ contest: { state: 'open' } }, { contest: { state: 'locked' } }]);
  });

  it.each(['ft', 'aet', 'pen', 'et', 'bt', 'p'] as const)(
    'settles in status %s on the score after 90 minutes, once it has not changed for a minute',
    async (status) => {
      const matchId = await upcoming();
      const [right, wrong] = [await stake(matchId, 'draw', 100), await stake(matchId, 'home', 60)];
      await wait(2 * HOUR_MS);
      // Extra time went to the home side, which does not matter here.
      await tell(matchId, status, [1, 1], { home_score: status === 'ft' ? 1 : 2, away_score: 1 });
      await wait(2 * HOUR_MS + 59 * SECOND_MS);
      expect(await contestOf(matchId)).toMatchObject({ state: 'locked', winner: null });
      await wait(2 * HOUR_MS + 60 * SECOND_MS);
      const contest = await contestOf(matchId);
      expect(contest).toMatchObject({
        state: 'settled',
        winner: 'draw',
        home_score: 1,
        away_score: 1,
        settled_at: at(2 * HOUR_MS + MINUTE_MS),
        fee: 0,
      });
      expect([await balanceOf(right), await balanceOf(wrong)]).toEqual([1_060, 940]);
      await expectEndedExactly(db(), contest.id);
    },
  );

  it('waits for another minute when the score changes meanwhile', async () => {
    const matchId = await upcoming();
    await wait(2 * HOUR_MS);
    await tell(matchId, 'ft', [1, 0]);
    await wait(2 * HOUR_MS + 50 * SECOND_MS);
    await tell(matchId, 'ft', [1, 1]);
    await wait(2 * HOUR_MS + 70 * SECOND_MS);
    expect(await contestOf(matchId)).toMatchObject({ state: 'locked' });
    await wait(2 * HOUR_MS + 110 * SECOND_MS);
    expect(await contestOf(matchId)).toMatchObject({ state: 'settled', winner: 'draw' });
  });

  it.each([
    ['pst', 'postponed'],
    ['susp', 'abandoned'],
    ['abd', 'abandoned'],
  ] as const)('is paused in status %s and refunded after five hours, whatever the score', async (status, reason) => {
    const matchId = await upcoming();
    const user = await stake(matchId, 'home', 100);
    await wait(HOUR_MS);
    await tell(matchId, status, null, { home_score: 3, away_score: 0 });
    expect(await contestOf(matchId)).toMatchObject({ state: 'paused' });
    await wait(6 * HOUR_MS - SECOND_MS);
    expect(await contestOf(matchId)).toMatchObject({ state: 'paused' });
    await wait(6 * HOUR_MS);
    const contest = await contestOf(matchId);
    expect(contest).toMatchObject({ state: 'void', void_reason: reason, winner: null });
    expect(await balanceOf(user)).toBe(1_000);
    await expectEndedExactly(db(), contest.id);
  });

  it('opens again when a postponed match gets a new time; a new contest follows a void one', async () => {
    const matchId = await upcoming();
    const user = await stake(matchId, 'home', 100);
    await tell(matchId, 'pst');
    await tell(matchId, 'ns', null, { kickoff_at: at(3 * HOUR_MS) });
    expect(await contestsOf(matchId)).toMatchObject([{ state: 'open', deadline_at: at(3 * HOUR_MS), first_deadline_at: at(0) }]);
    await stake(matchId, 'home', 50, user);

    await tell(matchId, 'ns', null, { kickoff_at: at(8 * DAY_MS) });
    expect(await contestsOf(matchId)).toMatchObject([
      { state: 'void', void_reason: 'new_date' },
      { state: 'preparing', deadline_at: at(8 * DAY_MS) },
    ]);
    expect(await balanceOf(user)).toBe(1_000);

    await tell(matchId, 'canc');
    await tell(matchId, 'ns', null, { kickoff_at: at(2 * HOUR_MS) });
    expect((await contestsOf(matchId)).map(({ state }) => state)).toEqual(['void', 'void', 'open']);
  });

  it('is paused when the date is lost, as by a postponement', async () => {
    const matchId = await upcoming();
    await stake(matchId, 'home', 100);
    await tell(matchId, 'tbd', null, { kickoff_at: null });
    expect(await contestOf(matchId)).toMatchObject({ state: 'paused' });
    await wait(4 * HOUR_MS);
    expect(await contestOf(matchId)).toMatchObject({ state: 'void', void_reason: 'postponed' });
  });

  it('settles when a suspended match resumes and ends', async () => {
    const matchId = await upcoming();
    const [right] = [await stake(matchId, 'away', 100), await stake(matchId, 'home', 100)];
    await wait(HOUR_MS);
    await tell(matchId, 'susp');
    await wait(3 * HOUR_MS);
    await tell(matchId, 'h2');
    expect(await contestOf(matchId)).toMatchObject({ state: 'locked' });
    await tell(matchId, 'ft', [0, 1]);
    await wait(3 * HOUR_MS + MINUTE_MS);
    expect(await contestOf(matchId)).toMatchObject({ state: 'settled', winner: 'away' });
    expect(await balanceOf(right)).toBe(1_100);
  });

  it.each([
    ['canc', 'cancelled'],
    ['wo', 'walkover'],
    ['awd', 'awarded'],
  ] as const)('is refunded at once in status %s before a final whistle', async (status, reason) => {
    const matchId = await upcoming();
    const user = await stake(matchId, 'home', 77);
    await tell(matchId, status);
    const contest = await contestOf(matchId);
    expect(contest).toMatchObject({ state: 'void', void_reason: reason });
    expect(await balanceOf(user)).toBe(1_000);
    await expectEndedExactly(db(), contest.id);
  });

  it('keeps its settlement when the match is awarded later; an award after the final whistle waits for the result on the pitch', async () => {
    const [settled, whistled] = [await upcoming(), await upcoming()];
    const winner = await stake(settled, 'home', 100);
    await wait(2 * HOUR_MS);
    await tell(settled, 'ft', [1, 0]);
    await wait(2 * HOUR_MS + MINUTE_MS);
    await tell(whistled, 'ft', [0, 2]);
    await tell(settled, 'awd', [1, 0], { home_score: 0, away_score: 3 });
    await tell(whistled, 'awd', [0, 2], { home_score: 3, away_score: 0 });
    await wait(2 * HOUR_MS + 3 * MINUTE_MS);
    expect(await contestOf(settled)).toMatchObject({ state: 'settled', winner: 'home' });
    expect(await contestOf(whistled)).toMatchObject({ state: 'settled', winner: 'away', home_score: 0, away_score: 2 });
    expect(await balanceOf(winner)).toBe(1_000);
  });

  it('is refunded when the match does not start within five hours of kick-off', async () => {
    const matchId = await upcoming();
    const user = await stake(matchId, 'home', 100);
    await wait(5 * HOUR_MS - SECOND_MS);
    expect(await contestOf(matchId)).toMatchObject({ state: 'locked' });
    await wait(5 * HOUR_MS);
    expect(await contestOf(matchId)).toMatchObject({ state: 'void', void_reason: 'no_start' });
    expect(await balanceOf(user)).toBe(1_000);
  });

  it('is neither voided nor settled while the feed is silent, which raises an alarm', async () => {
    const [postponed, unstarted, finished] = [await upcoming(), await upcoming(), await upcoming()];
    for (const matchId of [postponed, unstarted, finished]) await stake(matchId, 'home', 100);
    await wait(HOUR_MS);
    await tell(postponed, 'pst');
    await tell(finished, 'ft', [1, 0]);
    await wait(9 * HOUR_MS, { isFeedSilent: true });
    const states = (await Promise.all([postponed, unstarted, finished].map((id) => contestOf(id)))).map(({ state }) => state);
    expect(states).toEqual(['paused', 'locked', 'locked']);
    const ids = (await Promise.all([postponed, unstarted, finished].map((id) => contestOf(id)))).map(({ id }) => id);
    expect((await contestAlarms(test.current.deps)).blind).toEqual(expect.arrayContaining(ids));

    await wait(9 * HOUR_MS + SECOND_MS);
    const later = (await Promise.all([postponed, unstarted, finished].map((id) => contestOf(id)))).map(({ state }) => state);
    expect(later).toEqual(['void', 'void', 'settled']);
  });

  it.each(['home', 'away'] as const)('is refunded when the match gets another %s side, and a new contest opens', async (side) => {
    const matchId = await upcoming();
    const user = await stake(matchId, 'home', 100);
    await tell(matchId, 'ns', null, { [`${side}_team_id`]: await createTeam(db()) });
    expect(await contestsOf(matchId)).toMatchObject([{ state: 'void', void_reason: 'sides_changed' }, { state: 'open' }]);
    expect(await balanceOf(user)).toBe(1_000);
  });

  it('refunds stakes placed after the true kick-off and leaves them out of the pool', async () => {
    const matchId = await upcoming();
    const early = await stake(matchId, 'home', 100);
    const other = await stake(matchId, 'away', 50);
    test.current.clock.set(at(-10 * MINUTE_MS));
    await stake(matchId, 'home', 40, early);
    const late = await stake(matchId, 'away', 500);
    // The match began 15 minutes early, and the feed reported it late.
    await wait(2 * HOUR_MS);
    await tell(matchId, 'ft', [1, 0], { started_at: at(-15 * MINUTE_MS) });
    await wait(2 * HOUR_MS + MINUTE_MS);
    const contest = await contestOf(matchId);
    expect(contest).toMatchObject({ state: 'settled', stake_home: 100, stake_away: 50, participants: 2 });
    expect([await balanceOf(early), await balanceOf(other), await balanceOf(late)]).toEqual([1_050, 950, 1_000]);
    const bets = await db().selectFrom('bets').selectAll().where('contest_id', '=', contest.id).orderBy('stake').execute();
    expect(bets).toMatchObject([
      { stake: 50, state: 'settled', payout: 0, refund: 0, hit: false },
      { stake: 140, state: 'settled', payout: 150, refund: 40, hit: true },
      { stake: 500, state: 'refunded', payout: 0, refund: 500, hit: null },
    ]);
    await expectEndedExactly(db(), contest.id);
  });

  it('refunds everyone when nobody picked the winner', async () => {
    const matchId = await upcoming();
    const user = await stake(matchId, 'home', 100);
    await wait(2 * HOUR_MS);
    await tell(matchId, 'ft', [0, 0]);
    await wait(2 * HOUR_MS + MINUTE_MS);
    const contest = await contestOf(matchId);
    expect(contest).toMatchObject({ state: 'settled', winner: 'draw' });
    expect(await db().selectFrom('bets').selectAll().where('contest_id', '=', contest.id).execute()).toMatchObject([
      { state: 'refunded', refund: 100, hit: null },
    ]);
    expect(await balanceOf(user)).toBe(1_000);
  });

  it('settles without any bets', async () => {
    const matchId = await upcoming();
    await wait(2 * HOUR_MS);
    await tell(matchId, 'ft', [0, 4]);
    await wait(2 * HOUR_MS + MINUTE_MS);
    expect(await contestOf(matchId)).toMatchObject({ state: 'settled', winner: 'away' });
  });
});

describe('a settlement', () => {
  it('writes stats and experience and publishes to each player', async () => {
    const matchId = await upcoming();
    const [right, wrong] = [await stake(matchId, 'home', 100), await stake(matchId, 'away', 60)];
    await wait(2 * HOUR_MS);
    await tell(matchId, 'ft', [1, 0]);
    test.current.published.length = 0;
    await wait(2 * HOUR_MS + MINUTE_MS);
    const stats = async ({ id }: TestUser) => db().selectFrom('user_stats').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
    expect(await stats(right)).toMatchObject({ played: 1, hits: 1, net_won: 60, experience: 30 });
    expect(await stats(wrong)).toMatchObject({ played: 1, hits: 0, net_won: -60, experience: 10 });
    const told = ({ id }: TestUser) => test.current.published.filter(({ topic }) => topic === `me:${id}`).map(({ change }) => change);
    expect(told(right)).toMatchObject([
      { t: 'bet', state: 'settled', payout: 160, refund: 0, match_id: matchId },
      { t: 'balance', balance: 1_060 },
    ]);
    expect(told(wrong)).toMatchObject([{ t: 'bet', state: 'settled', payout: 0, refund: 0 }]);
    const seen = test.current.published.filter(({ topic }) => topic === `match:${matchId}`).map(({ change }) => change);
    expect(seen.filter((change) => change.t === 'contest' && change.contest.market === 'wdl')).toMatchObject([
      { contest: { state: 'settled', winner: 'home', result: [1, 0] } },
    ]);
  });

  it('gives no experience and counts no played bet when nobody could lose', async () => {
    const [allRight, refunded] = [await upcoming(), await upcoming()];
    const user = await stake(allRight, 'home', 100);
    await stake(refunded, 'home', 100, user);
    await wait(2 * HOUR_MS);
    await tell(allRight, 'ft', [1, 0]);
    await tell(refunded, 'canc');
    await wait(2 * HOUR_MS + MINUTE_MS);
    expect(await db().selectFrom('user_stats').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow()).toMatchObject({
      played: 0,
      hits: 0,
      net_won: 0,
      experience: 0,
    });
  });
});

describe('a contest without a usable result', () => {
  it('is marked unresolved six hours after the planned end, until it is settled', async () => {
    const matchId = await upcoming();
    await stake(matchId, 'home', 100);
    await wait(HOUR_MS);
    await tell(matchId, 'h2');
    await wait(8 * HOUR_MS - SECOND_MS);
    expect(await contestOf(matchId)).toMatchObject({ state: 'locked', unresolved_at: null });
    await wait(8 * HOUR_MS);
    const { id } = await contestOf(matchId);
    expect(await contestOf(matchId)).toMatchObject({ state: 'locked', unresolved_at: at(8 * HOUR_MS) });
    expect((await contestAlarms(test.current.deps)).unresolved).toContain(id);
    await tell(matchId, 'ft', [1, 0]);
    await wait(8 * HOUR_MS + MINUTE_MS);
    expect(await contestOf(matchId)).toMatchObject({ state: 'settled', unresolved_at: null });
    expect((await contestAlarms(test.current.deps)).unresolved).not.toContain(id);
  });

  it('is no longer marked unresolved once it has a new time', async () => {
    const matchId = await upcoming();
    await wait(0);
    await wait(8 * HOUR_MS, { isFeedSilent: true });
    expect((await contestOf(matchId)).unresolved_at).toEqual(at(8 * HOUR_MS));
    await tell(matchId, 'ns', null, { kickoff_at: at(10 * HOUR_MS) });
    expect(await contestOf(matchId)).toMatchObject({ state: 'open', unresolved_at: null });
  });
});
