import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { storeToken, TOKEN_KEY, useSession } from '#web/data/session.ts';
import { openPromo, useUiState } from '#web/data/ui-state.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { signIn, signOut } from './sign-in.ts';

const user = {
  id: '0190a000-0000-7000-8000-000000000001',
  email: 'a@example.com',
  display_name: 'A',
  avatar_url: null,
  public_handle: 'a',
};
const LOGIN = 'POST /api/auth/login';
const LOGOUT = 'POST /api/auth/logout';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await showLocale('en');
});
beforeEach(() => {
  server.reset();
  storeToken('');
});
afterAll(() => server.stop());

it('stores the token, shows the user, loads the profile and recalculates the points, in that order', async () => {
  server.on(LOGIN, { json: { access: 'token', user } });
  server.on('GET /api/auth/me', { json: { user: { ...user, display_name: 'A, as the profile says' } } });
  server.on('POST /api/account/points/recalculate', { json: { balance: 5, proven: true } });
  openPromo();
  await signIn({ email: 'a@example.com', password: 'Secret123', remember: true });
  expect(server.calls()).toEqual([LOGIN, 'GET /api/auth/me', 'POST /api/account/points/recalculate']);
  expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({ email: 'a@example.com', password: 'Secret123', remember: true });
  expect(useSession.getState()).toMatchObject({ token: 'token', loading: false, user: { display_name: 'A, as the profile says' } });
  expect(localStorage.getItem(TOKEN_KEY)).toBe('token');
  expect(useUiState.getState().showPromo).toBe(false);
});

it('is signed in even if profile and points fail', async () => {
  server.on(LOGIN, { json: { access: 'token', user } });
  server.on('GET /api/auth/me', { status: 500, json: {} });
  server.on('POST /api/account/points/recalculate', { status: 500, json: {} });
  await expect(signIn({ email: 'a@example.com', password: 'Secret123' })).resolves.toEqual(user);
  expect(useSession.getState()).toMatchObject({ token: 'token', user });
});

it('stays signed out after a rejected attempt', async () => {
  server.on(LOGIN, { status: 401, json: { code: 'invalid_credentials', detail: 'Email or password is incorrect.' } });
  server.on('POST /api/auth/refresh', { status: 401, json: {} });
  await expect(signIn({ email: 'a@example.com', password: 'wrong' })).rejects.toThrow('Email or password is incorrect.');
  expect(useSession.getState()).toMatchObject({ token: '', user: null, loading: false });
});

it.each([
  ['answers', { json: {} }],
  ['fails', { status: 500, json: {} }],
])('signs out here when the server %s', async (_, answer) => {
  storeToken('token');
  useSession.setState({ user });
  server.on(LOGOUT, answer);
  const ended = signOut();
  expect(useSession.getState()).toMatchObject({ token: '', user: null });
  await ended;
  expect(server.heard[0]?.headers.authorization).toBe('Bearer token');
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});
