import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { AlertSettings } from '#contract/admin-auth.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { scanned } from '#test/web/scan-qr.ts';
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
  by: ['email'],
  is_mail_set_up: true,
  is_bot_set_up: true,
  chat: null,
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
  await waitFor(() => expect(sent()).toEqual([{ locale: 'en', off: ['feed_silent', 'large_request'], by: ['email'] }]));
  await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toContain(t('admin_alerts.saved')));
  await user.selectOptions(screen.getByLabelText(t('admin_alerts.language')), 'Tiếng Việt');
  await waitFor(() => expect(sent().at(-1)).toEqual({ locale: 'vi', off: ['feed_silent'], by: ['email'] }));
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
  server.on(ALERTS, { json: settings({ is_mail_set_up: false, is_bot_set_up: false }) });
  await queryClient.invalidateQueries();
  expect(await screen.findByText(t('admin_alerts.no_mail'))).toBeTruthy();
});

const LINK = 'POST /api/admin/account/alerts/telegram';
const UNLINK = 'DELETE /api/admin/account/alerts/telegram';
const chat = { name: '@boss', linked_at: '2026-11-20T12:00:00.000Z', is_reachable: true };
const linked = () => settings({ by: ['email', 'telegram'], chat });
const link = (name: string, lifeMs = 600_000) => ({
  url: `https://t.me/MatchpointBot?start=${name}`,
  ...{ command: `/start ${name}`, bot: 'MatchpointBot', expires_at: new Date(Date.now() + lifeMs).toISOString() },
});
const press = async (name: string) => userEvent.click(await (await card()).findByRole('button', { name }));

it('an admin connects Telegram by a link, a QR code or a command, and sees when the bot has linked it', async () => {
  server.on(ALERTS, { json: settings() });
  server.on(LINK, { json: link('op_first') });
  renderConsole('/admin/account');
  await press(t('admin_alerts.connect'));
  const ways = within(await screen.findByRole('dialog', { name: t('telegram_bind.title') }));
  const open = ways.getByRole('link', { name: t('telegram_bind.open') });
  expect(open.getAttribute('href')).toBe('https://t.me/MatchpointBot?start=op_first');
  expect(scanned(ways.getByRole('img', { name: t('telegram_bind.qr') }))).toBe(open.getAttribute('href'));
  expect(ways.getByText('/start op_first')).toBeTruthy();
  server.on(ALERTS, { json: linked() });
  await queryClient.invalidateQueries();
  const done = within(await screen.findByRole('dialog', { name: t('telegram_bind.done_title') }));
  expect(done.getByRole('status').textContent).toContain(t('admin_alerts.connected_lead'));
  await userEvent.click(done.getByRole('button', { name: t('telegram_bind.done') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await card()).getByText(t('admin_alerts.connected', { name: '@boss', date: '20 November 2026' }))).toBeTruthy();
});

it('another link is offered once the first has expired', async () => {
  server.on(ALERTS, { json: settings() });
  server.on(LINK, { json: link('op_first', 0) }, { json: link('op_second') });
  renderConsole('/admin/account');
  await press(t('admin_alerts.connect'));
  const ways = within(await screen.findByRole('dialog', { name: t('telegram_bind.title') }));
  expect(ways.getByText(t('telegram_bind.expired'))).toBeTruthy();
  await userEvent.click(ways.getByRole('button', { name: t('telegram_bind.new_link') }));
  expect((await ways.findByRole('link', { name: t('telegram_bind.open') })).getAttribute('href')).toContain('op_second');
});

it('a refused link is shown in the card', async () => {
  server.on(ALERTS, { json: settings() });
  server.on(LINK, { status: 503, json: { code: 'unavailable', detail: 'This is not available at the moment.' } });
  renderConsole('/admin/account');
  await press(t('admin_alerts.connect'));
  expect((await (await card()).findByRole('alert')).textContent).toContain('This is not available at the moment.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('an admin with a chat chooses the ways of alerts, and hears which still come by mail', async () => {
  server.on(ALERTS, { json: linked() });
  server.on(CHANGE, { json: settings({ by: ['telegram'], chat }) });
  renderConsole('/admin/account');
  const by = await screen.findByLabelText(t('admin_alerts.by'));
  expect((by as HTMLSelectElement).value).toBe('both');
  expect(screen.queryByText(t('admin_alerts.fixed_by_email'))).toBeNull();
  server.on(ALERTS, { json: settings({ by: ['telegram'], chat }) });
  await userEvent.selectOptions(by, t('admin_alerts.ways.telegram'));
  await waitFor(() => expect(sent()).toEqual([{ locale: 'en', off: ['feed_silent'], by: ['telegram'] }]));
  expect(await screen.findByText(t('admin_alerts.fixed_by_email'))).toBeTruthy();
});

it('a chat is disconnected after confirmation', async () => {
  server.on(ALERTS, { json: linked() });
  server.on(UNLINK, { json: settings() });
  renderConsole('/admin/account');
  await press(t('admin_alerts.disconnect'));
  const asked = within(await screen.findByRole('dialog', { name: t('admin_alerts.disconnect_title') }));
  expect(asked.getByText(t('admin_alerts.disconnect_lead', { name: '@boss' }))).toBeTruthy();
  expect(server.heard.filter(({ method }) => method === 'DELETE')).toEqual([]);
  server.on(ALERTS, { json: settings() });
  await userEvent.click(asked.getByRole('button', { name: t('admin_alerts.disconnect') }));
  expect(await (await card()).findByRole('button', { name: t('admin_alerts.connect') })).toBeTruthy();
  await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toContain(t('admin_alerts.disconnected')));
});

it('says that the bot is blocked, that there is none, and that Telegram helps where no mails are sent', async () => {
  server.on(ALERTS, { json: settings({ by: ['telegram'], chat: { ...chat, is_reachable: false } }) });
  renderConsole('/admin/account');
  expect(await screen.findByText(t('admin_alerts.blocked'))).toBeTruthy();
  expect((await card()).getByRole('button', { name: t('admin_alerts.connect_again') })).toBeTruthy();
  const turnsTo = async (changes: Partial<AlertSettings>, words: string) => {
    server.on(ALERTS, { json: settings(changes) });
    await queryClient.invalidateQueries();
    expect(await screen.findByText(words)).toBeTruthy();
  };
  await turnsTo({ is_bot_set_up: false }, t('admin_alerts.no_bot'));
  expect((await card()).queryByRole('button', { name: t('admin_alerts.connect') })).toBeNull();
  await turnsTo({ is_bot_set_up: false, chat }, t('admin_alerts.bot_gone'));
  await turnsTo({ is_mail_set_up: false }, t('admin_alerts.no_mail_but_bot'));
});
