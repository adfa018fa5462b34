import type pg from 'pg';

/** Days and leagues of the matches that `fillMatches` makes. */
export const FIRST_DAY = '2026-10-01';
const DAYS = 40;
const MATCHES_A_DAY = 40;
const LEAGUES = 20;
const TEAMS = 20;

/** Fills a migrated database with seasons of finished matches: every league plays on every day. */
export async function fillMatches(database: pg.Client): Promise<void> {
  await database.query(`
    with added as (
      insert into leagues (sport, name, names, country_code, form, draw_possible, current_season)
        select 'football', 'Read League ' || n, '{"zh-CN": "联赛", "vi": "Giải"}', 'gb-eng', 'league', true, '2026/27'
        from generate_series(1, ${LEAGUES}) n returning id
    ), sides as (
      insert into teams (sport, name, names, short_name, colours)
        select 'football', 'Read Team ' || n, '{"zh-CN": "竞技队", "vi": "Đội"}', 'ATH', '{#9c1f3a,#7fb6e8}'
        from generate_series(1, ${LEAGUES * TEAMS}) n returning id
    ), numbered as (select id, row_number() over (order by id) - 1 as n from added),
    placed as (select id, row_number() over (order by id) - 1 as n from sides)
    insert into matches (league_id, season, round, home_team_id, away_team_id, draw_possible, kickoff_at, venue, status, minute, home_score, away_score, halftime, seen_at)
      select l.id, '2026/27', 'Round ' || 1 + day, home.id, away.id, true, timestamptz '${FIRST_DAY} 12:00Z' + day * interval '1 day' + l.n * interval '10 minutes',
        'Ground', 'ft', 90, (day + l.n) % 4, (day * l.n) % 3, '{0,0}', now()
      from generate_series(0, ${DAYS - 1}) day cross join generate_series(0, ${MATCHES_A_DAY / LEAGUES - 1}) game
      join numbered l on true
      join placed home on home.n = l.n * ${TEAMS} + (2 * game + day) % ${TEAMS}
      join placed away on away.n = l.n * ${TEAMS} + (2 * game + day + 1 + day % (${TEAMS} - 1)) % ${TEAMS}`);
  await database.query('analyze');
}

/** How one kind of page is asked for: every address a few times in a minute, so that no kept reply answers it. */
export interface PageKind {
  name: string;
  paths: string[];
  isConsole: boolean;
}

const ZONES = [
  'UTC',
  'Asia/Ho_Chi_Minh',
  'Asia/Shanghai',
  'Europe/London',
  'America/New_York',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Australia/Sydney',
];
const VIEWS = ['all', 'home', 'away'];
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Returns the addresses of match lists, tables, matches and the list of users. */
export async function pageKinds(database: pg.Client): Promise<PageKind[]> {
  const { rows: leagues } = await database.query<{ id: number }>("select id from leagues where name like 'Read%' order by id");
  const { rows: matches } = await database.query<{ id: number }>("select id from matches where venue = 'Ground' order by id");
  const dayOf = (n: number) => new Date(Date.parse(FIRST_DAY) + n * 86_400_000).toISOString().slice(0, 10);
  const lists = ZONES.flatMap((tz) => range(DAYS).map((n) => `/api/matches?${new URLSearchParams({ date: dayOf(n), tz })}`));
  const tables = leagues.flatMap(({ id }) =>
    VIEWS.flatMap((view) => range(TEAMS).map((n) => `/api/leagues/${id}/standings?view=${view}&top=${1 + n}`)),
  );
  const users = range(400).map((n) => `/api/admin/users?page=${1 + n}&sort=${n % 2 === 0 ? 'registered_at' : 'points_balance'}`);
  return [
    { name: 'match lists', paths: lists, isConsole: false },
    { name: 'tables', paths: tables, isConsole: false },
    { name: 'matches', paths: matches.map(({ id }) => `/api/matches/${id}`), isConsole: false },
    { name: 'users in the console', paths: users, isConsole: true },
  ];
}
