import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GroupRole } from '#contract/tipping-groups.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeMessage, makeRoom } from '#test/web/fixtures/chat.ts';
import { makeMeta, makeTeam } from '#test/web/fixtures/matches.ts';
import { GROUP_ID } from '#test/web/fixtures/tipping.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const of = `/api/tipping/groups/${GROUP_ID}`;
const [CHAT, MUTES, TOPIC] = [`GET ${of}/chat`, `GET ${of}/chat-mutes`, `chat:group:${GROUP_ID}`];

let server: TestServer;
let sockets: LiveServer;
// The socket's address is the page's, so modules that use it are loaded once the server is there.
let web: Awaited<ReturnType<typeof loadWeb>>;
let stopLive: () => void;

async function loadWeb() {
  const [{ startLive }, { GroupChat, TipComments }, { renderPart }, { useOwnMessages }] = await Promise.all([
    import('#web/data/live.ts'),
    import('./group-chat.tsx'),
    import('#test/web/render-site.tsx'),
    import('./own-messages.ts'),
  ]);
  return { startLive, GroupChat, TipComments, renderPart, useOwnMessages };
}

beforeAll(async () => {
  server = await startTestServer();
  sockets = await startLiveServer(server.server);
  web = await loadWeb();
});
beforeEach(async () => {
  server.reset();
  sockets.heard.length = 0;
  queryClient.clear();
  sessionStorage.clear();
  web.useOwnMessages.setState({ messages: [], pausedUntil: {} });
  useToasts.setState({ toasts: [] });
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on('GET /api/chat/mute', { json: { mute: null } });
  server.on('GET /api/chat/ignored', { json: { handles: [] } });
  server.on(MUTES, { json: { items: [] } });
  server.on(CHAT, { json: page([makeMessage('Four to one')]) });
  await chooseLocale('en');
  beUser();
  stopLive = web.startLive();
});
afterEach(() => stopLive());
afterAll(async () => {
  sockets.cut();
  await server.stop();
});

const page = (items: ReturnType<typeof makeMessage>[], group_mute: { until: string | null } | null = null) => ({
  room: makeRoom({ match_id: null, locale: null, group_id: GROUP_ID }),
  ...{ items, has_more: false, group_mute },
});
const show = (role: GroupRole = 'member') =>
  web.renderPart(<web.GroupChat group={{ id: GROUP_ID, role }} className="h-[500px]" tips={(_, tip) => tip.join('–')} />);
const field = () => screen.findByLabelText<HTMLTextAreaElement>(t('chat.write'));
const openMenu = async (name: string) => userEvent.click(await screen.findByRole('button', { name: t('chat.menu', { name }) }));
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent?.trim());
const MODERATION = [t('chat.group.remove'), t('chat.group.mute_day'), t('chat.group.mute_for_good')];

describe('the chat of a group', () => {
  it('is one room without a language, and says who wrote and who removed what, without the badge of the site', async () => {
    server.on(CHAT, {
      json: page([
        makeMessage('Four to one'),
        makeMessage('I was here', { author: null }),
        makeMessage('', { removed: 'group', author: { handle: 'jane', name: 'Jane' } }),
      ]),
    });
    show();
    expect(await screen.findByText('Four to one')).toBeTruthy();
    expect(screen.getByRole('heading', { name: t('chat.group.title') })).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText(t('chat.group.former'))).toBeTruthy();
    expect(screen.getByText(t('chat.removed.group'))).toBeTruthy();
    expect(screen.queryByTitle(t('chat.from_site_long'))).toBeNull();
    expect(sockets.heard).toContainEqual({ t: 'join', topic: TOPIC });
    await enterText(await field(), 'You were lucky');
    await userEvent.click(screen.getByRole('button', { name: t('chat.send') }));
    await waitFor(() => expect(sockets.heard.at(-1)).toMatchObject({ t: 'chat', topic: TOPIC, text: 'You were lucky' }));
  });

  it('is open to those who take a break from play, and says so when the group has muted the user', async () => {
    const away = { kind: 'self_exclusion', until: '2030-01-01T12:00:00.000Z' } as const;
    server.on('GET /api/account/overview', { json: makeOverview({ exclusion: away }) });
    const { unmount } = show();
    await screen.findByText('Four to one');
    expect(await field()).toBeTruthy();
    expect(screen.queryByText(t('chat.refused.self_excluded'))).toBeNull();
    unmount();
    queryClient.clear();
    server.on(CHAT, { json: page([makeMessage('Four to one')], { until: null }) });
    show();
    expect(await screen.findByText(t('chat.group.muted_for_good'))).toBeTruthy();
    expect(screen.queryByLabelText(t('chat.write'))).toBeNull();
  });

  it('disappears with the membership', async () => {
    show();
    await screen.findByText('Four to one');
    server.on(CHAT, { status: 404, json: { code: 'not_found', detail: 'Not found.' } });
    act(() => sockets.say({ t: 'error', code: 'not_found', topic: TOPIC }));
    expect(await screen.findByText(t('chat.load_failed'))).toBeTruthy();
    expect(screen.queryByText('Four to one')).toBeNull();
  });

  it('offers moderation to the owner and helpers alone', async () => {
    const { unmount } = show();
    await openMenu('Minh Hoàng');
    await screen.findAllByRole('menuitem');
    for (const one of MODERATION) expect(items()).not.toContain(one);
    expect(server.calls()).not.toContain(MUTES);
    unmount();
    for (const role of ['owner', 'helper'] as const) {
      const shown = show(role);
      await openMenu('Minh Hoàng');
      await screen.findAllByRole('menuitem');
      expect(items()).toEqual(expect.arrayContaining(MODERATION));
      shown.unmount();
    }
  });

  it('lets the owner remove a message, mute its author, and end that', async () => {
    const bodies: unknown[] = [];
    const message = makeMessage('Buy my tips');
    server.on(CHAT, { json: page([message]) });
    server.on(`POST ${of}/chat/${message.id}/remove`, { json: {} });
    server.on(`PUT ${of}/chat-mutes/minh`, ({ body }) => {
      bodies.push(JSON.parse(body));
      return { json: { items: [{ handle: 'minh', until: '2030-01-01T12:00:00.000Z' }] } };
    });
    server.on(`DELETE ${of}/chat-mutes/minh`, { json: { items: [] } });
    show('owner');
    await openMenu('Minh Hoàng');
    await userEvent.click(await screen.findByRole('menuitem', { name: t('chat.group.mute_day') }));
    await userEvent.click(await screen.findByRole('button', { name: t('chat.group.muted', { count: 1 }) }));
    expect(bodies).toEqual([{ hours: 24 }]);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: t('chat.group.unmute_of', { name: '@minh' }) }));
    await waitFor(() => expect(dialog.queryByText('@minh')).toBeNull());
    await userEvent.keyboard('{Escape}');
    await openMenu('Minh Hoàng');
    await userEvent.click(await screen.findByRole('menuitem', { name: t('chat.group.remove') }));
    expect(await screen.findByText(t('chat.removed.group'))).toBeTruthy();
    expect(screen.queryByText('Buy my tips')).toBeNull();
  });
});

describe('comments on a tip', () => {
  const about = { match_id: 71, member_id: 5 };
  const match = { id: 71, sport: 'football' as const, home: makeTeam('Avalon'), away: makeTeam('Borea') };
  const commented = { match, member_id: 5, name: 'mia', tip: { home: 2, away: 1 } };

  it('show in the room with the tip that they are about, also once its member has left', async () => {
    const gone = { ...commented, name: null, tip: null };
    server.on(CHAT, { json: page([makeMessage('Bold', { tip: commented }), makeMessage('Was it?', { tip: gone, author: null })]) });
    show();
    const words = { home: 'Avalon', away: 'Borea' };
    expect(await screen.findByText(t('chat.tip.about', { ...words, name: 'mia', tip: '2–1' }))).toBeTruthy();
    expect(screen.getByText(t('chat.tip.about_gone', { ...words, name: t('chat.group.former') }))).toBeTruthy();
  });

  it('are read and written under the tip: the rest of the room stays out', async () => {
    const asked: unknown[] = [];
    server.on(CHAT, ({ query }) => {
      asked.push(query);
      return { json: page([makeMessage('Bold', { tip: commented })]) };
    });
    web.renderPart(<web.TipComments group={{ id: GROUP_ID, role: 'member' }} about={about} name="mia" />);
    expect(await screen.findByRole('heading', { name: t('chat.tip.title', { name: 'mia' }) })).toBeTruthy();
    await screen.findByText('Bold');
    expect(asked).toEqual([{ match_id: '71', member_id: '5' }]);
    const messages = [makeMessage('Elsewhere'), makeMessage('And lucky', { tip: commented })];
    await act(async () => {
      sockets.setSeq(TOPIC, 1);
      sockets.say({ t: 'change', topic: TOPIC, seq: 1, change: { t: 'chat', messages } });
    });
    expect(await screen.findByText('And lucky')).toBeTruthy();
    expect(screen.queryByText('Elsewhere')).toBeNull();
    await enterText(await field(), 'Well done');
    await userEvent.click(screen.getByRole('button', { name: t('chat.send') }));
    await waitFor(() => expect(sockets.heard.at(-1)).toMatchObject({ t: 'chat', topic: TOPIC, text: 'Well done', about }));
  });
});
