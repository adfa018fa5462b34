import { randomUUID } from 'node:crypto';
import { getOverview } from '#contract/account.ts';
import { listBets } from '#contract/bets.ts';
import { getRedeemable } from '#contract/withdrawals.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { Market } from '#domain/settlement/contest.ts';
import { HOUR_MS } from '#domain/time.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { callApp, type TestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { stakeOn, tellMatch, waitUntil } from '#test/support/match-course.ts';

/** Helpers for attackers with many accounts: tie them, stake with all of them, and check the gain. */

/** Creates an inviter (the first) and accounts that registered with their code, each with a confirmed address and points. */
export async function createRing(app: TestApp, invitees: number, points = 1_000): Promise<TestUser[]> {
  const inviter = await createUser(app, points);
  const ring = [inviter];
  for (let i = 0; i < invitees; i++) {
    const user = await createUser(app, points);
    await tie(app, user, { invited_by: inviter.id, invited_with: 'RINGRING', email_verified_at: app.clock.now() });
    ring.push(user);
  }
  return ring;
}

/** Writes what a registration, a session or a profile would have stored about a user. */
export const tie = (app: TestApp, { id }: TestUser, values: Record<string, unknown>) =>
  app.deps.db.updateTable('users').set(values).where('id', '=', id).execute();

export interface RingStake {
  by: TestUser;
  pick: Pick;
  points: number;
}

/** Creates a match in an hour with a pool, or with fixed odds if requested. */
export async function openMatch(app: TestApp, market: Market = 'wdl'): Promise<number> {
  const matchId = await createMatch(app.deps.db, { kickoffAt: new Date(app.clock.now().getTime() + HOUR_MS) });
  await createContest(app.deps.db, matchId, app.clock.now(), market);
  return matchId;
}

/** Plays a match to its end two hours after kick-off, and waits another minute until the result is final. */
export async function playMatch(app: TestApp, matchId: number, result: Score): Promise<void> {
  const start = app.clock.now().getTime() + HOUR_MS;
  await waitUntil(app, new Date(start));
  await tellMatch(app, matchId, 'live');
  app.clock.set(new Date(start + 2 * HOUR_MS));
  await tellMatch(app, matchId, 'ft', result);
  await waitUntil(app, new Date(start + 2 * HOUR_MS + 60_000));
}

/** Stakes in a pool over HTTP and ends its match. Returns the match's id. */
export async function playPool(app: TestApp, stakes: readonly RingStake[], result: Score = [1, 0]): Promise<number> {
  const matchId = await openMatch(app);
  for (const { by, pick, points } of stakes) await stakeOn(app, matchId, 'wdl', pick, points, by);
  await playMatch(app, matchId, result);
  return matchId;
}

const tokenOf = ({ deps, clock }: TestApp, { id, email }: TestUser) =>
  signAccessToken(deps.serverKeys, { id, email, sessionId: randomUUID() }, clock.now());

/** Returns a user's prediction statistics from the account page. */
export const statsOf = async (app: TestApp, user: TestUser) =>
  (await callApp(app.app, getOverview, {}, { token: await tokenOf(app, user) })).reply.stats;

/** Returns what the redeem page shows. */
export const redeemableOf = async (app: TestApp, user: TestUser) =>
  (await callApp(app.app, getRedeemable, {}, { token: await tokenOf(app, user) })).reply;

/** Returns how much of each of a user's bets counts, latest first. */
export const countedOf = async (app: TestApp, user: TestUser) =>
  (await callApp(app.app, listBets, { page_size: 100 }, { token: await tokenOf(app, user) })).reply.items.map(({ at_risk }) => at_risk);
