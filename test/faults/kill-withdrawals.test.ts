import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueCode } from '#server/modules/identity/codes/issue.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { transact } from '#server/platform/transact.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { createRedeemer, type Redeemer } from '#test/support/redeemer.ts';
import { type Killable, startKillable } from './killable.ts';

/** Compares replies about payouts with the database, after the app or the database was killed repeatedly during them. */

const USERS = 8;
const POINTS = 10_000_000;
const KILLS = Number(process.env.FAULT_KILLS ?? 4);

let site: Killable;

beforeAll(async () => {
  site = await startKillable({ REDEEM_PER_DAY: '1000000000', REDEEM_PER_30_DAYS: '1000000000' });
});

afterAll(() => site?.stop());

const told = new Set<string>();

/** Repeats a request with the same key until it is done, like a client that does not know the outcome. */
async function insist<Reply>({ token }: { token: string }, path: string, body: object): Promise<Reply> {
  const key = randomUUID();
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${site.url()}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': key },
      body: JSON.stringify(body),
    }).catch(() => null);
    // A reply counts only if it is complete.
    const answer = (await response?.json().catch(() => null)) as { code?: string } | null | undefined;
    if (response) told.add(`${response.status} ${answer?.code ?? ''}`);
    if (response?.ok && answer) return answer as Reply;
    await sleep(50);
  }
  throw new Error(`${path} was never done: ${[...told].join(', ')}`);
}

/** Returns a code as it would have been sent; draws another if the database was away. */
async function codeOf({ id, email, wallet, sessionId }: Redeemer): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const use = { purpose: 'redeem', subject: id, destination: email, context: wallet, holder: sessionId } as const;
    const issued = await transact(site.deps, (db) => issueCode(site.deps, db, use)).catch(() => null);
    if (issued !== null) return issued.code;
    await sleep(50);
  }
  throw new Error('no code could be drawn');
}

interface Payout {
  id: string;
  user: string;
  points: number;
  status: string;
}

/** Requests and decides payouts one after the other; the first one needs two approvals. */
async function redeemAndDecide(user: Redeemer, admins: readonly TestAdmin[], done: Payout[], isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const points = 1_000 * (1 + (n % 3));
    const asked = { points, channel: 'email', code: await codeOf(user) };
    const { id } = (await insist<{ withdrawal: { id: string } }>(user, 'points/redeem', asked)).withdrawal;
    let status = 'pending';
    for (const admin of n % 2 === 0 ? admins : admins.slice(1)) {
      const [deed, body] = n % 2 === 0 ? ['approve', {}] : ['reject', { reason_code: 'rules' }];
      if (status === 'pending')
        ({ status } = (await insist<{ withdrawal: { status: string } }>(admin, `admin/withdrawals/${id}/${deed}`, body)).withdrawal);
    }
    done.push({ id, user: user.id, points, status });
  }
}

it('loses no payout and no point, and pays and returns none twice', { timeout: KILLS * 60_000 }, async () => {
  const { db } = site;
  const users: Redeemer[] = [];
  for (let n = 0; n < USERS; n++) users.push(await createRedeemer(site, POINTS));
  const admins = [await createAdmin(site, 'reviewer'), await createAdmin(site, 'super')];
  const done: Payout[] = [];
  let isOver = false;
  const clients = users.map((user) => redeemAndDecide(user, admins, done, () => isOver));
  for (let kill = 0; kill < KILLS; kill++) {
    const before = done.length;
    await expect.poll(() => done.length, { timeout: 60_000 }).toBeGreaterThan(before + 2 * USERS);
    await sleep(Math.random() * 500);
    await (kill % 2 === 0 ? site.killApp() : site.killDatabase());
  }
  isOver = true;
  await Promise.all(clients);

  // 409: the first request with a key was still in progress. 503: the database was away.
  const known = ['201 ', '200 ', '409 request_in_progress', '503 unavailable'];
  expect([...told].filter((answer) => !known.includes(answer))).toEqual([]);
  const rows = await db.selectFrom('withdrawals').select(['id', 'user_id as user', 'points', 'status']).orderBy('id').execute();
  expect(rows).toEqual(done.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['approved', 'rejected']));
  for (const { id } of users) {
    const accounts = await db.selectFrom('accounts').select(['kind', 'balance']).where('owner', '=', id).orderBy('kind').execute();
    const paid = done.filter(({ user, status }) => user === id && status === 'approved').reduce((sum, { points }) => sum + points, 0);
    expect(accounts).toEqual([
      { kind: 'balance', balance: POINTS - paid },
      { kind: 'held', balance: 0 },
    ]);
  }
  // The log has each decision once, including the first of two approvals.
  const logged = await db.selectFrom('audit_log').select('action').where('subject_kind', '=', 'withdrawal').execute();
  const count = (action: string) => logged.filter((row) => row.action === action).length;
  expect(count('withdrawal.approve') + count('withdrawal.reject')).toBe(done.length);
  expect(count('withdrawal.approve_first')).toBe(USERS);
  expect(await proveLedger(db)).toEqual({ proven: true, sum: 0, faults: [] });
});
