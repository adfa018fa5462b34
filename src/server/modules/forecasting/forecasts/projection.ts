import type { Drivers as DriversView, Projection } from '#contract/forecasts.ts';
import { type Drivers, driversOf } from '#domain/forecast/drivers.ts';
import { matrixOf } from '#domain/forecast/football-model.ts';
import { halfScores } from '#domain/forecast/half-scores.ts';
import { expectedGoals, topScores } from '#domain/forecast/score-matrix.ts';
import { meanPlace, placeProbability, total } from '#domain/forecast/season-simulation.ts';
import type { Zone } from '#domain/matches/league-rules.ts';
import type { Deps } from '#server/deps.ts';
import { rulesOf } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { findMatch } from './queries.ts';
import { reasonOf, validForecast } from './score-probability.ts';
import type { PlaceCounts } from './season-outlook.ts';
import { findMatchOutlook } from './season-outlook-queries.ts';
import type { StoredForecast } from './stored-forecast.ts';

const TOP_SCORES = 3;

/** Returns what is behind a match's forecast, present or frozen, and the effect of its result on the present table. */
export async function projection(deps: Deps, { id }: { id: number }): Promise<Projection> {
  const match = await findMatch(deps.db, id);
  if (match === undefined) throw new AppError('not_found');
  const row = await validForecast(deps, match);
  if (row === null) return { reason: await reasonOf(deps, match), projection: null };
  const own = projectionOf(row.content);
  return { reason: null, projection: own && { ...own, table: await tableEffects(deps.db, id) } };
}

/** Returns null if the model does not forecast scores. For football everything is derived from one matrix. */
function projectionOf({ outcomes, expected, football }: StoredForecast): Omit<NonNullable<Projection['projection']>, 'table'> | null {
  if (football === null) return expected && { expected, drivers: null, halves: null };
  const matrix = matrixOf({ outcomes, rates: football.rates });
  const goals = expectedGoals(matrix);
  const drivers = driversOf({ leading: football.leading, restEffects: football.rest, expected: goals });
  const { first, second } = halfScores(matrix);
  return {
    expected: goals,
    drivers: { home: driversView(drivers.home), away: driversView(drivers.away) },
    halves: { first: topScores(first, TOP_SCORES), second: topScores(second, TOP_SCORES) },
  };
}

const driversView = ({ opponentDefence, ...drivers }: Drivers): DriversView => ({ ...drivers, opponent_defence: opponentDefence });

type TableView = NonNullable<Projection['projection']>['table'];
type TableEffect = NonNullable<TableView>['home']['now'];

/** With fewer seasons, a probability of one half would have a standard error of over 7 percentage points. */
const SEASONS_MIN = 50;

/** Returns the effect of a match's result on the table; null if its season was not simulated or the match is over. */
async function tableEffects(db: Db, matchId: number): Promise<TableView> {
  const row = await findMatchOutlook(db, matchId);
  if (!row?.home || !row.away || !row.given) return null;
  const { zones } = rulesOf(row, row.season);
  const { given } = row;
  const effectsOn = (now: PlaceCounts, side: 'home' | 'away') => ({
    now: effectOf(now, zones)!,
    home: effectOf(given[side].home, zones),
    draw: effectOf(given[side].draw, zones),
    away: effectOf(given[side].away, zones),
  });
  return { simulated_at: row.simulated_at.toISOString(), home: effectsOn(row.home, 'home'), away: effectsOn(row.away, 'away') };
}

function effectOf(places: PlaceCounts, zones: readonly Zone[]): TableEffect | null {
  const seasons = total(places);
  if (seasons < SEASONS_MIN) return null;
  const inZones: Record<string, number> = {};
  for (const { kind, from, to } of zones) inZones[kind] = (inZones[kind] ?? 0) + placeProbability(places, from, to)!;
  return { seasons, position: meanPlace(places)!, champion: placeProbability(places, 1, 1)!, zones: inZones };
}
