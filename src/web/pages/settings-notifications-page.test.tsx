import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationSettings } from '#contract/notifications.ts';
import type { NotificationKind } from '#domain/notifications/notification.ts';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeNotifications, makePushDevice } from '#test/web/fixtures/notifications.ts';
import { servePages } from '#test/web/page-server.ts';
import { allowNotifications, denyNotifications } from '#test/web/push-browser.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
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
  server.on('GET /api/account/calendars', { json: { items: [] } });
  serve();
  await chooseLocale('en');
});
afterEach(denyNotifications);

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const cardOf = (name: string) => within(screen.getByRole('heading', { name }).closest('section') as HTMLElement);
type Channel = 'push' | 'telegram' | 'mail';
const nameOf = (kind: NotificationKind, channel: Channel) =>
  t('notifications.cell', { kind: t(`notifications.kind.${kind}`), channel: t(`notifications.channel.${channel}`) });
const box = (kind: NotificationKind, channel: Channel) => screen.getByRole('checkbox', { name: nameOf(kind, channel) });
/** A message without its link, as queries for text find it. */
const NO_LINK = { link: () => '' };
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
  expect(await screen.findByText(t('settings.sign_in_title'))).toBeTruthy();
});

it('is among the pages of the account, and shows loading errors', async () => {
  server.on(SETTINGS, { status: 400, json: { code: 'invalid_query', detail: 'What the server says.' } }, { json: makeNotifications() });
  renderSite('/settings/notifications');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(t('notifications.load_failed'))).toBeTruthy();
  expect(screen.getByRole('link', { name: t('shell.notifications') }).getAttribute('aria-current')).toBe('page');
  await userEvent.click(alert.getByRole('button', { name: t('common.retry') }));
  expect(await screen.findByRole('table')).toBeTruthy();
});

it.each([
  ['en', t],
  ['zh-CN', tZh],
  ['vi', tVi],
] as const)('links to the spoiler shield, in %s', async (locale, words) => {
  await chooseLocale(locale);
  const [, name = 'no link'] = words.markup('notifications.shield_note', { link: (chunks) => `|${chunks}|` }).split('|');
  const user = await open();
  await user.click(within(screen.getByRole('main')).getByRole('link', { name }));
  expect(await screen.findAllByRole('radio')).toHaveLength(3);
});

describe('notifications', () => {
  it('have a box for each kind and channel, saved when ticked', async () => {
    const user = await open();
    expect([isOn(box('goal', 'push')), isOn(box('goal', 'telegram')), isOn(box('lineups', 'push'))]).toEqual([true, true, false]);
    expect(screen.queryByRole('checkbox', { name: nameOf('goal', 'mail') })).toBeNull();
    await user.click(box('lineups', 'push'));
    await user.click(box('bet', 'mail'));
    expect(isOn(box('lineups', 'push'))).toBe(true);
    expect(await cardOf(t('notifications.kinds_heading')).findByText(t('notifications.saved'))).toBeTruthy();
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
    await user.click(box('lineups', 'push'));
    expect((await screen.findByRole('alert')).textContent).toBe(`${t('notifications.save_failed')} We will be back in a moment.`);
    await waitFor(() => expect(isOn(box('lineups', 'push'))).toBe(false));
  });

  it('are not cached for the next user, if saved after the previous one signed out', async () => {
    const user = await open();
    const release = server.hold(SAVE, { json: makeNotifications() });
    await user.click(box('lineups', 'push'));
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
    expect(box('goal', 'telegram')).toHaveProperty('disabled', true);
    expect(box('bet', 'mail')).toHaveProperty('disabled', true);
    expect(screen.getByText(t.markup('notifications.telegram_unbound', NO_LINK).trim())).toBeTruthy();
    expect(screen.getByText(t.markup('notifications.mail_unconfirmed', NO_LINK).trim())).toBeTruthy();
    const [, name = 'no link'] = t.markup('notifications.telegram_unbound', { link: (words) => `|${words}|` }).split('|');
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/settings/security');
    expect(screen.queryByRole('switch', { name: t('notifications.telegram_on') })).toBeNull();
  });

  it('distinguish a stopped bot, a muted one, and sites without one', async () => {
    serve({ telegram: 'blocked' });
    await open();
    expect(screen.getByText(t.markup('notifications.telegram_blocked', NO_LINK).trim())).toBeTruthy();
    serve({ choices: { telegram_on: false } });
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.getByRole('switch', { name: t('notifications.telegram_on') })).toHaveProperty('checked', false));
    expect(box('goal', 'telegram')).toHaveProperty('disabled', true);
    serve({ telegram: 'unavailable' });
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: t('notifications.channel.telegram') })).toBeNull());
  });
});

it('lets the user change the number of sounds, also one set elsewhere', async () => {
  serve({ choices: { match_max: 7 } });
  const user = await open();
  const field = screen.getByRole('combobox', { name: t('notifications.match_max') });
  expect(field).toHaveProperty('value', '7');
  await user.selectOptions(field, t('notifications.at_most', { count: 3 }));
  await waitFor(() => expect(server.bodiesOf(SAVE)).toMatchObject([{ match_max: 3, day_max: 30 }]));
});

describe('quiet hours', () => {
  it('begin with a night in the named zone, and can be changed', async () => {
    const user = await open();
    await user.click(screen.getByRole('switch', { name: t('notifications.quiet_on') }));
    expect(screen.getByText(t.markup('notifications.quiet_zone', { ...NO_LINK, zone: 'Asia/Ho Chi Minh' }).trim())).toBeTruthy();
    const from = screen.getByLabelText<HTMLInputElement>(t('notifications.quiet_from'));
    await user.clear(from);
    await user.type(from, '23:15');
    await user.tab();
    await user.click(screen.getByRole('checkbox', { name: t('notifications.kind.full_time') }));
    await waitFor(() => expect(server.bodiesOf(SAVE)).toHaveLength(3));
    expect(server.bodiesOf(SAVE).map(({ quiet }) => quiet)).toEqual([
      { from: '22:30', to: '07:30', kinds: [] },
      { from: '23:15', to: '07:30', kinds: [] },
      { from: '23:15', to: '07:30', kinds: ['full_time'] },
    ]);
    await user.click(screen.getByRole('switch', { name: t('notifications.quiet_on') }));
    await waitFor(() => expect(server.bodiesOf(SAVE).at(-1)).toMatchObject({ quiet: null }));
  });

  it('are not saved without a length, and an empty field keeps its value', async () => {
    serve({ choices: { quiet: { from: '22:00', to: '07:00', kinds: ['goal'] } } });
    const user = await open();
    const to = screen.getByLabelText<HTMLInputElement>(t('notifications.quiet_to'));
    await user.clear(to);
    await user.tab();
    expect(to.value).toBe('07:00');
    await user.clear(to);
    await user.type(to, '22:00');
    await user.tab();
    expect(screen.getAllByText(t('notifications.quiet_same'))).toHaveLength(2);
    expect(server.bodiesOf(SAVE)).toEqual([]);
  });
});

describe('this device', () => {
  const device = () => cardOf(t('notifications.device_heading'));

  it('is turned on, tested and turned off', async () => {
    const browser = allowNotifications();
    server.on(ADD, { status: 201, json: { device: makePushDevice({ is_this: true }) } });
    server.on(TEST, { json: { state: 'sent' } }, { json: { state: 'gone' } });
    const user = await open();
    expect(device().getByText(t('notifications.device_off'))).toBeTruthy();
    serve({ devices: [makePushDevice({ is_this: true }), makePushDevice()] });
    await user.click(device().getByRole('button', { name: t('notifications.turn_on') }));
    expect(await device().findByText(t('notifications.device_on'))).toBeTruthy();
    expect(browser.subscription?.endpoint).toBe(server.bodiesOf(ADD)[0]?.endpoint);
    expect(await cardOf(t('notifications.devices_heading')).findByText(t('notifications.this_one'))).toBeTruthy();
    await user.click(device().getByRole('button', { name: t('notifications.test') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('notifications.test_state.sent')}`]));
    await user.click(device().getByRole('button', { name: t('notifications.test') }));
    expect(await device().findByText(t('notifications.device_off'))).toBeTruthy();
    expect(toasts().at(-1)).toBe(`error: ${t('notifications.test_state.gone')}`);
    await user.click(device().getByRole('button', { name: t('notifications.turn_on') }));
    server.on(REMOVE, { json: {} });
    await user.click(await device().findByRole('button', { name: t('notifications.turn_off') }));
    expect(await device().findByText(t('notifications.device_off'))).toBeTruthy();
    expect([browser.subscription, toasts().at(-1)]).toEqual([null, `success: ${t('notifications.turned_off')}`]);
  });

  it.each([
    ['denied by its browser', 'denied', 'blocked'],
    ['asked in vain', 'default', 'device_off_hint'],
  ] as const)('that was %s shows so', async (_, answer, key) => {
    allowNotifications({ answer });
    const user = await open();
    await user.click(device().getByRole('button', { name: t('notifications.turn_on') }));
    expect(await device().findByText(t(`notifications.${key}`))).toBeTruthy();
    expect(server.calls()).not.toContain(ADD);
  });

  it('shows what failed', async () => {
    allowNotifications();
    server.on(ADD, { status: 503, json: { code: 'unavailable', detail: 'We will be back in a moment.' } });
    const user = await open();
    await user.click(device().getByRole('button', { name: t('notifications.turn_on') }));
    expect((await device().findByRole('alert')).textContent).toBe(`${t('notifications.on_failed')} We will be back in a moment.`);
  });

  it('without support shows so, and still announces goals on the page', async () => {
    const user = await open();
    expect(device().getByText(t('notifications.unsupported'))).toBeTruthy();
    expect(device().queryByRole('button')).toBeNull();
    await user.click(device().getByRole('switch', { name: t('notifications.goal_toasts') }));
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
  const firefox = t('notifications.device_name', { browser: 'Firefox', system: 'Linux' });
  const chrome = t('notifications.device_name', { browser: 'Chrome', system: 'Android' });
  const since = t('notifications.since', { date: '20 Nov' });
  const items = within(cardOf(t('notifications.devices_heading')).getByRole('list')).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    `${firefox}${t('notifications.this_one')}${since} · ${t('notifications.reached', { ago: '2 minutes ago' })}`,
    `${chrome}${since}${t('notifications.remove')}`,
  ]);
  await user.click(screen.getByRole('button', { name: t('notifications.remove_named', { device: chrome }) }));
  await waitFor(() => expect(screen.queryByText(chrome)).toBeNull());
  expect(server.heard.find(({ method }) => method === 'DELETE')?.query).toEqual({ id: phone.id });
});

it('counts muted matches, and unmutes them all', async () => {
  serve({ muted: 2 });
  server.on('DELETE /api/notifications/mutes', { json: {} });
  const user = await open();
  expect(screen.getByText(t('notifications.muted_count', { count: 2 }))).toBeTruthy();
  serve();
  await user.click(screen.getByRole('button', { name: t('notifications.unmute_all') }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: t('notifications.muted_heading') })).toBeNull());
  expect(toasts()).toEqual([`success: ${t('notifications.unmuted')}`]);
});
