import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { beGuest, beUser, makeOverview, makeUser } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { startTestServer } from '#test/web/http-server.ts';
import { catchNavigation } from '#test/web/navigation-spy.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { tokenOf } from '#test/web/tokens.ts';
import { queryClient } from '#web/data/query-client.ts';
import { storeToken, TOKEN_KEY, useSession } from '#web/data/session.ts';
import { useToasts } from '#web/data/toasts.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const ELSEWHERE = 'GET /api/auth/elsewhere';
const REFRESH = 'POST /api/auth/refresh';
const REGISTER = 'POST /api/auth/elsewhere/register';
const TOTP = 'POST /api/auth/elsewhere/totp';
const BACK = '/sign-in?provider=google&next=%2Fterms';

const ada = makeUser();
const ADAS = tokenOf({ sub: ada.id, email: 'ada@example.com' });
const standing = (step: string, rest: object = {}) => ({
  json: { step, provider: 'google', purpose: 'sign_in', email: null, display_name: null, ...rest },
});
const refusal = (status: number, code: string, detail: string) => ({ status, json: { code, detail } });

const server = await servePages();
const left = catchNavigation();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  closeAuth();
  beGuest();
  server.on('GET /api/meta', { json: makeMeta({ sign_in: { google: true, telegram: true } }) });
  server.on('GET /api/auth/me', { json: { user: ada } });
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on('POST /api/account/points/recalculate', { json: { balance: 0, proven: true } });
  server.on(REFRESH, { json: { access: ADAS } });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const asked = () => server.calls().filter((call) => call === ELSEWHERE).length;
const isSignedInAsAda = () => waitFor(() => expect(useSession.getState()).toMatchObject({ token: ADAS, user: ada, loading: false }));

/** The page as opened by a browser that returns from a provider. */
function open(path = BACK) {
  const user = userEvent.setup();
  const site = renderSite(path);
  // The bar has a sign-in button, too.
  const press = async (name: string) => user.click(await within(await screen.findByRole('main')).findByRole('button', { name }));
  return { ...site, user, press };
}
const alert = async () => within(await screen.findByRole('alert'));
const arrives = (path: () => string, at = '/terms') => waitFor(() => expect(path()).toBe(at));

describe('signed in', () => {
  it('shows progress, stores the session, and goes on', async () => {
    const release = server.hold(ELSEWHERE, standing('done'));
    const { path } = open();
    expect((await screen.findByText('Signing you in…')).closest('[role=status]')).toBeTruthy();
    expect(document.title).toBe('Sign in · Matchpoint');
    release();
    await arrives(path);
    await isSignedInAsAda();
    expect(toasts()).toEqual(['success: Welcome, Ada.']);
    expect(localStorage.getItem(TOKEN_KEY)).toBe(ADAS);
    expect(asked()).toBe(1);
    expect(server.calls()).toContain('POST /api/account/points/recalculate');
  });

  it('becomes the provider’s user, whoever was signed in before', async () => {
    const before = { ...makeUser(), display_name: 'Somebody else' };
    storeToken('somebody-elses');
    useSession.setState({ user: before });
    server.on(ELSEWHERE, standing('done'));
    const tokens: string[] = [];
    const stop = useSession.subscribe(({ token }) => void (token !== tokens.at(-1) && tokens.push(token)));
    const { path } = open();
    await arrives(path);
    await isSignedInAsAda();
    stop();
    // Other tabs see the previous user leave before the new one arrives.
    expect(tokens.slice(-2)).toEqual(['', ADAS]);
  });

  it('stays signed in if the profile cannot be loaded', async () => {
    server.on(ELSEWHERE, standing('done'));
    server.on('GET /api/auth/me', { status: 500, json: {} });
    const { path } = open();
    await arrives(path);
    expect(useSession.getState()).toMatchObject({ token: ADAS, user: { id: ada.id, display_name: 'ada' } });
  });

  it.each([
    ['//evil.example', '/matches'],
    ['/sign-in?provider=google', '/matches'],
    ['/bets?status=ongoing', '/bets?status=ongoing'],
  ])('goes on from %s to %s', async (next, at) => {
    server.on(ELSEWHERE, standing('done'));
    const { path } = open(`/sign-in?provider=google&next=${encodeURIComponent(next)}`);
    await arrives(path, at);
  });

  it('waits until the previous session is known', async () => {
    useSession.setState({ booted: false });
    server.on(ELSEWHERE, standing('done'));
    const { path } = open();
    await screen.findByText('Signing you in…');
    expect(asked()).toBe(0);
    act(() => useSession.setState({ booted: true }));
    await arrives(path);
  });

  it.each([
    ['the server refuses', refusal(401, 'session_expired', 'Over.'), 'We could not finish signing you in.'],
    ['the server fails', refusal(503, 'unavailable', 'Try later.'), 'We could not finish signing you in. Try later.'],
    ['the answer has no token', { json: {} }, 'The answer had no sign-in in it. Please try again.'],
  ])('fails if %s; it can be retried', async (_, answer, words) => {
    server.on(ELSEWHERE, standing('done'), standing('none'));
    server.on(REFRESH, answer, { json: { access: ADAS } });
    const { path, press } = open();
    expect((await alert()).getByText(words)).toBeTruthy();
    await waitFor(() => expect(path()).toBe(BACK));
    expect(useSession.getState()).toMatchObject({ token: '', user: null });
    await press('Try again');
    await arrives(path);
    await isSignedInAsAda();
    // An outcome is requested only once.
    expect(asked()).toBe(1);
  });

  it('fails without a connection; it can be retried', async () => {
    server.on(ELSEWHERE, standing('done'));
    const lost = await startTestServer();
    await lost.stop();
    const { path, press } = open();
    const told = await alert();
    expect(told.getByText('There was no connection to finish signing you in. Check your network and try again.')).toBeTruthy();
    server.visit();
    await press('Try again');
    await arrives(path);
  });
});

describe('linked, or stepped up', () => {
  it.each([
    ['link', 'Google is linked.'],
    ['step_up', 'Thank you. Now do once more what you were about to do.'],
  ])('says so (%s), and goes back with the existing session', async (purpose, words) => {
    beUser();
    server.on(ELSEWHERE, standing('done', { purpose }));
    const { path } = open('/sign-in?provider=google&next=%2Fprivacy');
    await arrives(path, '/privacy');
    expect(toasts()).toEqual([`success: ${words}`]);
    expect(server.calls()).not.toContain(REFRESH);
    expect(useSession.getState().token).toBe('token');
  });
});

describe('the outcome', () => {
  it('can be requested again if the server does not answer', async () => {
    server.on(ELSEWHERE, { status: 500, json: {} }, standing('done'));
    const { path, press } = open();
    const told = await alert();
    expect(told.getByText('Signing in did not work')).toBeTruthy();
    expect(told.getByText('We could not finish signing you in. The request failed. Please try again.')).toBeTruthy();
    await press('Try again');
    await arrives(path);
  });

  it('may be that nothing is in progress: sign-in can be started again, or in another way', async () => {
    server.on(ELSEWHERE, standing('none', { provider: null, purpose: null }));
    const { press } = open();
    const told = await alert();
    expect(told.getByText('Signing in was not finished. Please try again.')).toBeTruthy();
    expect(told.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/api/auth/google/start?next=%2Fterms');
    await press('Sign in another way');
    expect(useUiState.getState()).toMatchObject({ showLogin: true, authNext: '/terms' });
  });
});

describe('an error', () => {
  it.each([
    ['google', 'oauth_incomplete', 'Signing in was not finished. Please try again.'],
    ['google', 'oauth_failed', 'Signing in with Google did not work. Please try again.'],
    ['telegram', 'oauth_failed', 'Signing in with Telegram did not work. Please try again.'],
    ['google', 'account_disabled', 'This account is disabled. Please contact support.'],
    ['google', 'oauth_already_linked', 'This Google account belongs to another account here, or you have linked one already.'],
    ['telegram', 'telegram_already_bound', 'This Telegram account belongs to another account here.'],
    ['google', 'session_expired', 'You were signed out meanwhile. Please sign in and try again.'],
    ['google', '<script>', 'Signing in failed. Please try again.'],
    ['mars', 'oauth_failed', 'Signing in failed. Please try again.'],
  ])('from %s is shown in words (%s), without a request', async (provider, code, words) => {
    open(`/sign-in?${new URLSearchParams({ provider, error: code, next: '/bets' })}`);
    const told = await alert();
    expect(told.getByText(words)).toBeTruthy();
    const retry = told.queryByRole('link', { name: 'Try again' })?.getAttribute('href') ?? null;
    expect(retry).toBe(provider === 'mars' ? null : `/api/auth/${provider}/start?next=%2Fbets`);
    expect(told.getByRole('button', { name: 'Sign in another way' })).toBeTruthy();
    expect(asked()).toBe(0);
  });

  it.each([
    ['zh-CN', '登录 · Matchpoint', '未能通过 Google 登录，请重试。'],
    ['vi', 'Đăng nhập · Matchpoint', 'Đăng nhập bằng Google không thành công. Vui lòng thử lại.'],
  ] as const)('is shown in the chosen language (%s)', async (locale, title, words) => {
    await chooseLocale(locale);
    open('/sign-in?provider=google&error=oauth_failed');
    expect((await alert()).getByText(words)).toBeTruthy();
    expect(document.title).toBe(title);
  });

  it('leads a signed-in user back to where they began, and not to another sign-in', async () => {
    beUser();
    open('/sign-in?provider=google&error=oauth_already_linked&next=%2Fsettings%2Fsecurity');
    const told = await alert();
    expect(told.getByText('Google was not linked')).toBeTruthy();
    expect(told.getByRole('link', { name: 'Go back' }).getAttribute('href')).toBe('/settings/security');
    expect(told.queryByRole('link', { name: 'Try again' })).toBeNull();
    expect(told.queryByRole('button', { name: 'Sign in another way' })).toBeNull();
  });
});

describe('Telegram’s answer', () => {
  const LOGIN = { id: 279058397, first_name: 'Ada', auth_date: 1_795_000_000, hash: 'ab'.repeat(32) };
  const fragment = (value: unknown) => `#tgAuthResult=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;

  it('is removed from the address bar, and sent to the server with the state the browser left with', async () => {
    const { path, hash } = open(`/sign-in?provider=telegram&state=s-1${fragment(LOGIN)}`);
    await waitFor(() => expect(left).toHaveLength(1));
    await waitFor(() => expect(hash()).toBe(''));
    await waitFor(() => expect(path()).toBe('/sign-in?provider=telegram&state=s-1'));
    const { pathname, searchParams } = new URL(left[0] ?? '', 'https://matchpoint.example');
    expect(pathname).toBe('/api/auth/telegram/callback');
    expect(Object.fromEntries(searchParams)).toEqual({ ...LOGIN, id: '279058397', auth_date: '1795000000', state: 's-1' });
    expect(screen.getByText('Signing you in…')).toBeTruthy();
    expect(asked()).toBe(0);
  });

  it.each([
    ['the user gave up', '#tgAuthResult=false'],
    ['it cannot be read', '#tgAuthResult=%25'],
  ])('is incomplete if %s', async (_, hash) => {
    const site = open(`/sign-in?provider=telegram&state=s-1${hash}`);
    const told = await alert();
    expect(told.getByText('Signing in was not finished. Please try again.')).toBeTruthy();
    expect(told.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/api/auth/telegram/start?next=%2F');
    await waitFor(() => expect(site.hash()).toBe(''));
    expect(left).toEqual([]);
    expect(asked()).toBe(0);
  });
});

describe('a new account', () => {
  const GOOGLE = { email: 'ada@gmail.com', display_name: 'Ada Lovelace' };
  async function begin(rest: object = GOOGLE, path = BACK) {
    server.on(ELSEWHERE, standing('register', rest));
    const page = open(path);
    const name = await screen.findByLabelText(/Name shown/);
    return { ...page, name };
  }
  type Page = Awaited<ReturnType<typeof begin>>;
  const agree = async ({ user }: Page) => {
    await user.click(screen.getByLabelText(/I agree/));
    await user.click(screen.getByLabelText(/18 or older/));
  };
  const errorOf = (field: HTMLElement) => document.getElementById(`${field.id}-error`)?.textContent;

  it('is created from the provider’s data and the user’s consent', async () => {
    localStorage.setItem('invite', JSON.stringify({ code: 'QX7M2KPA', until: Date.now() + 1_000_000 }));
    server.on(REGISTER, { status: 201, json: { access: ADAS, user: ada } });
    const page = await begin();
    expect(screen.getByText(/You signed in with Google as ada@gmail.com/)).toBeTruthy();
    expect(page.name).toHaveProperty('value', 'Ada Lovelace');
    expect(screen.getByLabelText(/Invite code/)).toHaveProperty('value', 'QX7M2KPA');
    await page.user.clear(page.name);
    await page.user.type(page.name, ' Ada ');
    await agree(page);
    await page.press('Create account');
    await arrives(page.path);
    expect(server.bodiesOf(REGISTER)).toEqual([
      {
        display_name: 'Ada',
        invite_code: 'QX7M2KPA',
        invite_through: 'link',
        agree: true,
        adult: true,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    ]);
    await isSignedInAsAda();
    expect(toasts()).toEqual(['success: Welcome, Ada.']);
    expect(localStorage.getItem('invite')).toBeNull();
  });

  it('has no name if the user wants none, not the provider’s', async () => {
    server.on(REGISTER, { status: 201, json: { access: ADAS, user: ada } });
    const page = await begin();
    await page.user.clear(page.name);
    await agree(page);
    await page.press('Create account');
    await arrives(page.path);
    expect(server.bodiesOf(REGISTER)[0]).toMatchObject({ display_name: '' });
  });

  it.each([
    [{ email: null, display_name: 'Ada' }, 'You signed in with Google as Ada. One more step, and the account is yours.'],
    [{ email: null, display_name: null }, 'You signed in with Google. One more step, and the account is yours.'],
  ])('shows the identity as far as it is known', async (rest, words) => {
    await begin(rest);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('shows what is missing, and makes no request', async () => {
    const page = await begin();
    await page.press('Create account');
    expect(errorOf(screen.getByLabelText(/I agree/))).toBe('Please agree to the terms and the privacy policy');
    expect(errorOf(screen.getByLabelText(/18 or older/))).toBe('You must be 18 or older');
    expect(server.calls()).not.toContain(REGISTER);
  });

  it.each([
    ['invalid_invite_code', 422, /Invite code/],
    ['age_required', 403, /18 or older/],
  ])('puts %s next to its field', async (code, status, name) => {
    server.on(REGISTER, refusal(status, code, 'What the server says.'));
    const page = await begin();
    await agree(page);
    await page.press('Create account');
    await waitFor(() => expect(errorOf(screen.getByLabelText(name))).toBe('What the server says.'));
  });

  it('shows errors that concern no field above the form', async () => {
    server.on(REGISTER, refusal(429, 'rate_limited', 'Too many tries.'));
    const page = await begin();
    await agree(page);
    await page.press('Create account');
    expect((await screen.findByRole('alert')).textContent).toBe('Too many tries.');
  });

  it('starts over if it took too long', async () => {
    server.on(REGISTER, refusal(401, 'oauth_incomplete', 'Over.'));
    const page = await begin();
    await agree(page);
    await page.press('Create account');
    const told = await alert();
    expect(told.getByText('Signing in was not finished. Please try again.')).toBeTruthy();
    expect(told.getByRole('link', { name: 'Try again' })).toBeTruthy();
    expect(server.calls()).not.toContain(REFRESH);
  });

  it('is not needed by users with an account: they sign in another way', async () => {
    const page = await begin(GOOGLE, '/sign-in?provider=google');
    await page.press('Sign in another way');
    expect(useUiState.getState()).toMatchObject({ showLogin: true, authNext: '/matches' });
  });
});

describe('the second factor', () => {
  async function begin() {
    server.on(ELSEWHERE, standing('totp'));
    const page = open();
    const field = await screen.findByLabelText('Code from the app');
    return { ...page, field };
  }

  it('is sent, and signs in', async () => {
    server.on(TOTP, { json: { access: ADAS, user: ada } });
    const { user, field, press, path } = await begin();
    await user.type(field, '123456');
    await press('Sign in');
    await arrives(path);
    expect(server.bodiesOf(TOTP)).toEqual([{ totp: '123456' }]);
    await isSignedInAsAda();
    expect(toasts()).toEqual(['success: Welcome, Ada.']);
  });

  it('can be corrected', async () => {
    server.on(TOTP, refusal(401, 'invalid_totp', 'This code is not right.'), { json: { access: ADAS, user: ada } });
    const { user, field, press, path } = await begin();
    await user.type(field, '000000');
    await press('Sign in');
    expect(await screen.findByText('This code is not right.')).toBeTruthy();
    await user.keyboard('123456{Enter}');
    await arrives(path);
    expect(server.bodiesOf(TOTP)).toEqual([{ totp: '000000' }, { totp: '123456' }]);
  });

  it('can be a recovery code', async () => {
    server.on(TOTP, { json: { access: ADAS, user: ada } });
    const { user, press, path } = await begin();
    await press('Use a recovery code instead');
    await user.type(screen.getByLabelText('Recovery code'), 'K7QM-2WXP');
    await press('Sign in');
    await arrives(path);
    expect(server.bodiesOf(TOTP)).toEqual([{ totp: 'K7QM-2WXP' }]);
  });

  it('starts over if it took too long', async () => {
    server.on(TOTP, refusal(401, 'oauth_incomplete', 'Over.'));
    const { user, field, press } = await begin();
    await user.type(field, '123456');
    await press('Sign in');
    expect((await alert()).getByText('Signing in was not finished. Please try again.')).toBeTruthy();
  });
});
