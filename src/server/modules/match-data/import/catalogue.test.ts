import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { LeagueRules } from '#domain/matches/league-rules.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import type { FeedUpdate, FixtureUpdate, LeagueUpdate, TeamUpdate } from './feed.ts';
import { importUpdates } from './importer.ts';

let database: TestDatabase;
let id: string;
let serial = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  return () => database.drop();
});
beforeEach(() => {
  id = `league ${++serial}`;
});

const now = new Date('2026-11-21T02:00:00Z');
const tell = (...updates: FeedUpdate[]) => importUpdates({ db: database.db, now: () => now, log: { warn: () => {} } }, 'test', updates);
const win = (points: number): LeagueRules => ({ points: { win: points, draw: 1 }, tieBreakers: [], zones: [] });
const league = (season: string, more: Partial<LeagueUpdate> = {}): LeagueUpdate => ({
  kind: 'league',
  id,
  sport: 'football',
  name: id,
  countryCode: null,
  season,
  form: 'cup',
  drawPossible: true,
  ...more,
});
const stored = () => database.db.selectFrom('leagues').select(['current_season', 'rules']).where('name', '=', id).executeTakeFirstOrThrow();

it('stores the rules of a league and replaces them by later ones', async () => {
  await tell(league('2026', { rules: win(3) }));
  expect(await stored()).toEqual({ current_season: '2026', rules: win(3) });
  await tell(league('2026', { rules: win(4) }));
  expect(await stored()).toEqual({ current_season: '2026', rules: win(4) });
  await tell(league('2026'));
  expect(await stored()).toEqual({ current_season: '2026', rules: {} });
});

it('keeps differing rules of earlier seasons, in whatever order the seasons are imported', async () => {
  await tell(league('1990', { rules: win(2) }));
  await tell(league('2022', { rules: win(3) }));
  await tell(league('2026', { rules: win(3) }));
  expect(await stored()).toEqual({ current_season: '2026', rules: { ...win(3), earlier: { '1990': win(2) } } });
  await tell(league('1986', { rules: win(1), keepsLaterSeason: true }));
  await tell(league('2026', { rules: win(3), keepsLaterSeason: true }));
  expect(await stored()).toEqual({ current_season: '2026', rules: { ...win(3), earlier: { '1990': win(2), '1986': win(1) } } });
});

it('keeps the rules of each season within one batch', async () => {
  const told = [league('2026', { rules: win(3) }), league('1986', { rules: win(1), keepsLaterSeason: true })];
  const whole = { current_season: '2026', rules: { ...win(3), earlier: { '1986': win(1), '1990': win(2) } } };
  await tell(...told, league('1990', { rules: win(2), keepsLaterSeason: true }));
  expect(await stored()).toEqual(whole);
  await tell(...told);
  expect(await stored()).toEqual(whole);
});

it('stores the group of a match and reports when it changes', async () => {
  const team = (name: string): FeedUpdate => ({ kind: 'team', id: name, sport: 'football', name, countryCode: null });
  const fixture = (more: Partial<FixtureUpdate> = {}): FixtureUpdate => ({
    kind: 'fixture',
    id: 'm',
    leagueId: id,
    season: '2026',
    round: 'Round 1',
    homeTeamId: 'a',
    awayTeamId: 'b',
    kickoffAt: now,
    ...more,
  });
  const made = await tell(league('2026'), team('a'), team('b'), fixture({ group: ' Group A ' }));
  expect(made.changes).toMatchObject([{ kinds: ['new'], after: { group_name: 'Group A' } }]);
  expect((await tell(fixture({ group: 'Group A' }))).changes).toEqual([]);
  expect((await tell(fixture({ group: 'Group B' }))).changes).toMatchObject([{ kinds: ['fixture'], after: { group_name: 'Group B' } }]);
  const none = await tell(fixture({ group: '' }));
  expect(none.changes).toMatchObject([{ kinds: ['fixture'], after: { group_name: null } }]);
  expect(await database.db.selectFrom('matches').select('group_name').execute()).toEqual([{ group_name: null }]);
});

it('stores what ratings are kept by, and refuses what cannot be', async () => {
  const terms = () => database.db.selectFrom('leagues').select(['rating_group', 'surface']).where('name', '=', id).executeTakeFirst();
  const tennis = { sport: 'tennis', drawPossible: false } as const;
  await tell(league('2026', { ...tennis, ratingGroup: 'atp', surface: 'clay' }));
  expect(await terms()).toEqual({ rating_group: 'atp', surface: 'clay' });
  const refused = await tell(
    league('2026', { ...tennis, ratingGroup: 'ATP Tour' }),
    league('2026', { ...tennis, surface: 'carpet' as 'hard' }),
  );
  expect(refused.refused.map(({ reason }) => reason)).toEqual(['rating_group_no_code', 'surface_unknown']);
  expect(await terms()).toEqual({ rating_group: 'atp', surface: 'clay' });
  await tell(league('2026', tennis));
  expect(await terms()).toEqual({ rating_group: null, surface: null });
});

it('keeps the rank of a team until it is told another or none', async () => {
  const team = (rank?: number | null): TeamUpdate => ({
    ...{ kind: 'team', id, sport: 'tennis', name: id, countryCode: null },
    ...(rank !== undefined && { rank }),
  });
  const told = async (rank?: number | null) => {
    const { refused } = await tell(team(rank));
    const { rank: stored } = await database.db.selectFrom('teams').select('rank').where('name', '=', id).executeTakeFirstOrThrow();
    return refused[0]?.reason ?? stored;
  };
  expect([await told(), await told(7), await told(), await told(3)]).toEqual([null, 7, 7, 3]);
  for (const rank of [0, -1, 1.5, 10_001, Number.NaN]) expect(await told(rank)).toBe('rank_out_of_range');
  expect([await told(), await told(null)]).toEqual([3, null]);
});
