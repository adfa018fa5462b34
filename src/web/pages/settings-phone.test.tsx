import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { enterText } from '#test/web/enter-text.ts';
import { beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { type ProfileParts, refusal, serveProfile } from '#test/web/fixtures/profile.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { useTimeZone } from '#web/lib/dates.ts';

const OVERVIEW = 'GET /api/account/overview';
const SEND = 'POST /api/account/phone/send-code';
const VERIFY = 'POST /api/account/phone/verify';
const REMOVE_PHONE = 'DELETE /api/account/phone';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  useTimeZone.setState({ name: 'UTC', isAssumed: false });
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

describe('the phone', () => {
  const SENT = { json: { sent_to: '+84912345678', resend_seconds: 60, expires_seconds: 600 } };
  const VERIFIED = { json: { profile: makeOverview({ profile: { phone: '+84912345678', phone_verified: true } }).profile } };

  async function openForm(profile: ProfileParts = {}) {
    serveProfile(server, profile);
    server.on(SEND, SENT);
    const user = await open();
    await user.click(await screen.findByRole('button', { name: /^(Add|Change|Confirm) number$/ }));
    return { user, number: await screen.findByLabelText<HTMLInputElement>('Mobile number') };
  }
  const sendCode = () => screen.getByRole('button', { name: 'Send code' });

  it('is added with country, number and code', async () => {
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

  it('may be of another country: chosen by name or code, or typed with a +', async () => {
    const { user, number } = await openForm();
    await user.type(field('Country code'), '+49{Enter}');
    expect(field('Country code').value).toBe('Germany +49');
    await user.type(number, '01512 3456789');
    await user.click(sendCode());
    await user.click(await screen.findByRole('button', { name: 'Correct the number' }));
    await enterText(await screen.findByLabelText('Mobile number'), '+44 7400 123456');
    await user.click(sendCode());
    await waitFor(() => expect(server.bodiesOf(SEND)).toEqual([{ phone: '+4915123456789' }, { phone: '+447400123456' }]));
  });

  it('is required, and checked without asking the server', async () => {
    const { user, number } = await openForm({ country: 'VN' });
    await user.click(sendCode());
    expect(errorOf(number)).toBe('Please enter your number');
    await user.type(number, '12');
    await user.click(sendCode());
    expect(errorOf(number)).toBe('Numbers of this country have another length');
    expect(server.calls()).not.toContain(SEND);
  });

  it.each(['phone_taken', 'invalid_phone'])('stays in its field if the server refuses it: %s', async (code) => {
    const { user, number } = await openForm({ country: 'VN' });
    server.on(SEND, refusal(422, code));
    await user.type(number, '912345678');
    await user.click(sendCode());
    await waitFor(() => expect(errorOf(number)).toBe('What the server says.'));
    expect(number.value).toBe('912345678');
  });

  it('shows errors that concern no field in its form', async () => {
    const { user, number } = await openForm({ country: 'VN' });
    server.on(SEND, refusal(503, 'unavailable'));
    await user.type(number, '912345678');
    await user.click(sendCode());
    expect((await cardOf('Phone').findByRole('alert')).textContent).toBe('What the server says.');
  });

  it('shows that it is unconfirmed, and can be confirmed', async () => {
    const { number } = await openForm({ phone: '+84912345678', phone_verified: false });
    expect(number.value).toBe('+84912345678');
  });

  it('is removed after confirmation', async () => {
    serveProfile(server, { phone: '+84912345678', phone_verified: true });
    server.on(REMOVE_PHONE, { json: {} });
    const user = await open();
    await user.click(cardOf('Phone').getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove your number?' }));
    expect(server.calls()).not.toContain(REMOVE_PHONE);
    serveProfile(server);
    await user.click(dialog.getByRole('button', { name: 'Remove number' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Your number is removed.']));
    expect(await screen.findByRole('button', { name: 'Add number' })).toBeTruthy();
  });

  it('cannot be added if no texts can be sent, but can be removed', async () => {
    const meta = makeMeta();
    server.on('GET /api/meta', { json: { ...meta, contacts: { ...meta.contacts, phone: false } } });
    serveProfile(server, { phone: '+84912345678', phone_verified: true });
    await open();
    expect(await screen.findByText('+84912345678')).toBeTruthy();
    expect(
      cardOf('Phone')
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Remove']);
  });
});
