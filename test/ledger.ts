import { expect } from 'vitest';
import type { Db } from '#server/db/pool.ts';
import { proveLedger } from '#server/features/points/service.ts';
import { findWrongEnds } from './wrong-ends.ts';

/** What must hold after every settlement: the contest's account is empty, all postings sum to zero, every bet has ended in exactly one way. */
export async function expectEndedExactly(db: Db, contestId: string): Promise<void> {
  expect(await proveLedger(db)).toEqual({ proven: true, sum: 0, faults: [] });
  const account = await db
    .selectFrom('accounts')
    .select('balance')
    .where('kind', '=', 'contest')
    .where('owner', '=', contestId)
    .executeTakeFirstOrThrow();
  expect(account.balance).toBe(0);
  expect(await findWrongEnds(db, contestId)).toEqual([]);
}
