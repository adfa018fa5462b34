/** What can be asked of the provider. Leagues and games are its own numbers, as texts; a season is "2021-2022" or "2021". */
export type Request =
  | { kind: 'leagues' }
  | { kind: 'teams'; league: string; season: string }
  | { kind: 'games'; league: string; season: string }
  | { kind: 'odds'; league: string; season: string }
  /** Every game of the world on a day, UTC ("2021-10-20"): there is no list of live games alone. */
  | { kind: 'day'; date: string }
  | { kind: 'game'; id: string };

/** "Home/Away": who wins, overtime included. */
export const WINNER_ID = 2;

/** Path and query of a request. */
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

/** What a request is remembered by: when it was answered, and when to try again. */
export function keyOf(request: Request): string {
  if ('season' in request) return `${request.kind}:${request.league}:${request.season}`;
  if (request.kind === 'day') return dayKey(request.date);
  return request.kind === 'game' ? `game:${request.id}` : request.kind;
}

export const dayKey = (date: string): string => `day:${date}`;
export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
