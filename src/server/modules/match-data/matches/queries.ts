import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { isInPlay, MATCH_STATUSES, type MatchGroup, statusesOf } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { anyOf } from './detail-queries.ts';
import type { MatchStateRow } from './match-view.ts';

export interface DayFilter {
  sport: Sport;
  from: Date;
  to: Date;
  /** Matches in play that kicked off since then belong to the day too: today lists those that began before midnight. `from` on other days. */
  inPlayFrom: Date;
  leagueId: number | undefined;
  /** The leagues and teams found by a search: matches of any of them are included. Null without a search. */
  found: { leagueIds: number[]; teamIds: number[] } | null;
}

type MatchTables = DB & { m: DB['matches']; l: DB['leagues'] };

const IN_PLAY = MATCH_STATUSES.filter(isInPlay);

/** Returns the filter condition; `m` is the match, `l` its league. */
const wanted =
  ({ sport, from, to, inPlayFrom, leagueId, found }: DayFilter) =>
  (eb: ExpressionBuilder<MatchTables, 'm' | 'l'>): Expression<SqlBool> => {
    const conditions = [
      eb('l.sport', '=', sport),
      eb('m.kickoff_at', '>=', inPlayFrom),
      eb('m.kickoff_at', '<', to),
      eb.or([eb('m.kickoff_at', '>=', from), eb('m.status', 'in', IN_PLAY)]),
    ];
    if (leagueId !== undefined) conditions.push(eb('m.league_id', '=', leagueId));
    if (found) {
      const isOneOf = (column: 'm.league_id' | 'm.home_team_id' | 'm.away_team_id', ids: number[]) =>
        eb(column, '=', sql<number>`any(${ids}::integer[])`);
      conditions.push(
        eb.or([
          isOneOf('m.league_id', found.leagueIds),
          isOneOf('m.home_team_id', found.teamIds),
          isOneOf('m.away_team_id', found.teamIds),
        ]),
      );
    }
    return eb.and(conditions);
  };

const matchesWithLeague = (db: Db) => db.selectFrom('matches as m').innerJoin('leagues as l', 'l.id', 'm.league_id');

const redCards = (side: 'home' | 'away') =>
  sql<number>`(select count(*)::integer from match_events e
    where e.match_id = m.id and e.side = ${side} and e.type in ('red', 'second_yellow'))`.as(`red_${side}`);

const stateColumns = [
  'm.id',
  'm.kickoff_at',
  'm.status',
  'm.minute',
  'm.stoppage',
  'm.period',
  'm.seen_at',
  'm.home_score',
  'm.away_score',
  'm.halftime',
  'm.fulltime',
  'm.extratime',
  'm.penalty',
  'm.parts',
  'm.awarded_to',
  'm.is_concealed',
] as const;

const leagueColumns = ['l.id', 'l.sport', 'l.name', 'l.names', 'l.country_code', 'l.form', 'l.draw_possible', 'l.settles_on'] as const;

type BothTeams = DB & { h: DB['teams']; a: DB['teams'] };

const teamObject = (eb: ExpressionBuilder<BothTeams, 'h' | 'a'>, team: 'h' | 'a') =>
  jsonBuildObject({
    id: eb.ref(`${team}.id`),
    name: eb.ref(`${team}.name`),
    short_name: eb.ref(`${team}.short_name`),
    names: eb.ref(`${team}.names`),
    colours: eb.ref(`${team}.colours`),
  });

/** Selects the two teams of a match as `home` and `away`; `h` and `a` are their rows. */
export const bothTeams = (eb: ExpressionBuilder<BothTeams, 'h' | 'a'>) =>
  [teamObject(eb, 'h').as('home'), teamObject(eb, 'a').as('away')] as const;

/** Selects everything in a summary except the market. */
export const summaries = (db: Db) =>
  matchesWithLeague(db)
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .select([...stateColumns, 'm.league_id', 'm.season', 'm.round', 'm.draw_possible', redCards('home'), redCards('away')])
    .select(bothTeams);

export interface DayPage {
  status: MatchGroup | undefined;
  /** Maximum number of matches per league. */
  perLeague: number | undefined;
  limit: number;
  offset: number;
}

/** Returns one page of a day, by league and kick-off. */
export function findMatchesOfDay(db: Db, filter: DayFilter, { status, perLeague, limit, offset }: DayPage, now: Date) {
  const ofChip = status === undefined ? MATCH_STATUSES : statusesOf(status);
  const nearest = matchesWithLeague(db)
    .where(wanted(filter))
    .where('m.status', 'in', ofChip)
    .select(['m.id', placeInLeague(now).as('place')]);
  return summaries(db)
    .where(wanted(filter))
    .where('m.status', 'in', ofChip)
    .$if(perLeague !== undefined, (query) =>
      query.where('m.id', 'in', db.selectFrom(nearest.as('n')).select('n.id').where('n.place', '<=', perLeague!)),
    )
    .orderBy('m.league_id')
    .orderBy('m.kickoff_at')
    .orderBy('m.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Returns one page of today: matches in play, those that start soon, then the others by league, as `order=now` says. */
export function findMatchesOfNow(db: Db, filter: DayFilter, { perLeague, limit, offset }: Omit<DayPage, 'status'>, span: SoonSpan) {
  const section = sql<number>`case when m.status = any(${statusesOf('live')}::text[]) then 0 when ${startsSoon(span)} then 1 else 2 end`;
  const unfinished = matchesWithLeague(db).where(wanted(filter)).where('m.status', 'not in', statusesOf('finished')).select('m.league_id');
  const listed = matchesWithLeague(db)
    .where(wanted(filter))
    .where((eb) => eb.or([eb('m.status', 'not in', statusesOf('finished')), eb('m.league_id', 'not in', unfinished)]))
    .select(['m.id', section.as('section')])
    .select(sql<number>`row_number() over (partition by m.league_id, ${section} order by ${nearness(span.now)}, m.id)`.as('place'));
  return summaries(db)
    .innerJoin(listed.as('n'), 'n.id', 'm.id')
    .$if(perLeague !== undefined, (query) => query.where((eb) => eb.or([eb('n.section', '<', 2), eb('n.place', '<=', perLeague!)])))
    .orderBy('n.section')
    .orderBy(sql`case when n.section = 1 then m.kickoff_at end`)
    .orderBy('m.league_id')
    .orderBy('m.kickoff_at')
    .orderBy('m.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The times after and until which a match starts soon: a late kick-off is still expected. */
export interface SoonSpan {
  after: Date;
  now: Date;
  until: Date;
}

const startsSoon = ({ after, until }: SoonSpan) => sql<SqlBool>`m.status = 'ns' and m.kickoff_at > ${after} and m.kickoff_at <= ${until}`;

const nearness = (now: Date) => sql`abs(extract(epoch from m.kickoff_at - ${now}::timestamptz))`;

/** Ranks the matches of a league: matches in play first, then by distance from now. */
const placeInLeague = (now: Date) =>
  sql<number>`row_number() over (partition by m.league_id
    order by m.status = any(${statusesOf('live')}::text[]) desc, ${nearness(now)}, m.id)`;

/** Returns the leagues of the day, with the number of their matches for each status chip, and of those that start soon. */
export function findLeaguesOfDay(db: Db, filter: DayFilter, span: SoonSpan) {
  const count = (group: MatchGroup) =>
    sql<number>`(count(*) filter (where m.status = any(${statusesOf(group)}::text[])))::integer`.as(group);
  return matchesWithLeague(db)
    .select(leagueColumns)
    .select([count('live'), count('finished'), count('upcoming')])
    .select(sql<number>`(count(*) filter (where ${startsSoon(span)}))::integer`.as('soon'))
    .where(wanted(filter))
    .groupBy('l.id')
    .orderBy('l.id')
    .execute();
}

/** Returns when the feed last confirmed any match within a day of `now`; it does not confirm others. */
export async function findLastConfirmation(db: Db, sport: Sport, now: Date): Promise<Date | null> {
  const { at } = await matchesWithLeague(db)
    .select((eb) => eb.fn.max('m.confirmed_at').as('at'))
    .where('l.sport', '=', sport)
    .where('m.kickoff_at', '>', new Date(now.getTime() - DAY_MS))
    .where('m.kickoff_at', '<', new Date(now.getTime() + DAY_MS))
    .executeTakeFirstOrThrow();
  return at;
}

/** Returns when each feed last confirmed a match that is under way or about to begin; feeds without such matches are left out. */
export function findLastWordsOnNear(db: Db, from: Date, until: Date): Promise<{ feed: string | null; at: Date | null }[]> {
  return db
    .selectFrom('matches as m')
    .leftJoin('feed_ids as f', (join) => join.onRef('f.id', '=', 'm.id').on('f.kind', '=', 'match'))
    .select((eb) => ['f.feed' as const, eb.fn.max('m.confirmed_at').as('at')])
    .where('m.status', 'not in', statusesOf('finished'))
    .where('m.kickoff_at', '>', from)
    .where('m.kickoff_at', '<', until)
    .groupBy('f.feed')
    .execute();
}

/** Returns the teams that play on the day, with all their names. */
export const findTeamsOfDay = (db: Db, filter: DayFilter) =>
  db
    .selectFrom('teams')
    .select(['id', 'name', 'short_name', 'names', 'aliases'])
    .where(
      'id',
      'in',
      matchesWithLeague(db).where(wanted(filter)).select(sql<number>`unnest(array[m.home_team_id, m.away_team_id])`.as('id')),
    )
    .execute();

export function findMatch(db: Db, id: number) {
  return summaries(db)
    .select(['m.venue', 'm.referee', 'm.home_team_id', 'm.away_team_id', 'm.confirmed_at', 'm.scores_delayed'])
    .select(['m.series_parts', 'm.series_race', 'm.contest_barred', 'l.surface'])
    .select((eb) => leagueObject(eb).as('league'))
    .where('m.id', '=', id)
    .executeTakeFirst();
}

export interface Selection {
  ids: readonly number[];
  /** Teams and leagues whose matches in this span of time are selected. */
  teamIds: readonly number[];
  leagueIds: readonly number[];
  from: Date;
  to: Date;
}

/** Returns selected matches by kick-off; those selected by id come before those of teams and leagues. */
export const findSelectedMatches = (db: Db, { ids, teamIds, leagueIds, from, to }: Selection, limit: number) =>
  summaries(db)
    .select('m.confirmed_at')
    .select((eb) => leagueObject(eb).as('league'))
    .where((eb) => {
      const isTheirs = eb.or([
        eb('m.home_team_id', '=', anyOf(teamIds)),
        eb('m.away_team_id', '=', anyOf(teamIds)),
        eb('m.league_id', '=', anyOf(leagueIds)),
      ]);
      return eb.or([eb('m.id', '=', anyOf(ids)), eb.and([eb('m.kickoff_at', '>=', from), eb('m.kickoff_at', '<', to), isTheirs])]);
    })
    .orderBy(sql`m.id = ${anyOf(ids)}`, 'desc')
    .orderBy('m.kickoff_at')
    .orderBy('m.id')
    .limit(limit)
    .execute();

/** Returns the match states that are sent over the socket. */
export const findStates = (db: Db, ids: readonly number[]): Promise<MatchStateRow[]> =>
  db
    .selectFrom('matches as m')
    .select([...stateColumns, redCards('home'), redCards('away')])
    .where('m.id', '=', anyOf(ids))
    .execute();

/** Returns matches that kick off in a span of time and are open for bets, those with the most staked points first. */
export const findOpenMatches = (db: Db, sport: Sport, from: Date, to: Date, limit: number) =>
  summaries(db)
    .innerJoin('contests as c', 'c.match_id', 'm.id')
    .select((eb) => leagueObject(eb).as('league'))
    .select(sql<number>`c.stake_home + c.stake_draw + c.stake_away`.as('staked'))
    .where('l.sport', '=', sport)
    .where('m.status', '=', 'ns')
    .where('m.kickoff_at', '>', from)
    .where('m.kickoff_at', '<=', to)
    .where('c.market', '=', 'wdl')
    .where('c.state', '=', 'open')
    .orderBy('staked', 'desc')
    .orderBy('m.kickoff_at')
    .orderBy('m.id')
    .limit(limit)
    .execute();

export const leagueObject = (eb: ExpressionBuilder<MatchTables, 'm' | 'l'>) =>
  jsonBuildObject({
    id: eb.ref('l.id'),
    sport: eb.ref('l.sport'),
    name: eb.ref('l.name'),
    names: eb.ref('l.names'),
    country_code: eb.ref('l.country_code'),
    form: eb.ref('l.form'),
    draw_possible: eb.ref('l.draw_possible'),
    settles_on: eb.ref('l.settles_on'),
  });
