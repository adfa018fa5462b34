import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/transact.ts';
import type { Forecasted, News } from './forecast-messages.ts';
import { type Forecaster, unlessAway } from './forecaster.ts';
import { findUpcoming, type NewForecast, storeForecasts, type UpcomingMatch } from './queries.ts';
import { MODEL_VERSIONS } from './stored-forecast.ts';
import { forecastTopic } from './topics.ts';

/** Matches that begin within this time have a forecast. */
export const FORECAST_AHEAD_MS = 7 * DAY_MS;
const AT_ONCE = 200;
/** Interval at which everything is learned again if there was anything new, to include what came late, such as statistics. */
const RENEW_MS = DAY_MS;

/** Keeps the forecasts of upcoming matches current. Call the returned function periodically. */
export function createRenewal(deps: Deps, forecaster: Forecaster): () => Promise<void> {
  /** Teams with a result that is not in their forecasts yet; `everybody` after everything was learned again. */
  const stale = { teams: new Set<number>(), everybody: false };
  /** Matches without a forecast by the models, until there is news. */
  const refused = new Set<number>();
  let anewAtMs = Number.NEGATIVE_INFINITY;
  let learnedSince = 0;

  const learn = async (now: Date): Promise<void> => {
    const isAnew = learnedSince > 0 && now.getTime() - anewAtMs >= RENEW_MS;
    const news: News = await forecaster.ask({ kind: 'learn', now, isAnew });
    learnedSince = news.isAnew ? 0 : learnedSince + news.matches;
    if (news.isAnew) {
      anewAtMs = now.getTime();
      stale.everybody = true;
      deps.log.info({ matches: news.matches }, 'forecaster learned all results');
    }
    for (const id of news.teamIds) stale.teams.add(id);
    if (news.isAnew || news.matches > 0) refused.clear();
  };

  const isWanted = (match: UpcomingMatch): boolean =>
    stale.everybody ||
    stale.teams.has(match.home_team_id) ||
    stale.teams.has(match.away_team_id) ||
    (!match.has_forecast && !refused.has(match.id));

  const renew = async (): Promise<void> => {
    await learn(deps.now());
    const now = deps.now();
    const upcoming = await findUpcoming(deps.db, now, new Date(now.getTime() + FORECAST_AHEAD_MS));
    const wanted = upcoming.filter(isWanted).map(({ id }) => id);
    for (let first = 0; first < wanted.length; first += AT_ONCE) {
      const answers = await forecaster.ask({ kind: 'forecast', matchIds: wanted.slice(first, first + AT_ONCE) });
      for (const { matchId, forecast } of answers) if (forecast === null) refused.add(matchId);
      // Locks the same rows as the importer; in a deadlock one of the two transactions is retried.
      const changed = await transact(deps, (db) => storeForecasts(db, answers.flatMap(newForecast), deps.now()));
      for (const id of changed) deps.replies.touch(forecastTopic(id));
    }
    stale.everybody = false;
    stale.teams.clear();
  };

  return () => unlessAway(renew());
}

const newForecast = ({ matchId, sport, forecast }: Forecasted): NewForecast[] =>
  forecast === null ? [] : [{ matchId, model: MODEL_VERSIONS[sport], content: forecast }];
