import { OUTCOMES, type Outcome } from '#domain/forecast/evaluate.ts';
import { matrixOf } from '#domain/forecast/football-model.ts';
import type { ScoreMatrix } from '#domain/forecast/score-matrix.ts';
import { simulateSeason } from '#domain/forecast/season-simulation.ts';
import { DAY_MS } from '#domain/time.ts';
import { findTables, rulesOf } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ComingMatch } from './known-match.ts';
import { findLeagueRow, findRemaining, type RemainingRow } from './season-outlook-queries.ts';
import type { StoredForecast } from './stored-forecast.ts';

/** In how many simulated seasons a team ended first, second and so on. */
export type PlaceCounts = number[];

/** How a season may end, as it stands in the column `content` of `seasons_simulated`. */
export interface SeasonOutlook {
  seasons: number;
  /** By the ids of teams. */
  teams: Record<string, PlaceCounts>;
  /** By the ids of matches to come: where its two teams ended when it ended so. */
  matches: Record<string, Record<'home' | 'away', Record<Outcome, PlaceCounts>>>;
}

/**
 * Plays the rest of a football league's season by the model's forecasts, as they are today for the whole of it. Null for a cup, a season in groups (whose
 * tables decide who plays on, not who ends where), one that is over, and one with a match of which the model says nothing.
 */
export async function simulateOutlook(
  db: Db,
  { leagueId, season }: { leagueId: number; season: string },
  forecastOf: (match: ComingMatch) => StoredForecast | null,
  random: () => number,
): Promise<SeasonOutlook | null> {
  const league = await findLeagueRow(db, leagueId);
  if (league?.sport !== 'football' || league.form !== 'league') return null;
  const [tables, open] = await Promise.all([findTables(db, league, season), findRemaining(db, leagueId, season)]);
  const [table] = tables;
  if (table === undefined || tables.length > 1 || open.length === 0 || open.some(({ group_name }) => group_name !== null)) return null;

  const teams = table.teams.toSorted((a, b) => byText(a.name, b.name) || byText(String(a.id), String(b.id)));
  const numberOf = new Map(teams.map(({ id }, i) => [id, i]));
  const remaining = open.filter(({ home_team_id, away_team_id }) => numberOf.has(home_team_id) && numberOf.has(away_team_id));
  const played = table.matches.filter(({ isInPlay }) => !isInPlay);
  const lastDay = dayOf(played.map(({ kickoffAt }) => kickoffAt).concat(remaining.map((match) => match.kickoff_at)));
  const scores = remaining.map((match) => scoresOf(forecastOf(comingMatch(match, leagueId, season, lastDay))));
  if (!scores.every((matrix) => matrix !== null)) return null;
  const rules = rulesOf(league, season);
  const deductions = rules.deductions?.[season] ?? {};
  const simulated = simulateSeason(
    {
      teams: teams.length,
      rules,
      deducted: teams.map(({ name }) => (Object.hasOwn(deductions, name) ? deductions[name]! : 0)),
      played: played.map(({ homeTeam, awayTeam, score }) => ({ ...sides(homeTeam.id, awayTeam.id), goals: score })),
      remaining: remaining.map((match, i) => ({ ...sides(match.home_team_id, match.away_team_id), scores: scores[i]! })),
    },
    random,
  );
  const given = (fixture: number, side: 'home' | 'away') =>
    Object.fromEntries(OUTCOMES.map((outcome) => [outcome, simulated.placesGiven(fixture, outcome, side)])) as Record<Outcome, PlaceCounts>;
  return {
    seasons: simulated.seasons,
    teams: Object.fromEntries(teams.map(({ id }, i) => [id, simulated.placesOf(i)])),
    matches: Object.fromEntries(remaining.map(({ id }, i) => [id, { home: given(i, 'home'), away: given(i, 'away') }])),
  };

  function sides(home: number, away: number): { home: number; away: number } {
    return { home: numberOf.get(home)!, away: numberOf.get(away)! };
  }
}

const scoresOf = (forecast: StoredForecast | null): ScoreMatrix | null =>
  forecast?.football ? matrixOf({ outcomes: forecast.outcomes, rates: forecast.football.rates }) : null;

/** The last day of these dates, since 1970. */
const dayOf = (dates: readonly (Date | null)[]): number => Math.max(0, ...dates.map((date) => Math.floor((date?.getTime() ?? 0) / DAY_MS)));

/** A match without a date is forecast for the season's last day that is known. */
const comingMatch = (match: RemainingRow, leagueId: number, season: string, lastDay: number): ComingMatch => ({
  id: match.id,
  sport: 'football',
  leagueId,
  season,
  day: match.kickoff_at === null ? lastDay : dayOf([match.kickoff_at]),
  homeId: match.home_team_id,
  awayId: match.away_team_id,
});

/** By code point, as tables are where nothing else parts two teams. */
const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
