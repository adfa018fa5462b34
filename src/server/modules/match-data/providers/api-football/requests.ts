/** The requests to the provider. Ids of leagues, teams and fixtures are the provider's, as strings. */
export type Request =
  | { kind: 'leagues' }
  | { kind: 'teams'; league: string; year: number }
  | { kind: 'standings'; league: string; year: number }
  | { kind: 'fixtures'; league: string; year: number }
  | { kind: 'live'; leagues: readonly string[] }
  | { kind: 'details'; ids: string[] }
  | { kind: 'odds'; league: string; year: number; page: number }
  | { kind: 'live_odds' }
  | { kind: 'squad'; team: string };

/** Maximum number of fixtures per request. */
export const DETAILS_MAX = 20;

/** Returns the path and query of a request. */
export function queryOf(request: Request): string {
  switch (request.kind) {
    case 'leagues':
      return '/leagues?current=true';
    case 'teams':
    case 'standings':
    case 'fixtures':
      return `/${request.kind}?league=${request.league}&season=${request.year}`;
    case 'live':
      return `/fixtures?live=${request.leagues.join('-')}`;
    case 'details':
      return `/fixtures?ids=${request.ids.join('-')}`;
    case 'odds':
      return `/odds?league=${request.league}&season=${request.year}&bet=1&page=${request.page}`;
    case 'live_odds':
      return '/odds/live';
    case 'squad':
      return `/players/squads?team=${request.team}`;
  }
}

/** Returns the key under which the time of the answer and of the next try are stored. */
export function keyOf(request: Request): string {
  if ('year' in request) return `${request.kind}:${request.league}:${request.year}`;
  return request.kind === 'squad' ? `squad:${request.team}` : request.kind;
}
