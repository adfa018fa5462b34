import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationSettings } from '#contract/notifications.ts';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeNotifications, makePushDevice } from '#test/web/fixtures/notifications.ts';
import { servePages } from '#test/web/page-server.ts';
import { allowNotifications, denyNotifications } from '#test/web/push-browser.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { clearUser, queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const SETTINGS = 'GET /api/notifications/settings';
const SAVE = 'PUT /api/notifications/settings';
const ADD = 'POST /api/notifications/push';
const TEST = 'POST /api/notifications/push/test';
const REMOVE = 'DELETE /api/notifications/push';

const server = await servePages();
/** Stores and returns the settings, like our server. */
function serve(rest: Parameters<typeof makeNotifications>[0] = {}): void {
  let kept: NotificationSettings = makeNotifications(rest);
  server.on(SETTINGS, () => ({ json: kept }));
  server.on(SAVE, ({ body }) => {
    kept = { ...kept, choices: JSON.parse(body) };
    return { json: kept };
  });
}
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  serve();
  await chooseLocale('en');
});
afterEach(denyNotifications);

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const cardOf = (name: string) => within(screen.getByRole('heading', { name }).closest('section') as HTMLElement);
const box = (name: string) => screen.getByRole('checkbox', { name });
const isOn = (element: HTMLElement) => element.getAttribute('aria-checked') === 'true';

async function open() {
  const user = userEvent.setup();
  renderSite('/settings/notifications');
  await screen.findByRole('table');
  return user;
}

it('asks guests to sign in', async () => {
  beGuest();
  renderSite('/settings/notifications');
  expect(await screen.findByText('Sign in to see your settings')).toBeTruthy();
});

it('is among the pages of the account, and shows loading errors', async () => {
  server.on(SETTINGS, { status: 400, json: { code: 'invalid_query', detail: 'What the server says.' } }, { json: makeNotifications() });
  renderSite('/settings/notifications');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Your notifications could not be loaded')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Notifications' }).getAttribute('aria-current')).toBe('page');
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeTruthy();
});

it.each([
  ['en', 'spoiler shield'],
  ['zh-CN', '防剧透'],
  ['vi', 'chống lộ kết quả'],
] as const)('links to the spoiler shield, in %s', async (locale, name) => {
  await chooseLocale(locale);
  const user = await open();
  await user.click(within(screen.getByRole('main')).getByRole('link', { name }));
  expect(await screen.findAllByRole('radio')).toHaveLength(3);
});

describe('notifications', () => {
  it('have a box for each kind and channel, saved when ticked', async () => {
    const user = await open();
    expect([isOn(box('Goals: Browser')), isOn(box('Goals: Telegram')), isOn(box('Line-ups: Browser'))]).toEqual([true, true, false]);
    expect(screen.queryByRole('checkbox', { name: 'Goals: Mail' })).toBeNull();
    await user.click(box('Line-ups: Browser'));
    await user.click(box('My bets: Mail'));
    expect(isOn(box('Line-ups: Browser'))).toBe(true);
    expect(await cardOf('What we tell you').findByText('Saved')).toBeTruthy();
    await waitFor(() => expect(server.bodiesOf(SAVE)).toHaveLength(2));
    expect(server.bodiesOf(SAVE).at(-1)).toEqual({
      ...makeNotifications().choices,
      kinds: {
        ...makeNotifications().choices.kinds,
        lineups: { push: true, telegram: false },
        bet: { push: true, telegram: true, mail: true },
      },
    });
  });

  it('are restored if saving failed, and show why', async () => {
    const user = await open();
    server.on(SAVE, { status: 503, json: { code: 'unavailable', detail: 'We will be back in a moment.' } });
    await user.click(box('Line-ups: Browser'));
    expect((await screen.findByRole('alert')).textContent).toBe('This could not be saved. We will be back in a moment.');
    await waitFor(() => expect(isOn(box('Line-ups: Browser'))).toBe(false));
  });

  it('are not cached for the next user, if saved after the previous one signed out', async () => {
    const user = await open();
    const release = server.hold(SAVE, { json: makeNotifications() });
    await user.click(box('Line-ups: Browser'));
    cleanup();
    clearUser();
    release();
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(server.bodiesOf(SAVE)).toHaveLength(1);
    expect(queryClient.getQueryData(['account', 'notifications'])).toBeUndefined();
  });

  it('show what Telegram and mail require, with links', async () => {
    serve({ telegram: 'unbound', mail: 'unconfirmed' });
    await open();
    expect(box('Goals: Telegram')).toHaveProperty('disabled', true);
    expect(box('My bets: Mail')).toHaveProperty('disabled', true);
    expect(screen.getByText(/^Telegram is not linked to your account/)).toBeTruthy();
    expect(screen.getByText(/^Your address is not confirmed/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Link it' }).getAttribute('href')).toBe('/settings/security');
    expect(screen.queryByRole('switch', { name: 'Messages of our Telegram bot' })).toBeNull();
  });

  it('distinguish a stopped bot, a muted one, and sites without one', async () => {
    serve({ telegram: 'blocked' });
    await open();
    expect(screen.getByText(/^You have stopped our bot/)).toBeTruthy();
    serve({ choices: { telegram_on: false } });
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Messages of our Telegram bot' })).toHaveProperty('checked', false));
    expect(box('Goals: Telegram')).toHaveProperty('disabled', true);
    serve({ telegram: 'unavailable' });
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Telegram' })).toBeNull());
  });
});

it('lets the user change the number of sounds, also one set elsewhere', async () => {
  serve({ choices: { match_max: 7 } });
  const user = await open();
  const field = screen.getByRole('combobox', { name: 'With a sound, for one match' });
  expect(field).toHaveProperty('value', '7');
  await user.selectOptions(field, 'at most 3');
  await waitFor(() => expect(server.bodiesOf(SAVE)).toMatchObject([{ match_max: 3, day_max: 30 }]));
});

describe('quiet hours', () => {
  it('begin with a night in the named zone, and can be changed', async () => {
    const user = await open();
    await user.click(screen.getByRole('switch', { name: 'Keep quiet every day' }));
    expect(screen.getByText(/^Times are in your time zone, Asia\/Ho Chi Minh\./)).toBeTruthy();
    const from = screen.getByLabelText<HTMLInputElement>('From');
    await user.clear(from);
    await user.type(from, '23:15');
    await user.tab();
    await user.click(screen.getByRole('checkbox', { name: 'Final score' }));
    await waitFor(() => expect(server.bodiesOf(SAVE)).toHaveLength(3));
    expect(server.bodiesOf(SAVE).map(({ quiet }) => quiet)).toEqual([
      { from: '22:30', to: '07:30', kinds: [] },
      { from: '23:15', to: '07:30', kinds: [] },
      { from: '23:15', to: '07:30', kinds: ['full_time'] },
    ]);
    await user.click(screen.getByRole('switch', { name: 'Keep quiet every day' }));
    await waitFor(() => expect(server.bodiesOf(SAVE).at(-1)).toMatchObject({ quiet: null }));
  });

  it('are not saved without a length, and an empty field keeps its value', async () => {
    serve({ choices: { quiet: { from: '22:00', to: '07:00', kinds: ['goal'] } } });
    const user = await open();
    const to = screen.getByLabelText<HTMLInputElement>('To');
    await user.clear(to);
    await user.tab();
    expect(to.value).toBe('07:00');
    await user.clear(to);
    await user.type(to, '22:00');
    await user.tab();
    expect(screen.getAllByText('Choose two different times.')).toHaveLength(2);
    expect(server.bodiesOf(SAVE)).toEqual([]);
  });
});

describe('this device', () => {
  const device = () => cardOf('This device');

  it('is turned on, tested and turned off', async () => {
    const browser = allowNotifications();
    server.on(ADD, { status: 201, json: { device: makePushDevice({ is_this: true }) } });
    server.on(TEST, { json: { state: 'sent' } }, { json: { state: 'gone' } });
    const user = await open();
    expect(device().getByText('Off')).toBeTruthy();
    serve({ devices: [makePushDevice({ is_this: true }), makePushDevice()] });
    await user.click(device().getByRole('button', { name: 'Turn on' }));
    expect(await device().findByText('On')).toBeTruthy();
    expect(browser.subscription?.endpoint).toBe(server.bodiesOf(ADD)[0]?.endpoint);
    expect(await screen.findByText('This one')).toBeTruthy();
    await user.click(device().getByRole('button', { name: 'Send a test' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Sent. It should be here in a moment.']));
    await user.click(device().getByRole('button', { name: 'Send a test' }));
    expect(await device().findByText('Off')).toBeTruthy();
    expect(toasts().at(-1)).toMatch(/^error: The browser has given up its subscription/);
    await user.click(device().getByRole('button', { name: 'Turn on' }));
    server.on(REMOVE, { json: {} });
    await user.click(await device().findByRole('button', { name: 'Turn off' }));
    expect(await device().findByText('Off')).toBeTruthy();
    expect([browser.subscription, toasts().at(-1)]).toEqual([null, 'success: This device is told nothing any more.']);
  });

  it.each([
    ['denied by its browser', 'denied', /^This browser does not let us/],
    ['asked in vain', 'default', /^Be told about your favorites/],
  ] as const)('that was %s shows so', async (_, answer, words) => {
    allowNotifications({ answer });
    const user = await open();
    await user.click(device().getByRole('button', { name: 'Turn on' }));
    expect(await device().findByText(words)).toBeTruthy();
    expect(server.calls()).not.toContain(ADD);
  });

  it('shows what failed', async () => {
    allowNotifications();
    server.on(ADD, { status: 503, json: { code: 'unavailable', detail: 'We will be back in a moment.' } });
    const user = await open();
    await user.click(device().getByRole('button', { name: 'Turn on' }));
    expect((await device().findByRole('alert')).textContent).toBe('Notifications could not be turned on. We will be back in a moment.');
  });

  it('without support shows so, and still announces goals on the page', async () => {
    const user = await open();
    expect(device().getByText(/^This browser cannot show notifications/)).toBeTruthy();
    expect(device().queryByRole('button')).toBeNull();
    await user.click(device().getByRole('switch', { name: 'Goals of my favorites while I am on another page' }));
    expect(localStorage.getItem('goal_toasts')).toBe('on');
    await user.click(device().getByRole('switch'));
    expect(localStorage.getItem('goal_toasts')).toBeNull();
  });
});

it('lists the devices, and removes any but this one', async () => {
  const phone = makePushDevice({ browser: 'Chrome', system: 'Android' });
  serve({ devices: [makePushDevice({ is_this: true, reached_at: new Date(Date.now() - 120_000).toISOString() }), phone] });
  server.on(REMOVE, ({ query }) => {
    serve({ devices: [makePushDevice({ is_this: true })] });
    return { json: { id: query.id } };
  });
  const user = await open();
  const items = within(cardOf('Devices that are told').getByRole('list')).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Firefox on LinuxThis onesince Nov 20 · told last 2 minutes ago$/),
    expect.stringMatching(/^Chrome on Androidsince Nov 20Remove$/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove Chrome on Android' }));
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
  expect(server.heard.find(({ method }) => method === 'DELETE')?.query).toEqual({ id: phone.id });
});
