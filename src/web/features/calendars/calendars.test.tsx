import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CalendarFeed } from '#contract/calendar-feeds.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { beGuest, beUser } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { useUiState } from '#web/data/ui-state.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import type { CalendarSubject } from './api.ts';
import { CalendarButton } from './calendar-button.tsx';
import { CalendarsCard } from './calendars-card.tsx';

const SAVE = 'POST /api/account/calendars';
const LIST = 'GET /api/account/calendars';
const ID = '0b9f3c1e-5a0f-4d5e-9f63-2f1f0c7a9d11';
const TEAM: CalendarSubject = { kind: 'team', of: { id: 7, name: 'Avalon Town', names: { 'zh-CN': '阿瓦隆' } } };
const ADDRESS = `https://matchpoint.example/calendar/${'a'.repeat(43)}.ics`;

const feed = (values: Partial<CalendarFeed> = {}): CalendarFeed => ({
  ...{ id: ID, kind: 'mine', team: null, league: null, group: null, locale: 'en', shows_results: false, alarm_minutes: null },
  ...{ created_at: '2026-11-20T12:00:00.000Z', fetched_at: null },
  ...values,
});

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on(LIST, { json: { items: [] } });
  server.on(SAVE, { json: { calendar: feed(), url: ADDRESS, webcal_url: ADDRESS.replace('https', 'webcal') } });
  await showLocale('en');
});

async function open(subject: CalendarSubject) {
  const user = userEvent.setup();
  renderPart(<CalendarButton subject={subject} />);
  await user.click(screen.getByRole('button', { name: t('favorites.calendar') }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
}
const hrefOf = (link: HTMLElement) => link.getAttribute('href');

describe('the dialog for users', () => {
  it('makes an address with the chosen results, reminder and language, shows it once, and copies it', async () => {
    const { user, dialog } = await open(TEAM);
    await user.click(dialog.getByRole('checkbox', { name: t('calendars.results') }));
    await user.selectOptions(dialog.getByRole('combobox', { name: t('calendars.alarm') }), t('calendars.alarms.minutes_60'));
    await user.selectOptions(dialog.getByRole('combobox', { name: t('calendars.language') }), 'vi');
    await user.click(dialog.getByRole('button', { name: t('calendars.create') }));
    expect(await dialog.findByText(ADDRESS)).toBeTruthy();
    expect(server.bodiesOf(SAVE)).toEqual([{ kind: 'team', team_id: 7, locale: 'vi', shows_results: true, alarm_minutes: 60 }]);
    const webcal = ADDRESS.replace('https', 'webcal');
    expect(hrefOf(dialog.getByRole('link', { name: t('calendars.open') }))).toBe(webcal);
    expect(hrefOf(dialog.getByRole('link', { name: t('calendars.google') }))).toContain(encodeURIComponent(webcal));
    await user.click(dialog.getByRole('button', { name: t('calendars.copy') }));
    expect(await navigator.clipboard.readText()).toBe(ADDRESS);
  });

  it.each([
    [{ kind: 'mine' }, { kind: 'mine' }],
    [
      { kind: 'group', of: { id: ID, name: 'Friends' } },
      { kind: 'group', group_id: ID },
    ],
    [
      { kind: 'league', of: { id: 3, name: 'First Division', names: {} } },
      { kind: 'league', league_id: 3 },
    ],
  ] as const)('asks for %j by its id', async (subject, sent) => {
    const { user, dialog } = await open(subject);
    await user.click(dialog.getByRole('button', { name: t('calendars.create') }));
    await waitFor(() => expect(server.bodiesOf(SAVE)).toEqual([{ ...sent, locale: 'en', shows_results: false, alarm_minutes: null }]));
  });

  it('says why an address could not be made, and lets the user try again', async () => {
    server.on(
      SAVE,
      { status: 409, json: { code: 'too_many_calendars', detail: 'You follow 20 calendars.' } },
      { json: { calendar: feed(), url: ADDRESS, webcal_url: '' } },
    );
    const { user, dialog } = await open(TEAM);
    await user.click(dialog.getByRole('button', { name: t('calendars.create') }));
    expect((await dialog.findByRole('alert')).textContent).toContain('You follow 20 calendars.');
    await user.click(dialog.getByRole('button', { name: t('calendars.create') }));
    expect(await dialog.findByText(ADDRESS)).toBeTruthy();
  });
});

it('asks a user whose address is unconfirmed to confirm it first', async () => {
  server.on(SAVE, { status: 403, json: { code: 'contact_unconfirmed', detail: 'Confirm your email first.' } });
  const { user, dialog } = await open(TEAM);
  await user.click(dialog.getByRole('button', { name: t('calendars.create') }));
  expect(await dialog.findByText(t('security.confirm_first'))).toBeTruthy();
  expect(dialog.queryByRole('alert')).toBeNull();
});

describe('the dialog for guests', () => {
  it.each(LOCALES)('has the public address of a team in the page’s language: %s', async (locale) => {
    beGuest();
    await showLocale(locale);
    const user = userEvent.setup();
    renderPart(<CalendarButton subject={TEAM} />);
    await user.click(screen.getByRole('button'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(`${window.location.origin}/api/teams/7/calendar.ics?lang=${locale}`)).toBeTruthy();
    expect(server.heard.filter(({ path }) => path.includes('calendars'))).toEqual([]);
  });

  it('asks them to sign in for their favorites', async () => {
    beGuest();
    const { user, dialog } = await open({ kind: 'mine' });
    expect(dialog.queryByRole('link', { name: t('calendars.open') })).toBeNull();
    await user.click(dialog.getByRole('button', { name: t('shell.sign_in') }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(useUiState.getState().showLogin).toBe(true);
  });
});

describe('the list of calendars', () => {
  it('names each with what it shows and when it was last fetched, and removes one', async () => {
    const named = { id: 3, name: 'A very long league name '.repeat(5).trim(), names: {} };
    server.on(LIST, {
      json: {
        items: [
          feed({ shows_results: true, alarm_minutes: 15, fetched_at: '2026-11-20T12:00:00.000Z' }),
          feed({ id: ID.replace('0b', '1b'), kind: 'league', league: named as never }),
        ],
      },
    });
    server.on(`DELETE /api/account/calendars/${ID}`, { json: {} });
    const user = userEvent.setup();
    renderPart(<CalendarsCard />);
    expect(await screen.findByText(t('calendars.mine'))).toBeTruthy();
    expect(screen.getByText(named.name)).toBeTruthy();
    expect(screen.getByText(new RegExp(t('calendars.with_results')))).toBeTruthy();
    expect(screen.getByText(new RegExp(t('calendars.never_fetched')))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('calendars.remove_named', { name: t('calendars.mine') }) }));
    await waitFor(() => expect(screen.queryByText(t('calendars.mine'))).toBeNull());
    expect(screen.getByText(named.name)).toBeTruthy();
    expect(useToasts.getState().toasts.at(-1)?.message).toBe(t('calendars.removed'));
  });

  it('says that there are none, and that they could not be loaded', async () => {
    server.on(LIST, { status: 400, json: { code: 'invalid_query', detail: 'What the server says.' } }, { json: { items: [] } });
    const user = userEvent.setup();
    renderPart(<CalendarsCard />);
    const alert = within(await screen.findByRole('alert'));
    await user.click(alert.getByRole('button'));
    expect(await screen.findByText(t('calendars.none'))).toBeTruthy();
  });

  it('keeps a calendar that could not be removed', async () => {
    server.on(LIST, { json: { items: [feed()] } });
    server.on(`DELETE /api/account/calendars/${ID}`, { status: 400, json: { code: 'invalid_query', detail: 'Not now.' } });
    const user = userEvent.setup();
    renderPart(<CalendarsCard />);
    await user.click(await screen.findByRole('button', { name: t('calendars.remove_named', { name: t('calendars.mine') }) }));
    await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.message).toContain('Not now.'));
    expect(screen.getByText(t('calendars.mine'))).toBeTruthy();
  });
});
