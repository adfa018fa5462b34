import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { listUsers, USER_SORTS } from '#contract/admin-users.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createUser, givePoints } from '#test/support/factories.ts';
import { sealAll } from '#test/support/ledger.ts';
import { countUsersQuery, fewUsersQuery, manyUsersQuery, refreshListedBalances, type UserOrder } from './list-queries.ts';

const test = useTestApp();
const ORDERS = USER_SORTS.flatMap((sort) => (['asc', 'desc'] as const).map((order): UserOrder => ({ sort, order })));

let viewer: TestAdmin;
beforeAll(async () => {
  viewer = await createAdmin(test.current, 'support');
});

const list = async (input: InputOf<typeof listUsers> = {}) => callApp(test.current.app, listUsers, input, { token: viewer.token });
const found = async (q: string) => (await list({ q, page_size: 100 })).reply.items.map(({ id }) => id);

/** Inserts users registered a second apart; every tenth is disabled, and every third never signed in. */
async function createMany(count: number, prefix: string): Promise<void> {
  const { db } = test.current.deps;
  await sql`
    insert into users (id, email, email_identity, public_handle, display_name, invite_code, terms_version, created_at, last_login_at, status)
    select gen_random_uuid(), ${prefix} || i || '@many.example', ${prefix} || i || '@many.example', ${prefix} || i, 'Name ' || ${prefix} || i,
      upper(${prefix}) || i, '1', '2026-01-01'::timestamptz + i * interval '1 second',
      case when i % 3 > 0 then '2026-06-01'::timestamptz + (i * 7919 % ${count}) * interval '1 second' end,
      case when i % 10 = 0 then 'disabled' else 'normal' end
    from generate_series(1, ${count}::integer) i`.execute(db);
  await sql`insert into accounts (kind, owner, balance) select 'balance', id, 0 from users on conflict do nothing`.execute(db);
}

describe('a row of the list of users', () => {
  it('contains what the console shows of a user', async () => {
    const [referrer, user] = [await createUser(test.current), await createUser(test.current, 70)];
    const { db } = test.current.deps;
    const now = test.current.clock.now();
    await db
      .updateTable('users')
      .set({
        ...{ phone: '+84912345678', phone_verified_at: now, registration_ip: '203.0.113.9', registration_country: 'VN' },
        ...{ last_login_at: now, invited_by: referrer.id, display_name: 'Trần Văn A' },
      })
      .where('id', '=', user.id)
      .execute();
    await db
      .insertInto('linked_accounts')
      .values({
        id: randomUUID(),
        user_id: user.id,
        type: 'telegram',
        subject: '7',
        identifier: '@tran',
        created_at: now,
        verified_at: now,
      })
      .execute();
    await db
      .updateTable('users')
      .set({ invited_by: user.id })
      .where('id', '=', (await createUser(test.current)).id)
      .execute();
    const { reply } = await list({ q: user.email });
    expect(reply.items).toEqual([
      {
        ...{ id: user.id, email: user.email, phone: '+84912345678', display_name: 'Trần Văn A', public_handle: expect.any(String) },
        ...{ status: 'normal', registered_at: now.toISOString(), registration_ip: '203.0.113.9', registration_country: 'VN' },
        ...{ last_login_at: now.toISOString(), points_balance: 70, referral_code: expect.any(String), invitees: 1 },
        linked_accounts: [{ type: 'telegram', identifier: '@tran' }],
        referrer: { id: referrer.id, email: referrer.email, display_name: expect.any(String), public_handle: expect.any(String) },
      },
    ]);
  });
});

describe('searching users', () => {
  it('finds by the beginning of an id, address, number, handle, name or code, ignoring case', async () => {
    const user = await createUser(test.current);
    await test.current.deps.db
      .updateTable('users')
      .set({
        ...{ email: 'anna.k@example.org', email_identity: 'annak', public_handle: 'goal_getter', display_name: 'Žofie 100%' },
        ...{ invite_code: 'QWERTY23', phone: '+4915112345' },
      })
      .where('id', '=', user.id)
      .execute();
    const words = [
      'ANNA.',
      'anna.k@example.org',
      'Goal_',
      '@goal_getter',
      'žofie',
      'Žofie 100%',
      'qwert',
      '+49 151 123',
      '0049151',
      user.id,
    ];
    for (const q of [...words, user.id.slice(0, 13).toUpperCase()]) expect([q, await found(q)]).toEqual([q, [user.id]]);
    for (const q of ['nna.', 'goalXgetter', 'Žofie_100', '49151x', '100%', user.id.slice(1, 13)])
      expect([q, await found(q)]).toEqual([q, []]);
  });

  it('accepts any text of up to 120 characters except NUL, and treats a blank search as none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 120 }), async (q) => {
        const { status, problem } = await list({ q });
        expect([200, 400]).toContain(status);
        if (status === 400) expect([problem.code, q.includes('\0')]).toEqual(['invalid_query', true]);
      }),
      { numRuns: 60 },
    );
    expect((await list({ q: 'x'.repeat(121) })).problem.code).toBe('invalid_query');
    expect((await list({ q: '   ' })).reply.total).toBe((await list()).reply.total);
  });
});

describe('a list of many users', () => {
  const everybody = () =>
    test.current.deps.db
      .selectFrom('users as u')
      .innerJoin('accounts as a', (join) => join.onRef('a.owner', '=', 'u.id').on('a.kind', '=', 'balance'))
      .select(['u.id', 'u.status', 'u.public_handle', 'u.created_at', 'u.last_login_at', 'a.balance'])
      .execute();
  let all: Awaited<ReturnType<typeof everybody>>;
  beforeAll(async () => {
    await createMany(21_000, 'many');
    const { rows } = await sql<{ id: string }>`select id from users where public_handle like 'many%' order by created_at limit 40`.execute(
      test.current.deps.db,
    );
    for (const [i, { id }] of rows.entries()) await givePoints(test.current.deps.db, id, 1 + (i % 7), test.current.clock.now());
    await sql`analyze users, listed_balances`.execute(test.current.deps.db);
    all = await everybody();
  });

  it('can be sorted by balance once the ledger is sealed', async () => {
    await sealAll(test.current.deps);
    await refreshListedBalances(test.current.deps);
    const { reply } = await list({ q: 'many', sort: 'points_balance', page_size: 40 });
    expect(reply.items.map(({ points_balance }) => points_balance)).toEqual(
      [7, 6, 5, 4, 3, 2, 1].flatMap((points, i) => Array(i > 1 ? 6 : 5).fill(points)),
    );
  });

  it('is counted up to 10,000 users and paged no further', async () => {
    const { reply } = await list();
    expect([reply.total, reply.total_exact, reply.items.length]).toEqual([10_000, false, 20]);
    expect((await list({ page: 500 })).reply.items).toHaveLength(20);
    expect((await list({ page: 501 })).problem.code).toBe('invalid_query');
  });

  it('is paged up to 500 if a search finds more than 20,000, and up to 10,000 if it finds fewer', async () => {
    const { reply } = await list({ q: 'many', page: 25 });
    expect([reply.total, reply.total_exact, reply.items.length]).toEqual([10_000, false, 20]);
    expect((await list({ q: 'many', page: 26 })).problem.code).toBe('invalid_query');
    expect((await list({ status: 'disabled', page: 105 })).reply).toMatchObject({ total: 2_100, items: { length: 20 } });
    const { reply: fewer } = await list({ q: 'many1', page: 500 });
    expect([fewer.total, fewer.total_exact, fewer.items.length]).toEqual([10_000, false, 20]);
  });

  it.each(
    ORDERS.flatMap((order) =>
      [{}, { q: 'many11' }, { q: 'many' }, { status: 'disabled' }, { status: 'normal', q: 'many1' }].map((filter) => ({
        ...order,
        ...filter,
      })),
    ),
  )('has the order of a plain sort: %o', async (input) => {
    const { sort, order, ...filter } = input as UserOrder & { q?: string; status?: 'disabled' | 'normal' };
    const keyOf = (user: (typeof all)[number]) =>
      ({ registered_at: user.created_at.getTime(), last_login_at: user.last_login_at?.getTime() ?? 0, points_balance: user.balance })[sort];
    const expected = all
      .filter(({ public_handle, status }) => public_handle.startsWith(filter.q ?? '') && status === (filter.status ?? status))
      .sort((a, b) => (keyOf(a) - keyOf(b) || (a.id < b.id ? -1 : 1)) * (order === 'asc' ? 1 : -1))
      .map(({ id }) => id);
    for (const page of [1, 2, 5, 10]) {
      const { reply } = await list({ ...input, page } as InputOf<typeof listUsers>);
      expect(reply.items.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 20, page * 20));
      expect(reply.total).toBe(Math.min(expected.length, 10_000));
    }
  });

  it('is filtered and sorted by indexes', async () => {
    const plan = async (query: RawBuilder<unknown>) =>
      (await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(test.current.deps.db)).rows.map((row) => row['QUERY PLAN']).join('\n');
    const anybody = { q: null, status: null, spellsContacts: true };
    for (const order of ORDERS) {
      const page = await plan(manyUsersQuery(anybody, order, 20, 0));
      const index = { registered_at: 'users_registered', last_login_at: 'users_by_last_login', points_balance: 'listed_balances_in_order' };
      expect(page).toContain(index[order.sort]);
      expect(page).not.toMatch(/Seq Scan|Sort/);
    }
    const rare = { q: 'many11999', status: null, spellsContacts: true };
    for (const query of [countUsersQuery(rare, 10_001), fewUsersQuery(rare, ORDERS[0]!, 10_000, 20, 0)]) {
      const search = await plan(query);
      for (const name of ['email', 'handle', 'name', 'code']) expect(search).toContain(`users_by_${name}_prefix`);
      expect(search).not.toContain('Seq Scan');
    }
    expect(await plan(countUsersQuery({ q: '+84912345', status: null, spellsContacts: true }, 10_001))).toContain('users_by_phone_prefix');
    expect(await plan(countUsersQuery({ q: null, status: 'disabled', spellsContacts: true }, 10_001))).toMatch(/users_disabled/);
  });
});

describe('the balances that users are sorted by', () => {
  it('follow the ledger when it is sealed, including users who registered since', async () => {
    const [poor, rich] = [await createUser(test.current, 5), await createUser(test.current, 1_000_000)];
    const top = async () => (await list({ sort: 'points_balance', page_size: 1 })).reply.items[0];
    expect((await top())?.id).not.toBe(rich.id);
    await sealAll(test.current.deps);
    expect(await refreshListedBalances(test.current.deps)).toBeGreaterThan(0);
    expect(await top()).toMatchObject({ id: rich.id, points_balance: 1_000_000 });
    expect(await refreshListedBalances(test.current.deps)).toBe(0);
    await givePoints(test.current.deps.db, poor.id, 2_000_000, test.current.clock.now());
    await sealAll(test.current.deps);
    await Promise.all(Array.from({ length: 5 }, () => refreshListedBalances(test.current.deps)));
    await refreshListedBalances(test.current.deps);
    expect(await top()).toMatchObject({ id: poor.id, points_balance: 2_000_005 });
  });

  it('equal those of the accounts once everything is sealed', async () => {
    await sealAll(test.current.deps);
    await refreshListedBalances(test.current.deps);
    const { rows } = await sql`
      select from listed_balances l full join (select * from accounts where kind = 'balance') a on a.owner = l.user_id
      where l.balance is distinct from a.balance`.execute(test.current.deps.db);
    expect(rows).toEqual([]);
  });
});
