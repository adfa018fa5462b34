import { MINUTE_MS } from '#domain/time.ts';
import { type Reply, sampleRows } from './api-sports-server.ts';

/**
 * A match day from recorded replies of API-Football: the Premier League on 4 September 2022, with matches recorded on other days moved to
 * the same evening. Before kick-off a match's row contains nothing of its course. Matches recorded in play are reported as recorded until
 * they end with that score; all others are in their first half, and then as recorded.
 */
export const DAY = '2022-09-04';
export type Row = ReturnType<typeof sampleRows>[number];

const none = { home: null, away: null };
const noScore = { halftime: none, fulltime: none, extratime: none, penalty: none };

/** Returns every recorded match, with its day changed. */
export function recordedMatches(): Row[] {
  const [cup] = sampleRows('recorded/head-to-head-mu-mc-2021.json').filter(({ fixture }) => fixture.id === 653808);
  const lineups = sampleRows('recorded/fixture-lineup-full.json');
  const teams = { home: lineups[0].team, away: lineups[1].team };
  return [
    ...sampleRows('other-sports/footballFixtures-2022-08-29.json'),
    ...sampleRows('other-sports/footballFixtures-2022-09-05.json'),
    ...sampleRows('recorded/fixtures-cl-penalties.json').map(onTheDay),
    ...sampleRows('recorded/fixtures-live-all-14.json').map(onTheDay),
    onTheDay({ ...cup, events: sampleRows('recorded/fixture-events.json') }),
    // Only the line-ups of this match were recorded.
    onTheDay({ ...cup, fixture: { ...cup.fixture, id: 592872 }, teams, lineups }),
  ];
}

/** Returns prices recorded before another match, for a match of this day. */
export const recordedOdds = (): Row[] =>
  sampleRows('odds/odds-fixture-868124-bet365.json').map((row) => ({ ...row, fixture: { ...row.fixture, id: 868001 } }));

/** Moves matches played at night to the evening. */
function onTheDay(row: Row): Row {
  const ms = Date.parse(`${DAY}${row.fixture.date.slice(10)}`);
  const isAtNight = new Date(ms).getUTCHours() < 12;
  return { ...row, fixture: { ...row.fixture, date: new Date(ms + (isAtNight ? 18 * 60 * MINUTE_MS : 0)).toISOString() } };
}

/** Returns the provider's row of a match at a time: to come, in play, or over. */
export function rowAt(row: Row, now: Date): Row {
  const { short } = row.fixture.status;
  const minutes = (now.getTime() - Date.parse(row.fixture.date)) / MINUTE_MS;
  if (short === 'NS' || short === 'PST') return row;
  if (minutes < 0) return { ...bare(row, 'NS', null), goals: none, lineups: minutes < -40 ? [] : row.lineups };
  const isRecordedInPlay = ['1H', 'HT', '2H'].includes(short);
  if (minutes < (short === 'PEN' ? 165 : 115)) return isRecordedInPlay ? row : inFirstHalf(row);
  return isRecordedInPlay ? { ...row, fixture: withStatus(row, 'FT', 90), score: { ...row.score, fulltime: row.goals } } : row;
}

export const isInPlay = (row: Row): boolean => ['1H', 'HT', '2H'].includes(row.fixture.status.short);

function inFirstHalf(row: Row): Row {
  const events = row.events?.filter(({ time }: Row) => time.elapsed <= 30);
  const goalsOf = ({ id }: Row) => (events ?? []).filter(({ type, team }: Row) => type === 'Goal' && team.id === id).length;
  const goals = { home: goalsOf(row.teams.home), away: goalsOf(row.teams.away) };
  return { ...bare(row, '1H', 30), goals, ...(events && { events }), lineups: row.lineups };
}

const bare = ({ events, statistics, lineups, ...row }: Row, short: string, elapsed: number | null): Row => ({
  ...row,
  fixture: withStatus(row, short, elapsed),
  score: noScore,
});
const withStatus = ({ fixture }: Row, short: string, elapsed: number | null) => ({ ...fixture, status: { short, elapsed, extra: null } });

/** Returns each path's reply at a time. */
export function repliesOn(rows: Row[], now: () => Date): [path: string, reply: (query: Record<string, string>) => Reply][] {
  return [
    ['/leagues', () => ({ rows: leaguesOf(rows) })],
    ['/teams', ({ league }) => ({ rows: league === '39' ? sampleRows('recorded/team-manchester.json') : [] })],
    ['/odds', ({ league }) => ({ rows: league === '39' ? recordedOdds() : [] })],
    ['/odds/live', () => ({ rows: sampleRows('odds/odds-live-721238.json') })],
    ['/fixtures', (query) => ({ rows: fixturesFor(query, rows, now()) })],
  ];
}

function fixturesFor({ ids, live, league }: Record<string, string>, rows: Row[], now: Date): Row[] {
  const told = rows.map((row) => rowAt(row, now));
  if (ids !== undefined) return told.filter(({ fixture }) => ids.split('-').includes(String(fixture.id)));
  // Line-ups and statistics are embedded only in replies to requests by id; events also in the live list.
  if (live !== undefined) return told.filter(isInPlay).map(({ lineups, statistics, ...row }) => row);
  const ofLeague = told.filter((row) => String(row.league.id) === league);
  return ofLeague.map(({ events, lineups, statistics, ...row }) => row);
}

function leaguesOf(rows: Row[]): Row[] {
  const leagues = new Map(rows.map(({ league }) => [league.id, league]));
  return [...leagues.values()].map(({ id, name, country, season }) => ({
    league: { id, name, type: id === 39 ? 'League' : 'Cup' },
    country: { name: country, code: null },
    seasons: [{ year: season, start: `${season}-07-01`, end: `${season + 1}-06-30`, current: true }],
  }));
}
