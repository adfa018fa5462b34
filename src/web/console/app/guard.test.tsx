import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beAdmin, beNobody, makeAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { ADMIN_TOKEN_KEY, followOtherTabs, storeToken, useAdminSession } from '#web/console/lib/session.ts';
import { consoleNext } from '#web/console/lib/sign-in.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const ME = 'GET /api/admin/auth/me';
const REFRESH = 'POST /api/admin/auth/refresh';
const LOGIN = 'POST /api/admin/auth/login';
const REFUSED = { status: 401, json: { code: 'admin_unauthorized', detail: 'Please sign in to the admin account.' } };

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  beNobody();
  server.on(ME, REFUSED);
  server.on(REFRESH, REFUSED);
  await chooseLocale('en');
});

const ofSession = (calls: string[]) => calls.filter((call) => [ME, REFRESH].includes(call));
const overview = () => screen.findByRole('heading', { name: t('admin.pages.overview') });

describe('the guard', () => {
  it('asks for the session, tries a refresh, and redirects to the sign-in page with the requested page', async () => {
    const { path } = renderConsole('/admin/account?x=1');
    await screen.findByRole('heading', { name: t('admin.pages.login') });
    await waitFor(() => expect(path()).toBe('/admin/login?next=%2Fadmin%2Faccount%3Fx%3D1'));
    expect(screen.getByText(t('admin.unauthorized'))).toBeTruthy();
    expect(ofSession(server.calls())).toEqual([ME, REFRESH]);
  });

  it('admits admins whom the server knows', async () => {
    storeToken('a-token');
    server.on(ME, { json: { admin: makeAdmin() } });
    renderConsole('/admin');
    await overview();
    expect(ofSession(server.calls())).toEqual([ME]);
    expect(server.heard[0]?.headers.authorization).toBe('Bearer a-token');
    expect(screen.getByText('ops@example.com')).toBeTruthy();
  });

  it('admits an admin whose expired token can be renewed', async () => {
    storeToken('old');
    server.on(ME, ({ headers }) =>
      headers.authorization === 'Bearer new' ? { json: { admin: makeAdmin() } } : { status: 401, json: { code: 'token_expired' } },
    );
    server.on(REFRESH, { json: { admin: makeAdmin(), access: 'new' } });
    renderConsole('/admin');
    await overview();
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe('new');
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  it('does not treat an unreachable server as a refusal, and retries on request', async () => {
    const user = userEvent.setup();
    server.on(ME, { status: 500, json: { detail: 'Broken.' } });
    renderConsole('/admin');
    expect(await screen.findByText(t('admin.admin_failed'))).toBeTruthy();
    server.on(ME, { json: { admin: makeAdmin() } });
    storeToken('a-token');
    await user.click(screen.getByRole('button', { name: t('common.retry') }));
    await overview();
  });

  it('keeps an admin signed in while there is no network to renew the session, and continues once there is', async () => {
    storeToken('old');
    server.on(ME, ({ headers }) =>
      headers.authorization === 'Bearer new' ? { json: { admin: makeAdmin() } } : { status: 401, json: { code: 'token_expired' } },
    );
    server.on(REFRESH, { isCut: true });
    const { path } = renderConsole('/admin');
    expect(await screen.findByText(t('admin.admin_failed'))).toBeTruthy();
    expect([path(), localStorage.getItem(ADMIN_TOKEN_KEY)]).toEqual(['/admin', 'old']);
    server.on(REFRESH, { json: { admin: makeAdmin(), access: 'new' } });
    act(() => void window.dispatchEvent(new Event('online')));
    await overview();
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe('new');
  });

  it('redirects an admin whose session ends during work', async () => {
    beAdmin();
    const { path } = renderConsole('/admin');
    await overview();
    act(() => storeToken(''));
    await waitFor(() => expect(path()).toBe('/admin/login?next=%2Fadmin'));
  });

  it('permits only choosing a new password after a one-time password', async () => {
    beAdmin({ must_change_password: true });
    const { path } = renderConsole('/admin/account');
    await screen.findByRole('heading', { name: t('admin_account.welcome_password') });
    await waitFor(() => expect(path()).toBe('/admin/welcome?next=%2Fadmin%2Faccount'));
  });
});

describe('another tab', () => {
  const tell = (newValue: string | null) =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: ADMIN_TOKEN_KEY, newValue })));
  const hear = (newValue: string | null) => {
    if (newValue === null) localStorage.removeItem(ADMIN_TOKEN_KEY);
    else localStorage.setItem(ADMIN_TOKEN_KEY, newValue);
    tell(newValue);
  };
  const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub }))}.x`;

  it('shares sign-outs and renewals, and refetches the admin after another one signs in', () => {
    const { id } = beAdmin();
    const stop = followOtherTabs();
    hear(tokenOf(id));
    expect(useAdminSession.getState()).toMatchObject({ token: tokenOf(id), admin: { id } });
    hear(tokenOf('another'));
    expect(useAdminSession.getState()).toMatchObject({ token: tokenOf('another'), admin: null });
    beAdmin();
    // Told late: another token has been stored since.
    const { token } = useAdminSession.getState();
    localStorage.setItem(ADMIN_TOKEN_KEY, token);
    tell(tokenOf('another'));
    expect(useAdminSession.getState().token).toBe(token);
    hear(null);
    expect(useAdminSession.getState()).toMatchObject({ token: '', admin: null });
    stop();
  });
});

describe('signing in', () => {
  const SIGNED_IN = { json: { admin: makeAdmin(), access: 'fresh' } };

  async function type(email: string, password: string) {
    const user = userEvent.setup();
    if (email) await enterText(await screen.findByLabelText(t('admin_account.email')), email);
    if (password) await enterText(screen.getByLabelText(t('admin_account.password')), password);
    return user;
  }

  it('asks for email and password, and goes on to the requested page', async () => {
    server.on(LOGIN, SIGNED_IN);
    const { path } = renderConsole('/admin/login?next=%2Fadmin%2Faccount');
    const user = await type('ops@example.com', '');
    await user.click(screen.getByRole('button', { name: t('admin_account.sign_in') }));
    expect(screen.getByRole('alert').textContent).toBe(t('admin_account.required'));
    await type('', 'Secret-1994');
    await user.click(screen.getByRole('button', { name: t('admin_account.sign_in') }));
    await screen.findByRole('heading', { name: t('admin.pages.account') });
    await waitFor(() => expect(path()).toBe('/admin/account'));
    expect(server.bodiesOf(LOGIN)).toEqual([{ email: 'ops@example.com', password: 'Secret-1994', remember: false }]);
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe('fresh');
  });

  it('asks for the code if there is a second factor, and shows why it was refused', async () => {
    server.on(
      LOGIN,
      { status: 401, json: { code: 'totp_required', detail: 'A code is needed.' } },
      { status: 401, json: { code: 'invalid_totp', detail: 'This code is not right.' } },
      SIGNED_IN,
    );
    renderConsole('/admin/login');
    const user = await type('ops@example.com', 'Secret-1994');
    await user.click(screen.getByRole('checkbox', { name: t('admin_account.remember') }));
    await user.click(screen.getByRole('button', { name: t('admin_account.sign_in') }));
    const field = await screen.findByLabelText(t('auth.totp'));
    await user.type(field, '111 111');
    await user.click(screen.getByRole('button', { name: t('admin_account.sign_in') }));
    expect(await screen.findByText('This code is not right.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('admin_account.use_recovery') }));
    await user.type(screen.getByLabelText(t('auth.recovery_code')), 'K7QM-2WXP');
    await user.click(screen.getByRole('button', { name: t('admin_account.sign_in') }));
    await overview();
    expect(server.bodiesOf(LOGIN)).toMatchObject([
      { remember: true },
      { remember: true, totp: '111111' },
      { remember: true, totp: 'K7QM-2WXP' },
    ]);
    // A refused code does not affect the session.
    expect(server.calls()).not.toContain(REFRESH);
  });

  it('shows why it was refused', async () => {
    server.on(LOGIN, { status: 401, json: { code: 'invalid_credentials', detail: 'Email or password is incorrect.' } });
    renderConsole('/admin/login');
    const user = await type('ops@example.com', 'wrong');
    await user.click(screen.getByRole('button', { name: t('admin_account.sign_in') }));
    expect(await screen.findByText('Email or password is incorrect.')).toBeTruthy();
  });

  it.each([
    ['/admin/users?q=a', '/admin/users?q=a'],
    ['/admin', '/admin'],
    ['/administrator', '/admin'],
    ['/matches', '/admin'],
    ['//evil.example/admin', '/admin'],
    ['https://evil.example/admin', '/admin'],
    ['/admin/../matches', '/admin'],
    ['/admin/login?next=/admin/login', '/admin'],
    [null, '/admin'],
  ])('with next=%s goes on to %s', (next, to) => expect(consoleNext(next)).toBe(to));
});

it('signs out here and on the server, and returns to the sign-in page', async () => {
  const user = userEvent.setup();
  beAdmin();
  const { path } = renderConsole('/admin');
  await overview();
  await user.click(screen.getByRole('button', { name: t('admin.account_menu') }));
  await user.click(await screen.findByRole('menuitem', { name: t('admin.sign_out') }));
  await screen.findByRole('heading', { name: t('admin.pages.login') });
  await waitFor(() => expect(path()).toBe('/admin/login'));
  expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull();
  await waitFor(() => expect(server.calls()).toContain('POST /api/admin/auth/logout'));
});

it('shows each role its sections', async () => {
  beAdmin({ role: 'super' });
  renderConsole('/admin');
  await overview();
  const links = () => screen.getAllByRole('link').map((link) => link.textContent);
  expect(links()).toEqual(expect.arrayContaining([t('admin.pages.admins'), t('admin.pages.audit'), t('admin.pages.settings')]));
  act(() => useAdminSession.setState({ admin: makeAdmin({ role: 'viewer' }) }));
  expect(links()).not.toContain(t('admin.pages.admins'));
  expect(links()).not.toContain(t('admin.pages.audit'));
});

it('shows reviewers without a second factor what they cannot do yet', async () => {
  beAdmin({ role: 'reviewer', totp_enabled: false });
  renderConsole('/admin');
  expect(await screen.findByText(t('admin.totp_missing'))).toBeTruthy();
});
