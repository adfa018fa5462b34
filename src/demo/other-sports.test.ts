import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchGroup } from '#domain/matches/match-status.ts';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { advanceDueContests, advanceMatches } from '#server/modules/betting/contests/service.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { publishImported } from '#server/modules/match-data/matches/imported.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { findLeague } from './calendar.ts';
import { createDemoFeed } from './demo-feed.ts';
import { LEAGUES } from './leagues.ts';

const SPEED = 120;
/** Ten hours of match time: enough for matches of all sports to be announced, started and settled. */
const PLAYED_MS = (10 * 3_600_000) / SPEED;
const STEP_MS = 6000;
/** Minutes of match time. */
const LEAD_MINUTES = 440;
const OTHER_SPORTS = SPORTS.filter((sport) => sport !== 'football');
/** Football's many leagues are tested in demo-feed.test.ts; this test uses one of them. */
const ONE_OF_FOOTBALL = 'league:division-bleue';
const leagues = LEAGUES.filter(({ id, sport }) => sport !== 'football' || id === ONE_OF_FOOTBALL);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ FEED: 'demo', DEMO_SPEED: String(SPEED) });
});
afterAll(() => test.database.drop());

/** Returns the sports and states of contests whose matches begin after `fromMs`. */
async function contestStates(deps: Deps, fromMs: number): Promise<{ sport: Sport; state: string }[]> {
  const { rows } = await sql<{ sport: Sport; state: string }>`
    select distinct l.sport, c.state from contests c join matches m on m.id = c.match_id join leagues l on l.id = m.league_id
    where m.kickoff_at > ${new Date(fromMs)}`.execute(deps.db);
  return rows;
}

it('imports hours of all sports without a rejected update, while contests open, lock and settle', {
  timeout: 180_000,
}, async () => {
  const { deps, clock } = test;
  const startMs = clock.now().getTime();
  const abort = new AbortController();
  const seen = new Map<Sport, Set<string>>(SPORTS.map((sport) => [sport, new Set()]));
  const feed = createDemoFeed({ seed: 'test', speed: SPEED, leagues, now: clock.now, sleep: async () => clock.advance(STEP_MS) });
  for await (const batch of feed.updates(abort.signal)) {
    const { refused, changes } = await importUpdates({ ...deps, speed: SPEED }, 'demo', batch);
    expect(refused).toEqual([]);
    if (changes.length > 0) await publishImported(deps, changes);
    await advanceMatches(
      deps,
      changes.map(({ matchId }) => matchId),
    );
    await advanceDueContests(deps);
    for (const { sport, state } of await contestStates(deps, startMs)) seen.get(sport)!.add(state);
    if (clock.now().getTime() - startMs > PLAYED_MS) abort.abort();
  }
  for (const sport of SPORTS) expect([...seen.get(sport)!]).toEqual(expect.arrayContaining(['open', 'locked', 'settled']));
  const parts = await sql<{ sport: Sport }>`
    select distinct l.sport from matches m join leagues l on l.id = m.league_id where jsonb_array_length(m.parts) > 1`.execute(deps.db);
  expect(parts.rows.map(({ sport }) => sport).sort()).toEqual(['basketball', 'esports', 'tennis']);
});

it.each([1, 12, 120])(
  'has live matches of every sport nearly all the time at speed %i, and publishes them well in advance',
  async (speed) => {
    const minuteMs = 60_000 / speed;
    const startMs = Date.UTC(2026, 10, 21, 2);
    let atMs = startMs;
    const abort = new AbortController();
    const sports = new Map<string, Sport>();
    const live = new Map<string, Set<string>>(OTHER_SPORTS.map((sport) => [sport, new Set()]));
    const ahead: number[] = [];
    const looks = { count: 0, withLive: new Map<Sport, number>() };
    const sleep = async () => {
      atMs += 10 * minuteMs;
    };
    const take = (update: FeedUpdate) => {
      if (update.kind === 'fixture') {
        if (looks.count > 0 && !sports.has(update.id)) ahead.push((update.kickoffAt!.getTime() - atMs) / minuteMs);
        sports.set(update.id, findLeague(update.leagueId)!.sport);
      }
      if (update.kind !== 'status') return;
      const matches = live.get(sports.get(update.matchId)!)!;
      if (matchGroup(update.status) === 'live') matches.add(update.matchId);
      else matches.delete(update.matchId);
    };
    const played = LEAGUES.filter(({ sport }) => sport !== 'football');
    const feed = createDemoFeed({ seed: 'live', speed, leagues: played, now: () => new Date(atMs), sleep });
    for await (const batch of feed.updates(abort.signal)) {
      batch.forEach(take);
      if (batch.at(-1)?.kind !== 'confirmation' && looks.count === 0) continue;
      looks.count++;
      for (const sport of OTHER_SPORTS) looks.withLive.set(sport, (looks.withLive.get(sport) ?? 0) + Number(live.get(sport)!.size > 0));
      if (atMs - startMs > 36 * 60 * minuteMs) abort.abort();
    }
    expect(looks.count).toBeGreaterThan(100);
    // The tours sometimes leave a gap after a final.
    const least = { basketball: 0.95, tennis: 0.8, esports: 0.95 };
    for (const sport of OTHER_SPORTS) {
      const share = looks.withLive.get(sport)! / looks.count;
      expect(share, sport).toBeGreaterThan(least[sport]);
    }
    // The lead is that of football's cup, less the ten minutes between two checks.
    expect(ahead.length).toBeGreaterThan(100);
    expect(Math.min(...ahead)).toBeGreaterThanOrEqual(LEAD_MINUTES - 10);
  },
);
