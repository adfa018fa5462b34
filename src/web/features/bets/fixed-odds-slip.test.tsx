import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import type { QuoteView } from '#contract/contests.ts';
import { makeBet, makeContests, makeFixed, makeMine, makeQuote, makeSuspended } from '#test/web/fixtures/accounts.ts';
import { makeBrief, makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { BETS, fact, LEG, match, pick, serveSlip, showSlip, stakeField } from '#test/web/slip.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { contestsOf, showContest } from './api.ts';

const CONTESTS = 'GET /api/matches/7/contests';
type Mine = ReturnType<typeof makeMine>;

const server = await servePages();
beforeEach(() => serveSlip(server));

const offer = (quote: QuoteView | null, mine: Mine | null = null, rest: Parameters<typeof makeFixed>[2] = {}) =>
  server.on(CONTESTS, { json: makeContests(7, {}, null, [makeFixed(7, quote, rest, mine)]) });
/** Changes the market's quote, and refetches it. */
const nowOffer = async (quote: QuoteView | null, mine: Mine | null = null) => {
  offer(quote, mine);
  await act(() => queryClient.refetchQueries({ queryKey: contestsOf(7).queryKey }));
};

const open = (quote: QuoteView | null = makeQuote(), mine: Mine | null = null, rest: Parameters<typeof makeFixed>[2] = {}) => {
  offer(quote, mine, rest);
  return showSlip({ start: { pick: null, market: '1x2', odds: null } });
};
/** The start of the name of a pick's button. */
const pickAt = (team: string, odds: string) => t('common.pick_at', { pick: t('bets.to_win', { team }), odds });
const homeAt = (odds: string) => new RegExp(`^${pickAt('Avalon Town', odds)}`);
/** What was staked, in the summary of a placed bet. */
const stakedAt = (odds: string) => t('bets.stake_at', { points: t('bets.points_value', { points: '500' }), odds });
const sent = () => server.heard.filter(({ method }) => method === 'POST');
const bodies = () => sent().map(({ body }) => JSON.parse(body));

/** The server's reply to 500 at these odds. */
const taken = (odds: number, returns = Math.floor(500 * odds)) => ({
  status: 201,
  json: placeBet.reply.parse({
    bet: makeBet({ market: '1x2', stake: 500, returns_now: returns, odds, match: makeBrief(match) }),
    leg: { id: LEG, stake: 500, odds, placed_at: new Date().toISOString() },
    balance: 11_980,
    contest: makeFixed(7, null, { total_stake: 500, participants: 1 }),
  }),
});
const refused = (code: string, detail: string, params: object = {}) => ({ status: 409, json: { code, detail, params } });

describe('both markets of a match', () => {
  it('share one card, the pool first; the selection is kept when switching', async () => {
    const user = await open();
    await user.click(screen.getByRole('radio', { name: t('bets.markets.wdl') }));
    await user.click(pick(`${pickAt('Avalon Town', '2.00')}, ${t('bets.share_of', { share: '50%' })}`));
    await user.type(stakeField(), '200');
    await user.click(screen.getByRole('radio', { name: t('bets.markets.1x2') }));
    expect(stakeField()).toHaveProperty('value', '200');
    expect(
      pick(`${pickAt('Avalon Town', '2.06')}, ${t('bets.gives', { stake: '200', returns: '412' })}`).getAttribute('aria-pressed'),
    ).toBe('true');
    expect(fact(t('bets.returns_fixed'))).toBe(t('bets.points_value', { points: '412' }));
    expect(screen.queryByText(t('endings.cases.nobody_right'))).toBeNull();
    expect(fact(t('endings.cases.moved_far', { limit: '2 days' }))).toBe(t('endings.fates.refunded', { points: '200' }));
    expect(screen.getByText(t('bets.fixed_hint'))).toBeTruthy();
  });

  it('start with the market of the user’s stake', async () => {
    offer(makeQuote(), makeMine({ stake: 300, payout_if_right: 618 }));
    await showSlip();
    expect(await screen.findByText(t('bets.my_bet_pays', { odds: '2.06', points: 618 }))).toBeTruthy();
    expect(screen.getByRole('radio', { name: t('bets.markets.1x2') })).toHaveProperty('checked', true);
  });

  it('have two prices if a draw is impossible', async () => {
    const options = (['home', 'away'] as const).map((each) => ({ pick: each, staked: 0, odds: null }));
    await open(makeQuote({ draw: null }), null, { options });
    expect(pick(new RegExp(`^${pickAt('Northgate', '4.35')}`))).toBeTruthy();
    expect(screen.queryByRole('button', { name: new RegExp(`^${t('bets.draw_pick')} `) })).toBeNull();
  });
});

describe('the market that is shown first', () => {
  const chosen = (market: 'wdl' | '1x2') => screen.getByRole('radio', { name: t(`bets.markets.${market}`) });
  const serve = (pool: Parameters<typeof makeContests>[1], quote: QuoteView) =>
    server.on(CONTESTS, { json: makeContests(7, pool, null, [makeFixed(7, quote)]) });

  it('is a pool with stakes', async () => {
    serve({}, makeQuote());
    await showSlip();
    expect(chosen('wdl')).toHaveProperty('checked', true);
  });

  it.each([
    ['the pool is empty', { total_stake: 0 }],
    ['the pool is closed', { state: 'paused' }],
  ] as const)('is fixed odds if %s', async (_, pool) => {
    serve(pool, makeQuote());
    await showSlip();
    expect(chosen('1x2')).toHaveProperty('checked', true);
  });

  it('is an empty pool if fixed odds are suspended', async () => {
    serve({ total_stake: 0 }, makeSuspended('no_price'));
    await showSlip();
    expect(chosen('wdl')).toHaveProperty('checked', true);
  });
});

describe('a price that was tapped in a list', () => {
  const tapped = { pick: 'home', market: '1x2', odds: 2.06 } as const;
  const gone = () => screen.queryByText(t('bets.price_gone', { odds: '2.06', pick: t('bets.to_win', { team: 'Avalon Town' }) }));

  it('is picked in its market, and staked at', async () => {
    offer(makeQuote());
    const user = await showSlip({ start: tapped });
    expect(pick(homeAt('2.06')).getAttribute('aria-pressed')).toBe('true');
    expect([screen.queryByText(t('bets.price_fell')), screen.queryByText(t('bets.price_rose')), gone()]).toEqual([null, null, null]);
    server.on(BETS, taken(2.06));
    await user.type(stakeField(), '500');
    await user.click(pick(t('bets.stake_points', { points: 500 })));
    expect(await screen.findByText(stakedAt('2.06'))).toBeTruthy();
    expect(bodies()).toMatchObject([{ market: '1x2', pick: 'home', odds: 2.06 }]);
  });

  it('that fell meanwhile is shown beside the new one before anything is staked, which must be accepted', async () => {
    offer(makeQuote({ home: 1.9 }));
    const user = await showSlip({ start: tapped });
    expect(screen.getByText(t('bets.price_fell'))).toBeTruthy();
    expect(screen.getByText('2.06').tagName).toBe('S');
    await user.type(stakeField(), '500');
    expect(pick(t('bets.stake_accept', { odds: '1.90', points: 500 }))).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('that rose meanwhile is shown, too', async () => {
    offer(makeQuote({ home: 2.2 }));
    await showSlip({ start: tapped });
    expect(screen.getByText(t('bets.price_rose'))).toBeTruthy();
  });

  it.each([
    ['is suspended', () => offer(makeSuspended('taken_back'))],
    ['is closed', () => offer(null, null, { state: 'paused' })],
    ['does not exist', () => server.on(CONTESTS, { json: makeContests(7) })],
  ])('is said to be gone if its market %s, until something else is chosen', async (_, serve) => {
    serve();
    const user = await showSlip({ start: tapped });
    expect(gone()?.getAttribute('role')).toBe('alert');
    const pool = screen.queryByRole('radio', { name: t('bets.markets.wdl') });
    if (pool) await user.click(pool);
    else await user.click(pick(new RegExp(`^${t('common.pick_at', { pick: t('bets.draw_pick'), odds: '' }).trim()}`)));
    expect(gone()).toBeNull();
  });
});

describe('a price', () => {
  it.each(['no_price', 'taken_back', 'too_old', 'too_near', 'house_closed'] as const)(
    'that is suspended (%s) says why, and takes no stakes',
    async (suspension) => {
      await open(makeSuspended(suspension));
      expect(screen.getByText(t(`bets.suspensions.${suspension}`))).toBeTruthy();
      expect(pick(homeAt('–'))).toHaveProperty('disabled', true);
      expect(screen.queryByRole('textbox', { name: t('bets.stake') })).toBeNull();
    },
  );

  it('keeps the typed amount when it is withdrawn and returns', async () => {
    const user = await open();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '500');
    await nowOffer(makeSuspended('taken_back'));
    expect(await screen.findByRole('button', { name: t('bets.not_for_sale') })).toHaveProperty('disabled', true);
    expect(stakeField()).toHaveProperty('value', '500');
    await nowOffer(makeQuote());
    expect(await screen.findByRole('button', { name: t('bets.stake_points', { points: 500 }) })).toHaveProperty('disabled', false);
  });

  it('shows its age when stale, and its limit when weak', async () => {
    const confirmed_at = new Date(Date.now() - 125_000).toISOString();
    const user = await open(makeQuote({}, { state: 'stale', stake_max: 500, basis: 'forecast', confirmed_at }));
    expect(screen.getByText(t('bets.price_from', { when: '2 minutes ago' }))).toBeTruthy();
    expect(screen.getByText(t('bets.price_of_forecast'))).toBeTruthy();
    expect(screen.getByText(t('bets.price_stake_max', { points: 500 }))).toBeTruthy();
    await user.click(pick(/^Avalon Town/));
    await user.click(screen.getByRole('button', { name: `${t('bets.stake_max')}, 500` }));
    expect(stakeField()).toHaveProperty('value', '500');
  });

  it('applies to each stake separately when a bet is increased', async () => {
    const user = await open(makeQuote({ home: 1.9 }), makeMine({ stake: 15, payout_if_right: 31 }));
    expect(screen.getByText(t('bets.my_bet_pays', { odds: '2.06', points: 31 }))).toBeTruthy();
    await user.type(stakeField(), '15');
    expect(fact(t('bets.returns_stake', { odds: '1.90' }))).toBe(t('bets.points_value', { points: '28' }));
    expect(fact(t('bets.returns_whole'))).toBe(t('bets.points_value', { points: '59' }));
  });

  it('is fetched once a contest without a price opens', async () => {
    await open(null, null, { state: 'preparing' });
    expect(screen.getByText(t('bets.state.preparing'))).toBeTruthy();
    offer(makeQuote());
    act(() => showContest(queryClient, makeFixed(7, null)));
    expect(await screen.findByRole('button', { name: homeAt('2.06') })).toBeTruthy();
  });

  it('is refetched while the slip is visible', async () => {
    server.on('GET /api/meta', { json: makeMeta({ odds_refresh_seconds: 1 }) });
    await open();
    offer(makeQuote({ home: 2.2 }));
    expect(await screen.findByRole('button', { name: homeAt('2.20') })).toBeTruthy();
  });
});

describe('placing at fixed odds', () => {
  const fill = async (user: Awaited<ReturnType<typeof open>>) => {
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '500');
  };

  it('sends the displayed price, and shows the accepted one', async () => {
    server.on(BETS, taken(2.06));
    const user = await open();
    await fill(user);
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    const modal = within(await screen.findByRole('dialog', { name: t('bets.success') }));
    expect(bodies()).toEqual([{ market: '1x2', match_id: 7, pick: 'home', stake: 500, odds: 2.06 }]);
    expect(modal.getByText(stakedAt('2.06'))).toBeTruthy();
    expect(modal.getByText(t('bets.points_value', { points: '1,030' }))).toBeTruthy();
    expect(modal.getByText(t('bets.markets.1x2'))).toBeTruthy();
    expect(modal.queryByText(new RegExp(t('bets.better_price', { odds: '.+', seen: '.+' })))).toBeNull();
    await user.click(modal.getByRole('button', { name: t('bets.done') }));
    expect(screen.getByText(t('bets.my_bet_pays', { odds: '2.06', points: 1030 }))).toBeTruthy();
  });

  it('says when a better price was given', async () => {
    server.on(BETS, taken(2.2));
    const user = await open();
    await fill(user);
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    expect(await screen.findByText(t('bets.better_price', { odds: '2.20', seen: '2.06' }))).toBeTruthy();
  });

  it('loses nothing when the price fell: shows both, and one press accepts the new one', async () => {
    server.on(BETS, refused('odds_changed', 'The odds have changed to 1.95.', { odds: 1.95 }), taken(1.95));
    const user = await open();
    await fill(user);
    offer(makeQuote({ home: 1.95 }));
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    const note = await screen.findByText(t('bets.price_fell'));
    expect(note.parentElement?.querySelector('s')?.textContent).toBe('2.06');
    expect(note.parentElement?.querySelector('b')?.textContent).toBe('1.95');
    expect(stakeField()).toHaveProperty('value', '500');
    expect(fact(t('bets.returns_fixed'))).toBe(t('bets.points_value', { points: '975' }));
    await user.click(screen.getByRole('button', { name: t('bets.stake_accept', { odds: '1.95', points: 500 }) }));
    expect(await screen.findByText(stakedAt('1.95'))).toBeTruthy();
    expect(bodies().map(({ odds }) => odds)).toEqual([2.06, 1.95]);
    const [first, second] = sent().map(({ headers }) => headers['idempotency-key']);
    expect(first).not.toBe(second);
  });

  it('accepts a fall that was shown before the press, and shows none if the price rose', async () => {
    const user = await open();
    await fill(user);
    await nowOffer(makeQuote({ home: 2.3 }));
    await screen.findByRole('button', { name: homeAt('2.30') });
    expect(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) })).toBeTruthy();
    await nowOffer(makeQuote({ home: 2 }));
    expect(await screen.findByRole('button', { name: t('bets.stake_accept', { odds: '2.00', points: 500 }) })).toBeTruthy();
    await user.type(stakeField(), '0');
    expect(screen.getByRole('button', { name: t('bets.stake_accept', { odds: '2.00', points: 5000 }) })).toBeTruthy();
    await user.click(pick(/^Avalon Town/));
    expect(screen.getByRole('button', { name: t('bets.stake_points', { points: 5000 }) })).toBeTruthy();
  });

  it('sends an uncertain stake again unchanged, whatever the price is by then', async () => {
    const away = { status: 502, text: '' };
    server.on(BETS, away, away, taken(2.06));
    const user = await open();
    await fill(user);
    offer(makeQuote({ home: 1.5 }));
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    await screen.findByText(t('bets.unsure'), { exact: false });
    await screen.findByRole('button', { name: homeAt('1.50') });
    await user.click(screen.getByRole('button', { name: t('bets.retry_stake', { points: 500 }) }));
    await screen.findByText(stakedAt('2.06'));
    expect(new Set(sent().map(({ body, headers }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
    expect(sent()).toHaveLength(3);
  });

  it.each([
    ['market_suspended', 'This market takes no stakes at the moment.'],
    ['stake_above_max', 'Amount cannot exceed 120.'],
    ['region_blocked', 'Stakes are not taken from where you are.'],
  ])('explains why it was refused (%s)', async (code, words) => {
    server.on(BETS, refused(code, words));
    const user = await open();
    await fill(user);
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(stakeField()).toHaveProperty('value', '500');
  });

  it('says that nothing was staked if staking was switched off meanwhile', async () => {
    server.on(BETS, { status: 503, json: { code: 'switched_off', detail: 'Staking is closed at the moment.' } });
    const user = await open();
    await fill(user);
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    expect(await screen.findByText('Staking is closed at the moment.')).toBeTruthy();
    expect(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) })).toBeTruthy();
    expect(sent()).toHaveLength(1);
  });
});
