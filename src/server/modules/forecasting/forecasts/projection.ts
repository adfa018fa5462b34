import type { Drivers as DriversView, Projection } from '#contract/forecasts.ts';
import { type Drivers, driversOf } from '#domain/forecast/drivers.ts';
import { matrixOf } from '#domain/forecast/football-model.ts';
import { halfScores } from '#domain/forecast/half-scores.ts';
import { expectedGoals, topScores } from '#domain/forecast/score-matrix.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { tableEffects } from './projection-table.ts';
import { findMatch } from './queries.ts';
import { reasonOf, validForecast } from './score-probability.ts';
import type { StoredForecast } from './stored-forecast.ts';

const TOP_SCORES = 3;

/** What is behind a match's forecast, as it is or as it was frozen, and what the result would do to the table as it is now. */
export async function projection(deps: Deps, { id }: { id: number }): Promise<Projection> {
  const match = await findMatch(deps.db, id);
  if (match === undefined) throw new AppError('not_found');
  const row = await validForecast(deps, match);
  if (row === null) return { reason: await reasonOf(deps, match), projection: null };
  const own = projectionOf(row.content);
  return { reason: null, projection: own && { ...own, table: await tableEffects(deps.db, id) } };
}

/** Null where the model says nothing of scores. All of football's is read from one matrix. */
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
