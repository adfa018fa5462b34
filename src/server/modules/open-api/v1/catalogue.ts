import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { SearchHit } from '#contract/search.ts';
import type * as contract from '#contract/v1/catalogue.ts';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import * as data from '#server/modules/match-data/public.ts';
import { v1League, v1Match, v1Team } from '#server/modules/match-data/public.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { decodeCursor, pageOf } from './cursor.ts';
import { mapped } from './mapped.ts';

type Reply<K extends keyof typeof contract> = ReplyOf<(typeof contract)[K]>;
type Input<K extends keyof typeof contract> = ParsedInputOf<(typeof contract)[K]>;

const PARTS: Record<Sport, Reply<'v1Sports'>['data'][number]['parts']> = {
  football: 'halves',
  basketball: 'quarters',
  tennis: 'sets',
  esports: 'maps',
};

export const sports = (): ReplyPlan<Reply<'v1Sports'>> => ({
  key: '',
  topics: [],
  make: async () => ({ data: SPORTS.map((id) => ({ id, can_draw: id === 'football', parts: PARTS[id] })) }),
});

export function leagues(deps: Deps, { sport, limit, cursor }: Input<'v1Leagues'>): ReplyPlan<Reply<'v1Leagues'>> {
  const [after] = cursor === undefined ? [0] : decodeCursor(cursor, ['number'] as const);
  const { key, topics, make } = data.leagueList(deps, { sport });
  return {
    key: JSON.stringify([key, limit, after]),
    topics,
    make: async () => {
      const { items } = await make();
      const rest = items.filter(({ id }) => id > after);
      return pageOf(
        rest,
        limit,
        ({ id }) => [id],
        (league) => ({ ...v1League(league), season: league.season }),
      );
    },
  };
}

export const league = (deps: Deps, { id }: { id: number }): ReplyPlan<Reply<'v1League'>> =>
  mapped(data.leagueById(deps, { id }), (found) => ({ ...v1League(found), season: found.season }));

export const table = (deps: Deps, { id, season, live }: Input<'v1Table'>): ReplyPlan<Reply<'v1Table'>> =>
  mapped(data.standings(deps, { id, season, live, view: 'all' }), (found) => ({
    league: v1League(found.league),
    season: found.season,
    seasons: found.seasons,
    ordered_by: found.ordered_by,
    tables: found.tables.map(({ group, rows }) => ({ group, rows: rows.map(tableRow) })),
  }));

type TableRow = Reply<'v1Table'>['tables'][number]['rows'][number];
type FoundRow = Awaited<ReturnType<ReturnType<typeof data.standings>['make']>>['tables'][number]['rows'][number];

const tableRow = (row: FoundRow): TableRow => ({
  position: row.position,
  team: v1Team(row.team),
  played: row.played,
  won: row.won,
  drawn: row.drawn,
  lost: row.lost,
  scored: row.goals_for,
  conceded: row.goals_against,
  points: row.points,
  form: row.form,
  zone: row.zone,
  moved: row.moved,
  match_id: row.playing?.match_id ?? null,
});

export const scorers = (deps: Deps, { id, season, limit }: Input<'v1Scorers'>): ReplyPlan<Reply<'v1Scorers'>> =>
  mapped(data.scorers(deps, { id, season, top: limit }), (found) => ({
    league: v1League(found.league),
    season: found.season,
    data: found.items.map(({ position, player, player_id, team, goals, penalties, assists }) => ({
      position,
      player: { id: player_id, name: player },
      team: v1Team(team),
      goals,
      penalties,
      assists,
    })),
  }));

export const team = (deps: Deps, { id }: { id: number }): ReplyPlan<Reply<'v1Team'>> =>
  mapped(data.teamById(deps, { id }), (found) => ({
    ...v1Team(found.team),
    sport: found.sport,
    country_code: found.country_code,
    colours: found.team.colours,
    leagues: found.leagues.map(v1League),
    matches: found.matches.map(v1Match),
  }));

type Figures = Pick<
  Reply<'v1TeamPlayers'>['data'][number],
  'appearances' | 'starts' | 'goals' | 'penalties' | 'assists' | 'yellow_cards' | 'red_cards'
>;

const figuresOf = <T extends Figures & { rating: { mean: number } | null }>({ rating, ...row }: T) => ({
  appearances: row.appearances,
  starts: row.starts,
  goals: row.goals,
  penalties: row.penalties,
  assists: row.assists,
  yellow_cards: row.yellow_cards,
  red_cards: row.red_cards,
  rating: rating?.mean ?? null,
});

export const teamPlayers = (deps: Deps, { id }: { id: number }): ReplyPlan<Reply<'v1TeamPlayers'>> =>
  mapped(data.teamPlayers(deps, { id }), ({ players }) => ({
    data: players.map((row) => ({ id: row.id, name: row.name, number: row.number, position: row.position, ...figuresOf(row) })),
  }));

export const player = (deps: Deps, { id }: { id: number }): ReplyPlan<Reply<'v1Player'>> =>
  mapped(data.playerById(deps, { id }), (found) => ({
    ...found.player,
    sport: found.sport,
    team: v1Team(found.team),
    competitions: found.competitions.map((row) => ({ league: v1League(row.league), season: row.season, ...figuresOf(row) })),
  }));

/** Finds leagues, teams and players by name. Not cached: every text is another one. */
export async function search(deps: Deps, { q, sport, limit }: Input<'v1Search'>): Promise<Reply<'v1Search'>> {
  const { items } = await data.searchNames(deps, { q, sport, limit });
  return { data: items.map(hit) };
}

function hit(found: SearchHit): Reply<'v1Search'>['data'][number] {
  if (found.kind === 'league') {
    const { id, name, names, sport } = found.league;
    return { kind: 'league', id, name, names, sport, team: null };
  }
  if (found.kind === 'team') {
    const { id, name, names } = found.team;
    return { kind: 'team', id, name, names, sport: found.sport, team: null };
  }
  return { kind: 'player', ...found.player, names: {}, sport: found.sport, team: v1Team(found.team) };
}
