import { importFootballData } from '#server/modules/match-data/providers/football-data/import-files.ts';
import { importOpenFootball } from '#server/modules/match-data/providers/openfootball/import-files.ts';
import type { Fault, Provider } from './provider.ts';
import type { Site } from './site.ts';
import { isWithin } from './told-wrongly.ts';
import { at, TEAM_NAMES, type Told, truthAt } from './truth.ts';

/** When files are fetched and imported as a whole, in minutes from kick-off. */
const FETCHED = [-180, -100, -40, 30, 112.5, 130, 200, 1_560];
/** When the jobs run, in minutes from kick-off. */
const LOOKED = [-80, -10, 0, 20, 114, 116, 132, 150, 202, 300, 1_562];

interface File {
  file: string;
  text: string;
}

interface Format {
  /** Returns the files at this moment; each file is a league. */
  write: (told: Told[]) => File[];
  /** Imports the files, and returns the problems found. */
  read: (site: Site, files: File[]) => Promise<string[]>;
}

async function playFiles(format: Format, site: Site, fault: Fault): Promise<void> {
  const { clock } = site.app;
  for (const minutes of [...FETCHED, ...LOOKED].sort((a, b) => a - b)) {
    clock.set(at(minutes));
    if (FETCHED.includes(minutes)) {
      const isWrong = isWithin(fault.windows, minutes);
      const truth = truthAt(minutes);
      const files = format.write(isWrong && fault.bend ? fault.bend(truth) : [truth]);
      if (isWrong && fault.way === 'our own clock an hour ahead') clock.set(at(minutes + 60));
      const changed = isWrong && fault.way !== undefined ? (BROKEN[fault.way]?.(files) ?? files) : files;
      site.lines.push(...(await format.read(site, changed)));
      clock.set(at(minutes));
    }
    await site.tick(true);
  }
}

/** What happens to files in transit, by fault. */
const BROKEN: Partial<Record<NonNullable<Fault['way']>, (files: File[]) => File[]>> = {
  'answered late': () => [],
  'answered empty': (files) => files.map((file) => ({ ...file, text: '' })),
  'an error inside status 200': (files) => files.map((file) => ({ ...file, text: '{"message": "Not Found"}' })),
  'half a body': (files) => files.map((file) => ({ ...file, text: file.text.slice(0, file.text.length / 2) })),
  'a page missing': (files) => files.map(withoutOurMatch),
};

/** The file exists and is readable, but lacks our match. */
const withoutOurMatch = ({ file, text }: File): File => {
  if (!file.endsWith('.csv')) return { file, text: JSON.stringify({ ...JSON.parse(text), matches: [] }) };
  const rows = text.split('\n').filter((row) => !row.includes('Reds'));
  return { file, text: rows.join('\n') };
};

const NO_STATUS = { meaningless: 'a file has no status; one that cannot be opened is named by the command that imports it' };

/** League 39 is the first division, league 40 the second. */
const LEAGUES = [
  ['39', 'en.1.json', 'English Premier League 2026/27', 'E0'],
  ['40', 'en.2.json', 'English Championship 2026/27', 'E1'],
] as const;

const day = (moment: Date): string => moment.toISOString().slice(0, 10);
const time = (moment: Date): string => moment.toISOString().slice(11, 16);

const openFootballFormat: Format = {
  write: (told) =>
    LEAGUES.flatMap(([league, file, name]) => {
      const matches = told.filter(({ fixture }) => fixture.leagueId === league).map(matchOf);
      return matches.length === 0 ? [] : [{ file: `2026-27/${file}`, text: JSON.stringify({ name, matches }) }];
    }),
  async read({ app, log }, files) {
    const reports = await importOpenFootball({ db: app.deps.db, now: app.clock.now, log }, files);
    return reports.flatMap(({ problems }) => problems.map(({ match, problem }) => `${match}: ${problem}`));
  },
};

/** The format has no ids: a match is identified by its round and teams. */
function matchOf({ fixture, status, events }: Told) {
  const { halftime, fulltime } = status.score;
  const goalsOf = (side: string) =>
    events.filter((event) => event.side === side).map(({ player, minute }) => ({ name: player, minute: String(minute) }));
  return {
    round: fixture.id === '7' ? fixture.round : `Matchday of ${fixture.id}`,
    date: day(fixture.kickoffAt),
    time: `${time(fixture.kickoffAt)} UTC+0`,
    team1: TEAM_NAMES[fixture.homeTeamId],
    team2: TEAM_NAMES[fixture.awayTeamId],
    ...(fulltime && { score: { ht: halftime, ft: fulltime }, goals1: goalsOf('home'), goals2: goalsOf('away') }),
  };
}

export const openFootball: Provider = {
  name: 'openfootball',
  play: (site, fault) => playFiles(openFootballFormat, site, fault),
  onTheWay: {
    'answered late': { shows: null },
    'answered empty': { shows: /is not JSON/ },
    'an error inside status 200': { shows: /is not in the openfootball format/ },
    '429': NO_STATUS,
    '500': NO_STATUS,
    'half a body': { shows: /is not JSON/ },
    'a page missing': { shows: null },
    'our own clock an hour ahead': { shows: null },
  },
  toldWrongly: {
    'events out of order': { meaningless: 'a file tells of goals when the match is over, and orders them by their minutes' },
    'an event taken back': { meaningless: 'a file tells of goals when the match is over; later it is a corrected score' },
    'the clock wrong': { meaningless: 'a file has no clock' },
    'the score going down': { meaningless: 'a file tells no score before the end' },
    'teams swapped before the kick-off': { shows: /known_by_another_id/, ends: 'as if nothing had been' },
  },
};

const HEADER = 'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,B365H,B365D,B365A';

const footballDataFormat: Format = {
  write: (told) =>
    LEAGUES.flatMap(([league, , , code]) => {
      const rows = told.filter(({ fixture, status }) => fixture.leagueId === league && status.score.fulltime !== null);
      return rows.length === 0
        ? []
        : [{ file: `${code}.csv`, text: [HEADER, opening(code), ...rows.map((row) => rowOf(code, row))].join('\n') }];
    }),
  async read({ app, log }, files) {
    const reports = await importFootballData({ db: app.deps.db, now: app.clock.now, log }, files);
    return reports.flatMap(({ problems }) => problems.map(({ match, problem }) => `${match}: ${problem}`));
  },
};

/** A season begins with its first row, which determines its year. */
const opening = (code: string) => `${code},2026-08-15,15:00,Greens ${code},Greys ${code},0,0,D,0,0,2,3,4`;

function rowOf(code: string, { fixture, status }: Told): string {
  const [home, away] = status.score.fulltime!;
  const [homeHalf, awayHalf] = status.score.halftime!;
  const names = [TEAM_NAMES[fixture.homeTeamId], TEAM_NAMES[fixture.awayTeamId]];
  const result = home === away ? 'D' : home > away ? 'H' : 'A';
  return [code, day(fixture.kickoffAt), time(fixture.kickoffAt), ...names, home, away, result, homeHalf, awayHalf, 2, 3, 4].join(',');
}

const ONLY_RESULTS = { meaningless: 'it tells of matches that are over' };

export const footballData: Provider = {
  name: 'football-data',
  // A match that is first reported when it is over takes no stakes.
  leaves: (end) => ({ ...end, goals: [], contests: [], corrections: [], balances: [] }),
  play: (site, fault) => playFiles(footballDataFormat, site, fault),
  onTheWay: {
    'answered late': { shows: null },
    'answered empty': { shows: /has no column "Div"/ },
    'an error inside status 200': { shows: /has no column "Div"|is not CSV/ },
    '429': NO_STATUS,
    '500': NO_STATUS,
    'half a body': { shows: /is missing|is not CSV/ },
    'a page missing': { shows: null },
    'our own clock an hour ahead': { shows: /status_live_after_ft/ },
  },
  toldWrongly: {
    'events out of order': { meaningless: 'it has no events' },
    'an event taken back': { meaningless: 'it has no events' },
    'a kick-off moved, and moved back': ONLY_RESULTS,
    'ids changed': { meaningless: 'it has no ids but the names of the clubs' },
    'the clock wrong': { meaningless: 'a file has no clock' },
    'the score going down': { meaningless: 'a file tells no score before the end' },
    'a finished match going live': ONLY_RESULTS,
    'teams swapped before the kick-off': ONLY_RESULTS,
    'a duplicate': { shows: /stands in the file twice/ },
  },
};
