import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeExclusionReview, makePage } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, makeConsoleOverview, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LIST = 'GET /api/admin/exclusion-reviews';

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin({ role: 'reviewer' });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ message }) => message);
const decideOf = ({ user, exclusion_id }: ReturnType<typeof makeExclusionReview>) =>
  `POST /api/admin/exclusion-reviews/${user.id}/${exclusion_id}`;
const keysOf = (call: string) =>
  server.heard.filter(({ method, path }) => `${method} ${path}` === call).map(({ headers }) => headers['idempotency-key']);

describe('self-exclusions to check', () => {
  it('are shown with both accounts, the evidence, and the duration', async () => {
    server.on(LIST, { json: makePage([makeExclusionReview()]) });
    renderConsole('/admin/exclusion-reviews');
    expect((await screen.findByRole('link', { name: 'Same Wallet' })).getAttribute('href')).toMatch(/^\/admin\/users\//);
    const sideOf = (title: string) => within(screen.getByText(title).closest('section') as HTMLElement);
    expect(sideOf(t('admin_users.exclusion_user')).getByRole('link', { name: 'Same Wallet' })).toBeTruthy();
    expect(sideOf(t('admin_users.exclusion_user')).getByText('same.wallet@example.com')).toBeTruthy();
    expect(sideOf(t('admin_users.exclusion_owner')).getByRole('link', { name: 'Long Away' })).toBeTruthy();
    expect(screen.getByText(t('admin_users.exclusion_reason.wallet'))).toBeTruthy();
    expect(screen.getByText(t('admin_users.exclusion_span', { from: '1 October 2026', until: '1 October 2031' }))).toBeTruthy();
  });

  it('name one account if the exclusion was set on it before its address was confirmed', async () => {
    const { user } = makeExclusionReview();
    server.on(LIST, { json: makePage([makeExclusionReview({ user, owner: user, reason: 'confirmed' })]) });
    renderConsole('/admin/exclusion-reviews');
    expect(await screen.findByText(t('admin_users.exclusion_reason.confirmed'))).toBeTruthy();
    expect(screen.getAllByRole('link', { name: user.display_name })).toHaveLength(1);
    expect(screen.queryByText(t('admin_users.exclusion_owner'))).toBeNull();
  });

  it('are confirmed with a reason, with one key for all attempts', async () => {
    const review = makeExclusionReview();
    const decide = decideOf(review);
    server.on(LIST, { json: makePage([review]) }, { json: makePage([]) });
    server.on(decide, { status: 403, json: { code: 'same_reviewer', detail: 'It is your own.' } }, { json: { state: 'excluded' } });
    renderConsole('/admin/exclusion-reviews');
    await userEvent.click(await screen.findByRole('button', { name: t('admin_users.exclusion_exclude') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('admin_users.exclusion_exclude_title') }));
    expect(dialog.getByText(t('admin_users.exclusion_exclude_lead', { user: 'Same Wallet' }))).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: t('admin_users.exclusion_exclude') }));
    expect(dialog.getByText(t('admin.reason_required'))).toBeTruthy();
    await enterText(dialog.getByLabelText(t('admin.reason')), 'They wrote to us');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_users.exclusion_exclude') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('It is your own.');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_users.exclusion_exclude') }));
    await waitFor(() => expect(toasts()).toEqual([t('admin_users.exclusion_excluded')]));
    expect(server.bodiesOf(decide)).toEqual(Array(2).fill({ decision: 'exclude', reason: 'They wrote to us' }));
    expect(new Set(keysOf(decide)).size).toBe(1);
    expect(await screen.findByText(t('admin_users.exclusion_none'))).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are dismissed with a reason', async () => {
    const review = makeExclusionReview({ reason: 'carried' });
    server.on(LIST, { json: makePage([review]) }, { json: makePage([]) });
    server.on(decideOf(review), { json: { state: 'dismissed' } });
    renderConsole('/admin/exclusion-reviews');
    await userEvent.click(await screen.findByRole('button', { name: t('admin_users.exclusion_dismiss') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('admin_users.exclusion_dismiss_title') }));
    await enterText(dialog.getByLabelText(t('admin.reason')), 'Another person');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_users.exclusion_dismiss') }));
    await waitFor(() => expect(toasts()).toEqual([t('admin_users.exclusion_dismissed')]));
    expect(server.bodiesOf(decideOf(review))).toEqual([{ decision: 'dismiss', reason: 'Another person' }]);
    expect(await screen.findByText(t('admin_users.exclusion_none'))).toBeTruthy();
  });

  it('show the outcome if another admin decided first', async () => {
    const review = makeExclusionReview();
    server.on(LIST, { json: makePage([review]) }, { json: makePage([]) });
    server.on(decideOf(review), { status: 409, json: { code: 'already_decided', detail: 'It is decided.' } });
    renderConsole('/admin/exclusion-reviews');
    await userEvent.click(await screen.findByRole('button', { name: t('admin_users.exclusion_exclude') }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(t('admin.reason')), 'Late');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_users.exclusion_exclude') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('It is decided.');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Same Wallet', hidden: true })).toBeNull());
  });

  it('continue on further pages', async () => {
    server.on(LIST, { json: makePage([makeExclusionReview()], { total: 45 }) });
    const { path } = renderConsole('/admin/exclusion-reviews');
    await userEvent.click(await screen.findByRole('link', { name: t('common.page_next') }));
    await waitFor(() => expect(path()).toBe('/admin/exclusion-reviews?page=2'));
    await waitFor(() => expect(server.heard.filter((call) => call.path.endsWith('reviews')).at(-1)?.query).toEqual({ page: '2' }));
  });

  it('show an error, and retry', async () => {
    server.on(LIST, { status: 500, json: { code: 'internal', detail: 'Broken.' } }, { json: makePage([]) });
    renderConsole('/admin/exclusion-reviews');
    expect(await screen.findByText(t('admin_users.exclusion_failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('admin_users.exclusion_none'))).toBeTruthy();
  });

  it('are refused to roles that may not review them', async () => {
    server.on(LIST, { status: 403, json: { code: 'forbidden', detail: 'You may not do this.' } });
    renderConsole('/admin/exclusion-reviews');
    expect(await screen.findByText(t('admin.forbidden'))).toBeTruthy();
  });

  it('are counted in the menu and linked from the list of users', async () => {
    const waiting = { count: 2, oldest_at: '2026-11-20T10:00:00.000Z' };
    const overview = makeConsoleOverview();
    server.on('GET /api/admin/overview', { json: { ...overview, queues: { ...overview.queues, exclusion_reviews: waiting } } });
    server.on('GET /api/admin/users', { json: makePage([]) });
    server.on(LIST, { json: makePage([makeExclusionReview()]) });
    const { path } = renderConsole('/admin/users');
    await userEvent.click(await screen.findByRole('link', { name: new RegExp(`^${t('admin_users.exclusion_reviews')} ?2$`) }));
    await waitFor(() => expect(path()).toBe('/admin/exclusion-reviews'));
    const menu = within(screen.getByRole('navigation', { name: t('admin.nav') }));
    expect(menu.getByRole('link', { current: 'page' }).textContent).toBe(`${t('admin.pages.users')}2${t('admin.waiting', { count: 2 })}`);
  });
});
