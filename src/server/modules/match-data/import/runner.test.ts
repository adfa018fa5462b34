import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import type { MatchChange } from './batch.ts';
import type { Feed, FeedUpdate } from './feed.ts';
import { runFeed } from './runner.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const now = new Date('2026-11-21T02:00:00Z');
const world: FeedUpdate[] = [
  { kind: 'league', id: 'l', sport: 'football', name: 'L', countryCode: null, season: '2026', form: 'league', drawPossible: true },
  { kind: 'team', id: 'a', sport: 'football', name: 'A', countryCode: null },
  { kind: 'team', id: 'b', sport: 'football', name: 'B', countryCode: null },
  { kind: 'fixture', id: 'm', leagueId: 'l', season: '2026', round: '1', homeTeamId: 'a', awayTeamId: 'b', kickoffAt: now },
  { kind: 'confirmation', seenAt: now },
];
const log = { info: () => {}, warn: () => {}, error: () => {} };

it('restarts a failed feed, passes it the unfinished matches, and reports its state', async () => {
  const abort = new AbortController();
  const asked: (readonly string[])[] = [];
  const waits: number[] = [];
  const changes: MatchChange[] = [];
  const feed: Feed = {
    name: 'shaky',
    oddsCadenceSeconds: 1,
    async *updates(_, unfinished = []) {
      asked.push(unfinished);
      if (asked.length < 3) throw new Error('no answer');
      yield world;
      if (asked.length < 4) throw new Error('cut off');
      abort.abort();
    },
  };
  const sleep = async (ms: number) => {
    waits.push(ms);
  };
  const runner = runFeed({ db: database.db, now: () => now, log, sleep }, feed, abort.signal, (news) => void changes.push(...news));
  await runner.filled;
  await runner.done;
  expect(asked).toEqual([[], [], [], ['m']]);
  expect(waits).toEqual([1000, 2000, 1000]);
  expect(changes).toMatchObject([{ kinds: ['new'] }]);
  expect(runner.state()).toEqual({ name: 'shaky', succeededAt: now, confirmedAt: now, failure: null });
});
