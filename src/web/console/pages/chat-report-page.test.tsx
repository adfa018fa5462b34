import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatReportDetail } from '#contract/chat-moderation.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeMessage, makeMute, makeReport } from '#test/web/fixtures/console-chat.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin({ role: 'support' });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ message }) => message);
const dialog = async () => within(await screen.findByRole('dialog'));
const button = (name: string) => screen.queryByRole('button', { name });
const decisions = () => [button(t('admin_chat.remove')), button(t('admin_chat.keep')), button(t('admin_chat.mute'))];

/** Lets the server answer with a report, and opens it. */
async function open(report: ChatReportDetail) {
  server.on(`GET /api/admin/chat/reports/${report.message.id}`, { json: report });
  renderConsole(`/admin/chat/${report.message.id}`);
  await screen.findByText(t('admin_chat.conversation'));
}

describe('a report', () => {
  it('shows the conversation in order, with system lines and removed messages', async () => {
    const goal = {
      id: 'e',
      type: 'goal',
      side: 'home',
      period: 'H1',
      minute: 45,
      stoppage: 2,
      player: 'Kane',
      other: null,
      detail: null,
    } as const;
    const report = makeReport({
      before: [
        makeMessage({ text: 'Offside', removed: 'moderated', reply_to: { id: '1', handle: 'calm', text: 'Was it?' } }),
        makeMessage({ kind: 'system', author: null, text: '', event: goal }),
      ],
      after: [makeMessage({ author: null, text: '' })],
    });
    await open(report);
    const lines = screen.getAllByRole('listitem').slice(0, 4);
    expect(within(lines[0]!).getByText('@calm')).toBeTruthy();
    expect(within(lines[0]!).getByText(t('admin_chat.removed.moderated'))).toBeTruthy();
    expect(lines[1]!.textContent).toContain('45+2’');
    expect(within(lines[1]!).getByText(t('match.event.goal'))).toBeTruthy();
    expect(lines[2]!.getAttribute('aria-label')).toBe(t('admin_chat.this_message'));
    expect(within(lines[3]!).getByText(t('admin_chat.nobody'))).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Calm Fan' })).toBeTruthy();
    expect(screen.getByText(t('admin_chat.removed_messages', { count: 0 }))).toBeTruthy();
  });

  it.each([
    ['remove', t('admin_chat.remove'), t('admin_chat.removed_done')],
    ['keep', t('admin_chat.keep'), t('admin_chat.kept_done')],
  ] as const)('is decided: %s, with a reason', async (deed, name, told) => {
    const report = makeReport();
    const call = `POST /api/admin/chat/messages/${report.message.id}/${deed}`;
    server.on(call, { json: { state: deed === 'remove' ? 'upheld' : 'dismissed' } });
    await open(report);
    await userEvent.click(button(name)!);
    const asking = await dialog();
    await enterText(asking.getByLabelText(t('admin.reason')), 'I read it');
    await userEvent.click(asking.getByRole('button', { name }));
    await waitFor(() => expect(toasts()).toEqual([told]));
    expect(server.bodiesOf(call)).toEqual([{ reason: 'I read it' }]);
  });

  it('mutes its author for a time, or for good', async () => {
    const report = makeReport();
    server.on('POST /api/admin/chat/mutes', { status: 201, json: { mute: makeMute() } });
    await open(report);
    for (const [length, hours] of [
      [t('admin_chat.mute_length.168'), 168],
      [t('admin_chat.mute_length.forever'), null],
    ] as const) {
      await userEvent.click(button(t('admin_chat.mute'))!);
      const asking = await dialog();
      await userEvent.selectOptions(asking.getByLabelText(t('admin_chat.mute_for')), length);
      await enterText(asking.getByLabelText(t('admin.reason')), 'Insults');
      await userEvent.click(asking.getByRole('button', { name: t('admin_chat.mute') }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(server.bodiesOf('POST /api/admin/chat/mutes').at(-1)).toEqual({
        ...{ user_id: report.message.author!.id, hours, reason: 'Insults' },
        message_id: report.message.id,
      });
    }
  });

  it('offers only actions that are still possible', async () => {
    const muted = { mutes: [makeMute({ reason: 'Twice warned' })], removed_count: 1, removed: [makeMessage({ text: 'Earlier' })] };
    await open(makeReport({ state: 'upheld', message: makeMessage({ removed: 'moderated' }), author: muted }));
    expect(decisions()).toEqual([null, null, null]);
    expect(screen.getByText('Twice warned')).toBeTruthy();
    expect(screen.getByText(t('admin_chat.removed_messages', { count: 1 }))).toBeTruthy();
    expect(screen.getByText('Earlier')).toBeTruthy();
  });

  it('shows the times of the first and last report, and no range for a single one', async () => {
    const at = new Date(Date.now() - 7 * 60_000).toISOString();
    await open(makeReport({ first_at: at }));
    expect(screen.getByText(/7\s?m.* ago/)).toBeTruthy();
    cleanup();
    await open(makeReport({ first_at: at, last_at: at }));
    expect(screen.queryByText(/7\s?m.* ago/)).toBeNull();
  });

  it('lets an unreported message be removed', async () => {
    const report = makeReport({ state: null, reports: [], reporters: 0, reasons: [], author: null });
    await open(report);
    expect(button(t('admin_chat.remove'))).toBeTruthy();
    expect(button(t('admin_chat.keep'))).toBeNull();
    expect(screen.getByText(t('admin_chat.not_reported'))).toBeTruthy();
  });

  it('names the group instead of a match, and what it removed can be shown again', async () => {
    const room = { match: null, locale: null, group: { id: '0195a000-0000-7000-8000-000000000777', name: 'Sunday Office' } };
    await open(makeReport({ ...room, message: makeMessage({ removed: 'group' }) }));
    expect(screen.getByText(t('admin_chat.in_group', { name: 'Sunday Office' }))).toBeTruthy();
    expect(screen.queryByRole('link', { name: t('admin_chat.to_match') })).toBeNull();
    expect(screen.getByText(t('admin_chat.removed.group'))).toBeTruthy();
    expect(button(t('admin_chat.restore'))).toBeTruthy();
    cleanup();
    await open(makeReport({ ...room, group: { ...room.group, name: null } }));
    expect(screen.getByText(t('admin_chat.group_ended'))).toBeTruthy();
  });

  it('is read-only for a viewer', async () => {
    beAdmin({ role: 'viewer' });
    await open(makeReport());
    expect(decisions()).toEqual([null, null, null]);
  });

  it('shows an error for an unknown message', async () => {
    server.on('GET /api/admin/chat/reports/9', { status: 404, json: { code: 'not_found', detail: 'No.' } });
    renderConsole('/admin/chat/9');
    expect(await screen.findByText(t('admin_chat.no_such'))).toBeTruthy();
  });
});
