/** The rankings that the provider lists. */
export const RANK_LISTS = ['ATP', 'WTA'] as const;
export type RankList = (typeof RANK_LISTS)[number];

/** A followed tour, with the provider's id of its event type. */
export interface Tour {
  tour: string;
  event: string;
}

/** The requests to the provider. A match's id is the provider's, as a string; days are UTC days ("2026-09-30"). */
export type Request =
  | { kind: 'events' }
  | { kind: 'tournaments' }
  | { kind: 'standings'; list: RankList }
  /** The coming days of a tour. */
  | ({ kind: 'schedule'; from: string; to: string } & Tour)
  /** A day of a tour: order of play, results. */
  | ({ kind: 'day'; date: string } & Tour)
  | ({ kind: 'live' } & Tour)
  | { kind: 'match'; id: string; from: string; to: string }
  /** The prices of all tours on a day. */
  | { kind: 'odds'; date: string }
  /** A past day of a tour. */
  | ({ kind: 'history'; date: string } & Tour);

/** Returns the path and query of a request. */
export function queryOf(request: Request): string {
  switch (request.kind) {
    case 'events':
    case 'tournaments':
      return `/?method=get_${request.kind}`;
    case 'standings':
      return `/?method=get_standings&event_type=${request.list}`;
    case 'schedule':
      return `/?method=get_fixtures&date_start=${request.from}&date_stop=${request.to}&event_type_key=${request.event}`;
    case 'day':
    case 'history':
      return `/?method=get_fixtures&date_start=${request.date}&date_stop=${request.date}&event_type_key=${request.event}`;
    case 'live':
      return `/?method=get_livescore&event_type_key=${request.event}`;
    case 'match':
      // The dates are required, even for one match, which may have been moved.
      return `/?method=get_fixtures&date_start=${request.from}&date_stop=${request.to}&match_key=${request.id}`;
    case 'odds':
      return `/?method=get_odds&date_start=${request.date}&date_stop=${request.date}`;
  }
}

/** Returns the key under which the time of the answer and of the next try are stored. */
export function keyOf(request: Request): string {
  switch (request.kind) {
    case 'events':
    case 'tournaments':
      return request.kind;
    case 'standings':
      return `standings:${request.list}`;
    case 'day':
      return dayKey(request.tour, request.date);
    case 'match':
      return `match:${request.id}`;
    case 'odds':
      return `odds:${request.date}`;
    default:
      return `${request.kind}:${request.tour}`;
  }
}

export const dayKey = (tour: string, date: string): string => `day:${tour}:${date}`;
export const historyKey = (tour: string): string => `history:${tour}`;
export const liveKey = (tour: string): string => `live:${tour}`;
