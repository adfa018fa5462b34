import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { pointsHistory, pointsHistoryFile } from '#contract/account.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { adjustTransfer, checkInTransfer, stakeTransfer, type TransferDraft } from '#domain/ledger/ledger.ts';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '#domain/withdrawals/withdrawal.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { approveWithin, lockWithdrawal, rejectWithin } from '#server/modules/withdrawals/requests/end.ts';
import { transact } from '#server/platform/transact.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createTeam, createUser, type TestUser } from '#test/support/factories.ts';
import { plansOf } from '#test/support/query-plans.ts';
import { createWithdrawal } from '#test/support/withdrawals.ts';
import { historyOf as accountHistory } from './history.ts';

const test = useTestApp();

const post = (drafts: TransferDraft[], at: string) => transact(test.current.deps, (db) => postTransfers(db, drafts, new Date(at)));
const give = (user: TestUser, delta: number, at: string, note = '') =>
  post([adjustTransfer(randomUUID(), user.id, delta, delta > 0 ? 'manual_adjust' : 'admin_adjust', note)], at);
const historyOf = async (user: TestUser, input: InputOf<typeof pointsHistory> = {}) =>
  (await callApp(test.current.app, pointsHistory, input, { token: user.token })).reply;

/** Requests a withdrawal, and sets its later status. */
async function askFor(user: TestUser, points: number, at: Date, status: WithdrawalStatus): Promise<void> {
  const { deps } = test.current;
  const id = await createWithdrawal(test.current, user, { points, at });
  const { id: by } = await createAdmin(test.current, 'finance');
  await transact(deps, async (db, announce) => {
    const row = await lockWithdrawal(db, id);
    if (status === 'approved') await approveWithin(deps, db, announce, row, { by, note: null, txHash: null });
    if (status === 'rejected') await rejectWithin(deps, db, announce, row, { by, reason: 'other', note: 'Another wallet, please' });
  });
}

async function fileOf(user: TestUser, query: Record<string, string> = {}) {
  const response = await test.current.app.request(`${pointsHistoryFile.path}?${new URLSearchParams(query)}`, {
    headers: { Authorization: `Bearer ${user.token}` },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}
const rowsOf = (bytes: Buffer): Record<string, string>[] => parse(bytes, { bom: true, columns: true });

describe('the points history', () => {
  it('returns for any filters and pages the same rows as a scan of all rows', async () => {
    const user = await createUser(test.current, 100_000);
    const days = ['2026-11-16', '2026-11-17', '2026-11-18'];
    for (let n = 0; n < 60; n++) {
      const at = `${days[n % 3]}T${String(n % 24).padStart(2, '0')}:30:00.000Z`;
      if (n % 5 === 0) await post([checkInTransfer(user.id, `2026-01-${n + 10}`, n + 1)], at);
      else await give(user, n % 2 === 0 ? n : -n, at);
    }
    // The pending one comes last, as there can be only one at a time.
    for (const [n, status] of (['approved', 'rejected', 'approved', 'rejected', 'pending'] as const).entries())
      await askFor(user, 100 + n, new Date(`${days[n % 3]}T05:00:00.000Z`), status);
    const everything = (await historyOf(user, { page_size: 100 })).items;
    expect(everything).toHaveLength(68);
    const newestFirst = everything.toSorted((a, b) => b.at.localeCompare(a.at) || Number(b.id) - Number(a.id));
    expect(everything).toEqual(newestFirst);

    const sources = ['manual_adjust', 'admin_adjust', 'daily_login', 'bet_stake', 'redeem'] as const;
    const question = fc.record(
      {
        ...{ type: fc.constantFrom('credit' as const, 'debit' as const), source: fc.constantFrom(...sources) },
        ...{ from: fc.constantFrom(...days), to: fc.constantFrom(...days), page: fc.integer({ min: 1, max: 9 }) },
        ...{ page_size: fc.integer({ min: 1, max: 20 }), status: fc.constantFrom('posted' as const, ...WITHDRAWAL_STATUSES) },
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const { type, source, status, from, to, page = 1, page_size = 20 } = asked;
        fc.pre(!(from && to && from > to));
        const wanted = everything.filter(
          (row) =>
            (!type || (type === 'credit') === row.delta > 0) &&
            (!source || row.source === source) &&
            (!status || row.status === status) &&
            (!from || row.at.slice(0, 10) >= from) &&
            (!to || row.at.slice(0, 10) <= to),
        );
        const reply = await historyOf(user, asked);
        expect(reply).toEqual({ items: wanted.slice((page - 1) * page_size, page * page_size), page, page_size, total: wanted.length });
        expect(rowsOf((await fileOfUnlimited(user, asked)).bytes).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      }),
      { numRuns: 60 },
    );
  });
});

it('shows of each change what the ledger has, with its note', async () => {
  const user = await createUser(test.current, 100_000);
  await post([checkInTransfer(user.id, '2026-01-10', 7)], '2026-11-16T09:00:00.000Z');
  await give(user, -20, '2026-11-16T10:00:00.000Z', 'a correction');
  await askFor(user, 100, new Date('2026-11-16T11:00:00.000Z'), 'rejected');
  const { rows } = await sql<{ source: string; delta: number; balance: number; note: string | null }>`
    select source, case when from_kind = 'balance' then -amount else amount end as delta, note,
      case when from_kind = 'balance' then from_balance else to_balance end as balance
    from transfers where (from_kind = 'balance' and from_owner = ${user.id}) or (to_kind = 'balance' and to_owner = ${user.id})
    order by created_at desc, id desc`.execute(test.current.deps.db);
  const shown = (await historyOf(user)).items.map(({ source, delta, balance, note }) => ({ source, delta, balance, note }));
  expect(shown).toEqual(rows);
  expect(shown.flatMap(({ note }) => note || [])).toEqual(['Another wallet, please', 'a correction']);
});

it('reads a page from the indexes of a user’s changes, and rows of the table only for notes', async () => {
  const user = await createUser(test.current, 100_000);
  const days = Array.from({ length: 300 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
  for (const day of days) await post([checkInTransfer(user.id, day, 1)], `${day}T09:00:00.000Z`);
  await test.current.database.pool.query('vacuum analyze transfers');
  const asked = { page: 1, page_size: 20 } as const;
  const plans = await plansOf(test.current.database, (db) => accountHistory({ ...test.current.deps, db }, user.id, asked));
  const page = plans.find((plan) => plan.includes('transfers_received') && plan.includes('bets'))!;
  expect(page).toContain('Index Only Scan Backward using transfers_given');
  expect(page).toContain('Index Only Scan Backward using transfers_received');
});

/** Same as `fileOf`, but resets the rate limit first. */
async function fileOfUnlimited(user: TestUser, asked: object) {
  await test.current.deps.db.deleteFrom('rate_limits').execute();
  const { page: _, page_size: __, ...filters } = asked as Record<string, string>;
  return fileOf(user, filters);
}

describe('the points history as a file', () => {
  it('has every row with local time and UTC, its subject, and no formula that a spreadsheet would run', async () => {
    const { deps } = test.current;
    const user = await createUser(test.current);
    await deps.db.updateTable('users').set({ time_zone: 'Asia/Ho_Chi_Minh' }).where('id', '=', user.id).execute();
    const [homeTeamId, awayTeamId] = [await createTeam(deps.db, '+Plus, "United"'), await createTeam(deps.db, 'Đội bóng')];
    const matchId = await createMatch(deps.db, { kickoffAt: new Date('2026-11-21T18:00:00Z'), homeTeamId, awayTeamId });
    const contestId = await createContest(deps.db, matchId, deps.now());
    await give(user, 500, '2026-11-17T16:59:59.000Z', '=HYPERLINK("http://evil")');
    const bet = { id: randomUUID(), userId: user.id, contestId, market: 'wdl' } as const;
    await post([stakeTransfer(bet, randomUUID(), 200)], '2026-11-17T17:00:00.000Z');
    await askFor(user, 100, new Date('2026-11-18T01:00:00.000Z'), 'pending');

    const { response, bytes } = await fileOf(user);
    expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="points-history.csv"',
    ]);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const local = 'local time (Asia/Ho_Chi_Minh)';
    expect(rowsOf(bytes)).toMatchObject([
      { [local]: '2026-11-18 08:00:00', source: 'redeem', delta: '-100', balance: '200', status: 'pending', match: '' },
      {
        ...{ [local]: '2026-11-18 00:00:00', 'time (UTC)': '2026-11-17T17:00:00.000Z', source: 'bet_stake', delta: '-200' },
        ...{ balance: '300', match_id: String(matchId), match: `'+Plus, "United" - Đội bóng`, note: '' },
      },
      { [local]: '2026-11-17 23:59:59', delta: '500', balance: '500', note: `'=HYPERLINK("http://evil")` },
    ]);
    // The dates are days of the user's time zone, or of the one that the page shows.
    expect(rowsOf((await fileOf(user, { from: '2026-11-18' })).bytes)).toHaveLength(2);
    const inUtc = rowsOf((await fileOf(user, { from: '2026-11-18', tz: 'UTC' })).bytes);
    expect(inUtc).toMatchObject([{ 'local time (UTC)': '2026-11-18 01:00:00' }]);
  });

  it('is streamed in pieces, and contains each row once even if many have the same time', async () => {
    const user = await createUser(test.current);
    const drafts = Array.from({ length: 2_345 }, () => adjustTransfer(randomUUID(), user.id, 1, 'manual_adjust', 'one'));
    await post(drafts, '2026-11-18T10:00:00.000Z');
    const response = await test.current.app.request(pointsHistoryFile.path, { headers: { Authorization: `Bearer ${user.token}` } });
    let pieces = 0;
    const texts: Uint8Array[] = [];
    for await (const piece of response.body!) {
      pieces++;
      texts.push(piece);
    }
    expect(pieces).toBeGreaterThan(2);
    const balances = rowsOf(Buffer.concat(texts)).map(({ balance }) => Number(balance));
    expect(balances).toEqual(Array.from({ length: 2_345 }, (_, n) => 2_345 - n));
  });

  it('has its header without any rows, and shows no other user’s changes', async () => {
    const [user, other] = [await createUser(test.current), await createUser(test.current, 70)];
    expect((await fileOf(user)).bytes.toString().trim().split('\r\n')).toHaveLength(1);
    expect(rowsOf((await fileOf(other)).bytes)).toHaveLength(1);
    expect(rowsOf((await fileOf(other, { status: 'pending' })).bytes)).toEqual([]);
  });

  it('is refused with invalid filters, to guests, and more than five times a minute', async () => {
    const user = await createUser(test.current);
    expect((await fileOf(user, { from: '2026-11-19', to: '2026-11-18' })).response.status).toBe(400);
    expect((await fileOf(user, { type: 'both' })).response.status).toBe(400);
    expect((await test.current.app.request(pointsHistoryFile.path)).status).toBe(401);
    const codes = [];
    for (let n = 0; n < 6; n++) codes.push((await fileOf(user)).response.status);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
