import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import { beGuest, beUser } from '#test/web/fixtures/accounts.ts';
import { makeNotifications, makePushDevice } from '#test/web/fixtures/notifications.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { allowNotifications, denyNotifications } from '#test/web/push-browser.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { toggleFavorite, useFavorites } from '#web/data/favorites.ts';
import { useToasts } from '#web/data/toasts.ts';
import { closeAuth, closeStarQuestion, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { StarQuestion } from './star-question.tsx';

const ADD = 'POST /api/notifications/push';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.reset();
  server.on('GET /api/notifications/settings', { json: makeNotifications() });
  server.on(ADD, { status: 201, json: { device: makePushDevice({ is_this: true }) } });
  useFavorites.setState({ match: new Set(), team: new Set(), league: new Set() });
  useToasts.setState({ toasts: [] });
  closeStarQuestion();
  closeAuth();
  beUser();
  await chooseLocale('en');
});
afterEach(denyNotifications);
afterAll(() => server.stop());

/** Stars something, as the button does. */
const star = (id = 7) => act(() => toggleFavorite('team', id));
const question = () => screen.queryByRole('complementary', { name: t('notifications.ask_title') });
const press = (name: string) => userEvent.click(within(question() as HTMLElement).getByRole('button', { name }));
const isOpen = () => useUiState.getState().showStarQuestion;

it('appears after a star, not before, and the browser asks only after a yes', async () => {
  const browser = allowNotifications();
  renderPart(<StarQuestion />);
  expect(question()).toBeNull();
  star();
  expect(question()).toBeTruthy();
  expect(browser.asked).toBe(0);
  await press(t('notifications.ask_yes'));
  await waitFor(() => expect(question()).toBeNull());
  expect([browser.asked, server.bodiesOf(ADD).length, localStorage.getItem('goal_toasts')]).toEqual([1, 1, 'on']);
  expect(useToasts.getState().toasts).toMatchObject([
    {
      type: 'success',
      message: t('notifications.turned_on'),
      link: { to: '/settings/notifications', label: t('notifications.choose') },
    },
  ]);
  // Users with notifications are not asked again.
  star(8);
  expect(isOpen()).toBe(false);
});

it('does not appear when a star is removed', () => {
  allowNotifications();
  renderPart(<StarQuestion />);
  useFavorites.setState({ team: new Set([7]) });
  star();
  expect(isOpen()).toBe(false);
});

it('does not appear for 30 days after a no, and then does', async () => {
  allowNotifications();
  renderPart(<StarQuestion />);
  star();
  await press(t('notifications.ask_no'));
  expect(question()).toBeNull();
  star(8);
  expect(question()).toBeNull();
  localStorage.setItem('push_declined_at', String(Date.now() - 29.9 * DAY_MS));
  star(9);
  expect(question()).toBeNull();
  localStorage.setItem('push_declined_at', String(Date.now() - 30.1 * DAY_MS));
  star(10);
  expect(question()).toBeTruthy();
});

it('treats dismissing the browser’s question as a no', async () => {
  allowNotifications({ answer: 'default' });
  renderPart(<StarQuestion />);
  star();
  await press(t('notifications.ask_yes'));
  await waitFor(() => expect(question()).toBeNull());
  star(8);
  expect(question()).toBeNull();
});

it('explains how to unblock after blocking in the browser, and does not appear if blocked earlier', async () => {
  allowNotifications({ answer: 'denied' });
  renderPart(<StarQuestion />);
  star();
  await press(t('notifications.ask_yes'));
  expect(await screen.findByText(t('notifications.blocked'))).toBeTruthy();
  await press(t('notifications.ok'));
  localStorage.removeItem('push_declined_at');
  star(8);
  expect(question()).toBeNull();
});

it('shows what failed, and can be retried', async () => {
  allowNotifications();
  server.on(ADD, { status: 503, json: {} }, { status: 201, json: {} });
  renderPart(<StarQuestion />);
  star();
  await press(t('notifications.ask_yes'));
  expect((await screen.findByRole('alert')).textContent).toBe(t('notifications.on_failed'));
  await press(t('notifications.ask_yes'));
  await waitFor(() => expect(question()).toBeNull());
});

it('has guests sign in first, and then continues', async () => {
  const browser = allowNotifications();
  beGuest();
  renderPart(<StarQuestion />);
  star();
  expect(within(question() as HTMLElement).getByText(t('notifications.ask_guest'))).toBeTruthy();
  await press(t('notifications.ask_sign_in'));
  expect([useUiState.getState().showLogin, browser.asked]).toEqual([true, 0]);
  act(beUser);
  await press(t('notifications.ask_yes'));
  await waitFor(() => expect(server.bodiesOf(ADD)).toHaveLength(1));
});

it('explains what an iPhone needs, and does not appear if nothing helps', async () => {
  renderPart(<StarQuestion />);
  star();
  expect([question(), isOpen()]).toEqual([null, false]);
  Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)', configurable: true });
  star(8);
  expect(within(question() as HTMLElement).getByText(t('notifications.home_screen'))).toBeTruthy();
  await press(t('notifications.ok'));
  star(9);
  expect(question()).toBeNull();
  Reflect.deleteProperty(navigator, 'userAgent');
});
