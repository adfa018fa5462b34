import { type Fault, sendReply } from './api-sports-server.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import type { SeriesRow } from './pandascore-rows.ts';

export interface Incident {
  change_type: string;
  id: number;
  modified_at: string;
  type: string;
  object: unknown;
}

export interface PandascoreServer extends LocalServer {
  /** The requests so far. */
  asked: { path: string; query: Record<string, string>; authorization: string | undefined }[];
  /** All matches as they are now. */
  matches: () => SeriesRow[];
  /** What was added, changed and deleted so far, the newest first; requests name the moment from which they want it. */
  incidents: () => Incident[];
  /** Faults of all requests of a path. */
  pathFaults: Map<string, Fault>;
}

const listed = (text: string | undefined): string[] | null => text?.split(',') ?? null;

/** Returns the rows of a request, before pages are made of them. */
function rowsOf({ matches, incidents }: PandascoreServer, path: string, query: Record<string, string>): unknown[] {
  if (path === '/incidents') return incidents().filter(({ modified_at }) => modified_at >= (query.since ?? ''));
  const titles = listed(query['filter[videogame]']);
  const ids = listed(query['filter[id]']);
  const [from, until] = listed(query['range[begin_at]']) ?? [];
  const statuses = { '/matches/running': ['running'], '/matches/upcoming': ['not_started'], '/matches/past': ['finished'] }[path];
  return matches()
    .filter(({ status }) => statuses === undefined || statuses.includes(status))
    .filter(({ videogame }) => titles === null || titles.includes(videogame.slug))
    .filter(({ id }) => ids === null || ids.includes(String(id)))
    .filter(({ begin_at }) => from === undefined || (begin_at !== null && begin_at.slice(0, 10) >= from && begin_at.slice(0, 10) <= until!))
    .sort((one, other) => (one.scheduled_at ?? '').localeCompare(other.scheduled_at ?? '') * (query.sort === '-begin_at' ? -1 : 1));
}

/** Starts a local server that answers as PandaScore does: the same lists, filters, pages and headers. */
export async function startPandascoreServer(): Promise<PandascoreServer> {
  const world: PandascoreServer = {
    ...{ url: '', asked: [], faults: [], pathFaults: new Map(), headers: {}, close: async () => {} },
    ...{ matches: () => [], incidents: () => [] },
  };
  const server = await startLocalServer(async ({ path, query, headers: { authorization } }, response) => {
    world.asked.push({ path, query, authorization });
    const rows = rowsOf(world, path, query);
    const [page, size] = [Number(query.page ?? 1), Number(query.per_page ?? 50)];
    const fault = world.pathFaults.get(path) ?? world.faults.shift() ?? null;
    const headers = { 'X-Total': String(rows.length), 'X-Page': String(page), 'X-Per-Page': String(size), ...world.headers };
    await sendReply(response, JSON.stringify(rows.slice((page - 1) * size, page * size)), fault, headers);
  });
  return Object.assign(world, server);
}
