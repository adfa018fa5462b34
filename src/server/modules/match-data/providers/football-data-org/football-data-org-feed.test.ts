import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { historyOf } from '#server/modules/match-data/providers/polled/past-seasons.ts';
import { type TestClock, testClock } from '#test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { followService } from '#test/support/follow-service.ts';
import {
  competitionReply,
  type FootballDataOrgServer,
  matchRow,
  PREMIER_LEAGUE,
  startFootballDataOrgServer,
  type ToldScore,
  teamRow,
} from '#test/support/football-data-org-server.ts';
import { createFootballDataOrgFeed, type FootballDataOrgSettings } from './football-data-org-feed.ts';
import { createFootballDataOrgStore, loadProgress } from './progress.ts';

const KICKOFF = '2026-11-22T15:00:00Z';
const minutesFrom = (minutes: number) => new Date(Date.parse(KICKOFF) + minutes * MINUTE_MS);

let database: TestDatabase;
let server: FootballDataOrgServer;
let clock: TestClock;
let warnings: string[];
/** When each request was made. */
let askedMs: number[];

beforeEach(async () => {
  [database, server] = await Promise.all([createTestDatabase(), startFootballDataOrgServer()]);
  clock = testClock('2026-11-22T13:00:00Z');
  warnings = [];
  askedMs = [];
  reply('/competitions/PL', () => competitionReply(PREMIER_LEAGUE));
  reply('/competitions/PL/teams', () => ({ count: 2, teams: [teamRow(1, 'Reds FC'), teamRow(2, 'Blues FC')] }));
  reply('/competitions/PL/matches', seasons);
  reply('/matches', ({ dateFrom }) => ({ matches: dateFrom === KICKOFF.slice(0, 10) ? [...playing(), other()] : [] }));
  reply('/matches/*', () => playing()[0]!);
});
afterEach(() => Promise.all([database.drop(), server.close()]));

function reply(path: string, make: (query: Record<string, string>, last: string) => object): void {
  server.replies.set(path, (query, last) => {
    askedMs.push(clock.now().getTime());
    return make(query, last);
  });
}

/** Minutes from kick-off at which the provider, which is late, tells a status and a score. */
const COURSE: [minutes: number, status: string, score: ToldScore][] = [
  [5, 'IN_PLAY', { full: [0, 0] }],
  [20, 'IN_PLAY', { full: [1, 0] }],
  [52, 'PAUSED', { full: [1, 0], half: [1, 0] }],
  [68, 'IN_PLAY', { full: [1, 0], half: [1, 0] }],
  [100, 'IN_PLAY', { full: [1, 1], half: [1, 0] }],
  [118, 'FINISHED', { full: [1, 1], half: [1, 0], winner: 'DRAW' }],
];

function playing() {
  const minutes = (clock.now().getTime() - Date.parse(KICKOFF)) / MINUTE_MS;
  const [, status, score] = COURSE.findLast(([from]) => minutes >= from) ?? [0, 'TIMED', {}];
  return [matchRow(7, KICKOFF, status, score)];
}
/** A match of a competition that is not followed. */
const other = () =>
  matchRow(9, KICKOFF, 'IN_PLAY', { full: [1, 0] }, { competition: { ...PREMIER_LEAGUE.competition, id: 2016, code: 'ELC' } });

/** The current season with an unreadable row and a match of undecided teams, the season before, and none further back. */
function seasons({ season }: Record<string, string>): object {
  const nobody = { id: null, name: null, shortName: null, tla: null };
  if (season === '2026')
    return {
      matches: [...playing(), { id: 8, utcDate: 'soon' }, matchRow(10, '2027-05-01T00:00:00Z', 'SCHEDULED', {}, { homeTeam: nobody })],
    };
  if (season !== '2025')
    return { errorCode: 403, message: 'The resource you are looking for is restricted and apparently not within your permissions.' };
  const past = { ...PREMIER_LEAGUE.season, startDate: '2025-08-15', endDate: '2026-05-24' };
  const more = { season: past, awayTeam: teamRow(3, 'Greens FC') };
  return { matches: [matchRow(5, '2025-09-01T14:00:00Z', 'FINISHED', { full: [2, 0], winner: 'HOME_TEAM' }, more)] };
}

const follow = (until: Date, more: Partial<FootballDataOrgSettings> = {}) => {
  const settings = {
    key: 'a-test-key',
    baseUrl: server.url,
    followed: ['PL'],
    perMinute: 10,
    scores: 'delayed' as const,
    historySeasons: 5,
    ...more,
  };
  const store = createFootballDataOrgStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
  return followService(
    database.db,
    clock,
    until,
    (options) => createFootballDataOrgFeed(settings, { ...options, store, timeoutMs: 2_000 }),
    warnings,
  );
};
const matches = () =>
  database.db
    .selectFrom('matches')
    .select(['status', 'home_score', 'away_score', 'halftime', 'fulltime', 'season', 'round', 'scores_delayed'])
    .orderBy('kickoff_at', 'desc')
    .execute();
const refused = () => database.db.selectFrom('quarantine').select(['feed_id', 'reason']).orderBy('feed_id').execute();
const asked = (path: string) => server.asked.filter((one) => one.path === path);
/** The most requests within any minute. */
const mostPerMinute = () => Math.max(...askedMs.map((ms) => askedMs.filter((other) => other >= ms && other < ms + MINUTE_MS).length));

describe('following a day of football', () => {
  it('imports a match from before the start to the end, step by step', async () => {
    await follow(minutesFrom(-60));
    const coming = { status: 'ns', home_score: null, away_score: null, halftime: null, fulltime: null };
    expect((await matches())[0]).toEqual({ ...coming, season: '2026/27', round: 'Round 12', scores_delayed: true });
    const seen: unknown[] = [];
    for (const [minutes] of COURSE) {
      await follow(minutesFrom(minutes + 2));
      const [match] = await matches();
      seen.push([match?.status, match?.home_score, match?.away_score]);
    }
    expect(seen).toEqual([
      ['live', 0, 0],
      ['live', 1, 0],
      ['ht', 1, 0],
      ['h2', 1, 0],
      ['h2', 1, 1],
      ['ft', 1, 1],
    ]);
    expect((await matches())[0]).toMatchObject({ halftime: [1, 0], fulltime: [1, 1] });
    expect(await refused()).toEqual([{ feed_id: '8', reason: expect.stringMatching(/^unreadable utcDate/) }]);
    const teams = await database.db.selectFrom('teams').select(['name', 'country_code']).orderBy('name').execute();
    expect(teams).toEqual(['Blues FC', 'Greens FC', 'Reds FC'].map((name) => ({ name, country_code: 'gb-eng' })));
    expect(server.asked.every(({ key }) => key === 'a-test-key')).toBe(true);
  });

  it('asks for the live day once a minute, never more than ten times a minute, and hardly after the end', async () => {
    await follow(minutesFrom(130));
    const live = asked('/matches').length;
    expect(live).toBeGreaterThan(100);
    expect(live).toBeLessThan(125);
    expect(mostPerMinute()).toBeLessThanOrEqual(10);
    await follow(minutesFrom(300));
    // The result is confirmed after a quarter of an hour and after three hours.
    expect(asked('/matches').length - live).toBeLessThanOrEqual(3);
    expect(asked('/matches')[0]?.query).toEqual({ dateFrom: '2026-11-22', dateTo: '2026-11-23' });
  });

  it('imports the season before, and stops where the plan does', async () => {
    await follow(minutesFrom(-30));
    expect((await matches())[1]).toMatchObject({ status: 'ft', home_score: 2, away_score: 0, season: '2025/26', fulltime: [2, 0] });
    expect(await database.db.selectFrom('leagues').select(['name', 'current_season']).execute()).toEqual([
      { name: 'Premier League', current_season: '2026/27' },
    ]);
    const years = () => asked('/competitions/PL/matches').map(({ query }) => query.season);
    expect(years()).toEqual(['2026', '2025', '2024']);
    expect(warnings).toEqual([expect.stringMatching(/status 403.*restricted/)]);
    await follow(minutesFrom(-10));
    expect(years()).toEqual(['2026', '2025', '2024']);
    expect(historyOf(await loadProgress(database.db), ['PL'], 5)).toEqual([
      {
        league: 'Premier League',
        seasons: [
          { season: '2025/26', state: 'fetched', problem: null },
          { season: '2024/25', state: 'refused', problem: expect.stringMatching(/status 403.*restricted/) },
        ],
      },
    ]);
  });

  it('imports no past seasons if none are wanted', async () => {
    await follow(minutesFrom(-30), { historySeasons: 0 } as Partial<FootballDataOrgSettings>);
    expect(await matches()).toHaveLength(1);
    expect(asked('/competitions/PL/matches')).toHaveLength(1);
  });

  it('goes on after a restart in the second half, which it still knows to be the second', async () => {
    await follow(minutesFrom(75));
    const before = server.asked.length;
    await follow(minutesFrom(76));
    expect(server.asked.length - before).toBeLessThanOrEqual(1);
    expect((await matches())[0]).toMatchObject({ status: 'h2' });
  });

  it('does not lose results that came during a long pause', async () => {
    await follow(minutesFrom(-30));
    clock.set(minutesFrom(9 * 60));
    await follow(minutesFrom(9 * 60 + 2));
    expect((await matches())[0]).toMatchObject({ status: 'ft', fulltime: [1, 1] });
  });

  it('requests a match by its id when it was moved to another day', async () => {
    await follow(minutesFrom(-30));
    const moved = matchRow(7, '2026-11-24T20:00:00Z', 'TIMED');
    reply('/matches', () => ({ matches: [] }));
    reply('/matches/*', () => moved);
    await follow(minutesFrom(10));
    const [match] = await database.db.selectFrom('matches').select(['status', 'kickoff_at']).orderBy('kickoff_at', 'desc').execute();
    expect(match).toEqual({ status: 'ns', kickoff_at: new Date('2026-11-24T20:00:00Z') });
  });

  it('finds a match that had no time on its day, and does not call that midnight its kick-off', async () => {
    let row = matchRow(7, '2026-11-22T00:00:00Z', 'SCHEDULED');
    reply('/competitions/PL/matches', ({ season }) => ({ matches: season === '2026' ? [row] : [] }));
    reply('/matches', () => ({ matches: [row] }));
    await follow(minutesFrom(-100));
    const kickoffs = () => database.db.selectFrom('matches').select(['status', 'kickoff_at']).execute();
    expect(await kickoffs()).toEqual([{ status: 'tbd', kickoff_at: null }]);
    row = matchRow(7, KICKOFF, 'TIMED');
    await follow(minutesFrom(-10));
    expect(await kickoffs()).toEqual([{ status: 'ns', kickoff_at: new Date(KICKOFF) }]);
  });

  it('reads goals and line-ups where the plan has them, also during the match', async () => {
    const scorer = { id: 3, name: 'Ada' };
    const goals = [{ minute: 12, injuryTime: null, type: 'REGULAR', team: { id: 1 }, scorer, assist: null, score: { home: 1, away: 0 } }];
    const lineup = [{ id: 3, name: 'Ada', position: 'Goalkeeper', shirtNumber: 1 }];
    const side = (id: number, name: string) => ({ ...teamRow(id, name), coach: null, formation: null, lineup, bench: [] });
    const sides = { homeTeam: side(1, 'Reds FC'), awayTeam: side(2, 'Blues FC') };
    reply('/matches/*', () => ({ ...matchRow(7, KICKOFF, 'IN_PLAY', { full: [1, 0] }, { goals, ...sides }) }));
    // Whether the plan has them shows when the first match is over.
    reply('/competitions/PL/matches', ({ season }) => ({
      matches: season === '2026' ? [...playing(), matchRow(4, '2026-11-21T15:00:00Z', 'FINISHED', { full: [0, 0] })] : [],
    }));
    await follow(minutesFrom(30));
    const events = await database.db.selectFrom('match_events').select(['type', 'side', 'minute', 'player']).execute();
    expect(events).toEqual([{ type: 'goal', side: 'home', minute: 12, player: 'Ada' }]);
    expect(await database.db.selectFrom('lineups').select('side').orderBy('side').execute()).toEqual([{ side: 'away' }, { side: 'home' }]);
  });
});

describe('faults of football-data.org', () => {
  it('are retried after broken connections, odd answers and rate limits, without losing data', async () => {
    server.faults.push(
      { kind: 'status', status: 500 },
      { kind: 'cut' },
      null,
      { kind: 'text', text: 'oops' },
      { kind: 'text', text: '{}' },
    );
    const text = JSON.stringify({ message: 'You reached your request limit. Wait 37 seconds.', errorCode: 429 });
    server.faults.push({
      kind: 'status',
      status: 429,
      headers: { 'X-RequestCounter-Reset': '37', 'X-Requests-Available-Minute': '0' },
      text,
    });
    await follow(minutesFrom(-60));
    reply('/matches', () => ({ errorCode: 500, message: 'This is on our side' }));
    await follow(minutesFrom(30));
    reply('/matches', () => ({ matches: playing() }));
    await follow(minutesFrom(125));
    expect((await matches())[0]).toMatchObject({ status: 'ft', fulltime: [1, 1] });
    const told = /500|terminated|JSON|no answer|429|our side/;
    expect(warnings.filter((reason) => told.test(reason)).length).toBeGreaterThan(5);
    expect(warnings.filter((reason) => !told.test(reason))).toEqual([expect.stringMatching(/403/)]);
  });

  it.each([
    [400, 'Your API token is invalid.'],
    [403, 'Please pass a valid API token.'],
    [401, 'Unauthorized'],
  ])('%i "%s" name the setting', async (errorCode, message) => {
    reply('/competitions/PL', () => ({ errorCode, message }));
    const { failure } = await follow(new Date('2026-11-22T13:25:00Z'));
    expect(failure).toMatch(`refuses FOOTBALL_DATA_ORG_KEY: status ${errorCode}: ${message}`);
    expect(failure).not.toContain('a-test-key');
    expect(server.asked).toHaveLength(3);
  });

  it('do not keep other competitions from being followed: one outside the plan is tried again after hours', async () => {
    reply('/competitions/BL1', () => ({ errorCode: 403, message: 'The resource you are looking for is restricted.' }));
    await follow(minutesFrom(10), { followed: ['BL1', 'PL', 'XX'] });
    expect((await matches())[0]).toMatchObject({ status: 'live' });
    expect(asked('/competitions/BL1')).toHaveLength(1);
    expect(asked('/competitions/XX')).toHaveLength(1);
  });

  it('pause until the provider’s own count starts again', async () => {
    server.headers['X-Requests-Available-Minute'] = '0';
    server.headers['X-RequestCounter-Reset'] = '50';
    await follow(new Date('2026-11-22T13:10:00Z'));
    expect(mostPerMinute()).toBeLessThanOrEqual(2);
    expect((await loadProgress(database.db)).used.count).toBe(server.asked.length);
  });

  it('keep what a match was when its words are unknown', async () => {
    await follow(minutesFrom(30));
    reply('/matches', () => ({ matches: [matchRow(7, KICKOFF, 'ABDUCTED', { full: [3, 0] })] }));
    await follow(minutesFrom(35));
    expect((await matches())[0]).toMatchObject({ status: 'live', home_score: 1 });
    expect(await refused()).toContainEqual({ feed_id: '7', reason: 'unknown status ABDUCTED' });
  });
});

it('says that scores are not delayed where the plan has them live', async () => {
  await follow(minutesFrom(-60), { scores: 'live' });
  expect((await matches())[0]).toMatchObject({ scores_delayed: false });
  expect(Math.max(...askedMs) - Math.min(...askedMs)).toBeLessThan(HOUR_MS);
});
