import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sport } from '#domain/matches/sport.ts';
import { periodEnd } from '#domain/play-limits/play-limits.ts';
import { makeLimits, makeMine, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeContest, makeLeague, makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { type ContestRest, fact, homeBet, maxName, openSlipOn, pick, serveSlip, stakeField } from '#test/web/slip.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { writeDate } from '#texts/write.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { timeZone } from '#web/lib/dates.ts';
import { PHONE } from '#web/lib/use-media.ts';
import { showContest } from './api.ts';

const media = window.matchMedia;

const server = await servePages();
beforeEach(() => serveSlip(server));
const openWith = openSlipOn(server);
afterEach(() => {
  window.matchMedia = media;
});

/** The name of a pick's button in the pool. */
const inPool = (name: string, odds: string, share: string) =>
  `${t('common.pick_at', { pick: name, odds })}, ${t('bets.share_of', { share })}`;
const drawPick = new RegExp(`^${t('bets.draw_pick')} `);

describe('the contest in its states', () => {
  it('open: shows odds, shares and closing time; a pick without stakes has no odds', async () => {
    await openWith({ deadline_at: new Date(Date.now() + 42 * 60_000 + 5_000).toISOString() });
    expect(screen.getByText(t('bets.closes', { when: 'in 42 minutes' }))).toBeTruthy();
    expect(screen.getByRole('button', { name: inPool(t('bets.to_win', { team: 'Avalon Town' }), '2.00', '50%') })).toBeTruthy();
    expect(screen.getByRole('button', { name: inPool(t('bets.draw_pick'), '–', '0%') })).toBeTruthy();
    expect(fact(t('bets.pool'))).toBe(t('bets.pool_value', { points: '1,000', players: 2 }));
    expect(screen.getByText(t('bets.indicative'))).toBeTruthy();
  });

  it.each<[NonNullable<ContestRest['state']>, ContestRest, string]>([
    ['preparing', {}, t('bets.state.preparing')],
    ['locked', {}, t('bets.state.locked')],
    ['settled', { winner: 'home', result: [2, 1] }, t('bets.won_by', { team: 'Avalon Town', score: '2–1' })],
    ['settled', { winner: 'draw', result: [1, 1] }, t('bets.drawn', { score: '1–1' })],
    ['paused', {}, t('bets.paused_hint', { duration: '5 hours' })],
    ['paused', { state_since: new Date(Date.now() - 5 * 3_600_000).toISOString() }, t('bets.paused_over')],
    ['void', { void_reason: 'cancelled' }, `${t('bets.void_reason.cancelled')} ${t('bets.void_hint')}`],
    ['void', { void_reason: 'of a newer server' }, t('bets.void_hint')],
  ])('%s: says so, and takes no stakes (%o)', async (state, rest, words) => {
    await openWith({ state, ...rest });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: t('bets.stake') })).toBeNull();
    expect(pick(/^Avalon Town/)).toHaveProperty('disabled', true);
  });

  it('paused: counts down to the refund', async () => {
    await openWith({ state: 'paused', state_since: new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString() });
    const left = t.markup('bets.paused_left', { time: () => '' });
    expect(screen.getByText(left.trim()).textContent).toMatch(new RegExp(`^${left}1:5[89]:\\d\\d$`));
  });

  it.each<[ContestRest, boolean]>([
    [{ state: 'settled', winner: 'home', result: [2, 1] }, true],
    [{ state: 'void', void_reason: 'cancelled' }, true],
    [{ state: 'locked' }, false],
  ])('%o: leads to the receipt once it has ended', async (rest, hasEnded) => {
    await openWith(rest);
    const href = screen.queryByRole('link', { name: t('bets.to_receipt') })?.getAttribute('href');
    expect(href).toBe(hasEnded ? `/contests/${makeContest(7).id}/receipt` : undefined);
  });

  it('is locked once its deadline has passed, even without a push', async () => {
    await openWith({ deadline_at: new Date(Date.now() - 1_000).toISOString() });
    expect(screen.getByText(t('bets.state.locked'))).toBeTruthy();
  });

  it('shows the result of my bet: won, lost, or refunded, which is not a loss', async () => {
    await openWith({ state: 'settled', winner: 'away', result: [0, 1] }, makeMine({ stake: 500, state: 'refunded' }));
    expect(screen.getByText(t('bets.my_bet_back', { points: 500 }))).toBeTruthy();
    expect(screen.queryByText(t('bets.my_bet_wrong'))).toBeNull();
  });

  it('shows the payout of a winning bet, and its refunded part', async () => {
    await openWith(
      { state: 'settled', winner: 'home', result: [1, 0] },
      makeMine({ stake: 500, state: 'settled', payout: 700, refund: 120 }),
    );
    expect(screen.getByText(t('bets.my_bet_right', { points: 700 }))).toBeTruthy();
    expect(screen.getByText(t('bets.returned_late', { points: '120' }))).toBeTruthy();
  });

  it('explains a bet without a known result', async () => {
    await openWith({ state: 'locked' }, makeMine({ stake: 500, state: 'unknown' }));
    expect(screen.getByText(t('bets.unknown_hint'))).toBeTruthy();
  });

  it('has two outcomes if a draw is impossible', async () => {
    await openWith({ options: makeContest(7).options.filter((option) => option.pick !== 'draw') });
    expect(screen.queryByRole('button', { name: drawPick })).toBeNull();
    expect(screen.getByText(t('bets.contest_two'))).toBeTruthy();
  });

  it('follows the pool, and keeps the entered stake', async () => {
    await openWith({}, makeMine({ stake: 500 }));
    const pushed = makeContest(7, {
      total_stake: 3_000,
      participants: 3,
      options: [
        { pick: 'home', staked: 500, odds: 6 },
        { pick: 'draw', staked: 2_000, odds: 1.5 },
        { pick: 'away', staked: 500, odds: 6 },
      ],
    });
    act(() => showContest(queryClient, pushed));
    expect(await screen.findByRole('button', { name: inPool(t('bets.draw_pick'), '1.50', '66%') })).toBeTruthy();
    expect(screen.getByText(homeBet('500'))).toBeTruthy();
  });
});

describe('restrictions by the user or an operator', () => {
  it('restrict the stake and Max, and are named with their period’s end', async () => {
    const resets_at = new Date(Date.now() + 86_400_000).toISOString();
    const weekly = { kind: 'loss', period: 'week', amount: 500, used: 140, resets_at } as const;
    const ends = writeDate('en', 'day_time', periodEnd('week', new Date()), timeZone());
    const limit = t('bets.errors.limit_reached', { left: 360, kind: 'loss', period: 'week', resets_at: ends });
    server.on('GET /api/account/limits', { json: makeLimits([weekly]) });
    const user = await openWith();
    await user.click(await screen.findByRole('button', { name: maxName(360) }));
    expect(stakeField()).toHaveProperty('value', '360');
    expect(screen.queryByText(limit)).toBeNull();
    await user.clear(stakeField());
    await user.type(stakeField(), '361');
    expect(screen.getByText(limit)).toBeTruthy();
  });

  it('are reset once the period is over', async () => {
    const daily = { kind: 'stake', period: 'day', amount: 500, used: 500, resets_at: new Date(Date.now() - 1).toISOString() } as const;
    server.on('GET /api/account/limits', { json: makeLimits([daily]) });
    await openWith();
    expect(await screen.findByRole('button', { name: maxName(500) })).toHaveProperty('disabled', false);
  });

  it('prevent all stakes while an operator has closed staking, with a message', async () => {
    server.on('GET /api/meta', { json: makeMeta({ switches: { staking: false, redeem: true, chat: true, sign_up: true } }) });
    await openWith();
    expect(await screen.findByText(t('bets.suspensions.staking_closed'))).toBeTruthy();
    expect(screen.getByRole('button', { name: t('bets.not_for_sale') })).toHaveProperty('disabled', true);
  });

  it.each(['desktop', 'phone'])('hide the form during time away (%s)', async (size) => {
    if (size === 'phone') window.matchMedia = (query) => Object.assign(media(query), { matches: query === PHONE });
    const exclusion = { kind: 'time_out', until: '2099-12-03T14:32:00.000Z' } as const;
    server.on('GET /api/account/overview', { json: makeOverview({ exclusion }) });
    await openWith({}, makeMine({ stake: 200 }));
    expect(
      await screen.findByText(t('play_limits.away_until', { date: writeDate('en', 'date_time', new Date(exclusion.until), timeZone()) })),
    ).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: t('bets.stake') })).toBeNull();
    for (const name of [t('bets.stake_any'), t('bets.predict'), t('bets.add_to_bet')])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(pick(/^Avalon Town/)).toHaveProperty('disabled', true);
    expect(screen.getByText(homeBet('200'))).toBeTruthy();
    expect(screen.queryByText(t('bets.state.locked'))).toBeNull();
  });

  it('show the form again when the time away is over', async () => {
    const exclusion = { kind: 'time_out', until: new Date(Date.now() - 1).toISOString() } as const;
    server.on('GET /api/account/overview', { json: makeOverview({ exclusion }) });
    await openWith();
    await screen.findByText(t('bets.points_value', { points: '12,480' }));
    expect(stakeField()).toBeTruthy();
    expect(screen.queryByText(t('play_limits.away_note'))).toBeNull();
  });
});

describe('what the contest settles on', () => {
  const twoWay = {
    options: [
      { pick: 'home' as const, staked: 500, odds: 2 },
      { pick: 'away' as const, staked: 500, odds: 2 },
    ],
  };
  const leagueOf = (sport: Sport) => makeLeague({ sport, settles_on: 'whole_match' });

  it.each([
    [
      'basketball',
      t('endings.cases.won_in_extra_time', { kind: 'basketball' }),
      t('endings.fates.decider', { kind: 'basketball' }),
      t('bets.settled_on.basketball'),
    ],
    ['tennis', t('endings.cases.awarded', { kind: 'tennis' }), t('endings.fates.refunded', { points: '100' }), t('bets.settled_on.tennis')],
    [
      'esports',
      t('endings.cases.walkover', { kind: 'esports' }),
      t('endings.fates.refunded', { points: '100' }),
      t('bets.settled_on.esports'),
    ],
  ] as const)('%s: %s, %s', async (sport, ending, answer, sentence) => {
    const user = await openWith(twoWay, null, leagueOf(sport));
    expect(screen.getByText(t('bets.contest_two'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: drawPick })).toBeNull();
    await user.click(pick(/Avalon Town to win/));
    await user.type(stakeField(), '100');
    expect(fact(ending)).toBe(answer);
    expect(screen.queryByText(/90 minutes/)).toBeNull();
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it.each([
    ['en', t('bets.locked_hint', { rule: t('bets.settled_on.basketball') })],
    ['zh-CN', tZh('bets.locked_hint', { rule: tZh('bets.settled_on.basketball') })],
    ['vi', tVi('bets.locked_hint', { rule: tVi('bets.settled_on.basketball') })],
  ] as const)('is said of a locked one too, in %s', async (locale, words) => {
    await openWith({ ...twoWay, state: 'locked' }, null, leagueOf('basketball'));
    await act(() => chooseLocale(locale));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('depends on the league, not the sport: a football cup may count extra time', async () => {
    await openWith({ state: 'locked' }, null, makeLeague({ settles_on: 'whole_match' }));
    expect(screen.getByText(t('bets.locked_hint', { rule: t('bets.settled_on.football') }))).toBeTruthy();
  });
});

it.each([
  ['football', t('common.home')],
  ['basketball', t('common.home')],
  ['tennis', 'Avalon Town'],
  ['esports', 'Avalon Town'],
] as const)('in %s the first pick is labelled "%s": no side is at home in some sports', async (sport, label) => {
  await openWith({}, null, makeLeague({ sport }));
  const options = within(screen.getByRole('group', { name: t('bets.options') })).getAllByRole('button');
  expect(within(options[0]!).getByText(label)).toBeTruthy();
});
