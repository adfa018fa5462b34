import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NoticeView, SwitchView } from '#contract/feature-flags.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
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
const bodies = (path: string) =>
  server.heard.filter((call) => call.method === 'PUT' && call.path === path).map(({ body }) => JSON.parse(body));

describe('a switch', () => {
  it('switches only with a reason', async () => {
    server.on('PUT /api/admin/switches', { json: switches(false) });
    server.on('GET /api/admin/switches', { json: switches() }, { json: switches(false) });
    const user = userEvent.setup();
    renderConsole('/admin/settings');
    await user.click(await screen.findByRole('switch', { name: /^Staking:\s*On$/ }));
    expect(bodies('/api/admin/switches')).toEqual([]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch Staking off?' }));
    await enterText(dialog.getByLabelText('Reason'), 'Prices are wrong');
    await user.click(dialog.getByRole('button', { name: 'Switch off' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Staking: off.']));
    expect(bodies('/api/admin/switches')).toEqual([{ name: 'staking', is_on: false, reason: 'Prices are wrong' }]);
    expect(await screen.findByText(/Changed by ops@example\.com/)).toBeTruthy();
  });

  it('is read-only for all but super admins', async () => {
    beAdmin({ role: 'reviewer' });
    renderConsole('/admin/settings');
    await screen.findByText('Registration');
    expect(screen.queryByRole('switch')).toBeNull();
    expect(await screen.findByText('There is no notice.')).toBeTruthy();
  });

  it('fails independently of the notice', async () => {
    server.on('GET /api/admin/switches', { status: 500, json: { code: 'internal', detail: 'x' } }, { json: switches() });
    renderConsole('/admin/settings');
    expect(await screen.findByText('The switches could not be loaded')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Notice above every page' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('switch', { name: /^Chat:\s*On$/ })).toBeTruthy();
  });
});

describe('the notice', () => {
  it('is shown in its languages after a preview, with a reason', async () => {
    server.on('PUT /api/admin/notice', { json: SHOWN });
    const user = userEvent.setup();
    renderConsole('/admin/settings');
    await user.click(await screen.findByRole('button', { name: 'Show it' }));
    expect(await screen.findByText(/^Say it in English at least/)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Warning' }));
    await enterText(screen.getByLabelText('English'), 'Odds are late.');
    await enterText(screen.getByLabelText('Chinese'), '赔率延迟。');
    expect(within(screen.getByRole('figure')).getByText('赔率延迟。')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show it' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText('Reason'), 'The feed is slow');
    await user.click(dialog.getByRole('button', { name: 'Show it' }));
    await waitFor(() => expect(toasts()).toEqual(['success: The notice is shown.']));
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
    expect(await screen.findByText('Shown')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Take it away' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText('Reason'), 'All is well');
    await user.click(dialog.getByRole('button', { name: 'Take it away' }));
    await waitFor(() => expect(toasts()).toEqual(['success: The notice is gone.']));
    expect(bodies('/api/admin/notice')).toEqual([{ tone: 'warning', en: '', zh_cn: '', vi: '', shown_until: null, reason: 'All is well' }]);
  });
});
