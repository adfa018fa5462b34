import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDemoFeed } from '#demo/demo-feed.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import type { FeedUpdate, FixtureUpdate, OddsUpdate, StatusUpdate } from './feed.ts';
import { importUpdates } from './importer.ts';

let database: TestDatabase;
let now: Date;
beforeEach(async () => {
  database = await createTestDatabase();
  now = new Date('2026-11-21T02:00:00Z');
});
afterEach(() => database.drop());

const tell = (...updates: FeedUpdate[]) =>
  importUpdates({ db: database.db, now: () => now, log: { warn: () => {} }, speed: 1 }, 'test', updates);
const minutesLater = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

const league: FeedUpdate = {
  kind: 'league',
  id: 'l',
  sport: 'football',
  name: 'League',
  countryCode: null,
  season: '2026',
  form: 'league',
  drawPossible: true,
};
const team = (id: string): FeedUpdate => ({ kind: 'team', id, sport: 'football', name: `Team ${id}`, countryCode: null });
const fixture = (change: Partial<FixtureUpdate> = {}): FixtureUpdate => ({
  kind: 'fixture',
  id: 'm',
  leagueId: 'l',
  season: '2026',
  round: 'Round 1',
  homeTeamId: 'a',
  awayTeamId: 'b',
  kickoffAt: new Date('2026-11-21T02:00:00Z'),
  ...change,
});
const status = (code: StatusUpdate['status'], minute: number | null, score: [number, number] | null = null, change = {}): StatusUpdate => ({
  kind: 'status',
  matchId: 'm',
  status: code,
  minute,
  stoppage: null,
  period: null,
  score: { home: score?.[0] ?? null, away: score?.[1] ?? null, halftime: null, fulltime: null, extratime: null, penalty: null, ...change },
  seenAt: now,
});
const odds = (home: number, names = ['Anchor', 'Bluegate']): OddsUpdate => ({
  kind: 'odds',
  matchId: 'm',
  seenAt: now,
  bookmakers: names.map((bookmaker) => ({ bookmaker, market: '1x2', home, draw: 330, away: 400, suspended: false })),
});
const world = (): FeedUpdate[] => [league, team('a'), team('b'), team('c'), fixture()];
const row = async () => (await sql<Record<string, unknown>>`select * from matches`.execute(database.db)).rows[0]!;
const reasons = (result: Awaited<ReturnType<typeof tell>>) => result.refused.map((refusal) => refusal.reason);

describe('importing updates', () => {
  it('refuses names that no page has room for, and does without a venue or referee of that length', async () => {
    const long = 'x'.repeat(121);
    expect(reasons(await tell(...world(), fixture({ round: long })))).toEqual(['name_too_long']);
    expect(reasons(await tell(fixture({ group: long }), fixture({ season: '2026'.repeat(6) })))).toEqual([
      'name_too_long',
      'name_too_long',
    ]);
    expect(reasons(await tell(fixture({ venue: ' Old Ground ', referee: long })))).toEqual([]);
    expect(await row()).toMatchObject({ round: 'Round 1', venue: 'Old Ground', referee: null });
    await tell(fixture({ venue: long, referee: 'A. Whistle' }));
    expect(await row()).toMatchObject({ venue: 'Old Ground', referee: 'A. Whistle' });
  });

  it('stores updates, and changes nothing when they are repeated', async () => {
    const first = await tell(...world(), status('h1', 12, [1, 0]), odds(210));
    expect(first.changes).toMatchObject([{ kinds: ['new', 'odds'], before: null, after: { status: 'h1', home_score: 1 } }]);
    const again = await tell(...world(), status('h1', 12, [1, 0]), odds(210));
    expect(again).toMatchObject({ refused: [], changes: [] });
    expect(await row()).toMatchObject({ status: 'h1', minute: 12, started_at: new Date('2026-11-21T01:48:00Z') });
  });

  it('reports what changed, with the match before and after', async () => {
    await tell(...world());
    minutesLater(1);
    const started = await tell(status('h1', 1, [0, 0]));
    expect(started.changes).toMatchObject([{ kinds: ['status', 'score', 'clock'], before: { status: 'ns' }, after: { status: 'h1' } }]);
    minutesLater(1);
    expect((await tell(status('h1', 2, [0, 0]))).changes).toMatchObject([{ kinds: ['clock'] }]);
    const moved = await tell(fixture({ kickoffAt: new Date('2026-11-21T05:00:00Z') }));
    expect(moved.changes).toMatchObject([{ kinds: ['kickoff'], before: { kickoff_at: new Date('2026-11-21T02:00:00Z') } }]);
  });

  it('starts the settlement timers when the ninety-minute score is known, and restarts them when it is corrected', async () => {
    await tell(...world(), status('h2', 88, [1, 0]));
    minutesLater(5);
    await tell(status('ft', null, [1, 0], { fulltime: [1, 0] }));
    const whistleAt = now;
    minutesLater(5);
    await tell(status('ft', null, [1, 0], { fulltime: [1, 0] }));
    expect(await row()).toMatchObject({ fulltime_since: whistleAt, status_since: whistleAt, confirmed_at: now });
    minutesLater(5);
    await tell(status('ft', null, [0, 0], { fulltime: [0, 0] }));
    expect(await row()).toMatchObject({ fulltime_since: now, status_since: whistleAt });
  });

  it('sets a match to tbd while it has no date and back to ns when it gets one, without a status update', async () => {
    await tell(...world());
    minutesLater(1);
    await tell(fixture({ kickoffAt: null }));
    const lostAt = now;
    expect(await row()).toMatchObject({ status: 'tbd', status_since: lostAt, kickoff_at: null });
    minutesLater(1);
    await tell(fixture({ kickoffAt: null }));
    expect(await row()).toMatchObject({ status: 'tbd', status_since: lostAt });
    minutesLater(1);
    await tell(fixture());
    expect(await row()).toMatchObject({ status: 'ns', status_since: now, kickoff_at: new Date('2026-11-21T02:00:00Z') });
    // A provisional date leaves the status tbd.
    await tell(status('tbd', null));
    minutesLater(1);
    await tell(fixture({ kickoffAt: new Date('2026-11-22T02:00:00Z') }));
    expect(await row()).toMatchObject({ status: 'tbd' });
  });

  it('confirms an unchanged match, but does not write on every update', async () => {
    await tell(...world(), status('ht', null, [0, 0]));
    const before = now;
    minutesLater(0.1);
    await tell(status('ht', null, [0, 0]));
    expect(await row()).toMatchObject({ confirmed_at: before });
    minutesLater(1);
    await tell({ kind: 'confirmation', seenAt: now });
    expect(await row()).toMatchObject({ confirmed_at: now });
  });

  it('stores opening and closing prices and their movements until kick-off, and deletes withdrawn prices', async () => {
    await tell(...world(), odds(210));
    minutesLater(1);
    await tell(odds(200, ['Anchor']));
    await tell(status('h1', 1, [0, 0]));
    minutesLater(1);
    await tell(odds(150, ['Anchor']));
    const { rows } = await sql`select bookmaker, home, opening_home, closing_home from odds`.execute(database.db);
    expect(rows).toEqual([{ bookmaker: 'Anchor', home: 150, opening_home: 210, closing_home: 200 }]);
    const movements = await sql`select home from odds_movements where bookmaker = 'Anchor' order by at`.execute(database.db);
    expect(movements.rows).toEqual([{ home: 210 }, { home: 200 }]);
  });

  it('replaces events, so that a cancelled goal is removed', async () => {
    const goal = { type: 'goal', side: 'home', period: 'H1', minute: 5, stoppage: null, player: 'P', other: null, detail: null } as const;
    await tell(...world(), {
      kind: 'events',
      matchId: 'm',
      events: [
        { id: '1', ...goal },
        { id: '2', ...goal, minute: 7 },
      ],
    });
    const result = await tell({ kind: 'events', matchId: 'm', events: [{ id: '1', ...goal }] });
    expect(result.changes).toMatchObject([{ kinds: ['events'] }]);
    expect((await sql`select feed_event_id from match_events`.execute(database.db)).rows).toEqual([{ feed_event_id: '1' }]);
  });
});

describe('imported statistics and squads', () => {
  const counted = (shots: number): FeedUpdate => ({
    kind: 'statistics',
    matchId: 'm',
    home: { shots },
    away: { shots: 1, possession: 44 },
  });
  const squad = (name: string): FeedUpdate => ({
    ...{ kind: 'squad', teamId: 'a', coach: 'Max' },
    players: [{ name, number: null, position: 'GK' }],
  });

  it('replace statistics whole, use the last update of a batch and report no change for a repetition', async () => {
    await tell(...world(), counted(1));
    const result = await tell(counted(2), counted(3));
    expect(result).toMatchObject({ refused: [], changes: [{ kinds: ['statistics'], after: { status: 'ns' } }] });
    expect(await tell(counted(3))).toMatchObject({ refused: [], changes: [] });
    await tell({ kind: 'statistics', matchId: 'm', home: {}, away: { corners: 2 } });
    const { rows } = await sql`select side, numbers from match_statistics order by side`.execute(database.db);
    expect(rows).toEqual([
      { side: 'away', numbers: { corners: 2 } },
      { side: 'home', numbers: {} },
    ]);
  });

  it('replace a team’s squad and report no changed match', async () => {
    await tell(...world());
    for (const name of ['Ann', 'Bea', 'Bea']) expect(await tell(squad(name))).toMatchObject({ applied: 1, refused: [], changes: [] });
    const { rows } = await sql`select coach, players from squads`.execute(database.db);
    expect(rows).toEqual([{ coach: 'Max', players: [{ name: 'Bea', number: null, position: 'GK' }] }]);
  });
});

describe('validation of updates', () => {
  it.each<[string, () => FeedUpdate]>([
    ['unknown_league', () => fixture({ id: 'x', leagueId: 'y' })],
    ['unknown_team', () => fixture({ id: 'x', homeTeamId: 'z' })],
    ['team_against_itself', () => fixture({ id: 'x', homeTeamId: 'b' })],
    ['kickoff_absurd', () => fixture({ id: 'x', kickoffAt: new Date('2126-01-01') })],
    ['kickoff_no_date', () => fixture({ id: 'x', kickoffAt: new Date('never') })],
    ['unknown_match', () => ({ ...status('h1', 1), matchId: 'x' })],
    ['unknown_match', () => ({ ...odds(200), matchId: 'x' })],
    ['status_h1_after_h2', () => status('h1', 46, [1, 0])],
    ['status_ns_after_h2', () => status('ns', null)],
    ['in_two_leagues', () => fixture({ leagueId: 'l2' })],
    ['known_by_another_id', () => fixture({ id: 'm again', kickoffAt: new Date('2026-11-21T03:59:00Z') })],
    ['kickoff_outside_season', () => fixture({ id: 'late', homeTeamId: 'c', season: '2024/25' })],
    ['score_dropped', () => status('h2', 61, [0, 1])],
    ['score_one_side_missing', () => status('h2', 61, null, { home: 2 })],
    ['minute_out_of_range', () => status('h2', 121, [2, 1])],
    ['seen_in_the_future', () => ({ ...status('h2', 61, [2, 1]), seenAt: new Date('2026-11-21T03:00:00Z') })],
    ['price_out_of_range', () => odds(99)],
    ['bookmaker_twice', () => odds(200, ['Anchor', 'Anchor'])],
    ['name_missing_or_too_long', () => ({ ...team('d'), name: ' ' }) as FeedUpdate],
    ['unknown_match', () => ({ kind: 'statistics', matchId: 'x', home: {}, away: {} })],
    ['possession_not_100', () => ({ kind: 'statistics', matchId: 'm', home: { possession: 60 }, away: { possession: 60 } })],
    ['unknown_statistic', () => ({ kind: 'statistics', matchId: 'm', home: { throw_ins: 1 } as object, away: {} })],
    ['unknown_team', () => ({ kind: 'squad', teamId: 'x', coach: null, players: [] })],
    ['name_missing_or_too_long', () => ({ kind: 'squad', teamId: 'a', coach: ' ', players: [] })],
  ])('refuses an impossible update as %s, quarantines it once, and applies the rest of the batch', async (reason, update) => {
    await tell(...world(), { ...league, id: 'l2' } as FeedUpdate, status('h2', 60, [2, 1]));
    const before = await row();
    const result = await tell(update(), team('e'));
    expect(reasons(result)).toEqual([reason]);
    expect(result.applied).toBe(1);
    await tell(update());
    expect(await row()).toEqual(before);
    expect((await sql`select reason, times from quarantine`.execute(database.db)).rows).toEqual([{ reason, times: 2 }]);
  });

  it('refuses only the update that the database rejects', async () => {
    const nul = { ...team('n'), name: 'A\0B' } as FeedUpdate;
    const result = await tell(league, team('a'), nul, team('b'), fixture());
    expect(reasons(result)).toEqual(['database_22P05']);
    expect(await row()).toMatchObject({ status: 'ns' });
  });

  it('reports swapped and replaced teams, so that stakes are returned, but refuses them after the final whistle', async () => {
    await tell(...world());
    const swapped = await tell(fixture({ homeTeamId: 'b', awayTeamId: 'a' }));
    expect(swapped.changes).toMatchObject([{ kinds: ['teams'] }]);
    const replaced = await tell(fixture({ homeTeamId: 'c', awayTeamId: 'a' }));
    expect(replaced.changes).toMatchObject([{ kinds: ['teams'] }]);
    expect((await sql`select reason from quarantine order by reason`.execute(database.db)).rows).toEqual([
      { reason: 'team_replaced' },
      { reason: 'teams_swapped' },
    ]);
    minutesLater(110);
    await tell(status('ft', null, [1, 0], { fulltime: [1, 0] }));
    expect(reasons(await tell(fixture({ homeTeamId: 'a', awayTeamId: 'c' })))).toEqual(['teams_swapped_after_the_end']);
  });

  it('refuses all updates of a match sent with other teams after the final whistle, so that no other match’s score is used', async () => {
    minutesLater(110);
    await tell(...world(), status('ft', null, [2, 1], { fulltime: [2, 1] }));
    minutesLater(1);
    const swapped = fixture({ homeTeamId: 'b', awayTeamId: 'a' });
    const result = await tell(swapped, status('ft', null, [1, 2], { fulltime: [1, 2] }), { kind: 'events', matchId: 'm', events: [] });
    expect(reasons(result)).toEqual(Array(3).fill('teams_swapped_after_the_end'));
    expect(await row()).toMatchObject({ home_score: 2, away_score: 1, fulltime: [2, 1] });
  });

  it('refuses a match sent under a second id, in the same batch or with home and away exchanged', async () => {
    const again = fixture({ id: 'm again', kickoffAt: new Date('2026-11-21T03:00:00Z') });
    expect(reasons(await tell(...world(), again))).toEqual(['known_by_another_id']);
    expect(reasons(await tell({ ...again, homeTeamId: 'b', awayTeamId: 'a' }))).toEqual(['known_by_another_id']);
    const nextDay = fixture({ id: 'next', kickoffAt: new Date('2026-11-22T02:00:00Z') });
    expect(reasons(await tell(nextDay))).toEqual([]);
  });

  it('refuses a kick-off on the same day of another year, unless the match was postponed', async () => {
    await tell(...world());
    const yearLater = fixture({ kickoffAt: new Date('2027-11-21T02:00:00Z') });
    expect(reasons(await tell(yearLater))).toEqual(['kickoff_in_another_year']);
    await tell(status('pst', null));
    expect(reasons(await tell(yearLater))).toEqual([]);
  });

  it('accepts a first-half goal cancelled after the end', async () => {
    minutesLater(110);
    await tell(...world(), status('ft', null, [2, 1], { halftime: [2, 0], fulltime: [2, 1] }));
    expect(reasons(await tell(status('ft', null, [1, 1], { halftime: [1, 0], fulltime: [1, 1] })))).toEqual([]);
    expect(await row()).toMatchObject({ halftime: [1, 0], fulltime: [1, 1] });
    expect(reasons(await tell(status('ft', null, [0, 0], { halftime: [0, 0], fulltime: [0, 0] })))).toEqual([]);
    expect(reasons(await tell(status('ft', null, [2, 0], { halftime: [2, 1], fulltime: [2, 0] })))).toEqual([
      'score_halftime_above_fulltime',
    ]);
  });

  it('accepts any correction of a final score within 72 hours, and later a change by one goal', async () => {
    const final = (home: number, away: number) => status('ft', null, [home, away], { fulltime: [home, away] });
    await tell(...world());
    minutesLater(110);
    await tell(final(4, 1));
    minutesLater(72 * 60);
    expect(reasons(await tell(final(1, 3)))).toEqual([]);
    expect(await row()).toMatchObject({ home_score: 1, away_score: 3, fulltime: [1, 3], fulltime_since: now });
    minutesLater(1);
    expect([reasons(await tell(final(1, 1))), reasons(await tell(final(1, 2)))]).toEqual([['score_dropped'], []]);
  });

  it('refuses the end of a football match less than ninety minutes after its kick-off or its actual start', async () => {
    const final = () => status('ft', null, [2, 1], { fulltime: [2, 1] });
    await tell(...world());
    minutesLater(89);
    expect(reasons(await tell(final()))).toEqual(['final_too_early']);
    expect(await row()).toMatchObject({ status: 'ns' });
    minutesLater(1);
    expect(reasons(await tell(final()))).toEqual([]);
    const broughtForward = fixture({ id: 'm2', homeTeamId: 'c', kickoffAt: new Date('2026-11-21T06:00:00Z') });
    await tell(broughtForward, { ...status('h1', 30, [0, 0]), matchId: 'm2' });
    minutesLater(60);
    expect(reasons(await tell({ ...final(), matchId: 'm2' }))).toEqual([]);
  });

  it('accepts updates after our own clock was ahead for a while', async () => {
    await tell(...world());
    minutesLater(60);
    await tell(status('h1', 5, [0, 0]));
    minutesLater(-58);
    expect(await tell(status('h1', 7, [1, 0]))).toMatchObject({ refused: [], changes: [{ kinds: ['score', 'clock'] }] });
  });

  it('ignores an outdated answer without refusing it', async () => {
    await tell(...world(), status('h1', 10, [0, 0]));
    const late = { ...status('h1', 9, [0, 0]), seenAt: new Date(now.getTime() - 60_000) };
    expect(await tell(late)).toMatchObject({ refused: [], changes: [] });
  });
});

describe('the demo world', () => {
  it('is imported for an hour without a refused update', async () => {
    const startMs = now.getTime();
    const abort = new AbortController();
    const feed = createDemoFeed({
      seed: 'test',
      speed: 12,
      now: () => now,
      // Larger steps than in production, to be fast: feeds may skip steps.
      sleep: async () => minutesLater(0.25),
    });
    let isFilled = false;
    let matches = 0;
    for await (const batch of feed.updates(abort.signal)) {
      const result = await importUpdates({ db: database.db, now: () => now, log: { warn: () => {} }, speed: 12 }, 'demo', batch);
      expect(result.refused).toEqual([]);
      if (!isFilled) matches += result.changes.filter((change) => change.before === null).length;
      isFilled ||= result.isConfirmed;
      if (now.getTime() - startMs > 3_600_000) abort.abort();
    }
    expect(matches).toBeGreaterThan(1500);
    const { rows } = await sql`select status from matches group by status`.execute(database.db);
    expect(rows.length).toBeGreaterThan(10);
  });
});
