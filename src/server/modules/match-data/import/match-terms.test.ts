import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import type { FeedUpdate, FixtureUpdate, LeagueUpdate, StatusUpdate } from './feed.ts';
import { importUpdates } from './importer.ts';

/** Formats of matches, whether they can end level, and whether contests may be opened on them. */

let database: TestDatabase;
let id: string;
let serial = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  return () => database.drop();
});
beforeEach(() => {
  id = `m${++serial}`;
});

const kickoffAt = new Date('2026-11-21T02:00:00Z');
const tell = (...updates: FeedUpdate[]) =>
  importUpdates({ db: database.db, now: () => kickoffAt, log: { warn: () => {} } }, 'test', updates);
const TWO_MAPS: SeriesFormat = { parts: 2, race: false };
const BEST_OF_3: SeriesFormat = { parts: 3, race: true };

const league = (drawPossible = false, sport: LeagueUpdate['sport'] = 'esports'): LeagueUpdate => ({
  ...{ kind: 'league', id, sport, name: id, countryCode: null, season: '2026', form: 'cup', drawPossible },
});
const team = (side: string): FeedUpdate => ({ kind: 'team', id: id + side, sport: 'esports', name: id + side, countryCode: null });
const fixture = (change: Partial<FixtureUpdate> = {}): FixtureUpdate => ({
  ...{ kind: 'fixture', id, leagueId: id, season: '2026', round: 'Final', homeTeamId: `${id}a`, awayTeamId: `${id}b`, kickoffAt },
  ...change,
});
const finished = (home: number, away: number): StatusUpdate => ({
  ...{ kind: 'status', matchId: id, status: 'ft', minute: null, stoppage: null, period: null, seenAt: kickoffAt },
  score: { home, away, halftime: null, fulltime: null, extratime: null, penalty: null },
});
const world = (change: Partial<FixtureUpdate> = {}, drawPossible = false) => [league(drawPossible), team('a'), team('b'), fixture(change)];
const reasons = ({ refused }: Awaited<ReturnType<typeof tell>>) => refused.map(({ reason }) => reason);
const notes = async () => {
  const rows = await database.db.selectFrom('quarantine').select('reason').where('feed_id', '=', id).orderBy('id').execute();
  return rows.map(({ reason }) => reason);
};
const stored = () =>
  database.db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .select(['m.series_parts', 'm.series_race', 'm.draw_possible', 'm.contest_barred', 'm.status'])
    .where('l.name', '=', id)
    .executeTakeFirstOrThrow();

describe('the format of a match', () => {
  it.each<[string, SeriesFormat, boolean, boolean]>([
    ['two maps', TWO_MAPS, false, true],
    ['a best of 3', BEST_OF_3, true, false],
    ['three maps', { parts: 3, race: false }, true, false],
    ['a best of 1', { parts: 1, race: true }, true, false],
  ])('decides whether it can end level, whatever its league says: %s', async (_, format, ofLeague, drawPossible) => {
    await tell(...world({ format }, ofLeague));
    expect(await stored()).toMatchObject({ series_parts: format.parts, series_race: format.race, draw_possible: drawPossible });
  });

  it.each([true, false])('is unknown unless told: the league decides (%s)', async (ofLeague) => {
    await tell(...world({}, ofLeague));
    expect(await stored()).toMatchObject({ series_parts: null, series_race: null, draw_possible: ofLeague, contest_barred: null });
  });

  it('stays as told until it is told anew', async () => {
    await tell(...world({ format: TWO_MAPS }));
    expect((await tell(fixture({ round: 'Group A' }))).changes).toMatchObject([{ kinds: ['fixture'], after: { draw_possible: true } }]);
    expect((await tell(fixture({ round: 'Group A', format: TWO_MAPS }))).changes).toEqual([]);
    expect((await tell(fixture({ round: 'Group A', format: BEST_OF_3 }))).changes).toMatchObject([
      { kinds: ['fixture'], before: { draw_possible: true }, after: { draw_possible: false, series_parts: 3 } },
    ]);
    expect(await notes()).toEqual(['format_changed']);
  });

  it('decides which final scores can be', async () => {
    await tell(...world({ format: TWO_MAPS }));
    expect(reasons(await tell(finished(1, 1)))).toEqual([]);
    id = `m${++serial}`;
    await tell(...world({ format: BEST_OF_3 }, true));
    expect(reasons(await tell(finished(1, 1)))).toEqual(['level_where_no_match_can_be']);
  });

  it('cannot change the picks of a finished match, nor can its league', async () => {
    await tell(...world({ format: BEST_OF_3 }), finished(2, 1));
    expect(reasons(await tell(fixture({ format: TWO_MAPS }), finished(1, 1)))).toEqual(Array(2).fill('format_changed_after_the_end'));
    expect(await stored()).toMatchObject({ series_parts: 3, draw_possible: false });
    id = `m${++serial}`;
    await tell(...world(), finished(2, 1));
    expect(reasons(await tell(...world({}, true)))).toEqual([]);
    expect(await stored()).toMatchObject({ draw_possible: false });
  });

  it.each<[string, unknown]>([
    ['format_parts_out_of_range', { parts: 0, race: false }],
    ['format_parts_out_of_range', { parts: 10, race: false }],
    ['format_parts_out_of_range', { parts: 2.5, race: false }],
    ['format_parts_out_of_range', { parts: '3', race: true }],
    ['format_race_of_even_parts', { parts: 2, race: true }],
    ['format_race_unknown', { parts: 3 }],
  ])('is refused as %s: %j', async (reason, format) => {
    expect(reasons(await tell(...world({ format: format as SeriesFormat })))).toEqual([reason]);
  });

  it('is refused in sports without series', async () => {
    const other = league(true, 'football');
    expect(reasons(await tell(other, team('a'), team('b'), fixture({ format: TWO_MAPS })))).toEqual(['format_in_other_sport']);
  });
});

describe('a match on which no contest may be opened', () => {
  it('is barred and unbarred by each report, until it is over', async () => {
    await tell(...world());
    expect((await tell(fixture({ contestBarred: 'map_advantage' }))).changes).toMatchObject([{ kinds: ['fixture'] }]);
    expect(await stored()).toMatchObject({ contest_barred: 'map_advantage' });
    expect(await notes()).toEqual(['contest_barred']);
    await tell(fixture());
    expect(await stored()).toMatchObject({ contest_barred: null });
    await tell(finished(2, 0));
    expect(reasons(await tell(fixture({ contestBarred: 'map_advantage' })))).toEqual(['contest_barred_after_the_end']);
    expect(await stored()).toMatchObject({ contest_barred: null });
  });

  it('may be told its format after its end, because nobody could bet on it', async () => {
    await tell(...world({ contestBarred: 'unknown_format' }), finished(1, 0));
    expect(reasons(await tell(fixture({ format: TWO_MAPS })))).toEqual([]);
    expect(await stored()).toMatchObject({ series_parts: 2, draw_possible: true, contest_barred: null });
  });

  it.each(['', 'Map advantage', '_x', 'x'.repeat(41)])('needs a code as its reason: "%s"', async (contestBarred) => {
    expect(reasons(await tell(...world({ contestBarred })))).toEqual(['contest_barred_no_code']);
  });
});
