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
import { t, tVi, tZh } from '#test/web/words.ts';
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
    expect((await screen.findByText(t('oauth.arriving'))).closest('[role=status]')).toBeTruthy();
    expect(document.title).toBe(`${t('titles.sign_in')} · Matchpoint`);
    release();
    await arrives(path);
    await isSignedInAsAda();
    expect(toasts()).toEqual([`success: ${t('auth.welcome', { name: 'Ada' })}`]);
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
    await screen.findByText(t('oauth.arriving'));
    expect(asked()).toBe(0);
    act(() => useSession.setState({ booted: true }));
    await arrives(path);
  });

  it.each([
    ['the server refuses', refusal(401, 'session_expired', 'Over.'), t('errors.oauth_sync_failed')],
    ['the server fails', refusal(503, 'unavailable', 'Try later.'), `${t('errors.oauth_sync_failed')} Try later.`],
    ['the answer has no token', { json: {} }, t('errors.token_missing')],
  ])('fails if %s; it can be retried', async (_, answer, words) => {
    server.on(ELSEWHERE, standing('done'), standing('none'));
    server.on(REFRESH, answer, { json: { access: ADAS } });
    const { path, press } = open();
    expect((await alert()).getByText(words)).toBeTruthy();
    await waitFor(() => expect(path()).toBe(BACK));
    expect(useSession.getState()).toMatchObject({ token: '', user: null });
    await press(t('common.retry'));
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
    expect(told.getByText(t('errors.oauth_sync_error'))).toBeTruthy();
    server.visit();
    await press(t('common.retry'));
    await arrives(path);
  });
});

describe('linked, or stepped up', () => {
  it.each([
    ['link', t('oauth.linked', { provider: 'Google' })],
    ['step_up', t('oauth.proved')],
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
    expect(told.getByText(t('oauth.failed_title'))).toBeTruthy();
    expect(told.getByText(`${t('errors.oauth_sync_failed')} ${t('errors.request_failed')}`)).toBeTruthy();
    await press(t('common.retry'));
    await arrives(path);
  });

  it('may be that nothing is in progress: sign-in can be started again, or in another way', async () => {
    server.on(ELSEWHERE, standing('none', { provider: null, purpose: null }));
    const { press } = open();
    const told = await alert();
    expect(told.getByText(t('errors.oauth_incomplete'))).toBeTruthy();
    expect(told.getByRole('link', { name: t('common.retry') }).getAttribute('href')).toBe('/api/auth/google/start?next=%2Fterms');
    await press(t('oauth.another_way'));
    expect(useUiState.getState()).toMatchObject({ showLogin: true, authNext: '/terms' });
  });
});

describe('an error', () => {
  it.each([
    ['google', 'oauth_incomplete', t('errors.oauth_incomplete')],
    ['google', 'oauth_failed', t('errors.google_failed')],
    ['telegram', 'oauth_failed', t('errors.telegram_failed')],
    ['google', 'account_disabled', t('oauth.refusals.account_disabled')],
    ['google', 'oauth_already_linked', t('oauth.refusals.oauth_already_linked')],
    ['telegram', 'telegram_already_bound', t('oauth.refusals.telegram_already_bound')],
    ['google', 'session_expired', t('oauth.refusals.session_expired')],
    ['google', '<script>', t('errors.login_failed')],
    ['mars', 'oauth_failed', t('errors.login_failed')],
  ])('from %s is shown in words (%s), without a request', async (provider, code, words) => {
    open(`/sign-in?${new URLSearchParams({ provider, error: code, next: '/bets' })}`);
    const told = await alert();
    expect(told.getByText(words)).toBeTruthy();
    const retry = told.queryByRole('link', { name: t('common.retry') })?.getAttribute('href') ?? null;
    expect(retry).toBe(provider === 'mars' ? null : `/api/auth/${provider}/start?next=%2Fbets`);
    expect(told.getByRole('button', { name: t('oauth.another_way') })).toBeTruthy();
    expect(asked()).toBe(0);
  });

  it.each([
    ['zh-CN', tZh],
    ['vi', tVi],
  ] as const)('is shown in the chosen language (%s)', async (locale, words) => {
    await chooseLocale(locale);
    open('/sign-in?provider=google&error=oauth_failed');
    expect((await alert()).getByText(words('errors.google_failed'))).toBeTruthy();
    expect(document.title).toBe(`${words('titles.sign_in')} · Matchpoint`);
  });

  it('leads a signed-in user back to where they began, and not to another sign-in', async () => {
    beUser();
    open('/sign-in?provider=google&error=oauth_already_linked&next=%2Fsettings%2Fsecurity');
    const told = await alert();
    expect(told.getByText(t('oauth.link_failed_title', { provider: 'Google' }))).toBeTruthy();
    expect(told.getByRole('link', { name: t('oauth.go_back') }).getAttribute('href')).toBe('/settings/security');
    expect(told.queryByRole('link', { name: t('common.retry') })).toBeNull();
    expect(told.queryByRole('button', { name: t('oauth.another_way') })).toBeNull();
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
    expect(screen.getByText(t('oauth.arriving'))).toBeTruthy();
    expect(asked()).toBe(0);
  });

  it.each([
    ['the user gave up', '#tgAuthResult=false'],
    ['it cannot be read', '#tgAuthResult=%25'],
  ])('is incomplete if %s', async (_, hash) => {
    const site = open(`/sign-in?provider=telegram&state=s-1${hash}`);
    const told = await alert();
    expect(told.getByText(t('errors.oauth_incomplete'))).toBeTruthy();
    expect(told.getByRole('link', { name: t('common.retry') }).getAttribute('href')).toBe('/api/auth/telegram/start?next=%2F');
    await waitFor(() => expect(site.hash()).toBe(''));
    expect(left).toEqual([]);
    expect(asked()).toBe(0);
  });
});

describe('a new account', () => {
  const AGREE = t.markup('auth.agree', { terms: (words) => words, privacy: (words) => words });
  const ADULT = t('auth.adult', { age: 18 });
  const GOOGLE = { email: 'ada@gmail.com', display_name: 'Ada Lovelace' };
  async function begin(rest: object = GOOGLE, path = BACK) {
    server.on(ELSEWHERE, standing('register', rest));
    const page = open(path);
    const name = await screen.findByLabelText(t('auth.display_name'));
    return { ...page, name };
  }
  type Page = Awaited<ReturnType<typeof begin>>;
  const agree = async ({ user }: Page) => {
    await user.click(screen.getByLabelText(AGREE));
    await user.click(screen.getByLabelText(ADULT));
  };
  const errorOf = (field: HTMLElement) => document.getElementById(`${field.id}-error`)?.textContent;

  it('is created from the provider’s data and the user’s consent', async () => {
    localStorage.setItem('invite', JSON.stringify({ code: 'QX7M2KPA', until: Date.now() + 1_000_000 }));
    server.on(REGISTER, { status: 201, json: { access: ADAS, user: ada } });
    const page = await begin();
    expect(screen.getByText(t('oauth.register_as', { provider: 'Google', who: 'ada@gmail.com' }))).toBeTruthy();
    expect(page.name).toHaveProperty('value', 'Ada Lovelace');
    expect(screen.getByLabelText(t('auth.invite_code'))).toHaveProperty('value', 'QX7M2KPA');
    await page.user.clear(page.name);
    await page.user.type(page.name, ' Ada ');
    await agree(page);
    await page.press(t('auth.sign_up_submit'));
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
    expect(toasts()).toEqual([`success: ${t('auth.welcome', { name: 'Ada' })}`]);
    expect(localStorage.getItem('invite')).toBeNull();
  });

  it('has no name if the user wants none, not the provider’s', async () => {
    server.on(REGISTER, { status: 201, json: { access: ADAS, user: ada } });
    const page = await begin();
    await page.user.clear(page.name);
    await agree(page);
    await page.press(t('auth.sign_up_submit'));
    await arrives(page.path);
    expect(server.bodiesOf(REGISTER)[0]).toMatchObject({ display_name: '' });
  });

  it.each([
    [{ email: null, display_name: 'Ada' }, t('oauth.register_as', { provider: 'Google', who: 'Ada' })],
    [{ email: null, display_name: null }, t('oauth.register_unnamed', { provider: 'Google' })],
  ])('shows the identity as far as it is known', async (rest, words) => {
    await begin(rest);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('shows what is missing, and makes no request', async () => {
    const page = await begin();
    await page.press(t('auth.sign_up_submit'));
    expect(errorOf(screen.getByLabelText(AGREE))).toBe(t('auth.agree_required'));
    expect(errorOf(screen.getByLabelText(ADULT))).toBe(t('auth.adult_required', { age: 18 }));
    expect(server.calls()).not.toContain(REGISTER);
  });

  it.each([
    ['invalid_invite_code', 422, t('auth.invite_code')],
    ['age_required', 403, ADULT],
  ])('puts %s next to its field', async (code, status, name) => {
    server.on(REGISTER, refusal(status, code, 'What the server says.'));
    const page = await begin();
    await agree(page);
    await page.press(t('auth.sign_up_submit'));
    await waitFor(() => expect(errorOf(screen.getByLabelText(name))).toBe('What the server says.'));
  });

  it('shows errors that concern no field above the form', async () => {
    server.on(REGISTER, refusal(429, 'rate_limited', 'Too many tries.'));
    const page = await begin();
    await agree(page);
    await page.press(t('auth.sign_up_submit'));
    expect((await screen.findByRole('alert')).textContent).toBe('Too many tries.');
  });

  it('starts over if it took too long', async () => {
    server.on(REGISTER, refusal(401, 'oauth_incomplete', 'Over.'));
    const page = await begin();
    await agree(page);
    await page.press(t('auth.sign_up_submit'));
    const told = await alert();
    expect(told.getByText(t('errors.oauth_incomplete'))).toBeTruthy();
    expect(told.getByRole('link', { name: t('common.retry') })).toBeTruthy();
    expect(server.calls()).not.toContain(REFRESH);
  });

  it('is not needed by users with an account: they sign in another way', async () => {
    const page = await begin(GOOGLE, '/sign-in?provider=google');
    await page.press(t('oauth.another_way'));
    expect(useUiState.getState()).toMatchObject({ showLogin: true, authNext: '/matches' });
  });
});

describe('the second factor', () => {
  async function begin() {
    server.on(ELSEWHERE, standing('totp'));
    const page = open();
    const field = await screen.findByLabelText(t('auth.totp'));
    return { ...page, field };
  }

  it('is sent, and signs in', async () => {
    server.on(TOTP, { json: { access: ADAS, user: ada } });
    const { user, field, press, path } = await begin();
    await user.type(field, '123456');
    await press(t('auth.sign_in_submit'));
    await arrives(path);
    expect(server.bodiesOf(TOTP)).toEqual([{ totp: '123456' }]);
    await isSignedInAsAda();
    expect(toasts()).toEqual([`success: ${t('auth.welcome', { name: 'Ada' })}`]);
  });

  it('can be corrected', async () => {
    server.on(TOTP, refusal(401, 'invalid_totp', 'This code is not right.'), { json: { access: ADAS, user: ada } });
    const { user, field, press, path } = await begin();
    await user.type(field, '000000');
    await press(t('auth.sign_in_submit'));
    expect(await screen.findByText('This code is not right.')).toBeTruthy();
    await user.keyboard('123456{Enter}');
    await arrives(path);
    expect(server.bodiesOf(TOTP)).toEqual([{ totp: '000000' }, { totp: '123456' }]);
  });

  it('can be a recovery code', async () => {
    server.on(TOTP, { json: { access: ADAS, user: ada } });
    const { user, press, path } = await begin();
    await press(t('auth.use_recovery_code'));
    await user.type(screen.getByLabelText(t('auth.recovery_code')), 'K7QM-2WXP');
    await press(t('auth.sign_in_submit'));
    await arrives(path);
    expect(server.bodiesOf(TOTP)).toEqual([{ totp: 'K7QM-2WXP' }]);
  });

  it('starts over if it took too long', async () => {
    server.on(TOTP, refusal(401, 'oauth_incomplete', 'Over.'));
    const { user, field, press } = await begin();
    await user.type(field, '123456');
    await press(t('auth.sign_in_submit'));
    expect((await alert()).getByText(t('errors.oauth_incomplete'))).toBeTruthy();
  });
});
