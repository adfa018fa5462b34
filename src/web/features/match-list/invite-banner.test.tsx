import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { t } from '#test/web/words.ts';
import { Providers } from '#web/app/providers.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { InviteBanner } from './invite-banner.tsx';

const OVERVIEW = 'GET /api/account/overview';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  server.on(OVERVIEW, { json: makeOverview() });
  await chooseLocale('en');
});

const open = () =>
  render(
    <Providers>
      <InviteBanner />
    </Providers>,
  );

it('asks guests to register, and gives users their link', async () => {
  beGuest();
  const { unmount } = open();
  expect(screen.getByRole('button', { name: t('matches.invite_sign_up') })).toBeTruthy();
  unmount();
  beUser();
  open();
  await waitFor(() => expect(screen.getByRole('button', { name: t('matches.invite_copy') })).toHaveProperty('disabled', false));
});

it('is hidden during time away', async () => {
  beUser();
  server.on(OVERVIEW, { json: makeOverview({ exclusion: { kind: 'time_out', until: '2099-01-01T00:00:00.000Z' } }) });
  open();
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
  expect(screen.queryByRole('button')).toBeNull();
});
