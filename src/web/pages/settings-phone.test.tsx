import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { enterText } from '#test/web/enter-text.ts';
import { beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { type ProfileParts, refusal, serveProfile } from '#test/web/fixtures/profile.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
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
  await screen.findByLabelText(t('settings.display_name'));
  return userEvent.setup();
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, select' });

describe('the phone', () => {
  const SENT = { json: { sent_to: '+84912345678', resend_seconds: 60, expires_seconds: 600 } };
  const VERIFIED = { json: { profile: makeOverview({ profile: { phone: '+84912345678', phone_verified: true } }).profile } };

  const openers = (['phone_add', 'phone_change', 'phone_confirm'] as const).map((key) => t(`settings.${key}`));

  async function openForm(profile: ProfileParts = {}) {
    serveProfile(server, profile);
    server.on(SEND, SENT);
    const user = await open();
    await user.click(await screen.findByRole('button', { name: new RegExp(`^(${openers.join('|')})$`) }));
    return { user, number: await screen.findByLabelText<HTMLInputElement>(t('settings.phone_number')) };
  }
  const sendCode = () => screen.getByRole('button', { name: t('settings.phone_send') });

  it('is added with country, number and code', async () => {
    useTimeZone.setState({ name: 'Asia/Saigon', isAssumed: false });
    const { user, number } = await openForm();
    expect(field(t('settings.phone_country')).value).toBe('Vietnam +84');
    await user.type(number, '0912 345 678');
    await user.click(sendCode());
    expect(await screen.findByText(t('settings.phone_sent', { phone: '+84912345678', minutes: 10 }))).toBeTruthy();
    expect(screen.getByRole('button', { name: /60|59/ }).getAttribute('aria-disabled')).toBe('true');
    server.on(VERIFY, refusal(422, 'invalid_code'), VERIFIED);
    server.on(OVERVIEW, { json: makeOverview({ profile: VERIFIED.json.profile }) });
    await user.type(screen.getByLabelText(t('security.code')), '123456');
    await user.click(screen.getByRole('button', { name: t('security.confirm') }));
    await waitFor(() => expect(errorOf(screen.getByLabelText(t('security.code')))).toBe('What the server says.'));
    await user.type(screen.getByLabelText(t('security.code')), '654321', { initialSelectionStart: 0, initialSelectionEnd: 6 });
    await user.click(screen.getByRole('button', { name: t('security.confirm') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('settings.phone_saved')}`]));
    expect(server.bodiesOf(SEND)).toEqual([{ phone: '+84912345678' }]);
    expect(server.bodiesOf(VERIFY)).toEqual([
      { phone: '+84912345678', code: '123456' },
      { phone: '+84912345678', code: '654321' },
    ]);
    expect(cardOf(t('settings.phone_heading')).getByText(t('settings.confirmed'))).toBeTruthy();
  });

  it('may be of another country: chosen by name or code, or typed with a +', async () => {
    const { user, number } = await openForm();
    await user.type(field(t('settings.phone_country')), '+49{Enter}');
    expect(field(t('settings.phone_country')).value).toBe('Germany +49');
    await user.type(number, '01512 3456789');
    await user.click(sendCode());
    await user.click(await screen.findByRole('button', { name: t('settings.phone_correct') }));
    await enterText(await screen.findByLabelText(t('settings.phone_number')), '+44 7400 123456');
    await user.click(sendCode());
    await waitFor(() => expect(server.bodiesOf(SEND)).toEqual([{ phone: '+4915123456789' }, { phone: '+447400123456' }]));
  });

  it('is required, and checked without asking the server', async () => {
    const { user, number } = await openForm({ country: 'VN' });
    await user.click(sendCode());
    expect(errorOf(number)).toBe(t('settings.phone_required'));
    await user.type(number, '12');
    await user.click(sendCode());
    expect(errorOf(number)).toBe(t('settings.phone_impossible'));
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
    expect((await cardOf(t('settings.phone_heading')).findByRole('alert')).textContent).toBe('What the server says.');
  });

  it('shows that it is unconfirmed, and can be confirmed', async () => {
    const { number } = await openForm({ phone: '+84912345678', phone_verified: false });
    expect(number.value).toBe('+84912345678');
  });

  it('is removed after confirmation', async () => {
    serveProfile(server, { phone: '+84912345678', phone_verified: true });
    server.on(REMOVE_PHONE, { json: {} });
    const user = await open();
    await user.click(cardOf(t('settings.phone_heading')).getByRole('button', { name: t('settings.remove') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('settings.phone_remove_title') }));
    expect(server.calls()).not.toContain(REMOVE_PHONE);
    serveProfile(server);
    await user.click(dialog.getByRole('button', { name: t('settings.phone_remove') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('settings.phone_removed')}`]));
    expect(await screen.findByRole('button', { name: t('settings.phone_add') })).toBeTruthy();
  });

  it('cannot be added if no texts can be sent, but can be removed', async () => {
    const meta = makeMeta();
    server.on('GET /api/meta', { json: { ...meta, contacts: { ...meta.contacts, phone: false } } });
    serveProfile(server, { phone: '+84912345678', phone_verified: true });
    await open();
    expect(await screen.findByText('+84912345678')).toBeTruthy();
    expect(
      cardOf(t('settings.phone_heading'))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([t('settings.remove')]);
  });
});
