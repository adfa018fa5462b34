import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { beGuest, beUser } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const NOT_ME = 'POST /api/auth/not-me';
const REFRESH = 'POST /api/auth/refresh';
const TOKEN = 'q0nKx-_8s7dTz';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  closeAuth();
  beGuest();
  server.on(REFRESH, { status: 401, json: {} });
  await chooseLocale('en');
});

const open = async () => {
  const user = userEvent.setup();
  const site = renderSite(`/not-me#${TOKEN}`);
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { ...site, press };
};

it('removes the token from the address, and does nothing before the press', async () => {
  const { path, hash } = await open();
  await screen.findByRole('button', { name: 'Secure my account' });
  await waitFor(() => expect(hash()).toBe(''));
  await waitFor(() => expect(path()).toBe('/not-me'));
  expect(server.calls()).not.toContain(NOT_ME);
});

it('secures the account, shows what happened, and links to a new password', async () => {
  beUser();
  server.on(NOT_ME, { json: { held_until: '2026-11-25T12:00:00.000Z' } });
  const { press } = await open();
  await press('Secure my account');
  const done = (await screen.findByText('Your account is secured')).closest<HTMLElement>('[role=status]');
  expect(within(done!).getByText(/Nothing can be withdrawn before Nov 25, 12:00/)).toBeTruthy();
  expect(server.bodiesOf(NOT_ME)).toEqual([{ token: TOKEN }]);
  // The session of this browser was ended with the others.
  await waitFor(() => expect(useSession.getState().token).toBe(''));
  await press('Choose a new password');
  expect(useUiState.getState()).toMatchObject({ showResetPassword: true, resetEmail: 'ada@example.com' });
});

it('shows what to do instead if the link has expired', async () => {
  server.on(NOT_ME, { status: 410, json: { code: 'link_expired', detail: 'Gone.' } });
  const { press } = await open();
  await press('Secure my account');
  expect(within(await screen.findByRole('alert')).getByText('This link is no longer good')).toBeTruthy();
  await press('Choose a new password');
  expect(useUiState.getState().showResetPassword).toBe(true);
});

it('shows that at once for a link without a token', async () => {
  renderSite('/not-me');
  expect(await screen.findByText('This link is no longer good')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Secure my account' })).toBeNull();
});

it('can be retried if the server is unreachable', async () => {
  server.on(
    NOT_ME,
    { status: 500, json: { code: 'internal', detail: 'Something broke.' } },
    { json: { held_until: '2026-11-25T12:00:00.000Z' } },
  );
  const { press } = await open();
  await press('Secure my account');
  expect((await screen.findByRole('alert')).textContent).toBe('Your account could not be secured. Something broke.');
  await press('Secure my account');
  expect(await screen.findByText('Your account is secured')).toBeTruthy();
});
