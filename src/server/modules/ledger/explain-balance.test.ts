import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { adjustUser, explainBalance } from '#contract/admin-users.ts';
import type { InputOf } from '#contract/endpoint.ts';
import {
  checkInTransfer,
  redeemPostTransfer,
  redeemRefundTransfer,
  redeemTransfer,
  stakeTransfer,
  type TransferDraft,
} from '#domain/ledger/ledger.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createOpenMatch, createUser } from '#test/support/factories.ts';
import { postTransfers } from './points.ts';

const test = useTestApp({ FEED: 'none' });

async function explain(id: string, more: Partial<InputOf<typeof explainBalance>> = {}) {
  const admin = await createAdmin(test.current, 'viewer');
  return callApp(test.current.app, explainBalance, { id, ...more }, { token: admin.token });
}
const post = (draft: TransferDraft) =>
  test.current.deps.db.transaction().execute((db) => postTransfers(db, [draft], test.current.deps.now()));

/** A user who checked in, was given points, staked, and asked for two withdrawals: one is paid, one is rejected. */
async function createPlayer() {
  const { deps } = test.current;
  const user = await createUser(test.current);
  const admin = await createAdmin(test.current, 'super');
  await post(checkInTransfer(user.id, '2026-11-20', 20));
  const adjusted = {
    id: user.id,
    delta: 3_000,
    source: 'manual_adjust',
    reason: 'Won the quiz',
    note: 'A gift',
    confirm_delta: 3_000,
  } as const;
  const { confirm_delta: _, ...wish } = adjusted;
  const { status } = await callApp(test.current.app, adjustUser, wish as InputOf<typeof adjustUser>, {
    token: admin.token,
    key: randomUUID(),
  });
  expect(status).toBe(200);
  const matchId = await createOpenMatch(deps.db);
  const { id: contestId } = await deps.db.selectFrom('contests').select('id').where('match_id', '=', matchId).executeTakeFirstOrThrow();
  const [paid, rejected] = [randomUUID(), randomUUID()];
  await sql`insert into accounts (kind, owner, balance) values ('contest', ${contestId}, 0) on conflict do nothing`.execute(deps.db);
  await post(stakeTransfer({ id: randomUUID(), userId: user.id, contestId, market: 'wdl' }, randomUUID(), 100));
  await post(redeemTransfer(paid, user.id, 1_000));
  await post(redeemPostTransfer(paid, user.id, 1_000));
  await post(redeemTransfer(rejected, user.id, 1_500));
  await post(redeemRefundTransfer(rejected, user.id, 1_500, false, 'Not enough play'));
  return { user, admin, paid };
}

describe('an explained balance', () => {
  it('walks from zero to now, with who gave points and why, and adds up', async () => {
    const { user, admin, paid } = await createPlayer();
    const { reply } = await explain(user.id);
    expect(reply.steps.map(({ kind, points, balance, held }) => [kind, points, balance, held])).toEqual([
      ['check_in', 20, 20, 0],
      ['given', 3_000, 3_020, 0],
      ['stake', 100, 2_920, 0],
      ['hold', 1_000, 1_920, 1_000],
      ['paid', 1_000, 1_920, 0],
      ['hold', 1_500, 420, 1_500],
      ['released', 1_500, 1_920, 0],
    ]);
    expect(reply.steps[1]).toMatchObject({
      by: { id: admin.id, email: admin.email },
      agreed_by: null,
      reason: 'Won the quiz',
      note: 'A gift',
    });
    expect(reply.steps[2]?.match).toMatch(/ – /);
    expect(reply.steps[3]).toMatchObject({ withdrawal_id: paid, by: null, reason: null });
    expect(reply.next).toBeNull();
    expect(reply.proof).toEqual({ transfers: 7, balance_sum: 1_920, held_sum: 0, balance: 1_920, held: 0, holds: true });
  });

  it('goes on where a page ended, and every page begins with what was there', async () => {
    const { user } = await createPlayer();
    const whole = (await explain(user.id)).reply.steps;
    const walked: typeof whole = [];
    for (let after: number | undefined; ; ) {
      const { reply } = await explain(user.id, { page_size: 3, ...(after && { after_id: after }) });
      const last = walked.at(-1);
      expect(reply.start).toEqual({ balance: last?.balance ?? 0, held: last?.held ?? 0 });
      walked.push(...reply.steps);
      if (reply.next === null) break;
      after = reply.next;
    }
    expect(walked).toEqual(whole);
  });

  it('does not hold if the account, or a transfer, says something else', async () => {
    const { user } = await createPlayer();
    const { db } = test.current.deps;
    await sql`update accounts set balance = balance + 5 where kind = 'balance' and owner = ${user.id}`.execute(db);
    expect((await explain(user.id)).reply.proof).toMatchObject({ balance: 1_925, balance_sum: 1_920, holds: false });
    await sql`update accounts set balance = balance - 5 where kind = 'balance' and owner = ${user.id}`.execute(db);
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update transfers set to_balance = to_balance + 1 where to_owner = ${user.id} and source = 'daily_login'`.execute(trx);
    });
    expect((await explain(user.id)).reply.proof).toMatchObject({ balance: 1_920, balance_sum: 1_920, holds: false });
  });

  it('of somebody without points is empty, and of nobody is not found', async () => {
    const user = await createUser(test.current);
    expect((await explain(user.id)).reply).toMatchObject({ steps: [], next: null, proof: { transfers: 0, balance: 0, holds: true } });
    expect((await explain(randomUUID())).problem.code).toBe('not_found');
    expect((await explain(user.id, { after_id: -1 })).problem.code).toBe('invalid_query');
  });
});
