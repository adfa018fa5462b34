import type { NoForecastReason, ScoreProbability } from '#contract/forecasts.ts';
import { confidenceOf } from '#domain/forecast/confidence.ts';
import { matrixOf } from '#domain/forecast/football-model.ts';
import { inPlayModel } from '#domain/forecast/in-play.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { isStarted, type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { basketballNow } from './basketball-view.ts';
import { opinionsOf } from './opinions.ts';
import { type ForecastRow, findForecast, findMatch, findTurningEvents, hasPast, type MatchFacts } from './queries.ts';
import { FORECAST_AHEAD_MS } from './renewal.ts';
import { inPlayView, scoreView } from './score-view.ts';
import { forecastTopic, type StoredForecast } from './stored-forecast.ts';
import { tennisNow } from './tennis-view.ts';
import { hitRate } from './track-record.ts';

/** Returns the probability of each outcome and each score of a match, by model, market and crowd. */
export const scoreProbability = (deps: Deps, { id }: { id: number }): ReplyPlan<ScoreProbability> => ({
  key: String(id),
  topics: [forecastTopic(id)],
  make: async () => {
    const match = await findMatch(deps.db, id);
    if (match === undefined) throw new AppError('not_found');
    const row = await validForecast(deps, match);
    const opinions = row?.frozen_at ? row : await opinionsOf(deps.db, id, isStarted(match.status as MatchStatus));
    return {
      lines: { model: row?.content.outcomes ?? null, market: opinions.market, crowd: opinions.crowd },
      reason: row === null ? await reasonOf(deps, match) : null,
      model: row && modelView(row, match),
      hit_rate: await hitRate(deps, match.sport),
      ...(await playOf(deps, match, row)),
    };
  },
});

/** Returns the forecast that is valid for this match: about these teams in this format, and made before it began. */
export async function validForecast({ db }: Deps, match: MatchFacts): Promise<ForecastRow | null> {
  const row = await findForecast(db, match.id);
  if (row === undefined || !isAbout(row.content, match)) return null;
  return row.frozen_at !== null || match.kickoff_at !== null ? row : null;
}

const isAbout = ({ home_team_id, away_team_id, format }: ForecastRow['content'], match: MatchFacts): boolean =>
  home_team_id === match.home_team_id &&
  away_team_id === match.away_team_id &&
  (format?.parts ?? null) === match.series_parts &&
  (format?.race ?? null) === match.series_race;

/** Returns why a match has no forecast at `now`. */
export async function reasonOf({ db, now }: Deps, match: MatchFacts): Promise<NoForecastReason> {
  if (matchGroup(match.status as MatchStatus) !== 'upcoming') return 'began_before_forecast';
  if (match.kickoff_at === null) return 'date_unknown';
  if (match.kickoff_at.getTime() > now().getTime() + FORECAST_AHEAD_MS) return 'too_far';
  return (await hasPast(db, match)) ? 'not_ready' : 'unknown_teams';
}

function modelView(row: ForecastRow, { draw_possible: drawPossible }: MatchFacts): ScoreProbability['model'] {
  const { outcomes, past_matches: past, football } = row.content;
  return {
    version: row.model,
    made_at: row.made_at.toISOString(),
    frozen_at: row.frozen_at?.toISOString() ?? null,
    confidence: confidenceOf(choices(outcomes, drawPossible), past.fewest),
    past_matches_fewest: past.fewest,
    scores: football && scoreView(matrixOf({ outcomes, rates: football.rates })),
    rates: football?.rates ?? null,
  };
}

const choices = ({ home, draw, away }: Outcomes, drawPossible: boolean): number[] => (drawPossible ? [home, draw, away] : [home, away]);

/** Returns the present probability of each outcome of a match in play; null before and after it, and without a forecast of our model. */
export async function outcomesNow(deps: Deps, id: number): Promise<Outcomes | null> {
  const match = await findMatch(deps.db, id);
  if (match === undefined) return null;
  const { now } = await playOf(deps, match, await validForecast(deps, match));
  return now && { home: now.home, draw: now.draw, away: now.away };
}

/** The present outcomes in sports without a matrix of scores. */
const IN_PLAY: Partial<Record<Sport, (content: StoredForecast, match: MatchFacts) => Outcomes | null>> = {
  tennis: tennisNow,
  basketball: basketballNow,
};

async function playOf({ db }: Deps, match: MatchFacts, row: ForecastRow | null): Promise<Pick<ScoreProbability, 'now' | 'timeline'>> {
  const outcomesInPlay = IN_PLAY[match.sport];
  if (row !== null && outcomesInPlay !== undefined) {
    const outcomes = outcomesInPlay(row.content, match);
    return { now: outcomes && { ...outcomes, scores: null }, timeline: [] };
  }
  const football = row?.content.football ?? null;
  if (row === null || football === null || !isStarted(match.status as MatchStatus)) return { now: null, timeline: [] };
  const model = inPlayModel(matrixOf({ outcomes: row.content.outcomes, rates: football.rates }));
  return inPlayView(model, match, await findTurningEvents(db, match.id));
}
