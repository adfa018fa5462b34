import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { servePages } from '#test/web/page-server.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { askStepUp, endStepUp } from '#web/lib/step-up.ts';
import { beUser, makeOverview } from '#web/test-accounts.ts';
import { renderSite } from '#web/test-render.tsx';

const STEP_UP = 'POST /api/auth/step-up';
const SEND = 'POST /api/auth/step-up/send-code';

const server = await servePages();
beforeEach(async () => {
  endStepUp(false);
  queryClient.clear();
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on('POST /api/auth/refresh', { json: { access: 'token' } });
  server.on(STEP_UP, { json: { until: new Date().toISOString() } });
  server.on(SEND, { json: { sent_to: 'ada@example.com', resend_seconds: 60, expires_seconds: 600 } });
  await chooseLocale('en');
});

async function open() {
  const user = userEvent.setup();
  renderSite('/terms');
  let answer: Promise<boolean> = Promise.resolve(false);
  act(() => {
    answer = askStepUp();
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }));
  const press = (name: string) => user.click(dialog.getByRole('button', { name }));
  return { user, dialog, press, answer };
}
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('takes the password', async () => {
  const { user, dialog, press, answer } = await open();
  expect(document.activeElement).toBe(dialog.getByLabelText('Password'));
  await press('Confirm');
  expect(dialog.getByText('Please enter your password')).toBeTruthy();
  expect(server.calls()).not.toContain(STEP_UP);
  await user.type(dialog.getByLabelText('Password'), 'Terraces-1994{Enter}');
  expect(await answer).toBe(true);
  await isGone();
});

it('says of a wrong password that it is, and stays', async () => {
  server.on(
    STEP_UP,
    { status: 401, json: { code: 'invalid_credentials', detail: 'Email or password is incorrect.' } },
    { json: { until: new Date().toISOString() } },
  );
  const { user, dialog, press, answer } = await open();
  await user.type(dialog.getByLabelText('Password'), 'wrong');
  await press('Confirm');
  expect(await dialog.findByText('This is not your password')).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText('Password'));
  // What is wrong is selected: typing replaces it.
  await user.keyboard('Terraces-1994');
  await press('Confirm');
  expect(await answer).toBe(true);
});

it('takes a code by mail instead, which is still there after a look at the password', async () => {
  const { user, dialog, press, answer } = await open();
  await press('Use a code by mail instead');
  expect(dialog.getByText('We send a code of six digits to ada@example.com.')).toBeTruthy();
  expect(server.calls()).not.toContain(SEND);
  await press('Send code');
  expect(await dialog.findByText('We sent a code of six digits to ada@example.com. It is good for 10 minutes.')).toBeTruthy();
  await press('Use my password instead');
  await press('Use a code by mail instead');
  await user.type(dialog.getByLabelText('Code'), '123456');
  await press('Confirm');
  expect(await answer).toBe(true);
  expect(server.bodiesOf(STEP_UP)).toEqual([{ code: '123456' }]);
});

it('offers no code to an address that nobody confirmed', async () => {
  server.on('GET /api/account/overview', { json: makeOverview({ profile: { email_verified: false } }) });
  const { dialog } = await open();
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Use a code by mail instead' })).toBeNull());
  expect(dialog.getByLabelText('Password')).toBeTruthy();
});

it('is a no when it is closed', async () => {
  const { user, answer } = await open();
  await user.keyboard('{Escape}');
  expect(await answer).toBe(false);
  await isGone();
});
