import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/transact.ts';
import * as elsewhere from './queries.ts';

/** Proofs are kept this long after they expire: clocks differ between processes, so another process may still accept one. */
const PURGED_AFTER_MS = 5 * 60_000;

/** Consumes a single-use proof that is valid until `expiresAt`; returns whether it was unused. Of simultaneous calls one succeeds. */
export const takeProof = (deps: Deps, proof: string, expiresAt: Date): Promise<boolean> =>
  elsewhere.insertProof(deps.db, createHash('sha256').update(proof).digest(), expiresAt);

/** Deletes used proofs that have expired; returns how many. Run it hourly. */
export const purgeSignInProofs = (deps: Deps): Promise<number> =>
  transact(deps, (db) => elsewhere.deleteProofs(db, new Date(deps.now().getTime() - PURGED_AFTER_MS)));
