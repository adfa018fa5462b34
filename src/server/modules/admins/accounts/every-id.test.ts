import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { createAdmin, signInAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { exampleInput, paramsOf } from '#test/support/example-input.ts';
import { createContest, createMatch, createUser } from '#test/support/factories.ts';

/*
 * An id that names nothing, or something of another kind, is not found, whatever of the console it is sent to: nothing is told and nothing
 * changed by it.
 */

// Made here rather than in a hook: the tests below are one an endpoint, and are named before any hook runs.
const current: TestApp = await createTestApp();
const byId = mountedOn(current.app).filter((endpoint) => endpoint.path.startsWith('/api/admin/') && paramsOf(endpoint).length > 0);

/** What an endpoint needs to be told that cannot be made up from its contract. */
const VALUES: Record<string, Record<string, unknown>> = {
  'GET /api/admin/chat/reports/:message_id': { message_id: '1' },
  'POST /api/admin/chat/messages/:id/remove': { id: '1' },
  'POST /api/admin/chat/messages/:id/keep': { id: '1' },
};

/** An id of each kind, by the word that stands before it in an address. */
const ids: Record<string, string> = {};
const KINDS_MADE = ['users', 'admins', 'contests', 'withdrawals', 'approvals'];
let admin: TestAdmin;

beforeAll(async () => {
  const { deps } = current;
  const at = new Date(TEST_NOW);
  admin = await createAdmin(current, 'super');
  const user = await createUser(current, 10_000);
  const matchId = await createMatch(deps.db, { kickoffAt: new Date(at.getTime() + 3_600_000) });
  const [withdrawal, approval] = [randomUUID(), randomUUID()];
  await deps.db
    .insertInto('withdrawals')
    .values({
      id: withdrawal,
      user_id: user.id,
      points: 1_000,
      amount: '1.00',
      wallet_address: 'T'.repeat(34),
      wallet_since: at,
      contact_channel: 'email',
      contact: user.email,
      created_at: at,
    })
    .execute();
  const asked = {
    kind: 'adjust',
    subject_id: user.id,
    payload: '{}',
    points: 1,
    reason: 'because',
    requested_by: admin.id,
    created_at: at,
  };
  await deps.db
    .insertInto('approvals')
    .values({ id: approval, ...asked })
    .execute();
  Object.assign(ids, { users: user.id, admins: admin.id, contests: await createContest(deps.db, matchId, at), withdrawals: withdrawal });
  Object.assign(ids, { approvals: approval, sessions: randomUUID() });
  return () => current.database.drop();
});

const titled = byId.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

/** Ids that name nothing of what the address is about: one a kind of the others, and some that are nobody's. */
function strangeIds({ path }: Endpoint): unknown[] {
  const own = path.split('/')[3]!;
  const others = Object.entries(ids).filter(([kind]) => kind !== own);
  return [randomUUID(), '00000000-0000-0000-0000-000000000000', 2_147_483_647, ...others.map(([, id]) => id)];
}

/** Everything that could have been changed by mistake. */
async function everything(): Promise<unknown> {
  const { db } = current.deps;
  return Promise.all([
    db.selectFrom('audit_log').select('id').execute(),
    db.selectFrom('accounts').selectAll().orderBy('owner').orderBy('kind').execute(),
    db.selectFrom('withdrawals').selectAll().execute(),
    db.selectFrom('approvals').selectAll().execute(),
    db.selectFrom('contests').selectAll().orderBy('id').execute(),
    db.selectFrom('admins').selectAll().orderBy('id').execute(),
    db.selectFrom('users').selectAll().orderBy('id').execute(),
  ]);
}

describe('an id that is none of its kind', () => {
  it.each(titled)('is not found by %s', async (name, endpoint) => {
    const token = await signInAdmin(current, admin);
    const before = await everything();
    for (const id of strangeIds(endpoint)) {
      const input = exampleInput(endpoint, VALUES[name]);
      for (const param of paramsOf(endpoint)) input[param] = id;
      const { status, problem } = await callApp(current.app, endpoint, input, { token, key: randomUUID() });
      expect({ id, status, code: problem?.code }).toEqual({ id, status: 404, code: 'not_found' });
    }
    expect(await everything()).toEqual(before);
  });

  const read = titled.filter(([, { method, path }]) => method === 'GET' && KINDS_MADE.includes(path.split('/')[3]!));
  it.each(read)('is not found by %s, where one of its kind is', async (_, endpoint) => {
    const input = exampleInput(endpoint, { id: ids[endpoint.path.split('/')[3]!] });
    expect((await callApp(current.app, endpoint, input, { token: admin.token })).status).toBe(200);
  });

  it('is looked for wherever there is one', () => {
    expect(byId.length).toBeGreaterThan(4);
    expect(Object.keys(VALUES).filter((name) => !titled.some(([known]) => known === name))).toEqual([]);
  });
});
