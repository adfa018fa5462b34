import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { beGuest, beUser } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { writeDate } from '#texts/write.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { timeZone } from '#web/lib/dates.ts';

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
  await screen.findByRole('button', { name: t('security.not_me_submit') });
  await waitFor(() => expect(hash()).toBe(''));
  await waitFor(() => expect(path()).toBe('/not-me'));
  expect(server.calls()).not.toContain(NOT_ME);
});

it('secures the account, shows what happened, and links to a new password', async () => {
  const heldUntil = '2026-11-25T12:00:00.000Z';
  beUser();
  server.on(NOT_ME, { json: { held_until: heldUntil } });
  const { press } = await open();
  await press(t('security.not_me_submit'));
  const done = (await screen.findByText(t('security.not_me_done'))).closest<HTMLElement>('[role=status]');
  const date = writeDate('en', 'day_time', new Date(heldUntil), timeZone());
  expect(within(done!).getByText(t('security.not_me_held', { date }))).toBeTruthy();
  expect(server.bodiesOf(NOT_ME)).toEqual([{ token: TOKEN }]);
  // The session of this browser was ended with the others.
  await waitFor(() => expect(useSession.getState().token).toBe(''));
  await press(t('security.not_me_reset'));
  expect(useUiState.getState()).toMatchObject({ showResetPassword: true, resetEmail: 'ada@example.com' });
});

it('shows what to do instead if the link has expired', async () => {
  server.on(NOT_ME, { status: 410, json: { code: 'link_expired', detail: 'Gone.' } });
  const { press } = await open();
  await press(t('security.not_me_submit'));
  expect(within(await screen.findByRole('alert')).getByText(t('security.not_me_expired'))).toBeTruthy();
  await press(t('security.not_me_reset'));
  expect(useUiState.getState().showResetPassword).toBe(true);
});

it('shows that at once for a link without a token', async () => {
  renderSite('/not-me');
  expect(await screen.findByText(t('security.not_me_expired'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: t('security.not_me_submit') })).toBeNull();
});

it('can be retried if the server is unreachable', async () => {
  server.on(
    NOT_ME,
    { status: 500, json: { code: 'internal', detail: 'Something broke.' } },
    { json: { held_until: '2026-11-25T12:00:00.000Z' } },
  );
  const { press } = await open();
  await press(t('security.not_me_submit'));
  expect((await screen.findByRole('alert')).textContent).toBe(`${t('security.not_me_failed')}. Something broke.`);
  await press(t('security.not_me_submit'));
  expect(await screen.findByText(t('security.not_me_done'))).toBeTruthy();
});
