import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getUser,
  listUsers,
  userAdjustments,
  userApiKeys,
  userBets,
  userBindings,
  userNotes,
  userPoints,
  userReferrals,
  userSessions,
} from '#contract/admin-users.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { userEvidence } from '#contract/fraud-signals.ts';
import { userLimits } from '#contract/user-records.ts';
import { call } from '#web/console/lib/call.ts';

export type UserFilter = InputOf<typeof listUsers>;

/** Users by search, status and order. */
export const usersQuery = (filter: UserFilter) =>
  queryOptions({
    queryKey: ['users', filter],
    queryFn: ({ signal }) => call(listUsers, filter, signal),
    placeholderData: keepPreviousData,
  });

/** The single values of a user. */
export const userQuery = (id: string) =>
  queryOptions({ queryKey: ['users', id], queryFn: ({ signal }) => call(getUser, { id }, signal), refetchInterval: 30_000 });

/** A page of a user's balance changes. */
export const userPointsQuery = (filter: InputOf<typeof userPoints>) =>
  queryOptions({
    queryKey: ['users', filter.id, 'points', filter],
    queryFn: ({ signal }) => call(userPoints, filter, signal),
    placeholderData: keepPreviousData,
  });

/** A user's limits and times away from play. */
export const userLimitsQuery = (id: string) =>
  queryOptions({ queryKey: ['users', id, 'limits'], queryFn: ({ signal }) => call(userLimits, { id }, signal) });

/** A page of adjustments of a user's points by admins. */
export const userAdjustmentsQuery = (filter: InputOf<typeof userAdjustments>) =>
  queryOptions({
    queryKey: ['users', filter.id, 'adjustments', filter],
    queryFn: ({ signal }) => call(userAdjustments, filter, signal),
    placeholderData: keepPreviousData,
  });

/** A page of a user's bets. */
export const userBetsQuery = (filter: InputOf<typeof userBets>) =>
  queryOptions({
    queryKey: ['users', filter.id, 'bets', filter],
    queryFn: ({ signal }) => call(userBets, filter, signal),
    placeholderData: keepPreviousData,
  });

/** A user's contacts, sign-in methods and wallets. */
export const userBindingsQuery = (id: string) =>
  queryOptions({ queryKey: ['users', id, 'bindings'], queryFn: ({ signal }) => call(userBindings, { id }, signal) });

/** A page of a user's present and past sessions. */
export const userSessionsQuery = (filter: InputOf<typeof userSessions>) =>
  queryOptions({
    queryKey: ['users', filter.id, 'sessions', filter],
    queryFn: ({ signal }) => call(userSessions, filter, signal),
    placeholderData: keepPreviousData,
  });

/** A user's API keys, without the keys themselves. */
export const userApiKeysQuery = (id: string) =>
  queryOptions({ queryKey: ['users', id, 'api-keys'], queryFn: ({ signal }) => call(userApiKeys, { id }, signal) });

/** The invites around a user. */
export const userReferralsQuery = (id: string) =>
  queryOptions({ queryKey: ['users', id, 'referrals'], queryFn: ({ signal }) => call(userReferrals, { id }, signal) });

/** Evidence for or against a user. */
export const userEvidenceQuery = (id: string) =>
  queryOptions({ queryKey: ['users', id, 'evidence'], queryFn: ({ signal }) => call(userEvidence, { id }, signal) });

/** A page of admins' notes on a user. */
export const userNotesQuery = (filter: InputOf<typeof userNotes>) =>
  queryOptions({
    queryKey: ['users', filter.id, 'notes', filter],
    queryFn: ({ signal }) => call(userNotes, filter, signal),
    placeholderData: keepPreviousData,
  });
