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

/** The course of a match as a feed tells it, on a clock that a test moves, and stakes on it. */

/** What the importer writes when a feed tells of a match at the clock's time, and what follows from it at once. */
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

/** The clock goes on, and the jobs look. The feed confirms what it said, unless it is silent. */
export async function waitUntil({ deps, clock }: TestApp, at: Date, { isFeedSilent = false } = {}): Promise<void> {
  clock.set(at);
  if (!isFeedSilent) await deps.db.updateTable('matches').set({ confirmed_at: at }).execute();
  await advanceDueContests(deps);
  await correctDueContests(deps);
}

/** A bookmaker's fair prices for a match, in hundredths: our own are 1.88, 3.14 and 4.71. They count as confirmed until `until`. */
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

/** Stakes through HTTP, at the price on offer where odds are fixed; by a new user with 1,000 points unless somebody is named. */
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

/** What an account of the ledger holds: a user's points, a contest's stakes, or the house's bankroll. */
export async function heldBy(db: Db, kind: 'balance' | 'contest' | 'house', owner?: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from accounts where kind = ${kind} and (${owner ?? null}::uuid is null or owner = ${owner ?? null})`.execute(db);
  return rows[0]!.balance;
}
