import { expect, it } from 'vitest';
import { contestAlarms } from '#server/modules/betting/contests/service.ts';
import type { Feed } from '#server/modules/match-data/import/feed.ts';
import { runFeed } from '#server/modules/match-data/import/runner.ts';
import { createApiFootballFeed } from '#server/modules/match-data/providers/api-football/api-football-feed.ts';
import { newProgress, Progress } from '#server/modules/match-data/providers/api-football/progress.ts';
import { defineProgress } from '#server/modules/match-data/providers/polled/progress.ts';
import { createOpinionDesk } from '#server/modules/match-data/second-opinions/desk.ts';
import { startApiSportsServer } from '#test/support/api-sports-server.ts';
import { answerAs } from './api-football-day.ts';
import { END } from './provider.ts';
import { openSite } from './site.ts';
import { minutesAt, type Told, truthAt } from './truth.ts';

const [SOURCE, CONFIRMER] = ['api-football', 'api-basketball'] as const;

/** Plays the day of a match that two providers tell of, each a local server: the second one tells what `bend` makes of the truth. */
async function playDay(bend: (told: Told) => Told) {
  const site = await openSite();
  const { deps, clock } = site.app;
  const abort = new AbortController();
  const desk = createOpinionDesk({ sources: [SOURCE], confirmers: [CONFIRMER], exceptions: [], sameLeagues: [] });
  const minutes = () => minutesAt(clock.now());
  const sleepers: { atMs: number; wake: () => void }[] = [];
  // The clock moves on when both feeds sleep.
  const sleep = (ms: number) =>
    new Promise<void>((wake) => {
      sleepers.push({ atMs: clock.now().getTime() + ms, wake });
      if (sleepers.length === 2) void wakeNext();
    });
  async function wakeNext() {
    sleepers.sort((a, b) => a.atMs - b.atMs);
    const [next] = sleepers;
    clock.set(new Date(Math.max(next!.atMs, clock.now().getTime())));
    await site.tick();
    if (minutes() >= END) abort.abort();
    for (const { wake } of abort.signal.aborted ? sleepers.splice(0) : sleepers.splice(0, 1)) wake();
  }
  const run = async (name: typeof SOURCE | typeof CONFIRMER, tell: () => Told[]) => {
    const server = await startApiSportsServer();
    answerAs(server, tell, () => undefined);
    const settings = { key: 'a-test-key', baseUrl: server.url, followed: ['39', '40'], perDay: 100, perMinute: 30 };
    const options = { db: deps.db, log: site.log, now: clock.now, sleep };
    const store = defineProgress(name, Progress, newProgress).createStore(options);
    const feed: Feed = { ...createApiFootballFeed(settings, { ...options, store }), name };
    await runFeed({ ...options, opinions: desk }, feed, abort.signal, site.onChanges).done.finally(server.close);
  };
  await Promise.all([run(SOURCE, () => [truthAt(minutes())]), run(CONFIRMER, () => [bend(truthAt(minutes()))])]);
  const { db } = deps;
  const left = {
    matches: await db.selectFrom('matches').select(['home_score', 'away_score']).execute(),
    contests: await db.selectFrom('contests').select(['state', 'winner']).where('participants', '>', 0).execute(),
    opinions: await db.selectFrom('second_opinions').select(['feed', 'ending', 'result', 'unmatched']).execute(),
    disputed: (await contestAlarms(deps)).disputed.length > 0,
  };
  await site.close();
  return left;
}

const withScore = (told: Told, home: number, away: number): Told => {
  const isOver = told.status.status === 'ft';
  return isOver ? { ...told, status: { ...told.status, score: { ...told.status.score, home, away, fulltime: [home, away] } } } : told;
};

it('settles what two providers tell alike, and makes the match once', async () => {
  expect(await playDay((told) => told)).toEqual({
    matches: [{ home_score: 2, away_score: 1 }],
    contests: [{ state: 'settled', winner: 'home' }],
    opinions: [{ feed: CONFIRMER, ending: 'played', result: [2, 1], unmatched: null }],
    disputed: false,
  });
});

it('settles nothing while the second provider tells another score', async () => {
  expect(await playDay((told) => withScore(told, 2, 2))).toEqual({
    matches: [{ home_score: 2, away_score: 1 }],
    contests: [{ state: 'locked', winner: null }],
    opinions: [{ feed: CONFIRMER, ending: 'played', result: [2, 2], unmatched: null }],
    disputed: true,
  });
});
