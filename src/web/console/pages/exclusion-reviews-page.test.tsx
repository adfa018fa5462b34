import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeExclusionReview, makePage } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, makeConsoleOverview, renderConsole } from '#test/web/render-console.tsx';
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
    expect(sideOf('Account to check').getByRole('link', { name: 'Same Wallet' })).toBeTruthy();
    expect(sideOf('Account to check').getByText('same.wallet@example.com')).toBeTruthy();
    expect(sideOf('Self-excluded account').getByRole('link', { name: 'Long Away' })).toBeTruthy();
    expect(screen.getByText(/^Both accounts entered the same wallet address\./)).toBeTruthy();
    expect(screen.getByText('The exclusion: October 1, 2026 to October 1, 2031')).toBeTruthy();
  });

  it('name one account if the exclusion was set on it before its address was confirmed', async () => {
    const { user } = makeExclusionReview();
    server.on(LIST, { json: makePage([makeExclusionReview({ user, owner: user, reason: 'confirmed' })]) });
    renderConsole('/admin/exclusion-reviews');
    expect(await screen.findByText(/^The exclusion was set on this account before its email address was confirmed/)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: user.display_name })).toHaveLength(1);
    expect(screen.queryByText('Self-excluded account')).toBeNull();
  });

  it('are confirmed with a reason, with one key for all attempts', async () => {
    const review = makeExclusionReview();
    const decide = decideOf(review);
    server.on(LIST, { json: makePage([review]) }, { json: makePage([]) });
    server.on(decide, { status: 403, json: { code: 'same_reviewer', detail: 'It is your own.' } }, { json: { state: 'excluded' } });
    renderConsole('/admin/exclusion-reviews');
    await userEvent.click(await screen.findByRole('button', { name: 'Exclude' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Exclude this user?' }));
    expect(dialog.getByText('Same Wallet cannot play until the exclusion ends. Nobody can shorten it.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Exclude' }));
    expect(dialog.getByText('Please say why')).toBeTruthy();
    await enterText(dialog.getByLabelText('Reason'), 'They wrote to us');
    await userEvent.click(dialog.getByRole('button', { name: 'Exclude' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('It is your own.');
    await userEvent.click(dialog.getByRole('button', { name: 'Exclude' }));
    await waitFor(() => expect(toasts()).toEqual(['Excluded.']));
    expect(server.bodiesOf(decide)).toEqual(Array(2).fill({ decision: 'exclude', reason: 'They wrote to us' }));
    expect(new Set(keysOf(decide)).size).toBe(1);
    expect(await screen.findByText('Nothing to check')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are dismissed with a reason', async () => {
    const review = makeExclusionReview({ reason: 'carried' });
    server.on(LIST, { json: makePage([review]) }, { json: makePage([]) });
    server.on(decideOf(review), { json: { state: 'dismissed' } });
    renderConsole('/admin/exclusion-reviews');
    await userEvent.click(await screen.findByRole('button', { name: 'Do not exclude' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Do not exclude this user?' }));
    await enterText(dialog.getByLabelText('Reason'), 'Another person');
    await userEvent.click(dialog.getByRole('button', { name: 'Do not exclude' }));
    await waitFor(() => expect(toasts()).toEqual(['Not excluded: the user can play.']));
    expect(server.bodiesOf(decideOf(review))).toEqual([{ decision: 'dismiss', reason: 'Another person' }]);
    expect(await screen.findByText('Nothing to check')).toBeTruthy();
  });

  it('show the outcome if another admin decided first', async () => {
    const review = makeExclusionReview();
    server.on(LIST, { json: makePage([review]) }, { json: makePage([]) });
    server.on(decideOf(review), { status: 409, json: { code: 'already_decided', detail: 'It is decided.' } });
    renderConsole('/admin/exclusion-reviews');
    await userEvent.click(await screen.findByRole('button', { name: 'Exclude' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Late');
    await userEvent.click(dialog.getByRole('button', { name: 'Exclude' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('It is decided.');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Same Wallet', hidden: true })).toBeNull());
  });

  it('continue on further pages', async () => {
    server.on(LIST, { json: makePage([makeExclusionReview()], { total: 45 }) });
    const { path } = renderConsole('/admin/exclusion-reviews');
    await userEvent.click(await screen.findByRole('link', { name: 'Next page' }));
    await waitFor(() => expect(path()).toBe('/admin/exclusion-reviews?page=2'));
    await waitFor(() => expect(server.heard.filter((call) => call.path.endsWith('reviews')).at(-1)?.query).toEqual({ page: '2' }));
  });

  it('show an error, and retry', async () => {
    server.on(LIST, { status: 500, json: { code: 'internal', detail: 'Broken.' } }, { json: makePage([]) });
    renderConsole('/admin/exclusion-reviews');
    expect(await screen.findByText('The list could not be loaded')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing to check')).toBeTruthy();
  });

  it('are refused to roles that may not review them', async () => {
    server.on(LIST, { status: 403, json: { code: 'forbidden', detail: 'You may not do this.' } });
    renderConsole('/admin/exclusion-reviews');
    expect(await screen.findByText('No permission to view the operations center')).toBeTruthy();
  });

  it('are counted in the menu and linked from the list of users', async () => {
    const waiting = { count: 2, oldest_at: '2026-11-20T10:00:00.000Z' };
    const overview = makeConsoleOverview();
    server.on('GET /api/admin/overview', { json: { ...overview, queues: { ...overview.queues, exclusion_reviews: waiting } } });
    server.on('GET /api/admin/users', { json: makePage([]) });
    server.on(LIST, { json: makePage([makeExclusionReview()]) });
    const { path } = renderConsole('/admin/users');
    await userEvent.click(await screen.findByRole('link', { name: /^Self-exclusions to check ?2$/ }));
    await waitFor(() => expect(path()).toBe('/admin/exclusion-reviews'));
    const menu = within(screen.getByRole('navigation', { name: 'Console' }));
    expect(menu.getByRole('link', { current: 'page' }).textContent).toBe('Users22 wait');
  });
});
