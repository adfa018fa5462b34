import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getForecastStanding, getForecastTable } from '#contract/forecast-league.ts';
import { calibrationOf, type TableWindow } from '#domain/forecast/forecast-league.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { FORECAST_LEAGUE_TOPIC } from './scoring.ts';
import * as tables from './table-queries.ts';

const OTHERS = ['model', 'market', 'crowd'] as const;
/** Upper bound of paging (docs/rules.md#lists). */
const DEPTH_MAX = 10_000;

/** Returns the caller's forecasting figures, alone and beside others. */
export async function standing(
  deps: Deps,
  userId: string,
  { window }: { window: TableWindow },
): Promise<ReplyOf<typeof getForecastStanding>> {
  await requireUser(deps, userId);
  const now = deps.now();
  const [figures, said, place] = await Promise.all([
    tables.findFigures(deps.db, userId, window, now),
    tables.findSaid(deps.db, userId, window, now),
    tables.findRank(deps.db, userId, window, now),
  ]);
  return {
    forecasts: figures.forecasts,
    mean: figures.mean,
    beside: OTHERS.flatMap((name) => {
      const { matches, mine, other } = figures[name];
      return matches === 0 ? [] : [{ name, matches, mine: mine!, other: other! }];
    }),
    calibration: calibrationOf(said),
    ...place,
  };
}

/** Returns a page of the table of all users. */
export function table(
  { db, now }: Deps,
  { window, page, page_size }: ParsedInputOf<typeof getForecastTable>,
): ReplyPlan<ReplyOf<typeof getForecastTable>> {
  const offset = (page - 1) * page_size;
  if (offset >= DEPTH_MAX) throw new AppError('invalid_query', { field: 'page' });
  return {
    key: JSON.stringify([window, page, page_size]),
    topics: [FORECAST_LEAGUE_TOPIC],
    make: async () => {
      const [items, total] = await Promise.all([
        tables.findRanked(db, window, now(), page_size, offset),
        tables.countRanked(db, window, now()),
      ]);
      return { items, page, page_size, total: Math.min(total, DEPTH_MAX), ...(total > DEPTH_MAX && { total_exact: false }) };
    },
  };
}
