import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import { getMatch } from '#contract/matches.ts';
import type { PartScore } from '#domain/matches/score.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { advanceDueContests, advanceMatches } from '#server/modules/betting/contests/service.ts';
import type { FeedUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';

const test = useTestApp({ FEED: 'none' });
const KICKOFF_MS = Date.parse(TEST_NOW) + 3_600_000;
let serial = 0;
/** The match under test. */
let matchId: string;
let right: TestUser;
let wrong: TestUser;
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  right = await createUser(test.current, 100);
  wrong = await createUser(test.current, 100);
});

/** Imports updates and advances the changed matches; returns the reasons for rejected updates. */
async function tell(...updates: FeedUpdate[]): Promise<string[]> {
  const { deps } = test.current;
  const { refused, changes } = await importUpdates({ db: deps.db, now: deps.now, log: { warn: () => {} } }, 'test', updates);
  await advanceMatches(
    deps,
    changes.map((change) => change.matchId),
  );
  return refused.map(({ reason }) => reason);
}

/** A match in one hour, with 10 points each on home and away. */
async function stakeOn(sport: Sport, drawPossible = false) {
  const id = `${sport} ${++serial}`;
  matchId = id;
  const team = (name: string): FeedUpdate => ({ kind: 'team', id: `${id} ${name}`, sport, name: `${name} ${serial}`, countryCode: null });
  const league = { kind: 'league', id, sport, name: `League ${serial}`, countryCode: null, season: '2026', form: 'league' } as const;
  const fixture = {
    kind: 'fixture',
    id,
    leagueId: id,
    season: '2026',
    round: 'Round 1',
    homeTeamId: `${id} A`,
    awayTeamId: `${id} B`,
  } as const;
  expect(await tell({ ...league, drawPossible }, team('A'), team('B'), { ...fixture, kickoffAt: new Date(KICKOFF_MS) })).toEqual([]);
  const contest = await test.current.deps.db
    .selectFrom('contests as c')
    .innerJoin('feed_ids as f', 'f.id', 'c.match_id')
    .select(['c.id', 'c.match_id', 'c.draw_possible'])
    .where('f.feed_id', '=', id)
    .where('f.kind', '=', 'match')
    .where('c.market', '=', 'wdl')
    .executeTakeFirstOrThrow();
  expect(contest.draw_possible).toBe(drawPossible);
  expect((await stake(contest.match_id, right, 'home')).status).toBe(201);
  expect((await stake(contest.match_id, wrong, 'away')).status).toBe(201);
  if (!drawPossible) expect((await stake(contest.match_id, right, 'draw')).problem.code).toBe('option_required');
  return contest.id;
}

async function stake(match_id: number, user: TestUser, pick: 'home' | 'draw' | 'away') {
  const { app } = test.current;
  return callApp(app, placeBet, { market: 'wdl', match_id, pick, stake: 10 }, { token: user.token, key: randomUUID() });
}

const balanceOf = async ({ id }: TestUser) =>
  (
    await test.current.deps.db
      .selectFrom('accounts')
      .select('balance')
      .where('kind', '=', 'balance')
      .where('owner', '=', id)
      .executeTakeFirstOrThrow()
  ).balance;

/** The feed's update at this many minutes after the start. */
function at(minutes: number, status: StatusUpdate['status'], score: [number, number] | null, parts: PartScore[] = []): StatusUpdate {
  const seenAt = new Date(KICKOFF_MS + minutes * 60_000);
  test.current.clock.set(seenAt);
  const none = { halftime: null, fulltime: null, extratime: null, penalty: null };
  const told = { home: score?.[0] ?? null, away: score?.[1] ?? null, ...none, parts };
  return { kind: 'status', matchId, status, minute: null, stoppage: null, period: null, score: told, seenAt };
}
const part = (home: number, away: number): PartScore => ({ home, away });

/** Settles after the result has been unchanged for a minute. */
async function settleUp(contestId: string) {
  test.current.clock.advance(61_000);
  await test.current.deps.db.updateTable('matches').set({ confirmed_at: test.current.clock.now() }).execute();
  await advanceDueContests(test.current.deps);
  return contestOf(contestId);
}
const contestOf = (id: string) => test.current.deps.db.selectFrom('contests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function expectPaid(contestId: string) {
  expect([await balanceOf(right), await balanceOf(wrong)]).toEqual([110, 90]);
  await expectEndedExactly(test.current.deps.db, contestId);
}
async function expectRefunded(contestId: string, reason: string) {
  expect(await contestOf(contestId)).toMatchObject({ state: 'void', void_reason: reason });
  expect([await balanceOf(right), await balanceOf(wrong)]).toEqual([100, 100]);
  await expectEndedExactly(test.current.deps.db, contestId);
}

describe('basketball', () => {
  it('settles on the final score, overtime included, and not before', async () => {
    const contestId = await stakeOn('basketball');
    expect(await tell(at(5, 'live', [12, 9], [part(12, 9)]))).toEqual([]);
    expect(await contestOf(contestId)).toMatchObject({ state: 'locked' });
    const quarters = [part(20, 24), part(30, 20), part(20, 20), part(20, 26)];
    expect(await tell(at(95, 'live', [90, 90], quarters))).toEqual([]);
    expect(await settleUp(contestId)).toMatchObject({ state: 'locked' });
    expect(await tell(at(110, 'aet', [101, 98], [...quarters, part(11, 8)]))).toEqual([]);
    expect(await settleUp(contestId)).toMatchObject({ state: 'settled', winner: 'home', home_score: 101, away_score: 98 });
    await expectPaid(contestId);
  });

  it('rejects a level final score, and quarters of another game', async () => {
    const contestId = await stakeOn('basketball');
    expect(await tell(at(100, 'ft', [90, 90]))).toEqual(['level_where_no_match_can_be']);
    expect(await tell(at(100, 'live', [12, 9], [part(12, 10)]))).toEqual(['score_parts_do_not_add_up']);
    expect(await settleUp(contestId)).toMatchObject({ winner: null });
  });
});

describe('the beginning of a basketball game', () => {
  const startedAt = async () =>
    (
      await test.current.deps.db
        .selectFrom('matches as m')
        .innerJoin('feed_ids as f', 'f.id', 'm.id')
        .select('m.started_at')
        .where('f.feed_id', '=', matchId)
        .where('f.kind', '=', 'match')
        .executeTakeFirstOrThrow()
    ).started_at;

  it.each([
    [1, 5, 0],
    // The clock of a later quarter says nothing about the start, except that the game had begun by then.
    [3, 60, 60],
  ])('seen first in quarter %i, %i minutes after the start, is %i minutes after it', async (n, minutes, began) => {
    await stakeOn('basketball');
    expect(await tell({ ...at(minutes, 'live', [12, 9]), minute: 5, period: { kind: 'quarter', n } })).toEqual([]);
    expect(await startedAt()).toEqual(new Date(KICKOFF_MS + began * 60_000));
  });
});

describe('tennis', () => {
  it('settles on the winner of the last point', async () => {
    const contestId = await stakeOn('tennis');
    expect(await tell(at(40, 'live', [0, 1], [part(6, 7), part(2, 1)]))).toEqual([]);
    expect(await tell(at(140, 'ft', [2, 1], [part(6, 7), part(6, 3), part(6, 4)]))).toEqual([]);
    expect(await settleUp(contestId)).toMatchObject({ state: 'settled', winner: 'home' });
    await expectPaid(contestId);
  });

  it('gives stakes back when a player retires, though sets were played', async () => {
    const contestId = await stakeOn('tennis');
    expect(await tell(at(40, 'live', [1, 0], [part(6, 2), part(2, 1)]))).toEqual([]);
    const retired = at(60, 'awd', [1, 0], [part(6, 2), part(2, 1)]);
    expect(await tell({ ...retired, score: { ...retired.score, awardedTo: 'away' } })).toEqual([]);
    await expectRefunded(contestId, 'awarded');
    // Stakes are not settled on the player who advances, though the page shows them.
    const { match_id: id } = await contestOf(contestId);
    expect((await callApp(test.current.app, getMatch, { id })).reply.score).toMatchObject({ home: 1, away: 0, awarded_to: 'away' });
  });

  it('rejects a winner while it is played, and keeps the points of the current game', async () => {
    const contestId = await stakeOn('tennis');
    const live = at(40, 'live', [0, 0], [{ ...part(2, 1), points: ['40', 'A'], serving: 'home' }]);
    expect(await tell({ ...live, score: { ...live.score, awardedTo: 'home' } })).toEqual(['awarded_while_played']);
    expect(await tell(live)).toEqual([]);
    const { match_id: id } = await contestOf(contestId);
    const { score } = (await callApp(test.current.app, getMatch, { id })).reply;
    expect(score.parts).toEqual([{ home: 2, away: 1, points: ['40', 'A'], serving: 'home' }]);
    expect(score.awarded_to).toBeUndefined();
  });

  it('gives stakes back after a walkover', async () => {
    const contestId = await stakeOn('tennis');
    expect(await tell(at(-30, 'wo', null))).toEqual([]);
    await expectRefunded(contestId, 'walkover');
  });
});

describe('esports', () => {
  it('settles on the winner of the series', async () => {
    const contestId = await stakeOn('esports');
    expect(await tell(at(40, 'live', [1, 0], [part(13, 9), part(3, 4)]))).toEqual([]);
    expect(await tell(at(90, 'ft', [2, 0], [part(13, 9), part(16, 14)]))).toEqual([]);
    expect(await settleUp(contestId)).toMatchObject({ state: 'settled', winner: 'home' });
    await expectPaid(contestId);
  });

  it('has three picks where a series can be drawn', async () => {
    const contestId = await stakeOn('esports', true);
    expect(await tell(at(90, 'ft', [1, 1], [part(13, 9), part(8, 13)]))).toEqual([]);
    expect(await settleUp(contestId)).toMatchObject({ state: 'settled', winner: 'draw' });
    // No bet was on the draw.
    expect([await balanceOf(right), await balanceOf(wrong)]).toEqual([100, 100]);
    await expectEndedExactly(test.current.deps.db, contestId);
  });

  it('gives stakes back when a team forfeits before the first map', async () => {
    const contestId = await stakeOn('esports');
    expect(await tell(at(0, 'wo', null))).toEqual([]);
    await expectRefunded(contestId, 'walkover');
  });
});
