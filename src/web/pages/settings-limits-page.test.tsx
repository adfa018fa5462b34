import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { exclusionEnd, type LimitKind, type LimitPeriod } from '#domain/play-limits/play-limits.ts';
import { HOUR_MS } from '#domain/time.ts';
import { beGuest, beUser, makeInvite, makeLimits, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { writeDate } from '#texts/write.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { timeZone } from '#web/lib/dates.ts';

const OVERVIEW = 'GET /api/account/overview';
const LIMITS = 'GET /api/account/limits';
const SET = 'PUT /api/account/limits';
const EXCLUDE = 'POST /api/account/self-exclusion';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on(OVERVIEW, { json: makeOverview() });
  server.on(LIMITS, { json: makeLimits() });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);

async function open() {
  const user = userEvent.setup();
  renderSite('/settings/limits');
  await screen.findByRole('region', { name: t('play_limits.kind.stake') });
  return user;
}
/** The row of one of the six limits. */
const row = (kind: LimitKind, period: LimitPeriod) =>
  within(
    within(screen.getByRole('region', { name: t(`play_limits.kind.${kind}`) }))
      .getByText(t(`play_limits.period.${period}`))
      .closest('li') as HTMLElement,
  );
/** "tomorrow at 14:32", at any time of that day. */
const anyTime = (day: 'today' | 'tomorrow') => t(`play_limits.${day}`, { time: '\\d\\d:\\d\\d' });
/** "20 November 2026 at 18:30" */
const dateTime = (at: string) => writeDate('en', 'date_time', new Date(at), timeZone());

it('asks guests to sign in', async () => {
  beGuest();
  renderSite('/settings/limits');
  expect(await screen.findByText(t('settings.sign_in_title'))).toBeTruthy();
});

it('is among the pages of the account', async () => {
  await open();
  expect(screen.getByRole('link', { name: t('account.limits') }).getAttribute('aria-current')).toBe('page');
  expect(document.title).toContain(t('titles.settings_limits'));
});

describe('play limits', () => {
  it('show the used part of each, without stakes or winnings', async () => {
    const limits = [
      { kind: 'stake', period: 'day', amount: 500, used: 120 },
      { kind: 'stake', period: 'week', used: 1_340 },
      { kind: 'loss', period: 'day', amount: 300, used: -80 },
      { kind: 'loss', period: 'month', used: -2_000 },
    ] as const;
    server.on(LIMITS, { json: makeLimits([...limits]) });
    await open();
    const bar = row('stake', 'day').getByRole('progressbar', { name: t('play_limits.name.stake.day') });
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['120', '500']);
    expect(row('stake', 'day').getByText(t('play_limits.used_of', { used: '120', amount: '500' }))).toBeTruthy();
    const resets = (['today', 'tomorrow'] as const).map((day) => t('play_limits.resets', { when: anyTime(day) }));
    expect(row('stake', 'day').getByText(new RegExp(`^(${resets.join('|')})$`))).toBeTruthy();
    expect(row('stake', 'week').getByText(`${t('play_limits.no_limit')} · ${t('play_limits.used_none', { used: '1,340' })}`)).toBeTruthy();
    expect(row('loss', 'day').getByText(t('play_limits.used_of', { used: '0', amount: '300' }))).toBeTruthy();
    expect(row('loss', 'month').getByText(`${t('play_limits.no_limit')} · ${t('play_limits.won', { points: '2,000' })}`)).toBeTruthy();
  });

  it('are set in points, and show their value', async () => {
    server.on(SET, { json: makeLimits([{ kind: 'loss', period: 'week', amount: 1_500 }]) });
    const user = await open();
    await user.click(screen.getByRole('button', { name: t('play_limits.set_named', { limit: t('play_limits.name.loss.week') }) }));
    const field = screen.getByRole('textbox', { name: `${t('play_limits.name.loss.week')}: ${t('play_limits.amount')}` });
    await user.click(screen.getByRole('button', { name: t('play_limits.save') }));
    expect(screen.getByText(t('play_limits.amount_wrong', { max: 999999999 }))).toBeTruthy();
    await user.type(field, '1500x');
    expect(field).toHaveProperty('value', '1500');
    expect(screen.getByText(t('play_limits.about_usdt', { usdt: '1.50' }))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('play_limits.save') }));
    expect(await row('loss', 'week').findByText(t('play_limits.used_of', { used: '0', amount: '1,500' }))).toBeTruthy();
    expect(server.bodiesOf(SET)).toEqual([{ kind: 'loss', period: 'week', amount: 1_500 }]);
    expect(toasts()).toEqual([`success: ${t('play_limits.saved')}`]);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('show when a looser one takes effect, and let it be cancelled', async () => {
    const from = new Date(Date.now() + 24 * HOUR_MS).toISOString();
    const present = { kind: 'stake', period: 'day', amount: 500 } as const;
    server.on(LIMITS, { json: makeLimits([present]) });
    server.on(SET, { json: makeLimits([{ ...present, next: { amount: null, from } }]) }, { json: makeLimits([present]) });
    const user = await open();
    await user.click(screen.getByRole('button', { name: t('play_limits.change_named', { limit: t('play_limits.name.stake.day') }) }));
    await user.click(screen.getByRole('button', { name: t('play_limits.remove') }));
    const pending = new RegExp(`^${t('play_limits.next_none', { when: anyTime('tomorrow') })}$`);
    expect(await row('stake', 'day').findByText(pending)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('play_limits.keep') }));
    await waitFor(() => expect(screen.queryByText(pending)).toBeNull());
    expect(server.bodiesOf(SET)).toEqual([
      { kind: 'stake', period: 'day', amount: null },
      { kind: 'stake', period: 'day', amount: 500 },
    ]);
    expect(toasts()).toEqual([`success: ${t('play_limits.saved_later')}`, `success: ${t('play_limits.kept')}`]);
  });

  it('show errors, and keep the input', async () => {
    server.on(SET, { status: 503, json: { code: 'unavailable', detail: 'We will be back in a moment.' } });
    const user = await open();
    await user.click(screen.getByRole('button', { name: t('play_limits.set_named', { limit: t('play_limits.name.stake.month') }) }));
    await user.type(screen.getByRole('textbox'), '700');
    await user.click(screen.getByRole('button', { name: t('play_limits.save') }));
    expect((await screen.findByRole('alert')).textContent).toBe(`${t('play_limits.save_failed')} We will be back in a moment.`);
    expect(screen.getByRole('textbox')).toHaveProperty('value', '700');
  });
});

describe('a time-out or self-exclusion', () => {
  const begin = () => screen.getByRole('button', { name: t('play_limits.begin') });

  it('shows what stops, what stays and until when, and asks twice before it begins', async () => {
    server.on(EXCLUDE, { json: { kind: 'self_exclusion', until: '2099-01-01T00:00:00.000Z' } });
    const user = await open();
    const section = within(screen.getByRole('region', { name: t('play_limits.self_exclusion') }));
    await user.selectOptions(section.getByRole('combobox'), t('play_limits.years', { years: 2 }));
    await user.click(section.getByRole('button', { name: t('play_limits.choose_self_exclusion') }));
    const year = exclusionEnd('self_exclusion', 24, new Date()).getUTCFullYear();
    const dialog = within(await screen.findByRole('dialog', { name: t('play_limits.confirm_title.self_exclusion') }));
    const until = t('play_limits.confirm_until', { date: `\\d+ \\w+ ${year} at \\d\\d:\\d\\d` });
    expect(dialog.getByText(new RegExp(`^${until}$`))).toBeTruthy();
    expect(dialog.getByText(t('play_limits.stops_play'))).toBeTruthy();
    expect(dialog.getByText(t('play_limits.stays_points'))).toBeTruthy();
    expect(dialog.getByText(t('play_limits.stops_elsewhere'))).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: t('play_limits.go_on') }));
    await screen.findByRole('dialog', { name: t('play_limits.sure_title') });
    await user.click(begin());
    expect(screen.getByText(t('play_limits.sure_missing'))).toBeTruthy();
    expect(server.bodiesOf(EXCLUDE)).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: t('play_limits.sure') }));
    server.on(OVERVIEW, { json: makeOverview({ exclusion: { kind: 'self_exclusion', until: '2099-01-01T12:00:00.000Z' } }) });
    await user.click(begin());
    expect(await screen.findByText(t('play_limits.away_until', { date: dateTime('2099-01-01T12:00:00.000Z') }))).toBeTruthy();
    expect(server.bodiesOf(EXCLUDE)).toEqual([{ kind: 'self_exclusion', months: 24, pauses_tipping: false }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('starts over at the first step, and does nothing when it is closed', async () => {
    const user = await open();
    const section = within(screen.getByRole('region', { name: t('play_limits.time_out') }));
    await user.selectOptions(section.getByRole('combobox'), t('play_limits.days', { days: 3 }));
    await user.click(section.getByRole('button', { name: t('play_limits.choose_time_out') }));
    await user.click(await screen.findByRole('button', { name: t('play_limits.go_on') }));
    await user.click(screen.getByRole('checkbox', { name: t('play_limits.sure') }));
    await user.click(screen.getByRole('button', { name: t('play_limits.not_now') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(section.getByRole('button', { name: t('play_limits.choose_time_out') }));
    expect(await screen.findByRole('dialog', { name: t('play_limits.confirm_title.time_out') })).toBeTruthy();
    expect(screen.queryByText(t('play_limits.stops_elsewhere'))).toBeNull();
    expect(server.bodiesOf(EXCLUDE)).toEqual([]);
  });

  it('shows why it could not begin', async () => {
    server.on(EXCLUDE, { status: 503, json: { code: 'unavailable', detail: 'We will be back in a moment.' } });
    const user = await open();
    await user.click(screen.getByRole('button', { name: t('play_limits.choose_time_out') }));
    await user.click(await screen.findByRole('button', { name: t('play_limits.go_on') }));
    await user.click(screen.getByRole('checkbox', { name: t('play_limits.also_tipping') }));
    await user.click(screen.getByRole('checkbox', { name: t('play_limits.sure') }));
    await user.click(begin());
    expect((await screen.findByRole('alert')).textContent).toBe(`${t('play_limits.begin_failed')} We will be back in a moment.`);
    expect(server.bodiesOf(EXCLUDE)).toEqual([{ kind: 'time_out', hours: 24, pauses_tipping: true }]);
  });

  it('can only be extended during time away', async () => {
    const until = new Date(Date.now() + 20 * 24 * HOUR_MS).toISOString();
    server.on(OVERVIEW, { json: makeOverview({ exclusion: { kind: 'time_out', until } }) });
    await open();
    await screen.findByText(t('play_limits.longest'));
    const lengths = screen
      .getAllByRole('combobox', { name: t('play_limits.length') })
      .map((list) => [...list.querySelectorAll('option')].map(({ label }) => label));
    expect(lengths).toEqual([
      [t('play_limits.weeks', { weeks: 4 }), t('play_limits.weeks', { weeks: 6 })],
      [
        t('play_limits.months', { months: 6 }),
        t('play_limits.years', { years: 1 }),
        t('play_limits.years', { years: 2 }),
        t('play_limits.years', { years: 5 }),
      ],
    ]);
  });

  it('names services that help, on the page and before a self-exclusion', async () => {
    const user = await open();
    expect(await screen.findByText('GamCare')).toBeTruthy();
    expect(screen.getByRole('link', { name: t('help_lines.more') }).getAttribute('href')).toBe('/responsible-play');
    await user.click(screen.getByRole('button', { name: t('play_limits.choose_self_exclusion') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('play_limits.confirm_title.self_exclusion') }));
    expect(dialog.getByText('GamCare')).toBeTruthy();
  });

  it('shows whom to contact if the operator says so', async () => {
    server.on('GET /api/meta', { json: makeMeta({ support_url: 'https://help.example/' }) });
    await open();
    const [, name = 'no link'] = t.markup('play_limits.support', { link: (words) => `|${words}|` }).split('|');
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('https://help.example/');
  });
});

describe('the account during time away', () => {
  const until = '2099-01-01T12:00:00.000Z';
  beforeEach(() => {
    server.on(OVERVIEW, { json: makeOverview({ exclusion: { kind: 'time_out', until } }) });
    server.on('GET /api/account/invite', { json: makeInvite() });
    server.on('GET /api/account/points/history', { json: { items: [], page: 1, page_size: 6, total: 0 } });
    server.on('GET /api/account/bets', { json: { items: [], page: 1, page_size: 20, total: 0 } });
  });

  it.each(['/account', '/account?tab=invite', '/bets'])('%s shows that in place of play', async (address) => {
    renderSite(address);
    expect(await screen.findByText(t('play_limits.away_until', { date: dateTime(until) }))).toBeTruthy();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('button', { name: new RegExp(t('account.check_in_for', { points: 10 }).replace('10', '\\d+')) })).toBeNull();
    expect(screen.queryByText('QX7M2KPA')).toBeNull();
  });
});
