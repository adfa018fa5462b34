import { startApiSportsServer } from '#test/support/api-sports-server.ts';
import {
  competitionReply,
  type FootballDataOrgServer,
  matchRow,
  startFootballDataOrgServer,
  type ToldScore,
  teamRow,
} from '#test/support/football-data-org-server.ts';
import { at, iso, type Phase, phaseAt, type StartProvider } from './day.ts';

const HOME = { id: 163, name: 'Borussia Mönchengladbach' };
const AWAY = { id: 157, name: 'Bayern München' };
const FIXTURE = 1_388_401;
const LEAGUE = 78;

interface Played {
  short: string;
  /** The minute of the match, and the minute of the day in which it began; absent while no clock runs. */
  clock?: { from: number; since: number };
}
const PLAYED: readonly Phase<Played>[] = [
  [Number.NEGATIVE_INFINITY, { short: 'NS' }],
  [0, { short: '1H', clock: { from: 0, since: 0 } }],
  [47, { short: 'HT' }],
  [62, { short: '2H', clock: { from: 45, since: 62 } }],
  [112, { short: 'FT' }],
];
/** Goals by the minute of the day: 1–1 at half-time, 2–1 at the end. */
const GOALS = [
  { minute: 12, elapsed: 12, team: HOME, player: 'Tim Kleindienst', assist: 'Franck Honorat' },
  { minute: 44, elapsed: 44, team: AWAY, player: 'Luis Díaz', assist: 'Michael Olise' },
  { minute: 88, elapsed: 71, team: HOME, player: 'Haris Tabaković', assist: null },
];

const goalsOf = (team: typeof HOME, minutes: number) => GOALS.filter((goal) => goal.team === team && goal.minute <= minutes).length;
const pair = (home: number | null, away: number | null) => ({ home, away });

function fixtureRow(minutes: number, hasEvents: boolean) {
  const { short, clock } = phaseAt(PLAYED, minutes);
  const score = (until: number, isTold: boolean) => (isTold ? pair(goalsOf(HOME, until), goalsOf(AWAY, until)) : pair(null, null));
  return {
    fixture: {
      id: FIXTURE,
      date: at(0).toISOString(),
      venue: { name: 'Stadion im Borussia-Park' },
      referee: 'Deniz Aytekin, Germany',
      status: {
        short,
        elapsed: clock ? Math.max(1, Math.min(clock.from + Math.floor(minutes - clock.since), clock.from + 45)) : null,
        extra: null,
      },
    },
    league: { id: LEAGUE, season: 2026, round: 'Regular Season - 12' },
    teams: { home: HOME, away: AWAY },
    goals: score(minutes, short !== 'NS'),
    score: {
      halftime: score(47, minutes >= 47),
      fulltime: score(112, short === 'FT'),
      extratime: pair(null, null),
      penalty: pair(null, null),
    },
    ...(hasEvents && { events: GOALS.filter(({ minute }) => minute <= minutes).map(eventRow) }),
  };
}

const eventRow = ({ elapsed, team, player, assist }: (typeof GOALS)[number]) => ({
  time: { elapsed, extra: null },
  team,
  player: { id: elapsed, name: player },
  assist: { id: null, name: assist },
  type: 'Goal',
  detail: 'Normal Goal',
  comments: null,
});

const PRICES = { Home: '4.20', Draw: '3.90', Away: '1.75' };
const bookmakers = ['Bet365', 'Pinnacle', 'Unibet'].map((name) => ({
  name,
  bets: [{ id: 1, name: 'Match Winner', values: Object.entries(PRICES).map(([value, odd]) => ({ value, odd })) }],
}));

/** API-Football: the Bundesliga, with prices and goals. */
export const startApiFootball: StartProvider = async (minutes) => {
  const { replies, url, close } = await startApiSportsServer({ hasPages: true });
  const league = { id: LEAGUE, name: 'Bundesliga', type: 'League' };
  const season = { year: 2026, start: '2026-08-28', end: '2027-05-22', current: true, coverage: { odds: true } };
  replies.set('/leagues', () => ({ rows: [{ league, country: { name: 'Germany', code: 'DE' }, seasons: [season] }] }));
  replies.set('/teams', () => ({ rows: [HOME, AWAY].map((team) => ({ team: { ...team, code: null, country: 'Germany' } })) }));
  replies.set('/odds', () => ({
    rows: minutes() < 0 ? [{ fixture: { id: FIXTURE }, update: at(minutes()).toISOString(), bookmakers }] : [],
  }));
  replies.set('/fixtures', ({ live, ids }) => {
    const isPlayed = ['1H', 'HT', '2H'].includes(phaseAt(PLAYED, minutes()).short);
    return { rows: live === undefined || isPlayed ? [fixtureRow(minutes(), live !== undefined || ids !== undefined)] : [] };
  });
  return { settings: { API_FOOTBALL_KEY: 'a-test-key', API_FOOTBALL_URL: url, API_FOOTBALL_LEAGUES: String(LEAGUE) }, close };
};

const SPAIN = {
  area: { id: 2224, name: 'Spain', code: 'ESP', flag: null },
  competition: { id: 2014, name: 'Primera Division', code: 'PD', type: 'LEAGUE', emblem: null },
  season: { id: 2490, startDate: '2026-08-16', endDate: '2027-05-23', currentMatchday: 13, winner: null },
};
const TEAMS = [teamRow(78, 'Club Atlético de Madrid'), teamRow(90, 'Real Betis Balompié')] as const;
const MATCH = 560_112;

/** A draw, told late, without goals' minutes. */
const TOLD: readonly Phase<{ status: string; score: ToldScore }>[] = [
  [Number.NEGATIVE_INFINITY, { status: 'TIMED', score: {} }],
  [0, { status: 'IN_PLAY', score: { full: [0, 0] } }],
  [25, { status: 'IN_PLAY', score: { full: [0, 1] } }],
  [47, { status: 'PAUSED', score: { full: [0, 1], half: [0, 1] } }],
  [62, { status: 'IN_PLAY', score: { full: [0, 1], half: [0, 1] } }],
  [70, { status: 'IN_PLAY', score: { full: [1, 1], half: [0, 1] } }],
  [112, { status: 'FINISHED', score: { full: [1, 1], half: [0, 1], winner: 'DRAW' } }],
];

/** football-data.org: LaLiga, on the free plan. */
export const startFootballDataOrg: StartProvider = async (minutes) => {
  const { replies, url, close }: FootballDataOrgServer = await startFootballDataOrgServer();
  const row = () => {
    const { status, score } = phaseAt(TOLD, minutes());
    return matchRow(MATCH, iso(0), status, score, { ...SPAIN, matchday: 13, homeTeam: TEAMS[0], awayTeam: TEAMS[1] });
  };
  replies.set('/competitions/PD', () => competitionReply(SPAIN));
  replies.set('/competitions/PD/teams', () => ({ teams: TEAMS }));
  replies.set('/competitions/PD/matches', () => ({ matches: [row()] }));
  replies.set('/matches', ({ dateFrom }) => ({ matches: iso(0).startsWith(dateFrom!) ? [row()] : [] }));
  replies.set('/matches/*', (_, id) =>
    id === String(MATCH) ? row() : { errorCode: 404, message: 'The resource you are looking for does not exist.' },
  );
  return { settings: { FOOTBALL_DATA_ORG_KEY: 'a-test-key', FOOTBALL_DATA_ORG_URL: url, FOOTBALL_DATA_ORG_COMPETITIONS: 'PD' }, close };
};
