import { describe, expect, it } from 'vitest';
import type { FixtureUpdate, LeagueUpdate, StatusUpdate, TeamUpdate } from '#server/modules/match-data/import/feed.ts';
import { MatchRow } from './formats.ts';
import { readMatch } from './to-updates.ts';
import { ratingGroupOf, tourLabel, tourOf } from './tours.ts';

const SEEN = new Date('2026-09-30T11:00:00Z');

const ROW = {
  ...{ event_key: 12167104, event_date: '2026-09-30', event_time: '10:30', event_status: '', event_live: '0' },
  ...{ event_first_player: 'A. First', first_player_key: 11, event_second_player: 'B. Second', second_player_key: 22 },
  ...{ event_final_result: '-', event_game_result: '-', event_serve: null, event_winner: null },
  ...{ event_type_type: 'Wta Singles', event_qualification: 'False', scores: [] as unknown[] },
  ...{ tournament_name: 'Somewhere', tournament_key: 2050, tournament_round: 'WTA Somewhere - 1/16-finals', tournament_season: '2026' },
};

const set = (home: string, away: string, n: number) => ({ score_first: home, score_second: away, score_set: String(n) });
const sets = (...told: [string, string][]) => told.map(([home, away], index) => set(home, away, index + 1));

function read(change: Partial<Record<keyof typeof ROW, unknown>> | object, surface?: 'hard') {
  return readMatch(MatchRow.parse({ ...ROW, ...change }), surface, SEEN);
}

function updates(change: object) {
  const reading = read(change);
  if ('refused' in reading) throw new Error(reading.refused);
  return reading as { league: LeagueUpdate; teams: TeamUpdate[]; fixture: FixtureUpdate; status: StatusUpdate };
}

const briefly = ({ status, period, score }: StatusUpdate) => ({
  status,
  ...(period && { set: period.n }),
  score: score.home === null ? null : [score.home, score.away],
  ...(score.parts && { parts: score.parts }),
  ...(score.awardedTo && { awardedTo: score.awardedTo }),
});

const FIRST = { event_winner: 'First Player' };
const SECOND = { event_winner: 'Second Player' };

describe('the status and the score of a match', () => {
  it.each<[string, object, object]>([
    ['not started, without a word', {}, { status: 'ns', score: null }],
    ['not started, as "1"', { event_status: '1' }, { status: 'ns', score: null }],
    ['not started, without a time', { event_time: '' }, { status: 'tbd', score: null }],
    ['in the first set, without any game', { event_status: 'Set 1' }, { status: 'live', set: 1, score: [0, 0] }],
    [
      'in the second set, with points and server',
      {
        ...{ event_status: 'Set 2', event_final_result: '0 - 1', event_game_result: '40 - A', event_serve: 'Second Player' },
        scores: sets(['2', '6'], ['5', '4']),
      },
      {
        ...{ status: 'live', set: 2, score: [0, 1] },
        parts: [
          { home: 2, away: 6 },
          { home: 5, away: 4, points: ['40', 'A'], serving: 'away' },
        ],
      },
    ],
    [
      'in a tie-break, whose sets have no decimals yet',
      {
        event_status: 'Set 1',
        event_final_result: '0 - 0',
        event_game_result: '4 - 5',
        event_serve: 'First Player',
        scores: sets(['6', '6']),
      },
      { status: 'live', set: 1, score: [0, 0], parts: [{ home: 6, away: 6, tiebreak: [4, 5], serving: 'home' }] },
    ],
    [
      'with points that cannot be, which are for show and left out',
      { event_status: 'Set 1', event_final_result: '0 - 0', event_game_result: '50 - A', scores: sets(['1', '0']) },
      { status: 'live', set: 1, score: [0, 0], parts: [{ home: 1, away: 0 }] },
    ],
    [
      'between sets: who serves next is not of the set that is over',
      {
        event_status: 'Set 2',
        event_final_result: '1 - 0',
        event_game_result: '0 - 0',
        event_serve: 'First Player',
        scores: sets(['6', '4']),
      },
      { status: 'live', set: 2, score: [1, 0], parts: [{ home: 6, away: 4 }] },
    ],
    [
      'with a result that lags behind the games, which are left out',
      { event_status: 'Set 2', event_final_result: '0 - 0', scores: sets(['6', '4'], ['1', '0']) },
      { status: 'live', set: 2, score: [0, 0] },
    ],
    [
      'finished, with a tie-break of ten points, which is no decimal number',
      { ...FIRST, event_status: 'Finished', event_final_result: '2 - 0', scores: sets(['7.10', '6.8'], ['6', '2']) },
      {
        ...{ status: 'ft', score: [2, 0] },
        parts: [
          { home: 7, away: 6, tiebreak: [10, 8] },
          { home: 6, away: 2 },
        ],
      },
    ],
    [
      'finished with a match tie-break as the third set',
      { ...SECOND, event_status: 'Finished', event_final_result: '1 - 2', scores: sets(['6', '4'], ['3', '6'], ['8', '10']) },
      {
        ...{ status: 'ft', score: [1, 2] },
        parts: [
          { home: 6, away: 4 },
          { home: 3, away: 6 },
          { home: 8, away: 10 },
        ],
      },
    ],
    [
      'finished, with a set that was not played',
      { ...FIRST, event_status: 'Finished', event_final_result: '2 - 0', scores: sets(['6', '4'], ['6', '3'], ['0', '0'], ['', '']) },
      {
        ...{ status: 'ft', score: [2, 0] },
        parts: [
          { home: 6, away: 4 },
          { home: 6, away: 3 },
        ],
      },
    ],
    ['finished, without its sets', { ...FIRST, event_status: 'Finished', event_final_result: '2 - 1' }, { status: 'ft', score: [2, 1] }],
    [
      'retired in the second set',
      { ...SECOND, event_status: 'Retired', event_final_result: '1 - 0', scores: sets(['6', '4'], ['1', '3']) },
      {
        ...{ status: 'awd', score: [1, 0], awardedTo: 'away' },
        parts: [
          { home: 6, away: 4 },
          { home: 1, away: 3 },
        ],
      },
    ],
    [
      'retired in the first set',
      { ...FIRST, event_status: 'Retired', event_final_result: '0 - 0', scores: sets(['3', '5']) },
      { status: 'awd', score: [0, 0], awardedTo: 'home', parts: [{ home: 3, away: 5 }] },
    ],
    ['walked over', { ...SECOND, event_status: 'Walk Over' }, { status: 'wo', score: null, awardedTo: 'away' }],
    ['cancelled', { event_status: 'Cancelled' }, { status: 'canc', score: null }],
    ['postponed', { event_status: 'Postponed' }, { status: 'pst', score: null }],
    [
      'interrupted',
      { event_status: 'Interrupted', event_final_result: '1 - 0', scores: sets(['6', '4'], ['2', '2']) },
      {
        ...{ status: 'susp', score: [1, 0] },
        parts: [
          { home: 6, away: 4 },
          { home: 2, away: 2 },
        ],
      },
    ],
  ])('%s', (_, change, expected) => {
    expect(briefly(updates(change).status)).toEqual(expected);
  });

  it.each<[string, object, RegExp]>([
    ['an unknown status', { event_status: 'Suspended' }, /unknown status Suspended/],
    ['a finish without a winner', { event_status: 'Finished', event_final_result: '2 - 0' }, /without a winner/],
    ['a finish without a result', { ...FIRST, event_status: 'Finished' }, /without a result/],
    ['a winner who lost', { ...FIRST, event_status: 'Finished', event_final_result: '0 - 2' }, /not won enough sets/],
    ['a winner of one set', { ...FIRST, event_status: 'Finished', event_final_result: '1 - 0' }, /not won enough sets/],
    [
      'sets that say another winner',
      { ...FIRST, event_status: 'Finished', event_final_result: '2 - 0', scores: sets(['4', '6'], ['4', '6']) },
      /do not add up/,
    ],
    ['a set that is missing', { event_status: 'Set 2', scores: [set('6', '4', 2)] }, /unreadable sets/],
    ['a set that is no number', { event_status: 'Set 1', scores: sets(['6', 'x']) }, /unreadable sets/],
    ['a result that is none', { event_status: 'Set 1', event_final_result: 'two' }, /unreadable result two/],
    ['a player without an id', { first_player_key: null }, /without an id/],
    ['a match in play far from its date', { event_status: 'Set 1', event_date: '2025-09-30' }, /in play, but not today/],
  ])('is refused with %s', (_, change, reason) => {
    expect(read(change)).toEqual({ refused: expect.stringMatching(reason) });
  });
});

describe('the format of a match', () => {
  const slam = { event_type_type: 'Atp Singles', tournament_name: 'Wimbledon' };
  it.each<[string, object, number | undefined]>([
    ['a tour match', {}, 3],
    ['a Grand Slam match of men', slam, 5],
    ['a Grand Slam match of women', { ...slam, event_type_type: 'Wta Singles' }, 3],
    ['a Grand Slam match of boys', { ...slam, event_type_type: 'Boys Singles' }, 3],
    ['qualifying of a Grand Slam', { ...slam, tournament_name: 'French Open', event_qualification: 'True' }, 3],
    ['qualifying at Wimbledon, where the last round is longer', { ...slam, event_qualification: 'True' }, undefined],
    ['doubles with three sets won', { event_type_type: 'Atp Doubles', event_status: 'Set 4', event_final_result: '3 - 0' }, 5],
  ])('%s', (_, change, parts) => {
    expect(updates(change).fixture.format).toEqual(parts === undefined ? undefined : { parts, race: true });
  });

  it('needs three sets for a win at a Grand Slam', () => {
    expect(read({ ...slam, ...FIRST, event_status: 'Finished', event_final_result: '2 - 0' })).toHaveProperty('refused');
    expect(briefly(updates({ ...slam, ...FIRST, event_status: 'Finished', event_final_result: '3 - 1' }).status).score).toEqual([3, 1]);
  });
});

describe('the tournament and the players of a match', () => {
  it('are a league of a year with its surface, and two teams', () => {
    const reading = read({ event_key: '12167104', tournament_key: '2050' }, 'hard');
    expect(reading).toMatchObject({
      league: {
        ...{ id: '2050:wta-singles', sport: 'tennis', name: 'Somewhere · WTA singles', countryCode: null, season: '2026', form: 'cup' },
        ...{ drawPossible: false, ratingGroup: 'women-singles', surface: 'hard', keepsLaterSeason: true },
      },
      teams: [
        { id: '11', name: 'A. First' },
        { id: '22', name: 'B. Second' },
      ],
      fixture: { id: '12167104', leagueId: '2050:wta-singles', round: 'Round of 32', kickoffAt: new Date('2026-09-30T10:30:00Z') },
    });
  });

  it('are pairs in doubles, which have an id of their names if they have none', () => {
    const { teams, league } = updates({
      ...{ event_type_type: 'Wta Doubles', event_first_player: 'Kichenok/ Krawczyk', first_player_key: 0 },
      ...{ event_second_player: 'Moon/ Cheuk', second_player_key: '77' },
    });
    expect(teams.map(({ id, name }) => [id, name])).toEqual([
      ['pair:kichenok/krawczyk', 'Kichenok / Krawczyk'],
      ['77', 'Moon / Cheuk'],
    ]);
    expect(league.ratingGroup).toBe('women-doubles');
  });

  it('keep qualifying and main draw apart, and take the season of a tournament around New Year from the provider', () => {
    const { league, fixture } = updates({
      ...{ tournament_name: 'Cervia (Italy) - Qualification', event_date: '2025-12-30', tournament_season: 2026 },
      tournament_round: 'Cervia - Final',
    });
    expect([league.id, league.season, fixture.season, fixture.round]).toEqual(['2050:wta-singles:qualifying', '2026', '2026', 'Final']);
    expect(updates({ tournament_season: null, tournament_round: '' }).fixture).toMatchObject({ season: '2026', round: 'Main draw' });
  });

  it.each([
    ['Atp Singles', 'atp-singles', 'ATP singles', 'men-singles'],
    ['Challenger Men Singles', 'challenger-men-singles', 'Challenger men singles', 'men-singles'],
    ['Itf Women Doubles', 'itf-women-doubles', 'ITF women doubles', 'women-doubles'],
    ['Boys Singles', 'boys-singles', 'Boys singles', 'boys-singles'],
    ['Mixed Doubles', 'mixed-doubles', 'Mixed doubles', 'mixed-doubles'],
    ['Teams Mix', 'teams-mix', 'Teams mix', undefined],
  ])('of %s are of the tour %s', (type, tour, label, group) => {
    expect([tourOf(type), tourLabel(tour), ratingGroupOf(tour)]).toEqual([tour, label, group]);
  });
});
