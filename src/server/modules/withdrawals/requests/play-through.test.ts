import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { adjustTransfer, checkInTransfer } from '#domain/ledger/ledger.ts';
import { type PlayThroughEvent, toBePlayed } from '#domain/withdrawals/play-through.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { transact } from '#server/platform/transact.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser } from '#test/support/factories.ts';
import { freshWallet } from '#test/support/wallets.ts';
import { findPlayThrough } from './facts.ts';

const test = useTestApp();
const amount = fc.integer({ min: 1, max: 3_000 });
const anyEvent: fc.Arbitrary<PlayThroughEvent> = fc.oneof(
  fc.record({ kind: fc.constant('given' as const), points: amount }),
  fc.record({ kind: fc.constant('taken' as const), points: amount }),
  fc.record({ kind: fc.constant('paid_out' as const), points: amount }),
  fc
    .record({ stake: amount, part: fc.integer({ min: 0, max: 100 }), won: fc.integer({ min: 0, max: 3_000 }), own: fc.boolean() })
    .map(({ stake, part, won, own }) => ({
      ...{ kind: 'bet' as const, atRisk: Math.floor((stake * part) / 100), net: won === 0 ? -stake : won },
      netWon: won === 0 ? -stake : own ? 0 : won,
    })),
);

/** Writes an event as the product does: gifts and deductions in the ledger, bets and withdrawals in their rows. */
async function write(userId: string, event: PlayThroughEvent, n: number, at: Date): Promise<void> {
  const { deps } = test.current;
  if (event.kind === 'given' || event.kind === 'taken') {
    const { points } = event;
    const draft =
      event.kind === 'taken'
        ? adjustTransfer(randomUUID(), userId, -points, 'admin_adjust', null)
        : n % 2 === 0
          ? checkInTransfer(userId, `day ${n}`, points)
          : adjustTransfer(randomUUID(), userId, points, 'manual_adjust', null);
    await transact(deps, (db) => postTransfers(db, [draft], at));
  } else if (event.kind === 'bet') {
    const contest_id = await createContest(deps.db, await createMatch(deps.db, { kickoffAt: at }), at);
    const { atRisk, net, netWon } = event;
    const stake = net < 0 ? -net : 3_000;
    await deps.db
      .insertInto('bets')
      .values({
        ...{ id: randomUUID(), user_id: userId, contest_id, pick: 'home', stake, state: 'settled', payout: stake + net, placed_at: at },
        ...{ settled_at: at, at_risk: atRisk, at_risk_reason: 'others_staked', net_won: netWon },
      })
      .execute();
  } else {
    await deps.db
      .insertInto('withdrawals')
      .values({
        ...{ id: randomUUID(), user_id: userId, points: event.points, amount: '1.00', wallet_address: freshWallet(), wallet_since: at },
        ...{ contact_channel: 'email', contact: 'a@example.com', status: 'approved', decided_at: at, created_at: at },
      })
      .execute();
  }
}

it('the points to be played are recomputed from ledger, bets and withdrawals alone, for any history', async () => {
  const { deps } = test.current;
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { maxLength: 12 }), async (events) => {
      const { id } = await createUser(test.current);
      // Points that were not given, so that there is always something to deduct.
      await sql`select post_transfers(
        array[${`won:${id}`}], array['contest_reward'], array['issuance'], array['00000000-0000-0000-0000-000000000000']::uuid[], array['balance'],
        array[${id}]::uuid[], array[100000]::bigint[], array[null]::uuid[], array[null]::uuid[], array[null]::text[], ${deps.now()})`.execute(
        deps.db,
      );
      for (const [n, event] of events.entries()) await write(id, event, n, new Date(Date.parse(TEST_NOW) + n * 1_000));
      expect(toBePlayed(await findPlayThrough(deps.db, id))).toBe(toBePlayed(events));
    }),
    { numRuns: 25 },
  );
});
