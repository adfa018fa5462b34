import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { createAdmin, signInAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { exampleInput, paramsOf } from '#test/support/example-input.ts';
import { createContest, createMatch, createUser } from '#test/support/factories.ts';
import { watchWrites } from '#test/support/written-tables.ts';

/*
 * Every endpoint of the console answers an id that does not exist, or that belongs to another kind of thing, with 404; it reveals and
 * changes nothing.
 */

// Created here rather than in a hook: each endpoint has its own test below, and tests are named before any hook runs.
const current: TestApp = await createTestApp();
const byId = mountedOn(current.app).filter((endpoint) => endpoint.path.startsWith('/api/admin/') && paramsOf(endpoint).length > 0);

/** Inputs of endpoints that cannot be generated from the contract. */
const VALUES: Record<string, Record<string, unknown>> = {
  'GET /api/admin/chat/reports/:message_id': { message_id: '1' },
  'POST /api/admin/chat/messages/:id/remove': { id: '1' },
  'POST /api/admin/chat/messages/:id/keep': { id: '1' },
  'POST /api/admin/chat/messages/:id/restore': { id: '1' },
};

/** An id of each kind, by the path segment before it. */
const ids: Record<string, string> = {};
const KINDS_MADE = ['users', 'admins', 'contests', 'withdrawals', 'approvals'];
let admin: TestAdmin;
/** Returns the tables written to since its last call; the counter of attempts does not count. */
let written: () => Promise<string[]>;

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
  written = await watchWrites(deps.db, { except: ['rate_limits'] });
  return () => current.database.drop();
});

const titled = byId.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

/** Returns ids that do not fit the path: one of each other kind, and some that do not exist. */
function strangeIds({ path }: Endpoint): unknown[] {
  const own = path.split('/')[3]!;
  const others = Object.entries(ids).filter(([kind]) => kind !== own);
  return [randomUUID(), '00000000-0000-0000-0000-000000000000', 2_147_483_647, ...others.map(([, id]) => id)];
}

describe('an id in the path of a console endpoint', () => {
  it.each(titled)('returns 404 from %s if it does not exist or is of another kind, and changes nothing', async (name, endpoint) => {
    const token = await signInAdmin(current, admin);
    await written();
    for (const id of strangeIds(endpoint)) {
      const input = exampleInput(endpoint, VALUES[name]);
      for (const param of paramsOf(endpoint)) input[param] = id;
      const { status, problem } = await callApp(current.app, endpoint, input, { token, key: randomUUID() });
      expect({ id, status, code: problem?.code }).toEqual({ id, status: 404, code: 'not_found' });
    }
    expect(await written()).toEqual([]);
  });

  const read = titled.filter(([, { method, path }]) => method === 'GET' && KINDS_MADE.includes(path.split('/')[3]!));
  it.each(read)('returns 200 from %s if it exists and is of the right kind', async (_, endpoint) => {
    const input = exampleInput(endpoint, { id: ids[endpoint.path.split('/')[3]!] });
    expect((await callApp(current.app, endpoint, input, { token: admin.token })).status).toBe(200);
  });

  it('is tested for every endpoint that has one', () => {
    expect(byId.length).toBeGreaterThan(4);
    expect(Object.keys(VALUES).filter((name) => !titled.some(([known]) => known === name))).toEqual([]);
  });
});
