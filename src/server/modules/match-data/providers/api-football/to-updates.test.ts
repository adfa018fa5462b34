import { describe, expect, it } from 'vitest';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { countryCodeOf, hundredths, readRows, seasonName } from '#server/modules/match-data/providers/polled/readings.ts';
import { seasonOf, squadUpdate } from './catalogue-to-updates.ts';
import { toEvents } from './details-to-updates.ts';
import { fixtureUpdates, roundName, toStatistics } from './fixtures-to-updates.ts';
import { type EventRow, FixtureRow, LiveOddsRow, OddsRow } from './formats.ts';
import { liveOddsUpdate, oddsUpdate } from './take-answer.ts';

const SEEN = new Date('2026-11-21T16:00:00Z');
const goals = (home: number | null, away: number | null) => ({ home, away });
const none = goals(null, null);
const fixtureRow = (short: string, elapsed: number | null, more: object = {}) => ({
  fixture: { id: 7, date: '2026-11-21T15:00:00+00:00', venue: { id: null, name: ' The Ground ' }, status: { short, elapsed } },
  league: { id: 39, season: 2026, round: 'Regular Season - 12' },
  teams: { home: { id: 1, name: 'Reds' }, away: { id: 2, name: 'Blues' } },
  goals: none,
  score: { halftime: none, fulltime: none, extratime: none, penalty: none },
  ...more,
});
const taken = (row: object) => fixtureUpdates(FixtureRow.parse(row), { season: '2026/27' }, SEEN);
const statusOf = (row: object) => taken(row).updates.find((update) => update.kind === 'status');

describe('a fixture', () => {
  it('is converted with place, time and teams', () => {
    expect(taken(fixtureRow('NS', null)).updates).toEqual([
      {
        ...{ kind: 'fixture', id: '7', leagueId: '39', season: '2026/27', round: 'Round 12', homeTeamId: '1', awayTeamId: '2' },
        ...{ kickoffAt: new Date('2026-11-21T15:00:00Z'), venue: 'The Ground' },
      },
      expect.objectContaining({ kind: 'status', matchId: '7', status: 'ns', minute: null, seenAt: SEEN }),
    ]);
    expect(taken(fixtureRow('TBD', null)).updates[0]).toMatchObject({ kickoffAt: null });
    const league = { id: 1, season: 2026, round: 'Group Stage - 1', name: 'World Cup', country: 'World' };
    expect(taken(fixtureRow('NS', null, { league })).updates[0]).toMatchObject({ neutral: true });
    expect([roundName('Quarter-finals'), roundName(null)]).toEqual(['Quarter-finals', 'Season']);
  });

  it.each([
    ['1H', 0, undefined, 1, null],
    ['1H', 47, undefined, 45, 2],
    ['1H', 45, 3, 45, 3],
    ['HT', 45, undefined, null, null],
    ['2H', 62, undefined, 62, null],
    ['2H', 90, 8, 90, 8],
    ['ET', 108, undefined, 108, null],
    ['P', 120, undefined, null, null],
    ['FT', 90, undefined, null, null],
  ])('in status %s at minute %s with extra %s has the right clock', (short, elapsed, extra, minute, stoppage) => {
    const row = fixtureRow(short, elapsed);
    expect(statusOf({ ...row, fixture: { ...row.fixture, status: { short, elapsed, extra } } })).toMatchObject({ minute, stoppage });
  });

  it('has scores of completed parts only, although the provider fills the half-time score during the half', () => {
    const playing = { goals: goals(1, 0), score: { halftime: goals(1, 0), fulltime: none, extratime: none, penalty: none } };
    expect(statusOf(fixtureRow('1H', 20, playing))).toMatchObject({ score: { home: 1, away: 0, halftime: null } });
    expect(statusOf(fixtureRow('HT', 45, playing))).toMatchObject({ score: { halftime: [1, 0], fulltime: null } });
  });

  it('has extra-time scores that include the ninety minutes, which the provider counts separately', () => {
    const score = { halftime: goals(0, 0), fulltime: goals(1, 1), extratime: goals(1, 0), penalty: none };
    expect(statusOf(fixtureRow('AET', 120, { goals: goals(2, 1), score }))).toMatchObject({
      status: 'aet',
      score: { home: 2, away: 1, fulltime: [1, 1], extratime: [2, 1], penalty: null },
    });
  });

  it('is refused alone if it has an unknown status or an invalid row', () => {
    expect(taken(fixtureRow('XYZ', 3))).toMatchObject({ updates: [], refusals: [{ feed_id: '7', reason: 'unknown status XYZ' }] });
    const broken = fixtureRow('NS', null, { teams: { home: { id: 1, name: '' }, away: { id: 2, name: 'Blues' } } });
    const read = readRows(FixtureRow, [fixtureRow('NS', null), broken, null, 'nonsense'], 'fixture');
    expect(read.good).toHaveLength(1);
    expect(read.refusals.map(({ feed_id, reason }) => [feed_id, reason.split(':')[0]])).toEqual([
      ['7', 'unreadable teams.home.name'],
      ['?', 'unreadable '],
      ['?', 'unreadable '],
    ]);
  });

  it('keeps its valid events beside an unreadable one, and sends no events if none is readable', () => {
    const goal = { time: { elapsed: 5 }, team: { id: 1 }, player: { id: 9, name: 'A' }, type: 'Goal', detail: 'Normal Goal' };
    const told = (events: unknown[]) => taken(fixtureRow('1H', 20, { events }));
    expect(told([goal, { time: 'soon' }])).toMatchObject({
      updates: [{}, {}, { kind: 'events', events: [{ type: 'goal' }] }],
      refusals: [{ kind: 'events', feed_id: '7' }],
    });
    expect(told([{ time: 'soon' }]).updates).toHaveLength(2);
    expect(told([]).updates[2]).toEqual({ kind: 'events', matchId: '7', events: [] });
  });
});

describe('events and statistics', () => {
  const event = (more: Partial<EventRow>): EventRow => ({
    time: { elapsed: 30, extra: null },
    team: { id: 1 },
    player: { id: 9, name: 'A' },
    assist: { id: 10, name: 'B' },
    type: 'Goal',
    detail: 'Normal Goal',
    comments: null,
    ...more,
  });

  it('are ordered and typed, and shoot-out kicks are not goals of the match', () => {
    const kick = (extra: number, detail: string) => event({ time: { elapsed: 120, extra }, detail, comments: 'Penalty Shootout' });
    const rows = [
      kick(2, 'Missed Penalty'),
      kick(1, 'Penalty'),
      event({ time: { elapsed: 90, extra: 4 }, type: 'subst', detail: 'Substitution 1', team: { id: 2 } }),
      event({ time: { elapsed: 50, extra: null }, type: 'Var', detail: 'Goal cancelled' }),
      event({ time: { elapsed: 101, extra: null }, type: 'Card', detail: 'Red Card' }),
      event({}),
      event({ type: 'Weather', detail: 'Rain' }),
    ];
    const told = toEvents(rows, 1).map(({ id: _, player: __, ...one }) => one);
    expect(told).toEqual([
      { type: 'goal', side: 'home', period: 'H1', minute: 30, stoppage: null, other: 'B', detail: null },
      { type: 'var', side: 'home', period: 'H2', minute: 50, stoppage: null, other: null, detail: 'Goal cancelled' },
      { type: 'substitution', side: 'away', period: 'H2', minute: 90, stoppage: 4, other: 'B', detail: null },
      { type: 'red', side: 'home', period: 'ET', minute: 101, stoppage: null, other: null, detail: null },
      { type: 'penalty', side: 'home', period: 'P', minute: 120, stoppage: null, other: null, detail: null },
      { type: 'missed_penalty', side: 'home', period: 'P', minute: 120, stoppage: null, other: null, detail: null },
    ]);
  });

  it('keep their ids when a minute is corrected, and distinguish two events of one player', () => {
    const ids = (minutes: number[]) =>
      toEvents(
        minutes.map((elapsed) => event({ time: { elapsed, extra: null } })),
        1,
      ).map(({ id }) => id);
    expect(ids([31, 60])).toEqual(ids([30, 60]));
    expect(new Set(ids([30, 60])).size).toBe(2);
  });
});

it('count an empty value as 0 if the other side has one, and leave out values that neither side has', () => {
  const side = (id: number, saves: number | null, xg: string | null) => ({
    team: { id },
    statistics: [
      { type: 'Goalkeeper Saves', value: saves },
      { type: 'Ball Possession', value: id === 1 ? '54%' : '46%' },
      { type: 'expected_goals', value: xg },
      { type: 'Offsides', value: null },
      { type: 'Throw-ins', value: 3 },
    ],
  });
  expect(toStatistics('7', [side(1, 3, '1.57'), side(2, null, null)], 1)).toEqual({
    ...{ kind: 'statistics', matchId: '7' },
    home: { saves: 3, possession: 54, expected_goals: 1.57 },
    away: { saves: 0, possession: 46 },
  });
  expect(toStatistics('7', [side(1, 3, '1.57')], 1)).toBeNull();
});

describe('odds', () => {
  const values = (home: string, draw: string, away: string, suspended = false) => [
    { value: 'Home', odd: home, suspended },
    { value: 'Draw', odd: draw, suspended },
    { value: 'Away', odd: away, suspended },
  ];
  const row = (...bookmakers: [string, string, string, string][]) =>
    OddsRow.parse({
      fixture: { id: 7 },
      update: '2026-11-21T12:00:00+00:00',
      bookmakers: bookmakers.map(([name, ...prices]) => ({
        name,
        bets: [
          { id: 2, values: values('9.00', '9.00', '9.00') },
          { id: 1, values: values(...prices) },
        ],
      })),
    });

  it.each([
    ['1.95', 195],
    ['3.6', 360],
    ['34', 3400],
    ['1.615', 161],
    ['0', null],
    ['1.00', null],
    ['-2', null],
    ['1e3', null],
    ['', null],
  ])('of %j are %s hundredths', (odd, expected) => expect(hundredths(odd)).toBe(expected));

  it('are read for the match winner only, and a bookmaker without prices does not affect the others', () => {
    const { update, refusals } = oddsUpdate(row(['A', '1.95', '3.60', '3.75'], ['B', '0', '3.60', '3.75'], ['A', '9', '9', '9']), SEEN);
    const price = { bookmaker: 'A', market: '1x2', home: 195, draw: 360, away: 375, suspended: false };
    expect(update).toEqual({ kind: 'odds', matchId: '7', seenAt: new Date('2026-11-21T12:00:00Z'), bookmakers: [price] });
    expect(refusals).toMatchObject([{ feed_id: '7', reason: 'no prices: B' }]);
    expect(oddsUpdate(row(['B', '0', '0', '0']), SEEN).update).toBeNull();
  });

  it('in play are sent beside the suspended earlier ones, and "0" means the last price, suspended', () => {
    const live = (prices: ReturnType<typeof values>, stopped = false) =>
      LiveOddsRow.parse({
        fixture: { id: 7 },
        update: '2026-11-21T17:00:00+00:00',
        status: { stopped, blocked: false, finished: false },
        odds: [
          { name: 'Asian Handicap', values: values('1.10', '1.20', '1.30') },
          { name: 'Fulltime Result', values: prices },
        ],
      });
    const a = { bookmaker: 'A', market: '1x2' as const, home: 195, draw: 360, away: 375, suspended: false };
    const inPlay = { bookmaker: 'In-play', market: '1x2', home: 150, draw: 400, away: 700, suspended: false };
    const first = liveOddsUpdate(live(values('1.5', '4', '7')), [a], SEEN);
    expect(first).toMatchObject({ seenAt: SEEN, bookmakers: [{ ...a, suspended: true }, inPlay] });
    const held = first!.bookmakers;
    expect(liveOddsUpdate(live(values('0', '0', '0', true)), held, SEEN)?.bookmakers[1]).toEqual({ ...inPlay, suspended: true });
    expect(liveOddsUpdate(live(values('1.5', '4', '7'), true), held, SEEN)?.bookmakers[1]).toEqual({ ...inPlay, suspended: true });
    expect(liveOddsUpdate(live(values('0', '0', '0')), [a], SEEN)).toBeNull();
  });
});

describe('leagues, teams and squads', () => {
  it.each([
    ['England', 'GB', 'gb-eng'],
    ['England', 'GB-ENG', 'gb-eng'],
    ['Northern-Ireland', null, 'gb-nir'],
    ['Germany', 'DE', 'de'],
    ['Costa-Rica', null, 'cr'],
    ['World', null, null],
  ])('have for %s (%s) the country code %s', (name, code, expected) => expect(countryCodeOf(name, code)).toBe(expected));

  it('have seasons named by the years they span', () => {
    expect([seasonName(2025, '2025-08-15', '2026-05-24'), seasonName(2026, '2026-02-20', '2026-11-07')]).toEqual(['2025/26', '2026']);
    const league = { name: 'L', year: 2025, season: '2025/26', country: 'England', countryCode: 'gb-eng', isCup: false, hasOdds: true };
    expect([seasonOf(league, 2025), seasonOf(league, 1999), seasonOf(undefined, 2024)]).toEqual(['2025/26', '1999/00', '2024']);
  });

  it('contain each player once', () => {
    const players = ['Goalkeeper', 'Attacker', 'Attacker', 'Juggler'].map((position, index) => ({
      name: index === 3 ? 'C' : index === 0 ? 'A' : 'B',
      number: index === 0 ? 1 : -5,
      position,
    }));
    const squad: FeedUpdate = squadUpdate({ team: { id: 173 }, players: [...players, { name: null, number: 3, position: null }] });
    expect(squad.players.map(({ name, number, position }) => `${name} ${number} ${position}`)).toEqual([
      'A 1 GK',
      'B null FWD',
      'C null OTH',
    ]);
  });
});
