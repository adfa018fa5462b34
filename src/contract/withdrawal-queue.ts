import { z } from 'zod';
import { EVERY_ADMIN, REVIEWERS, SUPPORTERS } from '#domain/identity/admin-role.ts';
import { listOf, paging, points, queryText, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { REVIEW_FLAGS, reviewRow, withdrawalEvent } from './withdrawal-review.ts';

/** The list of withdrawals in the console, its file, and how reviewers share the work on it. */

const path = '/api/admin/withdrawals';

/** Approved ones are being sent until a transaction is recorded, and sent afterwards. */
export const QUEUE_STATUSES = ['pending', 'approved', 'being_sent', 'sent', 'rejected', 'all'] as const;
export type QueueStatus = (typeof QUEUE_STATUSES)[number];

/** `queue`: what waits longest for its next step comes first; then what is done, the latest first. The others in both directions. */
export const QUEUE_SORTS = ['queue', 'submitted_at', 'points'] as const;
export type QueueSort = (typeof QUEUE_SORTS)[number];

/** Which day of a withdrawal `from` and `to` are about: of the request, the decision, or the recorded payment. */
export const QUEUE_DAYS = ['submitted', 'decided', 'paid'] as const;

/** What is left for the caller: approvals that need theirs as the second, and withdrawals that they are looking at. */
export const QUEUE_WORK = ['second_approval', 'assigned'] as const;

/** At most as many as a withdrawal can have. */
const amount = z.coerce.number<number>().int().min(0).max(1_000_000_000).optional();
/** Two years. */
const HOURS_MAX = 17_520;

/** Filters and order: the same for the list and its file. */
const queueFilter = {
  status: z.enum(QUEUE_STATUSES).default('all'),
  /**
   * The start of the user's handle, name or address (for admins who do not see contacts, the whole address), in any case; or a whole wallet,
   * transaction hash ever recorded, or id of a withdrawal or user.
   */
  q: queryText(120).optional(),
  /** Flags of evidence as stored at the request and the decision, others as they are now. */
  flag: z.enum(REVIEW_FLAGS).optional(),
  /** Points, both inclusive; `invalid_query` if they are the wrong way round. */
  points_min: amount,
  points_max: amount,
  /** Requested at least so many hours ago. */
  hours_min: z.coerce.number<number>().int().min(1).max(HOURS_MAX).optional(),
  work: z.enum(QUEUE_WORK).optional(),
  /** UTC days, both inclusive; `invalid_date` if they are the wrong way round. */
  days: z.enum(QUEUE_DAYS).default('submitted'),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  sort: z.enum(QUEUE_SORTS).default('queue'),
  /** Not for `queue`. */
  order: z.enum(['asc', 'desc']).default('desc'),
};

export const listReviews = endpoint({
  method: 'GET',
  path,
  access: EVERY_ADMIN,
  summary: 'Withdrawals: undecided ones first, longest waiting first; then decided ones, latest decision first',
  input: z.object({ ...queueFilter, status: queueFilter.status.unwrap().default('pending'), ...paging }),
  /** `points`: of all that match; null where there are too many to count. */
  reply: listOf(reviewRow).extend({ points: points.nullable() }),
});

export const withdrawalsFile = endpoint({
  method: 'GET',
  path: `${path}/export.csv`,
  access: REVIEWERS,
  produces: 'text/csv; charset=utf-8',
  fileName: 'withdrawals.csv',
  isExport: true,
  summary:
    'Exports the list of withdrawals as a table, in the same order, in UTC; `approved` and `being_sent` omit frozen ones, and frozen ones have no wallet; recorded in the audit log; five requests a minute',
  input: z.object(queueFilter),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});

/** How long "I am looking at this" is shown, in minutes. */
export const ASSIGNED_MINUTES = 30;

/**
 * Says that the caller is looking at a withdrawal, in place of another admin, or no longer is. Other admins see it in the list and on the
 * withdrawal's page, and can still decide. Throws `not_found`, and `already_decided` for a withdrawal that is rejected or sent.
 */
export const assignWithdrawal = endpoint({
  method: 'POST',
  path: `${path}/:id/assign`,
  access: REVIEWERS,
  summary: 'Says that the caller is looking at a withdrawal for the next 30 minutes, or no longer',
  input: z.strictObject({ id: uuid, on: z.boolean() }),
  reply: z.object({ assignee: reviewRow.shape.assignee }),
});

/** The length of a note. */
export const NOTE_LENGTH_MAX = 1_000;

/** Erased with its owner's account, and part of the export of the owner's data. `not_found`, also if the owner's account is erased. */
export const addWithdrawalNote = endpoint({
  method: 'POST',
  path: `${path}/:id/notes`,
  access: SUPPORTERS,
  status: 201,
  summary: 'Adds a note about a withdrawal for other admins to its history; notes cannot be changed',
  input: z.strictObject({ id: uuid, text: z.string().trim().min(1).max(NOTE_LENGTH_MAX) }),
  reply: z.object({ event: withdrawalEvent }),
});
