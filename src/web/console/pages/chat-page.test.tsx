import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeAppeal, makeMessage, makeMute, makeReported, makeWord } from '#test/web/fixtures/console-chat.ts';
import { makePage } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, makeConsoleOverview, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const REPORTS = 'GET /api/admin/chat/reports';
const MUTES = 'GET /api/admin/chat/mutes';
const APPEALS = 'GET /api/admin/chat/appeals';
const WORDS = 'GET /api/admin/chat/words';

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin({ role: 'support' });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ message }) => message);
const dialog = async () => within(await screen.findByRole('dialog'));
const lastQuery = (call: string) => server.heard.filter(({ method, path }) => `${method} ${path}` === call).at(-1)?.query;

describe('reported messages', () => {
  it('are shown with reasons, counts and room, and counted in the menu', async () => {
    const overview = makeConsoleOverview();
    const queues = {
      ...overview.queues,
      chat_reports: { count: 4, oldest_at: overview.counted_at },
      chat_appeals: { count: 2, oldest_at: null },
    };
    server.on('GET /api/admin/overview', { json: { ...overview, queues } });
    const held = makeReported({
      message: makeMessage({ text: '‮evil‬ שלום', removed: 'hidden' }),
      reporters: 0,
      reasons: [{ reason: 'held', count: 1 }],
    });
    const shown = makeReported();
    server.on(REPORTS, { json: makePage([shown, held]) });
    const { path } = renderConsole('/admin/chat');
    const row = within((await screen.findByText('You are all blind')).closest('tr')!);
    expect(row.getByText(t('admin_chat.reason_count', { reason: t('admin_chat.reasons.abuse'), count: 2 }))).toBeTruthy();
    expect(row.getByText(t('admin_chat.reasons.spam'))).toBeTruthy();
    expect(row.queryByText(t('admin_chat.report_state.open'))).toBeNull();
    expect(row.getByText(/Avalon Town – Northgate · English/)).toBeTruthy();
    expect(row.getByRole('link', { name: 'You are all blind' }).getAttribute('href')).toBe(`/admin/chat/${shown.message.id}`);
    const other = within(screen.getByText(t('admin_chat.reasons.held')).closest('tr')!);
    expect(other.getByText(t('admin_chat.removed.hidden'))).toBeTruthy();
    // Isolated: its direction does not affect the surrounding text.
    expect(other.getByText(/evil/).tagName).toBe('BDI');
    expect(await screen.findByText(t('admin.waiting', { count: 6 }))).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: t('admin_chat.report_filter.upheld') }));
    await userEvent.selectOptions(screen.getByLabelText(t('admin_chat.language')), 'Tiếng Việt');
    await waitFor(() => expect(path()).toBe('/admin/chat?state=upheld&locale=vi'));
    await waitFor(() => expect(lastQuery(REPORTS)).toEqual({ state: 'upheld', locale: 'vi', page: '1' }));
  });

  it('show the state of each if there are several', async () => {
    server.on(REPORTS, { json: makePage([makeReported(), makeReported({ state: 'dismissed' })]) });
    renderConsole('/admin/chat?state=all');
    expect(await screen.findByText(t('admin_chat.report_state.open'))).toBeTruthy();
    expect(screen.getByText(t('admin_chat.report_state.dismissed'))).toBeTruthy();
  });

  it('show that there are none, and why loading failed', async () => {
    server.on(REPORTS, { status: 500, json: { code: 'internal', detail: 'Broken.' } }, { json: makePage([]) });
    renderConsole('/admin/chat');
    expect(await screen.findByText(t('admin_chat.reports_failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('admin_chat.reports_none_open'))).toBeTruthy();
  });
});

describe('mutes', () => {
  it('are lifted with a reason, and filtered to one user by the address', async () => {
    const active = makeMute({ message_id: '77' });
    const others = [
      makeMute({ name: 'For Good', until: null }),
      makeMute({ name: 'Was Lifted', is_active: false, lifted: { at: '2026-11-20T10:00:00.000Z', by: active.by } }),
    ];
    const lift = `POST /api/admin/chat/mutes/${active.id}/lift`;
    server.on(MUTES, { json: makePage([active, ...others]) });
    server.on(lift, { json: { mute: active } });
    const { path } = renderConsole(`/admin/chat?tab=mutes&user=${active.user.id}`);
    const row = within((await screen.findByRole('link', { name: 'Loud Fan' })).closest('tr')!);
    expect(row.getByText(new RegExp(`^${t('admin_chat.until', { when: '' })}`))).toBeTruthy();
    expect(row.getByRole('link', { name: t('admin_chat.the_message') }).getAttribute('href')).toBe('/admin/chat/77');
    expect(screen.getByText(t('admin_chat.for_good'))).toBeTruthy();
    expect(
      within(screen.getByText(t('admin_chat.lifted', { when: '20 Nov 2026, 10:00' })).closest('tr')!).queryByRole('button'),
    ).toBeNull();
    expect(lastQuery(MUTES)).toEqual({ state: 'active', page: '1', user_id: active.user.id });
    await userEvent.click(row.getByRole('button', { name: t('admin_chat.lift') }));
    const asking = await dialog();
    await userEvent.click(asking.getByRole('button', { name: t('admin_chat.lift') }));
    expect(asking.getByText(t('admin.reason_required'))).toBeTruthy();
    await enterText(asking.getByLabelText(t('admin.reason')), 'Cleared');
    await userEvent.click(asking.getByRole('button', { name: t('admin_chat.lift') }));
    await waitFor(() => expect(toasts()).toEqual([t('admin_chat.lifted_done')]));
    expect(server.bodiesOf(lift)).toEqual([{ reason: 'Cleared' }]);
    await userEvent.click(screen.getByRole('button', { name: t('admin_chat.every_user') }));
    await waitFor(() => expect(path()).toBe('/admin/chat?tab=mutes'));
  });
});

describe('appeals', () => {
  it('are accepted or refused with an answer for the user, and refetched if another admin was first', async () => {
    const [first, second] = [makeAppeal(), makeAppeal({ mute: makeMute({ name: 'Second Fan' }), text: 'Sorry' })];
    server.on(APPEALS, { json: makePage([first, second]) });
    server.on(`POST /api/admin/chat/appeals/${first.id}/accept`, { json: { appeal: { ...first, state: 'accepted' } } });
    const refuse = `POST /api/admin/chat/appeals/${second.id}/refuse`;
    server.on(refuse, { status: 409, json: { code: 'already_decided', detail: 'Somebody has decided this.' } });
    renderConsole('/admin/chat?tab=appeals');
    const item = within((await screen.findByText('It was a joke')).closest('li')!);
    expect(item.getByText(new RegExp(`^${t('admin_chat.muted_for', { reason: 'Insults' })}`))).toBeTruthy();
    await userEvent.click(item.getByRole('button', { name: t('admin_chat.accept') }));
    const asking = await dialog();
    expect(asking.getByText(t('admin_chat.read_by_user'))).toBeTruthy();
    await enterText(asking.getByLabelText(t('admin.reason')), 'We looked again');
    await userEvent.click(asking.getByRole('button', { name: t('admin_chat.accept') }));
    await waitFor(() => expect(toasts()).toEqual([t('admin_chat.accepted_done')]));
    await userEvent.click(within(screen.getByText('Sorry').closest('li')!).getByRole('button', { name: t('admin_chat.refuse') }));
    await userEvent.type((await dialog()).getByLabelText(t('admin.reason')), 'No');
    await userEvent.click((await dialog()).getByRole('button', { name: t('admin_chat.refuse') }));
    expect((await (await dialog()).findByRole('alert')).textContent).toBe('Somebody has decided this.');
    expect(server.bodiesOf(refuse)).toEqual([{ reason: 'No' }]);
  });

  it('show the answer once decided, without actions', async () => {
    const by = { id: '0195a000-0000-7000-8000-00000000ad78', email: 'second@example.com' };
    const decided = { answer: 'It was no joke', decided_by: by, decided_at: '2026-11-21T10:00:00.000Z' };
    server.on(APPEALS, { json: makePage([makeAppeal({ state: 'refused', ...decided })]) });
    renderConsole('/admin/chat?tab=appeals&state=refused');
    const answer = t('admin_chat.answered', { answer: 'It was no joke' });
    const decision = t('admin_chat.decided', { email: 'second@example.com', when: '21 November 2026 at 10:00' });
    expect(await screen.findByText(`${answer} · ${decision}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('admin_chat.accept') })).toBeNull();
  });
});

describe('the list of words', () => {
  it('adds a word in a language with its effect, and removes one', async () => {
    const word = makeWord({ word: 'lừa đảo', locale: 'vi', action: 'hold' });
    server.on(WORDS, { json: makePage([word]) });
    server.on('POST /api/admin/chat/words', { status: 201, json: { word: makeWord() } });
    server.on(`DELETE /api/admin/chat/words/${word.id}`, { json: { word } });
    renderConsole('/admin/chat?tab=words&locale=vi');
    const row = within((await screen.findByText('lừa đảo')).closest('tr')!);
    expect(row.getByText(t('admin_chat.word_actions.hold'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('admin_chat.word_submit') }));
    expect(screen.getByText(t('admin_chat.word_missing'))).toBeTruthy();
    await enterText(screen.getByLabelText(t('admin_chat.word')), ' scam ');
    await userEvent.selectOptions(screen.getByLabelText(t('admin_chat.word_action')), t('admin_chat.word_actions.hold'));
    expect(screen.getByText(t('admin_chat.word_action_hint.hold'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('admin_chat.word_submit') }));
    await waitFor(() => expect(toasts()).toEqual([t('admin_chat.word_added')]));
    expect(server.bodiesOf('POST /api/admin/chat/words')).toEqual([{ locale: 'vi', word: 'scam', action: 'hold' }]);
    await userEvent.click(row.getByRole('button', { name: t('admin_chat.word_remove') }));
    const asking = await dialog();
    expect(asking.getByRole('heading', { name: t('admin_chat.word_remove_title', { word: 'lừa đảo' }) })).toBeTruthy();
    await userEvent.click(asking.getByRole('button', { name: t('admin_chat.word_remove') }));
    await waitFor(() => expect(toasts()).toContain(t('admin_chat.word_removed')));
  });

  it.each([
    ['mutes', MUTES, () => makeMute()],
    ['appeals', APPEALS, () => makeAppeal()],
    ['words', WORDS, () => makeWord()],
  ] as const)('offers a viewer no actions on %s', async (tab, call, make) => {
    beAdmin({ role: 'viewer' });
    server.on(call, { json: makePage([make()]) });
    renderConsole(`/admin/chat?tab=${tab}`);
    await screen.findByText(tab === 'words' ? 'scam' : 'Loud Fan');
    for (const action of ['lift', 'accept', 'refuse', 'word_submit', 'word_remove'] as const)
      expect(screen.queryByRole('button', { name: t(`admin_chat.${action}`) })).toBeNull();
  });
});
