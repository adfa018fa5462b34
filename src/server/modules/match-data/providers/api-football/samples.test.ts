import { beforeAll, describe, expect, it } from 'vitest';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { hasApiSportsSamples, sampleRows } from '#test/support/api-sports-server.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { newProgress, type Progress } from './progress.ts';
import type { Request } from './requests.ts';
import { takeAnswer } from './take-answer.ts';

if (!hasApiSportsSamples) console.warn('skipped: there are no recorded answers in ../shared/data/api-football-samples');

/** Imports recorded answers into a real database: no update may be refused. */
describe.skipIf(!hasApiSportsSamples)('recorded answers of API-Football', () => {
  let database: TestDatabase;
  let progress: Progress;
  const followed = ['39', '78', '2', '16', '13', '262', '162', '263', '239', '73', '1066', '906', '344', '1057', '129'];
  beforeAll(async () => {
    database = await createTestDatabase();
    progress = newProgress();
    return () => database.drop();
  });

  async function tell(request: Request, rows: unknown[], at: string) {
    const askedAt = new Date(at);
    const { updates, refusals } = takeAnswer(progress, request, { rows, askedAt, followed, held: new Map() });
    const deps = { db: database.db, now: () => askedAt, log: { warn: () => {} } };
    const { refused } = await importUpdates(deps, 'api-football', updates);
    expect([...refusals, ...refused.map(({ kind, feed_id, reason }) => ({ kind, feed_id, reason }))]).toEqual([]);
    return updates;
  }
  const leagueOf = (row: { league: { id: number; name: string; country: string; season: number } }) => ({
    league: { id: row.league.id, name: row.league.name, type: 'Cup' },
    country: { name: row.league.country, code: null },
    seasons: [{ year: row.league.season, start: '2023-07-01', end: '2024-06-01', current: true }],
  });
  const tellLeagues = async (rows: Parameters<typeof leagueOf>[0][], at: string) => {
    const made = [...new Map(rows.map((row) => [row.league.id, leagueOf(row)])).values()];
    const { updates } = takeAnswer(progress, { kind: 'leagues' }, { rows: made, askedAt: new Date(at), followed, held: new Map() });
    await importUpdates({ db: database.db, now: () => new Date(at), log: { warn: () => {} } }, 'api-football', updates);
  };

  it('import a season of upcoming fixtures', async () => {
    const rows = sampleRows('recorded/fixtures-bundes-ns-pst.json');
    const germany = sampleRows('recorded/leagues-current-de.json');
    const { updates } = takeAnswer(
      progress,
      { kind: 'leagues' },
      { rows: germany, askedAt: new Date('2024-03-20T12:00:00Z'), followed: ['78'], held: new Map() },
    );
    expect(updates).toMatchObject([{ id: '78', name: 'Bundesliga', countryCode: 'de', form: 'league', names: { 'zh-CN': '德甲' } }]);
    await importUpdates({ db: database.db, now: () => new Date('2024-03-20T12:00:00Z'), log: { warn: () => {} } }, 'api-football', updates);
    await tell({ kind: 'fixtures', league: '78', year: 2023 }, rows, '2024-03-20T12:00:00Z');
    expect(await database.db.selectFrom('matches').select('id').where('status', '=', 'ns').execute()).toHaveLength(71);
    // Only matches of the next days are requested one by one.
    const near = rows.filter(({ fixture }) => Date.parse(fixture.date) < Date.parse('2024-03-28T12:00:00Z'));
    expect(Object.keys(progress.fixtures)).toHaveLength(near.length);
  });

  it('import fourteen live matches with goals that add up to their scores', async () => {
    const rows = sampleRows('recorded/fixtures-live-all-14.json');
    const at = '2024-02-28T01:20:00Z';
    await tellLeagues(rows, at);
    const updates = await tell({ kind: 'live', leagues: followed }, rows, at);
    const told = updates.filter((update) => update.kind === 'events');
    expect(told).toHaveLength(14);
    const goals = told.flatMap(({ events }) => events).filter(({ type }) => type === 'goal' || type === 'penalty' || type === 'own_goal');
    const scores = rows.reduce((sum, row) => sum + row.goals.home + row.goals.away, 0);
    expect(goals).toHaveLength(scores);
  });

  it('import two shoot-outs with all embedded details', async () => {
    const rows = sampleRows('recorded/fixtures-cl-penalties.json');
    const at = '2024-03-14T00:00:00Z';
    await tellLeagues(rows, at);
    const updates = await tell({ kind: 'details', ids: ['1149523', '1149519'] }, rows, at);
    const matches = await database.db
      .selectFrom('matches')
      .select(['home_score', 'away_score', 'fulltime', 'extratime', 'penalty', 'season'])
      .where('status', '=', 'pen')
      .orderBy('home_score', 'desc')
      .execute();
    expect(matches).toEqual([
      { home_score: 2, away_score: 1, fulltime: [2, 1], extratime: [2, 1], penalty: [3, 2], season: '2023/24' },
      { home_score: 1, away_score: 0, fulltime: [1, 0], extratime: [1, 0], penalty: [4, 2], season: '2023/24' },
    ]);
    const events = updates.find((update) => update.kind === 'events' && update.matchId === '1149519');
    if (events?.kind !== 'events') throw new Error('no events');
    const kicks = events.events.filter(({ period }) => period === 'P');
    expect(events.events.filter(({ type, period }) => period !== 'P' && type === 'goal')).toHaveLength(3);
    expect(kicks.map(({ type, player }) => `${player} ${type === 'penalty' ? 'scores' : 'misses'}`)).toEqual(
      rows
        .find(({ fixture }) => fixture.id === 1149519)
        .events.filter((event: { comments: string }) => event.comments === 'Penalty Shootout')
        .sort((a: { time: { extra: number } }, b: { time: { extra: number } }) => a.time.extra - b.time.extra)
        .map(
          (event: { player: { name: string }; detail: string }) =>
            `${event.player.name} ${event.detail === 'Penalty' ? 'scores' : 'misses'}`,
        ),
    );
    expect(kicks.filter(({ type }) => type === 'penalty')).toHaveLength(5);
    const [starters] = updates.flatMap((update) =>
      update.kind === 'lineups' ? [update.home.players.filter(({ starter }) => starter)] : [],
    );
    expect(starters).toHaveLength(11);
    expect(updates.filter(({ kind }) => kind === 'statistics')).toHaveLength(2);
  });

  it('tell who misses a match and why', async () => {
    const rows = sampleRows('recorded/injuries-date-bundes.json');
    const ids = [...new Set(rows.map(({ fixture }) => String(fixture.id)))];
    const kickoffMs = Date.parse('2024-03-31T13:30:00Z');
    for (const id of ids) progress.fixtures[id] = { league: '78', kickoffMs, status: 'ns', checkedMs: 0, liveMs: 0, overMs: null };
    const answer = { rows, askedAt: new Date(kickoffMs - 86_400_000), followed, held: new Map() };
    const { updates, refusals } = takeAnswer(progress, { kind: 'injuries', league: '78', year: 2023 }, answer);
    expect(refusals).toEqual([]);
    const players = updates.flatMap((update) => (update.kind === 'absences' ? update.players : []));
    const kinds = players.map(({ kind }) => kind);
    expect(players).toHaveLength(new Set(rows.map(({ player, team, fixture }) => `${fixture.id} ${team.id} ${player.name}`)).size);
    expect(players).toContainEqual({ teamId: '170', name: 'E. Demirovic', kind: 'suspended', reason: 'Yellow Cards' });
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    expect([count('doubtful'), count('suspended'), count('out')]).toEqual([4, 3, 2]);
  });

  it('tell the ratings and minutes of those who played', () => {
    const answer = { rows: sampleRows('recorded/fixture-player-stats.json'), askedAt: new Date(), followed, held: new Map() };
    const { updates, refusals } = takeAnswer(progress, { kind: 'ratings', id: '592872' }, answer);
    expect(refusals).toEqual([]);
    const [update] = updates;
    const players = update?.kind === 'ratings' ? update.players : [];
    expect(players).toContainEqual({ teamId: '50', name: 'Ederson', number: 31, minutes: 90, rating: 8.2 });
    expect(players).toContainEqual({ teamId: '50', name: 'Rodri', number: 16, minutes: 34, rating: 7 });
    expect(players.find(({ name }) => name === 'Bernardo Silva')).toBeUndefined();
  });

  it('import teams, squads, and odds before and during a match', async () => {
    const teams = await tell(
      { kind: 'teams', league: '39', year: 2022 },
      sampleRows('recorded/team-manchester.json'),
      '2022-12-01T00:00:00Z',
    );
    expect(teams.find((update) => update.kind === 'team' && update.id === '33')).toMatchObject({
      name: 'Manchester United',
      countryCode: 'gb-eng',
    });
    const squad = takeAnswer(
      progress,
      { kind: 'squad', team: '173' },
      { rows: sampleRows('recorded/player-squad-Leipzig.json'), askedAt: new Date(), followed, held: new Map() },
    );
    expect(squad).toMatchObject({ updates: [{ kind: 'squad', teamId: '173', players: expect.any(Array) }], refusals: [] });
    const kickoffMs = Date.parse('2022-12-30T19:45:00Z');
    progress.fixtures['868124'] = { league: '39', kickoffMs, status: 'ns', checkedMs: 0, liveMs: 0, overMs: null };
    const answer = { rows: sampleRows('odds/odds-fixture-868124-bet365.json'), followed, held: new Map() };
    const before = takeAnswer(
      progress,
      { kind: 'odds', league: '39', year: 2022, page: 1 },
      { ...answer, askedAt: new Date(kickoffMs - 1) },
    );
    expect(before.updates).toMatchObject([{ matchId: '868124', bookmakers: [{ bookmaker: 'Bet365', home: 195, draw: 360, away: 375 }] }]);
    const after = takeAnswer(progress, { kind: 'odds', league: '39', year: 2022, page: 1 }, { ...answer, askedAt: new Date(kickoffMs) });
    expect(after.updates).toEqual([]);
    const live = { rows: sampleRows('odds/odds-live-721238.json'), askedAt: new Date(), followed, held: new Map([['721238', []]]) };
    expect(takeAnswer(progress, { kind: 'live_odds' }, live)).toEqual({ updates: [], refusals: [] });
  });
});
