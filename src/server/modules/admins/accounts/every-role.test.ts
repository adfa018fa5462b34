import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ADMIN_ROLES, type AdminRole, needsSecondFactor } from '#domain/identity/admin-role.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { createAdmin, signInAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { guessInput } from '#test/support/example-input.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';

/*
 * Compares the contract's table of roles with what the server allows, for every mounted endpoint.
 */

// Created here rather than in a hook: each endpoint has its own test below, and tests are named before any hook runs.
const current: TestApp = await createTestApp();
const mounted = mountedOn(current.app);
const isConsole = ({ access }: Endpoint): boolean => typeof access !== 'string';
const console_ = mounted.filter(isConsole);
const others = mounted.filter(({ access }) => access === 'user' || access === 'optional');
const titled = (list: readonly Endpoint[]) => list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

const admins = {} as Record<AdminRole, TestAdmin>;
let user: TestUser;

beforeAll(async () => {
  for (const role of ADMIN_ROLES) admins[role] = await createAdmin(current, role);
  user = await createUser(current, 1_000);
  return () => current.database.drop();
});

/** Returns the endpoint's answer to a token, for a subject that does not exist: `in` is any answer that does not concern the caller. */
async function answerTo(endpoint: Endpoint, token: string | undefined): Promise<string> {
  const { problem, status } = await callApp(current.app, endpoint, guessInput(endpoint), { token, key: randomUUID() });
  if (status < 400) return 'in';
  return ABOUT_WHO_ASKS.includes(problem.code) ? problem.code : 'in';
}

const ABOUT_WHO_ASKS: string[] = [
  'admin_unauthorized',
  'unauthorized',
  'token_missing',
  'token_expired',
  'session_expired',
  'forbidden',
  'totp_setup_required',
  'password_change_required',
];

describe('an endpoint of the console', () => {
  it.each(titled(console_))('%s allows exactly the roles of its contract', async (_, endpoint) => {
    const answers: Record<string, string> = {};
    // One session per role and endpoint, as some endpoints end the session.
    for (const role of ADMIN_ROLES) answers[role] = await answerTo(endpoint, await signInAdmin(current, admins[role]));
    const roles = endpoint.access as readonly AdminRole[];
    expect(answers).toEqual(Object.fromEntries(ADMIN_ROLES.map((role) => [role, roles.includes(role) ? 'in' : 'forbidden'])));
  });

  it.each(titled(console_))('%s refuses callers who are not admins', async (_, endpoint) => {
    const foreign = new Uint8Array(32).fill(9);
    const claims = { ...admins.super, sessionId: randomUUID() };
    const now = new Date(TEST_NOW);
    expect({
      nobody: await answerTo(endpoint, undefined),
      user: await answerTo(endpoint, user.token),
      'a user with the id of an admin': await answerTo(endpoint, await signAccessToken(current.deps.serverKeys, claims, now)),
      'a token that we did not sign': await answerTo(endpoint, await signAccessToken([foreign], claims, now, 'admin')),
      'a session that never was': await answerTo(endpoint, await signAccessToken(current.deps.serverKeys, claims, now, 'admin')),
    }).toEqual({
      nobody: 'admin_unauthorized',
      user: 'admin_unauthorized',
      'a user with the id of an admin': 'admin_unauthorized',
      'a token that we did not sign': 'admin_unauthorized',
      'a session that never was': 'session_expired',
    });
  });

  it.each(titled(console_))('%s refuses disabled admins and another admin’s session', async (_, endpoint) => {
    const gone = await createAdmin(current, 'super');
    await current.deps.db.updateTable('admins').set({ status: 'disabled' }).where('id', '=', gone.id).execute();
    expect(await answerTo(endpoint, gone.token)).toBe('session_expired');
    const { sid } = JSON.parse(Buffer.from(admins.viewer.token.split('.')[1]!, 'base64url').toString()) as { sid: string };
    const borrowed = { ...admins.super, sessionId: sid };
    const token = await signAccessToken(current.deps.serverKeys, borrowed, new Date(TEST_NOW), 'admin');
    expect(await answerTo(endpoint, token)).toBe('session_expired');
  });

  const grave = console_.filter(({ isGrave }) => isGrave);
  it.each(titled(grave))('%s is grave and requires a second factor', async (_, endpoint) => {
    const roles = (endpoint.access as readonly AdminRole[]).filter(needsSecondFactor);
    expect(roles.length).toBeGreaterThan(0);
    for (const role of roles) {
      const admin = await createAdmin(current, role, { hasTotp: false });
      expect(await answerTo(endpoint, admin.token), role).toBe('totp_setup_required');
    }
  });

  const beyondSigningIn = console_.filter(({ path }) => !path.startsWith('/api/admin/auth/'));
  it.each(titled(beyondSigningIn))('%s is closed until a one-time password is replaced', async (_, endpoint) => {
    const fresh = await createAdmin(current, 'super');
    const until = new Date(Date.parse(TEST_NOW) + 3_600_000);
    await current.deps.db.updateTable('admins').set({ one_time_until: until }).where('id', '=', fresh.id).execute();
    expect(await answerTo(endpoint, fresh.token)).toBe('password_change_required');
  });
});

describe('the table of roles', () => {
  it('covers the console and nothing else', () => {
    const open = mounted.filter((endpoint) => endpoint.path.startsWith('/api/admin/') && !isConsole(endpoint));
    expect(open.map(({ path }) => path)).toEqual(['/api/admin/auth/login', '/api/admin/auth/refresh', '/api/admin/auth/logout']);
    expect(console_.filter(({ path }) => !path.startsWith('/api/admin/')).map(({ path }) => path)).toEqual([]);
    expect(console_.length).toBeGreaterThan(10);
  });

  it('marks every decision about admins as grave, and no endpoint that only reads', () => {
    const aboutAdmins = console_.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/admin/admins'));
    expect(aboutAdmins.filter(({ isGrave }) => !isGrave)).toEqual([]);
    expect(console_.filter(({ method, isGrave }) => method === 'GET' && isGrave)).toEqual([]);
  });

  it('requires an idempotency key of an admin wherever points move', () => {
    expect(console_.filter(({ idempotent }) => idempotent === 'optional')).toEqual([]);
  });
});

describe('an admin’s token', () => {
  it.each(titled(others))('is refused by %s', async (_, endpoint) => {
    for (const role of ADMIN_ROLES) expect(await answerTo(endpoint, admins[role].token), role).toBe('unauthorized');
  });
});
