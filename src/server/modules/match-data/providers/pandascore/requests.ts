import { DAY_MS, MINUTE_MS, utcDay } from '#domain/time.ts';
import type { Progress } from './progress.ts';
import { PER_PAGE } from './protocol.ts';

/** The requests to the provider; pages count from 1. */
export type Request =
  /** Matches under way, and those of the next weeks in the order of their start. */
  | { kind: 'running' | 'upcoming'; page: number }
  /** What was added, changed or deleted since a moment. */
  | { kind: 'incidents'; page: number; sinceMs: number }
  /** Single matches, by their ids. */
  | { kind: 'matches'; ids: string[] }
  /** Past matches of a title that began from one day to another. */
  | { kind: 'past'; game: string; from: string; before: string; page: number };

/** Kinds of requests that are repeated, with the number of pages that are read at most. */
const LISTS = { running: 5, upcoming: 5, incidents: 10 } as const;
type ListKind = keyof typeof LISTS;

/** Returns the path and query of a request, for these titles. */
export function queryOf(request: Request, games: readonly string[]): string {
  const titles = { 'filter[videogame]': games.join(',') };
  switch (request.kind) {
    case 'running':
      return pathOf('/matches/running', { ...titles, page: request.page });
    case 'upcoming':
      return pathOf('/matches/upcoming', { ...titles, sort: 'begin_at', page: request.page });
    case 'incidents': {
      const since = new Date(request.sinceMs).toISOString().replace(/\.\d+/, '');
      return pathOf('/incidents', { type: 'match,team,player', videogame: games.join(','), since, page: request.page });
    }
    case 'matches':
      return pathOf('/matches', { 'filter[id]': request.ids.join(',') });
    case 'past': {
      const range = `${request.from},${request.before}`;
      return pathOf('/matches/past', {
        ...{ 'filter[videogame]': request.game, 'range[begin_at]': range, sort: '-begin_at', page: request.page },
      });
    }
  }
}

const pathOf = (path: string, query: Record<string, string | number>): string =>
  `${path}?${new URLSearchParams({ ...query, per_page: PER_PAGE } as unknown as Record<string, string>)}`;

/** Returns the key under which the time of the answer and of the next try are stored. */
export const keyOf = (request: Request): string => (request.kind === 'past' ? `past:${request.game}` : request.kind);

/** Age after which a list is begun anew instead of continued, as after a restart. */
const CONTINUED_MS = 5 * MINUTE_MS;
/** Changes are listed from a little earlier than the last request: they may be published late. */
const OVERLAP_MS = 2 * MINUTE_MS;
/** How far back changes are listed after a pause. Matches that ended before are requested by their ids. */
const SINCE_MS_MAX = 2 * DAY_MS;
/** At the first start nothing is known yet that could have changed. */
const SINCE_MS_FIRST = 10 * MINUTE_MS;

/** Returns the next page of a list, and whether it continues one. */
export function nextPage(kind: ListKind, { cursors, answeredMs }: Progress, nowMs: number): { request: Request; isContinued: boolean } {
  const cursor = cursors[kind];
  const isContinued = cursor !== undefined && cursor.startedMs > nowMs - CONTINUED_MS;
  const page = isContinued ? cursor.page : 1;
  if (kind !== 'incidents') return { request: { kind, page }, isContinued };
  const last = answeredMs.incidents;
  const usualMs = last === undefined ? nowMs - SINCE_MS_FIRST : Math.max(last - OVERLAP_MS, nowMs - SINCE_MS_MAX);
  return { request: { kind, page, sinceMs: (isContinued ? cursor.sinceMs : undefined) ?? usualMs }, isContinued };
}

/**
 * Notes that a page of a list was answered, of `pages` in all. Returns when the whole list was requested, which is when its first page was;
 * null while pages of it are missing.
 */
export function notePage(request: Extract<Request, { page: number }>, progress: Progress, pages: number, askedMs: number): number | null {
  if (request.kind === 'past') {
    notePast(request, progress, pages);
    return askedMs;
  }
  const startedMs = request.page === 1 ? askedMs : (progress.cursors[request.kind]?.startedMs ?? askedMs);
  if (request.page < Math.min(pages, LISTS[request.kind])) {
    const since = request.kind === 'incidents' ? { sinceMs: request.sinceMs } : {};
    progress.cursors[request.kind] = { page: request.page + 1, startedMs, ...since };
    return null;
  }
  delete progress.cursors[request.kind];
  return startedMs;
}

/** Days of past matches that are listed together: a list of many pages would move on while it is read. */
const PAST_DAYS = 30;

/** Returns the next page of a title's past matches, the newest first; null if `years` years are known. */
export function nextPast(game: string, { past }: Progress, years: number, nowMs: number): Request | null {
  const { before, page } = past[game] ?? { before: utcDay(nowMs), page: 1 };
  const beforeMs = Date.parse(before);
  if (beforeMs <= nowMs - years * 365.25 * DAY_MS) return null;
  return { kind: 'past', game, from: utcDay(beforeMs - PAST_DAYS * DAY_MS), before, page };
}

function notePast({ game, from, before, page }: Extract<Request, { kind: 'past' }>, { past }: Progress, pages: number): void {
  past[game] = page < pages ? { before, page: page + 1 } : { before: from, page: 1 };
}
