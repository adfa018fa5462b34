import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NoticeView, SwitchView } from '#contract/feature-flags.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const changed = { admin_id: '01890a5d-ac96-774b-bcce-000000000001', email: 'ops@example.com', at: '2026-11-22T12:00:00.000Z' };
const switches = (isStakingOn = true): { items: SwitchView[] } => ({
  items: [
    { name: 'staking', is_on: isStakingOn, changed: isStakingOn ? null : changed },
    { name: 'redeem', is_on: true, changed: null },
    { name: 'chat', is_on: true, changed: null },
    { name: 'sign_up', is_on: true, changed: null },
  ],
});
const NONE: NoticeView = { notice: null, is_shown: false };
const SHOWN: NoticeView = {
  notice: { id: 3, tone: 'warning', en: 'Odds are late.', zh_cn: '赔率延迟。', vi: '', shown_until: null, changed },
  is_shown: true,
};

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin({ role: 'super' });
  server.on('GET /api/admin/switches', { json: switches() });
  server.on('GET /api/admin/notice', { json: NONE });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const switchedOn = (name: 'staking' | 'chat') => new RegExp(`^${t(`admin_settings.switch.${name}`)}:\\s*${t('admin_settings.on')}$`);
const bodies = (path: string) =>
  server.heard.filter((call) => call.method === 'PUT' && call.path === path).map(({ body }) => JSON.parse(body));

describe('a switch', () => {
  it('switches only with a reason', async () => {
    server.on('PUT /api/admin/switches', { json: switches(false) });
    server.on('GET /api/admin/switches', { json: switches() }, { json: switches(false) });
    const user = userEvent.setup();
    renderConsole('/admin/settings');
    await user.click(await screen.findByRole('switch', { name: switchedOn('staking') }));
    expect(bodies('/api/admin/switches')).toEqual([]);
    const dialog = within(
      await screen.findByRole('dialog', { name: t('admin_settings.switch_off_title', { what: t('admin_settings.switch.staking') }) }),
    );
    await enterText(dialog.getByLabelText(t('admin.reason')), 'Prices are wrong');
    await user.click(dialog.getByRole('button', { name: t('admin_settings.switch_off') }));
    await waitFor(() =>
      expect(toasts()).toEqual([`success: ${t('admin_settings.switched_off', { what: t('admin_settings.switch.staking') })}`]),
    );
    expect(bodies('/api/admin/switches')).toEqual([{ name: 'staking', is_on: false, reason: 'Prices are wrong' }]);
    expect(await screen.findByText(new RegExp(t('admin_settings.changed_by', { email: 'ops@example.com' })))).toBeTruthy();
  });

  it('is read-only for all but super admins', async () => {
    beAdmin({ role: 'reviewer' });
    renderConsole('/admin/settings');
    await screen.findByText(t('admin_settings.switch.sign_up'));
    expect(screen.queryByRole('switch')).toBeNull();
    expect(await screen.findByText(t('admin_settings.no_notice'))).toBeTruthy();
  });

  it('fails independently of the notice', async () => {
    server.on('GET /api/admin/switches', { status: 500, json: { code: 'internal', detail: 'x' } }, { json: switches() });
    renderConsole('/admin/settings');
    expect(await screen.findByText(t('admin_settings.switches_failed'))).toBeTruthy();
    expect(screen.getByRole('heading', { name: t('admin_settings.notice') })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByRole('switch', { name: switchedOn('chat') })).toBeTruthy();
  });
});

describe('the notice', () => {
  it('is shown in its languages after a preview, with a reason', async () => {
    server.on('PUT /api/admin/notice', { json: SHOWN });
    const user = userEvent.setup();
    renderConsole('/admin/settings');
    await user.click(await screen.findByRole('button', { name: t('admin_settings.show_notice') }));
    expect(await screen.findByText(t('admin_settings.english_required'))).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: t('admin_settings.tones.warning') }));
    await enterText(screen.getByLabelText(t('admin_settings.languages.en')), 'Odds are late.');
    await enterText(screen.getByLabelText(t('admin_settings.languages.zh_cn')), '赔率延迟。');
    expect(within(screen.getByRole('figure')).getByText('赔率延迟。')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('admin_settings.show_notice') }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText(t('admin.reason')), 'The feed is slow');
    await user.click(dialog.getByRole('button', { name: t('admin_settings.show_notice') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('admin_settings.notice_changed')}`]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies('/api/admin/notice')).toEqual([
      { tone: 'warning', en: 'Odds are late.', zh_cn: '赔率延迟。', vi: '', shown_until: null, reason: 'The feed is slow' },
    ]);
  });

  it('is removed', async () => {
    server.on('GET /api/admin/notice', { json: SHOWN }, { json: NONE });
    server.on('PUT /api/admin/notice', { json: NONE });
    const user = userEvent.setup();
    renderConsole('/admin/settings');
    expect(await screen.findByText(t('admin_settings.shown'))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('admin_settings.end_notice') }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText(t('admin.reason')), 'All is well');
    await user.click(dialog.getByRole('button', { name: t('admin_settings.end_notice') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('admin_settings.notice_ended')}`]));
    expect(bodies('/api/admin/notice')).toEqual([{ tone: 'warning', en: '', zh_cn: '', vi: '', shown_until: null, reason: 'All is well' }]);
  });
});
