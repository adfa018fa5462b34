import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { AlertSettings } from '#contract/admin-auth.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const ALERTS = 'GET /api/admin/account/alerts';
const CHANGE = 'PUT /api/admin/account/alerts';

const settings = (changes: Partial<AlertSettings> = {}): AlertSettings => ({
  locale: 'en',
  alerts: [
    { kind: 'large_request', is_on: true, is_fixed: false },
    { kind: 'feed_silent', is_on: false, is_fixed: false },
    { kind: 'admin_change', is_on: true, is_fixed: true },
  ],
  is_mail_set_up: true,
  ...changes,
});

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin({ role: 'super' });
  server.on('GET /api/admin/auth/two-factor', { json: { enabled_at: null, recovery_codes_left: 0 } });
  await chooseLocale('en');
});

const card = async () => within((await screen.findByRole('heading', { name: t('admin_alerts.heading') })).closest('section')!);
const sent = () => server.heard.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));

it('an admin switches alerts off and on by keyboard, each saved at once, except those that are always on', async () => {
  const user = userEvent.setup();
  server.on(ALERTS, { json: settings() });
  server.on(CHANGE, { json: settings() });
  renderConsole('/admin/account');
  const large = await screen.findByRole('checkbox', { name: t('admin_alerts.kinds.large_request') });
  const feed = screen.getByRole('checkbox', { name: t('admin_alerts.kinds.feed_silent') });
  expect([large.getAttribute('aria-checked'), feed.getAttribute('aria-checked')]).toEqual(['true', 'false']);
  expect((await card()).getByText(t('admin_alerts.always'))).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: t('admin_alerts.kinds.admin_change') })).toBeNull();
  large.focus();
  await user.keyboard(' ');
  await waitFor(() => expect(sent()).toEqual([{ locale: 'en', off: ['feed_silent', 'large_request'] }]));
  await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toContain(t('admin_alerts.saved')));
  await user.selectOptions(screen.getByLabelText(t('admin_alerts.language')), 'Tiếng Việt');
  await waitFor(() => expect(sent().at(-1)).toEqual({ locale: 'vi', off: ['feed_silent'] }));
});

it('a refusal is shown, and the choice stays as it was', async () => {
  const user = userEvent.setup();
  server.on(ALERTS, { json: settings() });
  server.on(CHANGE, { status: 403, json: { code: 'totp_setup_required', detail: 'Set up two-step verification first.' } });
  renderConsole('/admin/account');
  await user.click(await screen.findByRole('checkbox', { name: t('admin_alerts.kinds.large_request') }));
  await waitFor(() => expect(useToasts.getState().toasts.map(({ type }) => type)).toEqual(['error']));
  expect(screen.getByRole('checkbox', { name: t('admin_alerts.kinds.large_request') }).getAttribute('aria-checked')).toBe('true');
});

it('says that a role has no alerts, and that no mails are sent', async () => {
  server.on(ALERTS, { json: settings({ alerts: [] }) });
  renderConsole('/admin/account');
  expect(await screen.findByText(t('admin_alerts.none'))).toBeTruthy();
  server.on(ALERTS, { json: settings({ is_mail_set_up: false }) });
  await queryClient.invalidateQueries();
  expect(await screen.findByText(t('admin_alerts.no_mail'))).toBeTruthy();
});
