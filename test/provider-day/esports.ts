import { type Course, type SeriesRow, seriesRow } from '#test/support/pandascore-rows.ts';
import { startPandascoreServer } from '#test/support/pandascore-server.ts';
import { iso, type Phase, phaseAt, type StartProvider } from './day.ts';

/** The winners of the maps so far: 0 is the home team. */
type Maps = Required<Pick<Course, 'won' | 'isPlaying'>>;

const NOT_YET: Maps = { won: [], isPlaying: false };
const PLAYOFF: readonly Phase<Maps>[] = [
  [Number.NEGATIVE_INFINITY, NOT_YET],
  [0, { won: [], isPlaying: true }],
  [25, { won: [0], isPlaying: true }],
  [85, { won: [0, 1], isPlaying: true }],
  [130, { won: [0, 1, 0], isPlaying: false }],
];
/** Two maps, which end level. */
const LEVEL: readonly Phase<Maps>[] = [
  [Number.NEGATIVE_INFINITY, NOT_YET],
  [0, { won: [], isPlaying: true }],
  [45, { won: [1], isPlaying: true }],
  [95, { won: [1, 0], isPlaying: false }],
];

const team = (id: number, name: string, acronym: string | null, location: string) => ({
  type: 'Team',
  opponent: { id, name, acronym, location },
});
const serie = (id: number, name: string, season: string | null) => ({
  ...{ id, name, season, year: 2026, full_name: [name, season, '2026'].filter(Boolean).join(' '), begin_at: iso(-3 * 24 * 60) },
});

function row(
  id: number,
  label: string,
  bestOf: number,
  maps: Maps,
  opponents: SeriesRow['opponents'],
  event: Partial<SeriesRow>,
  minutes: number,
): SeriesRow {
  const [home, away] = opponents.map(({ opponent }) => opponent) as [
    SeriesRow['opponents'][0]['opponent'],
    SeriesRow['opponents'][0]['opponent'],
  ];
  const teams: [number, number] = [home.id, away.id];
  const isOver = maps.won.length > 0 && !maps.isPlaying;
  const name = `${label}: ${home.acronym ?? home.name} vs ${away.acronym ?? away.name}`;
  const change = { id, name, scheduled_at: iso(0), end_at: isOver ? iso(minutes) : null, modified_at: iso(minutes), ...event };
  return { ...seriesRow({ ...maps, teams, bestOf }, change), opponents };
}

/** PandaScore: a play-off of Counter-Strike, and a match of Dota 2 that ends level. */
export const startPandascore: StartProvider = async (minutes) => {
  const server = await startPandascoreServer();
  const blast: Partial<SeriesRow> = {
    league: { id: 4_700, name: 'BLAST Premier' },
    serie: serie(9_101, 'Open Fall Europe Closed Qualifier', 'Fall'),
    tournament: { id: 17_001, name: 'Playoffs', tier: 'a', has_bracket: true },
    videogame: { id: 3, name: 'Counter-Strike', slug: 'cs-go' },
  };
  const dreamLeague: Partial<SeriesRow> = {
    league: { id: 4_202, name: 'DreamLeague' },
    serie: serie(9_102, '', '27'),
    tournament: { id: 17_002, name: 'Group A', tier: 's', has_bracket: false },
    videogame: { id: 4, name: 'Dota 2', slug: 'dota-2' },
  };
  const counterStrike = [team(3_216, 'Natus Vincere Junior', 'NAVI.J', 'UA'), team(3_240, 'Ninjas in Pyjamas Impact', null, 'SE')];
  const dota = [team(1_669, 'Team Spirit', 'TS', 'RU'), team(1_656, 'Virtus.pro', 'VP', 'RU')];
  server.matches = () => [
    row(811_401, 'Upper bracket semifinal 1', 3, phaseAt(PLAYOFF, minutes()), counterStrike, blast, minutes()),
    row(811_402, 'Round 3', 2, phaseAt(LEVEL, minutes()), dota, dreamLeague, minutes()),
  ];
  return { settings: { PANDASCORE_KEY: 'a-test-key', PANDASCORE_URL: server.url, PANDASCORE_PER_HOUR: '60' }, close: server.close };
};
