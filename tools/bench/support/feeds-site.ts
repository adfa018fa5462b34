import { sql } from 'kysely';
import { isFinal } from '#domain/matches/match-status.ts';
import { DAY_MS, MINUTE_MS, utcDay } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { ensureContests } from '#server/modules/betting/public.ts';
import { listEveryMs } from '#server/modules/match-data/providers/api-football/requests.ts';
import { type Allowance, dayLeft } from '#server/modules/match-data/providers/polled/allowance.ts';
import { isPlayable, liveEveryMs } from '#server/modules/match-data/providers/polled/known-match.ts';
import { CommonProgress, findProgress } from '#server/modules/match-data/providers/polled/progress.ts';
import { createOpinionDesk, type MatchChange, PROVIDERS, runFeed } from '#server/modules/match-data/public.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { withDatabase } from './app.ts';
import { serviceDeps } from './bets.ts';
import { type Cost, SteppedClock } from './feeds-clock.ts';
import { DAY_BEGIN_MS } from './feeds-day.ts';
import { FEED_FACTS, type FeedName, type FeedProviders } from './feeds-providers.ts';
import { SERVER_PROCESSES, serverProcessorMs } from './processor-time.ts';

/** How long each answer is under way. */
export const TRAVEL_MS = 300;
const CONTESTS_MS = 10 * MINUTE_MS;

/** What a feed did during the day. Times are milliseconds since 1970. */
export interface FeedDiary {
  name: FeedName;
  allowance: Allowance;
  followed: readonly string[];
  requestsMs: number[];
  /** When matches in play were asked about, and the interval that the adapter planned then. */
  polls: { atMs: number; everyMs: number }[];
  /** Stored results by the provider's id of the match, and when they were stored. */
  results: Map<string, { storedMs: number; score: [number | null, number | null] }>;
  cost: Cost;
  /** What the importer refused, by reason. */
  refusals: { reason: string; count: number }[];
}

export interface SiteDiary {
  feeds: FeedDiary[];
  /** Processor time of the database's processes in milliseconds; null where the system does not tell. */
  databaseCpuMs: number | null;
  warnings: string[];
}

/** Settings of a site that follows these feeds on a part of the day. */
export interface SiteOrder {
  feeds: readonly FeedName[];
  settings: Record<string, string>;
  hours: number;
  /** Whether intervals are taken from what the adapter plans at each request, because the allowance does not last for the usual ones. */
  isScarce: boolean;
}

/** Follows the feeds with the importer and all that follows an import, on a database of its own. */
export function playSite(providers: FeedProviders, order: SiteOrder): Promise<SiteDiary> {
  return withDatabase(
    async ({ url }) => {
      const clock = new SteppedClock(DAY_BEGIN_MS);
      const settings = { ...order.settings, ...addressesOf(order.feeds, providers), FEED: order.feeds.join(','), HISTORY_SEASONS: '0' };
      const deps = serviceDeps(url, 4, { now: clock.now, settings });
      try {
        await migrate(deps.db);
        return await follow(deps, clock, order);
      } finally {
        await deps.close();
      }
    },
    { throwaway: true },
  );
}

const addressesOf = (feeds: readonly FeedName[], { urls }: FeedProviders): Record<string, string> =>
  Object.fromEntries(
    feeds.flatMap((name) => {
      const prefix = name.toUpperCase().replaceAll('-', '_');
      return [
        [`${prefix}_URL`, urls[name]],
        [`${prefix}_KEY`, 'a-key-of-the-bench'],
      ];
    }),
  );

async function follow(deps: Deps, clock: SteppedClock, order: SiteOrder): Promise<SiteDiary> {
  const abort = new AbortController();
  const warnings: string[] = [];
  const note = (line: object, text = '') => {
    const { err, ...rest } = line as { err?: Error };
    warnings.push(`${text} ${JSON.stringify(rest).slice(0, 300)} ${err?.message ?? ''}`);
  };
  const log = { debug: () => {}, info: () => {}, warn: note, error: note };
  const opinions = createOpinionDesk(deps.config.trust);
  const stored = new Map<number, number>();
  const diaries = order.feeds.map((name) => newDiary(deps, name));
  const tasks = diaries.map((diary) => {
    const { name } = diary;
    const sleep = (ms: number) => clock.rest(name, ms);
    const ask = askOf(deps, clock, diary, order.isScarce);
    const feed = PROVIDERS[name].createFeed(deps.config.providers[name], { db: deps.db, now: clock.now, log, sleep, fetch: ask });
    const onChanges = async (changes: MatchChange[]) => {
      for (const { matchId, before, after } of changes)
        if (isFinal(after.status) && !(before && isFinal(before.status))) stored.set(matchId, clock.nowMs());
      await deps.wiring.onMatchesImported(deps, changes);
    };
    return clock.add(name, () => runFeed({ db: deps.db, now: clock.now, log, sleep, opinions }, feed, abort.signal, onChanges).done);
  });
  const contests = clock.add('contests', async () => {
    while (!abort.signal.aborted) {
      await ensureContests(deps);
      await clock.rest('contests', CONTESTS_MS);
    }
  });
  await clock.run(DAY_BEGIN_MS + (order.hours * DAY_MS) / 24, () => abort.abort());
  await Promise.all([...tasks, contests]);
  for (const diary of diaries) await fillDiary(deps, diary, stored, clock);
  return { feeds: diaries, databaseCpuMs: await databaseCpuMs(deps), warnings };
}

function newDiary({ config }: Deps, name: FeedName): FeedDiary {
  const { perDay, perHour, perMinute, followed } = config.providers[name];
  const allowance = { perMinute, ...(perDay !== undefined && { perDay }), ...(perHour !== undefined && { perHour }) };
  return { name, allowance, followed, requestsMs: [], polls: [], results: new Map(), cost: { cpuMs: 0, cpuMsMax: 0 }, refusals: [] };
}

/** Returns a `fetch` that tells the server what time it is, and takes its time. */
function askOf({ db }: Deps, clock: SteppedClock, diary: FeedDiary, isScarce: boolean): typeof fetch {
  const { usualMs, live } = FEED_FACTS[diary.name];
  return async (input, init) => {
    const url = new URL(String(input));
    const atMs = clock.nowMs();
    diary.requestsMs.push(atMs);
    if (live.test(url.href)) diary.polls.push({ atMs, everyMs: isScarce ? await plannedMs(db, diary, usualMs, atMs) : usualMs });
    url.searchParams.set('now', String(atMs));
    const response = await fetch(url, init);
    // A body that nobody reads while its server closes the connection is an error of Node's fetch.
    const body = await response.arrayBuffer();
    await clock.rest(diary.name, TRAVEL_MS);
    return new Response(body, response);
  };
}

/** Returns the interval that the adapter plans with the requests that it has left. */
async function plannedMs(db: Deps['db'], { name, allowance, followed }: FeedDiary, usualMs: number, nowMs: number): Promise<number> {
  if (name === 'pandascore') return usualMs;
  const { used, fixtures } = CommonProgress.parse(await findProgress(db, name));
  const left = dayLeft(used, allowance, nowMs);
  if (name === 'api-football') return listEveryMs({ fixtures }, left, nowMs);
  // Each tour has a live list of its own; where days are listed, an evening may be part of two.
  const begun = Object.values(fixtures).filter((match) => isPlayable(match, nowMs) && match.kickoffMs! <= nowMs);
  const days = new Set(begun.map(({ kickoffMs }) => utcDay(kickoffMs!)));
  const lists = { 'api-tennis': followed.length, 'api-basketball': days.size, 'football-data-org': days.size }[name];
  return liveEveryMs(fixtures, left / Math.max(1, lists), nowMs, usualMs);
}

async function fillDiary({ db }: Deps, diary: FeedDiary, stored: ReadonlyMap<number, number>, clock: SteppedClock): Promise<void> {
  const { rows } = await sql<{ feed_id: string; id: number; home_score: number | null; away_score: number | null }>`
    select f.feed_id, m.id, m.home_score, m.away_score from feed_ids f join matches m on m.id = f.id
    where f.feed = ${diary.name} and f.kind = 'match'`.execute(db);
  for (const { feed_id, id, home_score, away_score } of rows) {
    const storedMs = stored.get(id);
    if (storedMs !== undefined) diary.results.set(feed_id, { storedMs, score: [home_score, away_score] });
  }
  const refused = await sql<{ reason: string; count: number }>`
    select reason, count(*)::integer as count from quarantine where feed = ${diary.name} group by reason`.execute(db);
  diary.refusals = refused.rows;
  diary.cost = clock.costs().get(diary.name) ?? diary.cost;
}

async function databaseCpuMs({ db }: Deps): Promise<number | null> {
  const { rows } = await sql<{ pid: number }>`${sql.raw(SERVER_PROCESSES)}`.execute(db);
  return serverProcessorMs(rows.map(({ pid }) => pid));
}
