import { type RawBuilder, sql } from 'kysely';
import type { ExportKind } from '#contract/v1/exports.ts';
import { isFinal, MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { EXPORT_COLUMNS } from './export-columns.ts';

/** The SQL of exports: public columns alone, so that nothing else can leak into a file. */

type Sql = RawBuilder<unknown>;

const three = (name: string, json: Sql): Sql =>
  sql.join(
    ['home', 'draw', 'away'].map((outcome) => sql`(${json} ->> ${sql.lit(outcome)})::float8 as ${sql.ref(`${name}_${outcome}`)}`),
    sql`, `,
  );
const pair = (name: string, scores: Sql): Sql =>
  sql`(${scores})[1] as ${sql.ref(`${name}_home`)}, (${scores})[2] as ${sql.ref(`${name}_away`)}`;
const decimal = (price: string, name: string): Sql => sql`(${sql.ref(price)} / 100.0)::float8 as ${sql.ref(name)}`;
const figures = (prefix: string): Sql => sql.join(['rps', 'log_loss', 'brier'].map((figure) => sql.ref(`s.${prefix}${figure}`)));

const FINAL = sql.join(MATCH_STATUSES.filter(isFinal).map((status) => sql.lit(status)));
/** The score that forecasts are scored on (`ninetyMinuteScore` for football). */
const resultOf = (side: 1 | 2, score: Sql): Sql => sql`case
  when m.status not in (${FINAL}) then null
  when l.sport <> 'football' then ${score}
  when m.fulltime is not null then m.fulltime[${sql.lit(side)}]
  when m.status = 'ft' then ${score} end`;

/** Each kind: its rows about some matches `m`, and the columns that order them, of which the first is the match. */
const KINDS: Record<ExportKind, { rows: Sql; order: string[] }> = {
  matches: {
    rows: sql`
      select m.id as match_id, l.sport, m.league_id, l.name as league, l.country_code, m.season, m.round, m.group_name as "group", m.kickoff_at,
        m.started_at, m.status, m.home_team_id as home_id, h.name as home, m.away_team_id as away_id, a.name as away, m.home_score, m.away_score,
        ${resultOf(1, sql`m.home_score`)} as result_home, ${resultOf(2, sql`m.away_score`)} as result_away, ${pair('half_time', sql`m.halftime`)},
        ${pair('extra_time', sql`m.extratime`)}, ${pair('shoot_out', sql`m.penalty`)}, m.parts, m.awarded_to, m.venue, m.referee
      from matches m join leagues l on l.id = m.league_id join teams h on h.id = m.home_team_id join teams a on a.id = m.away_team_id`,
    order: ['match_id'],
  },
  events: {
    rows: sql`
      select e.match_id, e.position, e.feed_event_id as event_id, e.type, e.side, e.period, e.minute, e.stoppage, e.player,
        e.other as other_player, e.detail
      from matches m join match_events e on e.match_id = m.id`,
    order: ['match_id', 'position', 'event_id'],
  },
  odds: {
    rows: sql`
      select o.match_id, o.bookmaker, ${decimal('o.closing_home', 'home')}, ${decimal('o.closing_draw', 'draw')}, ${decimal('o.closing_away', 'away')},
        ${decimal('o.opening_home', 'opening_home')}, ${decimal('o.opening_draw', 'opening_draw')}, ${decimal('o.opening_away', 'opening_away')}
      from matches m join odds o on o.match_id = m.id and o.closing_home is not null and o.closing_away is not null`,
    order: ['match_id', 'bookmaker'],
  },
  forecasts: {
    rows: sql`
      select f.match_id, (f.content ->> 'home_team_id')::integer as home_id, (f.content ->> 'away_team_id')::integer as away_id,
        f.model as model_version, f.made_at, f.frozen_at, ${three('model', sql`(f.content -> 'outcomes')`)}, ${three('market', sql`f.market`)},
        ${three('crowd', sql`f.crowd`)}, (f.content #>> '{expected,home}')::float8 as expected_home,
        (f.content #>> '{expected,away}')::float8 as expected_away
      from matches m join forecasts f on f.match_id = m.id and f.frozen_at is not null`,
    order: ['match_id'],
  },
  scores: {
    rows: sql`
      select s.match_id, l.sport, s.league_id, s.season, s.lead, s.home_score as result_home, s.away_score as result_away, s.outcome,
        s.result_since, ${figures('')}, ${figures('market_')}, ${figures('crowd_')}
      from matches m join forecast_scores s on s.match_id = m.id join leagues l on l.id = s.league_id`,
    order: ['match_id'],
  },
  contests: {
    rows: sql`
      select c.id as contest_id, c.match_id, c.market, c.state, c.winner, c.void_reason, c.home_score as result_home, c.away_score as result_away,
        c.deadline_at as closed_at, c.settled_at, c.participants, c.stake_home as staked_home, c.stake_draw as staked_draw,
        c.stake_away as staked_away, c.fee, c.paid, c.refunded,
        (select count(*) from contest_corrections r where r.contest_id = c.id) as corrections
      from matches m join contests c on c.match_id = m.id and c.state in ('settled', 'void')`,
    order: ['match_id', 'market', 'contest_id'],
  },
};

const listed = (names: readonly string[]): Sql => sql.join(names.map((name) => sql.ref(name)));

/** Returns the query of the lines of a kind about the matches `m` that meet the condition, with the documented columns, in no order. */
export const exportRows = (kind: ExportKind, condition: Sql): Sql =>
  sql`select ${listed(Object.keys(EXPORT_COLUMNS[kind]))} from (${KINDS[kind].rows} where ${condition}) as exported`;

/** Returns what orders the lines of a kind within a file. */
export const exportOrder = (kind: ExportKind): Sql => listed(KINDS[kind].order);
