import type { Browser, Locator, Page } from '@playwright/test';
import { beginningOf, t } from '#test/web/words.ts';
import { api, betByApi, nextMatches, pressToPost } from './api.ts';
import { expectNoBarriers, PHONE } from './barriers.ts';
import { openVisitor } from './base.ts';
import { enter, enterAsNew, expect, test } from './site.ts';

/** The smallest stake; the first check-in gives exactly this many points. */
const STAKE = 10;
test.use({ hasTouch: true });

const PICKS = ['home', 'draw', 'away'] as const;

/** A price moves and a match is called off now and then: so many matches are tried. */
const TRIES = 4;

test('a fan’s evening on the phone, from what is being played to a shared win', async ({ page, browser, site }) => {
  await page.setViewportSize(PHONE);
  await enterAsNew(page);
  await checkIn(page);
  await turnOnGoals(page);

  await page.goto('/matches');
  const playing = page.getByRole('region', { name: t('matches.playing') });
  // What is played now is what the list begins with.
  await expect(page.locator('main section[aria-labelledby]').first()).toContainText(t('matches.playing'));
  await follow(playing);
  await seeWhyChancesMoved(page, playing);

  const friends = [await openFriend(browser, site.url), await openFriend(browser, site.url)];
  const rich = await openPhone(browser, site.url);
  await enter(rich, site.demoUser);
  const winner = await betUntilSomebodyWins(page, friends, rich, async () => {
    await hearAGoal(page);
    await lookUpAPlayer(page);
  });
  await shareTheWin(browser, winner);
});

async function checkIn(page: Page): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: t('account.check_in_for', { points: STAKE }) }).click();
  await expect(page.getByRole('button', { name: t('account.check_in_for', { points: STAKE }) })).toHaveCount(0);
}

/** Goals of favorites are then shown on every page of the site: headless browsers get no pushes. */
async function turnOnGoals(page: Page): Promise<void> {
  await page.goto('/settings/notifications');
  await page.getByRole('switch', { name: t('notifications.goal_toasts') }).check();
}

/** Stars everything that is being played. */
async function follow(playing: Locator): Promise<void> {
  await expect(playing.locator('[data-match-link]').first()).toBeVisible();
  const stars = playing.getByRole('button', { name: beginningOf('favorites.add') });
  // The last ones may end meanwhile.
  for (let left = await stars.count(); left > 0 && (await stars.count()) > 0; left--) await stars.first().tap();
  expect(await playing.getByRole('button', { name: beginningOf('favorites.remove') }).count()).toBeGreaterThan(0);
}

/** Opens matches in play until one shows how its chances moved since kick-off, and what moved them. */
async function seeWhyChancesMoved(page: Page, playing: Locator): Promise<void> {
  await expect(async () => {
    await page.goto('/matches');
    const links = playing.locator('[data-match-link]');
    await links.nth(Math.floor(Math.random() * (await links.count()))).tap();
    await expect(page.getByRole('heading', { name: t('forecast.timeline') })).toBeVisible({ timeout: 10_000 });
    const causes = page.locator('li').filter({ hasText: new RegExp(Object.values(CAUSES).join('|')) });
    await expect(causes.first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 300_000 });
  await expectNoBarriers(page, 'a match in play on the phone');
}

const CAUSES = { goal: t('forecast.turn.goal'), red_card: t('forecast.turn.red_card') };

/** Opens a phone of another new user with enough points for one stake. */
async function openFriend(browser: Browser, url: string): Promise<Page> {
  const page = await openPhone(browser, url);
  await enterAsNew(page);
  await checkIn(page);
  return page;
}

const openPhone = (browser: Browser, url: string): Promise<Page> => openVisitor(browser, { baseURL: url, viewport: PHONE, hasTouch: true });

interface Bet {
  state: string;
  hit: boolean | null;
  match: { id: number };
}

/**
 * Places bets until one wins, and returns the page of its user. The users bet on different outcomes of a match that begins soon. That match
 * may be called off or interrupted, so `rich` also bets on the next matches. `duringPlay` runs while the first match is played.
 */
async function betUntilSomebodyWins(page: Page, friends: readonly Page[], rich: Page, duringPlay: () => Promise<void>): Promise<Page> {
  const everyone = [page, ...friends, rich];
  const matchIds: number[] = [];
  const betsOf = async (person: Page) =>
    (await api<{ items: Bet[] }>(person, '/api/account/bets')).items.filter(({ match }) => matchIds.includes(match.id));
  for (let tries = 0; tries < TRIES; tries++) {
    const { matchId, pick } = await betAtTheTappedPrice(page);
    const others = PICKS.filter((other) => other !== pick);
    for (const [index, friend] of friends.entries()) await betByApi(friend, matchId, others[index]!, STAKE);
    matchIds.push(matchId, ...(await betOnTheNext(rich, matchId)));
    if (tries === 0) await duringPlay();
    let bets: Bet[][] = [];
    const stands = async () => {
      bets = await Promise.all(everyone.map(betsOf));
      if (bets.flat().some(({ hit }) => hit === true)) return 'won';
      return bets[0]!.some(({ state }) => state === 'ongoing') ? 'ongoing' : 'over';
    };
    await expect.poll(stands, { timeout: 360_000, intervals: [1_000] }).not.toBe('ongoing');
    const winner = everyone.find((_, index) => bets[index]!.some(({ hit }) => hit === true));
    if (winner) return winner;
    expect(bets.slice(0, -1).map(([last]) => last?.state)).toEqual(['refunded', 'refunded', 'refunded']);
  }
  throw new Error('every match was called off');
}

/** Bets by requests on the next matches besides one of them; returns their ids. */
async function betOnTheNext(page: Page, besides: number): Promise<number[]> {
  const next = (await nextMatches(page, 5_000)).filter(({ id }) => id !== besides).slice(0, 4);
  // A price may move meanwhile; some of these bets are enough.
  for (const { id } of next) await betByApi(page, id, 'home', STAKE).catch(() => undefined);
  return next.map(({ id }) => id);
}

/** From the tap in the list to the stake: a match must not begin meanwhile. */
const TIME_TO_BET_MS = 40_000;

const HOME_PRICE = new RegExp(`^${t('common.home')} `);

/** Returns the match near the top of the list that begins next, can be bet on long enough, and the button of its price. The list is by league. */
async function nextPrice(page: Page): Promise<{ id: number; price: Locator }> {
  // Only rows near the screen are rendered.
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: HOME_PRICE }) });
  await expect(rows.first()).toBeVisible();
  const found: { id: number; price: Locator; kickoffMs: number }[] = [];
  for (const row of await rows.all()) {
    const id = Number(await row.locator('[data-match-link]').getAttribute('data-match-link', { timeout: 5_000 }));
    const { kickoff_at } = await api<{ kickoff_at: string }>(page, `/api/matches/${id}`);
    // A row that moves meanwhile still has its address.
    const price = page.getByRole('listitem').filter({ has: page.locator(`[data-match-link="${id}"]`) });
    found.push({ id, price: price.getByRole('button', { name: HOME_PRICE }), kickoffMs: Date.parse(kickoff_at) });
  }
  const [next] = found.filter(({ kickoffMs }) => kickoffMs > Date.now() + TIME_TO_BET_MS).sort((a, b) => a.kickoffMs - b.kickoffMs);
  if (!next) throw new Error(`no match starts soon: ${await rows.allTextContents()}`);
  return next;
}

/** A step that a moving price or a match that begins may prevent: the next match is then tried. */
const SOON = { timeout: 15_000 };

/** Taps a price in the list, and stakes in the slip that opens with this pick at this price. */
async function betAtTheTappedPrice(page: Page): Promise<{ matchId: number; pick: (typeof PICKS)[number] }> {
  let bet: { matchId: number; pick: (typeof PICKS)[number]; odds: number } | undefined;
  await expect(async () => {
    await page.goto('/matches?status=upcoming');
    const match = await nextPrice(page);
    await match.price.scrollIntoViewIfNeeded(SOON);
    await match.price.tap(SOON);
    await expect(page).toHaveURL(new RegExp(`/match/${match.id}\\?market=1x2&pick=home&odds=\\d`));
    const price = /odds=([\d.]+)/.exec(page.url())![1]!;
    const slip = page.getByRole('dialog');
    const home = slip
      .getByRole('group', { name: t('bets.options') })
      .getByRole('button')
      .first();
    await expect(home).toHaveAttribute('aria-pressed', 'true');
    await slip.getByRole('textbox', { name: t('bets.stake'), exact: true }).fill(String(STAKE), SOON);
    // With this name the button accepts no lower price.
    const button = slip.getByRole('button', { name: t('bets.stake_points', { points: STAKE }), exact: true });
    expect(await pressToPost(page, '/api/bets', () => button.tap(SOON))).toBe(true);
    bet = { matchId: match.id, pick: 'home', odds: Number(price) };
  }).toPass({ timeout: 300_000 });
  const success = page.getByRole('dialog').filter({ hasText: t('bets.success') });
  await expect(success).toBeVisible();
  const { items } = await api<{ items: { returns_now: number }[] }>(page, '/api/account/bets');
  expect(items[0]!.returns_now).toBeGreaterThanOrEqual(Math.floor(STAKE * bet!.odds));
  await success.getByRole('button', { name: t('bets.done'), exact: true }).tap();
  return bet!;
}

/** Follows the matches in play and the next ones, waits on another page until a goal is announced, and opens its match. */
async function hearAGoal(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/matches');
    // By one request: on a slow machine, matches would end while their stars are tapped.
    const { items } = await api<{ items: { id: number }[] }>(page, '/api/matches?status=live');
    const match = [...items, ...(await nextMatches(page, 0)).slice(0, 20)].map(({ id }) => id);
    await api(page, '/api/favorites', { match, team: [], league: [] });
    await page.goto('/leagues');
    const goal = page.getByRole('link', { name: t('notifications.open_match') });
    await goal.first().tap({ timeout: MATCH_MS });
    // A goal during a break of the connection is no news, and the next one may come after these matches.
  }).toPass({ timeout: 6 * MATCH_MS });
  await expect(page).toHaveURL(/\/match\/\d+$/);
}

/** After so long everything that was being played has ended. */
const MATCH_MS = 90_000;

async function lookUpAPlayer(page: Page): Promise<void> {
  await page.getByRole('tab', { name: t('match.tabs.lineups'), exact: true }).tap();
  // The pitch comes before the bench; a link on it begins with the player's whole name, which only screen readers are told.
  const link = page.getByRole('tabpanel').locator('a[href^="/player/"]').first();
  const { name, address } = await link.evaluate((shown) => ({
    name: (shown.querySelector('.sr-only') ?? shown).textContent.trim(),
    address: shown.getAttribute('href')!,
  }));
  await page.getByRole('tabpanel').locator(`a[href="${address}"]`).first().tap();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name.split(' ').at(-1)!);
  await expectNoBarriers(page, 'a player on the phone');
}

/** Shares a won bet by a link, which a guest opens. */
async function shareTheWin(browser: Browser, winner: Page): Promise<void> {
  await winner.goto('/bets?status=won');
  await winner
    .getByRole('button', { name: new RegExp(`^${t('glance.share')}: `) })
    .first()
    .tap();
  const dialog = winner.getByRole('dialog');
  await dialog.getByRole('button', { name: t('glance.create_link'), exact: true }).tap();
  const link = dialog.getByText(/\/shared\/[0-9a-f-]{36}/);
  await expect(link).toBeVisible();
  const path = /\/shared\/[0-9a-f-]{36}/.exec((await link.textContent()) ?? '')![0];
  const guest = await openPhone(browser, new URL(winner.url()).origin);
  await guest.goto(path);
  await expect(guest.getByRole('heading', { level: 1, name: t('glance.heading.won') })).toBeVisible();
  await expectNoBarriers(guest, 'a shared win');
  await guest.context().close();
}
