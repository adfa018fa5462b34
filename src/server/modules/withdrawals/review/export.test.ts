import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { listReviews, withdrawalsFile } from '#contract/withdrawal-queue.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { plansOf } from '#test/support/query-plans.ts';
import { createRedeemer } from '#test/support/redeemer.ts';
import { createKnownRedeemer, createWithdrawal, eraseWithdrawals } from '#test/support/withdrawals.ts';
import { findAfter, withdrawalPieces } from './export.ts';
import type { QueuePlace } from './queue.ts';

const test = useTestApp();

let admin: TestAdmin;
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  await eraseWithdrawals(test.current);
  admin = await createAdmin(test.current, 'reviewer');
});

async function fileOf(query: Record<string, string> = {}, { token } = admin) {
  const response = await test.current.app.request(`${withdrawalsFile.path}?${new URLSearchParams(query)}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}
const rowsOf = (bytes: Buffer): Record<string, string>[] => parse(bytes, { bom: true, columns: true });

describe('the CSV of withdrawals', () => {
  it('contains every field of a withdrawal, and its download is audited', async () => {
    const user = await createRedeemer(test.current);
    const id = await createWithdrawal(test.current, user, { points: 2_000, walletDays: 3 });
    const { response, bytes } = await fileOf({ status: 'pending' });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="withdrawals.csv"');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(rowsOf(bytes)).toEqual([
      {
        ...{ id, 'submitted_at (UTC)': TEST_NOW, status: 'pending', stage: 'in_review', points: '2000', usdt: '2' },
        ...{ user_id: user.id, handle: expect.any(String), email: user.email, wallet_address: user.wallet },
        ...{ 'wallet_since (UTC)': '2026-11-17T12:00:00.000Z', contact_channel: 'email', contact: user.email },
        ...{ first_approved_by: '', 'first_approved_at (UTC)': '', decided_by: '', 'decided_at (UTC)': '', reason_code: '', note: '' },
        ...{ tx_hash: '', payout: '', payout_fault: '', sent_by: '', 'sent_at (UTC)': '' },
      },
    ]);
    const [entry] = await test.current.deps.db.selectFrom('audit_log').selectAll().where('admin_id', '=', admin.id).execute();
    expect(entry).toMatchObject({ action: 'withdrawal.export', subject_kind: 'file', after: { status: 'pending' } });
  });

  it('has no cell that a spreadsheet would run', async () => {
    const user = await createKnownRedeemer(test.current);
    const id = await createWithdrawal(test.current, user);
    const cells = ['=HYPERLINK("http://evil.example";"x")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '"quoted", and\r\nbroken'];
    for (const note of cells) {
      await test.current.deps.db
        .updateTable('withdrawals')
        .set({ status: 'rejected', decided_by: admin.id, decided_at: new Date(TEST_NOW), reason_code: 'other', note, contact: note })
        .where('id', '=', id)
        .execute();
      const [row] = rowsOf((await fileOf({ status: 'rejected' }, await createAdmin(test.current, 'finance'))).bytes);
      const safe = note.startsWith('"') ? note : `'${note}`;
      expect([row!.note, row!.contact]).toEqual([safe, safe]);
      expect(row!.note).not.toMatch(/^[=+\-@\t\r]/);
    }
  });

  it('covers UTC days, both included', async () => {
    const user = await createKnownRedeemer(test.current);
    await eraseWithdrawals(test.current);
    const times = ['2026-11-17T23:59:59.999Z', '2026-11-18T00:00:00.000Z', '2026-11-19T23:59:59.999Z', '2026-11-20T00:00:00.000Z'];
    for (const at of times) {
      await createWithdrawal(test.current, user, { at: new Date(at) });
      await sql`update withdrawals set status = 'rejected', reason_code = 'other', decided_at = created_at where status = 'pending'`.execute(
        test.current.deps.db,
      );
    }
    const timesOf = async (query: Record<string, string>) => rowsOf((await fileOf(query)).bytes).map((row) => row['submitted_at (UTC)']);
    const sorted = { sort: 'submitted_at', order: 'asc' };
    expect(await timesOf(sorted)).toEqual(times);
    expect(await timesOf({ ...sorted, from: '2026-11-18', to: '2026-11-19' })).toEqual(times.slice(1, 3));
    expect(await timesOf({ from: '2026-11-20' })).toEqual(times.slice(3));
    expect(await timesOf({ status: 'approved' })).toEqual([]);
    const wrong = await fileOf({ from: '2026-11-19', to: '2026-11-18' });
    expect([wrong.response.status, JSON.parse(wrong.bytes.toString()).code]).toEqual([400, 'invalid_date']);
  });

  it('has what the list shows, in its order, and the log keeps no address that was searched for', async () => {
    const users = [await createRedeemer(test.current, 9_000), await createRedeemer(test.current, 9_000)];
    const [small, large] = [
      await createWithdrawal(test.current, users[0]!, { points: 1_000 }),
      await createWithdrawal(test.current, users[1]!, { points: 3_000 }),
    ];
    for (const [query, ids] of [
      [{ sort: 'points', order: 'desc' }, [large, small]],
      [{ sort: 'points', order: 'asc' }, [small, large]],
      [{ points_min: '2000' }, [large]],
      [{ q: users[0]!.email }, [small]],
    ] as const) {
      const input = { status: 'pending' as const, ...query };
      const rows = rowsOf((await fileOf(input as Record<string, string>)).bytes);
      expect(rows.map((row) => row.id)).toEqual(ids);
      const { reply } = await callApp(test.current.app, listReviews, input as InputOf<typeof listReviews>, { token: admin.token });
      expect(reply.items.map(({ id }) => id)).toEqual(ids);
    }
    const entries = await test.current.deps.db.selectFrom('audit_log').selectAll().where('admin_id', '=', admin.id).orderBy('id').execute();
    expect(entries.at(-1)).toMatchObject({ after: { status: 'pending', is_search: true } });
    expect(JSON.stringify(entries)).not.toContain(users[0]!.email);
  });

  it('has one line for a withdrawal that is decided while the file is read', async () => {
    const user = await createKnownRedeemer(test.current);
    await eraseWithdrawals(test.current);
    const id = await createWithdrawal(test.current, user);
    await sql`
      insert into withdrawals (id, user_id, points, amount, wallet_address, wallet_since, contact_channel, contact, status, decided_at, created_at)
      select gen_random_uuid(), ${user.id}, 1000, 1, 'T', now(), 'email', 'a@example.com', 'approved', '2026-01-01'::timestamptz + n * interval '1 second', '2026-01-01'
      from generate_series(1, 1200) n`.execute(test.current.deps.db);
    const pieces: Uint8Array[] = [];
    for await (const piece of withdrawalPieces(test.current.deps, { status: 'all' })) {
      // After the first rows, which come behind the header.
      if (pieces.push(piece) === 2)
        await sql`update withdrawals set status = 'rejected', reason_code = 'other', decided_at = '2026-01-01T00:00:01Z' where id = ${id}`.execute(
          test.current.deps.db,
        );
    }
    const rows = rowsOf(Buffer.concat(pieces));
    expect(rows).toHaveLength(1_201);
    expect(rows.filter((row) => row.id === id).map((row) => row.status)).toEqual(['pending']);
  });

  it('is for reviewers, five times a minute', async () => {
    const viewer = await createAdmin(test.current, 'viewer');
    expect((await fileOf({}, viewer)).response.status).toBe(403);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await fileOf()).response.status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('the CSV of many withdrawals', () => {
  const COUNT = 5_500;
  /** Inserts five withdrawals per time, which is finer than a JavaScript date can represent, so that pages end within one. */
  async function fill(): Promise<void> {
    const { id } = await createRedeemer(test.current);
    await sql`
      insert into withdrawals (id, user_id, points, amount, wallet_address, wallet_since, contact_channel, contact, status, decided_at, created_at)
      select gen_random_uuid(), ${id}, 1000, 1, 'T', now(), 'email', 'a@example.com', 'approved', at, at
      from generate_series(0, ${COUNT - 1}) n, lateral (select timestamptz '2026-01-01' + n / 5 * interval '77 microseconds' as at) t`.execute(
      test.current.deps.db,
    );
    await sql`analyze withdrawals`.execute(test.current.deps.db);
  }

  it('is read page by page, each row once, in the order of the list', async () => {
    await fill();
    const pieces: Uint8Array[] = [];
    for await (const piece of withdrawalPieces(test.current.deps, { status: 'approved' })) pieces.push(piece);
    // The header, and a chunk per thousand rows.
    expect(pieces).toHaveLength(7);
    const rows = rowsOf(Buffer.concat(pieces));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(COUNT);
    const times = rows.map((row) => row['submitted_at (UTC)']!);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('reads only its own rows for each page', async () => {
    await fill();
    const { rows } = await sql<QueuePlace>`
      select id, 1 as part, decided_at::text as sorted_by from withdrawals order by decided_at desc limit 1 offset 2000`.execute(
      test.current.deps.db,
    );
    for (const filter of [{ status: 'all' }, { status: 'approved' }, { status: 'all', from: '2026-01-01', to: '2026-12-31' }] as const) {
      const [plan] = await plansOf(test.current.database, (db) => findAfter(db, filter, rows[0]!, 100));
      expect(plan).toMatch(/Index Scan Backward using withdrawals_decided on withdrawals/);
      expect(plan).not.toMatch(/Seq Scan on (withdrawals|users)/);
    }
  });
});
