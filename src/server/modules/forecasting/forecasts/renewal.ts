import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/transact.ts';
import { type Forecasted, type Forecaster, type News, unlessAway } from './forecaster.ts';
import { finalCrowd, marketOpinion } from './opinions.ts';
import { deleteForecasts, findUpcoming, freeze, lockBegun, type NewForecast, storeForecasts, type UpcomingMatch } from './queries.ts';
import { findChangedSeasons, storeOutlook } from './season-outlook-queries.ts';
import { forecastTopic, MODEL_VERSIONS, outlookTopic } from './stored-forecast.ts';

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

/** Returns the row to store; none if the models had no forecast. */
export const newForecast = ({ matchId, sport, forecast }: Forecasted): NewForecast[] =>
  forecast === null ? [] : [{ matchId, model: MODEL_VERSIONS[sport], content: forecast }];

const FROZEN_AT_ONCE = 100;
/** The true kick-off is derived from the minute of the first live status, and so is accurate to a minute. */
const START_TOLERANCE_MS = 60_000;

/**
 * Freezes the forecast of each match that has begun by its first live status, whatever the plan, with the opinions of bookmakers and crowd
 * at that time. Deletes a forecast made after the true kick-off, before it was reported, or about other teams or another format. Idempotent, also in
 * parallel. With `matchIds`, of these matches only.
 */
export async function freezeForecasts(deps: Deps, matchIds: readonly number[] | null = null): Promise<void> {
  while ((await freezeSome(deps, matchIds)) === FROZEN_AT_ONCE);
}

async function freezeSome(deps: Deps, matchIds: readonly number[] | null): Promise<number> {
  const now = deps.now();
  const begun = await transact(deps, async (db) => {
    const matches = await lockBegun(db, FROZEN_AT_ONCE, matchIds);
    for (const { match_id: id, made_at: madeAt, started_at: startedAt, is_of_match: isOfMatch } of matches) {
      const isLate = startedAt !== null && madeAt.getTime() > startedAt.getTime() + START_TOLERANCE_MS;
      if (isLate || !isOfMatch) await deleteForecasts(db, id);
      else await freeze(db, id, { market: await marketOpinion(db, id, true), crowd: await finalCrowd(db, id, now) }, now);
    }
    return matches;
  });
  for (const { match_id: id } of begun) deps.replies.touch(forecastTopic(id));
  return begun.length;
}

/**
 * Simulates, in the forecaster's thread, the seasons that changed since the last time. Call the returned function periodically; a season
 * that cannot be simulated is tried again once something in it has changed.
 */
export function createOutlookRenewal(deps: Deps, forecaster: Forecaster): () => Promise<void> {
  const refused = new Set<string>();
  const renew = async () => {
    if (!forecaster.isThere()) return;
    for (const season of await findChangedSeasons(deps.db)) {
      const key = `${season.league_id} ${season.made_from}`;
      if (refused.has(key)) continue;
      const asked = { leagueId: season.league_id, season: season.season, seed: season.made_from };
      const outlook = await forecaster.ask({ kind: 'simulate', ...asked });
      if (outlook === null) refused.add(key);
      else {
        await storeOutlook(deps.db, season, outlook, deps.now());
        deps.replies.touch(outlookTopic(season.league_id));
      }
    }
  };
  return () => unlessAway(renew());
}
