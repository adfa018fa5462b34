import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiKey, apiKey } from '#contract/api-keys.ts';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LIST = 'GET /api/account/api-keys';
const MAKE = 'POST /api/account/api-keys';
const KEY = `mp_${'k'.repeat(49)}`;
const LONG_NAME = 'W'.repeat(60);

let lastId = 0;
const makeKey = (values: Partial<ApiKey> = {}): ApiKey =>
  apiKey.parse({
    ...{
      id: `01890a5d-ac96-774b-bcce-${String(++lastId).padStart(12, '0')}`,
      name: 'My bot',
      hint: 'mp_AbCdE',
      scopes: ['read', 'me:tip'],
    },
    ...{ created_at: '2026-11-01T12:00:00.000Z', last_used_at: null, expires_at: null, revoked_at: null },
    ...values,
  });

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on('POST /api/auth/refresh', { json: { access: 'token' } });
  server.on(LIST, { json: { items: [], takes_loopback: false } });
  server.on('GET /api/account/webhooks', { json: { items: [] } });
  server.on(MAKE, { status: 201, json: { key: KEY, api_key: makeKey() } });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function openForm() {
  const user = userEvent.setup();
  renderSite('/settings/developers');
  await user.click(await screen.findByRole('button', { name: t('api_keys.make') }));
  return { user, form: await dialog(t('api_keys.make_title')) };
}

it('has webhooks below the keys', async () => {
  renderSite('/settings/developers#webhooks');
  await screen.findByText(t('webhooks.none'));
  expect(document.querySelector('#webhooks')?.textContent).toContain(t('webhooks.heading'));
});

describe('the list of keys', () => {
  it('is empty at first, and says what keys are for', async () => {
    renderSite('/settings/developers');
    expect(await screen.findByText(t('api_keys.none'))).toBeTruthy();
    expect(screen.getByRole('link', { name: t('api_keys.about') }).getAttribute('href')).toBe('/developers');
  });

  it('shows each key with what it may do and when it was used; ended ones apart', async () => {
    const used = new Date(Date.now() - 5 * 60_000).toISOString();
    const items = [
      makeKey({ name: LONG_NAME, last_used_at: used, expires_at: '2099-01-02T12:00:00.000Z' }),
      makeKey({ name: 'Old', revoked_at: '2026-11-10T12:00:00.000Z' }),
      makeKey({ name: 'Older', expires_at: '2026-01-02T12:00:00.000Z' }),
    ];
    server.on(LIST, { json: { items } });
    renderSite('/settings/developers');
    const row = within((await screen.findByText(LONG_NAME)).closest('li')!);
    expect(row.getByText(`${t('api_keys.scope.read')} · ${t('api_keys.scope.me_tip')}`)).toBeTruthy();
    expect(row.getByText(/5 minutes ago.*expires on 2 January 2099/)).toBeTruthy();
    expect(row.getByText('mp_AbCdE…')).toBeTruthy();
    const ended = within(screen.getByText(t('api_keys.ended')).closest('details')!);
    expect(ended.getByText(t('api_keys.revoked'))).toBeTruthy();
    expect(ended.getByText(t('api_keys.expired'))).toBeTruthy();
    expect(ended.queryByRole('button')).toBeNull();
  });

  it('says what failed, and tries again', async () => {
    server.on(LIST, { status: 500, json: { code: 'internal', detail: 'Something broke.' } }, { json: { items: [makeKey()] } });
    renderSite('/settings/developers');
    expect(await screen.findByText(t('api_keys.failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText('My bot')).toBeTruthy();
  });

  it('offers no eleventh key', async () => {
    server.on(LIST, { json: { items: Array.from({ length: 10 }, () => makeKey()) } });
    renderSite('/settings/developers');
    expect(await screen.findByText(t('api_keys.full', { max: 10 }))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('api_keys.make') })).toBeNull();
  });

  it('asks for a confirmed address first', async () => {
    server.on('GET /api/account/overview', { json: makeOverview({ profile: { email_verified: false, verified_at: null } }) });
    renderSite('/settings/developers');
    expect(await screen.findByText(t('security.confirm_first'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('api_keys.make') })).toBeNull();
  });

  it('is for users only', async () => {
    beGuest();
    renderSite('/settings/developers');
    expect(await screen.findByText(t('settings.sign_in_title'))).toBeTruthy();
    expect(server.calls()).not.toContain(LIST);
  });
});

describe('making a key', () => {
  it('sends name, scopes and expiry, and shows the key until it is saved', async () => {
    const { user, form } = await openForm();
    await user.type(form.getByLabelText(t('api_keys.name')), ' My bot ');
    await user.click(form.getByLabelText(t('api_keys.scope.me_read')));
    await user.selectOptions(form.getByLabelText(t('api_keys.expires')), t('api_keys.expires_never'));
    server.on(LIST, { json: { items: [makeKey()] } });
    await user.click(form.getByRole('button', { name: t('api_keys.submit') }));
    const made = await dialog(t('api_keys.made_title'));
    expect(server.bodiesOf(MAKE)).toEqual([{ name: 'My bot', scopes: ['read', 'me:tip'], expires_days: null }]);
    expect(made.getByText(KEY)).toBeTruthy();
    // Neither Escape nor "Done" closes it before.
    await user.keyboard('{Escape}');
    await user.click(made.getByRole('button', { name: t('api_keys.done') }));
    expect(made.getByText(t('api_keys.keep_first'))).toBeTruthy();
    await user.click(made.getByLabelText(t('api_keys.kept')));
    await user.click(made.getByRole('button', { name: t('api_keys.done') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('My bot')).toBeTruthy();
    expect(document.body.textContent).not.toContain(KEY);
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.data),
      ),
    ).not.toContain(KEY);
  });

  it('copies the key', async () => {
    const { user, form } = await openForm();
    await user.type(form.getByLabelText(t('api_keys.name')), 'x{Enter}');
    await user.click((await dialog(t('api_keys.made_title'))).getByRole('button', { name: t('api_keys.copy') }));
    expect(await navigator.clipboard.readText()).toBe(KEY);
  });

  it('needs a name, without asking the server', async () => {
    const { user, form } = await openForm();
    await user.click(form.getByRole('button', { name: t('api_keys.submit') }));
    expect(form.getByText(t('api_keys.name_missing'))).toBeTruthy();
    expect(document.activeElement).toBe(form.getByLabelText(t('api_keys.name')));
    expect(server.calls()).not.toContain(MAKE);
  });

  it('waits for step-up', async () => {
    server.on(
      MAKE,
      { status: 403, json: { code: 'step_up_required', detail: 'Confirm.' } },
      { status: 201, json: { key: KEY, api_key: makeKey() } },
    );
    server.on('POST /api/auth/step-up', { json: { until: new Date().toISOString() } });
    const { user, form } = await openForm();
    await user.type(form.getByLabelText(t('api_keys.name')), 'x{Enter}');
    await user.type((await dialog(t('security.step_up_title'))).getByLabelText(t('security.password')), 'Terraces-1994{Enter}');
    expect(await dialog(t('api_keys.made_title'))).toBeTruthy();
  });

  it('shows a refusal in the form', async () => {
    server.on(MAKE, { status: 409, json: { code: 'too_many_keys', detail: 'Too many.' } });
    const { user, form } = await openForm();
    await user.type(form.getByLabelText(t('api_keys.name')), 'x{Enter}');
    expect((await form.findByRole('alert')).textContent).toBe('Too many.');
  });
});

it('revokes a key after a question', async () => {
  const key = makeKey();
  server.on(LIST, { json: { items: [key] } }, { json: { items: [] } });
  server.on(`DELETE /api/account/api-keys/${key.id}`, { json: {} });
  const user = userEvent.setup();
  renderSite('/settings/developers');
  await user.click(await screen.findByRole('button', { name: t('api_keys.revoke_of', { name: 'My bot' }) }));
  await user.click((await dialog(t('api_keys.revoke_title', { name: 'My bot' }))).getByRole('button', { name: t('api_keys.revoke') }));
  expect(await screen.findByText(t('api_keys.none'))).toBeTruthy();
  expect(toasts()).toEqual([`success: ${t('api_keys.revoke_done')}`]);
});
