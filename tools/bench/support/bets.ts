import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { passwords } from '#server/modules/identity/public.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { createSiteBoard } from '#server/platform/feature-flags/feature-flags.ts';
import { createActivity } from '#server/platform/http/activity.ts';
import { createEndedSessions } from '#server/platform/http/ended-sessions.ts';
import { createCachedReplies } from '#server/platform/http/response-cache.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { wiring } from '#server/wiring.ts';

/** Settings without effective limits. */
export const UNLIMITED = { FEED: 'none', BETS_PER_MINUTE: '1000000', STAKE_CONTEST_MAX: '1000000000' };

/** Users with enough points to bet all the time, and tomorrow's matches with open pools. */
export interface Bettors {
  users: { id: string; email: string }[];
  matches: { id: number; contestId: string }[];
}

/** Fills a migrated database as it would be after some time of use. */
export async function fillBettors(database: pg.Client, { users, contests }: { users: number; contests: number }): Promise<Bettors> {
  await database.query(`
    insert into leagues (sport, name, form, draw_possible, current_season) values ('football', 'Bench', 'league', true, '2026/27');
    insert into teams (sport, name) select 'football', 'Team ' || n from generate_series(1, ${2 * contests}) n;
    insert into matches (league_id, season, round, home_team_id, away_team_id, draw_possible, kickoff_at)
      select 1, '2026/27', 'Round 1', 2 * n - 1, 2 * n, true, now() + interval '1 day' from generate_series(1, ${contests}) n;
    insert into contests (id, match_id, market, state, draw_possible, home_team_id, away_team_id, deadline_at, first_deadline_at, state_since, created_at)
      select gen_random_uuid(), id, 'wdl', 'open', true, home_team_id, away_team_id, kickoff_at, kickoff_at, now(), now() from matches
      on conflict do nothing;
    insert into accounts (kind, owner) select 'contest', id from contests on conflict do nothing;
    insert into users (id, email, email_identity, public_handle, invite_code, terms_version, created_at)
      select gen_random_uuid(), n || '@bench', n || '@bench', 'bench' || n, 'BENCH' || n, '1', now() from generate_series(1, ${users}) n;
    insert into accounts (kind, owner) select kind, id from users, unnest(array['balance', 'held']) kind;
    insert into user_stats (user_id, updated_at) select id, now() from users;
    select post_transfers(array_agg('bench:' || id), array_agg('manual_adjust'::text), array_agg('issuance'::text), array_agg(nil),
      array_agg('balance'::text), array_agg(id), array_agg(1000000000), array_agg(null::uuid), array_agg(null::uuid), array_agg(null::text), now())
      from users, (select '00000000-0000-0000-0000-000000000000'::uuid as nil) n;
    analyze`);
  const filled = await database.query<{ id: string; email: string }>('select id, email from users');
  const open = await database.query<{ id: number; contestId: string }>(
    `select match_id as id, id as "contestId" from contests where market = 'wdl' order by match_id`,
  );
  return { users: filled.rows, matches: open.rows };
}

/** Returns a user's next bet of 10 points; each user keeps to one pick per match. */
export function nextBet({ users, matches }: Bettors) {
  const user = Math.floor(Math.random() * users.length);
  const match = Math.floor(Math.random() * matches.length);
  const pick = (['home', 'draw', 'away'] as const)[(user + match) % 3]!;
  return { user: users[user]!, match: matches[match]!, pick, stake: 10, key: randomUUID() };
}
export type NextBet = ReturnType<typeof nextBet>;

/** Creates the services' dependencies with at most `connections` database connections, by default with the system's clock. */
export function serviceDeps(
  databaseUrl: string,
  connections: number,
  {
    now = () => new Date(),
    settings = {},
    isPooled = false,
  }: { now?: () => Date; settings?: Record<string, string>; isPooled?: boolean } = {},
): Deps & { close: () => Promise<void> } {
  const pool = createPool(databaseUrl, { max: connections, isPooled });
  const db = createDb(pool);
  return {
    db,
    pool,
    limitStore: null,
    config: readConfig({ ...UNLIMITED, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', ...settings }),
    serverKeys: [randomBytes(32)],
    now,
    randomBytes: (count) => randomBytes(count),
    passwords,
    log: createLog('error'),
    countryOf: () => null,
    replies: createCachedReplies(),
    endedSessions: createEndedSessions(now),
    site: createSiteBoard(),
    activity: createActivity(),
    wiring,
    isStopping: () => false,
    publish: () => {},
    close: () => db.destroy(),
  };
}

/** The result of a round, with the milliseconds of each request. */
export interface Reached {
  perSecond: number;
  took: number[];
}

/** Measures a number of clients, each sending its next request as soon as the last was answered. */
export async function rateOf(clients: number, seconds: number, act: () => Promise<unknown>): Promise<Reached> {
  const took: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const client = async () => {
    while (performance.now() < until) {
      const askedAt = performance.now();
      await act();
      took.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { perSecond: (1_000 * took.length) / (performance.now() - startedAt), took };
}
