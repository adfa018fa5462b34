import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { captchaAnswer, validateCaptcha } from '#test/web/captchas.ts';
import { enterText } from '#test/web/enter-text.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { threads } from '#test/web/thread-worker.ts';
import { t, tVi } from '#test/web/words.ts';
import { useSession } from '#web/data/session.ts';
import { closeAuth, openLogin } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { clearServerTime } from '#web/lib/clock.ts';

const CAPTCHA = 'GET /api/auth/captcha';
const LOGIN = 'POST /api/auth/login';
const REFUSED = { status: 401, json: { code: 'invalid_credentials', detail: 'Email or password is incorrect.' } };
/** A reply that does not arrive during a test. */
const NEVER = { json: {}, afterMs: 600_000 };

const server = await servePages();
beforeEach(async () => {
  server.on('POST /api/auth/refresh', { status: 401, json: {} });
  server.on(CAPTCHA, captchaAnswer());
  server.on(LOGIN, REFUSED);
  clearServerTime();
  closeAuth();
  useSession.setState({ user: null, token: '', booted: true });
  await chooseLocale('en');
});

async function open(title = t('auth.sign_in_title'), email = t('auth.email'), password = t('auth.password')) {
  const user = userEvent.setup();
  openLogin();
  renderSite('/terms');
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const submit = () => user.click(dialog.getByRole('button', { name: title }));
  const fill = async () => {
    await user.type(dialog.getByRole('textbox', { name: email }), 'minh@example.com');
    await enterText(dialog.getByLabelText(password), 'Secret123');
  };
  return { user, dialog, submit, fill, status: () => dialog.getByRole('status').textContent };
}

const asked = () => server.calls().filter((call) => call === CAPTCHA).length;
const tries = () => server.bodiesOf(LOGIN).map(({ captcha }) => captcha);

describe('the captcha', () => {
  it.each([
    ['en', [t('auth.sign_in_title'), t('auth.email'), t('auth.password')], t('auth.captcha_ready')],
    ['vi', [tVi('auth.sign_in_title'), tVi('auth.email'), tVi('auth.password')], tVi('auth.captcha_ready')],
  ] as const)('is done before the button is pressed (%s)', async (locale, names, words) => {
    await chooseLocale(locale);
    const { status } = await open(...names);
    await waitFor(() => expect(status()).toBe(words));
    expect(server.heard.find(({ path }) => path === '/api/auth/captcha')?.query).toEqual({ action: 'login' });
    await waitFor(() => expect(threads.size).toBe(0));
  });

  it('delays the submission if the button is pressed first', async () => {
    let answer = () => {};
    const isAllowed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.on(CAPTCHA, async (request) => {
      await isAllowed;
      return captchaAnswer()(request);
    });
    const { dialog, fill, submit, status } = await open();
    await fill();
    await submit();
    expect(status()).toBe(t('auth.captcha_solving'));
    expect(dialog.getByRole('button', { name: t('auth.sign_in_submit') }).getAttribute('aria-busy')).toBe('true');
    expect(tries()).toEqual([]);
    answer();
    expect((await dialog.findByRole('alert')).textContent).toBe('Email or password is incorrect.');
    expect(await validateCaptcha(tries()[0])).toMatchObject({ action: 'login', isSolved: true });
  });

  it('is solved again after a rejected attempt, because each solution is valid once', async () => {
    const { dialog, fill, submit } = await open();
    await fill();
    await submit();
    await dialog.findByRole('alert');
    await submit();
    await waitFor(() => expect(tries()).toHaveLength(2));
    const [first, second] = await Promise.all(tries().map(validateCaptcha));
    expect([first?.isSolved, second?.isSolved]).toEqual([true, true]);
    expect(first?.nonce).not.toBe(second?.nonce);
  });

  it.each([
    ['captcha_required', 'Please wait until the check is done.'],
    ['captcha_expired', 'The check has expired.'],
    ['captcha_failed', 'The check failed.'],
  ])('shows %s beside the captcha, and is solved again', async (code, detail) => {
    server.on(LOGIN, { status: 422, json: { code, detail } });
    const { dialog, fill, submit, status } = await open();
    await fill();
    await submit();
    expect((await dialog.findByRole('alert')).textContent).toBe(detail);
    await waitFor(() => expect(status()).toBe(t('auth.captcha_ready')));
    expect(asked()).toBe(2);
  });

  it('says that it expired, and is solved again', async () => {
    // Valid only slightly longer than the time reserved for the request.
    server.on(CAPTCHA, captchaAnswer({ goodForMs: 17_000 }), NEVER);
    const { status } = await open();
    await waitFor(() => expect(status()).toBe(t('auth.captcha_ready')));
    await waitFor(() => expect(status()).toBe(t('auth.captcha_expired')));
  });

  it('uses the server’s clock, so a browser clock that is hours ahead expires nothing', async () => {
    server.setClock(-3 * 3_600_000);
    server.on(CAPTCHA, captchaAnswer({ goodForMs: -3 * 3_600_000 + 600_000 }));
    const { status } = await open();
    await waitFor(() => expect(status()).toBe(t('auth.captcha_ready')));
    expect(asked()).toBe(1);
  });

  it('says why it failed, sends nothing without a solution, and can be retried', async () => {
    server.on(CAPTCHA, { status: 429, json: { code: 'rate_limited', detail: 'Please try again in about 4 minutes.' } });
    const { user, dialog, fill, submit, status } = await open();
    await fill();
    await submit();
    expect((await dialog.findByRole('alert')).textContent).toBe('Please try again in about 4 minutes.');
    await waitFor(() => expect(dialog.getByRole('button', { name: t('auth.sign_in_submit') })).toHaveProperty('disabled', false));
    expect(status()).toBe(t('auth.captcha_failed'));
    expect(tries()).toEqual([]);
    server.on(CAPTCHA, captchaAnswer());
    await user.click(dialog.getByRole('button', { name: t('auth.captcha_retry') }));
    await waitFor(() => expect(status()).toBe(t('auth.captcha_ready')));
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('fails if the reply is not a challenge', async () => {
    server.on(CAPTCHA, { json: { parameters: { algorithm: 'PBKDF2/SHA-256', nonce: 'zz' }, signature: '' } });
    const { dialog } = await open();
    expect((await dialog.findByRole('alert')).textContent).toBe(t('errors.captcha_failed'));
  });

  it('is aborted when the dialog closes', async () => {
    // Takes hours to solve.
    server.on(CAPTCHA, captchaAnswer({ counter: 10_000_000 }));
    await open();
    await waitFor(() => expect(threads.size).toBeGreaterThan(0));
    act(closeAuth);
    await waitFor(() => expect(threads.size).toBe(0));
  });
});
