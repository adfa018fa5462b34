import { setTimeout as wait } from 'node:timers/promises';
import type { Score } from '#domain/matches/score.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { createReplayFeed, importUpdates } from '#server/modules/match-data/public.ts';
import { at, minutesOf } from '#test/provider-day/day.ts';
import { startFollowedSite } from '#test/provider-day/followed-site.ts';
import { obeyParent } from '#test/support/site-child.ts';
import { type Ask, FIRST_KICKOFF_MINUTE, SPEED } from './round-site.ts';

/** The process of the site of a tipping round: it tells of the recorded matches whenever its parent has moved the clock. */

const [path = '', date = ''] = process.argv.slice(2);
// Pages judge the tokens that they are given by the browser's clock, so the day begins now.
const begins = Math.ceil(minutesOf(new Date()));
const site = await startFollowedSite(begins, {});
const { deps } = site;
const ended = new AbortController();
const feed = createReplayFeed({
  ...{ path, date, speed: SPEED, now: deps.now },
  startAt: at(begins + FIRST_KICKOFF_MINUTE),
  // It has nothing to tell before the clock is moved, or seconds have passed.
  sleep: () => wait(50),
});
const told = feed.updates(ended.signal)[Symbol.asyncIterator]();

async function tell(updates: FeedUpdate[]): Promise<void> {
  const { changes, refused } = await importUpdates({ db: deps.db, now: deps.now, log: deps.log, speed: SPEED }, feed.name, updates);
  if (refused.length > 0) throw new Error(`the replay was refused: ${JSON.stringify(refused.slice(0, 3))}`);
  await deps.wiring.onMatchesImported(deps, changes);
}

async function tellNext(): Promise<void> {
  const { value } = await told.next();
  await tell(value as FeedUpdate[]);
}

async function obey(ask: Ask): Promise<void> {
  if (ask.kind === 'goTo') {
    await site.goTo(begins + ask.minute);
    return tellNext();
  }
  const { home, score } = ask;
  const { id, halftime } = await deps.db
    .selectFrom('matches as m')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('feed_ids as f', (join) => join.onRef('f.id', '=', 'm.id').on('f.kind', '=', 'match'))
    .select(['f.feed_id as id', 'm.halftime'])
    .where('h.name', '=', home)
    .where('m.kickoff_at', '>', at(begins))
    .orderBy('m.kickoff_at')
    .executeTakeFirstOrThrow();
  const whole = { home: score[0], away: score[1], halftime: halftime as Score | null, fulltime: score, extratime: null, penalty: null };
  await tell([{ kind: 'status', matchId: id, status: 'ft', minute: null, stoppage: null, period: null, score: whole, seenAt: deps.now() }]);
}

await tellNext();
obeyParent<Ask>({ url: site.url, beganAt: at(begins).toISOString() }, obey, async () => {
  ended.abort();
  await site.stop();
});
