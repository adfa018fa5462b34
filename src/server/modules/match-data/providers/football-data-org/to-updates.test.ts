import { describe, expect, it } from 'vitest';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { CHAMPIONS_LEAGUE, competitionReply, matchRow, PREMIER_LEAGUE, type ToldScore } from '#test/support/football-data-org-server.ts';
import { competitionOf, groupOf, leagueUpdate, roundOf, teamUpdate } from './catalogue-to-updates.ts';
import { toEvents, toLineups } from './details-to-updates.ts';
import { CompetitionRow, MatchRow } from './formats.ts';
import { fixtureUpdate, readMatch, statusUpdate } from './matches-to-updates.ts';

const KICKOFF = '2026-11-22T15:00:00Z';
const rowOf = (status: string, score: ToldScore = {}, more: object = {}, at = KICKOFF) =>
  MatchRow.parse(matchRow(7, at, status, score, more));
const read = (status: string, score: ToldScore = {}, before?: MatchStatus, more: object = {}) =>
  readMatch(rowOf(status, score, more), before);
const NONE = { home: null, away: null, halftime: null, fulltime: null, extratime: null, penalty: null };

describe('statuses', () => {
  const running: ToldScore = { full: [1, 0], half: [1, 0] };
  it.each<[told: string, score: ToldScore, before: MatchStatus | undefined, status: MatchStatus]>([
    ['TIMED', {}, undefined, 'ns'],
    ['SCHEDULED', {}, undefined, 'ns'],
    ['IN_PLAY', { full: [0, 0] }, 'ns', 'live'],
    // A half-time score alone does not say which half it is.
    ['IN_PLAY', running, 'live', 'live'],
    ['PAUSED', running, 'live', 'ht'],
    ['IN_PLAY', running, 'ht', 'h2'],
    ['IN_PLAY', running, 'h2', 'h2'],
    // The break before extra time is told before extra time is.
    ['PAUSED', running, 'h2', 'live'],
    ['IN_PLAY', { ...running, duration: 'EXTRA_TIME' }, 'live', 'et'],
    ['EXTRA_TIME', running, 'h2', 'et'],
    ['PAUSED', { ...running, duration: 'EXTRA_TIME' }, 'et', 'bt'],
    ['IN_PLAY', { ...running, duration: 'PENALTY_SHOOTOUT' }, 'et', 'p'],
    ['PAUSED', { ...running, duration: 'PENALTY_SHOOTOUT' }, 'p', 'p'],
    ['PENALTY_SHOOTOUT', running, 'et', 'p'],
    ['FINISHED', running, 'h2', 'ft'],
    ['FINISHED', { ...running, duration: 'EXTRA_TIME' }, 'et', 'aet'],
    ['FINISHED', { ...running, duration: 'PENALTY_SHOOTOUT' }, 'p', 'pen'],
    ['SUSPENDED', running, 'h2', 'susp'],
    ['POSTPONED', {}, 'ns', 'pst'],
    ['CANCELLED', {}, 'ns', 'canc'],
    ['AWARDED', { full: [3, 0], winner: 'HOME_TEAM' }, 'ns', 'awd'],
  ])('%s with %j after %s is %s', (told, score, before, status) => {
    expect(read(told, score, before)).toMatchObject({ status });
  });

  it('tell the half where the plan tells the minute', () => {
    const row = rowOf('IN_PLAY', { full: [0, 0] }, { minute: 45, injuryTime: 3 });
    expect(readMatch(row, 'ns')).toMatchObject({ status: 'h1' });
    expect(statusUpdate(row, 'h1', NONE, new Date(KICKOFF))).toMatchObject({ minute: 45, stoppage: 3 });
    expect(read('IN_PLAY', { full: [0, 0] }, 'ns', { minute: '46' })).toMatchObject({ status: 'h2' });
    expect(statusUpdate(rowOf('IN_PLAY'), 'live', NONE, new Date(KICKOFF))).toMatchObject({ minute: null, stoppage: null });
  });

  it('are refused if they are unknown, as is an unknown duration', () => {
    expect(read('LIVE')).toEqual({ unknown: 'unknown status LIVE' });
    expect(read('FINISHED', { full: [1, 0], duration: 'GOLDEN_GOAL' })).toEqual({ unknown: 'unknown duration GOLDEN_GOAL' });
  });

  it('leave the date open at midnight only while it is SCHEDULED: in America matches begin then', () => {
    const midnight = '2026-11-22T00:00:00Z';
    const open = rowOf('SCHEDULED', {}, {}, midnight);
    expect(readMatch(open, undefined)).toMatchObject({ status: 'tbd' });
    expect(fixtureUpdate(open, 'tbd', false)).toMatchObject({ kickoffAt: null });
    const timed = rowOf('TIMED', {}, {}, midnight);
    expect(readMatch(timed, undefined)).toMatchObject({ status: 'ns' });
    expect(fixtureUpdate(timed, 'ns', true)).toMatchObject({ kickoffAt: new Date(midnight), scoresDelayed: true });
  });
});

describe('scores', () => {
  const known = (score: object) => ({ read: { kind: 'known', score: { ...NONE, ...score } } });
  const doubtful = (reason: RegExp, score: object | null = null) => ({
    read: { kind: 'doubtful', reason: expect.stringMatching(reason), score: score && { ...NONE, ...score } },
  });
  const SHOOT_OUT = {
    duration: 'PENALTY_SHOOTOUT',
    winner: 'AWAY_TEAM',
    full: [3, 4] as [number, number],
    half: [1, 0] as [number, number],
  };

  it.each<[what: string, told: string, score: ToldScore, before: MatchStatus, expected: object]>([
    ['none before the start, whatever is sent', 'TIMED', { full: [0, 0] }, 'ns', known({})],
    ['running', 'IN_PLAY', { full: [1, 0], half: [1, 0] }, 'live', known({ home: 1, away: 0 })],
    ['not told yet', 'IN_PLAY', {}, 'ns', known({})],
    ['at half-time', 'PAUSED', { full: [1, 0], half: [1, 0] }, 'live', known({ home: 1, away: 0, halftime: [1, 0] })],
    [
      'at the end of 90 minutes',
      'FINISHED',
      { full: [2, 1], half: [1, 0], winner: 'HOME_TEAM' },
      'h2',
      known({ home: 2, away: 1, halftime: [1, 0], fulltime: [2, 1] }),
    ],
    [
      'after extra time',
      'FINISHED',
      { duration: 'EXTRA_TIME', winner: 'HOME_TEAM', full: [3, 2], half: [1, 0], regular: [2, 2], extra: [1, 0] },
      'et',
      known({ home: 3, away: 2, halftime: [1, 0], fulltime: [2, 2], extratime: [3, 2] }),
    ],
    [
      'during extra time: 90 minutes are told already',
      'IN_PLAY',
      { duration: 'EXTRA_TIME', full: [3, 2], half: [1, 0], regular: [2, 2], extra: [1, 0] },
      'et',
      known({ home: 3, away: 2, halftime: [1, 0], fulltime: [2, 2] }),
    ],
    // The trap: level after 90 minutes, and 3:4 only with the kicks of the shoot-out.
    [
      'after a shoot-out',
      'FINISHED',
      { ...SHOOT_OUT, regular: [1, 1], extra: [0, 0], penalties: [2, 3] },
      'p',
      known({ home: 1, away: 1, halftime: [1, 0], fulltime: [1, 1], extratime: [1, 1], penalty: [2, 3] }),
    ],
    [
      'after a shoot-out with goals in extra time',
      'FINISHED',
      { ...SHOOT_OUT, winner: 'HOME_TEAM', full: [7, 5], regular: [2, 2], extra: [1, 1], penalties: [4, 2] },
      'p',
      known({ home: 3, away: 3, halftime: [1, 0], fulltime: [2, 2], extratime: [3, 3], penalty: [4, 2] }),
    ],
    [
      'after a shoot-out without extra time',
      'FINISHED',
      { ...SHOOT_OUT, regular: [1, 1], penalties: [2, 3] },
      'h2',
      known({ home: 1, away: 1, halftime: [1, 0], fulltime: [1, 1], penalty: [2, 3] }),
    ],
    [
      'during a shoot-out',
      'IN_PLAY',
      { ...SHOOT_OUT, winner: null, full: [2, 1], regular: [1, 1], extra: [0, 0], penalties: [1, 0] },
      'et',
      known({ home: 1, away: 1, halftime: [1, 0], fulltime: [1, 1], extratime: [1, 1], penalty: [1, 0] }),
    ],
    [
      'of a match awarded to the guests',
      'AWARDED',
      { full: [0, 3], winner: 'AWAY_TEAM' },
      'ns',
      known({ home: 0, away: 3, awardedTo: 'away' }),
    ],
    ['of a match awarded to nobody', 'AWARDED', { winner: null }, 'ns', known({})],
  ])('%s', (_, told, score, before, expected) => {
    expect(read(told, score, before)).toMatchObject(expected);
  });

  it.each<[what: string, told: string, score: ToldScore, before: MatchStatus, expected: object]>([
    [
      'after extra time, without the 90 minutes: the score is certain, they are not',
      'FINISHED',
      { duration: 'EXTRA_TIME', winner: 'HOME_TEAM', full: [3, 2], half: [1, 0] },
      'et',
      doubtful(/90 minutes/, { home: 3, away: 2, halftime: [1, 0], extratime: [3, 2] }),
    ],
    ['during extra time', 'EXTRA_TIME', { full: [1, 1] }, 'h2', doubtful(/90 minutes/, { home: 1, away: 1 })],
    ['after a shoot-out, without parts', 'FINISHED', SHOOT_OUT, 'p', doubtful(/90 minutes/, {})],
    ['after a shoot-out, with the kicks alone', 'FINISHED', { ...SHOOT_OUT, penalties: [2, 3] }, 'p', doubtful(/90 minutes/, {})],
    ['after a shoot-out, without the kicks', 'FINISHED', { ...SHOOT_OUT, regular: [1, 1], extra: [0, 0] }, 'p', doubtful(/kicks/, {})],
    [
      'parts of a shoot-out that do not add up',
      'FINISHED',
      { ...SHOOT_OUT, full: [1, 1], regular: [1, 1], extra: [0, 0], penalties: [2, 3] },
      'p',
      doubtful(/do not add up/, {}),
    ],
    ['during a shoot-out, without parts: nothing is certain', 'IN_PLAY', { ...SHOOT_OUT, winner: null }, 'et', doubtful(/90 minutes/)],
    [
      'parts of extra time that do not add up',
      'FINISHED',
      { duration: 'EXTRA_TIME', full: [3, 2], regular: [2, 2], extra: [0, 0] },
      'et',
      doubtful(/do not add up/),
    ],
    [
      'a winner with fewer goals: the shoot-out is not told yet',
      'FINISHED',
      { full: [1, 1], winner: 'AWAY_TEAM' },
      'h2',
      doubtful(/winner/),
    ],
    [
      'a shoot-out won by the side with fewer kicks',
      'FINISHED',
      { ...SHOOT_OUT, winner: 'HOME_TEAM', regular: [1, 1], extra: [0, 0], penalties: [2, 3] },
      'p',
      doubtful(/winner/, {}),
    ],
    ['90 minutes that differ from themselves', 'FINISHED', { full: [3, 4], regular: [1, 1] }, 'h2', doubtful(/regularTime/)],
    ['kicks after a regular end', 'FINISHED', { full: [3, 4], penalties: [2, 3] }, 'h2', doubtful(/extra time/)],
    ['a regular end after a shoot-out', 'FINISHED', { full: [3, 4] }, 'p', doubtful(/regular end/)],
    ['a regular end after the end of extra time', 'FINISHED', { full: [2, 1] }, 'aet', doubtful(/regular end/)],
    ['a regular end after the end of a shoot-out', 'FINISHED', { full: [3, 4] }, 'pen', doubtful(/regular end/)],
    ['an end without a score', 'FINISHED', {}, 'h2', doubtful(/without a score/)],
  ])('doubtful: %s', (_, told, score, before, expected) => {
    expect(read(told, score, before)).toMatchObject(expected);
  });
});

describe('fixtures', () => {
  it('have the season, round, venue and teams of their row', () => {
    expect(fixtureUpdate(rowOf('TIMED', {}, { venue: ' Anfield ' }), 'ns', true)).toEqual({
      ...{ kind: 'fixture', id: '7', leagueId: '2021', season: '2026/27', round: 'Round 12', homeTeamId: '1', awayTeamId: '2' },
      ...{ kickoffAt: new Date(KICKOFF), venue: 'Anfield', scoresDelayed: true },
    });
  });

  it('are on neutral ground in the final of the Champions League, and not in its other rounds', () => {
    const competition = { id: 2001, code: 'CL', type: 'CUP', name: 'UEFA Champions League' };
    const at = (stage: string) =>
      fixtureUpdate(rowOf('TIMED', {}, { competition, area: { name: 'Europe' }, stage, matchday: null }), 'ns', true);
    expect(at('FINAL')).toMatchObject({ round: 'Final', neutral: true });
    expect(at('SEMI_FINALS')).not.toHaveProperty('neutral');
  });

  it('wait for their teams in rounds to come', () => {
    const nobody = { id: null, name: null, shortName: null, tla: null };
    expect(fixtureUpdate(rowOf('TIMED', {}, { homeTeam: nobody }), 'ns', true)).toBeNull();
  });

  it.each<[more: object, round: string, group: string | null]>([
    [{ matchday: null }, 'Season', null],
    [{ stage: 'GROUP_STAGE', group: 'GROUP_A', matchday: 3 }, 'Group A, Matchday 3', 'Group A'],
    [{ stage: 'GROUP_STAGE', group: 'Group L', matchday: 1 }, 'Group L, Matchday 1', 'Group L'],
    [{ stage: 'LEAGUE_STAGE', matchday: 5 }, 'League phase, Matchday 5', 'League phase'],
    [{ stage: 'LAST_32', matchday: 1 }, 'Round of 32', null],
    [{ stage: 'LAST_16' }, 'Round of 16', null],
    [{ stage: 'QUARTER_FINALS' }, 'Quarter-finals', null],
    [{ stage: 'SEMI_FINALS' }, 'Semi-finals', null],
    [{ stage: 'THIRD_PLACE' }, 'Match for third place', null],
    [{ stage: 'FINAL' }, 'Final', null],
    [{ stage: 'QUALIFICATION_ROUND_2' }, 'Qualification round 2', null],
  ])('%j is %s', (more, round, group) => {
    const row = rowOf('TIMED', {}, more);
    expect([roundOf(row), groupOf(row)]).toEqual([round, group]);
  });
});

describe('competitions and teams', () => {
  const competition = competitionOf(CompetitionRow.parse(competitionReply(PREMIER_LEAGUE)))!;

  it('are named in other languages by their country, which has a code of three letters', () => {
    expect(leagueUpdate(competition)).toMatchObject({
      ...{ id: '2021', countryCode: 'gb-eng', season: '2026/27', form: 'league', names: { 'zh-CN': '英超' }, rules: {} },
    });
    const cup = competitionOf(CompetitionRow.parse(competitionReply(CHAMPIONS_LEAGUE)))!;
    expect(leagueUpdate(cup)).toMatchObject({ countryCode: null, form: 'cup', names: { 'zh-CN': '欧冠' } });
    const everton = { id: 62, name: 'Everton FC', shortName: 'Everton', tla: 'EVE' };
    expect(teamUpdate({ ...everton, area: PREMIER_LEAGUE.area }, competition)).toMatchObject({
      ...{ countryCode: 'gb-eng', names: { 'zh-CN': '埃弗顿' }, aliases: expect.arrayContaining(['Everton']) },
    });
    // Nothing says where a guest of a cup comes from.
    expect(teamUpdate(everton, cup).countryCode).toBeNull();
    expect(teamUpdate({ id: 9, name: 'Unheard FC', shortName: null, tla: null }, competition)).toMatchObject({
      name: 'Unheard FC',
      countryCode: 'gb-eng',
    });
  });

  it('stand beside the current season in a past one', () => {
    expect(leagueUpdate(competition, '2024/25')).toMatchObject({ season: '2024/25', keepsLaterSeason: true });
  });

  it('have the season of one year where it is played in one', () => {
    const brazil = { ...PREMIER_LEAGUE, season: { ...PREMIER_LEAGUE.season, startDate: '2026-01-28', endDate: '2026-12-02' } };
    expect(competitionOf(CompetitionRow.parse(competitionReply(brazil)))).toMatchObject({ year: 2026, season: '2026' });
  });
});

describe('details', () => {
  const team = (id: number) => ({ id, name: `Team ${id}` });
  const player = (name: string) => ({ id: 5, name });
  const GOALS = [
    {
      minute: 10,
      injuryTime: null,
      type: 'REGULAR',
      team: team(1),
      scorer: player('Ada'),
      assist: player('Bea'),
      score: { home: 1, away: 0 },
    },
    { minute: 45, injuryTime: 2, type: 'PENALTY', team: team(2), scorer: player('Cat'), assist: null, score: { home: 1, away: 1 } },
    { minute: 70, injuryTime: null, type: 'OWN', team: team(2), scorer: player('Dee'), assist: null, score: { home: 2, away: 1 } },
  ];
  const details = {
    goals: GOALS,
    bookings: [
      { minute: 50, team: team(2), player: player('Cat'), card: 'YELLOW_RED' },
      { minute: 51, team: team(2), player: player('Cat'), card: 'GREEN' },
    ],
    substitutions: [{ minute: 60, team: team(1), playerOut: player('Ada'), playerIn: player('Eve') }],
  };
  const score = { ...NONE, home: 2, away: 1 };

  it('become events in order; an own goal is its scorer’s', () => {
    const told = toEvents(rowOf('FINISHED', {}, details), score, true)!.events;
    expect(
      told.map(({ type, side, minute, stoppage, period, player: who, other }) => [type, side, minute, stoppage, period, who, other]),
    ).toEqual([
      ['goal', 'home', 10, null, 'H1', 'Ada', 'Bea'],
      ['penalty', 'away', 45, 2, 'H1', 'Cat', null],
      ['second_yellow', 'away', 50, null, 'H2', 'Cat', null],
      ['substitution', 'home', 60, null, 'H2', 'Ada', 'Eve'],
      ['own_goal', 'away', 70, null, 'H2', 'Dee', null],
    ]);
  });

  it('are unknown without a plan that has them, or if the goals are not those of the score', () => {
    expect(toEvents(rowOf('FINISHED'), score, true)).toBeNull();
    expect(toEvents(rowOf('FINISHED', {}, { goals: [] }), { ...NONE, home: 0, away: 0 }, false)).toBeNull();
    expect(toEvents(rowOf('FINISHED', {}, { goals: [] }), score, true)).toBeNull();
    expect(toEvents(rowOf('FINISHED', {}, { goals: GOALS.slice(0, 2) }), score, true)).toBeNull();
    expect(toEvents(rowOf('FINISHED', {}, { goals: 'many' }), score, true)).toBeNull();
    expect(toEvents(rowOf('FINISHED', {}, { goals: [] }), { ...NONE, home: 0, away: 0 }, true)?.events).toEqual([]);
  });

  it('contain line-ups once both sides have one', () => {
    const side = (id: number) => ({
      ...{ id, name: `Team ${id}`, shortName: null, tla: null, formation: '4-3-3', coach: { id: 1, name: 'Fay' } },
      lineup: [
        { id: 1, name: 'Gil', position: 'Goalkeeper', shirtNumber: 1 },
        { id: 2, name: 'Hal', position: 'Left-Back', shirtNumber: 3 },
        { id: 3, name: 'Ian', position: 'Central Midfield', shirtNumber: null },
        { id: 4, name: 'Jo', position: 'Right Winger', shirtNumber: 7 },
      ],
      bench: [{ id: 5, name: 'Kim', position: null, shirtNumber: 12 }],
    });
    const { home } = toLineups(rowOf('TIMED', {}, { homeTeam: side(1), awayTeam: side(2) }))!;
    expect([home.coach, home.formation]).toEqual(['Fay', '4-3-3']);
    expect(home.players.map(({ position, starter }) => [position, starter])).toEqual([
      ['GK', true],
      ['DEF', true],
      ['MID', true],
      ['FWD', true],
      ['OTH', false],
    ]);
    expect(toLineups(rowOf('TIMED', {}, { homeTeam: side(1) }))).toBeNull();
  });
});
