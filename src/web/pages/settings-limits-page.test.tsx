import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { exclusionEnd } from '#domain/play-limits/play-limits.ts';
import { HOUR_MS } from '#domain/time.ts';
import { beGuest, beUser, makeInvite, makeLimits, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

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
  await screen.findByRole('region', { name: 'Stakes' });
  return user;
}
/** The row of one of the six limits. */
const row = (kind: 'Stakes' | 'Losses', period: string) =>
  within(
    within(screen.getByRole('region', { name: kind }))
      .getByText(period)
      .closest('li') as HTMLElement,
  );

it('asks guests to sign in', async () => {
  beGuest();
  renderSite('/settings/limits');
  expect(await screen.findByText('Sign in to see your settings')).toBeTruthy();
});

it('is among the pages of the account', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Limits' }).getAttribute('aria-current')).toBe('page');
  expect(document.title).toContain('Play limits');
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
    const bar = row('Stakes', 'A day').getByRole('progressbar', { name: 'Stakes a day' });
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['120', '500']);
    expect(row('Stakes', 'A day').getByText('120 of 500 pts')).toBeTruthy();
    expect(row('Stakes', 'A day').getByText(/^Starts afresh (today|tomorrow) \d\d:\d\d$/)).toBeTruthy();
    expect(row('Stakes', 'A week').getByText('No limit · 1,340 pts so far')).toBeTruthy();
    expect(row('Losses', 'A day').getByText('0 of 300 pts')).toBeTruthy();
    expect(row('Losses', 'A month').getByText('No limit · 2,000 pts won')).toBeTruthy();
  });

  it('are set in points, and show their value', async () => {
    server.on(SET, { json: makeLimits([{ kind: 'loss', period: 'week', amount: 1_500 }]) });
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Set: Losses a week' }));
    const field = screen.getByRole('textbox', { name: 'Losses a week: Points' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Please enter a whole number from 1 to 999,999,999')).toBeTruthy();
    await user.type(field, '1500x');
    expect(field).toHaveProperty('value', '1500');
    expect(screen.getByText('about 1.50 USDT')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await row('Losses', 'A week').findByText('0 of 1,500 pts')).toBeTruthy();
    expect(server.bodiesOf(SET)).toEqual([{ kind: 'loss', period: 'week', amount: 1_500 }]);
    expect(toasts()).toEqual(['success: Your limit is set.']);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('show when a looser one takes effect, and let it be cancelled', async () => {
    const from = new Date(Date.now() + 24 * HOUR_MS).toISOString();
    const present = { kind: 'stake', period: 'day', amount: 500 } as const;
    server.on(LIMITS, { json: makeLimits([present]) });
    server.on(SET, { json: makeLimits([{ ...present, next: { amount: null, from } }]) }, { json: makeLimits([present]) });
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Change: Stakes a day' }));
    await user.click(screen.getByRole('button', { name: 'Remove limit' }));
    expect(await row('Stakes', 'A day').findByText(/^No limit from tomorrow \d\d:\d\d$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep the present limit' }));
    await waitFor(() => expect(screen.queryByText(/^No limit from/)).toBeNull());
    expect(server.bodiesOf(SET)).toEqual([
      { kind: 'stake', period: 'day', amount: null },
      { kind: 'stake', period: 'day', amount: 500 },
    ]);
    expect(toasts()).toEqual(['success: Your limit changes in 24 hours.', 'success: Your limit stays as it is.']);
  });

  it('show errors, and keep the input', async () => {
    server.on(SET, { status: 503, json: { code: 'unavailable', detail: 'We will be back in a moment.' } });
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Set: Stakes a month' }));
    await user.type(screen.getByRole('textbox'), '700');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Your limit could not be set. We will be back in a moment.');
    expect(screen.getByRole('textbox')).toHaveProperty('value', '700');
  });
});

describe('a time-out or self-exclusion', () => {
  const begin = () => screen.getByRole('button', { name: 'Begin my time away' });

  it('shows what stops, what stays and until when, and asks twice before it begins', async () => {
    server.on(EXCLUDE, { json: { kind: 'self_exclusion', until: '2099-01-01T00:00:00.000Z' } });
    const user = await open();
    const section = within(screen.getByRole('region', { name: 'A long time away' }));
    await user.selectOptions(section.getByRole('combobox'), '2 years');
    await user.click(section.getByRole('button', { name: 'Stay away for longer' }));
    const year = exclusionEnd('self_exclusion', 24, new Date()).getUTCFullYear();
    const dialog = within(await screen.findByRole('dialog', { name: 'Stay away for longer?' }));
    expect(dialog.getByText(new RegExp(`^Until \\w+ \\d+, ${year} at`))).toBeTruthy();
    expect(dialog.getByText('Staking points, the daily check-in, and invites.')).toBeTruthy();
    expect(dialog.getByText('Your points are safe, and you can withdraw them.')).toBeTruthy();
    expect(dialog.getByText(/^Play in other accounts of yours too/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Go on' }));
    await screen.findByRole('dialog', { name: 'Are you sure?' });
    await user.click(begin());
    expect(screen.getByText('Please tick this first')).toBeTruthy();
    expect(server.bodiesOf(EXCLUDE)).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'I understand that nobody can shorten this' }));
    server.on(OVERVIEW, { json: makeOverview({ exclusion: { kind: 'self_exclusion', until: '2099-01-01T12:00:00.000Z' } }) });
    await user.click(begin());
    expect(await screen.findByText(/^You are taking time away from play until January 1, 2099 at/)).toBeTruthy();
    expect(server.bodiesOf(EXCLUDE)).toEqual([{ kind: 'self_exclusion', months: 24 }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('starts over at the first step, and does nothing when it is closed', async () => {
    const user = await open();
    const section = within(screen.getByRole('region', { name: 'A short break' }));
    await user.selectOptions(section.getByRole('combobox'), '3 days');
    await user.click(section.getByRole('button', { name: 'Take a break' }));
    await user.click(await screen.findByRole('button', { name: 'Go on' }));
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(section.getByRole('button', { name: 'Take a break' }));
    expect(await screen.findByRole('dialog', { name: 'Take a break?' })).toBeTruthy();
    expect(screen.queryByText(/^Play in other accounts/)).toBeNull();
    expect(server.bodiesOf(EXCLUDE)).toEqual([]);
  });

  it('shows why it could not begin', async () => {
    server.on(EXCLUDE, { status: 503, json: { code: 'unavailable', detail: 'We will be back in a moment.' } });
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Take a break' }));
    await user.click(await screen.findByRole('button', { name: 'Go on' }));
    await user.click(screen.getByRole('checkbox'));
    await user.click(begin());
    expect((await screen.findByRole('alert')).textContent).toBe('Your time away could not begin. We will be back in a moment.');
    expect(server.bodiesOf(EXCLUDE)).toEqual([{ kind: 'time_out', hours: 24 }]);
  });

  it('can only be extended during time away', async () => {
    const until = new Date(Date.now() + 20 * 24 * HOUR_MS).toISOString();
    server.on(OVERVIEW, { json: makeOverview({ exclusion: { kind: 'time_out', until } }) });
    await open();
    await screen.findByText('You can make it longer, not shorter.');
    const lengths = screen
      .getAllByRole('combobox', { name: 'How long' })
      .map((list) => [...list.querySelectorAll('option')].map(({ label }) => label));
    expect(lengths).toEqual([
      ['4 weeks', '6 weeks'],
      ['6 months', '1 year', '2 years', '5 years'],
    ]);
  });

  it('shows whom to contact if the operator says so', async () => {
    server.on('GET /api/meta', { json: makeMeta({ support_url: 'https://help.example/' }) });
    await open();
    expect(screen.getByRole('link', { name: 'Our support' }).getAttribute('href')).toBe('https://help.example/');
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
    expect(await screen.findByText(/^You are taking time away from play until January 1, 2099 at/)).toBeTruthy();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('button', { name: /^Check in/ })).toBeNull();
    expect(screen.queryByText('QX7M2KPA')).toBeNull();
  });
});
