import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServerMessage } from '#contract/live.ts';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeMessage, makeMute, makePage, makeRoom } from '#test/web/fixtures/chat.ts';
import { makeDetail, makeEvent, makeMeta, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { beTouchScreen } from '#test/web/screen-keyboard.ts';
import { t, tVi } from '#test/web/words.ts';
import { writeDate } from '#texts/write.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useAnnouncement } from '#web/data/toasts.ts';
import { useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { timeZone } from '#web/lib/dates.ts';

const CHAT = 'GET /api/matches/7/chat';
const SEND = 'POST /api/matches/7/chat';
const TOPIC = 'chat:7:en';
const match = makeDetail({ id: 7, status: 'h2', home: makeTeam('Avalon Town'), away: makeTeam('Northgate') });

let server: TestServer;
let sockets: LiveServer;
// The socket's address is the page's, so modules that use it are loaded once the server is there.
let web: Awaited<ReturnType<typeof loadWeb>>;
let stopLive: () => void;
let takeMessage: LiveServer['manners']['answerChat'];

async function loadWeb() {
  const [{ subscribeLive, startLive }, { ChatPanel }, { renderPart }, { useOwnMessages }] = await Promise.all([
    import('#web/data/live.ts'),
    import('./chat-panel.tsx'),
    import('#test/web/render-site.tsx'),
    import('./own-messages.ts'),
  ]);
  return { subscribeLive, startLive, ChatPanel, renderPart, useOwnMessages };
}

beforeAll(async () => {
  server = await startTestServer();
  sockets = await startLiveServer(server.server);
  takeMessage = sockets.manners.answerChat;
  web = await loadWeb();
});
beforeEach(async () => {
  server.reset();
  sockets.heard.length = 0;
  sockets.manners.answerChat = takeMessage;
  queryClient.clear();
  sessionStorage.clear();
  web.useOwnMessages.setState({ messages: [], pausedUntil: {} });
  useAnnouncement.setState({ sentence: '' });
  useUiState.setState({ showLogin: false });
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on('GET /api/chat/mute', { json: { mute: null } });
  server.on('GET /api/chat/ignored', { json: { handles: [] } });
  server.on(CHAT, { json: makePage([makeMessage('What a goal!')]) });
  await chooseLocale('en');
  beUser();
  stopLive = web.startLive();
});
afterEach(() => stopLive());
afterAll(async () => {
  sockets.cut();
  await server.stop();
});

let seq = 0;
/** Pushes a change, and waits for the frame in which it is rendered. */
const tell = (change: Extract<ServerMessage, { t: 'change' }>['change']) =>
  act(async () => {
    const mine = ++seq;
    const drawn = new Promise<void>((resolve) => {
      const stop = web.subscribeLive((message) => {
        if (message.t !== 'change' || message.seq !== mine) return;
        stop();
        // The cache notifies its observers a moment after the frame.
        requestAnimationFrame(() => setTimeout(resolve, 0));
      });
    });
    sockets.setSeq(TOPIC, mine);
    sockets.say({ t: 'change', topic: TOPIC, seq: mine, change });
    await drawn;
  });
const say = (...messages: ReturnType<typeof makeMessage>[]) => tell({ t: 'chat', messages });

const show = () => web.renderPart(<web.ChatPanel match={match} className="h-[500px]" />);
const open = async () => {
  const shown = show();
  await screen.findByText('What a goal!');
  return shown;
};
const field = () => screen.findByLabelText<HTMLTextAreaElement>(t('chat.write'));
const typeIn = async (keys: string) => userEvent.type(await field(), keys);
/** Pastes, which is faster than a key press for each letter. */
const write = async (text: string) => {
  const area = await field();
  fireEvent.input(area, { target: { value: area.value + text } });
};
const send = async (text: string) => {
  await write(text);
  fireEvent.keyDown(await field(), { key: 'Enter' });
};
const sent = () => sockets.heard.filter((message) => message.t === 'chat');
const log = () => screen.getByRole('log', { name: t('chat.log') });
const words = (text: string) => within(log()).queryByText(text);
/** The send button's name while so many seconds are left. */
const sendIn = (...seconds: number[]) => new RegExp(seconds.map((count) => t('chat.send_in', { seconds: count })).join('|'));
/** The button that leads to the end of the log; with any number of messages that came meanwhile. */
const toEnd = () => {
  const names = [t('chat.newest'), ...[1, 2, 3].map((count) => t('chat.new_messages', { count }))];
  return screen.queryByRole('button', { name: (name) => names.includes(name) });
};

/** Gives the log the heights and scroll position that jsdom lacks. */
function scrollTo(scrollTop: number) {
  const element = log();
  for (const [name, value] of Object.entries({ scrollHeight: 2_000, clientHeight: 400 })) {
    Object.defineProperty(element, name, { value, configurable: true });
  }
  element.scrollTop = scrollTop;
  fireEvent.scroll(element);
}

describe('a room', () => {
  it('is fetched after its topic is joined, and shows that it is open and roughly how many are present', async () => {
    const { container } = show();
    expect(container.querySelector('[aria-busy="true"]')).toBeTruthy();
    expect(screen.getByText(t('chat.status_long.connecting'))).toBeTruthy();
    expect(await screen.findByText('What a goal!')).toBeTruthy();
    expect(sockets.heard).toContainEqual({ t: 'join', topic: TOPIC });
    expect(server.heard.find(({ path }) => path === '/api/matches/7/chat')?.query).toEqual({ locale: 'en' });
    expect(screen.getByText(t('chat.status_long.open'))).toBeTruthy();
    await tell({ t: 'presence', band: 1_000 });
    expect(screen.getByText(t('chat.here', { count: 1000 }))).toBeTruthy();
    await tell({ t: 'presence', band: 1 });
    expect(screen.getByText(t('chat.few_here'))).toBeTruthy();
  });

  it('keeps pushes that arrive before its first reply', async () => {
    const answer = server.hold(CHAT, { json: makePage([makeMessage('What a goal!')]) });
    show();
    await waitFor(() => expect(server.calls()).toContain(CHAT));
    await say(makeMessage('Told while it was loading'));
    await tell({ t: 'chat_room', room: makeRoom({ state: 'read_only' }) });
    answer();
    expect(await screen.findByText('What a goal!')).toBeTruthy();
    expect(await screen.findByText('Told while it was loading')).toBeTruthy();
    expect(screen.getByText(t('chat.status_long.closed'))).toBeTruthy();
  });

  it('is fetched again if a refetch arrives before its first reply', async () => {
    const answer = server.hold(CHAT, { json: makePage([makeMessage('What a goal!')]) });
    show();
    await waitFor(() => expect(server.calls()).toContain(CHAT));
    await tell({ t: 'refetch' });
    answer();
    await waitFor(() => expect(server.calls().filter((call) => call === CHAT)).toHaveLength(2));
  });

  it('is idle before the match, opens with it, and is read-only after it', async () => {
    server.on(CHAT, { json: makePage([], { state: 'idle' }) });
    show();
    expect(await screen.findByText(t('chat.idle_note'))).toBeTruthy();
    expect(screen.getByText(t('chat.status_long.idle'))).toBeTruthy();
    expect(screen.queryByLabelText(t('chat.write'))).toBeNull();
    await tell({ t: 'chat_room', room: makePage().room });
    expect(await field()).toBeTruthy();
    expect(screen.getByText(t('chat.empty'))).toBeTruthy();
    await say(makeMessage('First!'));
    await tell({ t: 'chat_room', room: makePage([], { state: 'read_only' }).room });
    expect(screen.getByText(t('chat.status_long.closed'))).toBeTruthy();
    expect(screen.getByText(t('chat.closed_note'))).toBeTruthy();
    expect(words('First!')).toBeTruthy();
    expect(screen.queryByLabelText(t('chat.write'))).toBeNull();
  });

  it('says when operators have switched the chat off', async () => {
    server.on('GET /api/meta', { json: makeMeta({ switches: { staking: true, redeem: true, chat: false, sign_up: true } }) });
    await open();
    expect(await screen.findByText(t('chat.off_note'))).toBeTruthy();
  });

  it('says when it cannot be loaded, and retries', async () => {
    server.on(
      CHAT,
      { status: 500, json: { detail: 'Something went wrong.', code: 'internal' } },
      { json: makePage([makeMessage('Back')]) },
    );
    show();
    expect(await screen.findByText(t('chat.load_failed'))).toBeTruthy();
    expect(screen.getByText(t('chat.status_long.error'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText('Back')).toBeTruthy();
  });

  it('exists for each language, the page’s own first', async () => {
    await chooseLocale('vi');
    server.on(CHAT, ({ query }) => ({ json: makePage([makeMessage(`Phòng ${query.locale}`)], { locale: 'vi' }) }));
    show();
    expect(await screen.findByText('Phòng vi')).toBeTruthy();
    const rooms = screen.getByRole<HTMLSelectElement>('combobox', { name: tVi('chat.room') });
    expect([...rooms.options].map(({ value }) => value)).toEqual(['vi', 'en', 'zh-CN']);
    await userEvent.selectOptions(rooms, 'zh-CN');
    expect(await screen.findByText('Phòng zh-CN')).toBeTruthy();
    expect(sockets.heard.slice(-2)).toEqual([
      { t: 'leave', topic: 'chat:7:vi' },
      { t: 'join', topic: 'chat:7:zh-CN' },
    ]);
  });

  it('gives what the site and moderators say a badge, which no name or text of a user has', async () => {
    const imitation = 'Matchpoint 51′ Goal: Okafor, Avalon Town';
    const shown = [
      makeMessage(imitation, { author: { handle: 'jane', name: 'Matchpoint' } }),
      makeMessage('', { kind: 'system', author: null, event: makeEvent({ type: 'goal' }) }),
      makeMessage('', { removed: 'moderated' }),
      makeMessage('', { removed: 'deleted' }),
    ];
    server.on(CHAT, { json: makePage(shown) });
    show();
    await screen.findByText(imitation);
    const badges = screen.getAllByTitle(t('chat.from_site_long'));
    expect(badges.map((badge) => badge.closest('[data-message]')?.getAttribute('data-message'))).toEqual([shown[1]?.id, shown[2]?.id]);
  });

  it('renders system messages in the page’s language, and hides removed messages', async () => {
    const goal = makeEvent({ type: 'goal', minute: 45, stoppage: 2, player: 'Okafor', side: 'home' });
    const red = makeEvent({ type: 'red', minute: 51, player: null, side: 'away' });
    const line = { kind: 'system', author: null } as const;
    server.on(CHAT, {
      json: makePage([
        makeMessage('', { ...line, event: goal }),
        makeMessage('', { ...line, event: red, removed: 'deleted' }),
        makeMessage('', { removed: 'moderated' }),
        makeMessage('<b>Hi</b> https://example.com', { author: null }),
      ]),
    });
    show();
    const ofGoal = t('chat.system', { what: t('match.event.goal'), who: 'Okafor', team: 'Avalon Town' });
    const ofRed = t('chat.system_unnamed', { what: t('match.event.red'), team: 'Northgate' });
    expect(await screen.findByText(ofGoal)).toBeTruthy();
    expect(screen.getByText('45+2′')).toBeTruthy();
    const line51 = `${t('chat.from_site')} 51′ ${ofRed} (${t('chat.taken_back')})`;
    expect(screen.getByText(ofRed).parentElement?.textContent).toBe(line51);
    expect(screen.getByText(t('chat.removed.moderated'))).toBeTruthy();
    expect(screen.getByText('<b>Hi</b> https://example.com')).toBeTruthy();
    expect(screen.getByText(t('chat.nobody'))).toBeTruthy();
    expect(within(log()).queryByRole('link')).toBeNull();
  });
});

describe('sending', () => {
  it('shows the message at once, and then as the room pushes it', async () => {
    sockets.manners.answerChat = () => null;
    await open();
    await typeIn('Still time{Shift>}{Enter}{/Shift}to go{Enter}');
    expect((await field()).value).toBe('');
    expect(await screen.findByText(t('chat.sending'))).toBeTruthy();
    await waitFor(() => expect(sent()).toHaveLength(1));
    const [told] = sent();
    expect(told).toMatchObject({ topic: TOPIC, text: 'Still time\nto go' });
    const cid = String(told?.cid);
    await act(async () => sockets.say({ t: 'sent', topic: TOPIC, cid, id: '2000' }));
    expect(await screen.findByText(t('chat.sent'))).toBeTruthy();
    await say(makeMessage('Still time\nto go', { id: '2000', cid, author: { handle: 'ada', name: 'Ada' } }));
    expect(screen.queryByText(t('chat.sent'))).toBeNull();
    expect(within(log()).getAllByText(/Still time/)).toHaveLength(1);
    expect(within(log()).getByText(t('chat.you'))).toBeTruthy();
  });

  it('shows an error, and retries under the same id', async () => {
    sockets.manners.answerChat = ({ cid, topic }) => ({ t: 'error', code: 'store_failed', cid, topic });
    await open();
    await send('Hello');
    expect((await screen.findByRole('alert')).textContent).toContain(t('chat.refused.store_failed'));
    sockets.manners.answerChat = takeMessage;
    await userEvent.click(screen.getByRole('button', { name: t('chat.again') }));
    // The button is gone, and the focus does not return to the start of the page.
    expect(document.activeElement).toBe(log());
    expect(await screen.findByText(t('chat.sent'))).toBeTruthy();
    expect(sent()).toHaveLength(2);
    expect(sent()[0]).toEqual(sent()[1]);
  });

  it('counts down the seconds to wait', async () => {
    sockets.manners.answerChat = ({ cid, topic }) => ({ t: 'error', code: 'rate_limited', cid, topic, seconds: 2 });
    await open();
    // The text takes more lines beside the wider button.
    const waiting = () => screen.queryByRole('button', { name: sendIn(1, 2) });
    Object.defineProperty(await field(), 'scrollHeight', { get: () => (waiting() ? 60 : 40) });
    await send('Hello');
    expect(await screen.findByText(t('chat.refused.rate_limited'), { exact: false })).toBeTruthy();
    expect(screen.getByText(new RegExp(`${t('chat.retry_in', { seconds: 1 })}|${t('chat.retry_in', { seconds: 2 })}`))).toBeTruthy();
    expect(waiting()).toBeTruthy();
    expect((await field()).style.height).toBe('60px');
    await send('Another');
    await userEvent.click(screen.getByRole('button', { name: t('chat.again') }));
    expect(sent()).toHaveLength(1);
    expect((await field()).value).toBe('Another');
    expect(await screen.findByRole('button', { name: t('chat.send') })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('chat.discard') }));
    expect(screen.queryByText(t('chat.failed'))).toBeNull();
  });

  it('falls back to a request if the connection is lost before the reply', async () => {
    sockets.manners.answerChat = () => null;
    server.on(SEND, { status: 502, json: { code: 'store_failed', detail: 'Away' } }, { status: 201, json: { id: '2001' } });
    await open();
    await send('Through all');
    await waitFor(() => expect(sent()).toHaveLength(1));
    await act(async () => sockets.cut());
    expect(await screen.findByText(t('chat.refused.store_failed'))).toBeTruthy();
    expect(server.bodiesOf(SEND)).toEqual([{ locale: 'en', text: 'Through all', cid: sent()[0]?.cid }]);
    sockets.manners.answerChat = ({ cid, topic }) => ({ t: 'error', code: 'login_required', cid, topic });
    await userEvent.click(screen.getByRole('button', { name: t('chat.again') }));
    expect(await screen.findByText(t('chat.sent'))).toBeTruthy();
    expect(new Set(server.bodiesOf(SEND).map(({ cid }) => cid))).toEqual(new Set([sent()[0]?.cid]));
  });

  it('says that the connection is lost, polls meanwhile, and keeps the draft', async () => {
    const { unmount } = await open();
    await tell({ t: 'presence', band: 1 });
    expect(screen.getByText(t('chat.few_here'))).toBeTruthy();
    await write('Half a thou');
    await act(async () => {
      sockets.cut();
      stopLive();
      const { useLiveStatus } = await import('#web/data/live.ts');
      useLiveStatus.setState({ status: 'polling' });
    });
    const lost = `${t('errors.connection_error')} ${t('chat.polling_note', { seconds: 15 })}`;
    expect(await screen.findByText(lost)).toBeTruthy();
    expect(screen.queryByText(t('chat.few_here'))).toBeNull();
    expect((await field()).value).toBe('Half a thou');
    unmount();
    show();
    expect((await field()).value).toBe('Half a thou');
    server.on(SEND, { status: 201, json: { id: '2002' } });
    await send('ght');
    expect(await screen.findByText(t('chat.sent'))).toBeTruthy();
    expect(words('Half a thought')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('leaves Enter to the input method while it composes a character', async () => {
    await open();
    const area = await field();
    await userEvent.type(area, 'zhong');
    fireEvent.keyDown(area, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(area, { key: 'Enter', keyCode: 229 });
    expect(area.value).toBe('zhong');
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it('counts characters as readers do, and sends at most the maximum', async () => {
    await open();
    const area = await field();
    fireEvent.input(area, { target: { value: '👨‍👩‍👧'.repeat(260) } });
    expect(screen.getByText(t('chat.left', { count: 40 }))).toBeTruthy();
    fireEvent.input(area, { target: { value: 'a'.repeat(301) } });
    expect(screen.getByText(t('chat.too_many', { count: 1 }))).toBeTruthy();
    expect(area.getAttribute('aria-invalid')).toBe('true');
    fireEvent.keyDown(area, { key: 'Enter' });
    fireEvent.input(area, { target: { value: ' \u200b ' } });
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(sent()).toEqual([]);
  });

  it('inserts emoji and names at the caret', async () => {
    await open();
    await typeIn('@mi');
    expect(within(screen.getByRole('listbox', { name: t('chat.names') })).getByRole('option').textContent).toBe('Minh Hoàng@minh');
    await typeIn('{Enter}look{ArrowLeft}{ArrowLeft}');
    await userEvent.click(screen.getByRole('button', { name: t('chat.emoji') }));
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('😂');
    await userEvent.keyboard('{Enter}');
    expect((await field()).value).toBe('@minh lo😂ok');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(t('chat.write'))));
  });
});

describe('who may write', () => {
  it('excludes guests, who can read and are offered to sign in', async () => {
    beGuest();
    await open();
    expect(screen.queryByLabelText(t('chat.write'))).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: t('chat.sign_in_action') }));
    expect(useUiState.getState().showLogin).toBe(true);
  });

  it('excludes users without a verified contact', async () => {
    server.on('GET /api/account/overview', { json: makeOverview({ profile: { email_verified: false, phone_verified: false } }) });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: t('chat.confirm_action') }));
    expect(useUiState.getState().showConfirmEmail).toBe(true);
    useUiState.setState({ showConfirmEmail: false });
  });

  it('excludes muted users: shows until when and why, and offers an appeal', async () => {
    server.on('GET /api/chat/mute', { json: makeMute() });
    const appeal = { text: 'That was a quote', created_at: '2026-11-22T18:30:00.000Z', state: 'open', answer: null } as const;
    server.on('POST /api/chat/mute/appeal', { status: 201, json: makeMute({ appeal }) });
    await open();
    const until = writeDate('en', 'day_time', new Date('2030-01-01T12:00:00.000Z'), timeZone());
    expect(await screen.findByText(t('chat.muted_until', { until }))).toBeTruthy();
    expect(screen.getByText(t('chat.muted_reason', { reason: 'Spam in several rooms' }))).toBeTruthy();
    expect(screen.queryByLabelText(t('chat.write'))).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: t('chat.appeal') }));
    await userEvent.type(await screen.findByRole('textbox', { name: t('chat.appeal_text') }), 'That was a quote');
    await userEvent.click(screen.getByRole('button', { name: t('chat.appeal_send') }));
    expect(await screen.findByText(t('chat.appeal_open'))).toBeTruthy();
    expect(server.bodiesOf('POST /api/chat/mute/appeal')).toEqual([{ text: 'That was a quote' }]);
    expect(screen.queryByRole('button', { name: t('chat.appeal') })).toBeNull();
  });

  it('requires longer waits in a busy room', async () => {
    await open();
    await tell({ t: 'chat_room', room: makePage([], { slow_seconds: 20 }).room });
    expect(screen.getByText(t('chat.slow', { seconds: 20 }))).toBeTruthy();
    await send('Hello');
    expect(await screen.findByRole('button', { name: sendIn(19, 20) })).toBeTruthy();
  });
});

describe('reading', () => {
  it('keeps its position further up, and counts new messages', async () => {
    await open();
    scrollTo(500);
    expect(await screen.findByRole('button', { name: t('chat.newest') })).toBeTruthy();
    await say(makeMessage('One'), makeMessage('Two'));
    expect(log().scrollTop).toBe(500);
    await userEvent.click(screen.getByRole('button', { name: t('chat.new_messages', { count: 2 }) }));
    expect(log().scrollTop).toBe(2_000);
    expect(toEnd()).toBeNull();
    await say(makeMessage('Three'));
    expect(toEnd()).toBeNull();
  });

  it('loads older messages page by page', async () => {
    const first = makeMessage('Newest', { id: '51' });
    server.on(CHAT, ({ query }) => ({
      json: query.before === '51' ? makePage([makeMessage('Oldest', { id: '50' })]) : makePage([first], { has_more: true }),
    }));
    show();
    await userEvent.click(await screen.findByRole('button', { name: t('chat.older') }));
    expect(await screen.findByText('Oldest')).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('chat.older') })).toBeNull();
  });

  it('announces one message at once and many as a number, except the user’s own', async () => {
    await open();
    await say(makeMessage('Offside!', { author: { handle: 'zhao', name: 'Zhao Wei' } }));
    const said = t('chat.says', { name: 'Zhao Wei', text: 'Offside!' });
    expect(useAnnouncement.getState().sentence).toBe(said);
    await say(...Array.from({ length: 30 }, (_, index) => makeMessage(`No ${index}`)));
    await say(makeMessage('Mine', { author: { handle: 'ada', name: 'Ada' } }));
    expect(useAnnouncement.getState().sentence).toBe(said);
    await waitFor(() => expect(useAnnouncement.getState().sentence).toBe(t('chat.new_messages', { count: 30 })));
  });

  it('keeps no more messages of a busy room than it can render', async () => {
    await open();
    await say(...Array.from({ length: 1_000 }, (_, index) => makeMessage(`No ${index}`)));
    expect(log().querySelectorAll('[data-message]')).toHaveLength(300);
    expect(words('No 999')).toBeTruthy();
    expect(screen.getByText(t('chat.older'))).toBeTruthy();
  });

  it('highlights mentions of the user, and replies to them', async () => {
    const asked = makeMessage('Who scored?', { id: '60' });
    const told = makeMessage('@ada look up', { id: '61', mentions: ['ada'], reply_to: { id: '60', handle: 'minh', text: 'Who scored?' } });
    server.on(CHAT, { json: makePage([asked, told]) });
    show();
    expect((await screen.findByText('@ada')).className).toContain('text-accent');
    await userEvent.click(screen.getByRole('button', { name: new RegExp(t('chat.answering', { name: '@minh' })) }));
    expect(document.activeElement?.getAttribute('data-message')).toBe('60');
  });
});

describe('the menu of a message', () => {
  const choose = async (name: string, of = 'Minh Hoàng') => {
    await userEvent.click(screen.getByRole('button', { name: t('chat.menu', { name: of }) }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };

  it('replies to it', async () => {
    await open();
    await choose(t('chat.reply'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(t('chat.write'))));
    await send('Yes!');
    await waitFor(() => expect(sent()[0]).toMatchObject({ text: 'Yes!', reply_to: expect.any(String) }));
    expect(screen.queryByRole('button', { name: t('chat.reply_cancel') })).toBeNull();
  });

  it('reports it with a reason', async () => {
    const report = /^POST \/api\/chat\/messages\/\d+\/report$/;
    const message = makeMessage('Buy now', { id: '70' });
    server.on(CHAT, { json: makePage([message]) });
    server.on('POST /api/chat/messages/70/report', { json: {} });
    show();
    await screen.findByText('Buy now');
    await choose(t('chat.report'));
    await userEvent.click(await screen.findByRole('radio', { name: t('chat.reasons.threat') }));
    await userEvent.click(screen.getByRole('button', { name: t('chat.report_send') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls().filter((call) => report.test(call))).toHaveLength(1);
    expect(server.bodiesOf('POST /api/chat/messages/70/report')).toEqual([{ reason: 'threat' }]);
  });

  it('ignores a user, and ends that', async () => {
    server.on('PUT /api/chat/ignored/minh', { json: { handles: ['minh'] } });
    server.on('DELETE /api/chat/ignored/minh', { json: { handles: [] } });
    await open();
    await choose(t('chat.ignore', { name: 'Minh Hoàng' }));
    await waitFor(() => expect(words('What a goal!')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: t('chat.ignored', { count: 1 }) }));
    await userEvent.click(await screen.findByRole('button', { name: t('chat.show_again_of', { name: '@minh' }) }));
    await waitFor(() => expect(screen.queryByText('What a goal!')).toBeTruthy());
  });

  it('removes the user’s own', async () => {
    server.on(CHAT, { json: makePage([makeMessage('Oops', { id: '80', author: { handle: 'ada', name: 'Ada' } })]) });
    server.on('DELETE /api/chat/messages/80', { json: {} });
    show();
    await screen.findByText('Oops');
    await choose(t('chat.delete'), 'Ada');
    expect(await screen.findByText(t('chat.removed.deleted'))).toBeTruthy();
    expect(words('Oops')).toBeNull();
  });

  it('asks guests to sign in', async () => {
    beGuest();
    await open();
    await choose(t('chat.report'));
    expect(useUiState.getState().showLogin).toBe(true);
  });

  it('is a single tab stop, and arrow keys lead to the others', async () => {
    server.on(CHAT, { json: makePage([makeMessage('One'), makeMessage('Two')]) });
    show();
    await screen.findByText('One');
    const [one, two] = screen.getAllByRole('button', { name: new RegExp(`^${t('chat.menu', { name: '' })}`) });
    expect([one?.tabIndex, two?.tabIndex]).toEqual([-1, 0]);
    act(() => two?.focus());
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(one);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('menu')).toBeTruthy();
  });
});

describe('above a phone’s keyboard', () => {
  it.each([
    ['covers the end of the page', false],
    ['makes the page lower', true],
  ])('fills the visible rest of the screen and is scrolled there, with a keyboard that %s', async (_, makesPageLower) => {
    const phone = beTouchScreen();
    await open();
    const panel = screen.getByRole('region', { name: t('chat.title') });
    const brought: ScrollIntoViewOptions[] = [];
    panel.scrollIntoView = (how) => void brought.push(how as ScrollIntoViewOptions);
    phone.show({ inSight: 460, makesPageLower });
    expect([panel.style.height, brought]).toEqual(['', []]);
    (await field()).focus();
    phone.show({ inSight: 460, makesPageLower });
    expect([panel.style.height, panel.style.scrollMarginTop, brought]).toEqual(['390px', '62px', [{ block: 'start' }]]);
    phone.show({ inSight: 210, makesPageLower });
    expect([panel.style.height, panel.style.scrollMarginTop]).toEqual(['200px', '2px']);
    phone.showAll();
    expect([panel.style.height, panel.style.scrollMarginTop, brought.length]).toEqual(['', '', 3]);
    phone.putAway();
  });

  it('still shows the last message, or the one being read', async () => {
    const watched: { on: Element; tell: () => void }[] = [];
    const Before = globalThis.ResizeObserver;
    globalThis.ResizeObserver = function Sizes(tell: ResizeObserverCallback) {
      const self = { observe: (on: Element) => watched.push({ on, tell: () => tell([], self) }), unobserve() {}, disconnect() {} };
      return self;
    } as unknown as typeof ResizeObserver;
    await open();
    globalThis.ResizeObserver = Before;
    const resize = () => act(() => watched.find(({ on }) => on === log())?.tell());
    scrollTo(1_600);
    Object.defineProperty(log(), 'clientHeight', { value: 200, configurable: true });
    resize();
    expect(log().scrollTop).toBe(2_000);
    scrollTo(300);
    await screen.findByRole('button', { name: t('chat.newest') });
    resize();
    expect(log().scrollTop).toBe(300);
  });
});
