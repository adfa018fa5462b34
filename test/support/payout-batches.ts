import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect } from 'vitest';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { importHashes, makeBatch, type WholeBatch } from '#contract/payout-batches.ts';
import { approveWithdrawal } from '#contract/withdrawal-review.ts';
import { createAdmin, type TestAdmin } from './admins.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp } from './app.ts';
import type { Redeemer } from './redeemer.ts';
import { createKnownRedeemer, createWithdrawal, eraseWithdrawals } from './withdrawals.ts';

/** An app that is no demo, as payouts cannot be recorded there, with two admins of finance and a reviewer. */
interface Desk {
  test: TestApp;
  finance: TestAdmin;
  other: TestAdmin;
  reviewer: TestAdmin;
}

/** A withdrawal that may be paid, with its owner. */
interface Payable {
  id: string;
  user: Redeemer;
}

/** Returns the code of a refusal, or "done". */
export const outcome = ({ status, problem }: { status: number; problem?: { code: string } }) => (status === 200 ? 'done' : problem?.code);

/** Prepares tests of batches: each begins without withdrawals. Read `at` inside tests only. */
export function useBatchDesk() {
  const at = {} as Desk;
  beforeAll(async () => {
    at.test = await createTestApp({ PUBLIC_URL: 'https://matchpoint.example' });
    return () => at.test.database.drop();
  });
  beforeEach(async () => {
    at.test.clock.set(TEST_NOW);
    await at.test.deps.db.deleteFrom('payout_batch_items').execute();
    await at.test.deps.db.deleteFrom('payout_batches').execute();
    await eraseWithdrawals(at.test);
    at.finance = await createAdmin(at.test, 'finance');
    at.other = await createAdmin(at.test, 'finance');
    at.reviewer = await createAdmin(at.test, 'reviewer');
  });

  /** Calls as the first admin of finance, or another. */
  const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, by: TestAdmin = at.finance) =>
    callApp(at.test.app, endpoint, input, { token: by.token, ...(endpoint.idempotent && { key: randomUUID() }) });

  /** Creates a withdrawal that the reviewer has approved. */
  async function approved(points = 12_000, user?: Redeemer): Promise<Payable> {
    const owner = user ?? (await createKnownRedeemer(at.test));
    const id = await createWithdrawal(at.test, owner, { points });
    at.test.clock.advance(10);
    expect(outcome(await call(approveWithdrawal, { id }, at.reviewer))).toBe('done');
    return { id, user: owner };
  }

  /** Creates so many of them, of as many users. */
  async function payouts(count: number): Promise<Payable[]> {
    const all: Payable[] = [];
    for (let i = 0; i < count; i++) all.push(await approved());
    return all;
  }

  /** Makes a batch. */
  async function made(ids: string[], by = at.finance): Promise<WholeBatch> {
    const { status, reply, problem } = await call(makeBatch, { withdrawal_ids: ids }, by);
    expect({ status, code: problem?.code }).toEqual({ status: 200, code: undefined });
    return reply.batch;
  }

  /** Imports a file of references and hashes. Returns what became of each line, or why the file was refused. */
  async function imported(id: string, lines: string[], by = at.finance): Promise<string[] | string> {
    const { reply, status, problem } = await call(importHashes, { id, csv: ['reference,tx_hash', ...lines].join('\n') }, by);
    return status === 200 ? reply.rows.map(({ outcome, refusal }) => refusal?.code ?? outcome) : problem.code;
  }

  return { at, call, approved, payouts, made, imported };
}

export const reason = 'because it is so';
