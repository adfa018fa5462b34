import { sql } from 'kysely';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { getYear, Review, YearPage } from '#contract/year.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { groupBy } from '#domain/grouping.ts';
import { isFinal, type MatchStatus } from '#domain/matches/match-status.ts';
import { outcomeOf, type Score } from '#domain/matches/score.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { HOUSE_RULES } from '#domain/tipping/division-score.ts';
import { hitOf } from '#domain/tipping/score-tips.ts';
import { resultAsTip, type Tip } from '#domain/tipping/tip.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { findMatchBriefs, teamRef } from '#server/modules/match-data/public.ts';
import { findGroupsOf } from '#server/modules/tipping/groups/group-queries.ts';
import { standingOf } from '#server/modules/tipping/groups/standing.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { findPast } from './queries.ts';

/** The running year is shown from December (UTC). */
const DECEMBER = 11;
/** Tips of a team's matches before it can be called the toughest. */
const TEAM_TIPS_MIN = 5;
const SEASONS_MAX = 600;

/** Returns a user's year, from what the reader may know. Throws `not_found` for a year to come. */
export async function year(deps: Deps, userId: string, { year }: ParsedInputOf<typeof getYear>): Promise<YearPage> {
  await requireUser(deps, userId);
  const now = deps.now();
  if (year > now.getUTCFullYear()) throw new AppError('not_found');
  const [from, to] = [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))];
  const opensAt = new Date(Date.UTC(year, DECEMBER));
  const page = { year, is_running: now < to, opens_at: now < opensAt ? opensAt.toISOString() : null };
  return { ...page, review: now < opensAt ? null : await reviewOf(deps, userId, from, page.is_running ? now : to) };
}

async function reviewOf(deps: Deps, userId: string, from: Date, to: Date): Promise<Review | null> {
  const tips = await findTips(deps.db, userId, from, to);
  const forecasts = await findForecasts(deps.db, userId, from, to);
  const seasons = (await findPast(deps.db, userId, SEASONS_MAX)).filter(({ season }) => season.startsWith(String(from.getUTCFullYear())));
  if (tips.length === 0 && forecasts.scored === 0 && seasons.length === 0) return null;
  const scored = tips.flatMap(withHit);
  const right = scored.filter(({ isRight }) => isRight);
  return {
    tips: { entered: tips.length, scored: scored.length, exact: scored.filter(({ isExact }) => isExact).length, right: right.length },
    streak: longestStreak(scored),
    months: Array.from({ length: 12 }, (_, month) => {
      const of = scored.filter(({ kickoff_at }) => kickoff_at.getUTCMonth() === month);
      return { scored: of.length, right: of.filter(({ isRight }) => isRight).length };
    }),
    ...(await bestOfGroups(deps, userId, from, to)),
    best_call: await bestCall(deps.db, right),
    toughest: await toughestTeam(deps.db, scored),
    forecasts,
    seasons: seasons.map(({ season, tier, number, place, medal }) => ({ season, tier, number, place, medal })),
  };
}

interface TipRow {
  match_id: number;
  kickoff_at: Date;
  home: number;
  away: number;
  sport: Sport;
  status: MatchStatus;
  home_score: number | null;
  away_score: number | null;
  fulltime: Score | null;
  home_team_id: number;
  away_team_id: number;
  model: Outcomes | null;
}

/** Returns a user's tips of matches that began in a time, each match once: the tip of the group joined first. Imported ones are left out. */
async function findTips(db: Db, userId: string, from: Date, to: Date): Promise<TipRow[]> {
  const { rows } = await sql<TipRow>`
    select * from (
      select distinct on (t.match_id) t.match_id, m.kickoff_at, t.home, t.away, l.sport, m.status, m.home_score, m.away_score, m.fulltime,
        m.home_team_id, m.away_team_id, f.content->'outcomes' as model
      from tipping_members g join tips t on t.group_id = g.group_id and t.member_id = g.id
        join matches m on m.id = t.match_id join leagues l on l.id = m.league_id
        left join forecasts f on f.match_id = m.id and f.frozen_at is not null
      where g.user_id = ${userId} and m.kickoff_at >= ${from} and m.kickoff_at < ${to} and t.entered_at < m.kickoff_at
      order by t.match_id, g.joined_at, g.id
    ) tipped order by kickoff_at, match_id`.execute(db);
  return rows;
}

type ScoredTip = TipRow & { result: Tip; isRight: boolean; isExact: boolean };

/** A tip with how near it came, by the house rule of the divisions; nothing before the result, and for a match that came to nothing. */
function withHit(row: TipRow): ScoredTip[] {
  const { sport, status, home_score: home, away_score: away, fulltime } = row;
  const score = { home, away, fulltime, halftime: null, extratime: null, penalty: null };
  const result = isFinal(status) ? resultAsTip(sport, HOUSE_RULES.basis, status, score) : null;
  if (!result) return [];
  const hit = hitOf([row.home, row.away], result.score, HOUSE_RULES);
  return [{ ...row, result: result.score, isRight: hit !== 'missed', isExact: hit === 'exact' }];
}

function longestStreak(scored: readonly ScoredTip[]): number {
  let [longest, running] = [0, 0];
  for (const { isRight } of scored) {
    running = isRight ? running + 1 : 0;
    longest = Math.max(longest, running);
  }
  return longest;
}

async function bestCall(db: Db, right: readonly ScoredTip[]): Promise<Review['best_call']> {
  const calls = right.flatMap((tip) => (tip.model ? [{ ...tip, chance: tip.model[outcomeOf(...tip.result)] }] : []));
  const best = calls.toSorted((a, b) => a.chance - b.chance)[0];
  if (!best) return null;
  const match = (await findMatchBriefs(db, [best.match_id])).get(best.match_id)!;
  return { match, home: best.home, away: best.away, chance: best.chance };
}

async function toughestTeam(db: Db, scored: readonly ScoredTip[]): Promise<Review['toughest']> {
  const byTeam = groupBy(
    scored.flatMap((tip) => [tip.home_team_id, tip.away_team_id].map((team) => ({ team, isRight: tip.isRight }))),
    ({ team }) => String(team),
  );
  const teams = [...byTeam.values()]
    .map((of) => ({ team: of[0].team, scored: of.length, right: of.filter(({ isRight }) => isRight).length }))
    .filter((team) => team.scored >= TEAM_TIPS_MIN && team.right < team.scored)
    .sort((a, b) => a.right / a.scored - b.right / b.scored || b.scored - a.scored || a.team - b.team);
  const [toughest] = teams;
  if (!toughest) return null;
  const team = await db.selectFrom('teams').selectAll().where('id', '=', toughest.team).executeTakeFirstOrThrow();
  return { ...toughest, team: teamRef(team) };
}

/** Returns the best round and the best place in the user's groups, from the standings that their tables show. */
async function bestOfGroups(deps: Deps, userId: string, from: Date, to: Date): Promise<Pick<Review, 'best_round' | 'best_place'>> {
  let best_round: Review['best_round'] = null;
  let best_place: Review['best_place'] = null;
  for (const group of await findGroupsOf(deps.db, userId)) {
    const { rounds, byRound, rowOf, tableOf, contenders } = await standingOf(deps, group);
    const row = rowOf.get(userId);
    const played = rounds.filter(({ key, startsAt }) => byRound.has(key) && startsAt !== null && startsAt >= from && startsAt < to);
    if (row === undefined || played.length === 0) continue;
    for (const { key, startsAt } of played) {
      const points = byRound.get(key)![row] ?? 0;
      if (points > (best_round?.points ?? 0)) best_round = { group: group.name, points, at: startsAt!.toISOString() };
    }
    const mine = tableOf({}).rows.find((one) => one.row === row);
    const members = contenders.length;
    const isBetter = best_place === null || (mine?.place ?? 0) / members < best_place.place / best_place.members;
    if (mine && members > 1 && isBetter) best_place = { group: group.name, place: mine.place, members };
  }
  return { best_round, best_place };
}

async function findForecasts(db: Db, userId: string, from: Date, to: Date): Promise<Review['forecasts']> {
  const beside = (name: 'model' | 'crowd') => {
    const other = sql.ref(`f.${name}_score`);
    return sql`case when count(${other}) > 0 then
      json_build_object('matches', count(${other}), 'mine', avg(f.score) filter (where ${other} is not null), 'other', avg(${other})) end`;
  };
  const { rows } = await sql<Review['forecasts']>`
    select count(*)::integer as scored, ${beside('model')} as model, ${beside('crowd')} as crowd
    from user_forecasts f join matches m on m.id = f.match_id
    where f.user_id = ${userId} and f.score is not null and m.kickoff_at >= ${from} and m.kickoff_at < ${to}`.execute(db);
  return rows[0]!;
}
