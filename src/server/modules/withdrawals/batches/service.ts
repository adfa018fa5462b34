import type { Transaction } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  Batch,
  dissolveBatch,
  listBatches,
  listPayable,
  makeBatch,
  releasePayout,
  takeOverBatch,
  WholeBatch,
} from '#contract/payout-batches.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit, requireNoInterest, requireReason, userRef } from '#server/modules/admins/public.ts';
import { checkReview } from '#server/modules/withdrawals/review/check-decision.ts';
import { findReviewsById } from '#server/modules/withdrawals/review/queries.ts';
import { briefView } from '#server/modules/withdrawals/review/review-row.ts';
import { once } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as batches from './queries.ts';

/** Who acts, and in which request. */
export interface Acting {
  deps: Deps;
  admin: SignedInAdmin;
  request: RequestContext;
}

/** Returns a page of the withdrawals that may be put into a batch. */
export async function payable(
  { db, now }: Deps,
  { after, page_size }: ParsedInputOf<typeof listPayable>,
): Promise<ReplyOf<typeof listPayable>> {
  const [rows, total] = await Promise.all([batches.findPayable(db, after, page_size + 1, now()), batches.sumPayable(db, now())]);
  const items = rows.slice(0, page_size).map((row) => ({
    ...{ id: row.id, user: userRef({ ...row, id: row.user_id }), usdt: row.amount },
    ...{ wallet_address: row.wallet_address!, decided_at: row.decided_at!.toISOString() },
  }));
  return { items, next: rows.length > page_size ? items.at(-1)!.id : null, total };
}

/** Returns a page of batches. */
export async function list({ db }: Deps, { before, page_size }: ParsedInputOf<typeof listBatches>): Promise<ReplyOf<typeof listBatches>> {
  const rows = await batches.findBatches(db, before, page_size + 1);
  const items = rows.slice(0, page_size).map(batchView);
  return { items, next: rows.length > page_size ? items.at(-1)!.id : null };
}

const batchView = (row: batches.BatchRow): Batch => ({
  id: row.id,
  made_by: { id: row.made_by, email: row.made_email },
  held_by: { id: row.held_by, email: row.held_email },
  held_since: row.held_since.toISOString(),
  created_at: row.created_at.toISOString(),
  dissolved_at: row.dissolved_at?.toISOString() ?? null,
  usdt: row.usdt,
  counts: { all: row.all_count, recorded: row.recorded_count, confirmed: row.confirmed_count, wrong: row.wrong_count },
});

/** Returns a batch with its payouts. Throws `not_found`. */
export async function whole({ config, now }: Pick<Deps, 'config' | 'now'>, db: Db, id: string): Promise<WholeBatch> {
  const [row, items] = [await batches.findBatch(db, id), await batches.findItems(db, id)];
  if (!row) throw new AppError('not_found');
  return {
    ...batchView(row),
    treasury: config.tron?.treasury ?? null,
    items: items.map((item) => ({
      ...briefView(item, now()),
      user: userRef({ ...item, id: item.user_id }),
      released_at: item.released_at?.toISOString() ?? null,
    })),
  };
}

/**
 * Makes a batch, held by the caller. Throws `not_found`, `payout_batched` if one is in a batch, `own_interest` if the caller gains from one,
 * and the refusals of `checkReview` for sending: what may not be recorded is not paid either.
 */
export const make = ({ deps, admin, request }: Acting, { withdrawal_ids }: ParsedInputOf<typeof makeBatch>) =>
  transact(deps, (db) =>
    once(db, request.idempotency, deps.now(), async () => {
      const now = deps.now();
      const ids = [...new Set(withdrawal_ids)];
      const found = await batches.lockWithdrawals(db, ids);
      if (found.length < ids.length) throw new AppError('not_found');
      const rows = await findReviewsById(db, ids);
      for (const row of rows) {
        if (row.batch_id !== null) throw new AppError('payout_batched', { withdrawal: row.id });
        // The demo pays nothing, and shows how it would.
        const refusal = checkReview('send', row, admin, { now, config: { ...deps.config, demo: false } });
        if (refusal) throw new AppError(refusal.code, { ...refusal.params, withdrawal: row.id });
      }
      await requireNoInterest(deps, db, admin, { userIds: rows.map(({ user_id }) => user_id) });
      const id = newId(deps);
      await db
        .insertInto('payout_batches')
        .values({ id, made_by: admin.id, held_by: admin.id, held_since: now, created_at: now })
        .execute();
      if ((await batches.insertItems(db, id, ids)) < ids.length) throw new AppError('payout_batched');
      const batch = await whole(deps, db, id);
      await recordAudit(
        db,
        actorOf(admin, request),
        { action: 'payout_batch.make', subject: subjectOf(id), after: { usdt: batch.usdt, withdrawals: ids } },
        now,
      );
      return { batch };
    }),
  );

const subjectOf = (id: string) => ({ kind: 'payout_batch', id });

/** Takes over a batch, so that its former holder records nothing more. Throws `not_found`, `already_decided` and `reason_required`. */
export const takeOver = (acting: Acting, { id, reason }: ParsedInputOf<typeof takeOverBatch>) =>
  change(acting, { id, reason, action: 'take_over' }, async (db, { held_by }) => {
    const { deps, admin } = acting;
    if (held_by === admin.id) throw new AppError('already_decided');
    await db.updateTable('payout_batches').set({ held_by: admin.id, held_since: deps.now() }).where('id', '=', id).execute();
    return { before: { held_by }, after: { held_by: admin.id } };
  });

/** Dissolves a batch. Throws `not_found`, `batch_held`, `already_decided` if something was recorded, and `reason_required`. */
export const dissolve = (acting: Acting, { id, reason }: ParsedInputOf<typeof dissolveBatch>) =>
  change(acting, { id, reason, action: 'dissolve' }, async (db, { held_by }) => {
    const { deps, admin } = acting;
    if (held_by !== admin.id) throw new AppError('batch_held');
    if (await batches.hasRecorded(db, id)) throw new AppError('already_decided');
    const released = await batches.releaseItems(db, id, null, deps.now());
    await db.updateTable('payout_batches').set({ dissolved_at: deps.now() }).where('id', '=', id).execute();
    return { after: { released } };
  });

/** Takes one payout out of a batch. Throws `not_found`, `batch_held`, `already_decided` if it has a transaction, and `reason_required`. */
export const release = (acting: Acting, { id, withdrawal_id, reason }: ParsedInputOf<typeof releasePayout>) =>
  change(acting, { id, reason, action: 'release' }, async (db, { held_by }) => {
    if (held_by !== acting.admin.id) throw new AppError('batch_held');
    if ((await batches.releaseItems(db, id, withdrawal_id, acting.deps.now())) === 0) throw new AppError('already_decided');
    return { after: { withdrawal_id } };
  });

interface Change {
  id: string;
  reason: string;
  action: string;
}

type LockedBatch = NonNullable<Awaited<ReturnType<typeof batches.lockBatch>>>;

/** Changes a batch that is not dissolved under its lock, and audits it. */
const change = (
  { deps, admin, request }: Acting,
  { id, reason, action }: Change,
  act: (db: Transaction<DB>, locked: LockedBatch) => Promise<{ before?: Record<string, unknown>; after: Record<string, unknown> }>,
): Promise<{ batch: WholeBatch }> =>
  transact(deps, async (db) => {
    const why = requireReason(reason);
    const locked = await batches.lockBatch(db, id);
    if (!locked) throw new AppError('not_found');
    if (locked.dissolved_at !== null) throw new AppError('already_decided');
    const told = await act(db, locked);
    await recordAudit(
      db,
      actorOf(admin, request),
      { action: `payout_batch.${action}`, subject: subjectOf(id), ...told, reason: why },
      deps.now(),
    );
    return { batch: await whole(deps, db, id) };
  });
