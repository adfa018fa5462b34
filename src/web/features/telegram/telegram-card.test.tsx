import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOverview, makeSession, makeUser } from '#test/web/fixtures/accounts.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { scanned } from '#test/web/scan-qr.ts';
import { tokenOf } from '#test/web/tokens.ts';
import { t } from '#test/web/words.ts';
import { useSession } from '#web/data/session.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const OVERVIEW = 'GET /api/account/overview';
const BIND = 'POST /api/telegram/bind-token';
const UNBIND = 'DELETE /api/telegram/bind';
const TEN_MINUTES_LEFT = new RegExp(t('telegram_bind.waiting', { time: '(10:00|9:5\\d)' }));

let server: TestServer;
let liveServer: LiveServer;
// The socket's address is the page's, so modules that use it are loaded only once there is one.
let renderSite: typeof import('#test/web/render-site.tsx').renderSite;
let live: typeof import('#web/data/live.ts');
let stopLive = () => {};

beforeAll(async () => {
  server = await startTestServer();
  liveServer = await startLiveServer(server.server);
  renderSite = (await import('#test/web/render-site.tsx')).renderSite;
  live = await import('#web/data/live.ts');
});
beforeEach(async () => {
  const { queryClient } = await import('#web/data/query-client.ts');
  stopLive();
  queryClient.clear();
  server.reset();
  liveServer.heard.length = 0;
  useSession.setState({ user: makeUser(), token: tokenOf({ sub: 'u-1', exp: Date.now() / 1_000 + 900 }), booted: true });
  server.on('GET /api/meta', { json: makeMeta({ contacts: { phone: true, telegram: true } }) });
  server.on('POST /api/auth/refresh', { json: { access: 'token' } });
  server.on('GET /api/account/sessions', { json: { items: [makeSession()] } });
  server.on('GET /api/account/two-factor', { json: { enabled_at: null, recovery_codes_left: 0 } });
  server.on(OVERVIEW, UNBOUND);
  await chooseLocale('en');
});
afterAll(async () => {
  stopLive();
  await liveServer.stop().catch(() => undefined);
  await server.stop();
});

const linked = {
  id: '01890a5d-ac96-774b-bcce-000000000777',
  type: 'telegram' as const,
  identifier: '@a***',
  created_at: '2026-11-20T12:00:00.000Z',
  verified_at: '2026-11-20T12:00:00.000Z',
};
const UNBOUND = { json: makeOverview() };
const BOUND = { json: makeOverview({ telegram_bound: true, linked_accounts: [linked] }) };

const aToken = (name: string, lifeMs = 600_000) => ({
  url: `https://t.me/MatchpointBot?start=${name}`,
  command: `/start ${name}`,
  bot: 'MatchpointBot',
  expires_at: new Date(Date.now() + lifeMs).toISOString(),
});

const card = async () => within((await screen.findByText(t('telegram_bind.heading'), { selector: 'h2' })).closest('section')!);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function open() {
  const user = userEvent.setup();
  renderSite('/settings/security');
  await user.click(await (await card()).findByRole('button', { name: t('telegram_bind.bind') }));
  return { user, ways: await dialog(t('telegram_bind.title')) };
}

describe('binding', () => {
  it('offers a link, a QR code and a command for the bot', async () => {
    server.on(BIND, { json: aToken('first') });
    const { user, ways } = await open();
    const link = ways.getByRole('link', { name: t('telegram_bind.open') });
    expect(link.getAttribute('href')).toBe('https://t.me/MatchpointBot?start=first');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(scanned(ways.getByRole('img', { name: t('telegram_bind.qr') }))).toBe(link.getAttribute('href'));
    expect(ways.getByText(t('telegram_bind.lead', { bot: '@MatchpointBot' }))).toBeTruthy();
    await user.click(ways.getByRole('button', { name: t('telegram_bind.copy') }));
    expect(await navigator.clipboard.readText()).toBe('/start first');
    expect(ways.getByText(TEN_MINUTES_LEFT)).toBeTruthy();
  });

  it('offers another link once the first has expired', async () => {
    const refusal = { status: 503, json: { code: 'unavailable', detail: 'This is not available at the moment.' } };
    server.on(BIND, { json: aToken('first', 0) }, refusal, { json: aToken('second') });
    const { user, ways } = await open();
    expect(ways.getByText(t('telegram_bind.expired'))).toBeTruthy();
    expect(ways.queryByRole('link', { name: t('telegram_bind.open') })).toBeNull();
    await user.click(ways.getByRole('button', { name: t('telegram_bind.new_link') }));
    expect((await ways.findByRole('alert')).textContent).toContain('This is not available at the moment.');
    await user.click(ways.getByRole('button', { name: t('telegram_bind.new_link') }));
    const link = await ways.findByRole('link', { name: t('telegram_bind.open') });
    expect(link.getAttribute('href')).toContain('start=second');
  });

  it('counts down by the server’s clock', async () => {
    server.setClock(3_600_000);
    server.on(BIND, { json: aToken('first', 3_600_000 + 600_000) });
    const { ways } = await open();
    expect(ways.getByText(TEN_MINUTES_LEFT)).toBeTruthy();
  });

  it('shows success as soon as the bot has bound it', async () => {
    stopLive = live.startLive();
    server.on(BIND, { json: aToken('first') });
    const { user } = await open();
    await waitFor(() => expect(liveServer.heard).toContainEqual({ t: 'join', topic: 'me' }));
    server.on(OVERVIEW, BOUND);
    act(() => liveServer.say({ t: 'change', topic: 'me', seq: 1, change: { t: 'account' } }));
    const done = await dialog(t('telegram_bind.done_title'));
    expect(done.getByRole('status').textContent).toContain(t('telegram_bind.done_lead'));
    await user.click(done.getByRole('button', { name: t('telegram_bind.done') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await card()).getByText(t('telegram_bind.since', { identifier: '@a***', date: '20 November 2026' }))).toBeTruthy();
  });

  it('polls if there is no socket', async () => {
    liveServer.cut();
    const upgrades = server.server.listeners('upgrade');
    server.server.removeAllListeners('upgrade');
    try {
      stopLive = live.startLive();
      server.on(BIND, { json: aToken('first') });
      await open();
      server.on(OVERVIEW, BOUND);
      await screen.findByRole('dialog', { name: t('telegram_bind.done_title') });
    } finally {
      for (const listener of upgrades) server.server.on('upgrade', listener as () => void);
    }
  });

  it('shows the reason if it fails', async () => {
    server.on(BIND, { status: 503, json: { code: 'unavailable', detail: 'This is not available at the moment.' } });
    renderSite('/settings/security');
    const ours = await card();
    await userEvent.click(await ours.findByRole('button', { name: t('telegram_bind.bind') }));
    expect((await ours.findByRole('alert')).textContent).toContain('This is not available at the moment.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is offered to Telegram users who have not opened the bot', async () => {
    server.on(OVERVIEW, { json: makeOverview({ linked_accounts: [linked] }) });
    renderSite('/settings/security');
    const ours = await card();
    expect(ours.getByText(t('telegram_bind.linked_hint', { identifier: '@a***' }))).toBeTruthy();
    expect(ours.getByRole('button', { name: t('telegram_bind.bind') })).toBeTruthy();
  });
});

describe('unbinding', () => {
  async function ask() {
    const user = userEvent.setup();
    renderSite('/settings/security');
    await user.click(await (await card()).findByRole('button', { name: t('telegram_bind.unbind') }));
    const asked = await dialog(t('telegram_bind.unbind_title'));
    expect(server.calls()).not.toContain(UNBIND);
    return { user, asked, confirm: () => user.click(asked.getByRole('button', { name: t('telegram_bind.unbind') })) };
  }

  it('is done after confirmation', async () => {
    server.on(OVERVIEW, BOUND, UNBOUND);
    server.on(UNBIND, { json: {} });
    const { confirm } = await ask();
    await confirm();
    expect(await (await card()).findByRole('button', { name: t('telegram_bind.bind') })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says why the last way to sign in stays', async () => {
    server.on(OVERVIEW, BOUND);
    server.on(UNBIND, { status: 409, json: { code: 'last_sign_in_method', detail: 'This is your only way to sign in.' } });
    const { asked, confirm } = await ask();
    await confirm();
    expect((await asked.findByRole('alert')).textContent).toContain('This is your only way to sign in.');
  });
});

it('is hidden without a bot', async () => {
  server.on('GET /api/meta', { json: makeMeta() });
  renderSite('/settings/security');
  await screen.findByText(t('security.device_on', { browser: 'Firefox', system: 'Linux' }));
  expect(screen.queryByText(t('telegram_bind.heading'), { selector: 'h2' })).toBeNull();
});
