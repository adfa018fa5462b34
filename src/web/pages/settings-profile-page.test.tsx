import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { refusal, serveProfile } from '#test/web/fixtures/profile.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { useToasts } from '#web/data/toasts.ts';
import { closeConfirmEmail } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { useTimeZone } from '#web/lib/dates.ts';
import { LANGUAGES } from '#web/lib/languages.ts';

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
  await screen.findByLabelText(t('settings.display_name'));
  return userEvent.setup();
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, select' });
/** The options in the open list of a searchable field. */
const found = (name: string) =>
  within(screen.getByRole('listbox', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: t('settings.save') });

async function type(user: ReturnType<typeof userEvent.setup>, name: string, text: string) {
  await user.clear(field(name));
  await user.type(field(name), text);
}

describe('the name on receipts', () => {
  const named = () => screen.getByRole('switch', { name: t('settings.receipts_named') });

  it('is hidden until its owner shows it, and changes at once', async () => {
    const user = await open();
    expect(named()).toHaveProperty('checked', false);
    await user.click(named());
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('settings.receipts_on', { handle: '@ada' })}`]));
    expect(named()).toHaveProperty('checked', true);
    await user.click(named());
    await waitFor(() => expect(toasts()[1]).toBe(`success: ${t('settings.receipts_off')}`));
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
      [t('settings.verified_at'), '2 Jan 2026, 03:14'],
      [t('settings.member_since'), '2 Jan 2026, 03:04'],
      [t('settings.last_login'), '19 Nov 2026, 10:00'],
      [t('settings.updated_at'), '20 Nov 2026, 12:00'],
    ]) {
      expect(screen.getByText(label!).nextElementSibling?.textContent).toBe(value);
    }
    expect(field(t('settings.country')).value).toBe('United Kingdom');
    expect(field(t('settings.time_zone')).value).toBe('Europe/London');
    expect(save().disabled).toBe(true);
  });

  it('shows no address if none was given, and asks for one', async () => {
    serveProfile(server, { email: null, email_verified: false, verified_at: null });
    const user = await open();
    expect(screen.getByText(t('settings.verified_at')).nextElementSibling?.textContent).toBe(t('settings.not_yet'));
    await user.click(screen.getByRole('button', { name: t('settings.email_add') }));
    expect(await screen.findByRole('dialog', { name: t('security.add_title') })).toBeTruthy();
  });

  it('shows an error, and retries', async () => {
    server.on(OVERVIEW, refusal(500, 'internal'), { json: makeOverview() });
    renderSite('/settings/profile');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(t('settings.load_failed'))).toBeTruthy();
    await userEvent.click(alert.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByLabelText(t('settings.display_name'))).toBeTruthy();
  });

  it('is not shown to others', async () => {
    beGuest();
    renderSite('/settings/profile');
    expect(await screen.findByText(t('settings.sign_in_title'))).toBeTruthy();
    expect(server.calls()).not.toContain(OVERVIEW);
  });
});

describe('the details', () => {
  it('are sent if changed, and shown in the bar above at once', async () => {
    const user = await open();
    await type(user, t('settings.display_name'), '  Linh Nguyễn ');
    await type(user, t('settings.handle'), 'linh_n');
    await user.selectOptions(field(t('settings.messages_language')), LANGUAGES.vi.name);
    await user.click(save());
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('settings.saved')}`]));
    expect(server.bodiesOf(PROFILE)).toEqual([{ display_name: 'Linh Nguyễn', public_handle: 'linh_n', locale: 'vi' }]);
    expect(field(t('settings.display_name')).value).toBe('Linh Nguyễn');
    expect(save().disabled).toBe(true);
    expect(useSession.getState().user).toMatchObject({ display_name: 'Linh Nguyễn', public_handle: 'linh_n' });
    expect(screen.getByRole('button', { name: `${t('shell.account_menu')}: Linh Nguyễn` })).toBeTruthy();
  });

  it('are removed by a press, and a name by emptying its field', async () => {
    const user = await open();
    await user.clear(field(t('settings.display_name')));
    await user.click(screen.getByRole('button', { name: t('settings.discard') }));
    expect(field(t('settings.display_name')).value).toBe('Ada');
    await user.clear(field(t('settings.display_name')));
    await user.click(save());
    await waitFor(() => expect(server.bodiesOf(PROFILE)).toEqual([{ display_name: null }]));
  });

  it.each([
    ['ab', t('settings.handle_length', { min: 3, max: 20 })],
    ['ada lovelace', t('settings.handle_characters')],
    ['123', t('settings.handle_no_letter')],
    ['Support', t('settings.handle_reserved')],
  ])('show next to the public name %j what is wrong with it, and make no request', async (typed, words) => {
    const user = await open();
    await type(user, t('settings.handle'), typed);
    await user.click(save());
    expect(errorOf(field(t('settings.handle')))).toBe(words);
    expect(document.activeElement).toBe(field(t('settings.handle')));
    expect(server.calls()).not.toContain(PROFILE);
    await user.type(field(t('settings.handle')), 'x');
    expect(errorOf(field(t('settings.handle')))).toBe('');
  });

  it.each([
    ['handle_taken', 409, {}, t('settings.handle'), 'What the server says.'],
    ['invalid_time_zone', 400, {}, t('settings.time_zone'), 'What the server says.'],
    ['invalid_payload', 400, { field: 'country' }, t('settings.country'), t('settings.not_usable')],
    ['invalid_payload', 400, { field: 'display_name' }, t('settings.display_name'), t('settings.not_usable')],
  ])('keep the input if the server refuses it, and put %s next to its field', async (code, status, params, name, words) => {
    server.on(PROFILE, refusal(status, code, params));
    const user = await open();
    await type(user, t('settings.handle'), 'goal_keeper');
    await user.click(save());
    await waitFor(() => expect(errorOf(field(name))).toBe(words));
    expect(field(t('settings.handle')).value).toBe('goal_keeper');
    expect(save().disabled).toBe(false);
    expect(toasts()).toEqual([]);
  });

  it('show errors that concern no field above the form, and keep the input', async () => {
    server.on(PROFILE, refusal(500, 'internal'));
    const user = await open();
    await type(user, t('settings.handle'), 'goal_keeper');
    await user.click(save());
    expect((await cardOf(t('settings.details_heading')).findByRole('alert')).textContent).toBe('What the server says.');
    expect(field(t('settings.handle')).value).toBe('goal_keeper');
  });
});

describe('the country', () => {
  it('is found by part of its name, and can be removed', async () => {
    const user = await open();
    expect(field(t('settings.country')).value).toBe(t('settings.none'));
    await user.type(field(t('settings.country')), 'cote');
    expect(found(t('settings.country'))).toEqual(['Côte d’Ivoire']);
    await user.click(screen.getByRole('option', { name: 'Côte d’Ivoire' }));
    expect(field(t('settings.country')).value).toBe('Côte d’Ivoire');
    await user.click(save());
    await waitFor(() => expect(server.bodiesOf(PROFILE)).toEqual([{ country: 'CI' }]));
    await user.type(field(t('settings.country')), `${t('settings.none')}{Enter}`);
    await user.click(save());
    await waitFor(() => expect(server.bodiesOf(PROFILE)).toEqual([{ country: 'CI' }, { country: null }]));
  });

  it('is offered first if its name begins with the typed text', async () => {
    const user = await open();
    await user.type(field(t('settings.country')), 'vi');
    expect(found(t('settings.country')).slice(0, 3)).toEqual(['Vietnam', 'British Virgin Islands', 'St. Vincent & Grenadines']);
    expect(found(t('settings.country'))).toContain('Bolivia');
  });

  it('stays as it was if nothing was chosen', async () => {
    serveProfile(server, { country: 'VN' });
    const user = await open();
    await user.type(field(t('settings.country')), 'atlantis');
    expect(screen.getByText(t('settings.nothing_found'))).toBeTruthy();
    await user.tab();
    expect(field(t('settings.country')).value).toBe('Vietnam');
    await user.type(field(t('settings.country')), 'fra{Escape}');
    expect(field(t('settings.country')).value).toBe('Vietnam');
    expect(save().disabled).toBe(true);
  });

  it('is named in the reader’s language', async () => {
    await chooseLocale('zh-CN');
    serveProfile(server, { country: 'VN' });
    renderSite('/settings/profile');
    expect(await screen.findByDisplayValue('越南')).toBeTruthy();
    await userEvent.type(screen.getByDisplayValue('越南'), '法国');
    expect(found(tZh('settings.country'))).toEqual(['法国']);
  });
});

describe('the time zone', () => {
  it('is found by its country, its place or its name, by keyboard', async () => {
    const user = await open();
    await user.type(field(t('settings.time_zone')), 'viet');
    expect(found(t('settings.time_zone'))).toEqual([expect.stringMatching(/^Asia\/Ho Chi Minh/)]);
    await user.clear(field(t('settings.time_zone')));
    await user.type(field(t('settings.time_zone')), 'ho chi minh');
    expect(found(t('settings.time_zone'))).toEqual([expect.stringMatching(/^Asia\/Ho Chi Minh.* · UTC\+7$/)]);
    await user.clear(field(t('settings.time_zone')));
    await user.type(field(t('settings.time_zone')), 'nepal');
    expect(found(t('settings.time_zone'))).toEqual([expect.stringMatching(/^Asia\/Kathmandu.* · UTC\+5:45$/)]);
    await user.keyboard('{Enter}');
    expect(field(t('settings.time_zone')).value).toBe('Asia/Kathmandu');
    await user.click(save());
    await waitFor(() => expect(server.bodiesOf(PROFILE)).toEqual([{ time_zone: 'Asia/Kathmandu' }]));
  });

  it('of this device is one press away, and not offered if already set', async () => {
    useTimeZone.setState({ name: 'Asia/Saigon', isAssumed: false });
    const user = await open();
    const offer = t('settings.use_device_zone', { zone: 'Asia/Ho Chi Minh' });
    await user.click(screen.getByRole('button', { name: offer }));
    expect(field(t('settings.time_zone')).value).toBe('Asia/Ho Chi Minh');
    expect(screen.queryByRole('button', { name: offer })).toBeNull();
  });
});
