import { startApiSportsServer } from '#test/support/api-sports-server.ts';
import { at, iso, type Phase, phaseAt, type StartProvider } from './day.ts';

const HOME = { id: 1071, name: 'Crvena zvezda Meridianbet Belgrade' };
const AWAY = { id: 1072, name: 'LDLC ASVEL Villeurbanne' };
const GAME = 442_017;
const LEAGUE = 120;
const SEASON = '2026';

type Points = readonly [home: number, away: number];
interface Played {
  short: string;
  /** The points of the quarters so far, and of the overtime. */
  points: readonly Points[];
}

/** Level after four quarters, and decided by three points in overtime. */
const PLAYED: readonly Phase<Played>[] = [
  [Number.NEGATIVE_INFINITY, { short: 'NS', points: [] }],
  [0, { short: 'Q1', points: [[0, 0]] }],
  [10, { short: 'Q1', points: [[11, 8]] }],
  [
    25,
    {
      short: 'Q2',
      points: [
        [21, 18],
        [4, 9],
      ],
    },
  ],
  [
    48,
    {
      short: 'HT',
      points: [
        [21, 18],
        [19, 25],
      ],
    },
  ],
  [
    63,
    {
      short: 'Q3',
      points: [
        [21, 18],
        [19, 25],
        [12, 9],
      ],
    },
  ],
  [
    90,
    {
      short: 'Q4',
      points: [
        [21, 18],
        [19, 25],
        [22, 17],
        [2, 5],
      ],
    },
  ],
  [
    118,
    {
      short: 'OT',
      points: [
        [21, 18],
        [19, 25],
        [22, 17],
        [20, 22],
        [0, 0],
      ],
    },
  ],
  [
    130,
    {
      short: 'AOT',
      points: [
        [21, 18],
        [19, 25],
        [22, 17],
        [20, 22],
        [14, 11],
      ],
    },
  ],
];

const PARTS = ['quarter_1', 'quarter_2', 'quarter_3', 'quarter_4', 'over_time'];

function scoresOf(points: readonly Points[], side: 0 | 1) {
  const total = points.reduce((sum, part) => sum + part[side], 0);
  return {
    ...Object.fromEntries(PARTS.map((part, index) => [part, points[index]?.[side] ?? null])),
    total: points.length === 0 ? null : total,
  };
}

function gameRow(minutes: number) {
  const { short, points } = phaseAt(PLAYED, minutes);
  return {
    ...{ id: GAME, date: at(0).toISOString(), stage: null, week: '11', venue: 'Aleksandar Nikolić Hall', status: { short } },
    league: { id: LEAGUE, season: SEASON },
    teams: { home: HOME, away: AWAY },
    scores: { home: scoresOf(points, 0), away: scoresOf(points, 1) },
  };
}

const bookmakers = ['Bet365', 'Pinnacle'].map((name) => ({
  name,
  bets: [
    {
      id: 2,
      name: 'Home/Away',
      values: [
        { value: 'Home', odd: '1.62' },
        { value: 'Away', odd: '2.35' },
      ],
    },
  ],
}));

/** API-Basketball: the Euroleague, with prices. */
export const startApiBasketball: StartProvider = async (minutes) => {
  const { replies, url, close } = await startApiSportsServer({ hasPages: false });
  const season = { season: SEASON, start: '2026-09-30', end: '2027-05-30', coverage: { odds: true } };
  const league = { id: LEAGUE, name: 'Euroleague', type: 'League', country: { name: 'Europe', code: null }, seasons: [season] };
  replies.set('/leagues', () => ({ rows: [league] }));
  replies.set('/teams', () => ({ rows: [HOME, AWAY].map((team) => ({ ...team, country: null })) }));
  replies.set('/games', ({ date }) => ({ rows: date === undefined || iso(0).startsWith(date) ? [gameRow(minutes())] : [] }));
  replies.set('/odds', () => ({ rows: minutes() < 0 ? [{ game: { id: GAME }, bookmakers }] : [] }));
  return { settings: { API_BASKETBALL_KEY: 'a-test-key', API_BASKETBALL_URL: url, API_BASKETBALL_LEAGUES: String(LEAGUE) }, close };
};
