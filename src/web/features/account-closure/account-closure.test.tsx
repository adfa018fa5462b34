import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { beUser, makeOverview, makeSession } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { catchSavedFiles } from '#test/web/saved-files.ts';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const OVERVIEW = 'GET /api/account/overview';
const EXPORT = 'POST /api/account/export';
const DELETE = 'DELETE /api/account';
const KEEP = 'POST /api/account/keep';
const DUE = '2026-11-27T12:00:00.000Z';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on(OVERVIEW, { json: makeOverview() });
  server.on('GET /api/account/sessions', { json: { items: [makeSession()] } });
  server.on('GET /api/account/two-factor', { json: { enabled_at: null, recovery_codes_left: 0 } });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);

describe('exporting the data', () => {
  const files = catchSavedFiles();

  it('saves the data as a file', async () => {
    server.on(EXPORT, { text: 'the zip', headers: { 'Content-Type': 'application/zip' } });
    const user = userEvent.setup();
    renderSite('/settings/security');
    await user.click(await screen.findByRole('button', { name: t('account_closure.export') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('account_closure.exported')}`]));
    expect(files.map(({ name }) => name)).toEqual(['matchpoint.zip']);
    expect(await files[0]!.file.text()).toBe('the zip');
  });

  it('says when the next export is possible after too many requests', async () => {
    const detail = 'Too many tries. Try again in about 40 minutes.';
    server.on(EXPORT, { status: 429, json: { code: 'rate_limited', detail, status: 429 } });
    const user = userEvent.setup();
    renderSite('/settings/security');
    await user.click(await screen.findByRole('button', { name: t('account_closure.export') }));
    expect((await screen.findByRole('alert')).textContent).toBe(`${t('account_closure.export_failed')} ${detail}`);
    expect(files).toEqual([]);
  });
});

describe('deleting the account', () => {
  async function open() {
    const user = userEvent.setup();
    renderSite('/settings/security');
    await user.click(await screen.findByRole('button', { name: t('account_closure.delete') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('account_closure.delete_title') }));
    return { user, dialog };
  }

  it('says what happens, signs out, and says until when the account can be restored', async () => {
    server.on(DELETE, { json: { due_at: DUE } });
    server.on('POST /api/auth/logout', { json: {} });
    const { user, dialog } = await open();
    expect(dialog.getAllByRole('listitem')).toHaveLength(4);
    await user.click(dialog.getByRole('button', { name: t('account_closure.delete_submit') }));
    await waitFor(() => expect(useSession.getState().token).toBe(''));
    expect(toasts()).toEqual([`info: ${t('account_closure.delete_asked', { date: '27 Nov, 12:00' })}`]);
  });

  it('stays open and says why when the server refuses', async () => {
    server.on(DELETE, { status: 409, json: { code: 'withdrawal_pending', detail: 'A withdrawal is still under review.', status: 409 } });
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: t('account_closure.delete_submit') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('A withdrawal is still under review.');
    expect(useSession.getState().token).not.toBe('');
  });
});

describe('a user who returns in time', () => {
  it('is asked on any page, and keeps the account', async () => {
    server.on(OVERVIEW, { json: makeOverview({ deletion_due_at: DUE }) });
    const user = userEvent.setup();
    renderSite('/settings/profile');
    const dialog = within(await screen.findByRole('dialog', { name: t('account_closure.keep_title') }));
    server.on(KEEP, { json: {} });
    server.on(OVERVIEW, { json: makeOverview() });
    await user.click(dialog.getByRole('button', { name: t('account_closure.keep_submit') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts()).toEqual([`success: ${t('account_closure.kept')}`]);
  });
});
