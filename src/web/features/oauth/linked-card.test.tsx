import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterText } from '#test/web/enter-text.ts';
import { beUser, makeLinked, makeOverview, makeSession } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { catchNavigation } from '#test/web/navigation-spy.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { endStepUp } from '#web/data/step-up.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const OVERVIEW = 'GET /api/account/overview';
const BEGIN = 'POST /api/auth/elsewhere/begin';
const GOOGLE = makeLinked();
const TELEGRAM = makeLinked({ type: 'telegram', identifier: '@a***', verified_at: '2026-11-02T12:00:00.000Z' });
const GOOGLE_NOT_LINKED = `Google${t('oauth.not_linked')}${t('oauth.link')}`;
const UNLINK = `DELETE /api/account/linked/${GOOGLE.id}`;

const server = await servePages();
const left = catchNavigation();
beforeEach(async () => {
  endStepUp(false);
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on('POST /api/auth/refresh', { json: { access: 'token' } });
  server.on('GET /api/account/sessions', { json: { items: [makeSession()] } });
  await chooseLocale('en');
});
afterEach(() => {
  vi.restoreAllMocks();
});

const offer = (google: boolean, telegram: boolean) => server.on('GET /api/meta', { json: makeMeta({ sign_in: { google, telegram } }) });
const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);

async function open(parts: Parameters<typeof makeOverview>[0] = {}) {
  server.on(OVERVIEW, { json: makeOverview(parts) });
  const user = userEvent.setup();
  renderSite('/settings/security');
  const heading = await screen.findByRole('heading', { name: t('oauth.heading') });
  const card = within(heading.closest('section')!);
  const rows = () => card.getAllByRole('listitem').map(({ textContent }) => textContent);
  const press = (name: string) => user.click(card.getByRole('button', { name }));
  return { user, card, rows, press };
}

describe('the card', () => {
  it('shows linked accounts, masked and with their date, and those that can be linked', async () => {
    offer(true, true);
    const { rows, card } = await open({ linked_accounts: [TELEGRAM] });
    const dates = `${t('oauth.linked_on', { date: '1 November 2026' })} · ${t('oauth.verified_on', { date: '2 November 2026' })}`;
    expect(rows()).toEqual([GOOGLE_NOT_LINKED, `Telegram@a***${dates}${t('oauth.unlink')}`]);
    expect(card.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      t('oauth.link_of', { provider: 'Google' }),
      t('oauth.unlink_of', { provider: 'Telegram' }),
    ]);
  });

  it('keeps linked accounts of providers no longer offered for signing in', async () => {
    const { rows } = await open({ linked_accounts: [GOOGLE] });
    expect(rows()).toEqual([expect.stringContaining('Googlea***@gmail.com')]);
  });

  it('is hidden if there is nothing to link', async () => {
    server.on(OVERVIEW, { json: makeOverview() });
    renderSite('/settings/security');
    await screen.findByRole('heading', { name: t('security.password_heading') });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('heading', { name: t('oauth.heading') })).toBeNull();
  });
});

describe('linking', () => {
  it('leaves for the provider, and returns here', async () => {
    offer(true, true);
    server.on(BEGIN, { json: { url: 'https://accounts.google.com/' } });
    const { press } = await open();
    await press(t('oauth.link_of', { provider: 'Google' }));
    await waitFor(() => expect(left).toEqual(['https://accounts.google.com/']));
    expect(server.bodiesOf(BEGIN)).toEqual([{ provider: 'google', purpose: 'link', next: '/settings/security' }]);
  });

  it('asks for step-up first, and then continues by itself', async () => {
    offer(true, false);
    server.on(
      BEGIN,
      { status: 403, json: { code: 'step_up_required', detail: 'Prove it.' } },
      { json: { url: 'https://accounts.google.com/' } },
    );
    server.on('POST /api/auth/step-up', { json: { until: new Date().toISOString() } });
    const { user, press } = await open();
    await press(t('oauth.link_of', { provider: 'Google' }));
    const dialog = within(await screen.findByRole('dialog', { name: t('security.step_up_title') }));
    await user.type(dialog.getByLabelText(t('security.password')), 'Terraces-1994{Enter}');
    await waitFor(() => expect(left).toEqual(['https://accounts.google.com/']));
  });

  it('says why it cannot begin, and can be retried', async () => {
    offer(false, true);
    const detail = 'This Telegram account belongs to another account here.';
    server.on(
      BEGIN,
      { status: 409, json: { code: 'telegram_already_bound', detail } },
      { json: { url: 'https://oauth.telegram.org/auth' } },
    );
    const { card, press } = await open();
    await press(t('oauth.link_of', { provider: 'Telegram' }));
    expect((await card.findByRole('alert')).textContent).toBe(detail);
    await press(t('oauth.link_of', { provider: 'Telegram' }));
    await waitFor(() => expect(left).toEqual(['https://oauth.telegram.org/auth']));
  });

  it('says in another app’s browser that Google is not available there, and does not leave', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Chrome/124.0.0.0');
    offer(true, true);
    const { card, press } = await open();
    await press(t('oauth.link_of', { provider: 'Google' }));
    expect(card.getByText(t('errors.browser_only'))).toBeTruthy();
    expect(server.calls()).not.toContain(BEGIN);
  });
});

describe('unlinking', () => {
  const begin = async (parts: Parameters<typeof makeOverview>[0]) => {
    const page = await open(parts);
    await page.press(t('oauth.unlink_of', { provider: 'Google' }));
    const dialog = within(await screen.findByRole('dialog'));
    return { ...page, dialog, choose: (name: string) => page.user.click(dialog.getByRole('button', { name })) };
  };

  it('asks for confirmation, and then confirms it', async () => {
    offer(true, false);
    server.on(UNLINK, { json: {} });
    const { dialog, choose, rows } = await begin({ linked_accounts: [GOOGLE] });
    expect(dialog.getByText(t('oauth.unlink_lead', { identifier: 'a***@gmail.com' }))).toBeTruthy();
    server.on(OVERVIEW, { json: makeOverview() });
    await choose(t('oauth.unlink'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(rows()).toEqual([GOOGLE_NOT_LINKED]);
    expect(toasts()).toEqual([`success: ${t('oauth.unlinked', { provider: 'Google' })}`]);
  });

  it('can be cancelled', async () => {
    const { choose } = await begin({ linked_accounts: [GOOGLE] });
    await choose(t('oauth.cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls()).not.toContain(UNLINK);
  });

  it('says why it failed, and can be retried', async () => {
    server.on(UNLINK, { status: 500, json: { code: 'internal', detail: 'Something broke.' } }, { json: {} });
    const { dialog, choose } = await begin({ linked_accounts: [GOOGLE] });
    await choose(t('oauth.unlink'));
    expect((await dialog.findByRole('alert')).textContent).toBe('Something broke.');
    await choose(t('oauth.unlink'));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('oauth.unlinked', { provider: 'Google' })}`]));
  });

  it('is not attempted for the only way to sign in: a password comes first', async () => {
    const { dialog, choose } = await begin({ profile: { has_password: false }, linked_accounts: [GOOGLE] });
    expect(dialog.getByText(t('oauth.last_lead', { provider: 'Google' }))).toBeTruthy();
    expect(dialog.queryByRole('button', { name: t('oauth.unlink') })).toBeNull();
    await choose(t('oauth.set_password'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(t('security.new_password'))));
    expect(server.calls()).not.toContain(UNLINK);
  });

  it('of one of two ways is decided by the server, because the other may be gone by now', async () => {
    server.on(UNLINK, { status: 409, json: { code: 'last_sign_in_method', detail: 'The only way.' } });
    const { choose } = await begin({ profile: { has_password: false }, linked_accounts: [GOOGLE, TELEGRAM] });
    await choose(t('oauth.unlink'));
    const dialog = within(await screen.findByRole('dialog', { name: t('oauth.last_title') }));
    expect(dialog.getByRole('button', { name: t('oauth.set_password') })).toBeTruthy();
  });
});

describe('a first password', () => {
  it('is set after signing in again with the linked account', async () => {
    offer(true, true);
    const PASSWORD = 'POST /api/account/security/password';
    server.on(PASSWORD, { status: 403, json: { code: 'step_up_required', detail: 'Prove it.' } });
    server.on(BEGIN, { json: { url: 'https://accounts.google.com/' } });
    const { user } = await open({
      profile: { has_password: false, email: null, email_verified: false, verified_at: null },
      linked_accounts: [GOOGLE],
    });
    await enterText(screen.getByLabelText(t('security.new_password')), 'Floodlit-2026');
    await enterText(screen.getByLabelText(t('security.password_confirm')), 'Floodlit-2026');
    await user.click(screen.getByRole('button', { name: t('security.password_set') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('security.step_up_title') }));
    expect(server.bodiesOf(PASSWORD)).toEqual([{ password: 'Floodlit-2026', password_confirm: 'Floodlit-2026' }]);
    await user.click(await dialog.findByRole('button', { name: t('oauth.continue_with', { provider: 'Google' }) }));
    await waitFor(() => expect(left).toEqual(['https://accounts.google.com/']));
    expect(server.bodiesOf(BEGIN)).toEqual([{ provider: 'google', purpose: 'step_up', next: '/settings/security' }]);
  });
});
