import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { captchaAnswer, validateCaptcha } from '#test/web/captchas.ts';
import { enterText } from '#test/web/enter-text.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { useSession } from '#web/data/session.ts';
import { closeAuth, openLogin, openResetPassword, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { nowMs } from '#web/lib/clock.ts';

const FORGOT = 'POST /api/auth/password/forgot';
const RESET = 'POST /api/auth/password/reset';
const TITLE = t('auth.reset_title');
/** The button while no other code can be requested yet. */
const WAIT = new RegExp(`^${t('auth.resend_in', { seconds: 0 }).replace('0', '\\d+')}$`);

const server = await servePages();
beforeEach(async () => {
  server.on('GET /api/auth/captcha', captchaAnswer());
  server.on(FORGOT, { json: { resend_seconds: 60, expires_seconds: 600 } });
  server.on(RESET, { json: {} });
  closeAuth();
  useUiState.setState({ resetEmail: '', resetCountdown: 0, resetCodeSentAt: null });
  useSession.setState({ user: null, token: '', booted: true });
  await chooseLocale('en');
});

const errorOf = (field: HTMLElement) => {
  const id = (field.getAttribute('aria-describedby') ?? '').split(' ').find((id) => id.endsWith('-error'));
  return document.getElementById(id ?? '')?.textContent ?? '';
};

async function dialogNamed(name: string) {
  const dialog = within(await screen.findByRole('dialog', { name }));
  return { ...dialog, press: (button: string) => userEvent.setup().click(dialog.getByRole('button', { name: button })) };
}

async function open(email = '') {
  openResetPassword(email);
  renderSite('/terms');
  return { user: userEvent.setup(), dialog: await dialogNamed(TITLE) };
}

/** Opens the second step. */
async function openCodeStep() {
  const { user, dialog } = await open('minh@example.com');
  await dialog.press(t('auth.reset_submit'));
  const code = await dialog.findByLabelText(t('auth.code'));
  const fill = async (digits = '123456', password = 'Secret123', again = password) => {
    if (digits) await user.type(code, digits);
    if (password) await enterText(dialog.getByLabelText(t('auth.new_password')), password);
    if (again) await enterText(dialog.getByLabelText(t('auth.new_password_confirm')), again);
  };
  return { user, dialog, code, fill, save: () => dialog.press(t('auth.reset_save')) };
}

describe('requesting a code', () => {
  it('starts in the sign-in dialog with the address typed there', async () => {
    openLogin('/privacy');
    renderSite('/terms');
    const signIn = await dialogNamed(t('auth.sign_in_title'));
    await userEvent.setup().type(signIn.getByLabelText(t('auth.email')), 'minh@example.com');
    await signIn.press(t('auth.forgot'));
    const dialog = await dialogNamed(TITLE);
    expect(dialog.getByLabelText(t('auth.email'))).toHaveProperty('value', 'minh@example.com');
    expect(screen.queryByRole('dialog', { name: t('auth.sign_in_title') })).toBeNull();
    await dialog.press(t('auth.reset_back'));
    expect((await dialogNamed(t('auth.sign_in_title'))).getByLabelText(t('auth.email'))).toHaveProperty('value', 'minh@example.com');
    expect(useUiState.getState().authNext).toBe('/privacy');
  });

  it.each([
    ['en', TITLE, t('auth.reset_submit'), t('auth.email'), t('auth.email_required')],
    ['vi', tVi('auth.reset_title'), tVi('auth.reset_submit'), tVi('auth.email'), tVi('auth.email_required')],
    ['zh-CN', tZh('auth.reset_title'), tZh('auth.reset_submit'), tZh('auth.email'), tZh('auth.email_required')],
  ] as const)('needs an address (%s)', async (locale, title, send, label, words) => {
    await chooseLocale(locale);
    openResetPassword();
    renderSite('/terms');
    const dialog = await dialogNamed(title);
    await dialog.press(send);
    expect(errorOf(dialog.getByLabelText(label))).toBe(words);
    expect(document.activeElement).toBe(dialog.getByLabelText(label));
    expect(server.bodiesOf(FORGOT)).toEqual([]);
  });

  it('sends the address with the captcha, and shows the code step', async () => {
    const { code } = await openCodeStep();
    const [{ captcha, ...body } = {}] = server.bodiesOf(FORGOT);
    expect(body).toEqual({ email: 'minh@example.com' });
    expect(await validateCaptcha(captcha)).toMatchObject({ action: 'forgot', isSolved: true });
    expect(document.activeElement).toBe(code);
    expect(await screen.findByText(t('auth.reset_sent', { email: 'minh@example.com' }))).toBeTruthy();
  });

  it.each([
    [
      'the server’s sentence',
      { status: 429, json: { code: 'rate_limited', detail: 'Try again in about 9 minutes.' } },
      'Try again in about 9 minutes.',
    ],
    ['that it failed where the server says nothing', { status: 500, text: '' }, t('errors.request_failed')],
    ['what is wrong with the captcha', { status: 422, json: { code: 'captcha_failed', detail: 'The check failed.' } }, 'The check failed.'],
  ])('stays open and shows %s when it is refused', async (_, answer, words) => {
    server.on(FORGOT, answer);
    const { dialog } = await open('minh@example.com');
    await dialog.press(t('auth.reset_submit'));
    expect((await dialog.findByRole('alert')).textContent).toBe(words);
    expect(dialog.queryByLabelText(t('auth.code'))).toBeNull();
  });
});

describe('the second step', () => {
  it('shows by each field what is missing, without a request to the server', async () => {
    const { dialog, code, save } = await openCodeStep();
    await save();
    expect(errorOf(code)).toBe(t('auth.code_required'));
    expect(errorOf(dialog.getByLabelText(t('auth.new_password')))).toBe(t('auth.password_required'));
    expect(document.activeElement).toBe(code);
    expect(server.bodiesOf(RESET)).toEqual([]);
  });

  it('rejects two passwords that differ', async () => {
    const { dialog, fill, save } = await openCodeStep();
    await fill('123456', 'Secret123', 'Secret124');
    await save();
    expect(errorOf(dialog.getByLabelText(t('auth.new_password_confirm')))).toBe(t('auth.mismatch'));
    expect(document.activeElement).toBe(dialog.getByLabelText(t('auth.new_password_confirm')));
    expect(server.bodiesOf(RESET)).toEqual([]);
  });

  it.each([
    ['invalid_code', 422, 'This code is wrong or has expired.'],
    ['code_expired', 410, 'This code has expired. Please ask for a new one.'],
    ['too_many_tries', 422, 'This code was entered wrongly too often.'],
  ])('leads back to the code and selects it on %s', async (name, status, detail) => {
    server.on(RESET, { status, json: { code: name, detail } });
    const { dialog, code, fill, save } = await openCodeStep();
    await fill();
    await save();
    await waitFor(() => expect(errorOf(code)).toBe(detail));
    expect(document.activeElement).toBe(code);
    expect(code).toMatchObject({ selectionStart: 0, selectionEnd: 6 });
    expect(dialog.getByLabelText(t('auth.new_password'))).toHaveProperty('value', 'Secret123');
  });

  it('shows password errors beside the password', async () => {
    server.on(RESET, { status: 422, json: { code: 'password_common', detail: 'This password is too common.' } });
    const { dialog, fill, save } = await openCodeStep();
    await fill();
    await save();
    await waitFor(() => expect(errorOf(dialog.getByLabelText(t('auth.new_password')))).toBe('This password is too common.'));
  });

  it('shows a general error when the server gives no reason', async () => {
    server.on(RESET, { status: 500, text: '' });
    const { dialog, fill, save } = await openCodeStep();
    await fill();
    await save();
    expect((await dialog.findByRole('alert')).textContent).toBe(t('errors.reset_failed'));
  });

  it('sets the password, confirms it, and opens signing in with the address filled in', async () => {
    const { fill, save } = await openCodeStep();
    await fill();
    await save();
    const signIn = await dialogNamed(t('auth.sign_in_title'));
    expect(server.bodiesOf(RESET)).toEqual([
      { email: 'minh@example.com', code: '123456', password: 'Secret123', password_confirm: 'Secret123' },
    ]);
    expect(signIn.getByLabelText(t('auth.email'))).toHaveProperty('value', 'minh@example.com');
    expect(await screen.findByText(t('auth.reset_done'))).toBeTruthy();
    expect(useUiState.getState()).toMatchObject({ resetCodeSentAt: null, resetCountdown: 0 });
  });
});

describe('another code', () => {
  it('is available after the wait, with its own captcha', async () => {
    const { dialog, user } = await openCodeStep();
    expect(dialog.getByRole('button', { name: WAIT }).getAttribute('aria-disabled')).toBe('true');
    act(() => useUiState.setState({ resetCodeSentAt: nowMs() - 60_000 }));
    await user.click(await dialog.findByRole('button', { name: t('auth.resend') }));
    expect(await dialog.findByRole('button', { name: WAIT })).toBeTruthy();
    const [first, second] = await Promise.all(server.bodiesOf(FORGOT).map(({ captcha }) => validateCaptcha(captcha)));
    expect(second).toMatchObject({ action: 'forgot', isSolved: true });
    expect(second?.nonce).not.toBe(first?.nonce);
  });

  it('still has to be waited for after the dialog was closed and reopened', async () => {
    await openCodeStep();
    const { resetCodeSentAt } = useUiState.getState();
    act(closeAuth);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => openResetPassword('minh@example.com'));
    const dialog = await dialogNamed(TITLE);
    expect(dialog.getByRole('button', { name: WAIT })).toBeTruthy();
    expect(useUiState.getState().resetCodeSentAt).toBe(resetCodeSentAt);
    expect(server.bodiesOf(FORGOT)).toHaveLength(1);
  });

  it('can go to another address from the first step, which keeps its values', async () => {
    const { dialog, user, fill } = await openCodeStep();
    await fill();
    await dialog.press(t('auth.reset_other_email'));
    const email = dialog.getByLabelText(t('auth.email'));
    expect(email).toHaveProperty('value', 'minh@example.com');
    expect(document.activeElement).toBe(email);
    // For the same address the code is still valid, so none is requested.
    await dialog.press(t('auth.reset_submit'));
    expect(await dialog.findByLabelText(t('auth.new_password'))).toHaveProperty('value', 'Secret123');
    expect(server.bodiesOf(FORGOT)).toHaveLength(1);
    await dialog.press(t('auth.reset_other_email'));
    await user.clear(dialog.getByLabelText(t('auth.email')));
    await enterText(dialog.getByLabelText(t('auth.email')), 'lan@example.com');
    await dialog.press(t('auth.reset_submit'));
    expect(await dialog.findByLabelText(t('auth.code'))).toHaveProperty('value', '');
    expect(server.bodiesOf(FORGOT).map(({ email }) => email)).toEqual(['minh@example.com', 'lan@example.com']);
  });
});
