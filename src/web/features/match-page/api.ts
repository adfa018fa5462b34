import { queryOptions } from '@tanstack/react-query';
import { getProjection, getScoreProbability } from '#contract/forecasts.ts';
import { getHeadToHead, getMatchOdds, getMatchStatistics } from '#contract/matches.ts';
import { call } from '#web/data/call.ts';

/** Every bookmaker's prices. Pushes tell of the market as a whole only, so these are asked for again. */
export const matchOddsQuery = (id: number) =>
  queryOptions({ queryKey: ['matches', id, 'odds'], queryFn: ({ signal }) => call(getMatchOdds, { id }, signal) });

/** The two teams' earlier meetings and last matches; they change only when another match ends. */
export const headToHeadQuery = (id: number) =>
  queryOptions({
    queryKey: ['matches', id, 'head-to-head'],
    queryFn: ({ signal }) => call(getHeadToHead, { id }, signal),
    staleTime: 5 * 60_000,
  });

/** What was counted of both sides; pushes keep it true (see use-match.ts). */
export const matchStatisticsQuery = (id: number) =>
  queryOptions({ queryKey: ['matches', id, 'statistics'], queryFn: ({ signal }) => call(getMatchStatistics, { id }, signal) });

/** What model, market and crowd think. Made anew by the server with every change of the match; prices alone are asked for again in time. */
export const scoreProbabilityQuery = (id: number) =>
  queryOptions({ queryKey: ['matches', id, 'score-probability'], queryFn: ({ signal }) => call(getScoreProbability, { id }, signal) });

/** What is behind the forecast, for those who signed in. */
export const projectionQuery = (id: number) =>
  queryOptions({
    queryKey: ['matches', id, 'projection'],
    queryFn: ({ signal }) => call(getProjection, { id }, signal),
    staleTime: 5 * 60_000,
  });
