import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listLedgerProofs, runLedgerProof } from '#contract/overview.ts';
import { proveWholeLedger } from '#server/modules/ledger/ledger-proof.ts';
import { proveNewBlocks } from '#server/modules/ledger/prove-new.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';

const test = useTestApp();

const list = async (input = {}) =>
  callApp(test.current.app, listLedgerProofs, input, { token: (await createAdmin(test.current, 'viewer')).token });
const run = (token: string) => callApp(test.current.app, runLedgerProof, {}, { token });

describe('ledger proofs', () => {
  it('are listed latest first, with what did not add up', async () => {
    const { deps } = test.current;
    expect((await list()).reply).toEqual({ items: [], page: 1, page_size: 20, total: 0 });
    const { id } = await createUser(test.current, 10);
    await proveWholeLedger(deps);
    const add = (points: number) =>
      sql`update accounts set balance = balance + ${points} where owner = ${id} and kind = 'balance'`.execute(deps.db);
    await add(1);
    await proveWholeLedger(deps);
    await add(-1);
    const { reply } = await list({ page_size: 1 });
    expect(reply).toMatchObject({
      total: 2,
      items: [{ scope: 'whole', proven: false, faults: { balances: { count: 1 } }, proven_at: TEST_NOW }],
    });
    expect((await list({ page: 2, page_size: 1 })).reply.items).toMatchObject([{ proven: true, faults: {} }]);
    await proveNewBlocks(deps);
    expect((await list()).reply.items.map(({ scope }) => scope)).toEqual(['new', 'whole', 'whole']);
    expect(await list({ page: 501 })).toMatchObject({ status: 400, problem: { code: 'invalid_query' } });
  });

  it('are run on demand by admins who may move points, and audited with the admin who asked', async () => {
    const { deps } = test.current;
    const admin = await createAdmin(test.current, 'finance');
    const { status, reply } = await run(admin.token);
    expect([status, reply.proof.proven]).toEqual([200, true]);
    expect((await list({ page_size: 1 })).reply.items).toEqual([reply.proof]);
    const entries = await deps.db.selectFrom('audit_log').select(['action', 'subject_kind']).where('admin_id', '=', admin.id).execute();
    expect(entries).toEqual([{ action: 'ledger.prove', subject_kind: 'ledger' }]);
    for (const role of ['viewer', 'support', 'reviewer'] as const)
      expect(await run((await createAdmin(test.current, role)).token)).toMatchObject({ status: 403, problem: { code: 'forbidden' } });
  });

  it('are run once for all admins who ask while one is running', async () => {
    const { deps } = test.current;
    const total = async () => (await list()).reply.total;
    const before = await total();
    const { id, token } = await createAdmin(test.current, 'super');
    const asked = async () => (await deps.db.selectFrom('audit_log').select('id').where('admin_id', '=', id).execute()).length;
    const { asking } = await deps.db.transaction().execute(async (lock) => {
      // No proof can end meanwhile.
      await sql`lock table ledger_proofs in exclusive mode`.execute(lock);
      const asking = Array.from({ length: 5 }, () => run(token));
      while ((await asked()) < asking.length) await sleep(5);
      await sleep(50);
      return { asking };
    });
    expect((await Promise.all(asking)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await total()) - before).toBe(1);
  });
});
