import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beUser, makeOverview, makeSession } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { useToasts } from '#web/data/toasts.ts';
import { closeConfirmEmail } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const OVERVIEW = 'GET /api/account/overview';
const SESSIONS = 'GET /api/account/sessions';
const PASSWORD = 'POST /api/account/security/password';
const STEP_UP = 'POST /api/auth/step-up';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  closeConfirmEmail();
  beUser();
  server.on('POST /api/auth/refresh', { json: { access: 'token' } });
  server.on(OVERVIEW, { json: makeOverview() });
  server.on(SESSIONS, { json: { items: [makeSession()] } });
  server.on('GET /api/account/two-factor', { json: { enabled_at: null, recovery_codes_left: 0 } });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const errorOf = (field: HTMLElement) => {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
  return ids.map((id) => document.getElementById(id)?.textContent).join();
};

const FIREFOX = t('security.device_on', { browser: 'Firefox', system: 'Linux' });

it('has every way in which the user can be reached', async () => {
  server.on('GET /api/meta', { json: makeMeta({ contacts: { phone: true, telegram: true } }) });
  renderSite('/settings/security');
  for (const name of [t('security.email_heading'), t('settings.phone_heading'), t('telegram_bind.heading')])
    expect(await screen.findByRole('heading', { name })).toBeTruthy();
});

describe('the password', () => {
  const submits = [t('security.password_submit'), t('security.password_set')];

  async function open() {
    const user = userEvent.setup();
    renderSite('/settings/security');
    const submit = await screen.findByRole('button', { name: new RegExp(`^(${submits.join('|')})$`) });
    return { user, submit: () => user.click(submit), field: (name: string) => screen.getByLabelText(name) };
  }
  async function fill({ field }: Pick<Awaited<ReturnType<typeof open>>, 'field'>) {
    await enterText(field(t('security.current_password')), 'Terraces-1994');
    await enterText(field(t('security.new_password')), 'Floodlit-2026');
    await enterText(field(t('security.password_confirm')), 'Floodlit-2026');
  }

  it('shows errors next to each field, and makes no request', async () => {
    const form = await open();
    await enterText(form.field(t('security.new_password')), 'short');
    await form.submit();
    expect(errorOf(form.field(t('security.current_password')))).toBe(t('security.password_required'));
    expect(errorOf(form.field(t('security.new_password')))).toBe(t('security.password_broken'));
    expect(errorOf(form.field(t('security.password_confirm')))).toBe(t('security.mismatch'));
    expect(server.calls()).not.toContain(PASSWORD);
  });

  it('is changed, the form is cleared, and the list of devices is refetched', async () => {
    server.on(PASSWORD, { json: {} });
    const form = await open();
    await fill(form);
    await screen.findByText(FIREFOX);
    const asked = server.calls().filter((call) => call === SESSIONS).length;
    await form.submit();
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('security.password_changed')}`]));
    expect(server.bodiesOf(PASSWORD)).toEqual([
      { current_password: 'Terraces-1994', password: 'Floodlit-2026', password_confirm: 'Floodlit-2026' },
    ]);
    expect(form.field(t('security.new_password'))).toHaveProperty('value', '');
    expect(server.calls().filter((call) => call === SESSIONS).length).toBeGreaterThan(asked);
  });

  it.each([
    ['invalid_credentials', 401, t('security.current_password'), t('security.password_wrong')],
    ['password_common', 422, t('security.new_password'), 'What the server says.'],
    ['password_mismatch', 422, t('security.password_confirm'), 'What the server says.'],
  ])('puts %s next to its field', async (code, status, name, words) => {
    server.on(PASSWORD, { status, json: { code, detail: 'What the server says.' } });
    const form = await open();
    await fill(form);
    await form.submit();
    await waitFor(() => expect(errorOf(form.field(name))).toBe(words));
    expect(form.field(t('security.new_password'))).toHaveProperty('value', 'Floodlit-2026');
  });

  it('is set for the first time, after the proof that the server requires', async () => {
    server.on(OVERVIEW, { json: makeOverview({ profile: { has_password: false } }) });
    server.on(PASSWORD, { status: 403, json: { code: 'step_up_required', detail: 'Please confirm.' } }, { json: {} });
    server.on('POST /api/auth/step-up/send-code', {
      json: { channel: 'email', sent_to: 'ada@example.com', resend_seconds: 60, expires_seconds: 600 },
    });
    server.on(STEP_UP, { json: { until: new Date().toISOString() } });
    const form = await open();
    expect(screen.queryByLabelText(t('security.current_password'))).toBeNull();
    await enterText(form.field(t('security.new_password')), 'Floodlit-2026');
    await enterText(form.field(t('security.password_confirm')), 'Floodlit-2026');
    await form.submit();
    const dialog = within(await screen.findByRole('dialog', { name: t('security.step_up_title') }));
    expect(dialog.queryByLabelText(t('security.password'))).toBeNull();
    await form.user.click(dialog.getByRole('button', { name: t('security.send_code') }));
    await form.user.type(await dialog.findByLabelText(t('security.code')), '123456');
    await form.user.click(dialog.getByRole('button', { name: t('security.confirm') }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(server.bodiesOf(STEP_UP)).toEqual([{ code: '123456', channel: 'email' }]);
    const sent = { password: 'Floodlit-2026', password_confirm: 'Floodlit-2026' };
    expect(server.bodiesOf(PASSWORD)).toEqual([sent, sent]);
  });
});

describe('the devices', () => {
  const phone = makeSession({
    current: false,
    device: { kind: 'phone', browser: 'Safari', system: null },
    country: 'CN',
  });
  const unknown = makeSession({ current: false, device: { kind: 'other', browser: null, system: null }, country: null });
  const END_PHONE = `DELETE /api/account/sessions/${phone.id}`;
  const rowOf = (name: string) => within(screen.getByText(name).closest('li')!);

  it('show what they are, where they are, and when they were last seen', async () => {
    server.on(SESSIONS, () => {
      const last_seen_at = new Date(Date.now() - 5 * MINUTE_MS).toISOString();
      return { json: { items: [makeSession(), { ...phone, last_seen_at }, unknown] } };
    });
    renderSite('/settings/security');
    await screen.findByText(FIREFOX);
    const signedIn = t('security.signed_in_on', { date: '20 Nov' });
    expect(rowOf(FIREFOX).getByText(t('security.this_device'))).toBeTruthy();
    expect(rowOf(FIREFOX).getByText(`Vietnam · ${t('security.active_now')} · ${signedIn}`)).toBeTruthy();
    expect(rowOf('Safari').getByText(`China · ${t('security.last_seen', { ago: '5 minutes ago' })} · ${signedIn}`)).toBeTruthy();
    expect(rowOf('Safari').queryByText(t('security.this_device'))).toBeNull();
    expect(rowOf(t('security.device_unknown')).getByText((text) => text.startsWith(t('security.last_seen', { ago: '' })))).toBeTruthy();
  });

  it('show their place in the reader’s language', async () => {
    await chooseLocale('zh-CN');
    server.on(SESSIONS, { json: { items: [makeSession()] } });
    renderSite('/settings/security');
    expect(await screen.findByText(tZh('security.device_on', { system: 'Linux', browser: 'Firefox' }))).toBeTruthy();
    expect(screen.getByText((text) => text.startsWith(`越南 · ${tZh('security.active_now')} ·`))).toBeTruthy();
  });

  it('are signed out one by one, and leave the list', async () => {
    server.on(SESSIONS, { json: { items: [makeSession(), phone] } }, { json: { items: [makeSession()] } });
    server.on(END_PHONE, { json: {} });
    renderSite('/settings/security');
    await userEvent.click(await screen.findByRole('button', { name: t('security.end_session_of', { device: 'Safari' }) }));
    await waitFor(() => expect(screen.queryByText('Safari')).toBeNull());
    expect(toasts()).toEqual([`success: ${t('security.session_ended')}`]);
  });

  it('stay if that fails, with an error', async () => {
    server.on(SESSIONS, { json: { items: [makeSession(), phone] } });
    server.on(END_PHONE, { status: 500, json: { code: 'internal', detail: 'Something broke.' } });
    renderSite('/settings/security');
    await userEvent.click(await screen.findByRole('button', { name: t('security.end_session_of', { device: 'Safari' }) }));
    await waitFor(() => expect(toasts()).toEqual([`error: ${t('security.end_failed')} Something broke.`]));
    expect(screen.getByText('Safari')).toBeTruthy();
  });

  it('are all signed out but this one, after confirmation', async () => {
    server.on(SESSIONS, { json: { items: [makeSession(), phone, unknown] } }, { json: { items: [makeSession()] } });
    server.on('DELETE /api/account/sessions', { json: { ended: 2 } });
    const user = userEvent.setup();
    renderSite('/settings/security');
    await user.click(await screen.findByRole('button', { name: t('security.end_others') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('security.end_others_title') }));
    expect(server.calls()).not.toContain('DELETE /api/account/sessions');
    await user.click(dialog.getByRole('button', { name: t('security.end_others_submit') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('security.others_ended', { count: 2 })}`]));
    await waitFor(() => expect(screen.queryByRole('button', { name: t('security.end_others') })).toBeNull());
  });

  it('sign out here if it is this one', async () => {
    server.on('POST /api/auth/logout', { json: {} });
    renderSite('/settings/security');
    await userEvent.click(await screen.findByRole('button', { name: t('security.end_session_of', { device: FIREFOX }) }));
    await waitFor(() => expect(useSession.getState().token).toBe(''));
    expect(await screen.findByText(t('settings.sign_in_title'))).toBeTruthy();
  });

  it('show an error, and retry', async () => {
    server.on(SESSIONS, { status: 500, json: { code: 'internal', detail: 'Something broke.' } }, { json: { items: [makeSession()] } });
    renderSite('/settings/security');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(t('security.sessions_failed'))).toBeTruthy();
    await userEvent.click(alert.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(FIREFOX)).toBeTruthy();
  });
});
