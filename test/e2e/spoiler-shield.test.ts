import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, expect, type Page } from '@playwright/test';
import { startProcessGroup } from '#test/support/process-group.ts';
import { type ToldMatch, toldBy } from '#test/support/told-match.ts';
import { test } from './base.ts';
import { enterAsNew } from './site.ts';

const tabsOf = ({ id }: ToldMatch): string[] =>
  ['probability', 'timeline', 'lineups', 'odds', 'h2h', 'stats'].map((tab) => `/match/${id}?tab=${tab}`);

/** The addresses that show something of the match or of a bet on it: for readers with a delay, who may know all of it after three minutes. */
const near = (match: ToldMatch): string[] => [
  ...tabsOf(match),
  ...['overview', 'matches', 'squad'].map((tab) => `/team/${match.teamId}?tab=${tab}`),
  ...['table', 'fixtures', 'scorers', 'outlook'].map((tab) => `/leagues/${match.leagueId}/standings?tab=${tab}`),
  ...['/matches', '/matches?status=finished', '/matches?status=live', '/matches?tab=leagues', '/best'],
  ...[`/player/${match.scorerId}`, `/player/${match.ratedId}`, `/shared/${match.shareId}`],
  ...['/bets', '/account?tab=history', `/contests/${match.contestId}/receipt`, '/forecast-league?tab=mine'],
];

/** All other addresses of pages for readers. */
const OTHERS = [
  ...['/divisions', '/survivor'],
  ...['/matches?tab=favorites', '/leagues', '/track-record', '/forecast-league', '/forecast-league?tab=table', '/account'],
  ...['/settings/profile', '/settings/notifications', '/settings/security', '/settings/limits', '/spoiler-shield', '/terms'],
  ...['/settings/developers', '/developers'],
];

test('a shielded reader finds nothing of a result on any page, in its title or in what a screen reader hears', async ({ browser }) => {
  const group = await startProcessGroup({ CAPTCHA_WORK: '3', RATE_LIMIT_PER_MINUTE: '100000', LOG_LEVEL: 'warn' });
  try {
    const app = await group.start(null);
    const reader = await openPage(browser, app.url);
    const { email } = await enterAsNew(reader);
    const match = await playMatch(group.databaseUrl, email);

    const state = await reader.context().storageState();
    const pages = await Promise.all([0, 1].map(() => openPage(browser, app.url, state)));
    const walk = async (shield: string | null, addresses: readonly string[]) => {
      for (const page of pages) await wear(page, app.url, shield);
      const half = Math.ceil(addresses.length / 2);
      const parts = [addresses.slice(0, half), addresses.slice(half)];
      return (await Promise.all(parts.map((part, index) => toldOn(pages[index]!, part)))).flat();
    };
    expect(await walk('180', near(match)), 'three minutes later').toEqual([]);
    expect(await walk('reveal', [...near(match), ...OTHERS]), 'with results hidden').toEqual([]);
    // These alone show everything: the walk sees what there is to hide.
    const told = new Set((await walk(null, [...tabsOf(match), '/account?tab=history'])).flatMap(([, names]) => names));
    expect([...told], 'without a shield').toEqual(
      expect.arrayContaining(['homeScore', 'awayScore', 'scorer', 'shots', 'payout', 'message']),
    );
    expect(app.errors).toEqual([]);
  } finally {
    await group.stop();
  }
});

/** Plays a match on which the user with this address bet. */
async function playMatch(databaseUrl: string, email: string): Promise<ToldMatch> {
  const { stdout } = await promisify(execFile)(process.execPath, ['test/support/told-match-process.ts', databaseUrl, email]);
  return JSON.parse(stdout) as ToldMatch;
}

async function openPage(browser: Browser, url: string, storageState?: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>) {
  const context = await browser.newContext({ baseURL: url, ...(storageState && { storageState }) });
  return context.newPage();
}

/** Puts a shield on, or takes it off. */
async function wear(page: Page, url: string, shield: string | null): Promise<void> {
  await page.context().clearCookies({ name: 'shield' });
  if (shield !== null) await page.context().addCookies([{ name: 'shield', value: shield, url }]);
}

/**
 * Visits addresses, and returns for each that tells something what it tells. The sums of limits hold at once, whatever is hidden
 * (docs/decisions/042): on a day on which nothing was staked, what was won is the payout.
 */
async function toldOn(page: Page, addresses: readonly string[]): Promise<[string, string[]][]> {
  const found: [string, string[]][] = [];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
    const heard = await page.locator('body').ariaSnapshot();
    const told = toldBy([await page.title(), heard, await page.content()].join('\n'));
    const names = told.filter((name) => !(name === 'payout' && address === '/settings/limits'));
    if (names.length > 0) found.push([address, names]);
  }
  return found;
}
