import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { OutboxMessage } from '#contract/outbox.ts';
import { beGuest } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { closePromo } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const OUTBOX = 'GET /api/dev/outbox';
const ID = '01890a5d-ac96-774b-bcce-00000000000';

const mail = (n: number, rest: Partial<OutboxMessage> = {}): OutboxMessage => ({
  id: `${ID}${n}`,
  at: '2026-11-20T12:00:00.000Z',
  channel: 'email',
  to: 'ada@example.com',
  locale: 'en',
  kind: 'confirm_email',
  subject: `Mail ${n}`,
  text: 'Your code is 004217.\n\nNot you? http://localhost:3000/not-me#abc.',
  html: '<p>Your code is 004217.</p>',
  ...rest,
});
const list = (items: OutboxMessage[], total = items.length) => ({ json: { items, page: 1, page_size: 20, total } });

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  beGuest();
  // Dismisses the promo, which would appear over every page.
  closePromo();
  localStorage.setItem('promo_shown_at', String(Date.now()));
  server.on('GET /api/meta', { json: makeMeta({ demo: true }) });
  server.on(OUTBOX, list([mail(2), mail(1)]));
  await chooseLocale('en');
});

it('exists only in the demo', async () => {
  server.on('GET /api/meta', { json: makeMeta() });
  const { path } = renderSite('/outbox');
  await waitFor(() => expect(path()).toBe('/matches'));
  expect(server.calls()).not.toContain(OUTBOX);
});

it('shows the newest message as its reader sees it: isolated from the page, without scripts and origin', async () => {
  renderSite('/outbox');
  const frame = await screen.findByTitle(t('outbox.frame'));
  expect(screen.getAllByTitle(t('outbox.frame'))).toHaveLength(1);
  expect(frame.getAttribute('src')).toBe(`/api/dev/outbox/${ID}2/html`);
  const sandbox = frame.getAttribute('sandbox')?.split(' ') ?? [];
  expect(sandbox.length).toBeGreaterThan(0);
  expect(sandbox.filter((right) => right === 'allow-scripts' || right === 'allow-same-origin')).toEqual([]);
  expect(screen.getByRole('button', { name: /Mail 2/ }).getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('button', { name: /Mail 1/ }).getAttribute('aria-expanded')).toBe('false');
});

it('shows its text, with working links', async () => {
  const user = userEvent.setup();
  renderSite('/outbox');
  await user.click(await screen.findByRole('radio', { name: t('outbox.text') }));
  expect(screen.getByText(/^Your code is 004217/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /not-me/ }).getAttribute('href')).toBe('http://localhost:3000/not-me#abc');
  expect(screen.queryByTitle(t('outbox.frame'))).toBeNull();
});

it('shows what is text alone as text, whatever it looks like', async () => {
  server.on(OUTBOX, list([mail(3, { channel: 'sms', to: '+84901234567', subject: null, html: null, text: '<b>Code</b> 004217' })]));
  renderSite('/outbox');
  expect(await screen.findByText('<b>Code</b> 004217')).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});

it('shows each code without opening the message', async () => {
  const user = userEvent.setup();
  server.on(OUTBOX, list([mail(2, { text: 'Somebody signed in.' }), mail(1)]));
  renderSite('/outbox');
  await user.click(await screen.findByRole('button', { name: `${t('outbox.copy_code')}: 004217` }));
  expect(await navigator.clipboard.readText()).toBe('004217');
});

it('shows the messages to one address, and whether there are none', async () => {
  const user = userEvent.setup();
  server.on(OUTBOX, ({ query }) => list(query.to === undefined ? [mail(2), mail(1)] : query.to === 'ada@example.com' ? [mail(1)] : []));
  const { path } = renderSite('/outbox');
  await screen.findByText('Mail 2');
  const field = screen.getByRole('searchbox', { name: t('outbox.filter') });
  await user.type(field, 'Ada@example.com');
  await waitFor(() => expect(screen.queryByText('Mail 2')).toBeNull());
  expect(await screen.findByText('Mail 1')).toBeTruthy();
  await waitFor(() => expect(path()).toBe('/outbox?to=Ada%40example.com'));
  await user.type(field, '.vn');
  expect(await screen.findByText(t('outbox.empty_for', { address: 'Ada@example.com.vn' }))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('outbox.clear') }));
  expect(await screen.findByText('Mail 2')).toBeTruthy();
});

it('shows messages that arrive meanwhile', async () => {
  server.on(OUTBOX, list([]), list([mail(1)]));
  renderSite('/outbox');
  expect(await screen.findByText(t('outbox.empty'))).toBeTruthy();
  expect(await screen.findByText('Mail 1')).toBeTruthy();
});

it('shows an error, and retries', async () => {
  server.on(OUTBOX, { status: 500, json: { code: 'internal', detail: 'Something broke.' } }, list([mail(1)]));
  renderSite('/outbox');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(t('outbox.load_failed'))).toBeTruthy();
  await userEvent.click(alert.getByRole('button', { name: t('common.retry') }));
  expect(await screen.findByText('Mail 1')).toBeTruthy();
});

it('is linked from every page of the demo', async () => {
  const { path } = renderSite('/terms');
  await userEvent.click(await screen.findByRole('link', { name: t('outbox.heading') }));
  await screen.findByText('Mail 2');
  await waitFor(() => expect(path()).toBe('/outbox'));
});
