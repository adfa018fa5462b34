/** The requests to the provider. Ids of leagues and games are the provider's, as strings; a season is "2021-2022" or "2021". */
export type Request =
  | { kind: 'leagues' }
  | { kind: 'teams'; league: string; season: string }
  | { kind: 'games'; league: string; season: string }
  | { kind: 'odds'; league: string; season: string }
  /** All games in the world on a UTC day ("2021-10-20"): there is no list of live games only. */
  | { kind: 'day'; date: string }
  | { kind: 'game'; id: string };

/** Bet id of "Home/Away": the winner, overtime included. */
export const WINNER_ID = 2;

/** Returns the path and query of a request. */
export function queryOf(request: Request): string {
  switch (request.kind) {
    case 'leagues':
      return '/leagues';
    case 'teams':
    case 'games':
      return `/${request.kind}?league=${request.league}&season=${request.season}`;
    case 'odds':
      return `/odds?league=${request.league}&season=${request.season}&bet=${WINNER_ID}`;
    case 'day':
      return `/games?date=${request.date}`;
    case 'game':
      return `/games?id=${request.id}`;
  }
}

/** Returns the key under which the time of the answer and of the next try are stored. */
export function keyOf(request: Request): string {
  if ('season' in request) return `${request.kind}:${request.league}:${request.season}`;
  if (request.kind === 'day') return dayKey(request.date);
  return request.kind === 'game' ? `game:${request.id}` : request.kind;
}

export const dayKey = (date: string): string => `day:${date}`;
export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
