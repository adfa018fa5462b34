import { OUTCOMES, type Outcome } from '#domain/forecast/evaluate.ts';
import { matrixOf } from '#domain/forecast/football-model.ts';
import type { ScoreMatrix } from '#domain/forecast/score-matrix.ts';
import { missingFixtures, type PlaceBounds, seasonBounds } from '#domain/forecast/season-bounds.ts';
import { simulateSeason } from '#domain/forecast/season-simulation.ts';
import { randomFrom } from '#domain/seeded-random.ts';
import { DAY_MS } from '#domain/time.ts';
import { findTables, rulesOf } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type ComingMatch, PLAIN_TERMS } from './known-match.ts';
import { findLeagueRow, findRemaining, type RemainingRow } from './season-outlook-queries.ts';
import { MODEL_VERSIONS, type StoredForecast } from './stored-forecast.ts';

/** Number of simulated seasons in which a team finished first, second and so on. */
export type PlaceCounts = number[];

/** How a team may finish besides its places, and where it stood when that was simulated. */
export interface TeamOutlook {
  /** Now, after deductions. */
  points: number;
  /** Matches left, those in play included. */
  left: number;
  /** Mean points at the end of the season. */
  expected: number;
  /** The places that are still possible; null if that cannot be said (see `seasonBounds`). */
  bounds: PlaceBounds | null;
}

/** How a season may end; stored in the column `content` of `seasons_simulated`. */
export interface SeasonOutlook {
  seasons: number;
  /** The model whose forecasts were played. */
  model: string;
  /** By team id. */
  finishes: Record<string, TeamOutlook>;
  /** By team id. */
  teams: Record<string, PlaceCounts>;
  /** By id of an upcoming match: where each of its teams finished, given each outcome of the match. */
  matches: Record<string, Record<'home' | 'away', Record<Outcome, PlaceCounts>>>;
}

/**
 * Simulates the rest of a football league's season with the model's forecasts of today; matches in play count as not played yet, and fixtures
 * that are not told yet but due by the rules are played, too. The same
 * seed gives the same outlook as long as results and forecasts are the same. Returns null for a cup, for a season in groups
 * (whose tables decide who advances, not final places), for one that is over, and for one with a match that the model cannot forecast.
 */
export async function simulateOutlook(
  db: Db,
  { leagueId, season, seed }: { leagueId: number; season: string; seed: string },
  forecastOf: (match: ComingMatch) => StoredForecast | null,
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
  const rules = rulesOf(league, season);
  const unknown = missingFixtures(teams.length, rules.meetings, [
    ...played.map(({ homeTeam, awayTeam }) => sides(homeTeam.id, awayTeam.id)),
    ...remaining.map((match) => sides(match.home_team_id, match.away_team_id)),
  ]).map(({ home, away }) => ({ id: 0, kickoff_at: null, home_team_id: teams[home]!.id, away_team_id: teams[away]!.id }));
  const coming = [...remaining, ...unknown];
  const scores = coming.map((match) => scoresOf(forecastOf(comingMatch(match, leagueId, season, lastDay))));
  if (!scores.every((matrix) => matrix !== null)) return null;
  const deductions = rules.deductions?.[season] ?? {};
  const toPlay = {
    teams: teams.length,
    rules,
    deducted: teams.map(({ name }) => (Object.hasOwn(deductions, name) ? deductions[name]! : 0)),
    played: played.map(({ homeTeam, awayTeam, score }) => ({ ...sides(homeTeam.id, awayTeam.id), goals: score })),
    // In this order: the first are the known matches, whose effects on the table are kept.
    remaining: coming.map((match, i) => ({ ...sides(match.home_team_id, match.away_team_id), scores: scores[i]! })),
  };
  const simulated = simulateSeason(toPlay, randomFrom(seed));
  const { points, left, bounds } = seasonBounds(toPlay);
  const given = (fixture: number, side: 'home' | 'away') =>
    Object.fromEntries(OUTCOMES.map((outcome) => [outcome, simulated.placesGiven(fixture, outcome, side)])) as Record<Outcome, PlaceCounts>;
  return {
    seasons: simulated.seasons,
    model: MODEL_VERSIONS.football,
    finishes: Object.fromEntries(
      teams.map(({ id }, i) => [
        id,
        { points: points[i]!, left: left[i]!, expected: simulated.pointsOf(i), bounds: bounds && bounds[i]! } satisfies TeamOutlook,
      ]),
    ),
    teams: Object.fromEntries(teams.map(({ id }, i) => [id, simulated.placesOf(i)])),
    matches: Object.fromEntries(remaining.map(({ id }, i) => [id, { home: given(i, 'home'), away: given(i, 'away') }])),
  };

  function sides(home: number, away: number): { home: number; away: number } {
    return { home: numberOf.get(home)!, away: numberOf.get(away)! };
  }
}

const scoresOf = (forecast: StoredForecast | null): ScoreMatrix | null =>
  forecast?.football ? matrixOf({ outcomes: forecast.outcomes, rates: forecast.football.rates }) : null;

/** Returns the last of these dates in days since 1 January 1970. */
const dayOf = (dates: readonly (Date | null)[]): number => Math.max(0, ...dates.map((date) => Math.floor((date?.getTime() ?? 0) / DAY_MS)));

/** Returns a match for the model; one without a date is forecast for the last known day of the season. */
const comingMatch = (match: Omit<RemainingRow, 'group_name'>, leagueId: number, season: string, lastDay: number): ComingMatch => ({
  id: match.id,
  sport: 'football',
  leagueId,
  season,
  day: match.kickoff_at === null ? lastDay : dayOf([match.kickoff_at]),
  homeId: match.home_team_id,
  awayId: match.away_team_id,
  terms: PLAIN_TERMS,
});

/** Compares by code point, as tables do for teams that are otherwise equal. */
const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
