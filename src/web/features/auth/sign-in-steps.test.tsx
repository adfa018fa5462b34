import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { captchaAnswer, validateCaptcha } from '#test/web/captchas.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beGuest, makeUser } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { closeAuth, openLogin, openRegister } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LOGIN = 'POST /api/auth/login';
const CAPTCHA = 'GET /api/auth/captcha';
const ASKED = { status: 401, json: { code: 'totp_required', detail: 'Please enter the code of your authenticator app.' } };
const WRONG = { status: 401, json: { code: 'invalid_totp', detail: 'This code is not right.' } };
const ada = makeUser();
const LET_IN = { json: { access: 'token', user: ada } };

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  closeAuth();
  beGuest();
  server.on('POST /api/auth/refresh', { status: 401, json: {} });
  server.on('GET /api/auth/me', { json: { user: ada } });
  server.on(CAPTCHA, captchaAnswer());
  await chooseLocale('en');
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the second factor', () => {
  async function open() {
    const user = userEvent.setup();
    openLogin('/privacy');
    const site = renderSite('/terms');
    const dialog = within(await screen.findByRole('dialog', { name: t('auth.sign_in_title') }));
    const press = (name: string) => user.click(dialog.getByRole('button', { name }));
    await enterText(dialog.getByRole('textbox', { name: t('auth.email') }), 'ada@example.com');
    await enterText(dialog.getByLabelText(t('auth.password')), 'Secret123');
    await user.click(dialog.getByRole('checkbox', { name: t('auth.remember') }));
    await press(t('auth.sign_in_submit'));
    return { ...site, user, dialog, press };
  }
  const tries = () => server.bodiesOf(LOGIN);
  const nonces = async () => (await Promise.all(tries().map(({ captcha }) => validateCaptcha(captcha)))).map(({ nonce }) => nonce);
  const renewals = () => server.calls().filter((call) => call === 'POST /api/auth/refresh');

  it('is requested, and sent with the same address, password and captcha', async () => {
    server.on(LOGIN, ASKED, LET_IN);
    const { user, dialog, press, path } = await open();
    const field = await dialog.findByLabelText(t('auth.totp'));
    expect(document.activeElement).toBe(field);
    await user.type(field, '123 456');
    await press(t('auth.sign_in_submit'));
    await waitFor(() => expect(path()).toBe('/privacy'));
    const [first, second] = tries();
    expect(second).toEqual({ ...first, totp: '123456' });
    expect(first).toMatchObject({ email: 'ada@example.com', password: 'Secret123', remember: true });
    expect(useSession.getState()).toMatchObject({ token: 'token', user: ada });
    // A missing factor does not affect an existing session.
    expect(renewals()).toEqual([]);
  });

  it('has to be complete before a request is sent', async () => {
    server.on(LOGIN, ASKED);
    const { user, dialog, press } = await open();
    await user.type(await dialog.findByLabelText(t('auth.totp')), '123');
    await press(t('auth.sign_in_submit'));
    expect(dialog.getByText(t('auth.code_required'))).toBeTruthy();
    expect(tries()).toHaveLength(1);
  });

  it('can be corrected after a wrong code, with another captcha, because each is valid for one code', async () => {
    server.on(LOGIN, ASKED, WRONG, LET_IN);
    const { user, dialog, press, path } = await open();
    await user.type(await dialog.findByLabelText(t('auth.totp')), '000000');
    await press(t('auth.sign_in_submit'));
    expect(await dialog.findByText('This code is not right.')).toBeTruthy();
    expect(dialog.getByLabelText(t('auth.totp')).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(dialog.getByLabelText(t('auth.totp')));
    // A wrong code is selected, so that typing replaces it.
    await user.keyboard('123456');
    await press(t('auth.sign_in_submit'));
    await waitFor(() => expect(path()).toBe('/privacy'));
    expect(tries().map(({ totp }) => totp)).toEqual([undefined, '000000', '123456']);
    const [first, second, third] = await nonces();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('may take longer than the captcha is valid: another is solved silently', async () => {
    server.on(LOGIN, ASKED, { status: 422, json: { code: 'captcha_expired', detail: 'The check has expired.' } }, LET_IN);
    const { user, dialog, press, path } = await open();
    await user.type(await dialog.findByLabelText(t('auth.totp')), '123456');
    await press(t('auth.sign_in_submit'));
    await waitFor(() => expect(path()).toBe('/privacy'));
    expect(tries().map(({ totp }) => totp)).toEqual([undefined, '123456', '123456']);
    const [first, second, third] = await nonces();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('shows an error if no other captcha is available', async () => {
    const expired = { status: 422, json: { code: 'captcha_expired', detail: 'The check has expired.' } };
    server.on(LOGIN, ASKED, expired);
    server.on(CAPTCHA, captchaAnswer(), { status: 503, json: { code: 'unavailable', detail: 'Away.' } });
    const { user, dialog, press } = await open();
    await user.type(await dialog.findByLabelText(t('auth.totp')), '123456');
    await press(t('auth.sign_in_submit'));
    expect((await dialog.findByRole('alert')).textContent).toBe(t('errors.captcha_failed'));
    expect(dialog.getByRole('button', { name: t('auth.sign_in_submit') })).toHaveProperty('disabled', false);
  });

  it('can be a recovery code', async () => {
    server.on(LOGIN, ASKED, LET_IN);
    const { user, dialog, press, path } = await open();
    await dialog.findByLabelText(t('auth.totp'));
    await press(t('auth.use_recovery_code'));
    const field = dialog.getByLabelText(t('auth.recovery_code'));
    expect(document.activeElement).toBe(field);
    await press(t('auth.sign_in_submit'));
    expect(dialog.getByText(t('auth.recovery_required'))).toBeTruthy();
    await user.type(field, ' K7QM-2WXP ');
    await press(t('auth.sign_in_submit'));
    await waitFor(() => expect(path()).toBe('/privacy'));
    expect(tries()[1]).toMatchObject({ totp: 'K7QM-2WXP' });
  });

  it('accepts the app’s code again after showing the recovery codes', async () => {
    server.on(LOGIN, ASKED);
    const { dialog, press } = await open();
    await dialog.findByLabelText(t('auth.totp'));
    await press(t('auth.use_recovery_code'));
    await press(t('auth.use_totp'));
    expect(dialog.getByLabelText(t('auth.totp'))).toBeTruthy();
    expect(dialog.queryByLabelText(t('auth.recovery_code'))).toBeNull();
  });

  it('shows errors not about the code above it', async () => {
    server.on(LOGIN, ASKED, { status: 429, json: { code: 'rate_limited', detail: 'Try again in about 9 minutes.' } });
    const { user, dialog, press } = await open();
    await user.type(await dialog.findByLabelText(t('auth.totp')), '123456');
    await press(t('auth.sign_in_submit'));
    expect((await dialog.findByRole('alert')).textContent).toBe('Try again in about 9 minutes.');
  });

  it('leads back to the address and the password as typed', async () => {
    server.on(LOGIN, ASKED, LET_IN);
    const { dialog, press, path } = await open();
    await dialog.findByLabelText(t('auth.totp'));
    await press(t('auth.back'));
    expect(dialog.getByLabelText(t('auth.password'))).toHaveProperty('value', 'Secret123');
    await press(t('auth.sign_in_submit'));
    await waitFor(() => expect(path()).toBe('/privacy'));
    const [first, second] = await nonces();
    expect(second).not.toBe(first);
    expect(tries()[1]).not.toHaveProperty('totp');
  });
});

describe.each([
  [t('auth.sign_in_title'), openLogin],
  [t('auth.sign_up_title'), openRegister],
])('"%s" with a provider', (title, open) => {
  async function dialogAt(path: string, next?: string) {
    open(next);
    renderSite(path);
    return within(await screen.findByRole('dialog', { name: title }));
  }
  const offer = (google: boolean, telegram: boolean) => server.on('GET /api/meta', { json: makeMeta({ sign_in: { google, telegram } }) });
  const ways = (dialog: Awaited<ReturnType<typeof dialogAt>>) =>
    dialog
      .queryAllByRole('link', { name: new RegExp(`^${t('oauth.continue_with', { provider: '' })}`) })
      .map((link) => [link.textContent, link.getAttribute('href')]);

  it.each([
    [true, true, ['Google', 'Telegram']],
    [true, false, ['Google']],
    [false, true, ['Telegram']],
  ])('offers the site’s providers (Google %s, Telegram %s)', async (google, telegram, names) => {
    offer(google, telegram);
    const dialog = await dialogAt('/terms');
    await dialog.findByText(t('oauth.or'));
    expect(ways(dialog).map(([name]) => name)).toEqual(names.map((name) => t('oauth.continue_with', { provider: name })));
  });

  it('offers nothing if the site has no providers', async () => {
    const dialog = await dialogAt('/terms');
    await waitFor(() => expect(queryClient.getQueryData(['meta'])).toBeTruthy());
    expect(ways(dialog)).toEqual([]);
    expect(dialog.queryByText(t('oauth.or'))).toBeNull();
  });

  it.each([
    ['where one wanted to go', '/terms', '/bets?x=1', '%2Fbets%3Fx%3D1'],
    ['the page that one is on', '/matches?date=2026-11-20', undefined, '%2Fmatches%3Fdate%3D2026-11-20'],
    ['nowhere else', '/terms', '//evil.example', '%2Fterms'],
    ['the site, from where signing in elsewhere ends', '/sign-in?error=oauth_failed', undefined, '%2F'],
  ])('leads to %s', async (_, path, next, encoded) => {
    offer(true, true);
    const dialog = await dialogAt(path, next);
    await dialog.findByText(t('oauth.or'));
    expect(ways(dialog).map(([, href]) => href)).toEqual([
      `/api/auth/google/start?next=${encoded}`,
      `/api/auth/telegram/start?next=${encoded}`,
    ]);
  });

  it('says in another app’s browser that Google is not available there, and copies the address', async () => {
    offer(true, true);
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Mobile/15E148 Instagram 327.1.2.21.98');
    const user = userEvent.setup();
    const dialog = await dialogAt('/terms');
    await user.click(await dialog.findByRole('button', { name: t('oauth.continue_with', { provider: 'Google' }) }));
    expect(dialog.getByText(t('errors.browser_only')).closest('[role=status]')).toBeTruthy();
    expect(ways(dialog).map(([name]) => name)).toEqual([t('oauth.continue_with', { provider: 'Telegram' })]);
    await user.click(dialog.getByRole('button', { name: t('oauth.copy_address') }));
    expect(await navigator.clipboard.readText()).toBe(window.location.href);
  });
});
