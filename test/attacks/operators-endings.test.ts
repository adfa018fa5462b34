import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reject } from '#contract/approvals.ts';
import {
  acceptQuarantined,
  getContestCase,
  listContestCases,
  listQuarantine,
  type settleContest,
  voidContest,
} from '#contract/contest-admin.ts';
import type { MatchScore, Score } from '#domain/matches/score.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { advanceContest } from '#server/modules/betting/contests/advance.ts';
import { fundHouse } from '#server/modules/ledger/points.ts';
import type { FeedUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { wiring } from '#server/wiring.ts';
import { createAdmin, signInAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { givePoints } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import { heldBy, stakeOn } from '#test/support/match-course.ts';
import { contestOf, decideApproval, enter, enterMatch, fillContest, runJobs, waitingFor } from '#test/support/operators.ts';

/*
 * An operator tries to decide alone how contests end and who is paid: by entering match facts, by accepting updates from quarantine, in
 * small pieces, or all at once.
 */

const test = useTestApp({ FEED: 'none' });
const KICKOFF = Date.parse(TEST_NOW) + 24 * HOUR_MS;
const at = (ms: number) => new Date(KICKOFF + ms);
const db = () => test.current.deps.db;
const score = (home: number, away: number) => ({ score: { home, away } });

/** 20,650 points, of which one user staked 650 on the result the operator is going to enter. */
const BIG: readonly (readonly [Pick, number])[] = [
  ['home', 650],
  ['away', 5_000],
  ['away', 5_000],
  ['away', 5_000],
  ['away', 5_000],
];

let insider: TestAdmin;
let second: TestAdmin;
beforeAll(() => fundHouse(test.current.deps));
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  insider = await createAdmin(test.current, 'reviewer');
  second = await createAdmin(test.current, 'reviewer');
});

/** Creates a match entered by the insider, with a pool. */
async function entered(stakes = BIG, by = insider) {
  test.current.clock.set(TEST_NOW);
  const matchId = await enterMatch(test.current, by, at(0));
  const users = await fillContest(test.current, matchId, 'wdl', stakes);
  return { matchId, users, id: (await contestOf(test.current, matchId)).id };
}

/** Plays the match to its end with facts entered by the insider alone. */
async function play(matchId: number, result: Score, by = insider): Promise<void> {
  test.current.clock.set(at(MINUTE_MS));
  await enter(test.current, by, matchId, { status: 'live', ...score(0, 0) });
  test.current.clock.set(at(2 * HOUR_MS));
  await enter(test.current, by, matchId, { status: 'ft', ...score(...result) });
  await runJobs(test.current, at(2 * HOUR_MS + 2 * MINUTE_MS));
  await runJobs(test.current, at(2 * HOUR_MS + 5 * MINUTE_MS));
}

const stateOf = async (matchId: number) => {
  const { state, ending } = await contestOf(test.current, matchId);
  return { state, ending };
};
const WAITS = { state: 'locked', ending: null };

describe('a result entered by an operator', () => {
  it('does not settle a large pool alone: it waits, requests one approval, and pays when a second admin agrees', async () => {
    const { matchId, id, users } = await entered();
    await play(matchId, [1, 0]);
    expect(await stateOf(matchId)).toEqual(WAITS);
    const waiting = await waitingFor(test.current, second, id);
    expect(waiting).toMatchObject([
      {
        points: 20_650,
        reason: 'I was there',
        requested_by: { id: insider.id },
        refusal: null,
        deed: {
          ...{ kind: 'ending', ending: 'settle', home_score: 1, away_score: 0, void_reason: null, told_by: [{ id: insider.id }] },
          ...{ started_at: at(MINUTE_MS).toISOString(), would: { winner: 'home', winners: 1, payouts: 20_650, changed: 5 } },
        },
      },
    ]);
    expect((await decideApproval(test.current, insider, waiting[0]!.id)).problem.code).toBe('same_reviewer');
    expect((await decideApproval(test.current, second, waiting[0]!.id)).status).toBe(200);
    await runJobs(test.current, at(2 * HOUR_MS + 6 * MINUTE_MS));
    expect(await stateOf(matchId)).toEqual({ state: 'settled', ending: 'settle' });
    expect(await heldBy(db(), 'balance', users[0]!.id)).toBe(20_650);
    await expectEndedExactly(db(), id);
  });

  it('waits visibly for everybody, and can be corrected after a rejection', async () => {
    const { matchId, id } = await entered();
    await play(matchId, [1, 0]);
    const token = async () => signInAdmin(test.current, second);
    const unresolved = async () =>
      (await callApp(test.current.app, listContestCases, { page_size: 100 }, { token: await token() })).reply.items.find(
        (row) => row.id === id,
      );
    const [waiting] = await waitingFor(test.current, second, id);
    expect(await unresolved()).toMatchObject({ unresolved: { why: 'awaits_second' }, approval_id: waiting!.id });
    expect((await decideApproval(test.current, second, waiting!.id, reject)).status).toBe(200);
    await runJobs(test.current, at(2 * HOUR_MS + 10 * MINUTE_MS));
    await runJobs(test.current, at(2 * HOUR_MS + 11 * MINUTE_MS));
    expect(await waitingFor(test.current, second, id)).toEqual([]);
    expect(await unresolved()).toMatchObject({ unresolved: { why: 'not_agreed' }, approval_id: null });
    // The right score, entered by another admin; the one who rejected may approve it.
    const third = await createAdmin(test.current, 'reviewer');
    await enter(test.current, third, matchId, { status: 'ft', ...score(0, 1) });
    await runJobs(test.current, at(2 * HOUR_MS + 14 * MINUTE_MS));
    const [again] = await waitingFor(test.current, second, id);
    expect(again).toMatchObject({ requested_by: { id: third.id }, deed: { home_score: 0, away_score: 1 } });
    expect((await decideApproval(test.current, second, again!.id)).status).toBe(200);
  });

  it('requests a new approval when it is entered again after a rejection', async () => {
    const { matchId, id } = await entered();
    await play(matchId, [1, 0]);
    await decideApproval(test.current, second, (await waitingFor(test.current, second, id))[0]!.id, reject);
    test.current.clock.set(at(2 * HOUR_MS + 10 * MINUTE_MS));
    await enter(test.current, insider, matchId, { status: 'ft', ...score(1, 0) });
    await runJobs(test.current, at(2 * HOUR_MS + 12 * MINUTE_MS));
    expect(await waitingFor(test.current, second, id)).toHaveLength(1);
  });

  it('cannot be changed while its approval waits: only what was approved is paid', async () => {
    const { matchId, id } = await entered();
    await play(matchId, [0, 1]);
    const [first] = await waitingFor(test.current, second, id);
    test.current.clock.set(at(2 * HOUR_MS + 10 * MINUTE_MS));
    await enter(test.current, insider, matchId, { status: 'ft', ...score(1, 0) });
    test.current.clock.set(at(2 * HOUR_MS + 12 * MINUTE_MS));
    expect((await decideApproval(test.current, second, first!.id)).problem.code).toBe('facts_changed');
    await runJobs(test.current, at(2 * HOUR_MS + 12 * MINUTE_MS));
    const waiting = await waitingFor(test.current, second, id);
    expect(waiting.map(({ deed }) => deed)).toMatchObject([{ home_score: 1, away_score: 0 }]);
    expect(waiting[0]!.id).not.toBe(first!.id);
    expect((await decideApproval(test.current, second, first!.id)).problem.code).toBe('already_decided');
  });

  it('settles a small pool at once', async () => {
    const { matchId } = await entered([
      ['home', 100],
      ['away', 300],
    ]);
    await play(matchId, [1, 0]);
    expect((await stateOf(matchId)).state).toBe('settled');
  });
});

/** Every fact under an operator's control that ends a contest or refunds stakes. */
const FACTS: Record<string, (matchId: number) => Promise<void>> = {
  'the final whistle': (id) => play(id, [1, 0]),
  'extra time, which settles on ninety minutes': async (id) => {
    test.current.clock.set(at(MINUTE_MS));
    await enter(test.current, insider, id, { status: 'live', ...score(0, 0) });
    test.current.clock.set(at(2 * HOUR_MS));
    await enter(test.current, insider, id, { status: 'et', score: { home: 1, away: 1, fulltime: [1, 1] } });
    await runJobs(test.current, at(2 * HOUR_MS + 2 * MINUTE_MS));
  },
  'a match that is called off': async (id) => {
    await enter(test.current, insider, id, { status: 'canc' });
    await runJobs(test.current, at(MINUTE_MS));
  },
  'a walkover': async (id) => {
    await enter(test.current, insider, id, { status: 'wo', ...score(3, 0) });
    await runJobs(test.current, at(MINUTE_MS));
  },
  'an award without a score from the pitch': async (id) => {
    await enter(test.current, insider, id, { status: 'awd', ...score(3, 0) });
    await runJobs(test.current, at(MINUTE_MS));
  },
  'a postponement that lasts': async (id) => {
    await enter(test.current, insider, id, { status: 'pst' });
    await runJobs(test.current, at(6 * HOUR_MS));
  },
  'a match that is abandoned': async (id) => {
    test.current.clock.set(at(MINUTE_MS));
    await enter(test.current, insider, id, { status: 'live', ...score(0, 0) });
    await enter(test.current, insider, id, { status: 'abd', ...score(0, 0) });
    await runJobs(test.current, at(6 * HOUR_MS));
  },
  'a suspension that lasts': async (id) => {
    test.current.clock.set(at(MINUTE_MS));
    await enter(test.current, insider, id, { status: 'live', ...score(0, 0) });
    await enter(test.current, insider, id, { status: 'susp', ...score(0, 0) });
    await runJobs(test.current, at(6 * HOUR_MS));
  },
  'a date that is taken back': async (id) => {
    await enter(test.current, insider, id, { kickoff_at: null });
    await runJobs(test.current, at(6 * HOUR_MS));
  },
  'a date that is more than a week later': async (id) => {
    await enter(test.current, insider, id, { kickoff_at: at(8 * 24 * HOUR_MS).toISOString() });
    await runJobs(test.current, new Date(Date.parse(TEST_NOW) + 5 * MINUTE_MS));
  },
};

describe('an entry that ends a large contest', () => {
  it.each(Object.keys(FACTS))('waits for a second admin: %s', async (name) => {
    const { matchId, id, users } = await entered();
    await FACTS[name]!(matchId);
    const { state, ending } = await stateOf(matchId);
    expect([['locked', 'paused'].includes(state), ending]).toEqual([true, null]);
    expect(await heldBy(db(), 'contest', id)).toBe(20_650);
    expect(await Promise.all(users.map((user) => heldBy(db(), 'balance', user.id)))).toEqual([0, 0, 0, 0, 0]);
    const waiting = await waitingFor(test.current, second, id);
    expect(waiting).toHaveLength(1);
    expect((await decideApproval(test.current, second, waiting[0]!.id)).status).toBe(200);
    await runJobs(test.current, test.current.clock.now());
    expect(['settled', 'void']).toContain((await stateOf(matchId)).state);
    await expectEndedExactly(db(), id);
  });

  it('resettles it only with a second admin, also if the first result needed none', async () => {
    const { matchId, id } = await entered();
    await play(matchId, [0, 1]);
    await decideApproval(test.current, second, (await waitingFor(test.current, second, id))[0]!.id);
    await runJobs(test.current, at(2 * HOUR_MS + 6 * MINUTE_MS));
    await enter(test.current, insider, matchId, { status: 'ft', ...score(1, 0) });
    await runJobs(test.current, at(2 * HOUR_MS + 9 * MINUTE_MS));
    await runJobs(test.current, at(2 * HOUR_MS + 10 * MINUTE_MS));
    expect(await contestOf(test.current, matchId)).toMatchObject({ state: 'settled', home_score: 0, away_score: 1 });
    const [waiting, ...more] = await waitingFor(test.current, second, id);
    expect([waiting!.deed, more]).toMatchObject([{ kind: 'ending', ending: 'resettle', home_score: 1 }, []]);
    await decideApproval(test.current, second, waiting!.id);
    expect(await contestOf(test.current, matchId)).toMatchObject({ state: 'settled', home_score: 1, away_score: 0 });
    await expectEndedExactly(db(), id);
  });
});

describe('many small endings by operators', () => {
  const SMALL: readonly (readonly [Pick, number])[] = [
    ['home', 100],
    ['away', 3_900],
  ];

  it('add up per admin within 24 hours: the third of 4,000 points waits', async () => {
    const matches = [await entered(SMALL), await entered(SMALL), await entered(SMALL)];
    for (const { matchId } of matches) await play(matchId, [1, 0]);
    expect(await Promise.all(matches.map(async ({ matchId }) => (await stateOf(matchId)).state))).toEqual(['settled', 'settled', 'locked']);
    expect(await waitingFor(test.current, second, matches[2]!.id)).toHaveLength(1);
  });

  it('add up across manual settlements and entered results', async () => {
    const matches = [await entered(SMALL), await entered(SMALL), await entered(SMALL)];
    const byHand = async (deed: typeof settleContest | typeof voidContest, id: string) =>
      callApp(
        test.current.app,
        deed,
        {
          id,
          home_score: 1,
          away_score: 0,
          reason: 'late',
          ...(deed === voidContest && { home_score: undefined, away_score: undefined }),
        } as never,
        {
          token: await signInAdmin(test.current, insider),
          key: randomUUID(),
        },
      );
    test.current.clock.set(at(0));
    expect((await byHand(voidContest, matches[0]!.id)).reply.approval).toBeNull();
    await play(matches[1]!.matchId, [1, 0]);
    expect((await stateOf(matches[1]!.matchId)).state).toBe('settled');
    const token = await signInAdmin(test.current, insider);
    expect((await callApp(test.current.app, getContestCase, { id: matches[2]!.id }, { token })).reply.needs_second).toBe(true);
    expect((await byHand(voidContest, matches[2]!.id)).reply.approval).not.toBeNull();
  });

  it('add up across the two markets of one match, with the payouts of fixed odds', async () => {
    test.current.clock.set(TEST_NOW);
    const matchId = await enterMatch(test.current, insider, at(0));
    await fillContest(test.current, matchId, 'wdl', SMALL);
    // 1,500 at 4.71 pay 7,065.
    await fillContest(test.current, matchId, '1x2', [['away', 1_500]]);
    await play(matchId, [0, 1]);
    const states = [(await contestOf(test.current, matchId, 'wdl')).state, (await contestOf(test.current, matchId, '1x2')).state];
    expect(states.sort()).toEqual(['locked', 'settled']);
  });

  it('add up per user, whichever admins end them', async () => {
    const winners = await Promise.all(
      [insider, second, await createAdmin(test.current, 'reviewer')].map((by) => entered([['away', 3_900]], by)),
    );
    // The same user wins each.
    const [lucky] = await fillContest(test.current, winners[0]!.matchId, 'wdl', [['home', 100]]);
    for (const { matchId } of winners.slice(1)) {
      await givePoints(db(), lucky!.id, 100, test.current.clock.now());
      await stakeOn(test.current, matchId, 'wdl', 'home', 100, lucky!);
    }
    const admins = await db().selectFrom('operator_words').select(['match_id', 'admin_id']).where('fact', '=', 'fixture').execute();
    for (const { matchId } of winners) {
      const { admin_id } = admins.find(({ match_id }) => match_id === matchId)!;
      const row = await db().selectFrom('admins').selectAll().where('id', '=', admin_id).executeTakeFirstOrThrow();
      await play(matchId, [1, 0], { id: row.id, email: row.email, role: 'reviewer', token: '' });
    }
    const states = await Promise.all(winners.map(async ({ matchId }) => (await stateOf(matchId)).state));
    expect(states).toEqual(['settled', 'settled', 'locked']);
  });

  it('pass no more points when entered at the same time', async () => {
    const matches = await Promise.all(Array.from({ length: 6 }, () => entered(SMALL)));
    test.current.clock.set(at(MINUTE_MS));
    for (const { matchId } of matches) await enter(test.current, insider, matchId, { status: 'live', ...score(0, 0) });
    test.current.clock.set(at(2 * HOUR_MS));
    for (const { matchId } of matches) await enter(test.current, insider, matchId, { status: 'ft', ...score(1, 0) });
    test.current.clock.set(at(2 * HOUR_MS + 2 * MINUTE_MS));
    await Promise.all(matches.flatMap(({ id }) => [advanceContest(test.current.deps, id), advanceContest(test.current.deps, id)]));
    const states = await Promise.all(matches.map(async ({ matchId }) => (await stateOf(matchId)).state));
    expect(states.filter((state) => state === 'settled')).toHaveLength(2);
    expect(await db().selectFrom('approvals').select('id').where('requested_by', '=', insider.id).execute()).toHaveLength(4);
  });

  it('stop counting after a day', async () => {
    const one = await entered(SMALL);
    await play(one.matchId, [1, 0]);
    const [soon, later] = [
      await entered([
        ['away', 5_000],
        ['away', 2_000],
      ]),
      await entered([
        ['away', 5_000],
        ['away', 2_000],
      ]),
    ];
    await play(soon.matchId, [1, 0]);
    expect((await stateOf(soon.matchId)).state).toBe('locked');
    test.current.clock.set(at(MINUTE_MS));
    await enter(test.current, insider, later.matchId, { status: 'live', ...score(0, 0) });
    test.current.clock.set(at(27 * HOUR_MS));
    await enter(test.current, insider, later.matchId, { status: 'ft', ...score(1, 0) });
    await runJobs(test.current, at(27 * HOUR_MS + 2 * MINUTE_MS));
    expect((await stateOf(later.matchId)).state).toBe('settled');
  });
});

/* Updates of a feed that were quarantined and are accepted by an operator. */

const nothing: MatchScore = { home: null, away: null, halftime: null, fulltime: null, extratime: null, penalty: null };
const status = (matchId: string, code: StatusUpdate['status'], result: Score | null, seenAt: Date): StatusUpdate => ({
  ...{ kind: 'status', matchId, status: code, minute: null, stoppage: null, period: null, seenAt },
  score: { ...nothing, home: result?.[0] ?? null, away: result?.[1] ?? null },
});
const tell = async (...updates: FeedUpdate[]) => {
  const { changes, refused } = await importUpdates(test.current.deps, 'test', updates);
  await wiring.onMatchesImported(test.current.deps, changes);
  return refused.map(({ reason }) => reason);
};

/** Creates a match of a feed with a large pool, in play at 0:0. */
async function ofFeed() {
  test.current.clock.set(TEST_NOW);
  const feedId = randomUUID();
  const league = {
    kind: 'league',
    id: 'l',
    sport: 'football',
    name: 'League',
    countryCode: null,
    season: '2026/27',
    form: 'league',
    drawPossible: true,
  } as const;
  const team = (side: string) => ({ kind: 'team', id: side + feedId, sport: 'football', name: side + feedId, countryCode: null }) as const;
  await tell(league, team('h'), team('a'), {
    ...{ kind: 'fixture', id: feedId, leagueId: 'l', season: '2026/27', round: '1', homeTeamId: `h${feedId}`, awayTeamId: `a${feedId}` },
    kickoffAt: at(0),
  });
  const { id: matchId } = await db().selectFrom('feed_ids').select('id').where('feed_id', '=', feedId).executeTakeFirstOrThrow();
  await fillContest(test.current, matchId, 'wdl', BIG);
  test.current.clock.set(at(MINUTE_MS));
  await tell(status(feedId, 'h1', [0, 0], at(MINUTE_MS)));
  return { feedId, matchId, id: (await contestOf(test.current, matchId)).id };
}

/** Lets support accept the latest quarantined update. */
async function accept(by: TestAdmin): Promise<void> {
  const token = await signInAdmin(test.current, by);
  const { reply } = await callApp(test.current.app, listQuarantine, { page_size: 1 }, { token });
  expect((await callApp(test.current.app, acceptQuarantined, { id: reply.items[0]!.id, reason: 'looks right' }, { token })).status).toBe(
    200,
  );
}

const confirmed = (ms: number) => {
  test.current.clock.set(at(ms));
  return tell({ kind: 'confirmation', seenAt: at(ms) });
};

describe('an update accepted from quarantine', () => {
  it('does not settle a large pool alone, however often the feed confirms the rest', async () => {
    const { feedId, matchId, id } = await ofFeed();
    const support = await createAdmin(test.current, 'support');
    test.current.clock.set(at(30 * MINUTE_MS));
    expect(await tell(status(feedId, 'ft', [1, 0], at(30 * MINUTE_MS)))).toEqual(['final_too_early']);
    await accept(support);
    for (const minutes of [32, 34, 36]) {
      await confirmed(minutes * MINUTE_MS);
      await db().updateTable('matches').set({ confirmed_at: test.current.clock.now() }).where('id', '=', matchId).execute();
      await runJobs(test.current, test.current.clock.now());
    }
    expect(await stateOf(matchId)).toEqual(WAITS);
    const [waiting] = await waitingFor(test.current, second, id);
    expect(waiting).toMatchObject({ requested_by: { id: support.id }, reason: 'looks right' });
    expect((await decideApproval(test.current, second, waiting!.id)).status).toBe(200);
  });

  it('needs no second admin once the feed itself reports the same', async () => {
    const { feedId, matchId } = await ofFeed();
    test.current.clock.set(at(30 * MINUTE_MS));
    await tell(status(feedId, 'ft', [1, 0], at(30 * MINUTE_MS)));
    await accept(await createAdmin(test.current, 'support'));
    test.current.clock.set(at(32 * MINUTE_MS));
    expect(await tell(status(feedId, 'ft', [1, 0], at(32 * MINUTE_MS)))).toEqual([]);
    await runJobs(test.current, at(32 * MINUTE_MS));
    expect((await stateOf(matchId)).state).toBe('settled');
  });

  it('does not void a contest by a changed kick-off', async () => {
    const fresh = await ofFeedBefore();
    const nextYear = new Date(at(0));
    nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1);
    expect(await tell({ ...fresh.fixture, kickoffAt: nextYear })).toEqual(['kickoff_in_another_year']);
    await accept(await createAdmin(test.current, 'support'));
    await runJobs(test.current, new Date(Date.parse(TEST_NOW) + MINUTE_MS));
    expect(await stateOf(fresh.matchId)).toEqual(WAITS);
  });
});

/** Creates a match of a feed with a large pool that has not begun. */
async function ofFeedBefore() {
  test.current.clock.set(TEST_NOW);
  const feedId = randomUUID();
  const team = (side: string) => ({ kind: 'team', id: side + feedId, sport: 'football', name: side + feedId, countryCode: null }) as const;
  const league = {
    kind: 'league',
    id: 'c',
    sport: 'football',
    name: 'Cup',
    countryCode: null,
    season: '2026',
    form: 'cup',
    drawPossible: true,
  } as const;
  const fixture = {
    kind: 'fixture' as const,
    ...{ id: feedId, leagueId: 'c', season: '2026', round: '1', homeTeamId: `h${feedId}`, awayTeamId: `a${feedId}` },
    kickoffAt: at(0),
  } satisfies FeedUpdate;
  await tell(league, team('h'), team('a'), fixture);
  const { id: matchId } = await db().selectFrom('feed_ids').select('id').where('feed_id', '=', feedId).executeTakeFirstOrThrow();
  await fillContest(test.current, matchId, 'wdl', BIG);
  return { fixture, matchId };
}
