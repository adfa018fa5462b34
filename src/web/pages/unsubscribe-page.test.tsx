import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { beGuest } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const END = 'POST /api/notifications/unsubscribe';
const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  beGuest();
  server.on('POST /api/auth/refresh', { status: 401, json: {} });
  await chooseLocale('en');
});

it('ends the digest with one press, and not before', async () => {
  server.on(END, { json: {} });
  const { hash } = renderSite('/unsubscribe#user.proof');
  const button = await screen.findByRole('button', { name: t('notifications.unsubscribe.submit') });
  await waitFor(() => expect(hash()).toBe(''));
  expect(server.calls()).not.toContain(END);
  await userEvent.setup().click(button);
  expect(await screen.findByText(t('notifications.unsubscribe.done'))).toBeTruthy();
  expect(server.bodiesOf(END)).toEqual([{ token: 'user.proof' }]);
});

it.each(['', '#user.guess'])('says that a link is not whole: "%s"', async (fragment) => {
  server.on(END, { status: 410, json: { code: 'link_expired', detail: 'Expired.' } });
  renderSite(`/unsubscribe${fragment}`);
  if (fragment) await userEvent.setup().click(await screen.findByRole('button', { name: t('notifications.unsubscribe.submit') }));
  expect(await screen.findByText(t('notifications.unsubscribe.wrong_link'))).toBeTruthy();
});
