import { sql } from 'kysely';
import type { Sport, Surface } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Catalogue, ComingMatch, KnownLeague, PastMatch } from './known-match.ts';

/** Queries of the worker: results, fixtures, and leagues. */

type Pair = [number, number];

interface FixtureRow {
  id: number;
  sport: Sport;
  league_id: number;
  season: string;
  kickoff_at: Date;
  home_team_id: number;
  away_team_id: number;
  draw_possible: boolean;
  series_parts: number | null;
  series_race: boolean | null;
  rating_group: string | null;
  surface: Surface | null;
  home_rank: number | null;
  away_rank: number | null;
  is_neutral: boolean;
}

/** Columns of a match `m`, its league `l` and its teams `ht` and `at`. */
const fixtureColumns = sql`m.id, l.sport, m.league_id, m.season, m.kickoff_at, m.home_team_id, m.away_team_id,
  m.draw_possible, m.series_parts, m.series_race, m.is_neutral, l.rating_group, l.surface, ht.rank as home_rank, at.rank as away_rank`;
const fixtureTables = sql`matches m join leagues l on l.id = m.league_id
  join teams ht on ht.id = m.home_team_id join teams at on at.id = m.away_team_id`;

interface PastRow extends FixtureRow {
  score: Pair;
  halftime: Pair | null;
  shots: (number | null)[];
  shots_on_target: (number | null)[];
  corners: (number | null)[];
  red_cards: (number | null)[];
  prices: PastMatch['prices'] | null;
  parts: PastMatch['parts'];
}

/**
 * Returns matches that were played to their end, by kick-off, without walk-overs, awards and abandoned matches. With `since`, only those
 * whose result is from then or later; with `ids`, only those of these matches.
 */
export async function findPast(db: Db, since: Date | null, ids: readonly number[] | null = null): Promise<PastMatch[]> {
  const { rows } = await sql<PastRow>`
    select ${fixtureColumns}, s.score, m.halftime, m.parts,
      array[(h.numbers->>'shots')::float8, (a.numbers->>'shots')::float8] as shots,
      array[(h.numbers->>'shots_on_target')::float8, (a.numbers->>'shots_on_target')::float8] as shots_on_target,
      array[(h.numbers->>'corners')::float8, (a.numbers->>'corners')::float8] as corners,
      array[(h.numbers->>'red_cards')::float8, (a.numbers->>'red_cards')::float8] as red_cards,
      o.prices
    from ${fixtureTables}
    cross join lateral (select case
      when l.sport <> 'football' then array[m.home_score, m.away_score]
      when m.fulltime is not null then m.fulltime
      when m.status = 'ft' then array[m.home_score, m.away_score] end as score) s
    left join match_statistics h on h.match_id = m.id and h.side = 'home'
    left join match_statistics a on a.match_id = m.id and a.side = 'away'
    left join lateral (
      select json_agg(json_build_array(p.closing_home, p.closing_draw, p.closing_away) order by p.bookmaker) as prices
      from odds p where p.match_id = m.id and p.market = '1x2' and p.closing_home is not null and p.closing_away is not null) o on true
    where m.status in ('ft', 'aet', 'pen') and m.awarded_to is null and m.kickoff_at is not null
      and array_position(s.score, null) is null and s.score is not null
      and (${since}::timestamptz is null or m.fulltime_since >= ${since})
      and (${ids}::integer[] is null or m.id = any(${ids}))
    order by m.kickoff_at, m.id`.execute(db);
  return rows.map(pastMatch);
}

/** Returns those of these matches that have a date. */
export async function findComing(db: Db, ids: readonly number[]): Promise<ComingMatch[]> {
  const { rows } = await sql<FixtureRow>`
    select ${fixtureColumns} from ${fixtureTables}
    where m.id = any(${ids}::integer[]) and m.kickoff_at is not null
    order by m.kickoff_at, m.id`.execute(db);
  return rows.map(comingMatch);
}

/** Returns the present leagues. */
export async function readCatalogue(db: Db): Promise<Catalogue> {
  const leagues = await findLeagues(db);
  return { leagueOf: (id) => leagues.get(id) };
}

async function findLeagues(db: Db): Promise<Map<number, KnownLeague>> {
  const { rows } = await sql<KnownLeague>`
    select id, name, form = 'league' as "isLeague", country_code as "countryCode",
      jsonb_path_exists(rules, '$.zones[*] ? (@.kind == "promotion" || @.kind == "promotion_playoff")') as "hasPromotion"
    from leagues`.execute(db);
  return new Map(rows.map((league) => [league.id, league]));
}

const comingMatch = (row: FixtureRow): ComingMatch => ({
  id: row.id,
  sport: row.sport,
  leagueId: row.league_id,
  season: row.season,
  day: Math.floor(row.kickoff_at.getTime() / DAY_MS),
  homeId: row.home_team_id,
  awayId: row.away_team_id,
  terms: {
    ratingGroup: row.rating_group,
    drawPossible: row.draw_possible,
    format: row.series_parts === null || row.series_race === null ? null : { parts: row.series_parts, race: row.series_race },
    surface: row.surface,
    ranks: [row.home_rank, row.away_rank],
    neutral: row.is_neutral,
  },
});

const pastMatch = (row: PastRow): PastMatch => ({
  ...comingMatch(row),
  score: row.score,
  halfTime: row.halftime,
  shots: pairOf(row.shots),
  shotsOnTarget: pairOf(row.shots_on_target),
  corners: pairOf(row.corners),
  redCards: pairOf(row.red_cards),
  prices: row.prices ?? [],
  parts: row.parts,
});

const pairOf = ([home = null, away = null]: (number | null)[]): Pair | null => (home === null || away === null ? null : [home, away]);
