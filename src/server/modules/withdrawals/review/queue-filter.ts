import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { withdrawalsFile } from '#contract/withdrawal-queue.ts';
import { type AdminRole, REVIEWERS, seesContacts } from '#domain/identity/admin-role.ts';
import { HOUR_MS } from '#domain/time.ts';
import { UUID } from '#domain/uuid.ts';
import { normaliseWallet } from '#domain/withdrawals/wallet.ts';
import { normaliseTxHash } from '#domain/withdrawals/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { likeText } from '#server/platform/db/like.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { QueueFilter, QueueSearch } from './queue.ts';

/**
 * Returns the filter that an admin asked for, as the list and its file use it; a blank search is none. Throws `invalid_query` for points,
 * and `invalid_date` for days that are the wrong way round.
 */
export function queueFilterOf(
  { now }: Pick<Deps, 'now'>,
  { id, role }: Pick<SignedInAdmin, 'id' | 'role'>,
  { q = '', hours_min, work, ...rest }: ParsedInputOf<typeof withdrawalsFile>,
): QueueFilter {
  const { from, to, points_min, points_max } = rest;
  if (from && to && from > to) throw new AppError('invalid_date', { field: 'from' });
  if (points_min !== undefined && points_max !== undefined && points_min > points_max)
    throw new AppError('invalid_query', { field: 'points_min' });
  return {
    ...rest,
    search: q.trim() === '' ? null : searchOf(q, role),
    ...(hours_min !== undefined && { submittedUntil: new Date(now().getTime() - hours_min * HOUR_MS) }),
    ...(work !== undefined && { work: { kind: work, adminId: id, mayApprove: REVIEWERS.includes(role) } }),
    now: now(),
  };
}

/** Parses a search text into each form that it may take. */
export function searchOf(typed: string, role: AdminRole): QueueSearch {
  const text = typed.trim().toLowerCase().replace(/^@/, '');
  const literally = likeText(text);
  return {
    beginning: `${literally}%`,
    // Prefix search only for roles that see addresses: others could guess one character by character.
    email: seesContacts(role) ? `${literally}%` : literally,
    wallet: normaliseWallet(typed),
    txHash: normaliseTxHash(typed),
    id: UUID.test(text) ? text : null,
  };
}
