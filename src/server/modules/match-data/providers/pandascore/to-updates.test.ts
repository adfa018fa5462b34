import { describe, expect, it } from 'vitest';
import { impossibleParts } from '#domain/matches/score.ts';
import { formatFault } from '#domain/matches/series-format.ts';
import type { FixtureUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { type Course, type SeriesRow, seriesRow } from '#test/support/pandascore-rows.ts';
import { MatchRow } from './formats.ts';
import { leagueIdOf, leagueName, matchUpdates, seasonOf, teamUpdate } from './to-updates.ts';

const SEEN_AT = new Date('2026-11-21T20:00:00Z');
const START = '2026-11-21T18:00:00Z';

function read(course: Course, change: Partial<SeriesRow> = {}) {
  const row = MatchRow.parse(seriesRow(course, change));
  const [home, away] = [row.opponents[0]!, row.opponents[1]!];
  const { updates, refusals } = matchUpdates(row, { leagueId: 'l', home, away, seenAt: SEEN_AT });
  const [fixture, status] = updates as [FixtureUpdate, StatusUpdate];
  if (status !== undefined) expect(impossibleParts('esports', status.score)).toBeNull();
  if (fixture?.format !== undefined) expect(formatFault(fixture.format)).toBeNull();
  return { fixture, status, reasons: refusals.map(({ reason }) => reason) };
}

const HOME_MAP = { home: 1, away: 0 };
const AWAY_MAP = { home: 0, away: 1 };
const OPEN_MAP = { home: 0, away: 0 };
const nothing = { home: null, away: null };

describe('the status of a series', () => {
  it.each<[string, Course, Partial<SeriesRow>, Partial<StatusUpdate>]>([
    ['not started', {}, {}, { status: 'ns', period: null, score: expect.objectContaining(nothing) }],
    ['without a date', {}, { scheduled_at: null, begin_at: null }, { status: 'tbd' }],
    ['running, first map', { isPlaying: true }, {}, { status: 'live', period: { kind: 'map', n: 1 }, startedAt: new Date(START) }],
    ['running, third map', { won: [0, 1], isPlaying: true }, {}, { status: 'live', period: { kind: 'map', n: 3 } }],
    ['postponed', {}, { status: 'postponed' }, { status: 'pst', score: expect.objectContaining(nothing) }],
    ['finished', { won: [1, 0, 1] }, {}, { status: 'ft', period: null }],
    ['canceled', {}, { status: 'canceled', begin_at: null }, { status: 'canc', score: expect.objectContaining(nothing) }],
    [
      'canceled with a forfeit: a walkover',
      {},
      { status: 'canceled', begin_at: null, forfeit: true, winner_id: 2 },
      { status: 'wo', score: expect.objectContaining({ ...nothing, awardedTo: 'away' }) },
    ],
    ['canceled with a forfeit of nobody', {}, { status: 'canceled', forfeit: true, winner_id: null }, { status: 'canc' }],
    ['canceled with a forfeit and a stranger as winner', {}, { status: 'canceled', forfeit: true, winner_id: 99 }, { status: 'canc' }],
    [
      'canceled with a forfeit after a map: an award',
      { won: [0], isPlaying: true },
      { status: 'canceled', forfeit: true, winner_id: 1 },
      { status: 'awd', score: expect.objectContaining({ home: 1, away: 0, awardedTo: 'home' }) },
    ],
    ['finished as a forfeit', { won: [0, 0] }, { forfeit: true }, { status: 'awd' }],
  ])('%s', (_, course, change, wanted) => {
    expect(read(course, change).status).toMatchObject(wanted);
  });

  it('is an award if a map was given away, whatever the results', () => {
    const row = seriesRow({ won: [0, 0] });
    row.games[1]!.forfeit = true;
    expect(read({}, row).status).toMatchObject({ status: 'awd', score: { home: 2, away: 0, awardedTo: 'home' } });
  });

  it('is refused if it is unknown, and nothing of the row is sent', () => {
    expect(read({}, { status: 'abandoned' })).toMatchObject({ fixture: undefined, reasons: ['unknown status abandoned'] });
  });

  it('has no start when the told one is in the future or long before the planned one', () => {
    expect(read({ isPlaying: true }, { begin_at: '2026-11-21T20:00:01Z' }).status.startedAt).toBeUndefined();
    expect(read({ isPlaying: true }, { begin_at: '2026-11-20T18:00:00Z' }).status.startedAt).toBeUndefined();
    expect(read({ isPlaying: true }, { begin_at: '2026-11-21T17:45:00Z' }).status.startedAt).toEqual(new Date('2026-11-21T17:45:00Z'));
    expect(read({}).status.startedAt).toBeUndefined();
  });
});

describe('the format of a series', () => {
  it.each<[string, number, object | undefined, string | undefined]>([
    ['best_of', 1, { parts: 1, race: true }, undefined],
    ['best_of', 2, { parts: 2, race: false }, undefined],
    ['best_of', 5, { parts: 5, race: true }, undefined],
    ['best_of', 9, { parts: 9, race: true }, undefined],
    ['best_of', 11, undefined, 'unknown_format'],
    ['best_of', 0, undefined, 'unknown_format'],
    ['first_to', 3, { parts: 5, race: true }, undefined],
    ['first_to', 5, { parts: 9, race: true }, undefined],
    ['first_to', 6, undefined, 'unknown_format'],
    ['red_bull_home_ground', 5, undefined, 'unknown_format'],
    ['ow_best_of', 5, undefined, 'unknown_format'],
    ['all_games_played', 2, undefined, 'unknown_format'],
    ['custom', 3, undefined, 'unknown_format'],
  ])('%s %i', (match_type, number_of_games, format, contestBarred) => {
    const { fixture, reasons } = read({}, { match_type, number_of_games });
    expect([fixture.format, fixture.contestBarred, reasons]).toEqual([format, contestBarred, []]);
  });

  it('bars contests if a side begins with a map', () => {
    const { fixture, status, reasons } = read(
      { won: [1, 1] },
      {
        game_advantage: 2,
        results: [
          { team_id: 1, score: 0 },
          { team_id: 2, score: 3 },
        ],
      },
    );
    expect(fixture).toMatchObject({ format: { parts: 3, race: true }, contestBarred: 'map_advantage' });
    // The map in advance is no map that was played.
    expect([status.score.home, status.score.away, status.score.parts, reasons]).toEqual([0, 3, undefined, []]);
  });
});

describe('the score of a series', () => {
  it('has a part for each map', () => {
    const { score } = read({ won: [0, 1], isPlaying: true }).status;
    expect(score).toMatchObject({ home: 1, away: 1, parts: [HOME_MAP, AWAY_MAP, OPEN_MAP] });
    expect(read({ won: [0, 0] }).status.score).toMatchObject({ home: 2, away: 0, parts: [HOME_MAP, HOME_MAP] });
  });

  it('is level after a drawn best of two', () => {
    expect(read({ won: [0, 1], bestOf: 2 })).toMatchObject({
      fixture: { format: { parts: 2, race: false } },
      status: { status: 'ft', score: { home: 1, away: 1 } },
    });
    expect(read({ won: [1, 1], bestOf: 2 }).status.score).toMatchObject({ home: 0, away: 2 });
  });

  it('stays without maps that do not add up to it, and unknown without results', () => {
    const games = seriesRow({ won: [0] }).games;
    expect(read({ won: [0, 0] }, { games }).status.score).toMatchObject({ home: 2, away: 0 });
    expect(read({ won: [0, 0] }, { games }).status.score.parts).toBeUndefined();
    expect(read({ isPlaying: true }, { results: [] }).status).toMatchObject({ status: 'live', score: nothing });
  });

  it('reads players as opponents', () => {
    const players = [43057, 43042].map((id) => ({ type: 'Player', opponent: { id, name: `P${id}`, acronym: null, location: null } }));
    const { fixture, status } = read(
      { won: [1, 1], teams: [43057, 43042] },
      { opponents: players, results: [43057, 43042].map((player_id, index) => ({ player_id, score: 2 * index })) },
    );
    expect(fixture).toMatchObject({ homeTeamId: 'player:43057', awayTeamId: 'player:43042' });
    expect(status.score).toMatchObject({ home: 0, away: 2, parts: [AWAY_MAP, AWAY_MAP] });
  });

  const results = (home: number, away: number) => ({
    results: [
      { team_id: 1, score: home },
      { team_id: 2, score: away },
    ],
  });
  it.each<[string, Course, Partial<SeriesRow>, string]>([
    ['no results', { won: [0, 0] }, { results: [] }, 'finished without results'],
    ['the results of others', { won: [0, 0] }, { results: [{ team_id: 8, score: 2 }] }, 'finished without results'],
    ['no winner', { won: [0, 0] }, { winner_id: null }, 'finished without a winner'],
    ['the other winner', { won: [0, 0] }, { winner_id: 2 }, 'the winner contradicts the results'],
    ['a stranger as winner', { won: [0, 0] }, { winner_id: 9 }, 'the winner contradicts the results'],
    ['too few maps', { won: [0, 0] }, results(1, 0), 'finished with too few or too many maps'],
    ['too many maps', { won: [0, 0] }, results(3, 0), 'finished with too few or too many maps'],
    ['rounds instead of maps', { won: [0], bestOf: 1 }, results(16, 9), 'finished with too few or too many maps'],
    ['one map of two', { won: [0], bestOf: 2 }, {}, 'finished with too few or too many maps'],
    ['a level score and a winner', { won: [0, 1], bestOf: 2 }, { winner_id: 1 }, 'finished level without a draw'],
    ['a level score that is no draw', { won: [0, 1], bestOf: 2 }, { draw: false }, 'finished level without a draw'],
    ['a draw with a winner', { won: [0, 0] }, { draw: true }, 'a draw with a winner'],
    ['a level best of three', { won: [0, 1] }, { draw: true }, 'finished with too few or too many maps'],
  ])('is refused at the end: %s', (_, course, change, reason) => {
    expect(read(course, change)).toMatchObject({ fixture: undefined, reasons: [reason] });
  });
});

describe('the fixture of a series', () => {
  it('is at the planned time, with the stage and the round', () => {
    const { fixture } = read({ won: [0, 0] }, { begin_at: '2026-11-21T18:22:00Z' });
    expect(fixture).toEqual({
      ...{ kind: 'fixture', id: '7', leagueId: 'l', season: '2026 Summer', round: 'Playoffs · Upper bracket semifinal' },
      ...{ homeTeamId: '1', awayTeamId: '2', kickoffAt: new Date(START), format: { parts: 3, race: true } },
    });
  });

  it('is refused long before its serie begins', () => {
    expect(read({}, { scheduled_at: '2025-11-21T18:00:00Z' }).reasons).toEqual(['long before its serie: is the year wrong?']);
    expect(read({}, { scheduled_at: '2026-05-01T18:00:00Z' }).reasons).toEqual([]);
  });

  it.each<[string, string, boolean, string]>([
    ['Round of 16 match 6: INF vs RUBY', 'Playoffs', true, 'Playoffs · Round of 16'],
    ['Grand final: GEN vs HLE', 'Playoffs', true, 'Playoffs · Grand final'],
    ['T1 vs HLE', 'Regular Season', false, 'Regular Season'],
    ['GEN.A vs So: GEN.A vs So:sweet', 'Regular Season', false, 'Regular Season'],
    ['Round 1: BAC vs GAM', 'Swiss Stage', false, 'Swiss Stage · Round 1'],
  ])('of "%s" in "%s"', (name, stage, has_bracket, round) => {
    const { fixture } = read({}, { name, tournament: { id: 1, name: stage, tier: 's', has_bracket } });
    expect([fixture.round, fixture.group]).toEqual([round, has_bracket ? undefined : stage]);
  });

  it.each<[string, Partial<SeriesRow['serie']>, string, string, string]>([
    ['LCK', { season: 'Summer' }, '293', 'LCK · LoL', '2026 Summer'],
    ['EPL', { season: '38' }, '293', 'EPL · LoL', '2026 Season 38'],
    ['VCL', { name: 'Korea:', season: 'Split 2' }, '293:korea', 'VCL Korea · LoL', '2026 Split 2'],
    [
      'The International',
      { name: 'South America Closed Qualifier', season: null },
      '293:south-america-closed-qualifier',
      'The International South America Closed Qualifier · LoL',
      '2026',
    ],
    ['RLCS', { season: 'A very long season name' }, '293', 'RLCS · LoL', '2026'],
  ])('belongs to a league and a season: %s %j', (name, serie, id, full, season) => {
    const row = seriesRow();
    const read = MatchRow.parse({ ...row, league: { id: 293, name }, serie: { ...row.serie, ...serie } });
    expect([leagueIdOf(read), leagueName(read), seasonOf(read)]).toEqual([id, full, season]);
  });

  it('has opponents with names and countries', () => {
    const opponent = (change: object) =>
      MatchRow.parse(seriesRow()).opponents.map((one) => ({ ...one, opponent: { ...one.opponent, ...change } }))[0]!;
    expect(teamUpdate(opponent({}))).toEqual({
      kind: 'team',
      id: '1',
      sport: 'esports',
      name: 'Team 1',
      shortName: 'T1',
      countryCode: 'kr',
    });
    expect(teamUpdate(opponent({ acronym: null, location: '' }))).toEqual({
      kind: 'team',
      id: '1',
      sport: 'esports',
      name: 'Team 1',
      countryCode: null,
    });
  });
});
