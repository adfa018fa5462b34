import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/transact.ts';
import * as elsewhere from './queries.ts';

/** Clocks of several processes differ a little, so that what one holds to be over another may still take. */
const PURGED_AFTER_MS = 5 * 60_000;

/** Takes something that is good once, until it expires; says whether it was still to be had. Of several at once one has it. */
export const takeProof = (deps: Deps, proof: string, expiresAt: Date): Promise<boolean> =>
  elsewhere.insertProof(deps.db, createHash('sha256').update(proof).digest(), expiresAt);

/** Forgets which proofs were taken once they could not be taken anyway; returns how many. Run it hourly. */
export const purgeSignInProofs = (deps: Deps): Promise<number> =>
  transact(deps, (db) => elsewhere.deleteProofs(db, new Date(deps.now().getTime() - PURGED_AFTER_MS)));
