import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import { beGuest, beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeLeague, makeMatch, makeMeta, makeScore, makeState, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { type LiveServer, startLiveServer } from '#test/web/live-server.ts';
import { t } from '#test/web/words.ts';
import { useFavorites } from '#web/data/favorites.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { setGoalToasts } from '#web/features/notifications/goal-toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const SELECTED = 'GET /api/matches/selected';
/** What a toast says of a goal that makes the score `home`–`away`. */
const goal = (home: number, away: number) =>
  t('match.goal', { line: t('match.score_line', { home: 'Avalon Town', away: 'Northgate', home_score: home, away_score: away }) });
const MATCH = {
  ...makeMatch({ status: 'h1', score: makeScore(0, 0), home: makeTeam('Avalon Town'), away: makeTeam('Northgate') }),
  league: makeLeague(),
};

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
  await Promise.all([
    import('./overlays.tsx'),
    import('./favorite-goals.tsx'),
    import('#web/ui/toaster.tsx'),
    import('#web/pages/match-page.tsx'),
  ]);
});
beforeEach(async () => {
  seq = 0;
  http.reset();
  http.on('GET /api/meta', { json: makeMeta() });
  http.on('GET /api/account/overview', { json: makeOverview() });
  http.on(SELECTED, { json: { items: [MATCH], confirmed_at: null } });
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  localStorage.setItem('promo_shown_at', String(Date.now()));
  await chooseLocale('en');
  beUser();
  useFavorites.setState({ match: new Set(), team: new Set([MATCH.home.id]), league: new Set() });
  setGoalToasts(true);
  stop = live.startLive();
});
afterEach(() => {
  stop();
  sockets.heard.length = 0;
  act(() => {
    setGoalToasts(false);
    beGuest();
  });
});
afterAll(async () => {
  sockets.cut();
  await http.stop();
});

const topics = () => sockets.heard.flatMap((message) => (message.t === 'join' ? [message.topic] : []));
const dayTopic = () => topics().find((topic) => topic.startsWith('matches:'));

/** Opens an address, and waits until it has joined the day's topic. */
async function open(path: string): Promise<void> {
  site.renderSite(path);
  await waitFor(() => expect(dayTopic()).toBeTruthy());
  await waitFor(() => expect([http.calls().includes(SELECTED), queryClient.isFetching()]).toEqual([true, 0]));
}
const say = (change: LiveChange) => sockets.say({ t: 'change', topic: dayTopic() ?? '', seq: ++seq, change });
const score = (home: number, away: number) => say({ t: 'match', match: makeState(MATCH, { score: makeScore(home, away) }) });
const messages = () => useToasts.getState().toasts.map(({ message }) => message);

it('announces a goal while another page is open, with a link to the match', async () => {
  await open('/terms');
  score(1, 0);
  expect(await screen.findByText(goal(1, 0))).toBeTruthy();
  expect(screen.getByRole('link', { name: t('notifications.open_match') }).getAttribute('href')).toBe(`/match/${MATCH.id}`);
});

it('announces a goal once if a refetch shows it before its push', async () => {
  await open('/terms');
  http.on(SELECTED, { json: { items: [{ ...MATCH, score: makeScore(1, 0) }], confirmed_at: null } });
  say({ t: 'refetch' });
  await waitFor(() => expect(messages()).toEqual([goal(1, 0)]));
  score(1, 0);
  score(1, 1);
  await waitFor(() => expect(messages()).toEqual([goal(1, 0), goal(1, 1)]));
});

it('does not announce goals that are taken back', async () => {
  await open('/terms');
  score(1, 0);
  await waitFor(() => expect(messages()).toEqual([goal(1, 0)]));
  score(0, 0);
  score(0, 1);
  await waitFor(() => expect(messages()).toEqual([goal(1, 0), goal(0, 1)]));
});

it('leaves goals to the match’s own page', async () => {
  await open(`/match/${MATCH.id}`);
  score(0, 2);
  await waitFor(() => expect(JSON.stringify(queryClient.getQueriesData({ queryKey: ['matches', 'selected'] }))).toContain('"away":2'));
  expect(messages()).toEqual([]);
});

it('subscribes to nothing if disabled, or if nothing is followed', async () => {
  setGoalToasts(false);
  site.renderSite('/terms');
  await screen.findByRole('heading', { name: t('legal.terms.heading') });
  await waitFor(() => expect(topics()).toContain('me'));
  setGoalToasts(true);
  act(() => useFavorites.setState({ team: new Set() }));
  expect(dayTopic()).toBeUndefined();
});
