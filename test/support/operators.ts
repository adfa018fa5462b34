import { randomUUID } from 'node:crypto';
import { approve, listApprovals, type reject } from '#contract/approvals.ts';
import { changeFixture, createFixture } from '#contract/contest-admin.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { Market } from '#domain/settlement/contest.ts';
import { advanceDueContests, correctDueContests } from '#server/modules/betting/contests/service.ts';
import { confirmEntered } from '#server/modules/match-data/manual-matches/service.ts';
import { signInAdmin, type TestAdmin } from './admins.ts';
import { type Answer, callApp, type TestApp } from './app.ts';
import { createUser, type TestUser } from './factories.ts';
import { priceMatch, stakeOn } from './match-course.ts';

/** Actions of operators in the console, each in a session that begins now, because tests move the clock by days. */

let serial = 0;

/** Enters a match between two new teams as an operator, in a new league. Returns its id. */
export async function enterMatch(
  test: TestApp,
  by: TestAdmin,
  kickoffAt: Date,
  more: Partial<InputOf<typeof createFixture>> = {},
): Promise<number> {
  const answer = await callApp(
    test.app,
    createFixture,
    {
      league: { name: `Village League ${++serial}`, sport: 'football', country_code: 'VN', draw_possible: true },
      ...{ season: '2026', round: 'Round 1', kickoff_at: kickoffAt.toISOString(), reason: 'no feed tells of it' },
      ...{ home: { name: `Village ${serial}` }, away: { name: `Hamlet ${serial}` } },
      ...more,
    },
    { token: await signInAdmin(test, by) },
  );
  if (answer.status !== 200) throw new Error(`could not enter a match: ${JSON.stringify(answer.problem)}`);
  return answer.reply.fixture.id;
}

/** Enters facts of a match as an operator. */
export const enter = async (
  test: TestApp,
  by: TestAdmin,
  id: number,
  values: Omit<InputOf<typeof changeFixture>, 'id' | 'reason'>,
): Promise<Answer<typeof changeFixture>> =>
  callApp(test.app, changeFixture, { id, reason: 'I was there', ...values }, { token: await signInAdmin(test, by) });

/** Stakes in the contest of a match, each by a new user: a pool of these points, its first stake on the coming winner. */
export async function fillContest(
  test: TestApp,
  matchId: number,
  market: Market,
  stakes: readonly (readonly [Pick, number])[],
): Promise<TestUser[]> {
  if (market === '1x2') await priceMatch(test.deps.db, matchId, test.clock.now());
  const users: TestUser[] = [];
  for (const [pick, points] of stakes) users.push(await stakeOn(test, matchId, market, pick, points, await createUser(test, points)));
  return users;
}

/** Sets the clock to this moment and runs the jobs once. */
export async function runJobs(test: TestApp, at: Date): Promise<void> {
  test.clock.set(at);
  await confirmEntered(test.deps);
  await advanceDueContests(test.deps);
  await correctDueContests(test.deps);
}

export const contestOf = ({ deps }: TestApp, matchId: number, market: Market = 'wdl') =>
  deps.db
    .selectFrom('contests')
    .selectAll()
    .where('match_id', '=', matchId)
    .where('market', '=', market)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();

/** Returns the waiting approvals about a subject, as shown to an admin. */
export async function waitingFor(test: TestApp, by: TestAdmin, subjectId: string) {
  const token = await signInAdmin(test, by);
  const { reply } = await callApp(test.app, listApprovals, { page_size: 100 }, { token });
  return reply.items.filter(({ deed }) => ('contest' in deed ? deed.contest.id : 'user' in deed ? deed.user.id : '') === subjectId);
}

/** Agrees to a waiting approval, or rejects it. */
export const decideApproval = async (
  test: TestApp,
  by: TestAdmin,
  id: string,
  deed: typeof approve | typeof reject = approve,
): Promise<Answer<typeof approve>> => callApp(test.app, deed, { id }, { token: await signInAdmin(test, by), key: randomUUID() });
