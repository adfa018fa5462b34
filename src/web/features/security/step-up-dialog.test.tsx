import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { enterText } from '#test/web/enter-text.ts';
import { beUser, makeLinked, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { askStepUp, endStepUp } from '#web/data/step-up.ts';
import { closeConfirmEmail } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const STEP_UP = 'POST /api/auth/step-up';
const SEND = 'POST /api/auth/step-up/send-code';

const server = await servePages();
beforeEach(async () => {
  endStepUp(false);
  closeConfirmEmail();
  queryClient.clear();
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on('POST /api/auth/refresh', { json: { access: 'token' } });
  server.on(STEP_UP, { json: { until: new Date().toISOString() } });
  server.on(SEND, { json: { channel: 'email', sent_to: 'ada@example.com', resend_seconds: 60, expires_seconds: 600 } });
  server.on('GET /api/auth/code-delivery', { json: { state: 'unknown', other_way: false } });
  await chooseLocale('en');
});

async function open() {
  const user = userEvent.setup();
  renderSite('/terms');
  let answer: Promise<boolean> = Promise.resolve(false);
  act(() => {
    answer = askStepUp();
  });
  const dialog = within(await screen.findByRole('dialog', { name: t('security.step_up_title') }));
  const press = async (name: string) => user.click(await dialog.findByRole('button', { name }));
  return { user, dialog, press, answer };
}
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('accepts the password', async () => {
  const { user, dialog, press, answer } = await open();
  expect(document.activeElement).toBe(dialog.getByLabelText(t('security.password')));
  await press(t('security.confirm'));
  expect(dialog.getByText(t('security.password_required'))).toBeTruthy();
  expect(server.calls()).not.toContain(STEP_UP);
  await user.type(dialog.getByLabelText(t('security.password')), 'Terraces-1994{Enter}');
  expect(await answer).toBe(true);
  await isGone();
});

it('says that the password is wrong, and stays open', async () => {
  server.on(
    STEP_UP,
    { status: 401, json: { code: 'invalid_credentials', detail: 'Email or password is incorrect.' } },
    { json: { until: new Date().toISOString() } },
  );
  const { user, dialog, press, answer } = await open();
  await enterText(dialog.getByLabelText(t('security.password')), 'wrong');
  await press(t('security.confirm'));
  expect(await dialog.findByText(t('security.password_wrong'))).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText(t('security.password')));
  // A wrong password is selected, so that typing replaces it.
  await user.keyboard('Terraces-1994');
  await press(t('security.confirm'));
  expect(await answer).toBe(true);
});

it('accepts a code by mail, which is still valid after switching to the password and back', async () => {
  const { user, dialog, press, answer } = await open();
  await press(t('security.use_code.email'));
  expect(dialog.getByText(t('security.code_unsent.email', { address: 'ada@example.com' }))).toBeTruthy();
  expect(server.calls()).not.toContain(SEND);
  await press(t('security.send_code'));
  expect(await dialog.findByText(t('security.code_sent.email', { address: 'ada@example.com', minutes: 10 }))).toBeTruthy();
  await press(t('security.use_password'));
  await press(t('security.use_code.email'));
  await user.type(dialog.getByLabelText(t('security.code')), '123456');
  await press(t('security.confirm'));
  expect(await answer).toBe(true);
  expect(server.bodiesOf(STEP_UP)).toEqual([{ code: '123456', channel: 'email' }]);
});

it('offers no code for an unconfirmed address', async () => {
  server.on('GET /api/account/overview', { json: makeOverview({ profile: { email_verified: false } }) });
  const { dialog } = await open();
  await waitFor(() => expect(dialog.queryByRole('button', { name: t('security.use_code.email') })).toBeNull());
  expect(dialog.getByLabelText(t('security.password'))).toBeTruthy();
});

const own = { has_password: false, email: null, email_verified: false };

it.each([
  [
    'Telegram',
    makeOverview({ profile: own, telegram_bound: true }),
    { channel: 'telegram', sent_to: null },
    [t('security.code_unsent.telegram'), t('security.code_sent.telegram', { minutes: 10 })],
  ],
  [
    'the phone',
    makeOverview({ profile: { ...own, phone: '+84912345678', phone_verified: true } }),
    { channel: 'sms', sent_to: '+84912345678' },
    [t('security.code_unsent.sms', { address: '+84912345678' }), t('security.code_sent.sms', { address: '+84912345678', minutes: 10 })],
  ],
])('asks users without password and address for a code sent to %s', async (_, overview, sent, [before, after]) => {
  server.on('GET /api/account/overview', { json: overview });
  server.on(SEND, { json: { ...sent, resend_seconds: 60, expires_seconds: 600 } });
  const { user, dialog, press, answer } = await open();
  expect(await dialog.findByText(before!)).toBeTruthy();
  expect(dialog.queryByLabelText(t('security.password'))).toBeNull();
  await press(t('security.send_code'));
  expect(await dialog.findByText(after!)).toBeTruthy();
  await user.type(dialog.getByLabelText(t('security.code')), '123456{Enter}');
  expect(await answer).toBe(true);
});

it('offers another way when a code did not arrive, and says where the new one went', async () => {
  server.on('GET /api/account/overview', { json: makeOverview({ profile: own, telegram_bound: true }) });
  server.on('GET /api/auth/code-delivery', { json: { state: 'failed', other_way: true } });
  server.on(
    SEND,
    { json: { channel: 'telegram', sent_to: null, resend_seconds: 0, expires_seconds: 600 } },
    { json: { channel: 'sms', sent_to: '+84912345678', resend_seconds: 60, expires_seconds: 600 } },
  );
  const { user, dialog, press, answer } = await open();
  await press(t('security.send_code'));
  await press(t('security.send_other_way'));
  expect(await dialog.findByText(t('security.code_sent.sms', { address: '+84912345678', minutes: 10 }))).toBeTruthy();
  const words = `${t('security.undelivered.failed')} ${t('security.undelivered.other_way')}`;
  await waitFor(() => expect(dialog.getByRole('status').textContent).toBe(words));
  await user.type(dialog.getByLabelText(t('security.code')), '123456{Enter}');
  expect(await answer).toBe(true);
  expect(server.bodiesOf(STEP_UP)).toEqual([{ code: '123456', channel: 'sms' }]);
});

it('accepts a code of the authenticator app, and says that one is wrong', async () => {
  server.on('GET /api/account/overview', { json: makeOverview({ two_factor: true }) });
  server.on(
    STEP_UP,
    { status: 401, json: { code: 'invalid_totp', detail: 'This code is not right.' } },
    { json: { until: new Date().toISOString() } },
  );
  const { user, dialog, press, answer } = await open();
  await user.click(await dialog.findByRole('button', { name: t('security.use_totp') }));
  const field = dialog.getByLabelText(t('auth.totp'));
  expect(document.activeElement).toBe(field);
  await user.type(field, '12{Enter}');
  expect(dialog.getByText(t('auth.code_required'))).toBeTruthy();
  expect(server.calls()).not.toContain(STEP_UP);
  await user.type(field, '3456{Enter}');
  expect(await dialog.findByText('This code is not right.')).toBeTruthy();
  await user.keyboard('654321');
  await press(t('security.confirm'));
  expect(await answer).toBe(true);
  expect(server.bodiesOf(STEP_UP)).toEqual([{ totp: '123456' }, { totp: '654321' }]);
});

it('accepts a recovery code instead of the app', async () => {
  server.on('GET /api/account/overview', { json: makeOverview({ two_factor: true, profile: own }) });
  const { user, dialog, press, answer } = await open();
  await user.click(await dialog.findByRole('button', { name: t('auth.use_recovery_code') }));
  await press(t('security.confirm'));
  expect(dialog.getByText(t('auth.recovery_required'))).toBeTruthy();
  await user.type(dialog.getByLabelText(t('auth.recovery_code')), 'K7QM-2WXP{Enter}');
  expect(await answer).toBe(true);
  expect(server.bodiesOf(STEP_UP)).toEqual([{ totp: 'K7QM-2WXP' }]);
});

it('offers to sign in again with a linked account, which may be the only way', async () => {
  server.on('GET /api/meta', { json: makeMeta({ sign_in: { google: true, telegram: false } }) });
  server.on('GET /api/account/overview', { json: makeOverview({ profile: own, linked_accounts: [makeLinked()] }) });
  const { dialog } = await open();
  expect(await dialog.findByRole('button', { name: t('oauth.continue_with', { provider: 'Google' }) })).toBeTruthy();
  expect(await dialog.findByText(t('security.step_up_elsewhere'))).toBeTruthy();
  expect(dialog.queryByRole('textbox')).toBeNull();
});

it('leads users without other ways to their unconfirmed address', async () => {
  server.on('GET /api/account/overview', { json: makeOverview({ profile: { has_password: false, email_verified: false } }) });
  const { user, dialog, answer } = await open();
  await user.click(await dialog.findByRole('button', { name: t('security.email_confirm') }));
  expect(await answer).toBe(false);
  expect(await screen.findByRole('dialog', { name: t('security.confirm_title') })).toBeTruthy();
});

it('rejects when it is closed', async () => {
  const { user, answer } = await open();
  await user.keyboard('{Escape}');
  expect(await answer).toBe(false);
  await isGone();
});
