import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, startTestServer, type TestServer } from '#test/web/http-server.ts';
import { tokenOf } from '#test/web/tokens.ts';
import { adoptToken, storeToken, TOKEN_KEY, useSession } from '#web/data/session.ts';
import { useToasts } from '#web/data/toasts.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { bootstrapSession, followOtherTabs, followRecovery } from './start-up.ts';

const ID = '0190a000-0000-7000-8000-000000000001';
const profile = { id: ID, email: 'minh@example.com', display_name: 'Minh Hoang', avatar_url: null, public_handle: 'minh' };
const OLD = tokenOf({ sub: ID, email: 'minh@example.com', n: 1 });
const NEW = tokenOf({ sub: ID, email: 'minh@example.com', n: 2 });
const ME = 'GET /api/auth/me';
const REFRESH = 'POST /api/auth/refresh';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await showLocale('en');
});
beforeEach(() => {
  server.reset();
  storeToken('');
  useSession.setState({ user: null, booted: false, loading: false });
  useToasts.setState({ toasts: [] });
});
afterAll(() => server.stop());

const session = () => useSession.getState();
const onlyFor = (token: string) => (request: { headers: { authorization?: string | undefined } }) =>
  request.headers.authorization === `Bearer ${token}` ? { json: { user: profile } } : { status: 401, json: { detail: 'Expired.' } };

describe('starting with a token', () => {
  it('shows the user of the token before the profile has loaded', async () => {
    storeToken(OLD);
    server.on(ME, { json: { user: profile }, afterMs: 80 });
    const booted = bootstrapSession();
    expect(session()).toMatchObject({ user: { id: ID, display_name: 'minh' }, booted: false, loading: true });
    await booted;
    expect(session()).toMatchObject({ user: profile, booted: true, loading: false, token: OLD });
    expect(server.calls()).toEqual([ME]);
  });

  it('renews a token that the server no longer accepts', async () => {
    storeToken(OLD);
    server.on(ME, onlyFor(NEW));
    server.on(REFRESH, { json: { access: NEW } });
    await bootstrapSession();
    expect(session()).toMatchObject({ user: profile, booted: true, token: NEW });
    expect(localStorage.getItem(TOKEN_KEY)).toBe(NEW);
  });

  it('tries a refresh when the profile cannot be loaded', async () => {
    storeToken(OLD);
    server.on(ME, { status: 500, json: {} }, { json: { user: profile } });
    server.on(REFRESH, { json: { access: NEW } });
    await bootstrapSession();
    expect(server.calls()).toEqual([ME, REFRESH, ME]);
    expect(session()).toMatchObject({ user: profile, booted: true, token: NEW });
  });

  it('shows the Chinese message for an unreadable token, and tries a refresh', async () => {
    storeToken('not a token');
    server.on(REFRESH, { json: { access: NEW } });
    server.on(ME, { json: { user: profile } });
    await bootstrapSession();
    expect(useToasts.getState().toasts).toMatchObject([{ type: 'error', message: '无法解析用户信息，请重新登录' }]);
    expect(server.calls()).toEqual([REFRESH, ME]);
    expect(session()).toMatchObject({ user: profile, token: NEW, booted: true });
  });

  it('ends signed out when everything fails, and is booted anyway', async () => {
    storeToken(OLD);
    server.on(ME, { status: 401, json: {} });
    server.on(REFRESH, { status: 401, json: {} });
    await bootstrapSession();
    expect(session()).toMatchObject({ user: null, token: '', booted: true, loading: false });
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  });
});

describe('starting without a reachable server', () => {
  const lost: [string, Answer][] = [
    ['without a network', { isCut: true }],
    ['while the server is away', { status: 503, json: {} }],
    ['behind a proxy that answers for it', { status: 502, text: '' }],
  ];
  it.each(lost)('%s keeps the user of an old token signed in, and loads the rest later', async (_, answer) => {
    storeToken(OLD);
    server.on(ME, answer);
    server.on(REFRESH, answer);
    const stop = followRecovery();
    await bootstrapSession();
    expect(session()).toMatchObject({ user: { id: ID, display_name: 'minh' }, token: OLD, booted: true });
    expect(localStorage.getItem(TOKEN_KEY)).toBe(OLD);
    server.on(ME, onlyFor(NEW));
    server.on(REFRESH, { json: { access: NEW } });
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => session()).toMatchObject({ user: profile, token: NEW });
    stop();
  });

  it('signs out later if the server then reports that the session has ended', async () => {
    storeToken(OLD);
    server.on(ME, { isCut: true });
    server.on(REFRESH, { isCut: true });
    await bootstrapSession();
    server.on(REFRESH, { status: 401, json: {} });
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => session()).toMatchObject({ user: null, token: '' });
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  });
});

describe('starting without a token', () => {
  it('shows a guest, who gets an empty token, no error', async () => {
    server.on(REFRESH, { json: { access: '' } });
    await bootstrapSession();
    expect(server.calls()).toEqual([REFRESH]);
    expect(session()).toMatchObject({ user: null, token: '', loading: false, booted: true });
  });

  it('signs in with the refresh cookie', async () => {
    server.on(REFRESH, { json: { access: NEW } });
    server.on(ME, { json: { user: profile } });
    await bootstrapSession();
    expect(server.calls()).toEqual([REFRESH, ME]);
    expect(session()).toMatchObject({ user: profile, token: NEW, booted: true });
  });

  it('keeps the user of the new token when the profile fails', async () => {
    server.on(REFRESH, { json: { access: NEW } });
    server.on(ME, { status: 500, json: {} });
    await bootstrapSession();
    expect(session()).toMatchObject({ user: { id: ID, display_name: 'minh' }, token: NEW, booted: true });
  });

  it('is a visitor when there is no session', async () => {
    server.on(REFRESH, { status: 401, json: {} });
    await bootstrapSession();
    expect(server.calls()).toEqual([REFRESH]);
    expect(session()).toMatchObject({ user: null, token: '', booted: true });
  });

  it('is a visitor when the server is away', async () => {
    server.on(REFRESH, { status: 503, json: {} });
    await bootstrapSession();
    expect(session()).toMatchObject({ user: null, token: '', booted: true });
  });
});

describe('another tab', () => {
  /** Simulates the event that browsers send to all tabs but the one that wrote. */
  const hear = (key: string | null, newValue: string | null) => window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  const elsewhere = (key: string | null, newValue: string | null) => {
    if (key === null) localStorage.clear();
    else if (newValue === null) localStorage.removeItem(key);
    else localStorage.setItem(key, newValue);
    hear(key, newValue);
  };

  it('signs this tab in and out too', async () => {
    const stop = followOtherTabs();
    server.on(ME, { json: { user: profile } });
    elsewhere(TOKEN_KEY, NEW);
    await expect.poll(() => session().user).toEqual(profile);
    expect(session().token).toBe(NEW);
    elsewhere(TOKEN_KEY, null);
    expect(session()).toMatchObject({ user: null, token: '' });
    stop();
    elsewhere(TOKEN_KEY, NEW);
    expect(session().token).toBe('');
  });

  it('provides a renewed token without a request for the user', () => {
    const stop = followOtherTabs();
    adoptToken(OLD);
    useSession.setState({ user: profile });
    elsewhere(TOKEN_KEY, NEW);
    expect(session()).toMatchObject({ user: profile, token: NEW });
    expect(server.calls()).toEqual([]);
    stop();
  });

  it('does not bring back a token that this tab has replaced since, however late the browser tells of it', () => {
    const stop = followOtherTabs();
    storeToken(NEW);
    hear(TOKEN_KEY, OLD);
    hear(TOKEN_KEY, null);
    expect(session().token).toBe(NEW);
    stop();
  });

  it('signs this tab out when it clears all storage, and has no effect when it stores something else', () => {
    const stop = followOtherTabs();
    adoptToken(OLD);
    elsewhere('lang', null);
    expect(session().token).toBe(OLD);
    elsewhere(null, null);
    expect(session().token).toBe('');
    stop();
  });
});
