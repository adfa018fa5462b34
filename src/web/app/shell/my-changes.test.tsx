import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import { makeBet, makeBets, makeOverview, makeUser } from '#test/web/fixtures/accounts.ts';
import { makeBrief, makeMeta, makeTeam } from '#test/web/fixtures/matches.ts';
import { makeWithdrawal } from '#test/web/fixtures/redeem.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { tokenOf } from '#test/web/tokens.ts';
import { t, tVi } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { storeToken, useSession } from '#web/data/session.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const TOKEN = tokenOf({ sub: 'u-1', exp: Date.now() / 1_000 + 900 });
const BET = makeBet({ match: makeBrief({ home: makeTeam('Avalon Town') }) });

let http: TestServer;
let sockets: LiveServer;
// The page's only connection uses the page's origin, and is created when the module is first loaded.
let live: typeof import('#web/data/live.ts');
let site: typeof import('#test/web/render-site.tsx');
let stop: () => void;
let seq = 0;

beforeAll(async () => {
  http = await startTestServer();
  sockets = await startLiveServer(http.server);
  live = await import('#web/data/live.ts');
  site = await import('#test/web/render-site.tsx');
  // Preloads the lazy modules, which browsers have loaded by then.
  await Promise.all([import('./overlays.tsx'), import('./my-changes.tsx'), import('#web/ui/toaster.tsx')]);
});
beforeEach(async () => {
  http.reset();
  http.on('GET /api/meta', { json: makeMeta() });
  http.on('GET /api/account/overview', { json: makeOverview() });
  http.on('GET /api/account/bets', { json: makeBets([BET]) });
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  localStorage.setItem('promo_shown_at', String(Date.now()));
  await chooseLocale('en');
  document.head.innerHTML = '<title></title><link rel="icon" href="/icon.svg">';
  storeToken(TOKEN);
  useSession.setState({ user: makeUser(), booted: true });
  sockets.setSeq('me', seq);
  stop = live.startLive();
  site.renderSite('/terms');
  await waitFor(() => expect(sockets.heard).toContainEqual({ t: 'join', topic: 'me' }));
});
afterEach(() => {
  look(false);
  stop();
  sockets.heard.length = 0;
  act(() => storeToken(''));
});
afterAll(async () => {
  sockets.cut();
  await http.stop();
});

const say = (change: LiveChange) => sockets.say({ t: 'change', topic: 'me', seq: ++seq, change });
const look = (isHidden: boolean) =>
  act(() => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
const ending = { t: 'bet', bet_id: BET.id, state: 'settled', payout: 920, refund: 0, match_id: BET.match.id } as const;
const icon = () => decodeURIComponent(document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? '');

it('announces an ended bet once, with a link to all bets', async () => {
  say(ending);
  say(ending);
  say({ t: 'balance', balance: 31_337 });
  const toast = (await screen.findByText(t('bets.toast_won', { pick: 'Avalon Town', points: 920 }))).closest('li') as HTMLElement;
  expect(
    within(toast)
      .getByRole('link', { name: t('shell.bets') })
      .getAttribute('href'),
  ).toBe('/bets');
});

it('counts unseen events in the title and on the icon, and announces them once the page is visible', async () => {
  await screen.findByRole('heading', { name: t('legal.terms.heading') });
  look(true);
  say(ending);
  say({ t: 'withdrawal', withdrawal: makeWithdrawal({ usdt: '5.00' }) });
  say({ t: 'withdrawal', withdrawal: makeWithdrawal({ usdt: '5.00', status: 'approved', stage: 'being_sent' }) });
  await waitFor(() => expect(document.title).toBe(`(2) ${t('titles.terms')} · Matchpoint`));
  expect(icon()).toContain('>2</text>');
  // Changing the language may change the title in between.
  await act(() => chooseLocale('vi'));
  await waitFor(() => expect(document.title).toBe(`(2) ${tVi('titles.terms')} · Matchpoint`));
  await act(() => chooseLocale('en'));
  look(false);
  expect(await screen.findByText(t('bets.toast_won', { pick: 'Avalon Town', points: 920 }))).toBeTruthy();
  expect(await screen.findByText(t('redeem.told.being_sent', { usdt: '5.00' }))).toBeTruthy();
  await waitFor(() => expect(document.title).toBe(`${t('titles.terms')} · Matchpoint`));
  expect(icon()).toBe('/icon.svg');
});

it('clears the count when the user signs out', async () => {
  await screen.findByRole('heading', { name: t('legal.terms.heading') });
  look(true);
  say(ending);
  await waitFor(() => expect(document.title).toBe(`(1) ${t('titles.terms')} · Matchpoint`));
  act(() => storeToken(''));
  await waitFor(() => expect(document.title).toBe(`${t('titles.terms')} · Matchpoint`));
  expect(icon()).toBe('/icon.svg');
});

it('shows a new balance at once', async () => {
  say({ t: 'balance', balance: 31_337 });
  expect(await screen.findByText('31,337')).toBeTruthy();
});
