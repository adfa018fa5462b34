import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { captchaAnswer, validateCaptcha } from '#test/web/captchas.ts';
import { enterText } from '#test/web/enter-text.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { useSession } from '#web/data/session.ts';
import { closeAuth, openLogin, openResetPassword, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { nowMs } from '#web/lib/clock.ts';

const FORGOT = 'POST /api/auth/password/forgot';
const RESET = 'POST /api/auth/password/reset';
const TITLE = 'Reset your password';

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
  return { ...dialog, press: (button: string | RegExp) => userEvent.setup().click(dialog.getByRole('button', { name: button })) };
}

async function open(email = '') {
  openResetPassword(email);
  renderSite('/terms');
  return { user: userEvent.setup(), dialog: await dialogNamed(TITLE) };
}

/** Opens the second step. */
async function openCodeStep() {
  const { user, dialog } = await open('minh@example.com');
  await dialog.press('Send code');
  const code = await dialog.findByLabelText('Code from the message');
  const fill = async (digits = '123456', password = 'Secret123', again = password) => {
    if (digits) await user.type(code, digits);
    if (password) await enterText(dialog.getByLabelText('New password'), password);
    if (again) await enterText(dialog.getByLabelText('New password again'), again);
  };
  return { user, dialog, code, fill, save: () => dialog.press('Set new password') };
}

describe('requesting a code', () => {
  it('starts in the sign-in dialog with the address typed there', async () => {
    openLogin('/privacy');
    renderSite('/terms');
    const signIn = await dialogNamed('Sign in');
    await userEvent.setup().type(signIn.getByLabelText('Email'), 'minh@example.com');
    await signIn.press('Forgot your password?');
    const dialog = await dialogNamed(TITLE);
    expect(dialog.getByLabelText('Email')).toHaveProperty('value', 'minh@example.com');
    expect(screen.queryByRole('dialog', { name: 'Sign in' })).toBeNull();
    await dialog.press('Back to signing in');
    expect((await dialogNamed('Sign in')).getByLabelText('Email')).toHaveProperty('value', 'minh@example.com');
    expect(useUiState.getState().authNext).toBe('/privacy');
  });

  it.each([
    ['en', TITLE, 'Send code', 'Email', 'Please enter your email'],
    ['vi', 'Đặt lại mật khẩu', 'Gửi mã', 'Email', 'Vui lòng nhập email'],
    ['zh-CN', '重置密码', '发送验证码', '邮箱', '请输入邮箱'],
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
    expect(await screen.findByText(/If minh@example.com has an account/)).toBeTruthy();
  });

  it.each([
    [
      'the server’s sentence',
      { status: 429, json: { code: 'rate_limited', detail: 'Try again in about 9 minutes.' } },
      'Try again in about 9 minutes.',
    ],
    ['that it failed where the server says nothing', { status: 500, text: '' }, 'The request failed. Please try again.'],
    ['what is wrong with the captcha', { status: 422, json: { code: 'captcha_failed', detail: 'The check failed.' } }, 'The check failed.'],
  ])('stays open and shows %s when it is refused', async (_, answer, words) => {
    server.on(FORGOT, answer);
    const { dialog } = await open('minh@example.com');
    await dialog.press('Send code');
    expect((await dialog.findByRole('alert')).textContent).toBe(words);
    expect(dialog.queryByLabelText('Code from the message')).toBeNull();
  });
});

describe('the second step', () => {
  it('shows by each field what is missing, without a request to the server', async () => {
    const { dialog, code, save } = await openCodeStep();
    await save();
    expect(errorOf(code)).toBe('Please enter the six digits of the code');
    expect(errorOf(dialog.getByLabelText('New password'))).toBe('Please choose a password');
    expect(document.activeElement).toBe(code);
    expect(server.bodiesOf(RESET)).toEqual([]);
  });

  it('rejects two passwords that differ', async () => {
    const { dialog, fill, save } = await openCodeStep();
    await fill('123456', 'Secret123', 'Secret124');
    await save();
    expect(errorOf(dialog.getByLabelText('New password again'))).toBe('The two passwords differ');
    expect(document.activeElement).toBe(dialog.getByLabelText('New password again'));
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
    expect(dialog.getByLabelText('New password')).toHaveProperty('value', 'Secret123');
  });

  it('shows password errors beside the password', async () => {
    server.on(RESET, { status: 422, json: { code: 'password_common', detail: 'This password is too common.' } });
    const { dialog, fill, save } = await openCodeStep();
    await fill();
    await save();
    await waitFor(() => expect(errorOf(dialog.getByLabelText('New password'))).toBe('This password is too common.'));
  });

  it('shows a general error when the server gives no reason', async () => {
    server.on(RESET, { status: 500, text: '' });
    const { dialog, fill, save } = await openCodeStep();
    await fill();
    await save();
    expect((await dialog.findByRole('alert')).textContent).toBe('The password could not be reset. Please try again.');
  });

  it('sets the password, confirms it, and opens signing in with the address filled in', async () => {
    const { fill, save } = await openCodeStep();
    await fill();
    await save();
    const signIn = await dialogNamed('Sign in');
    expect(server.bodiesOf(RESET)).toEqual([
      { email: 'minh@example.com', code: '123456', password: 'Secret123', password_confirm: 'Secret123' },
    ]);
    expect(signIn.getByLabelText('Email')).toHaveProperty('value', 'minh@example.com');
    expect(await screen.findByText('Your new password is set. Please sign in with it.')).toBeTruthy();
    expect(useUiState.getState()).toMatchObject({ resetCodeSentAt: null, resetCountdown: 0 });
  });
});

describe('another code', () => {
  it('is available after the wait, with its own captcha', async () => {
    const { dialog, user } = await openCodeStep();
    expect(dialog.getByRole('button', { name: /^Send again in \d+ s$/ }).getAttribute('aria-disabled')).toBe('true');
    act(() => useUiState.setState({ resetCodeSentAt: nowMs() - 60_000 }));
    await user.click(await dialog.findByRole('button', { name: 'Send again' }));
    expect(await dialog.findByRole('button', { name: /^Send again in \d+ s$/ })).toBeTruthy();
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
    expect(dialog.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeTruthy();
    expect(useUiState.getState().resetCodeSentAt).toBe(resetCodeSentAt);
    expect(server.bodiesOf(FORGOT)).toHaveLength(1);
  });

  it('can go to another address from the first step, which keeps its values', async () => {
    const { dialog, user, fill } = await openCodeStep();
    await fill();
    await dialog.press('Use another email');
    const email = dialog.getByLabelText('Email');
    expect(email).toHaveProperty('value', 'minh@example.com');
    expect(document.activeElement).toBe(email);
    // For the same address the code is still valid, so none is requested.
    await dialog.press('Send code');
    expect(await dialog.findByLabelText('New password')).toHaveProperty('value', 'Secret123');
    expect(server.bodiesOf(FORGOT)).toHaveLength(1);
    await dialog.press('Use another email');
    await user.clear(dialog.getByLabelText('Email'));
    await enterText(dialog.getByLabelText('Email'), 'lan@example.com');
    await dialog.press('Send code');
    expect(await dialog.findByLabelText('Code from the message')).toHaveProperty('value', '');
    expect(server.bodiesOf(FORGOT).map(({ email }) => email)).toEqual(['minh@example.com', 'lan@example.com']);
  });
});
