/** Rows as PandaScore writes them: a series of maps between two teams. */
export interface SeriesRow {
  id: number;
  name: string;
  status: string;
  match_type: string;
  number_of_games: number;
  scheduled_at: string | null;
  original_scheduled_at: string | null;
  rescheduled: boolean;
  begin_at: string | null;
  end_at: string | null;
  modified_at: string;
  draw: boolean;
  forfeit: boolean;
  winner_id: number | null;
  winner_type: string;
  game_advantage: number | null;
  opponents: { type: string; opponent: { id: number; name: string; acronym: string | null; location: string | null } }[];
  results: { team_id?: number; player_id?: number; score: number }[];
  games: {
    id: number;
    position: number;
    status: string;
    forfeit: boolean;
    complete: boolean;
    winner: { id: number | null; type: string };
  }[];
  league: { id: number; name: string };
  serie: { id: number; name: string | null; season: string | null; year: number; full_name: string; begin_at: string };
  tournament: { id: number; name: string; tier: string | null; has_bracket: boolean };
  videogame: { id: number; name: string; slug: string };
}

/** The course of a series: the winner of each finished map (0 or 1), and whether the next one is being played. */
export interface Course {
  won?: (0 | 1)[];
  isPlaying?: boolean;
  teams?: [number, number];
  bestOf?: number;
}

export const team = (id: number) => ({ type: 'Team', opponent: { id, name: `Team ${id}`, acronym: `T${id}`, location: 'KR' } });

/** Returns a row of a coming best of three, or of one with this course; `change` replaces fields. */
export function seriesRow(
  { won = [], isPlaying = false, teams = [1, 2], bestOf = 3 }: Course = {},
  change: Partial<SeriesRow> = {},
): SeriesRow {
  const scores = [0, 1].map((side) => won.filter((winner) => winner === side).length) as [number, number];
  const isOver = !isPlaying && won.length > 0;
  const leader = scores[0] === scores[1] ? null : scores[0] > scores[1] ? 0 : 1;
  const start = change.scheduled_at === undefined ? '2026-11-21T18:00:00Z' : change.scheduled_at;
  const game = (position: number, status: string, winner: number | null) => ({
    ...{ id: position, position, status, forfeit: false, complete: status === 'finished', winner: { id: winner, type: 'Team' } },
  });
  return {
    ...{ id: 7, name: `Upper bracket semifinal 1: T${teams[0]} vs T${teams[1]}`, match_type: 'best_of', number_of_games: bestOf },
    status: isOver ? 'finished' : isPlaying ? 'running' : 'not_started',
    ...{ scheduled_at: start, original_scheduled_at: start, rescheduled: false, begin_at: start, end_at: null },
    ...{ modified_at: '2026-11-20T10:00:00Z', forfeit: false, winner_type: 'Team', game_advantage: null },
    ...{ draw: isOver && leader === null, winner_id: isOver && leader !== null ? teams[leader]! : null },
    opponents: teams.map(team),
    results: teams.map((team_id, side) => ({ team_id, score: scores[side]! })),
    games: [
      ...won.map((winner, index) => game(index + 1, 'finished', teams[winner]!)),
      ...(isPlaying ? [game(won.length + 1, 'running', null)] : []),
      ...(isOver
        ? []
        : Array.from({ length: Math.max(0, bestOf - won.length - 1) }, (_, index) => game(won.length + index + 2, 'not_started', null))),
    ],
    league: { id: 293, name: 'LCK' },
    serie: { id: 7573, name: '', season: 'Summer', year: 2026, full_name: 'Summer 2026', begin_at: '2026-06-12T08:00:00Z' },
    tournament: { id: 14032, name: 'Playoffs', tier: 'a', has_bracket: true },
    videogame: { id: 1, name: 'LoL', slug: 'league-of-legends' },
    ...change,
  };
}
