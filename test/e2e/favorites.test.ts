import type { Page } from '@playwright/test';
import { t } from '#test/web/words.ts';
import { expectNoBarriers } from './barriers.ts';
import { openVisitor } from './base.ts';
import { expect, signIn, signUp, test } from './site.ts';

const TIME_ZONE = 'Asia/Ho_Chi_Minh';
/** Tomorrow in the browser's time zone: none of its matches kicks off during the test. */
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(Date.now() + 86_400_000);

interface Starred {
  match: string;
  team: { id: number; name: string };
  league: string;
}

test('a guest’s stars are pinned, kept, copied to a new account, and shown wherever the user signs in', async ({ page, browser, site }) => {
  const starred = await choose(page);
  await page.goto(`/matches?date=${DAY}`);
  await star(page, starred.match);
  await star(page, starred.league);
  await page.goto(`/team/${starred.team.id}`);
  await star(page, starred.team.name);
  await page.goto(`/matches?date=${DAY}`);
  await expectPinned(page, starred);

  const person = await signUp(page);
  await page.goto(`/matches?date=${DAY}`);
  await expectPinned(page, starred);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('favorites'))).toBeNull();
  await expectNoBarriers(page, 'favorites');

  const elsewhere = await openVisitor(browser, { baseURL: site.url, timezoneId: TIME_ZONE });
  await signIn(elsewhere, person);
  await elsewhere.goto(`/matches?date=${DAY}`);
  await expectPinned(elsewhere, starred);
  await elsewhere.goto(`/matches?tab=favorites&date=${DAY}`);
  await expect(elsewhere.getByRole('region', { name: starred.league })).toBeVisible();
  await expectNoBarriers(elsewhere, 'the tab of favorites');
  await elsewhere.context().close();
});

/**
 * Stars a match of the day's first league, a team of its second league, and that league. The list renders only rows near the screen, which
 * includes these.
 */
async function choose(page: Page): Promise<Starred> {
  const { items, leagues } = await (await page.request.get(`/api/matches?date=${DAY}&tz=${TIME_ZONE}&per_league=1`)).json();
  const [first, second] = items;
  expect(second.league_id).not.toBe(first.league_id);
  const league = leagues.find(({ id }: { id: number }) => id === second.league_id);
  return { match: `${first.home.name} v ${first.away.name}`, team: second.home, league: league.name };
}

async function star(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: t('favorites.add', { name }) }).click();
  await expect(page.getByRole('button', { name: t('favorites.remove', { name }) })).toBeVisible();
}

async function expectPinned(page: Page, { match, team, league }: Starred): Promise<void> {
  const pinned = page.getByRole('region', { name: t('favorites.title') });
  await expect(pinned.getByRole('link', { name: match })).toBeVisible();
  await expect(pinned.getByRole('link', { name: team.name }).first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: match })).toHaveCount(1);
  const sections = page.locator('main section[aria-labelledby]');
  await expect(sections.nth(0).getByRole('heading').first()).toContainText(t('favorites.title'));
  await expect(sections.nth(1).getByRole('heading').first()).toHaveText(league);
}
