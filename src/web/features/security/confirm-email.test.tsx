import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { enterText } from '#test/web/enter-text.ts';
import { beUser, makeInvite, makeOverview, makeUser } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { storeToken, useSession } from '#web/data/session.ts';
import { useToasts } from '#web/data/toasts.ts';
import { closeConfirmEmail, openConfirmEmail, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const OVERVIEW = 'GET /api/account/overview';
const SEND = 'POST /api/auth/email/send-code';
const VERIFY = 'POST /api/auth/email/verify';
const STEP_UP = 'POST /api/auth/step-up';
/** The button while no other code can be requested yet. */
const WAIT = new RegExp(t('auth.resend_in', { seconds: 0 }).replace('0', '\\d\\d'));

const longAgo = '2026-01-02T03:04:05.000Z';
const overviewOf = (rest: Parameters<typeof makeOverview>[0] = {}) => ({
  json: makeOverview({ ...rest, profile: { email_verified: false, created_at: longAgo, ...rest.profile } }),
});
const sentTo = (sent_to: string) => ({ json: { sent_to, resend_seconds: 60, expires_seconds: 600 } });

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  closeConfirmEmail();
  beUser();
  server.on('GET /api/account/invite', { json: makeInvite() });
  server.on('GET /api/account/sessions', { json: { items: [] } });
  server.on(OVERVIEW, overviewOf());
  server.on(SEND, sentTo('ada@example.com'));
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ message }) => message);

async function open(name = t('security.confirm_title')) {
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name }));
  const press = (label: string) => user.click(dialog.getByRole('button', { name: label }));
  const type = async (code: string) => user.type(await dialog.findByLabelText(t('security.code')), code);
  return { user, dialog, press, type };
}

describe('the address of a new user', () => {
  it('gets its code automatically, and no other within a minute', async () => {
    server.on(OVERVIEW, overviewOf({ profile: { created_at: new Date(Date.now() - 20_000).toISOString() } }));
    renderSite('/terms');
    act(() => openConfirmEmail());
    const { dialog } = await open();
    expect(await dialog.findByText(t('security.code_sent.email', { address: 'ada@example.com', minutes: 10 }))).toBeTruthy();
    expect(dialog.getByRole('button', { name: WAIT }).getAttribute('aria-disabled')).toBe('true');
    expect(server.calls()).not.toContain(SEND);
  });

  it('is confirmed with the code, and the page updates at once', async () => {
    server.on(OVERVIEW, overviewOf({ profile: { created_at: new Date().toISOString() } }), { json: makeOverview() });
    const confirmed = { ...makeUser(), display_name: 'Ada, confirmed' };
    server.on(VERIFY, { json: { user: confirmed } });
    renderSite('/settings/security');
    await screen.findByText(t('security.unverified'));
    act(() => openConfirmEmail());
    const { press, type } = await open();
    await type('123 456');
    await press(t('security.confirm'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.bodiesOf(VERIFY)).toEqual([{ code: '123456' }]);
    expect(toasts()).toEqual([t('security.email_confirmed')]);
    expect(await screen.findByText(t('security.verified'))).toBeTruthy();
    expect(useSession.getState().user).toEqual(confirmed);
  });
});

describe('a code', () => {
  it('is sent on request from the account page', async () => {
    renderSite('/account');
    await userEvent.click(await screen.findByRole('button', { name: t('security.email_confirm') }));
    const { dialog, press } = await open();
    expect(await dialog.findByText(t('security.code_unsent.email', { address: 'ada@example.com' }))).toBeTruthy();
    expect(server.calls()).not.toContain(SEND);
    await press(t('security.send_code'));
    expect(await dialog.findByLabelText(t('security.code'))).toBeTruthy();
    expect(server.bodiesOf(SEND)).toEqual([{}]);
  });

  it.each([
    ['invalid_code', 422, 'The code is wrong.'],
    ['code_expired', 410, 'The code has expired.'],
    ['too_many_tries', 422, 'Too many tries.'],
  ])('that is refused (%s) shows an error next to it, and is selected', async (code, status, detail) => {
    server.on(VERIFY, { status, json: { code, detail } });
    renderSite('/terms');
    act(() => openConfirmEmail());
    const { dialog, press, type } = await open();
    await dialog.findByRole('button', { name: t('security.send_code') });
    await press(t('security.send_code'));
    await type('000000');
    await press(t('security.confirm'));
    const field = dialog.getByLabelText<HTMLInputElement>(t('security.code'));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(dialog.getByText(detail)).toBeTruthy();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]);
  });

  it('that is incomplete is not sent', async () => {
    renderSite('/terms');
    act(() => openConfirmEmail());
    const { dialog, press, type } = await open();
    await dialog.findByRole('button', { name: t('security.send_code') });
    await press(t('security.send_code'));
    await type('123');
    await press(t('security.confirm'));
    expect(dialog.getByText(t('security.code_required'))).toBeTruthy();
    expect(server.calls()).not.toContain(VERIFY);
  });

  it('that cannot be sent shows an error, and can be requested again', async () => {
    server.on(SEND, { status: 429, json: { code: 'rate_limited', detail: 'Try again in about 40 minutes.' } }, sentTo('ada@example.com'));
    renderSite('/terms');
    act(() => openConfirmEmail());
    const { dialog, press } = await open();
    await dialog.findByRole('button', { name: t('security.send_code') });
    await press(t('security.send_code'));
    expect((await dialog.findByRole('alert')).textContent).toBe('Try again in about 40 minutes.');
    await press(t('security.send_code'));
    expect(await dialog.findByLabelText(t('security.code'))).toBeTruthy();
  });

  it('is kept while the dialog is closed, but not for another user', async () => {
    renderSite('/terms');
    act(() => openConfirmEmail());
    const { dialog, press } = await open();
    await dialog.findByRole('button', { name: t('security.send_code') });
    await press(t('security.send_code'));
    await dialog.findByLabelText(t('security.code'));
    await press(t('security.later'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => openConfirmEmail());
    expect(await (await open()).dialog.findByLabelText(t('security.code'))).toBeTruthy();
    act(() => storeToken(''));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(useUiState.getState().showConfirmEmail).toBe(false);
    act(() => beUser());
    act(() => openConfirmEmail());
    expect(await (await open()).dialog.findByRole('button', { name: t('security.send_code') })).toBeTruthy();
  });

  it('says in the demo where the mail is', async () => {
    server.on('GET /api/meta', { json: makeMeta({ demo: true }) });
    server.on(OVERVIEW, overviewOf({ profile: { created_at: new Date().toISOString() } }));
    renderSite('/terms');
    act(() => openConfirmEmail());
    const { dialog } = await open();
    const [, outbox] = t.markup('outbox.hint', { link: (chunks) => `[${chunks}]` }).match(/\[(.+)\]/)!;
    const link = await dialog.findByRole('link', { name: outbox! });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/outbox', '_blank']);
  });
});

describe('an account without an address', () => {
  it('can add its first one on the account and security pages', async () => {
    server.on(OVERVIEW, overviewOf({ profile: { email: null } }));
    server.on(SEND, sentTo('ada@example.com'));
    renderSite('/account');
    expect(await screen.findByRole('heading', { name: t('security.add_card') })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('security.email_add') }));
    const { dialog, press } = await open(t('security.add_title'));
    expect(dialog.queryByText(t('security.change_lead'))).toBeNull();
    await enterText(dialog.getByLabelText(t('security.new_address')), 'ada@example.com');
    await press(t('security.send_code'));
    expect(await dialog.findByText(t('security.code_sent.email', { address: 'ada@example.com', minutes: 10 }))).toBeTruthy();
    expect(server.bodiesOf(SEND)).toEqual([{ email: 'ada@example.com' }]);
  });
});

describe('another address', () => {
  it('replaces a mistyped one after step-up and with a code sent there', async () => {
    server.on(SEND, { status: 403, json: { code: 'step_up_required', detail: 'Please confirm.' } }, sentTo('ada@example.org'));
    server.on(STEP_UP, { json: { until: new Date().toISOString() } });
    server.on(VERIFY, { json: { user: makeUser() } });
    renderSite('/settings/security');
    // The first is that of the address; phone and Telegram ask for it, too.
    const [confirm] = await screen.findAllByRole('button', { name: t('security.email_confirm') });
    await userEvent.click(confirm!);
    const { user, dialog, press } = await open();
    await press(t('security.correct_address'));
    const field = await dialog.findByLabelText<HTMLInputElement>(t('security.new_address'));
    expect(field.value).toBe('ada@example.com');
    await press(t('security.send_code'));
    expect(dialog.getByText(t('security.email_same'))).toBeTruthy();
    await user.clear(field);
    await enterText(field, 'ada@example.org');
    await press(t('security.send_code'));
    const proof = within(await screen.findByRole('dialog', { name: t('security.step_up_title') }));
    await enterText(proof.getByLabelText(t('security.password')), 'Terraces-1994');
    await user.click(proof.getByRole('button', { name: t('security.confirm') }));
    const confirming = within(await screen.findByRole('dialog', { name: t('security.confirm_title') }));
    expect(await confirming.findByText(t('security.code_sent.email', { address: 'ada@example.org', minutes: 10 }))).toBeTruthy();
    await user.type(confirming.getByLabelText(t('security.code')), '654321');
    await user.click(confirming.getByRole('button', { name: t('security.confirm') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.bodiesOf(SEND)).toEqual([{ email: 'ada@example.org' }, { email: 'ada@example.org' }]);
    expect(server.bodiesOf(STEP_UP)).toEqual([{ password: 'Terraces-1994' }]);
    expect(server.bodiesOf(VERIFY)).toEqual([{ code: '654321', email: 'ada@example.org' }]);
  });

  it.each([
    ['email_taken', 409],
    ['invalid_email', 422],
    ['disposable_email', 422],
  ])('that is refused (%s) shows an error next to it', async (code, status) => {
    server.on(OVERVIEW, { json: makeOverview() });
    server.on(SEND, { status, json: { code, detail: 'What the server says.' } });
    renderSite('/settings/security');
    await userEvent.click(await screen.findByRole('button', { name: t('security.email_change') }));
    const { dialog, press } = await open(t('security.change_title'));
    const field = await dialog.findByLabelText<HTMLInputElement>(t('security.new_address'));
    expect(field.value).toBe('');
    await enterText(field, 'ada@example.org');
    await press(t('security.send_code'));
    expect(await dialog.findByText('What the server says.')).toBeTruthy();
    expect(document.activeElement).toBe(field);
  });
});
