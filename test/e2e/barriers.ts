import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** axe, told to spend nothing on what is in order, nor a page of its own on putting together what several frames say where there is one. */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(page.frames().length === 1);

/** What is on show now has no barrier that axe finds, and does not scroll sideways. */
export async function expectNoBarriers(page: Page, what: string): Promise<void> {
  // Skeletons have gone, and what comes in after them has come. A button may be at work behind a question.
  await expect(page.locator('[aria-busy=true]:not(button)')).toHaveCount(0);
  // What is still coming in is paler than it will be. A live dot breathes for ever.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  const { violations } = await axe(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  const found = violations.map(({ id, nodes }) => `${what}: ${id} at ${nodes.map(({ target }) => target).join(' | ')}`);
  expect(found).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}
