import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import { PICKS } from '#domain/matches/sport.ts';
import { advanceDueContests, advanceMatches, correctDueContests, ensureContests } from '#server/modules/betting/contests/service.ts';
import type { MatchChange } from '#server/modules/match-data/import/batch.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { callApp, createTestApp, type TestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import type { Left } from './provider.ts';
import { minutesAt } from './truth.ts';

/** A separate site that follows a provider through the day of a match with stakes, and its log. */
export interface Site {
  app: TestApp;
  log: { debug: () => void; info: () => void; warn: (line: object, text?: string) => void; error: (line: object, text?: string) => void };
  /** All logged warnings and errors. */
  lines: string[];
  /** Handles the changes that a feed caused. */
  onChanges: (changes: MatchChange[]) => Promise<void>;
  /** Runs what the clock triggers: stakes once the match exists, and the jobs, at intervals or at once. */
  tick: (isDue?: boolean) => Promise<void>;
  close: () => Promise<void>;
}

const STAKES = { home: 100, draw: 60, away: 40 };
const STAKED_AT = -90;

export async function openSite(): Promise<Site & { users: TestUser[] }> {
  const app = await createTestApp({ FEED: 'none' });
  const { deps, clock } = app;
  const users: TestUser[] = [];
  const lines: string[] = [];
  const note = (line: object, text = '') => {
    const { err, ...rest } = line as { err?: Error };
    lines.push(`${text} ${JSON.stringify(rest)} ${err?.message ?? ''}`);
  };
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** For speed, the jobs run every minute only while a match has news and its result settles, and rarely otherwise. */
  let busyUntil = Number.NEGATIVE_INFINITY;

  const tick = async (isDue = false) => {
    const minutes = minutesAt(clock.now());
    if (minutes >= STAKED_AT && users.length === 0) users.push(...(await stakeAll(app)));
    if (!isDue && Math.abs(minutes - lookedAt) < (minutes < busyUntil ? 1 : 20)) return;
    lookedAt = minutes;
    await advanceDueContests(deps);
    await correctDueContests(deps);
  };
  const onChanges = async (changes: MatchChange[]) => {
    if (changes.some(({ kinds }) => kinds.includes('status') || kinds.includes('score'))) busyUntil = minutesAt(clock.now()) + 4;
    await advanceMatches(
      deps,
      changes.map(({ matchId }) => matchId),
    );
  };
  const log = { debug: () => {}, info: () => {}, warn: note, error: note };
  return { app, users, lines, log, onChanges, tick, close: () => app.database.drop() };
}

async function stakeAll(app: TestApp): Promise<TestUser[]> {
  const { deps, clock } = app;
  await ensureContests(deps);
  const contest = await deps.db
    .selectFrom('contests as c')
    .innerJoin('matches as m', 'm.id', 'c.match_id')
    .select(['c.match_id', 'm.draw_possible'])
    .where('c.state', '=', 'open')
    .executeTakeFirst();
  if (contest === undefined) return [];
  const picks = PICKS.filter((pick) => pick !== 'draw' || contest.draw_possible);
  return await Promise.all(
    picks.map(async (pick) => {
      const user = await createUser(app, 1_000);
      const token = await signAccessToken(deps.serverKeys, { id: user.id, email: user.email, sessionId: randomUUID() }, clock.now());
      const bet = { market: 'wdl', match_id: contest.match_id, pick, stake: STAKES[pick] } as const;
      expect(await callApp(app.app, placeBet, bet, { token, key: randomUUID() })).toMatchObject({ status: 201 });
      return user;
    }),
  );
}

/** Returns the state after the day. */
export async function whatIsLeft({ app, users }: Awaited<ReturnType<typeof openSite>>): Promise<Left> {
  const { db } = app.deps;
  const matches = await db
    .selectFrom('matches')
    .innerJoin('teams as h', 'h.id', 'home_team_id')
    .innerJoin('teams as a', 'a.id', 'away_team_id')
    .where('h.name', 'in', ['Reds', 'Blues'])
    .select(['h.name as home', 'a.name as away', 'kickoff_at', 'status', 'home_score', 'away_score', 'halftime', 'fulltime'])
    .execute();
  const goals = await db.selectFrom('match_events').select(['side', 'minute']).where('type', '=', 'goal').orderBy('position').execute();
  const contests = await db
    .selectFrom('contests')
    .select(['id', 'state', 'winner', 'void_reason', 'participants'])
    .where('participants', '>', 0)
    .execute();
  const corrections = await db
    .selectFrom('contest_corrections')
    .select(['home_score', 'away_score'])
    .where('contest_id', 'in', db.selectFrom('contests').select('id').where('participants', '>', 0))
    .orderBy('corrected_at')
    .execute();
  for (const { id } of contests) await expectEndedExactly(db, id);
  const balances = await Promise.all(users.map((user) => balanceOf(app, user)));
  return {
    matches: matches.map(({ kickoff_at, ...match }) => ({ ...match, kickoff: kickoff_at === null ? null : minutesAt(kickoff_at) })),
    goals: goals.map(({ side, minute }) => `${minute} ${side}`),
    contests: contests.map(({ state, winner, void_reason }) => `${state} ${winner ?? void_reason}`),
    corrections: corrections.map(({ home_score, away_score }) => `${home_score}:${away_score}`),
    balances,
  };
}

async function balanceOf({ deps }: TestApp, { id }: TestUser): Promise<number> {
  const account = await deps.db
    .selectFrom('accounts')
    .select('balance')
    .where('kind', '=', 'balance')
    .where('owner', '=', id)
    .executeTakeFirstOrThrow();
  return account.balance;
}
