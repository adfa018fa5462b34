import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import {
  type Catalogue,
  createLearner,
  findComing,
  findPast,
  freezeForecasts,
  type Learner,
  newForecast,
  type PastMatch,
  readCatalogue,
  scoreForecasts,
  storeForecasts,
} from '#server/modules/forecasting/public.ts';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Forecasts matches of the past as production does: with its models, which know the results that were final at the time and no other, are
 * trained anew each day, and store and freeze what they say by the same functions.
 */
export interface PastForecasts {
  /** Forecasts matches that are announced at `deps.now()`. */
  forecast: (deps: Deps, matchIds: readonly number[]) => Promise<void>;
  freeze: (deps: Deps, matchIds: readonly number[]) => Promise<void>;
  /** Notes that these matches are over at a time, and so can be learned. */
  noteResults: (db: Db, matchIds: readonly number[], atMs: number) => Promise<void>;
  score: (deps: Deps, matchIds: readonly number[]) => Promise<void>;
}

/** Creates the models with what was played to its end before: `known` are our ids of these matches. */
export async function createPastForecasts(db: Db, known: readonly number[]): Promise<PastForecasts> {
  const catalogue: Catalogue = await readCatalogue(db);
  const learned: PastMatch[] = known.length === 0 ? [] : await findPast(db, null, known);
  let waiting: { atMs: number; match: PastMatch }[] = [];
  let [learner, learnedDay]: [Learner | null, number] = [null, Number.NaN];

  const catchUp = (atMs: number): Learner => {
    const due = waiting.filter((one) => one.atMs <= atMs).map(({ match }) => match);
    waiting = waiting.filter((one) => one.atMs > atMs);
    learned.push(...due);
    const day = Math.floor(atMs / DAY_MS);
    if (learner === null || day > learnedDay || !learner.learn(due)) {
      learner = createLearner(catalogue, learned, day + 1);
      learnedDay = day;
    }
    return learner;
  };

  return {
    async forecast(deps, matchIds) {
      const now = deps.now();
      const models = catchUp(now.getTime());
      const made = (await findComing(deps.db, matchIds)).map((match) => ({
        matchId: match.id,
        sport: match.sport,
        forecast: models.forecast(match),
      }));
      await storeForecasts(deps.db, made.flatMap(newForecast), now);
    },
    freeze: (deps, matchIds) => freezeForecasts(deps, matchIds),
    async noteResults(db, matchIds, atMs) {
      for (const match of await findPast(db, null, matchIds)) waiting.push({ atMs, match });
    },
    score: async (deps, matchIds) => void (await scoreForecasts(deps, matchIds)),
  };
}
