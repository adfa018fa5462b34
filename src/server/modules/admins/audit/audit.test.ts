import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { plansOf } from '#test/support/query-plans.ts';
import { runJob } from '#test/support/run-job.ts';
import { type Actor, type AuditEntry, listEntries, recordAudit } from './service.ts';

const test = useTestApp();

const actorFor = ({ id, email, role }: TestAdmin): Actor => ({ id, email, role, ip: '203.0.113.9' });
const entry = (values: Partial<AuditEntry> = {}): AuditEntry => ({ action: 'user.disable', subject: { kind: 'user', id: '1' }, ...values });

const note = (by: TestAdmin, values: Partial<AuditEntry> = {}, at = TEST_NOW): Promise<void> =>
  recordAudit(test.current.deps.db, actorFor(by), entry(values), new Date(at));

async function read(by: TestAdmin, filter: InputOf<typeof listAudit> = {}) {
  const { status, reply, problem } = await callApp(test.current.app, listAudit, filter, { token: by.token });
  if (status !== 200) throw new Error(problem.code);
  return reply;
}

const subjects = async (by: TestAdmin, filter: InputOf<typeof listAudit>) =>
  (await read(by, filter)).items.map(({ subject }) => subject.id);

describe('the audit log', () => {
  it('lists who did what to what, when, from where and why, latest first', async () => {
    const by = await createAdmin(test.current, 'finance');
    await note(by, { before: { status: 'normal' }, after: { status: 'disabled', list: [1] }, reason: 'spam' }, '2026-11-19T08:00:00.000Z');
    await note(by, { subject: { kind: 'user', id: '2' } });
    const { items, total } = await read(by, { admin_id: by.id });
    expect(total).toBe(2);
    expect(items.map(({ subject }) => subject.id)).toEqual(['2', '1']);
    expect(items[1]).toEqual({
      id: expect.any(Number),
      admin: { id: by.id, email: by.email, role: 'finance' },
      action: 'user.disable',
      subject: { kind: 'user', id: '1', name: null },
      before: { status: 'normal' },
      after: { status: 'disabled', list: [1] },
      reason: 'spam',
      ip: '203.0.113.9',
      created_at: '2026-11-19T08:00:00.000Z',
    });
  });

  it('keeps address and role of the admin as they were then', async () => {
    const by = await createAdmin(test.current, 'finance');
    await note(by);
    await test.current.deps.db.updateTable('admins').set({ role: 'super' }).where('id', '=', by.id).execute();
    expect((await read(by, { admin_id: by.id })).items[0]?.admin.role).toBe('finance');
  });

  it('is searched for a rare word of a reason by an index', async () => {
    const by = await createAdmin(test.current, 'finance');
    const { db } = test.current.deps;
    await sql`
      insert into audit_log (admin_id, admin_email, admin_role, action, subject_kind, subject_id, reason, created_at)
      select ${by.id}::uuid, ${by.email}, 'finance', 'haystack.add', 'straw', n, 'ticket ' || n || ' as agreed', ${TEST_NOW}::timestamptz
      from generate_series(1, 30000) n`.execute(db);
    await note(by, { action: 'haystack.add', subject: { kind: 'straw', id: 'needle' }, reason: 'the NEEDLE' });
    await sql`analyze audit_log`.execute(db);
    expect(await subjects(by, { reason: 'needle' })).toEqual(['needle']);
    const plans = await plansOf(test.current.database, (logged) =>
      listEntries({ ...test.current.deps, db: logged }, { page_size: 20, reason: 'needle' }),
    );
    const searches = plans.filter((plan) => plan.includes('~~*'));
    expect(searches).toHaveLength(2);
    for (const plan of searches) expect(plan).toMatch(/audit_log_by_reason/);
  });

  it('is filtered by action, group of actions, subject, time and words of the reason', async () => {
    const by = await createAdmin(test.current, 'super');
    const kind = 'parcel';
    await note(by, { action: 'parcel.send', subject: { kind, id: 'a' }, reason: '50% off, as agreed' }, '2026-11-10T00:00:00.000Z');
    await note(by, { action: 'parcel.return', subject: { kind, id: 'b' }, reason: 'Broken_glass' }, '2026-11-11T00:00:00.000Z');
    await note(by, { action: 'parcels.count', subject: { kind, id: 'c' } }, '2026-11-12T00:00:00.000Z');
    expect(await subjects(by, { subject_kind: kind })).toEqual(['c', 'b', 'a']);
    expect(await subjects(by, { action: 'parcel' })).toEqual(['b', 'a']);
    expect(await subjects(by, { action: 'parcel.send' })).toEqual(['a']);
    expect(await subjects(by, { subject_kind: kind, subject_id: 'b' })).toEqual(['b']);
    expect(await subjects(by, { subject_kind: kind, reason: 'broken_GLASS' })).toEqual(['b']);
    expect(await subjects(by, { subject_kind: kind, reason: '0%' })).toEqual(['a']);
    expect(await subjects(by, { subject_kind: kind, reason: '%' })).toEqual(['a']);
    expect(await subjects(by, { subject_kind: kind, reason: '_' })).toEqual(['b']);
    expect(await subjects(by, { subject_kind: kind, from: '2026-11-11T00:00:00Z', to: '2026-11-12T00:00:00Z' })).toEqual(['b']);
    expect((await read(by)).actions).toEqual(expect.arrayContaining(['parcel.return', 'parcel.send', 'parcels.count']));
    expect((await read(by)).admins).toEqual(expect.arrayContaining([{ id: by.id, email: by.email }]));
  });

  it('has pages that do not shift while entries are added', async () => {
    const by = await createAdmin(test.current, 'finance');
    for (const id of ['1', '2', '3', '4']) await note(by, { subject: { kind: 'shelf', id } });
    const first = await read(by, { subject_kind: 'shelf', page_size: 2 });
    await note(by, { subject: { kind: 'shelf', id: '5' } });
    const second = await read(by, { subject_kind: 'shelf', page_size: 2, before_id: first.next! });
    expect([...first.items, ...second.items].map(({ subject }) => subject.id)).toEqual(['4', '3', '2', '1']);
    expect([first.total, second.total, second.next]).toEqual([4, 5, null]);
    expect(await subjects(by, { subject_kind: 'shelf', page_size: 1 })).toEqual(['5']);
  });

  it('is counted up to 10,000', async () => {
    const by = await createAdmin(test.current, 'finance');
    await sql`insert into audit_log (admin_id, admin_email, admin_role, action, subject_kind, subject_id, created_at)
      select ${by.id}, 'x', 'super', 'heap.add', 'heap', n::text, ${new Date(TEST_NOW)} from generate_series(1, 10001) n`.execute(
      test.current.deps.db,
    );
    expect(await read(by, { subject_kind: 'heap' })).toMatchObject({ total: 10_000, total_exact: false });
  });

  it('names users, admins and who a withdrawal is of, and nobody who is not there', async () => {
    const by = await createAdmin(test.current, 'finance');
    const user = await createUser(test.current);
    await test.current.deps.db.updateTable('users').set({ display_name: 'Lan' }).where('id', '=', user.id).execute();
    await note(by, { subject: { kind: 'user', id: user.id } });
    await note(by, { subject: { kind: 'admin', id: by.id } });
    await note(by, { subject: { kind: 'user', id: randomUUID() } });
    await note(by, { subject: { kind: 'user', id: "' or true" } });
    const { items } = await read(by, { page_size: 4 });
    expect(items.map(({ subject }) => subject.name)).toEqual([null, null, by.email, 'Lan']);
  });
});

describe('an export of the audit log', () => {
  const download = async (by: TestAdmin, query = '') => {
    const headers = { Authorization: `Bearer ${by.token}` };
    return (await test.current.app.request(`/api/admin/audit/export.jsonl${query}`, { headers })).text();
  };
  /** As an auditor does it: the hash of all lines but the last, and the signature of its digits. */
  function check(file: string) {
    const cut = file.lastIndexOf('\n', file.length - 2) + 1;
    const { sha256, signature, public_key } = JSON.parse(file.slice(cut));
    const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), type: 'spki', format: 'der' });
    const isWhole = createHash('sha256').update(file.slice(0, cut)).digest('hex') === sha256;
    return {
      isRight: isWhole && verify(null, Buffer.from(sha256), key, Buffer.from(signature, 'base64')),
      public_key,
      file: file.slice(0, cut),
    };
  }

  it('is whole, in order, signed with one key, and in the log itself', async () => {
    const by = await createAdmin(test.current, 'finance');
    for (const id of ['1', '2', '3']) await note(by, { subject: { kind: 'drawer', id }, reason: 'Größe "5"\n' });
    const first = check(await download(by, '?subject_kind=drawer'));
    expect(first.isRight).toBe(true);
    const [head, ...entries] = first.file
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(head).toMatchObject({ format: 'matchpoint-audit/1', filter: { subject_kind: 'drawer' }, exported_by: by.email });
    expect(entries.map(({ subject }) => subject.id)).toEqual(['1', '2', '3']);
    expect(entries[0]).toMatchObject({ action: 'user.disable', reason: 'Größe "5"\n' });
    expect((await read(by, { action: 'audit.export' })).items[0]).toMatchObject({ after: { filter: { subject_kind: 'drawer' } } });
    expect(check(await download(by)).public_key).toBe(first.public_key);
  });

  it.each([
    ['a changed word', (file: string) => file.replace('user.disable', 'user.enable')],
    ['a missing line', (file: string) => file.replace(/\n[^\n]+\n/, '\n')],
    ['an added line', (file: string) => file.replace('\n', '\n{}\n')],
  ])('shows %s', async (_, change) => {
    const by = await createAdmin(test.current, 'finance');
    await note(by, { subject: { kind: 'drawer', id: '4' } });
    expect(check(change(await download(by, '?subject_kind=drawer'))).isRight).toBe(false);
  });
});

describe('a row of the audit log', () => {
  it.each([
    ['changed', sql`update audit_log set reason = 'nothing happened'`],
    ['removed', sql`delete from audit_log`],
    ['removed with all others', sql`truncate audit_log`],
    ['removed with the table it refers to', sql`truncate admins cascade`],
  ])('cannot be %s', async (_, statement) => {
    const by = await createAdmin(test.current, 'super');
    await note(by, { reason: 'kept' });
    const { rows: before } = await sql`select * from audit_log order by id`.execute(test.current.deps.db);
    await expect(statement.execute(test.current.deps.db)).rejects.toThrow();
    expect((await sql`select * from audit_log order by id`.execute(test.current.deps.db)).rows).toEqual(before);
  });

  it('is deleted after five years and not earlier, whatever the clock of this machine says', async () => {
    const by = await createAdmin(test.current, 'super');
    const { deps } = test.current;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const YEARS = 5 * 366;
    await note(by, { subject: { kind: 'age', id: 'old' } }, inDays(-YEARS).toISOString());
    await note(by, { subject: { kind: 'age', id: 'younger' } }, inDays(-5 * 365 + 2).toISOString());
    await runJob({ ...deps, now: () => inDays(10 * 366) }, 'audit');
    expect(await subjects(by, { subject_kind: 'age' })).toEqual(['younger']);
    await runJob({ ...deps, now: () => inDays(-366) }, 'audit');
    expect(await subjects(by, { subject_kind: 'age' })).toEqual(['younger']);
  });
});
