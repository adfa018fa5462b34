import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { KnownRules } from '#domain/matches/league-rules.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { canEndLevel, type SeriesFormat } from '#domain/matches/series-format.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Market } from '#domain/settlement/contest.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import type { TestApp } from './app.ts';

/** Initial rows of tests, written directly into the database: small, valid and overridable. */

let serial = 0;

export interface LeagueValues {
  name?: string;
  sport?: Sport;
  form?: 'league' | 'cup';
  drawPossible?: boolean;
  season?: string;
  rules?: KnownRules;
}

export async function createLeague(db: Db, values: LeagueValues = {}): Promise<number> {
  const { id } = await db
    .insertInto('leagues')
    .values({
      sport: values.sport ?? 'football',
      name: values.name ?? `League ${++serial}`,
      form: values.form ?? 'league',
      draw_possible: values.drawPossible ?? true,
      current_season: values.season ?? '2026/27',
      country_code: 'gb-eng',
      rules: JSON.stringify(values.rules ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function createTeam(db: Db, name = `Team ${++serial}`): Promise<number> {
  const { id } = await db.insertInto('teams').values({ sport: 'football', name }).returning('id').executeTakeFirstOrThrow();
  return id;
}

export interface MatchValues {
  leagueId?: number;
  homeTeamId?: number;
  awayTeamId?: number;
  kickoffAt: Date | null;
  status?: MatchStatus;
  score?: [number, number];
  season?: string;
  round?: string;
  group?: string;
  format?: SeriesFormat;
}

export async function createMatch(db: Db, values: MatchValues): Promise<number> {
  const league_id = values.leagueId ?? (await createLeague(db));
  const { id } = await db
    .insertInto('matches')
    .values({
      league_id,
      season: values.season ?? '2026/27',
      round: values.round ?? 'Round 1',
      group_name: values.group ?? null,
      series_parts: values.format?.parts ?? null,
      series_race: values.format?.race ?? null,
      draw_possible: values.format ? canEndLevel(values.format) : sql<boolean>`(select draw_possible from leagues where id = ${league_id})`,
      home_team_id: values.homeTeamId ?? (await createTeam(db)),
      away_team_id: values.awayTeamId ?? (await createTeam(db)),
      kickoff_at: values.kickoffAt,
      status: values.status ?? 'ns',
      home_score: values.score?.[0] ?? null,
      away_score: values.score?.[1] ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Creates an open contest that closes at the match's kick-off. */
export async function createContest(db: Db, matchId: number, now: Date, market: Market = 'wdl'): Promise<string> {
  const match = await db.selectFrom('matches').selectAll().where('id', '=', matchId).executeTakeFirstOrThrow();
  const id = randomUUID();
  await db
    .insertInto('contests')
    .values({
      id,
      match_id: matchId,
      market,
      state: 'open',
      draw_possible: true,
      home_team_id: match.home_team_id,
      away_team_id: match.away_team_id,
      deadline_at: match.kickoff_at,
      first_deadline_at: match.kickoff_at,
      state_since: now,
      created_at: now,
    })
    .execute();
  await db.insertInto('accounts').values({ kind: 'contest', owner: id }).execute();
  return id;
}

/** Creates a match in an hour and its pool in one transaction, because a worker that sees the match alone would create the pool too. */
export const createOpenMatch = (db: Db): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const id = await createMatch(tx, { kickoffAt: new Date(Date.now() + 3_600_000) });
    await createContest(tx, id, new Date());
    return id;
  });

export interface TestUser {
  id: string;
  email: string;
  token: string;
  /** Session of the token. */
  sessionId: string;
}

/** Creates a user with a confirmed address by default, points from issuance and a token, without the cost of hashing a password. */
export async function createUser({ deps }: Pick<TestApp, 'deps'>, balance = 0, { confirmed = true } = {}): Promise<TestUser> {
  const id = randomUUID();
  const email = `user${++serial}@example.com`;
  const now = deps.now();
  await deps.db
    .insertInto('users')
    .values({
      id,
      email,
      email_identity: email,
      ...(confirmed && { email_verified_at: now }),
      public_handle: `user${serial}`,
      display_name: `User ${serial}`,
      invite_code: id
        .replace(/[^a-z2-9]/g, '')
        .slice(0, 8)
        .toUpperCase()
        .padEnd(8, 'X'),
      terms_version: '1',
      created_at: now,
    })
    .execute();
  await deps.db
    .insertInto('accounts')
    .values([
      { kind: 'balance', owner: id },
      { kind: 'held', owner: id },
    ])
    .execute();
  await deps.db.insertInto('user_stats').values({ user_id: id, updated_at: now }).execute();
  if (balance > 0) await givePoints(deps.db, id, balance, now);
  const sessionId = randomUUID();
  await deps.db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: id,
      remember: false,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute();
  return { id, email, sessionId, token: await signAccessToken(deps.serverKeys, { id, email, sessionId }, now) };
}

const NIL = '00000000-0000-0000-0000-000000000000';

export async function givePoints(db: Db, userId: string, amount: number, now: Date): Promise<void> {
  await sql`select post_transfers(
    ${[`test:${randomUUID()}`]}::text[], ${['manual_adjust']}::text[], ${['issuance']}::text[], ${[NIL]}::uuid[],
    ${['balance']}::text[], ${[userId]}::uuid[], ${[amount]}::bigint[], ${[null]}::uuid[], ${[null]}::uuid[], ${[null]}::text[], ${now})`.execute(
    db,
  );
}

/** Writes many bets of 10 points on an open contest at once, each by another user: half on home, a quarter each on draw and away. */
export async function createCrowd({ deps }: Pick<TestApp, 'deps'>, contestId: string, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, () => randomUUID()).sort();
  const at = deps.now();
  await sql`insert into users (id, email, email_identity, public_handle, invite_code, terms_version, created_at)
    select id, id::text, id::text, id::text, id::text, '1', ${at} from unnest(${users}::uuid[]) as id`.execute(deps.db);
  await sql`insert into accounts (kind, owner) select 'balance', id from unnest(${users}::uuid[]) as id`.execute(deps.db);
  await sql`insert into user_stats (user_id, updated_at) select id, ${at} from unnest(${users}::uuid[]) as id`.execute(deps.db);
  await sql`
    select post_transfers(array_agg('crowd:' || id), array_agg('manual_adjust'::text), array_agg('issuance'::text), array_agg(${NIL}::uuid),
                          array_agg('balance'::text), array_agg(id), array_agg(10::bigint), array_agg(null::uuid), array_agg(null::uuid),
                          array_agg(null::text), ${at})
    from unnest(${users}::uuid[]) as id`.execute(deps.db);
  await sql`
    select place_bets(array_agg(gen_random_uuid()), array_agg(gen_random_uuid()), array_agg(id), array_agg(${contestId}::uuid),
                      array_agg(case when n % 2 = 0 then 'home' when n % 4 = 1 then 'draw' else 'away' end), array_agg(10::bigint),
                      array_agg(null::integer), array_agg(0::bigint), ${at})
    from unnest(${users}::uuid[]) with ordinality as u (id, n)`.execute(deps.db);
  return users;
}
