import { queryOptions } from '@tanstack/react-query';
import { getProjection, getScoreProbability } from '#contract/forecasts.ts';
import { getMatchCourse } from '#contract/match-course.ts';
import { getHeadToHead, getMatchOdds, getMatchStatistics } from '#contract/matches.ts';
import { getMatchPlayers } from '#contract/players.ts';
import { call } from '#web/data/call.ts';

/** Queries all bookmakers' prices. Pushes contain only the market as a whole, so these are refetched. */
export const matchOddsQuery = (id: number) =>
  queryOptions({ queryKey: ['matches', id, 'odds'], queryFn: ({ signal }) => call(getMatchOdds, { id }, signal) });

/** Queries the teams' earlier meetings and last matches, which change only when another match ends. */
export const headToHeadQuery = (id: number) =>
  queryOptions({
    queryKey: ['matches', id, 'head-to-head'],
    queryFn: ({ signal }) => call(getHeadToHead, { id }, signal),
    staleTime: 5 * 60_000,
  });

/** Queries both sides' statistics; pushes update them (see use-match.ts). */
export const matchStatisticsQuery = (id: number) =>
  queryOptions({ queryKey: ['matches', id, 'statistics'], queryFn: ({ signal }) => call(getMatchStatistics, { id }, signal) });

/** Queries pressure, expected goals and shots. No push carries them: during play they are asked for again. */
export const matchCourseQuery = (id: number, isInPlay: boolean) =>
  queryOptions({
    queryKey: ['matches', id, 'course'],
    queryFn: ({ signal }) => call(getMatchCourse, { id }, signal),
    refetchInterval: isInPlay ? COURSE_EVERY_MS : false,
  });
/** About as often as feeds count anew. */
const COURSE_EVERY_MS = 30_000;

/** Queries who has a page of the players named in a match; again once both line-ups are out. A name told later has its link on the next visit. */
export const matchPlayersQuery = (id: number, isOfficial: boolean) =>
  queryOptions({
    queryKey: ['matches', id, 'players', isOfficial],
    queryFn: ({ signal }) => call(getMatchPlayers, { id }, signal),
    staleTime: 5 * 60_000,
    // Names are shown without links meanwhile, and if it fails.
    retry: false,
  });

/** Queries the probabilities of model, market and crowd. The server updates them with each change of the match; prices need polling. */
export const scoreProbabilityQuery = (id: number) =>
  queryOptions({ queryKey: ['matches', id, 'score-probability'], queryFn: ({ signal }) => call(getScoreProbability, { id }, signal) });

/** Queries what the forecast is based on, for signed-in users. */
export const projectionQuery = (id: number) =>
  queryOptions({
    queryKey: ['matches', id, 'projection'],
    queryFn: ({ signal }) => call(getProjection, { id }, signal),
    staleTime: 5 * 60_000,
  });
