import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { refusal, serveProfile } from '#test/web/fixtures/profile.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { useToasts } from '#web/data/toasts.ts';
import { closeConfirmEmail } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { useTimeZone } from '#web/lib/dates.ts';

const OVERVIEW = 'GET /api/account/overview';
const PROFILE = 'PATCH /api/account/profile';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  useTimeZone.setState({ name: 'UTC', isAssumed: false });
  closeConfirmEmail();
  beUser();
  server.on('POST /api/auth/refresh', { json: { access: 'token' } });
  serveProfile(server);
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const errorOf = (field: HTMLElement) => {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
  return ids.map((id) => document.getElementById(id)?.textContent).join();
};
const cardOf = (name: string) => within(screen.getByRole('heading', { name }).closest('section')!);
async function open() {
  renderSite('/settings/profile');
  await screen.findByLabelText('Name shown to others');
  return userEvent.setup();
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, select' });
/** The options in the open list of a searchable field. */
const found = (name: string) =>
  within(screen.getByRole('listbox', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });

async function type(user: ReturnType<typeof userEvent.setup>, name: string, text: string) {
  await user.clear(field(name));
  await user.type(field(name), text);
}

describe('the name on receipts', () => {
  const named = () => screen.getByRole('switch', { name: 'Show my name on receipts' });

  it('is hidden until its owner shows it, and changes at once', async () => {
    const user = await open();
    expect(named()).toHaveProperty('checked', false);
    await user.click(named());
    await waitFor(() => expect(toasts()).toEqual(['success: Receipts show @ada now.']));
    expect(named()).toHaveProperty('checked', true);
    await user.click(named());
    await waitFor(() => expect(toasts()[1]).toBe('success: Receipts no longer show your name.'));
    expect(named()).toHaveProperty('checked', false);
    expect(server.heard.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body))).toEqual([
      { named_in_receipts: true },
      { named_in_receipts: false },
    ]);
  });

  it('stays as it was if saving failed, and an error is shown', async () => {
    const user = await open();
    server.on(PROFILE, { status: 503, json: { code: 'unavailable', detail: 'Please try again later.' } });
    await user.click(named());
    await waitFor(() => expect(toasts()).toEqual(['error: Please try again later.']));
    expect(named()).toHaveProperty('checked', false);
  });
});

describe('the user’s data', () => {
  it('is visible at a glance', async () => {
    serveProfile(server, {
      display_name: 'Ada Lovelace',
      public_handle: 'ada_l',
      country: 'GB',
      time_zone: 'Europe/London',
      last_login_at: '2026-11-19T10:00:00Z',
    });
    await open();
    expect(screen.getByRole('heading', { name: 'Ada Lovelace' })).toBeTruthy();
    expect(screen.getByText('@ada_l')).toBeTruthy();
    expect(screen.getByText('ada@example.com')).toBeTruthy();
    for (const [label, value] of [
      ['Email confirmed', 'Jan 2, 2026, 03:14'],
      ['Member since', 'Jan 2, 2026, 03:04'],
      ['Last sign-in', 'Nov 19, 2026, 10:00'],
      ['Stats updated', 'Nov 20, 2026, 12:00'],
    ]) {
      expect(screen.getByText(label!).nextElementSibling?.textContent).toBe(value);
    }
    expect(field('Country').value).toBe('United Kingdom');
    expect(field('Time zone').value).toBe('Europe/London');
    expect(save().disabled).toBe(true);
  });

  it('shows no address if none was given, and asks for one', async () => {
    serveProfile(server, { email: null, email_verified: false, verified_at: null });
    const user = await open();
    expect(screen.getByText('Email confirmed').nextElementSibling?.textContent).toBe('Not yet');
    await user.click(screen.getByRole('button', { name: 'Add an address' }));
    expect(await screen.findByRole('dialog', { name: 'Add an email address' })).toBeTruthy();
  });

  it('shows an error, and retries', async () => {
    server.on(OVERVIEW, refusal(500, 'internal'), { json: makeOverview() });
    renderSite('/settings/profile');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Your profile could not be loaded')).toBeTruthy();
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Name shown to others')).toBeTruthy();
  });

  it('is not shown to others', async () => {
    beGuest();
    renderSite('/settings/profile');
    expect(await screen.findByText('Sign in to see your settings')).toBeTruthy();
    expect(server.calls()).not.toContain(OVERVIEW);
  });
});

describe('the details', () => {
  it('are sent if changed, and shown in the bar above at once', async () => {
    const user = await open();
    await type(user, 'Name shown to others', '  Linh Nguyễn ');
    await type(user, 'Public name', 'linh_n');
    await user.selectOptions(field('Language of our messages'), 'Tiếng Việt');
    await user.click(save());
    await waitFor(() => expect(toasts()).toEqual(['success: Your profile is saved.']));
    expect(server.bodiesOf(PROFILE)).toEqual([{ display_name: 'Linh Nguyễn', public_handle: 'linh_n', locale: 'vi' }]);
    expect(field('Name shown to others').value).toBe('Linh Nguyễn');
    expect(save().disabled).toBe(true);
    expect(useSession.getState().user).toMatchObject({ display_name: 'Linh Nguyễn', public_handle: 'linh_n' });
    expect(screen.getByRole('button', { name: 'Account menu: Linh Nguyễn' })).toBeTruthy();
  });

  it('are removed by a press, and a name by emptying its field', async () => {
    const user = await open();
    await user.clear(field('Name shown to others'));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('Name shown to others').value).toBe('Ada');
    await user.clear(field('Name shown to others'));
    await user.click(save());
    await waitFor(() => expect(server.bodiesOf(PROFILE)).toEqual([{ display_name: null }]));
  });

  it.each([
    ['ab', 'It has to have 3 to 20 characters'],
    ['ada lovelace', 'Only the letters a–z, digits and _ can be used'],
    ['123', 'It needs at least one letter'],
    ['Support', 'This name is reserved. Please choose another one.'],
  ])('show next to the public name %j what is wrong with it, and make no request', async (typed, words) => {
    const user = await open();
    await type(user, 'Public name', typed);
    await user.click(save());
    expect(errorOf(field('Public name'))).toBe(words);
    expect(document.activeElement).toBe(field('Public name'));
    expect(server.calls()).not.toContain(PROFILE);
    await user.type(field('Public name'), 'x');
    expect(errorOf(field('Public name'))).toBe('');
  });

  it.each([
    ['handle_taken', 409, {}, 'Public name', 'What the server says.'],
    ['invalid_time_zone', 400, {}, 'Time zone', 'What the server says.'],
    ['invalid_payload', 400, { field: 'country' }, 'Country', 'This cannot be used. Please choose something else.'],
    ['invalid_payload', 400, { field: 'display_name' }, 'Name shown to others', 'This cannot be used. Please choose something else.'],
  ])('keep the input if the server refuses it, and put %s next to its field', async (code, status, params, name, words) => {
    server.on(PROFILE, refusal(status, code, params));
    const user = await open();
    await type(user, 'Public name', 'goal_keeper');
    await user.click(save());
    await waitFor(() => expect(errorOf(field(name))).toBe(words));
    expect(field('Public name').value).toBe('goal_keeper');
    expect(save().disabled).toBe(false);
    expect(toasts()).toEqual([]);
  });

  it('show errors that concern no field above the form, and keep the input', async () => {
    server.on(PROFILE, refusal(500, 'internal'));
    const user = await open();
    await type(user, 'Public name', 'goal_keeper');
    await user.click(save());
    expect((await cardOf('Profile').findByRole('alert')).textContent).toBe('What the server says.');
    expect(field('Public name').value).toBe('goal_keeper');
  });
});

describe('the country', () => {
  it('is found by part of its name, and can be removed', async () => {
    const user = await open();
    expect(field('Country').value).toBe('Not given');
    await user.type(field('Country'), 'cote');
    expect(found('Country')).toEqual(['Côte d’Ivoire']);
    await user.click(screen.getByRole('option', { name: 'Côte d’Ivoire' }));
    expect(field('Country').value).toBe('Côte d’Ivoire');
    await user.click(save());
    await waitFor(() => expect(server.bodiesOf(PROFILE)).toEqual([{ country: 'CI' }]));
    await user.type(field('Country'), 'not given{Enter}');
    await user.click(save());
    await waitFor(() => expect(server.bodiesOf(PROFILE)).toEqual([{ country: 'CI' }, { country: null }]));
  });

  it('is offered first if its name begins with the typed text', async () => {
    const user = await open();
    await user.type(field('Country'), 'vi');
    expect(found('Country').slice(0, 3)).toEqual(['Vietnam', 'British Virgin Islands', 'St. Vincent & Grenadines']);
    expect(found('Country')).toContain('Bolivia');
  });

  it('stays as it was if nothing was chosen', async () => {
    serveProfile(server, { country: 'VN' });
    const user = await open();
    await user.type(field('Country'), 'atlantis');
    expect(screen.getByText('Nothing found')).toBeTruthy();
    await user.tab();
    expect(field('Country').value).toBe('Vietnam');
    await user.type(field('Country'), 'fra{Escape}');
    expect(field('Country').value).toBe('Vietnam');
    expect(save().disabled).toBe(true);
  });

  it('is named in the reader’s language', async () => {
    await chooseLocale('zh-CN');
    serveProfile(server, { country: 'VN' });
    renderSite('/settings/profile');
    expect(await screen.findByDisplayValue('越南')).toBeTruthy();
    await userEvent.type(screen.getByDisplayValue('越南'), '法国');
    expect(found('国家或地区')).toEqual(['法国']);
  });
});

describe('the time zone', () => {
  it('is found by its country, its place or its name, by keyboard', async () => {
    const user = await open();
    await user.type(field('Time zone'), 'viet');
    expect(found('Time zone')).toEqual([expect.stringMatching(/^Asia\/Ho Chi Minh/)]);
    await user.clear(field('Time zone'));
    await user.type(field('Time zone'), 'ho chi minh');
    expect(found('Time zone')).toEqual([expect.stringMatching(/^Asia\/Ho Chi Minh.* · UTC\+7$/)]);
    await user.clear(field('Time zone'));
    await user.type(field('Time zone'), 'nepal');
    expect(found('Time zone')).toEqual([expect.stringMatching(/^Asia\/Kathmandu.* · UTC\+5:45$/)]);
    await user.keyboard('{Enter}');
    expect(field('Time zone').value).toBe('Asia/Kathmandu');
    await user.click(save());
    await waitFor(() => expect(server.bodiesOf(PROFILE)).toEqual([{ time_zone: 'Asia/Kathmandu' }]));
  });

  it('of this device is one press away, and not offered if already set', async () => {
    useTimeZone.setState({ name: 'Asia/Saigon', isAssumed: false });
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Use Asia/Ho Chi Minh, as on this device' }));
    expect(field('Time zone').value).toBe('Asia/Ho Chi Minh');
    expect(screen.queryByRole('button', { name: /as on this device/ })).toBeNull();
  });
});
