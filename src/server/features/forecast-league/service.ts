export { listMatches, listOwn, one as oneForecast, put, withdraw } from './forecasts.ts';
export { create, end, join, joinLimits, leaveAllGroups, mine as myGroups, one as oneGroup, removeMember, rename } from './groups.ts';
export { FORECAST_LEAGUE_TOPIC, scoreUserForecasts } from './scoring.ts';
export { standing, table } from './standing.ts';
