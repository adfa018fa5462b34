import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { captchaAnswer, validateCaptcha } from '#test/web/captchas.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beNobody, makeAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LOGIN = 'POST /api/admin/auth/login';
const CAPTCHA = 'GET /api/auth/captcha';
const ASKED = { status: 422, json: { code: 'captcha_required', detail: 'Please wait until the check is done.' } };
const IN = { json: { admin: makeAdmin(), access: 'new-token' } };

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  beNobody();
  for (const asked of ['GET /api/admin/auth/me', 'POST /api/admin/auth/refresh']) server.on(asked, { status: 401, json: {} });
  server.on(CAPTCHA, captchaAnswer());
  await chooseLocale('en');
});

async function signIn() {
  renderConsole('/admin/login');
  const user = userEvent.setup();
  await enterText(await screen.findByLabelText(t('admin_account.email')), 'ops@example.com');
  await enterText(screen.getByLabelText(t('admin_account.password')), 'Correct7Horse');
  await user.click(screen.getByRole('button', { name: t('admin_account.sign_in') }));
  return user;
}

it('asks for no captcha until the server does', async () => {
  server.on(LOGIN, IN);
  await signIn();
  await screen.findByRole('heading', { name: t('admin.pages.overview') });
  expect(server.calls()).not.toContain(CAPTCHA);
});

it('solves a captcha if the server asks for one, and sends the same input again with it', async () => {
  server.on(LOGIN, ASKED, IN);
  await signIn();
  await screen.findByRole('heading', { name: t('admin.pages.overview') });
  const [first, second] = server.bodiesOf(LOGIN);
  expect(first).not.toHaveProperty('captcha');
  expect(await validateCaptcha(second?.captcha)).toMatchObject({ action: 'admin_login', isSolved: true });
});

it('sends a new captcha with the next attempt, and the same one with the code', async () => {
  const wrong = { status: 401, json: { code: 'invalid_credentials', detail: 'Wrong.' } };
  server.on(LOGIN, ASKED, wrong, { status: 401, json: { code: 'totp_required', detail: 'A code is needed.' } }, IN);
  const user = await signIn();
  await screen.findByText('Wrong.');
  expect(screen.getByText(new RegExp([t('auth.captcha_ready'), t('auth.captcha_solving')].join('|')))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('admin_account.sign_in') }));
  await user.type(await screen.findByLabelText(t('auth.totp')), '123456');
  await user.click(screen.getByRole('button', { name: t('admin_account.sign_in') }));
  await screen.findByRole('heading', { name: t('admin.pages.overview') });
  const sent = await Promise.all(
    server
      .bodiesOf(LOGIN)
      .slice(1)
      .map(async ({ captcha }) => (await validateCaptcha(captcha)).nonce),
  );
  expect(new Set(sent).size).toBe(2);
  expect(sent[1]).toBe(sent[2]);
});
