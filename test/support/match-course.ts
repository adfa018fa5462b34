import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { Market } from '#domain/settlement/contest.ts';
import { quotesOf } from '#server/modules/betting/contests/quotes.ts';
import { advanceDueContests, advanceMatches, correctDueContests } from '#server/modules/betting/contests/service.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { callApp, type TestApp } from './app.ts';
import { createUser, type TestUser } from './factories.ts';

/** The course of a match as a feed reports it, on a clock that a test moves, and stakes on it. */

/** Imports a feed's report of a match at the clock's time, with its immediate consequences. */
export async function tellMatch(
  { deps, clock }: TestApp,
  matchId: number,
  status: MatchStatus,
  fulltime: Score | null = null,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { db } = deps;
  const now = clock.now();
  const before = await db.selectFrom('matches').selectAll().where('id', '=', matchId).executeTakeFirstOrThrow();
  const isSameResult = fulltime !== null && before.fulltime?.join() === fulltime.join();
  await db
    .updateTable('matches')
    .set({
      status,
      status_since: before.status === status ? before.status_since : now,
      fulltime,
      fulltime_since: fulltime === null ? null : isSameResult ? before.fulltime_since : now,
      confirmed_at: now,
      ...more,
    })
    .where('id', '=', matchId)
    .execute();
  await advanceMatches(deps, [matchId]);
}

/** Moves the clock and runs the jobs. The feed confirms its last report, unless it is silent. */
export async function waitUntil({ deps, clock }: TestApp, at: Date, { isFeedSilent = false } = {}): Promise<void> {
  clock.set(at);
  if (!isFeedSilent) await deps.db.updateTable('matches').set({ confirmed_at: at }).execute();
  await advanceDueContests(deps);
  await correctDueContests(deps);
}

/**
 * Writes a bookmaker's fair prices of a match, in hundredths: those of the house are 1.88, 3.14 and 4.71. They count as confirmed until
 * `until`.
 */
export async function priceMatch(db: Db, matchId: number, until: Date): Promise<void> {
  const [home, draw, away] = [200, 333, 500];
  await db
    .insertInto('odds')
    .values({
      ...{ match_id: matchId, bookmaker: 'A', market: '1x2', home, draw, away, opening_home: home, opening_draw: draw, opening_away: away },
      ...{ changed_at: until, confirmed_at: until, cadence_seconds: 2 },
    })
    .execute();
}

/** Stakes over HTTP, at fixed odds for the offered price; by a new user with 1,000 points by default. */
export async function stakeOn(app: TestApp, matchId: number, market: Market, pick: Pick, points: number, by?: TestUser): Promise<TestUser> {
  const { deps, clock } = app;
  const user = by ?? (await createUser(app, 1_000));
  const token = await signAccessToken(deps.serverKeys, { id: user.id, email: user.email, sessionId: randomUUID() }, clock.now());
  const price = (await quotesOf(deps.db, deps, [matchId])).get(matchId)?.prices.find((offered) => offered.pick === pick);
  const odds = market === '1x2' ? { odds: price!.oddsHundredths / 100 } : {};
  const body = { market, match_id: matchId, pick, stake: points, ...odds };
  expect(await callApp(app.app, placeBet, body, { token, key: randomUUID() })).toMatchObject({ status: 201 });
  return user;
}

/** Returns the balance of a ledger account: a user's points, a contest's stakes, or the house's bankroll. */
export async function heldBy(db: Db, kind: 'balance' | 'contest' | 'house', owner?: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from accounts where kind = ${kind} and (${owner ?? null}::uuid is null or owner = ${owner ?? null})`.execute(db);
  return rows[0]!.balance;
}
