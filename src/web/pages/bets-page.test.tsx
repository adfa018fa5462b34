import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CountedPlay } from '#contract/bets.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { beGuest, beUser, makeBet, makeBets, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeBrief, makeLeague, makeMatch, makeMeta, makeScore, makeState, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { Providers } from '#web/app/providers.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { showMatchInBets } from '#web/features/bets/api.ts';
import { useBetToast } from '#web/features/bets/use-bet-toast.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

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
  it('show how much of each counts, and why not all', async () => {
    const bet = (team: string, at_risk: CountedPlay) =>
      makeBet({ state: 'settled', hit: true, returns_now: null, match: makeBrief({ ...finished, home: makeTeam(team) }), at_risk });
    server.on('GET /api/meta', { json: makeMeta({ play_through: true }) });
    server.on(BETS, {
      json: makeBets([
        bet('Partly', { points: 40, of: 100, reason: 'others_staked' }),
        bet('Alone', { points: 0, of: 100, reason: 'others_staked' }),
        bet('Wholly', { points: 100, of: 100, reason: 'full' }),
      ]),
    });
    renderSite('/bets');
    const words = t('bets.counts_towards_redeeming', { points: 40, of: 100, why: t('bets.counts_why.others_staked', { points: 40 }) });
    expect(await (await row('Partly')).findByText(words)).toBeTruthy();
    expect(
      (await row('Alone')).getByText(
        t('bets.counts_towards_redeeming', { points: 0, of: 100, why: t('bets.counts_why.others_staked', { points: 0 }) }),
      ),
    ).toBeTruthy();
    expect(
      (await row('Wholly')).queryByText(t('bets.counts_towards_redeeming', { points: 100, of: 100, why: '' }), { exact: false }),
    ).toBeNull();
  });

  it('show the actual or possible payout of each; a refund is no loss', async () => {
    const bet = (team: string, rest: Parameters<typeof makeBet>[0]) =>
      makeBet({ returns_now: null, match: makeBrief({ ...finished, home: makeTeam(team) }), ...rest });
    server.on(BETS, {
      json: makeBets([
        bet('Ongoing FC', { returns_now: 920, match: makeBrief({ home: makeTeam('Ongoing FC') }) }),
        bet('Fixed United', { market: '1x2', returns_now: 1_030, odds: 2.06, match: makeBrief({ home: makeTeam('Fixed United') }) }),
        bet('Winners', { state: 'settled', hit: true, payout: 930 }),
        bet('Losers', { state: 'settled', hit: false }),
        bet('Called Off', { state: 'refunded', refund: 500 }),
        bet('Nobody Knows', { state: 'unknown', returns_now: 940, returns_if: [], match: makeBrief({ home: makeTeam('Nobody Knows') }) }),
        bet('Latecomers', { state: 'settled', hit: true, payout: 700, refund: 120 }),
      ]),
    });
    renderSite('/bets');
    expect((await row('Ongoing FC')).getByText(t('bets.returns_short')).nextSibling?.textContent).toBe('920');
    const fixed = await row('Fixed United');
    expect(fixed.getByText(t('bets.returns_fixed_short')).nextSibling?.textContent).toBe('1,030');
    expect(fixed.getByText(t('bets.market_at', { market: t('bets.markets.1x2'), odds: '2.06' }))).toBeTruthy();
    expect(fixed.getByRole('link', { name: /^Fixed United/ }).getAttribute('href')).toMatch(/^\/match\/\d+\?market=1x2$/);
    expect(fixed.queryByRole('link', { name: t('bets.receipt') })).toBeNull();
    const won = await row('Winners');
    expect(won.getByRole('link', { name: t('bets.receipt') }).getAttribute('href')).toMatch(/^\/contests\/[0-9a-f-]{36}\/receipt$/);
    expect(won.getByText(t('bets.won')).nextSibling?.textContent).toBe('930');
    expect((await row('Losers')).getByText(t('bets.lost')).nextSibling?.textContent).toBe('0');
    const refunded = await row('Called Off');
    expect(refunded.getByText(t('bets.refund')).nextSibling?.textContent).toBe('500');
    expect(refunded.queryByText(new RegExp(`${t('bets.lost')}|${t('bets.won')}`))).toBeNull();
    const unknown = await row('Nobody Knows');
    expect(unknown.getByText(t('bets.bet_state.unknown')).nextSibling?.textContent).toBe('940');
    expect(unknown.getByText(t('bets.unknown_hint'))).toBeTruthy();
    expect((await row('Latecomers')).getByText(t('bets.returned_late', { points: '120' }))).toBeTruthy();
  });

  it('keep state and page in the address, and request just those', async () => {
    server.on(BETS, { json: makeBets([makeBet()], { total: 45 }) });
    const { path } = renderSite('/bets?status=nonsense&page=0');
    await screen.findByText(t('common.page_range', { from: '1', to: '20', total: '45' }));
    await userEvent.click(screen.getByRole('radio', { name: t('bets.bet_state.refunded') }));
    await waitFor(() => expect(path()).toBe('/bets?status=refunded'));
    server.on(BETS, { json: makeBets([makeBet()], { total: 45, page: 2 }) });
    await userEvent.click(await screen.findByRole('link', { name: t('common.page_next') }));
    await waitFor(() => expect(path()).toBe('/bets?status=refunded&page=2'));
    expect(await screen.findByText(t('common.page_range', { from: '21', to: '40', total: '45' }))).toBeTruthy();
    const asked = server.heard.filter(({ path: to, query }) => to === '/api/account/bets' && query.page_size === undefined);
    expect(asked.map(({ query }) => query)).toEqual([{ page: '1' }, { page: '1', status: 'refunded' }, { page: '2', status: 'refunded' }]);
    await userEvent.click(screen.getByRole('radio', { name: t('bets.lost') }));
    await waitFor(() => expect(path()).toBe('/bets?status=lost'));
    expect(server.heard.at(-1)?.query).toMatchObject({ status: 'lost' });
  });

  it('follow a match as changes are pushed', async () => {
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

  it('show what they would pay as their matches stand, each and together', async () => {
    const inPlay = (name: string, status: MatchStatus, score: Parameters<typeof makeScore>) =>
      makeBrief({ home: makeTeam(name), status, minute: 60, score: makeScore(...score) });
    const returns_if = [
      { pick: 'home' as const, returns: 1_030 },
      { pick: 'draw' as const, returns: 0 },
      { pick: 'away' as const, returns: 500 },
    ];
    server.on(BETS, {
      json: makeBets([
        makeBet({ returns_now: 1_030, returns_if, match: inPlay('Leaders', 'h2', [2, 1]) }),
        makeBet({ returns_now: 1_030, returns_if, match: inPlay('Level', 'h1', [0, 0]) }),
        makeBet({ returns_now: 1_030, returns_if, match: inPlay('Behind', 'h2', [0, 1]) }),
        makeBet({ stake: 90, match: makeBrief({ home: makeTeam('Tomorrow') }) }),
      ]),
    });
    renderSite('/bets');
    expect((await row('Leaders')).getByText(t('bets.as_it_stands')).nextSibling?.textContent).toBe('1,030');
    expect((await row('Leaders')).queryByText(t('bets.if_right', { points: '1,030' }))).toBeNull();
    expect((await row('Level')).getByText(t('bets.if_right', { points: '1,030' }))).toBeTruthy();
    expect((await row('Level')).getByText(t('bets.as_it_stands')).nextSibling?.textContent).toBe('0');
    // Nobody picked them: the pool would return the stakes.
    expect((await row('Behind')).getByText(t('bets.as_it_stands')).nextSibling?.textContent).toBe('500');
    expect((await row('Tomorrow')).queryByText(t('bets.as_it_stands'))).toBeNull();
    const all = within(screen.getByLabelText(t('bets.totals')));
    const total = (label: string) => all.getByText(label).nextSibling?.textContent;
    expect([total(t('bets.total_staked')), total(t('bets.total_in_play')), total(t('bets.as_it_stands'))]).toEqual([
      '1,590',
      '1,500',
      '1,530',
    ]);
  });

  it('are empty, in all or in one state', async () => {
    server.on(BETS, { json: makeBets([]) });
    renderSite('/bets');
    expect(await screen.findByText(t('bets.empty'))).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: t('bets.bet_state.settled') }));
    expect(await screen.findByText(t('bets.empty_filtered_hint'))).toBeTruthy();
  });

  it('show an error, and retry', async () => {
    server.on(BETS, { status: 500, json: { code: 'internal', detail: 'Something went wrong on our side.' } }, { json: makeBets([]) });
    renderSite('/bets');
    expect(await screen.findByText(t('bets.load_failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('bets.empty'))).toBeTruthy();
  });

  it('are requested only for users: guests see how to sign in, and a match to start with', async () => {
    beGuest();
    renderSite('/bets');
    expect(await screen.findByText(t('bets.signed_out'))).toBeTruthy();
    expect(await screen.findByText('Osterley')).toBeTruthy();
    expect(server.calls()).not.toContain(BETS);
  });
});

describe('the toast of an ended bet', () => {
  let tell: ReturnType<typeof useBetToast>;
  const Listener = () => {
    tell = useBetToast();
    return null;
  };
  const words = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);

  it('names the pick and the points; a refund is named as one', async () => {
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
        `success: ${t('bets.toast_won', { pick: 'Avalon Town', points: 920 })}`,
        `info: ${t('bets.toast_refunded', { pick: t('bets.draw_in', { home: 'Avalon Town', away: 'Northgate' }), points: 500 })}`,
        `info: ${t('bets.toast_missed', { pick: 'Avalon Town' })}`,
        `success: ${t('bets.toast_won_plain', { points: 1 })}`,
      ]),
    );
  });

  it('uses the same words for a bet at fixed odds', async () => {
    const fixed = makeBet({ match: makeBrief({ away: makeTeam('Northgate') }), market: '1x2', pick: 'away' });
    server.on(BETS, { json: makeBets([fixed]) });
    render(<Listener />, { wrapper: Providers });
    await tell({ t: 'bet', match_id: fixed.match.id, bet_id: fixed.id, state: 'settled', payout: 1_027, refund: 0 });
    await waitFor(() => expect(words()).toEqual([`success: ${t('bets.toast_won', { pick: 'Northgate', points: 1027 })}`]));
  });
});
