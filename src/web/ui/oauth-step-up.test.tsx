import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { beUser, makeLinked, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { catchNavigation } from '#test/web/navigation-spy.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { OAuthStepUp } from './provider-button.tsx';

const BEGIN = 'POST /api/auth/elsewhere/begin';

const server = await servePages();
const left = catchNavigation();
beforeEach(async () => {
  queryClient.clear();
  beUser();
  server.on('GET /api/meta', { json: makeMeta({ sign_in: { google: true, telegram: true } }) });
  server.on('GET /api/account/overview', { json: makeOverview({ linked_accounts: [makeLinked()] }) });
  await chooseLocale('en');
});

async function open() {
  const user = userEvent.setup();
  renderPart(<OAuthStepUp />);
  const google = await screen.findByRole('button', { name: t('oauth.continue_with', { provider: 'Google' }) });
  return { press: () => user.click(google) };
}

it('leaves for the linked account, and comes back to the same page', async () => {
  server.on(BEGIN, { json: { url: 'https://accounts.google.com/o/oauth2/v2/auth?state=1' } });
  const { press } = await open();
  expect(screen.queryByRole('button', { name: t('oauth.continue_with', { provider: 'Telegram' }) })).toBeNull();
  await press();
  await waitFor(() => expect(left).toEqual(['https://accounts.google.com/o/oauth2/v2/auth?state=1']));
  expect(server.bodiesOf(BEGIN)).toEqual([{ provider: 'google', purpose: 'step_up', next: '/' }]);
});

it('shows why it cannot start, and can be pressed again', async () => {
  server.on(
    BEGIN,
    { status: 503, json: { code: 'unavailable', detail: 'Google cannot be reached.' } },
    { json: { url: 'https://accounts.google.com/' } },
  );
  const { press } = await open();
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('Google cannot be reached.');
  expect(left).toEqual([]);
  await press();
  await waitFor(() => expect(left).toEqual(['https://accounts.google.com/']));
});

it('shows nothing for a linked account whose provider the site no longer supports', async () => {
  server.on('GET /api/meta', { json: makeMeta() });
  const { container } = renderPart(<OAuthStepUp />);
  await waitFor(() => expect(server.calls()).toContain('GET /api/account/overview'));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(within(container).queryByRole('button')).toBeNull();
});
