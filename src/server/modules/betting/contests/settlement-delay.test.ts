import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { createMetrics } from '#server/platform/observability/metrics.ts';
import { createAdmin } from '#test/support/admins.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createCrowd, createMatch } from '#test/support/factories.ts';
import { tellMatch, waitUntil } from '#test/support/match-course.ts';
import { advanceContest } from './advance.ts';
import { contestAlarms } from './service.ts';
import { contestsUnderWay } from './settlement-delay.ts';

const test = useTestApp({ FEED: 'none' });
const KICKOFF = Date.parse(TEST_NOW) + HOUR_MS;
const at = (ms: number) => new Date(KICKOFF + ms);
const WHISTLE_MS = 110 * MINUTE_MS;

let matchId: number;
let contestId: string;
beforeEach(async () => {
  const { deps, clock } = test.current;
  clock.set(TEST_NOW);
  matchId = await createMatch(deps.db, { kickoffAt: at(0) });
  contestId = await createContest(deps.db, matchId, new Date(TEST_NOW), 'wdl');
  await createCrowd(test.current, contestId, 4);
});

/** Ends the contest and returns what the process measured: how many settlements, and their seconds. */
async function settleAt(ms: number): Promise<[count: number, seconds: number]> {
  const metrics = createMetrics({ ofProcess: false });
  test.current.clock.set(at(ms));
  await advanceContest({ ...test.current.deps, metrics }, contestId);
  const text = await metrics.text();
  const value = (name: string) => Number(new RegExp(`^matchpoint_settle_seconds_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return [value('count'), value('sum')];
}
const dueSince = async () => (await contestAlarms(test.current.deps)).dueSince;

it('a settlement is measured from the last change of the score', async () => {
  test.current.clock.set(at(WHISTLE_MS));
  await tellMatch(test.current, matchId, 'ft', [1, 0]);
  test.current.clock.set(at(WHISTLE_MS + 30 * SECOND_MS));
  await tellMatch(test.current, matchId, 'ft', [1, 1]);
  expect(await settleAt(WHISTLE_MS + 60 * SECOND_MS)).toEqual([0, 0]);
  expect(await settleAt(WHISTLE_MS + 95 * SECOND_MS)).toEqual([1, 65]);
  // The same contest is not settled, or measured, again.
  expect(await settleAt(WHISTLE_MS + 200 * SECOND_MS)).toEqual([0, 0]);
});

it('refunds, and endings by an operator, are not measured', async () => {
  const { db } = test.current.deps;
  test.current.clock.set(at(WHISTLE_MS));
  await tellMatch(test.current, matchId, 'canc');
  expect(await settleAt(WHISTLE_MS + HOUR_MS)).toEqual([0, 0]);
  const other = await createMatch(db, { kickoffAt: at(0) });
  contestId = await createContest(db, other, new Date(TEST_NOW), 'wdl');
  const facts = JSON.stringify({ score_since: at(WHISTLE_MS).toISOString() });
  await db
    .updateTable('contests')
    .set({ ...{ state: 'locked', ending: 'settle', home_score: 1, away_score: 0 }, facts, by_hand_at: at(WHISTLE_MS) })
    .where('id', '=', contestId)
    .execute();
  expect(await settleAt(WHISTLE_MS + 2 * HOUR_MS)).toEqual([0, 0]);
});

it('a contest is due from the minute that its score must stand until it is paid', async () => {
  test.current.clock.set(at(WHISTLE_MS));
  expect(await dueSince()).toBeNull();
  await tellMatch(test.current, matchId, 'ft', [2, 0]);
  test.current.clock.set(at(WHISTLE_MS + 59 * SECOND_MS));
  expect(await dueSince()).toBeNull();
  test.current.clock.set(at(WHISTLE_MS + 5 * MINUTE_MS));
  expect(await dueSince()).toEqual(at(WHISTLE_MS));
  await waitUntil(test.current, at(WHISTLE_MS + 5 * MINUTE_MS));
  expect(await dueSince()).toBeNull();
});

it('a contest whose payment was interrupted stays due since its own score', async () => {
  const { deps } = test.current;
  test.current.clock.set(at(WHISTLE_MS));
  await tellMatch(test.current, matchId, 'ft', [2, 0]);
  test.current.clock.set(at(WHISTLE_MS + 2 * MINUTE_MS));
  const dying = {
    ...deps,
    wiring: {
      ...deps.wiring,
      onContestEnded: () => Promise.reject(new Error('killed')),
    },
  };
  await expect(advanceContest(dying, contestId)).rejects.toThrow('killed');
  const later = { fulltime: [3, 0], fulltime_since: at(WHISTLE_MS + MINUTE_MS) };
  await deps.db.updateTable('matches').set(later).where('id', '=', matchId).execute();
  expect(await dueSince()).toEqual(at(WHISTLE_MS));
  await waitUntil(test.current, at(WHISTLE_MS + HOUR_MS));
});

it('a contest that waits for a second admin is not due', async () => {
  const { deps } = test.current;
  test.current.clock.set(at(WHISTLE_MS));
  await deps.db
    .updateTable('matches')
    .set({ status: 'ft', fulltime: [1, 0], fulltime_since: at(WHISTLE_MS), confirmed_at: at(WHISTLE_MS) })
    .where('id', '=', matchId)
    .execute();
  test.current.clock.set(at(WHISTLE_MS + 5 * MINUTE_MS));
  expect(await dueSince()).toEqual(at(WHISTLE_MS));
  const { id: requested_by } = await createAdmin(test.current, 'super');
  const request = { id: randomUUID(), kind: 'ending', subject_id: contestId, payload: '{}', points: 40, reason: 'Told by hand' };
  await deps.db
    .insertInto('approvals')
    .values({ ...request, requested_by, created_at: at(WHISTLE_MS) })
    .execute();
  expect(await dueSince()).toBeNull();
});

it('points at stake are those of contests that have not ended', async () => {
  const { db } = test.current.deps;
  const [before] = await contestsUnderWay(db);
  test.current.clock.set(at(WHISTLE_MS));
  await tellMatch(test.current, matchId, 'canc');
  await advanceContest(test.current.deps, contestId);
  const [after, fixed] = await contestsUnderWay(db);
  expect(before).toMatchObject({ market: 'wdl' });
  expect(after).toEqual({ market: 'wdl', count: before!.count - 1, points: before!.points - 40 });
  expect(fixed).toEqual({ market: '1x2', count: 0, points: 0 });
});
