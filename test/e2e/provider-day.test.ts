import type { Browser, Page } from '@playwright/test';
import type { Score } from '#domain/matches/score.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { at } from '#test/provider-day/day.ts';
import { type DaySite, startDaySite } from '#test/provider-day/site-child.ts';
import { t, tVi, tZh } from '#test/web/words.ts';
import { api } from './api.ts';
import { DESKTOP, expectNoBarriers, PHONE } from './barriers.ts';
import { test } from './base.ts';
import { enterAsNew, expect } from './site.ts';
import { speak } from './speak.ts';
import type { Locale } from './words.ts';

/** A match of one provider, its user, and how it goes at the minutes of `LIVE`. */
interface Followed {
  provider: string;
  sport: Sport;
  home: string;
  away: string;
  locale: Locale;
  viewport: typeof PHONE;
  theme: 'dark' | 'light';
  /** What the user bets on, and what the rival does. */
  pick: 'home' | 'draw' | 'away';
  rival: 'home' | 'draw' | 'away';
  /** Whether there are prices, so that the user also bets at fixed odds. */
  hasPrices: boolean;
  live: readonly [Score, Score];
  /** The rows of the table of quarters, sets or maps at the second of these minutes, without the names; football has none. */
  parts: readonly [home: string, away: string] | null;
  end: Score;
}

/** Each provider's match, in every language, on both devices and in both themes. */
const FOLLOWED: readonly Followed[] = [
  {
    ...{ provider: 'API-Football', sport: 'football', home: 'Borussia Mönchengladbach', away: 'Bayern München' },
    ...{ locale: 'en', viewport: DESKTOP, theme: 'dark', pick: 'home', rival: 'away', hasPrices: true },
    ...{
      live: [
        [1, 0],
        [1, 1],
      ],
      parts: null,
      end: [2, 1],
    },
  },
  {
    // "Club Atlético de Madrid" and "Real Betis Balompié" have names of their own in Vietnamese.
    ...{ provider: 'football-data.org', sport: 'football', home: 'Atletico Madrid', away: 'Real Betis' },
    ...{ locale: 'vi', viewport: PHONE, theme: 'dark', pick: 'draw', rival: 'home', hasPrices: false },
    ...{
      live: [
        [0, 1],
        [1, 1],
      ],
      parts: null,
      end: [1, 1],
    },
  },
  {
    ...{ provider: 'API-Basketball', sport: 'basketball', home: 'Crvena zvezda Meridianbet Belgrade', away: 'LDLC ASVEL Villeurbanne' },
    ...{ locale: 'zh-CN', viewport: PHONE, theme: 'light', pick: 'home', rival: 'away', hasPrices: true },
    ...{
      live: [
        [25, 27],
        [52, 52],
      ],
      parts: ['21 19 12 – 52', '18 25 9 – 52'],
      end: [96, 93],
    },
  },
  {
    ...{ provider: 'api-tennis.com', sport: 'tennis', home: 'Alejandro Davidovich Fokina', away: 'Félix Auger-Aliassime' },
    ...{ locale: 'vi', viewport: DESKTOP, theme: 'light', pick: 'home', rival: 'away', hasPrices: true },
    ...{
      live: [
        [0, 0],
        [0, 1],
      ],
      parts: ['68 3 30', '710 2 40'],
      end: [2, 1],
    },
  },
  {
    ...{ provider: 'the Live Tennis API', sport: 'tennis', home: 'Iga Świątek', away: 'Beatriz Haddad Maia' },
    ...{ locale: 'en', viewport: PHONE, theme: 'light', pick: 'home', rival: 'away', hasPrices: false },
    ...{
      live: [
        [0, 0],
        [1, 0],
      ],
      parts: ['6 3 40', '4 2 A'],
      end: [2, 0],
    },
  },
  {
    ...{ provider: 'PandaScore', sport: 'esports', home: 'Natus Vincere Junior', away: 'Ninjas in Pyjamas Impact' },
    ...{ locale: 'zh-CN', viewport: DESKTOP, theme: 'dark', pick: 'home', rival: 'away', hasPrices: false },
    ...{
      live: [
        [1, 0],
        [1, 0],
      ],
      parts: ['1 0', '0 0'],
      end: [2, 1],
    },
  },
];

/** Minutes of the day, from the start of all matches. Fixed odds that come from afar close more than an hour before it. */
const DAY = { begins: -190, bets: -180, starts: 1, live: [30, 75], over: 200 } as const;
const [GIVEN, IN_POOL, AT_ODDS] = [200, 50, 20];
const WORDS = { en: t, 'zh-CN': tZh, vi: tVi };

test('a day of each provider runs from its first fixture to its last payout', async ({ browser }) => {
  const site = await startDaySite(DAY.begins);
  let errors: string[];
  try {
    await playDay(browser, site);
  } finally {
    errors = await site.stop();
  }
  expect(errors, 'what the site logged as errors').toEqual([]);
});

async function playDay(browser: Browser, site: DaySite): Promise<void> {
  await site.goTo(DAY.bets);
  const rival = await openPage(browser, site, {}, FOLLOWED.length * IN_POOL);
  const watched: { match: Followed; page: Page }[] = [];
  await twoAtATime(FOLLOWED, async (match) => void watched.push({ match, page: await openPage(browser, site, match, GIVEN) }));
  const each = (run: (page: Page, match: Followed) => Promise<void>) =>
    twoAtATime(watched, ({ page, match }) => test.step(match.provider, () => run(page, match)));
  const goTo = async (minute: number) => {
    await site.goTo(minute);
    await Promise.all(watched.map(({ page }) => page.clock.setSystemTime(at(minute))));
  };
  await each(async (page, match) => {
    await betAgainst(rival, await findInList(page, match), match);
    await bet(page, match);
  });
  await goTo(DAY.starts);
  for (const [index, minute] of DAY.live.entries()) {
    await goTo(minute);
    await each((page, match) => expectLive(page, match, index));
  }
  await goTo(DAY.over);
  await each(expectPaid);
}

/** Runs a task for each item, two at the same time: pages that load while others compute. */
async function twoAtATime<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all([lane(), lane()]);
}

/** Opens a page with a new user, who has this many points. */
async function openPage(browser: Browser, site: DaySite, looks: Partial<Followed>, points: number): Promise<Page> {
  const { locale = 'en', viewport = DESKTOP, theme = 'dark' } = looks;
  const context = await browser.newContext({ baseURL: site.url, viewport });
  await context.addCookies([{ name: 'theme', value: theme, url: site.url }]);
  await speak(context, site, locale);
  const page = await context.newPage();
  await page.clock.setSystemTime(at(DAY.bets));
  const { email } = await enterAsNew(page);
  await site.give(email, points);
  return page;
}

const betAgainst = (rival: Page, match_id: number, { rival: pick }: Followed): Promise<unknown> =>
  api(rival, '/api/bets', { market: 'wdl', match_id, pick, stake: IN_POOL });

/** Opens the match from the list, and expects both names on its page. Returns its id. */
async function findInList(page: Page, { sport, home, away }: Followed): Promise<number> {
  await page.goto(`/matches?sport=${sport}`);
  // Another link to the match of the day has the names as well.
  await page
    .locator('[data-match-link]')
    .and(page.getByRole('link', { name: new RegExp(`${home}.*${away}`) }))
    .click();
  await expect(page.getByRole('heading', { level: 2, name: home, exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: away, exact: true })).toBeVisible();
  await expect(page.locator('[data-look=soon]')).toBeVisible();
  return Number(new URL(page.url()).pathname.split('/').at(-1));
}

/** Bets in the pool, and at fixed odds where there are any; on phones in the sheet that a pick opens. */
async function bet(page: Page, { locale, viewport, pick, hasPrices }: Followed): Promise<void> {
  const words = WORDS[locale];
  const slip = viewport === PHONE ? page.getByRole('dialog') : page.getByRole('complementary');
  const success = page.getByRole('dialog').filter({ hasText: words('bets.success') });
  const stake = async (points: number) => {
    const options = slip.getByRole('group', { name: words('bets.options') });
    await options.getByRole('button').nth(['home', 'draw', 'away'].indexOf(pick)).click();
    await slip.getByRole('textbox', { name: words('bets.stake'), exact: true }).fill(String(points));
    await slip.getByRole('button', { name: words('bets.stake_points', { points }), exact: true }).click();
    await success.getByRole('button', { name: words('bets.done'), exact: true }).click();
    await expect(success).toBeHidden();
  };
  const open = async (name: string) => {
    if (viewport === PHONE) await page.getByRole('button', { name, exact: true }).click();
  };
  const choose = (market: 'wdl' | '1x2') => slip.getByRole('radio', { name: words(`bets.markets.${market}`), exact: true }).check();
  await open(words('bets.predict'));
  // Fixed odds come first where there are prices.
  if (hasPrices) await choose('wdl');
  await stake(IN_POOL);
  if (!hasPrices) return;
  await open(words('bets.add_to_bet'));
  await choose('1x2');
  await stake(AT_ODDS);
}

/** Expects the score in play without having reloaded the page, and the second time also its parts and no barriers. */
async function expectLive(page: Page, { provider, sport, locale, live, parts }: Followed, index: number): Promise<void> {
  const words = WORDS[locale];
  const [home, away] = live[index]!;
  await expect(page.locator('[data-look=live]')).toBeVisible();
  await expect(page.getByText(words('match.score_wide', { home, away }), { exact: true })).toBeVisible();
  if (index === 0) return;
  if (sport !== 'football' && parts !== null) {
    const table = page.getByRole('table', { name: words(`match.parts_caption.${sport}`) });
    const figures = (row: number) => table.getByRole('row').nth(row).getByRole('cell').allTextContents();
    expect([(await figures(1)).join(' '), (await figures(2)).join(' ')]).toEqual(parts);
  }
  await expectNoBarriers(page, `the match of ${provider} in play`);
}

interface Listed {
  market: string;
  stake: number;
  odds: number | null;
}

/** Expects the result, the settled contest, its receipt, the bets and the balance, to the point. */
async function expectPaid(page: Page, { locale, viewport, home, end, hasPrices }: Followed): Promise<void> {
  const words = WORDS[locale];
  await expect(page.locator('[data-look=over]')).toBeVisible();
  await expect(page.getByText(words('match.score_wide', { home: end[0], away: end[1] }), { exact: true })).toBeVisible();
  const contest = page.getByRole('status').filter({ hasText: words('bets.state.settled') });
  await contest.getByRole('link', { name: words('bets.to_receipt') }).click();
  await page.getByRole('button', { name: words('receipts.verify'), exact: true }).click();
  await expect(page.getByText(words('receipts.verified'), { exact: true })).toBeVisible();
  // Notes about bets that have just settled link to the same page.
  const navigation = page.getByRole('navigation', { name: words('shell.main_nav'), exact: true });
  await navigation.getByRole('link', { name: new RegExp(`^${words(viewport === PHONE ? 'shell.bets_short' : 'shell.bets')}`) }).click();
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(home) }) });
  await expect(rows.getByText(words('bets.won'), { exact: true })).toHaveCount(hasPrices ? 2 : 1);
  const { items } = await api<{ items: Listed[] }>(page, '/api/account/bets');
  const fixed = items.find(({ market }) => market === '1x2');
  expect(fixed !== undefined).toBe(hasPrices);
  const points = GIVEN + IN_POOL + (fixed ? Math.floor(fixed.stake * fixed.odds!) - fixed.stake : 0);
  await expect(page.getByRole('link', { name: words('shell.your_points', { points: String(points) }), exact: true })).toBeVisible();
}
