export { leaveAllGroups } from './forecast-league/groups.ts';
export { FORECAST_LEAGUE_TOPIC, scoreUserForecasts } from './forecast-league/scoring.ts';
export { type Forecaster, startForecaster } from './forecasts/forecaster.ts';
export { weighCrowds } from './forecasts/opinions.ts';
export { createOutlookRenewal, createRenewal, freezeForecasts } from './forecasts/renewal.ts';
export { outcomesNow } from './forecasts/score-probability.ts';
export { scoreForecasts } from './forecasts/track-record-scoring.ts';
export { forecastLeagueRoutes, forecastsRoutes } from './routes.ts';
