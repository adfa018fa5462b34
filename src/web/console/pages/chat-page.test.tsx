import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeAppeal, makeMessage, makeMute, makeReported, makeWord } from '#test/web/fixtures/console-chat.ts';
import { makePage } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, makeConsoleOverview, renderConsole } from '#test/web/render-console.tsx';
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
    expect(row.getByText('Abuse × 2')).toBeTruthy();
    expect(row.getByText('Spam')).toBeTruthy();
    expect(row.queryByText('open')).toBeNull();
    expect(row.getByText(/Avalon Town – Northgate · English/)).toBeTruthy();
    expect(row.getByRole('link', { name: 'You are all blind' }).getAttribute('href')).toBe(`/admin/chat/${shown.message.id}`);
    const other = within(screen.getByText('Held for a word').closest('tr')!);
    expect(other.getByText('hidden')).toBeTruthy();
    // Isolated: its direction does not affect the surrounding text.
    expect(other.getByText(/evil/).tagName).toBe('BDI');
    expect(await screen.findByText('6 wait')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Removed' }));
    await userEvent.selectOptions(screen.getByLabelText('Language'), 'Tiếng Việt');
    await waitFor(() => expect(path()).toBe('/admin/chat?state=upheld&locale=vi'));
    await waitFor(() => expect(lastQuery(REPORTS)).toEqual({ state: 'upheld', locale: 'vi', page: '1' }));
  });

  it('show the state of each if there are several', async () => {
    server.on(REPORTS, { json: makePage([makeReported(), makeReported({ state: 'dismissed' })]) });
    renderConsole('/admin/chat?state=all');
    expect(await screen.findByText('open')).toBeTruthy();
    expect(screen.getByText('kept')).toBeTruthy();
  });

  it('show that there are none, and why loading failed', async () => {
    server.on(REPORTS, { status: 500, json: { code: 'internal', detail: 'Broken.' } }, { json: makePage([]) });
    renderConsole('/admin/chat');
    expect(await screen.findByText('The reports could not be loaded')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No report is waiting')).toBeTruthy();
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
    expect(row.getByText(/^until /)).toBeTruthy();
    expect(row.getByRole('link', { name: 'The message' }).getAttribute('href')).toBe('/admin/chat/77');
    expect(screen.getByText('for good')).toBeTruthy();
    expect(within(screen.getByText(/^lifted Nov 20/).closest('tr')!).queryByRole('button')).toBeNull();
    expect(lastQuery(MUTES)).toEqual({ state: 'active', page: '1', user_id: active.user.id });
    await userEvent.click(row.getByRole('button', { name: 'Lift' }));
    const asking = await dialog();
    await userEvent.click(asking.getByRole('button', { name: 'Lift' }));
    expect(asking.getByText('Please say why')).toBeTruthy();
    await enterText(asking.getByLabelText('Reason'), 'Cleared');
    await userEvent.click(asking.getByRole('button', { name: 'Lift' }));
    await waitFor(() => expect(toasts()).toEqual(['Lifted.']));
    expect(server.bodiesOf(lift)).toEqual([{ reason: 'Cleared' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Show all users' }));
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
    expect(item.getByText(/^Muted for: Insults/)).toBeTruthy();
    await userEvent.click(item.getByRole('button', { name: 'Accept' }));
    const asking = await dialog();
    expect(asking.getByText('The user reads it, and it stands in the audit log.')).toBeTruthy();
    await enterText(asking.getByLabelText('Reason'), 'We looked again');
    await userEvent.click(asking.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(toasts()).toEqual(['Accepted: they can write again.']));
    await userEvent.click(within(screen.getByText('Sorry').closest('li')!).getByRole('button', { name: 'Refuse' }));
    await userEvent.type((await dialog()).getByLabelText('Reason'), 'No');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Refuse' }));
    expect((await (await dialog()).findByRole('alert')).textContent).toBe('Somebody has decided this.');
    expect(server.bodiesOf(refuse)).toEqual([{ reason: 'No' }]);
  });

  it('show the answer once decided, without actions', async () => {
    const by = { id: '0195a000-0000-7000-8000-00000000ad78', email: 'second@example.com' };
    const decided = { answer: 'It was no joke', decided_by: by, decided_at: '2026-11-21T10:00:00.000Z' };
    server.on(APPEALS, { json: makePage([makeAppeal({ state: 'refused', ...decided })]) });
    renderConsole('/admin/chat?tab=appeals&state=refused');
    expect(await screen.findByText(/Answer: It was no joke · decided by second@example.com/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
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
    expect(row.getByText('Held')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getByText('Please enter a word')).toBeTruthy();
    await enterText(screen.getByLabelText('Word'), ' scam ');
    await userEvent.selectOptions(screen.getByLabelText('What happens'), 'Held');
    expect(screen.getByText('The message stays hidden until a moderator has read it.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(toasts()).toEqual(['It is on the list: new messages are compared with it.']));
    expect(server.bodiesOf('POST /api/admin/chat/words')).toEqual([{ locale: 'vi', word: 'scam', action: 'hold' }]);
    await userEvent.click(row.getByRole('button', { name: 'Take off' }));
    const asking = await dialog();
    expect(asking.getByRole('heading', { name: 'Take “lừa đảo” off the list?' })).toBeTruthy();
    await userEvent.click(asking.getByRole('button', { name: 'Take off' }));
    await waitFor(() => expect(toasts()).toContain('Taken off.'));
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
    for (const name of ['Lift', 'Accept', 'Refuse', 'Add', 'Take off']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
