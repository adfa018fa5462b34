import { startTennisServer } from '#test/support/tennis-server.ts';
import { iso, type Phase, phaseAt, type StartProvider } from './day.ts';

type Games = readonly [first: string, second: string];
interface Played {
  status: string;
  won: readonly [number, number];
  sets: readonly Games[];
  /** The points of the game in play, and who serves. */
  game?: { points: string; serves: 'First Player' | 'Second Player' };
}

/** Lost in the first set's tie-break, won in the third's; "7.10" is a set of seven games with ten points in its tie-break. */
const PLAYED: readonly Phase<Played>[] = [
  [Number.NEGATIVE_INFINITY, { status: '', won: [0, 0], sets: [] }],
  [0, { status: 'Set 1', won: [0, 0], sets: [['0', '0']], game: { points: '15 - 0', serves: 'First Player' } }],
  [20, { status: 'Set 1', won: [0, 0], sets: [['3', '2']], game: { points: '40 - A', serves: 'Second Player' } }],
  [
    58,
    {
      status: 'Set 2',
      won: [0, 1],
      sets: [
        ['6.8', '7.10'],
        ['3', '2'],
      ],
      game: { points: '30 - 40', serves: 'First Player' },
    },
  ],
  [
    100,
    {
      status: 'Set 3',
      won: [1, 1],
      sets: [
        ['6.8', '7.10'],
        ['6', '4'],
        ['5', '5'],
      ],
      game: { points: '0 - 15', serves: 'Second Player' },
    },
  ],
  [
    150,
    {
      status: 'Finished',
      won: [2, 1],
      sets: [
        ['6.8', '7.10'],
        ['6', '4'],
        ['7.7', '6.5'],
      ],
    },
  ],
];

const EVENT = 'Atp Singles';
const TOURNAMENT = { tournament_key: 2_115, tournament_name: 'ATP Finals' };
const KEY = '12061344';
const [FIRST, SECOND] = [
  { key: 1_905, told: 'A. Davidovich Fokina', name: 'Alejandro Davidovich Fokina', country: 'Spain', place: '14' },
  { key: 2_172, told: 'F. Auger-Aliassime', name: 'Félix Auger-Aliassime', country: 'Canada', place: '6' },
] as const;

function row(minutes: number) {
  const { status, won, sets, game } = phaseAt(PLAYED, minutes);
  return {
    ...{ event_key: KEY, event_date: iso(0).slice(0, 10), event_time: iso(0).slice(11, 16), event_status: status, event_type_type: EVENT },
    ...{ event_first_player: FIRST.told, first_player_key: FIRST.key, event_second_player: SECOND.told, second_player_key: SECOND.key },
    ...{
      event_final_result: sets.length === 0 ? '-' : won.join(' - '),
      event_game_result: game?.points ?? '-',
      event_serve: game?.serves ?? null,
    },
    ...{ event_winner: status === 'Finished' ? 'First Player' : null, event_qualification: 'False', ...TOURNAMENT },
    ...{ tournament_round: 'ATP Finals - Semi-finals', tournament_season: '2026' },
    scores: sets.map(([first, second], index) => ({ score_first: first, score_second: second, score_set: String(index + 1) })),
  };
}

const standing = ({ key, name, country, place }: typeof FIRST | typeof SECOND) => ({ place, player: name, player_key: key, country });
const prices = (odd: string) => ({ bet365: odd, Pncl: odd });

/** api-tennis.com: the ATP tour, with ranks, prices and each game's points. */
export const startApiTennis: StartProvider = async (minutes) => {
  const { replies, url, close } = await startTennisServer();
  const answer = (result: unknown) => ({ success: 1, result });
  replies.set('get_events', () => answer([{ event_type_key: 265, event_type_type: EVENT }]));
  replies.set('get_tournaments', () => answer([{ ...TOURNAMENT, event_type_type: EVENT, tournament_sourface: 'Hard (indoor)' }]));
  replies.set('get_standings', () => answer([FIRST, SECOND].map(standing)));
  replies.set('get_fixtures', ({ date_start, date_stop }) =>
    answer([row(minutes())].filter(({ event_date }) => event_date >= date_start! && event_date <= date_stop!)),
  );
  replies.set('get_livescore', () => answer([row(minutes())].filter(({ event_status }) => event_status.startsWith('Set'))));
  replies.set('get_odds', () => answer(minutes() < 0 ? { [KEY]: { 'Home/Away': { Home: prices('2.60'), Away: prices('1.52') } } } : {}));
  return {
    settings: { API_TENNIS_KEY: 'a-test-key', API_TENNIS_URL: url, API_TENNIS_TOURS: 'atp-singles', API_TENNIS_PER_DAY: '150' },
    close,
  };
};

interface Told {
  status: string;
  sets: [number, number];
  games: [number[], number[]];
  points?: [string, string];
}

const TOLD: readonly Phase<Told | null>[] = [
  [Number.NEGATIVE_INFINITY, null],
  [0, { status: 'live', sets: [0, 0], games: [[2], [1]], points: ['15', '0'] }],
  [
    50,
    {
      status: 'live',
      sets: [1, 0],
      games: [
        [6, 3],
        [4, 2],
      ],
      points: ['40', 'A'],
    },
  ],
  [
    96,
    {
      status: 'completed',
      sets: [2, 0],
      games: [
        [6, 6],
        [4, 2],
      ],
    },
  ],
];
const MATCH = 90_417;

function liveRow(minutes: number) {
  const told = phaseAt(TOLD, minutes);
  const { sets, games, points } = told ?? {};
  return {
    ...{ id: MATCH, tour: 'wta', draw: 'singles', tournament: 'WTA Finals Riyadh', tournament_id: 't-wta-finals', surface: 'hard' },
    ...{ format: 'BO3', round: 'Final', round_code: 'F', event_status: null, scheduled_time: iso(0) },
    players: { p1: { id: 501, name: 'Iga Świątek', ranking: 2 }, p2: { id: 502, name: 'Beatriz Haddad Maia', ranking: 19 } },
    ...{ status: told?.status ?? 'upcoming', winner: told?.status === 'completed' ? 1 : null },
    score:
      told === null
        ? null
        : { sets, games, points: points ?? null, server: points ? 1 : null, is_tiebreak: false, stale: false, age_seconds: 5 },
  };
}

/** The Live Tennis API: the WTA tour, without prices. */
export const startLiveTennis: StartProvider = async (minutes) => {
  const { replies, url, close } = await startTennisServer({ data: [] });
  replies.set('/matches', ({ status }, path) => {
    const match = liveRow(minutes());
    if (path !== '/matches') return path === `/matches/${MATCH}` ? match : undefined;
    return { data: match.status === status ? [match] : [], meta: { has_more: false } };
  });
  return { settings: { LIVE_TENNIS_KEY: 'a-test-key', LIVE_TENNIS_URL: url, LIVE_TENNIS_TOURS: 'wta-singles' }, close };
};
