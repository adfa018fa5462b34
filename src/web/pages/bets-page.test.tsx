import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { Providers } from '#web/app/providers.tsx';
import { showMatchInBets } from '#web/features/bets/api.ts';
import { useBetToast } from '#web/features/bets/use-bet-toast.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useToasts } from '#web/lib/toasts.ts';
import { beGuest, beUser, makeBet, makeBets, makeOverview } from '#web/test-accounts.ts';
import { makeBrief, makeLeague, makeMatch, makeMeta, makeScore, makeState, makeTeam } from '#web/test-matches.ts';
import { renderSite } from '#web/test-render.tsx';

const BETS = 'GET /api/account/bets';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on('GET /api/matches/recommended', { json: { match: { ...makeMatch({ home: makeTeam('Osterley') }), league: makeLeague() } } });
  await chooseLocale('en');
});
afterAll(() => server.stop());

const finished = makeBrief({ status: 'ft', score: makeScore(2, 1) });
const row = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);

describe('my bets', () => {
  it('tell what came or would come of each; a refund is no loss', async () => {
    const bet = (team: string, rest: Parameters<typeof makeBet>[0]) =>
      makeBet({ returns_now: null, match: makeBrief({ ...finished, home: makeTeam(team) }), ...rest });
    server.on(BETS, {
      json: makeBets([
        bet('Ongoing FC', { returns_now: 920 }),
        bet('Winners', { state: 'settled', hit: true, payout: 930 }),
        bet('Losers', { state: 'settled', hit: false }),
        bet('Called Off', { state: 'refunded', refund: 500 }),
        bet('Nobody Knows', { state: 'unknown', returns_now: 940 }),
        bet('Latecomers', { state: 'settled', hit: true, payout: 700, refund: 120 }),
      ]),
    });
    renderSite('/bets');
    expect((await row('Ongoing FC')).getByText('Returns now').nextSibling?.textContent).toBe('920');
    expect((await row('Winners')).getByText('Won').nextSibling?.textContent).toBe('930');
    expect((await row('Losers')).getByText('Missed').nextSibling?.textContent).toBe('0');
    const refunded = await row('Called Off');
    expect(refunded.getByText('Refund').nextSibling?.textContent).toBe('500');
    expect(refunded.queryByText(/Missed|Won/)).toBeNull();
    expect((await row('Nobody Knows')).getByText('Result pending')).toBeTruthy();
    expect((await row('Latecomers')).getByText('120 came back: staked after the start')).toBeTruthy();
  });

  it('keep state and page in the address, and ask for just those', async () => {
    server.on(BETS, { json: makeBets([makeBet()], { total: 45 }) });
    const { path } = renderSite('/bets?status=nonsense&page=0');
    await screen.findByText('1–20 of 45');
    await userEvent.click(screen.getByRole('radio', { name: 'Refunded' }));
    expect(path()).toBe('/bets?status=refunded');
    server.on(BETS, { json: makeBets([makeBet()], { total: 45, page: 2 }) });
    await userEvent.click(await screen.findByRole('link', { name: 'Next page' }));
    expect(path()).toBe('/bets?status=refunded&page=2');
    expect(await screen.findByText('21–40 of 45')).toBeTruthy();
    const asked = server.heard.filter(({ path: to }) => to === '/api/account/bets').map(({ query }) => query);
    expect(asked).toEqual([{ page: '1' }, { page: '1', status: 'refunded' }, { page: '2', status: 'refunded' }]);
  });

  it('run along with a match that is told of', async () => {
    const match = makeMatch({ home: makeTeam('Avalon Town') });
    server.on(BETS, { json: makeBets([makeBet({ match: makeBrief(match) })]) });
    renderSite('/bets');
    await row('Avalon Town');
    const state = { status: 'h2', minute: 67, seen_at: new Date().toISOString(), score: makeScore(3, 0) } as const;
    act(() => showMatchInBets(queryClient, makeState(match, state)));
    const now = await row('Avalon Town');
    expect(await now.findByText('67′')).toBeTruthy();
    expect(now.getByText('3')).toBeTruthy();
  });

  it('say that there are none, in all or in a state', async () => {
    server.on(BETS, { json: makeBets([]) });
    renderSite('/bets');
    expect(await screen.findByText('No bets yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Settled' }));
    expect(await screen.findByText('None of your bets is in this state.')).toBeTruthy();
  });

  it('say that they could not be loaded, and try again', async () => {
    server.on(BETS, { status: 500, json: { code: 'internal', detail: 'Something went wrong on our side.' } }, { json: makeBets([]) });
    renderSite('/bets');
    expect(await screen.findByText('Your bets could not be loaded')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No bets yet')).toBeTruthy();
  });

  it('are asked for only by users: guests find the way in, and a match to start with', async () => {
    beGuest();
    renderSite('/bets');
    expect(await screen.findByText('Sign in to see your bets')).toBeTruthy();
    expect(await screen.findByText('Osterley')).toBeTruthy();
    expect(server.calls()).not.toContain(BETS);
  });
});

describe('the toast of a bet that ended', () => {
  let tell: ReturnType<typeof useBetToast>;
  const Listener = () => {
    tell = useBetToast();
    return null;
  };
  const words = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);

  it('names the pick and the points; a refund is told as one', async () => {
    const match = makeBrief({ home: makeTeam('Avalon Town'), away: makeTeam('Northgate') });
    const [home, draw] = [makeBet({ match }), makeBet({ match, pick: 'draw' })];
    server.on(BETS, { json: makeBets([home, draw]) });
    render(<Listener />, { wrapper: Providers });
    const ending = { t: 'bet', match_id: match.id, payout: 0, refund: 0 } as const;
    await tell({ ...ending, bet_id: home.id, state: 'settled', payout: 920 });
    await tell({ ...ending, bet_id: draw.id, state: 'refunded', refund: 500 });
    await tell({ ...ending, bet_id: home.id, state: 'settled' });
    await tell({ ...ending, bet_id: 'of long ago', state: 'settled', payout: 1 });
    await waitFor(() =>
      expect(words()).toEqual([
        'success: Your bet on Avalon Town won 920 points',
        'info: Your bet on a draw, Avalon Town v Northgate was refunded: 500 points back',
        'info: Your bet on Avalon Town did not come in',
        'success: Your bet won 1 point',
      ]),
    );
  });
});
