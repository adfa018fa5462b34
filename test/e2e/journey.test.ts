import type { Page } from '@playwright/test';
import { t } from '#test/web/words.ts';
import { api, betOnOneOf, type Coming, nextMatches } from './api.ts';
import { expect, signUp, test } from './site.ts';

/** The smallest stake; the first check-in gives exactly this many points. */
const STAKE = 10;

/** Usually enough to fill in the form. */
const TIME_TO_BET_MS = 12_000;

test('a visitor signs up, checks in, stakes, and is paid to the point', async ({ page }) => {
  await signUp(page);

  await page.goto('/account');
  await page.getByRole('button', { name: t('account.check_in_for', { points: 10 }) }).click();
  await expect.poll(() => balanceOf(page)).toBe(10);

  const match = await betOnOneOf(page, await nextMatches<Listed>(page, TIME_TO_BET_MS, 'per_league=3'), async ({ id }) => {
    await page.goto(`/match/${id}?market=wdl&pick=home`);
    await page.getByRole('textbox', { name: t('bets.stake') }).fill(String(STAKE));
    await page.getByRole('button', { name: t('bets.stake_points', { points: STAKE }) }).click();
    await expect(page.getByRole('dialog').getByText(t('bets.success'))).toBeVisible();
  });
  expect(await balanceOf(page)).toBe(0);

  // Nothing is reloaded until the match and its contest have ended.
  const bet = await whenEnded(page);
  expect(['settled', 'refunded']).toContain(bet.state);
  expect(await balanceOf(page)).toBe(bet.payout + bet.refund);
  await expectExactPayout(page, match.id, bet);

  await page.goto('/bets');
  await expect(page.getByText(match.home.name).first()).toBeVisible();
  await page.goto('/account?tab=history');
  await expect(page.getByRole('row', { name: new RegExp(t('account.source.bet_stake')) }).first()).toBeVisible();
});

interface BetReply {
  pick: string;
  stake: number;
  state: string;
  payout: number;
  refund: number;
  hit: boolean | null;
}

const balanceOf = async (page: Page) =>
  (await api<{ stats: { points_balance: number } }>(page, '/api/account/overview')).stats.points_balance;

interface Listed extends Coming {
  home: { name: string };
}

async function whenEnded(page: Page): Promise<BetReply> {
  let bet: BetReply | undefined;
  await expect
    .poll(
      async () => {
        bet = (await api<{ items: BetReply[] }>(page, '/api/account/bets')).items[0];
        return bet?.state;
      },
      { timeout: 420_000, intervals: [1_000] },
    )
    .not.toBe('ongoing');
  return bet as BetReply;
}

interface ContestReply {
  total_stake: number;
  winner: string | null;
  result: [number, number] | null;
  options: { pick: string; staked: number }[];
}

/** Checks the payout against the pool's rule: the floor of the exact share, or one point more by the largest remainder. */
async function expectExactPayout(page: Page, matchId: number, bet: BetReply): Promise<void> {
  const { items } = await api<{ items: ContestReply[] }>(page, `/api/matches/${matchId}/contests`);
  const contest = items[0] as ContestReply;
  const onWinner = contest.options.find(({ pick }) => pick === contest.winner)?.staked ?? 0;
  if (contest.winner === null || onWinner === 0) {
    expect(bet).toMatchObject({ state: 'refunded', refund: STAKE, payout: 0 });
  } else if (bet.pick === contest.winner) {
    const share = (contest.total_stake * STAKE) / onWinner;
    expect([Math.floor(share), Math.floor(share) + 1]).toContain(bet.payout);
    expect(bet.hit).toBe(true);
  } else {
    expect(bet).toMatchObject({ payout: 0, refund: 0, hit: false });
  }
  if (contest.result) {
    const [home, away] = contest.result;
    expect(contest.winner).toBe(home > away ? 'home' : home < away ? 'away' : 'draw');
  }
}
