import { z } from 'zod';
import { TREASURERS } from '#domain/identity/admin-role.ts';
import { HASH_FILE_FAULTS, HASH_FILE_LENGTH_MAX } from '#domain/withdrawals/payout/hash-file.ts';
import { adminRef, userRef } from './approvals.ts';
import { reason } from './audit.ts';
import { timestamp, uuid } from './common.ts';
import { contactField } from './contact-field.ts';
import { endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { briefWithdrawal } from './withdrawal-review.ts';

/** Batches of payouts (docs/withdrawals.md#batches): what is paid together, by one admin. Nothing is signed here. */

/** Payouts in one batch at most. */
export const BATCH_MAX = 100;

/** A decimal string, in USDT. */
const usdt = z.string();
const count = z.number().int().min(0);

const payable = z.object({
  id: uuid,
  user: userRef,
  wallet_address: contactField('wallet'),
  usdt,
  decided_at: timestamp,
});
export type Payable = z.infer<typeof payable>;

const path = '/api/admin/payouts';
const pageOf = z.coerce.number<number>().int().min(1).max(100).default(50);

export const listPayable = endpoint({
  method: 'GET',
  path: `${path}/payable`,
  access: TREASURERS,
  summary: 'Approved withdrawals that may be paid now and are in no batch, longest approved first',
  /** `after` is the last id of the page before. */
  input: z.object({ after: uuid.optional(), page_size: pageOf }),
  /** `total` covers all pages; `next` is the `after` of the next one. */
  reply: z.object({ items: z.array(payable), next: uuid.nullable(), total: z.object({ count, usdt }) }),
});

const batch = z.object({
  id: uuid,
  made_by: adminRef,
  /** The only one who may record its transactions. */
  held_by: adminRef,
  held_since: timestamp,
  created_at: timestamp,
  /** Null while it holds its payouts. */
  dissolved_at: timestamp.nullable(),
  usdt,
  /** Payouts, and how many of them have a transaction, are confirmed by the chain, or failed or do not match. */
  counts: z.object({ all: count, recorded: count, confirmed: count, wrong: count }),
});
export type Batch = z.infer<typeof batch>;

export const listBatches = endpoint({
  method: 'GET',
  path,
  access: TREASURERS,
  summary: 'Batches of payouts, newest first',
  /** `before` is the last id of the page before. */
  input: z.object({ before: uuid.optional(), page_size: pageOf }),
  reply: z.object({ items: z.array(batch), next: uuid.nullable() }),
});

/** A payout of a batch; its reference is the withdrawal's id. */
const batchItem = briefWithdrawal.extend({
  user: userRef,
  /** When it was taken out of the batch; null while it is in it. */
  released_at: timestamp.nullable(),
});
export type BatchItem = z.infer<typeof batchItem>;

const wholeBatch = batch.extend({
  items: z.array(batchItem),
  /** The wallet that pays; null if it is not set. */
  treasury: z.string().nullable(),
});
export type WholeBatch = z.infer<typeof wholeBatch>;
const byId = z.object({ id: uuid });
const whole = z.object({ batch: wholeBatch });

export const getBatch = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: TREASURERS,
  summary: 'A batch with its payouts and what the chain says of each',
  input: byId,
  reply: whole,
});

/** Throws `payout_batched` if one of them is in a batch, and whatever recording its transaction would be refused with, with its id in `withdrawal`. */
export const makeBatch = endpoint({
  method: 'POST',
  path,
  access: TREASURERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Makes a batch of approved withdrawals; it is held by the caller, who alone may record its transactions',
  input: z.strictObject({ withdrawal_ids: z.array(uuid).min(1).max(BATCH_MAX) }),
  reply: whole,
});

/** `already_decided` if the caller holds it already, or if it is dissolved. */
export const takeOverBatch = endpoint({
  method: 'POST',
  path: `${path}/:id/take-over`,
  access: TREASURERS,
  isGrave: true,
  summary: 'Takes over a batch that another admin holds',
  input: z.strictObject({ id: uuid, reason }),
  reply: whole,
});

/** Both: `batch_held` if another admin holds it, `already_decided` if something is recorded, or it is dissolved or taken out already. */
export const dissolveBatch = endpoint({
  method: 'POST',
  path: `${path}/:id/dissolve`,
  access: TREASURERS,
  isGrave: true,
  summary: 'Dissolves a batch of which nothing was recorded',
  input: z.strictObject({ id: uuid, reason }),
  reply: whole,
});

export const releasePayout = endpoint({
  method: 'POST',
  path: `${path}/:id/release`,
  access: TREASURERS,
  isGrave: true,
  summary: 'Takes a payout without a transaction out of a batch',
  input: z.strictObject({ id: uuid, withdrawal_id: uuid, reason }),
  reply: whole,
});

export const batchFile = endpoint({
  method: 'GET',
  path: `${path}/:id/file.csv`,
  access: TREASURERS,
  produces: 'text/csv; charset=utf-8',
  fileName: 'payouts.csv',
  isExport: true,
  summary: 'A batch for wallet software: reference, wallet, exact amount in USDT; without frozen payouts and those with a transaction',
  input: byId,
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});

/**
 * What became of a row. `recorded`: its transaction is recorded now; `already_recorded`: it was before; `no_hash`, `malformed`, `unknown`,
 * `ambiguous`, `contradiction`: as in hash-file.ts; `other_batch`: the payout is in another batch; `refused`: see `refusal`.
 */
const ROW_OUTCOMES = [
  'recorded',
  'already_recorded',
  'no_hash',
  'malformed',
  'unknown',
  'ambiguous',
  'contradiction',
  'other_batch',
  'refused',
] as const;

const hashRow = z.object({
  /** The line in the file, from 1. */
  line: z.number().int(),
  outcome: z.enum(ROW_OUTCOMES),
  withdrawal_id: uuid.nullable(),
  /** Why its transaction was refused, also in the caller's language; null for other outcomes. */
  refusal: z.object({ code: z.enum(ERROR_CODES), detail: z.string() }).nullable(),
});
export type ImportedRow = z.infer<typeof hashRow>;

/** `batch_held` if another admin holds it. A whole file that cannot be read is no error: `fault` says why, and nothing was recorded. */
export const importHashes = endpoint({
  method: 'POST',
  path: `${path}/:id/hashes`,
  access: TREASURERS,
  isGrave: true,
  summary: 'Records the transactions of a CSV file (reference, or wallet_address and amount; tx_hash), each row on its own',
  input: z.strictObject({ id: uuid, csv: z.string().max(HASH_FILE_LENGTH_MAX) }),
  reply: z.object({ fault: z.enum(HASH_FILE_FAULTS).nullable(), rows: z.array(hashRow), batch: wholeBatch }),
});
