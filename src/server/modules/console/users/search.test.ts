import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { searchConsole } from '#contract/console-search.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser } from '#test/support/factories.ts';
import { plansOf } from '#test/support/query-plans.ts';
import { createRedeemer } from '#test/support/redeemer.ts';
import { createWithdrawal } from '#test/support/withdrawals.ts';
import { findFewUsers } from './list-queries.ts';

const test = useTestApp();

let boss: TestAdmin;
let viewer: TestAdmin;
beforeAll(async () => {
  [boss, viewer] = [await createAdmin(test.current, 'super'), await createAdmin(test.current, 'viewer')];
});

const find = async (q: string, { token } = boss) => {
  const { reply, status } = await callApp(test.current.app, searchConsole, { q }, { token });
  expect(status, `${q} ${JSON.stringify(reply)}`).toBe(200);
  return reply;
};
const usersOf = async (q: string, by = boss) => (await find(q, by)).users.map(({ id }) => id);
const change = ({ id }: { id: string }, values: object) =>
  test.current.deps.db.updateTable('users').set(values).where('id', '=', id).execute();

describe('jumping to anything', () => {
  it('finds a user by each of their marks, the exact one first', async () => {
    const [user, other] = [await createRedeemer(test.current), await createUser(test.current)];
    const marks = { public_handle: 'ada_lovelace', display_name: 'Ada King', registration_ip: '203.0.113.77' };
    await change(user, { ...marks, email: 'ada@engines.example', email_identity: 'ada@engines.example' });
    await change(other, { public_handle: 'ada_lovelace_2' });
    for (const q of ['@ada_lovelace', 'Ada K', 'ada@eng', '@engines.example', '203.0.113.77', user.wallet, user.id])
      expect((await usersOf(q))[0], q).toBe(user.id);
    expect(await usersOf('ada_lovelace')).toEqual([user.id, other.id]);
    for (const q of ['%', '__', 'king', "' or true --", '203.0.113.78', '203.0.113.0/24', 'a', '@'])
      expect(await usersOf(q), q).toEqual([]);
  });

  it('spells no address, network or wallet to roles that do not see them', async () => {
    const user = await createRedeemer(test.current);
    await change(user, { email: 'secret@hidden.example', email_identity: 'secret@hidden.example', registration_ip: '198.51.100.9' });
    for (const q of ['secret@h', '@hidden.example', 'hidden.example', '198.51.100.9', user.wallet])
      expect(await usersOf(q, viewer), q).toEqual([]);
    const [hit] = (await find('secret@hidden.example', viewer)).users;
    expect(hit?.id).toBe(user.id);
    expect(hit?.email).not.toBe('secret@hidden.example');
  });

  it('finds withdrawals, contests by name, number and id, and admins only for those who manage them', async () => {
    const user = await createRedeemer(test.current);
    const withdrawal = await createWithdrawal(test.current, user);
    const match = await createMatch(test.current.deps.db, { kickoffAt: test.current.clock.now() });
    const contest = await createContest(test.current.deps.db, match, test.current.clock.now());
    for (const q of [withdrawal, user.wallet, user.email])
      expect(
        (await find(q)).withdrawals.map(({ id }) => id),
        q,
      ).toEqual([withdrawal]);
    const [hit] = (await find(contest)).contests;
    expect(hit).toMatchObject({ id: contest, match: { id: match } });
    expect((await find(hit!.match.home.name)).contests.map(({ id }) => id)).toContain(contest);
    expect((await find(boss.email.slice(1, -2))).admins.map(({ id }) => id)).toContain(boss.id);
    expect((await find(boss.email, viewer)).admins).toEqual([]);
    expect((await find(boss.email, await createAdmin(test.current, 'finance'))).admins).toEqual([]);
  });

  it('records a search by IP address without the address, and no other search', async () => {
    const support = await createAdmin(test.current, 'support');
    for (const q of ['192.0.2.44', 'somebody', '2001:db8::1']) await find(q, support);
    const entries = await test.current.deps.db.selectFrom('audit_log').selectAll().where('admin_id', '=', support.id).execute();
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['search.ip', { users: 0 }],
      ['search.ip', { users: 0 }],
    ]);
    expect(JSON.stringify(entries.map(({ before, after, subject_id }) => ({ before, after, subject_id })))).not.toMatch(/192\.0\.2|2001/);
  });

  it('is limited to 120 a minute for each admin', async () => {
    const busy = await createAdmin(test.current, 'support');
    const ask = () => callApp(test.current.app, searchConsole, { q: 'x' }, { token: busy.token });
    const statuses = await Promise.all(Array.from({ length: 121 }, ask));
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await callApp(test.current.app, searchConsole, { q: 'x' }, { token: viewer.token })).status).toBe(200);
  });

  it('looks users up by indexes', async () => {
    await sql`
      insert into users (id, email, email_identity, public_handle, invite_code, terms_version, created_at, registration_ip)
      select gen_random_uuid(), n || '@many.example', n || '@many.example', 'many' || n, 'many' || n, '1', now(), inet '10.0.0.0' + n
      from generate_series(1, 20000) n`.execute(test.current.deps.db);
    await sql`analyze users, sessions, past_wallets`.execute(test.current.deps.db);
    for (const q of ['bench12', '203.0.113.77', 'engines.example', 'TXk9f2Qm1ab77XcQm1ab77XcQm1ab8Qp3a']) {
      const plans = await plansOf(test.current.database, (db) => findFewUsers(db, { q, spellsContacts: true }, 5));
      for (const plan of plans) expect(plan, q).not.toMatch(/Seq Scan on users\b/);
    }
  });
});
