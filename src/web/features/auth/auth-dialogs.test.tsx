import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { captchaAnswer, validateCaptcha } from '#test/web/captchas.ts';
import { enterText } from '#test/web/enter-text.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { closeAuth, closeConfirmEmail, openLogin, openRegister, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const account = {
  id: '0190a000-0000-7000-8000-000000000001',
  email: 'minh@example.com',
  display_name: 'Minh',
  avatar_url: null,
  public_handle: 'minh',
};
const LOGIN = 'POST /api/auth/login';
const REGISTER = 'POST /api/auth/register';
const AGREE = t.markup('auth.agree', { terms: (chunks) => chunks, privacy: (chunks) => chunks });

const server = await servePages();
beforeEach(async () => {
  server.on('GET /api/auth/me', { json: { user: account } });
  server.on('POST /api/auth/refresh', { status: 401, json: {} });
  server.on('GET /api/auth/captcha', captchaAnswer());
  queryClient.clear();
  closeAuth();
  closeConfirmEmail();
  useUiState.setState({ resetEmail: '', resetCodeSentAt: null, resetCountdown: 0 });
  useSession.setState({ user: null, token: '', booted: true });
  await chooseLocale('en');
});

const bodyOf = (call: string) => server.bodiesOf(call)[0] ?? {};

describe('signing in', () => {
  async function open(next?: string) {
    const user = userEvent.setup();
    openLogin(next);
    const site = renderSite('/terms');
    const dialog = within(await screen.findByRole('dialog', { name: t('auth.sign_in_title') }));
    const submit = () => user.click(dialog.getByRole('button', { name: t('auth.sign_in_submit') }));
    const fill = async (email: string, password: string) => {
      await enterText(dialog.getByRole('textbox', { name: t('auth.email') }), email);
      await enterText(dialog.getByLabelText(t('auth.password')), password);
    };
    return { user, dialog, submit, fill, ...site };
  }

  it('requires both fields, and meanwhile sends no request', async () => {
    const { dialog, submit } = await open();
    await submit();
    expect(dialog.getByRole('alert').textContent).toBe(t('auth.email_and_password_required'));
    expect(server.calls()).not.toContain(LOGIN);
  });

  it('signs in, closes, and opens the page that was requested', async () => {
    server.on(LOGIN, { json: { access: 'token', user: account } });
    const { user, dialog, fill, submit, path } = await open('/privacy');
    await fill('minh@example.com', 'Secret123');
    await user.click(dialog.getByRole('checkbox', { name: t('auth.remember') }));
    await submit();
    await waitFor(() => expect(path()).toBe('/privacy'));
    const { captcha, ...body } = bodyOf(LOGIN);
    expect(body).toEqual({ email: 'minh@example.com', password: 'Secret123', remember: true });
    expect(await validateCaptcha(captcha)).toMatchObject({ action: 'login', isSolved: true });
    expect(useSession.getState().user).toEqual(account);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText(t('auth.welcome', { name: 'Minh' }))).toBeTruthy();
  });

  it('stays open with the server’s message when it is refused', async () => {
    server.on(LOGIN, { status: 401, json: { code: 'invalid_credentials', detail: 'Email or password is incorrect.' } });
    const { dialog, fill, submit } = await open();
    await fill('minh@example.com', 'wrong');
    await submit();
    expect((await dialog.findByRole('alert')).textContent).toBe('Email or password is incorrect.');
    expect(dialog.getByLabelText(t('auth.password'))).toHaveProperty('value', 'wrong');
  });

  it('shows a general error when the server gives no reason', async () => {
    server.on(LOGIN, { status: 500, text: '' });
    const { dialog, fill, submit } = await open();
    await fill('minh@example.com', 'Secret123');
    await submit();
    expect((await dialog.findByRole('alert')).textContent).toBe(t('errors.login_failed'));
  });

  it('shows an error when the reply contains no token', async () => {
    server.on(LOGIN, { json: { access: '', user: account } });
    const { dialog, fill, submit } = await open();
    await fill('minh@example.com', 'Secret123');
    await submit();
    expect((await dialog.findByRole('alert')).textContent).toBe(t('errors.token_missing'));
    expect(useSession.getState().user).toBeNull();
  });

  it('leads to registration', async () => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: t('auth.to_sign_up') }));
    expect(await screen.findByRole('dialog', { name: t('auth.sign_up_title') })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: t('auth.sign_in_title') })).toBeNull();
  });
});

describe('signing up', () => {
  async function open() {
    const user = userEvent.setup();
    openRegister();
    const site = renderSite('/terms');
    const dialog = within(await screen.findByRole('dialog', { name: t('auth.sign_up_title') }));
    const field = (name: string) => dialog.getByLabelText(name);
    const submit = () => user.click(dialog.getByRole('button', { name: t('auth.sign_up_submit') }));
    return { user, dialog, field, submit, ...site };
  }
  const errorOf = (field: HTMLElement) => {
    const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
    return ids.map((id) => document.getElementById(id)?.textContent).join();
  };

  async function fillWell({ user, field }: Awaited<ReturnType<typeof open>>) {
    await enterText(field(t('auth.email')), 'minh@example.com');
    await enterText(field(t('auth.password')), 'Secret123');
    await enterText(field(t('auth.password_confirm')), 'Secret123');
    await user.click(field(AGREE));
    await user.click(field(t('auth.adult', { age: 18 })));
  }

  it('ticks each password rule as it is met while typing', async () => {
    const { user, dialog, field } = await open();
    const kept = () => dialog.getAllByRole('listitem').filter((rule) => within(rule).queryByText(t('auth.rule_kept'))).length;
    expect(kept()).toBe(0);
    await user.type(field(t('auth.password')), 'a');
    expect(kept()).toBe(1);
    await user.type(field(t('auth.password')), 'B3');
    expect(kept()).toBe(3);
    await user.type(field(t('auth.password')), 'defgh');
    expect(kept()).toBe(4);
  });

  it('shows next to each field what is missing, without a request to the server', async () => {
    const { field, submit } = await open();
    await submit();
    expect(errorOf(field(t('auth.email')))).toBe(t('auth.email_required'));
    expect(errorOf(field(t('auth.password')))).toBe(t('auth.password_required'));
    expect(errorOf(field(AGREE))).toBe(t('auth.agree_required'));
    expect(errorOf(field(t('auth.adult', { age: 18 })))).toBe(t('auth.adult_required', { age: 18 }));
    expect(server.calls()).not.toContain(REGISTER);
  });

  it('rejects two passwords that differ, and clears the error once they match', async () => {
    const form = await open();
    await fillWell(form);
    await form.user.type(form.field(t('auth.password_confirm')), 'x');
    await form.submit();
    expect(errorOf(form.field(t('auth.password_confirm')))).toBe(t('auth.mismatch'));
    await form.user.type(form.field(t('auth.password_confirm')), '{Backspace}');
    expect(errorOf(form.field(t('auth.password_confirm')))).toBe('');
  });

  it('creates the account, signs in, and forgets the used invite code', async () => {
    localStorage.setItem('invite', JSON.stringify({ code: 'QX7M2KPA', until: Date.now() + 1_000_000 }));
    server.on(REGISTER, { status: 201, json: { access: 'token', user: account } });
    const form = await open();
    await fillWell(form);
    await enterText(form.field(t('auth.display_name')), '  Minh ');
    await form.submit();
    await waitFor(() => expect(useUiState.getState()).toMatchObject({ showRegister: false, showConfirmEmail: true }));
    const { captcha, ...body } = bodyOf(REGISTER);
    expect(await validateCaptcha(captcha)).toMatchObject({ action: 'register', isSolved: true });
    expect(body).toEqual({
      email: 'minh@example.com',
      password: 'Secret123',
      password_confirm: 'Secret123',
      display_name: 'Minh',
      invite_code: 'QX7M2KPA',
      invite_through: 'link',
      agree: true,
      adult: true,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    expect(useSession.getState()).toMatchObject({ user: account, token: 'token' });
    expect(localStorage.getItem('invite')).toBeNull();
  });

  it.each([
    ['email_taken', 409, t('auth.email')],
    ['disposable_email', 422, t('auth.email')],
    ['invalid_email', 422, t('auth.email')],
    ['password_mismatch', 422, t('auth.password_confirm')],
    ['password_common', 422, t('auth.password')],
    ['invalid_invite_code', 422, t('auth.invite_code')],
    ['age_required', 403, t('auth.adult', { age: 18 })],
  ])('shows %s next to the field it is about', async (code, status, name) => {
    server.on(REGISTER, { status, json: { code, detail: 'What the server says.' } });
    const form = await open();
    await fillWell(form);
    await form.submit();
    await waitFor(() => expect(errorOf(form.field(name))).toBe('What the server says.'));
    expect(document.activeElement).toBe(form.field(name));
  });

  it.each([
    ['en', t('auth.sign_up_title'), t('auth.email'), t('auth.sign_up_submit'), t('auth.email_required')],
    ['zh-CN', tZh('auth.sign_up_title'), tZh('auth.email'), tZh('auth.sign_up_submit'), tZh('auth.email_required')],
  ] as const)('leads to the first field that something is wrong with (%s)', async (locale, title, email, submit, words) => {
    await chooseLocale(locale);
    openRegister();
    renderSite('/terms');
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await userEvent.setup().click(dialog.getByRole('button', { name: submit }));
    expect(document.activeElement).toBe(dialog.getByLabelText(email));
    expect(errorOf(dialog.getByLabelText(email))).toBe(words);
  });

  it('has a hidden field, and submits what a program wrote into it', async () => {
    server.on(REGISTER, { status: 422, json: { code: 'bot_detected', detail: 'This looks like a program at work.' } });
    const form = await open();
    const trap = document.querySelector<HTMLInputElement>('input[name=website]');
    expect(form.dialog.getAllByRole('textbox')).not.toContain(trap);
    expect(trap).toMatchObject({ tabIndex: -1, autocomplete: 'off' });
    await fillWell(form);
    if (trap) trap.value = 'https://spam.example';
    await form.submit();
    expect((await form.dialog.findByRole('alert')).textContent).toBe('This looks like a program at work.');
    expect(bodyOf(REGISTER).website).toBe('https://spam.example');
  });

  it('shows errors that belong to no field above the form', async () => {
    server.on(REGISTER, { status: 429, json: { code: 'rate_limited', detail: 'Too many tries.' } });
    const form = await open();
    await fillWell(form);
    await form.submit();
    expect((await form.dialog.findByRole('alert')).textContent).toBe('Too many tries.');
  });
});
