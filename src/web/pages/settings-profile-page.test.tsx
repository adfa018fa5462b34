import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { servePages } from '#test/web/page-server.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useSession } from '#web/lib/session.ts';
import { useTimeZone } from '#web/lib/time-zone.ts';
import { useToasts } from '#web/lib/toasts.ts';
import { closeConfirmEmail } from '#web/lib/ui-state.ts';
import { beGuest, beUser, makeOverview } from '#web/test-accounts.ts';
import { makeMeta } from '#web/test-matches.ts';
import { renderSite } from '#web/test-render.tsx';

const OVERVIEW = 'GET /api/account/overview';
const PROFILE = 'PATCH /api/account/profile';
const SEND = 'POST /api/account/phone/send-code';
const VERIFY = 'POST /api/account/phone/verify';
const REMOVE_PHONE = 'DELETE /api/account/phone';
const WALLET = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const OTHER_WALLET = 'TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA';

type Profile = NonNullable<Parameters<typeof makeOverview>[0]>['profile'];

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  useTimeZone.setState({ name: 'UTC', isAssumed: false });
  closeConfirmEmail();
  beUser();
  server.on('POST /api/auth/refresh', { json: { access: 'token' } });
  serve();
  await chooseLocale('en');
});

/** What the account is, and becomes by every change that is sent. */
function serve(profile: Profile = {}) {
  let now = makeOverview({ profile }).profile;
  server.on(OVERVIEW, () => ({ json: makeOverview({ profile: now }) }));
  server.on(PROFILE, ({ body }) => {
    const changes = JSON.parse(body);
    now = { ...now, ...changes, display_name: changes.display_name ?? now.display_name };
    return { json: { profile: now } };
  });
}

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const errorOf = (field: HTMLElement) => {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
  return ids.map((id) => document.getElementById(id)?.textContent).join();
};
const cardOf = (name: string) => within(screen.getByRole('heading', { name }).closest('section')!);
const refusal = (status: number, code: string, params: object = {}) => ({
  status,
  json: { code, detail: 'What the server says.', params },
});

async function open() {
  renderSite('/settings/profile');
  await screen.findByLabelText('Name shown to others');
  return userEvent.setup();
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, select' });
/** What the open list of a searchable field offers. */
const found = (name: string) =>
  within(screen.getByRole('listbox', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });

async function type(user: ReturnType<typeof userEvent.setup>, name: string, text: string) {
  await user.clear(field(name));
  await user.type(field(name), text);
}

describe('what is known of the user', () => {
  it('is there at a glance', async () => {
    serve({
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

  it('is no address where none was given: one is asked for', async () => {
    serve({ email: null, email_verified: false, verified_at: null });
    const user = await open();
    expect(screen.getByText('Email confirmed').nextElementSibling?.textContent).toBe('Not yet');
    await user.click(screen.getByRole('button', { name: 'Add an address' }));
    expect(await screen.findByRole('dialog', { name: 'Change your email' })).toBeTruthy();
  });

  it('says that it could not be loaded, and is asked for again', async () => {
    server.on(OVERVIEW, refusal(500, 'internal'), { json: makeOverview() });
    renderSite('/settings/profile');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Your profile could not be loaded')).toBeTruthy();
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Name shown to others')).toBeTruthy();
  });

  it('is shown to nobody else', async () => {
    beGuest();
    renderSite('/settings/profile');
    expect(await screen.findByText('Sign in to see your settings')).toBeTruthy();
    expect(server.calls()).not.toContain(OVERVIEW);
  });
});

describe('the details', () => {
  it('are sent where they were changed, and shown in the bar above at once', async () => {
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

  it('are given up by a press, and a name by emptying its field', async () => {
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
  ])('say next to the public name %j what is wrong with it, and ask the server nothing', async (typed, words) => {
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
  ])('keep what was typed when the server refuses it, and put %s next to its field', async (code, status, params, name, words) => {
    server.on(PROFILE, refusal(status, code, params));
    const user = await open();
    await type(user, 'Public name', 'goal_keeper');
    await user.click(save());
    await waitFor(() => expect(errorOf(field(name))).toBe(words));
    expect(field('Public name').value).toBe('goal_keeper');
    expect(save().disabled).toBe(false);
    expect(toasts()).toEqual([]);
  });

  it('say of the whole what is about no field, and keep what was typed', async () => {
    server.on(PROFILE, refusal(500, 'internal'));
    const user = await open();
    await type(user, 'Public name', 'goal_keeper');
    await user.click(save());
    expect((await cardOf('Profile').findByRole('alert')).textContent).toBe('What the server says.');
    expect(field('Public name').value).toBe('goal_keeper');
  });
});

describe('the country', () => {
  it('is found by part of its name, and may be taken back', async () => {
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

  it('is offered first where its name begins with what was typed', async () => {
    const user = await open();
    await user.type(field('Country'), 'vi');
    expect(found('Country').slice(0, 3)).toEqual(['Vietnam', 'British Virgin Islands', 'St. Vincent & Grenadines']);
    expect(found('Country')).toContain('Bolivia');
  });

  it('stays what it was when nothing was chosen', async () => {
    serve({ country: 'VN' });
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
    serve({ country: 'VN' });
    renderSite('/settings/profile');
    expect(await screen.findByDisplayValue('越南')).toBeTruthy();
    await userEvent.type(screen.getByDisplayValue('越南'), '法国');
    expect(found('国家或地区')).toEqual(['法国']);
  });
});

describe('the time zone', () => {
  it('is found by its country, its place or its name, by the keyboard', async () => {
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

  it('of this device is a press away, and not offered where it is the one', async () => {
    useTimeZone.setState({ name: 'Asia/Saigon', isAssumed: false });
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Use Asia/Ho Chi Minh, as on this device' }));
    expect(field('Time zone').value).toBe('Asia/Ho Chi Minh');
    expect(screen.queryByRole('button', { name: /as on this device/ })).toBeNull();
  });
});

describe('the wallet', () => {
  async function openForm(profile: Profile = {}) {
    serve(profile);
    const user = await open();
    await user.click(screen.getByRole('button', { name: /^(Add|Change) wallet$/ }));
    return { user, address: await screen.findByLabelText<HTMLInputElement>('TRC20 address') };
  }

  it('is saved without the spaces that came with it, and shown by its ends', async () => {
    const { user, address } = await openForm();
    await user.click(address);
    await user.paste(` ${WALLET.slice(0, 12)} ${WALLET.slice(12)}\n`);
    expect(address.value).toBe(WALLET);
    expect(screen.getByText(/^TLyqzV…XRJZYH is a TRC20 address/)).toBeTruthy();
    expect(screen.getByText(/withdrawals wait for 24 hours/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save wallet' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Your wallet is saved. Withdrawals wait for 24 hours.']));
    expect(server.bodiesOf(PROFILE)).toEqual([{ wallet_address: WALLET }]);
    expect(screen.getByText('TLyqzV…XRJZYH').getAttribute('title')).toBe(WALLET);
  });

  it.each([
    ['0xdAC17F958D2ee523a2206206994597C13D831ec7', /Ethereum/],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', /another network/],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', /not of a wallet/],
    [`${WALLET.slice(0, -1)}h`, /typing error/],
    ['TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZOl', /never 0, O, I or l/],
    [`${WALLET}x`, /has 34 characters, this one has 35: one is too many/],
    [WALLET, /your wallet already/],
  ])('says at once what is wrong with %s', async (typed, words) => {
    const { user, address } = await openForm({ wallet_address: WALLET });
    await user.click(address);
    await user.paste(typed);
    expect(errorOf(address)).toMatch(words);
    await user.click(screen.getByRole('button', { name: 'Save wallet' }));
    expect(document.activeElement).toBe(address);
    expect(server.calls()).not.toContain(PROFILE);
  });

  it('is not called too short while it is being typed', async () => {
    const { user, address } = await openForm();
    await user.type(address, WALLET.slice(0, 33));
    expect(errorOf(address)).toBe('');
    await user.click(screen.getByRole('button', { name: 'Save wallet' }));
    expect(errorOf(address)).toMatch(/this one has 33: one is missing/);
    await user.clear(address);
    expect(errorOf(address)).toBe('Please enter the address');
  });

  it('that is somebody else’s is refused next to its field, and stays there', async () => {
    const { user, address } = await openForm();
    server.on(PROFILE, refusal(409, 'wallet_taken'));
    await user.click(address);
    await user.paste(WALLET);
    await user.click(screen.getByRole('button', { name: 'Save wallet' }));
    await waitFor(() => expect(errorOf(address)).toBe('What the server says.'));
    expect(address.value).toBe(WALLET);
  });

  it('is changed after the proof that the server asks for', async () => {
    const { user, address } = await openForm({ wallet_address: WALLET });
    const saved = { json: { profile: makeOverview({ profile: { wallet_address: OTHER_WALLET } }).profile } };
    server.on(PROFILE, refusal(403, 'step_up_required'), saved);
    server.on('POST /api/auth/step-up', { json: { until: new Date().toISOString() } });
    await user.click(address);
    await user.paste(OTHER_WALLET);
    await user.click(screen.getByRole('button', { name: 'Save wallet' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }));
    await user.type(dialog.getByLabelText('Password'), 'Terraces-1994');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(server.bodiesOf(PROFILE)).toEqual([{ wallet_address: OTHER_WALLET }, { wallet_address: OTHER_WALLET }]);
  });

  it('is removed once that was confirmed', async () => {
    serve({ wallet_address: WALLET });
    const user = await open();
    await user.click(cardOf('Wallet').getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove your wallet?' }));
    expect(server.calls()).not.toContain(PROFILE);
    await user.click(dialog.getByRole('button', { name: 'Remove wallet' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Your wallet is removed.']));
    expect(server.bodiesOf(PROFILE)).toEqual([{ wallet_address: null }]);
    expect(await screen.findByRole('button', { name: 'Add wallet' })).toBeTruthy();
  });

  it('stays, and the dialog says why, when removing it fails', async () => {
    serve({ wallet_address: WALLET });
    server.on(PROFILE, refusal(500, 'internal'));
    const user = await open();
    await user.click(cardOf('Wallet').getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove wallet' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('What the server says.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('TLyqzV…XRJZYH')).toBeTruthy();
  });
});

describe('the phone', () => {
  const SENT = { json: { sent_to: '+84912345678', resend_seconds: 60, expires_seconds: 600 } };
  const VERIFIED = { json: { profile: makeOverview({ profile: { phone: '+84912345678', phone_verified: true } }).profile } };

  async function openForm(profile: Profile = {}) {
    serve(profile);
    server.on(SEND, SENT);
    const user = await open();
    await user.click(await screen.findByRole('button', { name: /^(Add|Change|Confirm) number$/ }));
    return { user, number: await screen.findByLabelText<HTMLInputElement>('Mobile number') };
  }
  const sendCode = () => screen.getByRole('button', { name: 'Send code' });

  it('is added by its country, its number and the code', async () => {
    useTimeZone.setState({ name: 'Asia/Saigon', isAssumed: false });
    const { user, number } = await openForm();
    expect(field('Country code').value).toBe('Vietnam +84');
    await user.type(number, '0912 345 678');
    await user.click(sendCode());
    expect(await screen.findByText(/We sent a code of six digits to \+84912345678\. It is good for 10 minutes/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /60|59/ }).getAttribute('aria-disabled')).toBe('true');
    server.on(VERIFY, refusal(422, 'invalid_code'), VERIFIED);
    server.on(OVERVIEW, { json: makeOverview({ profile: VERIFIED.json.profile }) });
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(errorOf(screen.getByLabelText('Code'))).toBe('What the server says.'));
    await user.type(screen.getByLabelText('Code'), '654321', { initialSelectionStart: 0, initialSelectionEnd: 6 });
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Your number is confirmed.']));
    expect(server.bodiesOf(SEND)).toEqual([{ phone: '+84912345678' }]);
    expect(server.bodiesOf(VERIFY)).toEqual([
      { phone: '+84912345678', code: '123456' },
      { phone: '+84912345678', code: '654321' },
    ]);
    expect(cardOf('Phone').getByText('Confirmed')).toBeTruthy();
  });

  it('may be of another country: chosen by its name or code, or typed with a +', async () => {
    const { user, number } = await openForm();
    await user.type(field('Country code'), '+49{Enter}');
    expect(field('Country code').value).toBe('Germany +49');
    await user.type(number, '01512 3456789');
    await user.click(sendCode());
    await user.click(await screen.findByRole('button', { name: 'Correct the number' }));
    await user.type(await screen.findByLabelText('Mobile number'), '+44 7400 123456');
    await user.click(sendCode());
    await waitFor(() => expect(server.bodiesOf(SEND)).toEqual([{ phone: '+4915123456789' }, { phone: '+447400123456' }]));
  });

  it('is asked for, and told when it cannot be one, without asking the server', async () => {
    const { user, number } = await openForm({ country: 'VN' });
    await user.click(sendCode());
    expect(errorOf(number)).toBe('Please enter your number');
    await user.type(number, '12');
    await user.click(sendCode());
    expect(errorOf(number)).toBe('Numbers of this country have another length');
    expect(server.calls()).not.toContain(SEND);
  });

  it.each(['phone_taken', 'invalid_phone'])('stays in its field when the server refuses it: %s', async (code) => {
    const { user, number } = await openForm({ country: 'VN' });
    server.on(SEND, refusal(422, code));
    await user.type(number, '912345678');
    await user.click(sendCode());
    await waitFor(() => expect(errorOf(number)).toBe('What the server says.'));
    expect(number.value).toBe('912345678');
  });

  it('says in its form what is about no field', async () => {
    const { user, number } = await openForm({ country: 'VN' });
    server.on(SEND, refusal(503, 'unavailable'));
    await user.type(number, '912345678');
    await user.click(sendCode());
    expect((await cardOf('Phone').findByRole('alert')).textContent).toBe('What the server says.');
  });

  it('that was not confirmed yet says so, and is there to be confirmed', async () => {
    const { number } = await openForm({ phone: '+84912345678', phone_verified: false });
    expect(number.value).toBe('+84912345678');
  });

  it('is removed once that was confirmed', async () => {
    serve({ phone: '+84912345678', phone_verified: true });
    server.on(REMOVE_PHONE, { json: {} });
    const user = await open();
    await user.click(cardOf('Phone').getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove your number?' }));
    expect(server.calls()).not.toContain(REMOVE_PHONE);
    serve();
    await user.click(dialog.getByRole('button', { name: 'Remove number' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Your number is removed.']));
    expect(await screen.findByRole('button', { name: 'Add number' })).toBeTruthy();
  });

  it('is not asked for where no texts can be sent, but may be taken away', async () => {
    const meta = makeMeta();
    server.on('GET /api/meta', { json: { ...meta, contacts: { ...meta.contacts, phone: false } } });
    serve({ phone: '+84912345678', phone_verified: true });
    await open();
    expect(await screen.findByText('+84912345678')).toBeTruthy();
    expect(
      cardOf('Phone')
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Remove']);
  });
});
