import type { Page } from '@playwright/test';
import { beginningOf, t } from '#test/web/words.ts';
import { axe } from './barriers.ts';
import { expect, test } from './site.ts';

const box = (page: Page) => page.getByRole('combobox', { name: t('search.label') });

test('a team is found without its accents, chosen by keyboard, and its page is shown', async ({ page }) => {
  await page.goto('/matches');
  await box(page).waitFor();
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('etoile de k', { delay: 30 });
  const first = page.getByRole('option').first();
  await expect(first).toContainText('Étoile de Kervannec');
  await expectNoBarriers(page, 'header');
  await page.keyboard.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/team\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Étoile de Kervannec' })).toBeInViewport();
  const rows = page.getByRole('main').locator('a[href^="/match/"]');
  await expect(rows.first()).toHaveAttribute('aria-label', /Étoile de Kervannec/);
  for (const tab of ['matches', 'squad'] as const) {
    await expectNoBarriers(page, 'main');
    await page.getByRole('tab', { name: t(`team_page.tabs.${tab}`) }).click();
  }
  await expect(page.getByRole('table', { name: t('team_page.tabs.squad') })).toBeVisible();
  await expectNoBarriers(page, 'main');
});

test('a player is found by the name, and is a link wherever the name stands', async ({ page }) => {
  await page.goto('/matches');
  await box(page).fill('étoile de k');
  await page.getByRole('option', { name: /Étoile de Kervannec/ }).click();
  await expect(page).toHaveURL(/\/team\/\d+$/);
  await page.getByRole('tab', { name: t('team_page.tabs.squad') }).click();
  const squad = page.getByRole('table', { name: t('team_page.tabs.squad') });
  const link = squad.getByRole('rowheader').getByRole('link').first();
  const name = (await link.textContent())!;
  await box(page).fill(name);
  await page.getByRole('option', { name: new RegExp(`${name}.*Étoile de Kervannec`) }).click();
  await expect(page).toHaveURL(/\/player\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Étoile de Kervannec', exact: true }).first()).toBeVisible();
  await expectNoBarriers(page, 'main');
  await page.goto('/player/999999999');
  await expect(page.getByRole('main').getByText(t('titles.player_missing'))).toBeVisible();
});

test('the phone searches in its bar, and a search without results has a way on', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/leagues');
  await page.getByRole('button', { name: t('search.label') }).click();
  await expect(box(page)).toBeFocused();
  await box(page).fill('zzyzx qwertz');
  await expect(page.getByText(t('search.nothing'))).toBeVisible();
  await expectNoBarriers(page, 'header');
  await page.getByRole('option', { name: t('search.in_day', { q: 'zzyzx qwertz' }) }).click();
  await expect(page).toHaveURL(/\/matches\?q=zzyzx\+qwertz$/);
  await expect(page.getByText(t('matches.empty.search', { q: 'zzyzx qwertz' }))).toBeVisible();
});

test('whatever is in the address or the box, the page answers in words', async ({ page }) => {
  await page.goto(`/matches?q=${'x'.repeat(10_000)}`);
  await expect(page.getByText(beginningOf('matches.empty.search'))).toBeVisible();
  await page.goto('/matches?q=%00%01%07');
  await expect(page.getByRole('main').locator('a[href^="/match/"]').first()).toBeVisible();
  await box(page).fill('\u0000\u0007 🏟️ %_\\');
  await expect(page.getByText(t('search.nothing'))).toBeVisible();
  await box(page).fill('y'.repeat(10_000));
  await expect(page.getByText(t('search.nothing'))).toBeVisible();
  await page.goto('/matches?team=999999999');
  await expect(page.getByRole('main').getByText(t('titles.team_missing'))).toBeVisible();
});

async function expectNoBarriers(page: Page, part: 'header' | 'main'): Promise<void> {
  const { violations } = await axe(page).include(part).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}
