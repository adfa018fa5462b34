import { randomUUID } from 'node:crypto';
import { placeBet } from '#contract/bets.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { HOUR_MS } from '#domain/time.ts';
import { advanceContest } from '#server/modules/betting/contests/advance.ts';
import { callApp, type TestApp } from './app.ts';
import { createContest, createMatch } from './factories.ts';

/** Plays and settles a pool over HTTP: users stake as given, and the home side wins. Restores the clock afterwards. */
export async function playPool(
  { app, clock, deps }: TestApp,
  stakes: readonly (readonly [{ token: string }, Pick, number])[],
): Promise<void> {
  const start = deps.now().getTime();
  const at = (hours: number) => new Date(start + hours * HOUR_MS);
  const matchId = await createMatch(deps.db, { kickoffAt: at(1) });
  const contestId = await createContest(deps.db, matchId, deps.now());
  for (const [{ token }, pick, stake] of stakes) {
    const { status, problem } = await callApp(
      app,
      placeBet,
      { market: 'wdl', match_id: matchId, pick, stake },
      { token, key: randomUUID() },
    );
    if (status !== 201) throw new Error(problem.code);
  }
  clock.set(at(3));
  await deps.db
    .updateTable('matches')
    .set({
      ...{ status: 'ft', home_score: 1, away_score: 0, fulltime: [1, 0], fulltime_since: at(2.9), status_since: at(2.9) },
      ...{ confirmed_at: at(3), started_at: at(1) },
    })
    .where('id', '=', matchId)
    .execute();
  await advanceContest(deps, contestId);
  clock.set(at(0));
}
