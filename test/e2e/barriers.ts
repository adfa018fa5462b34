import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** Each examination loads axe again. The minified form takes half the time. */
const axeSource = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Creates axe without reports on passed rules, without reading style sheets, which none of these rules needs, and without its extra page for
 * merging frame results where there are no frames.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page, axeSource }).options({ resultTypes: ['violations'], preload: false }).setLegacyMode(page.frames().length === 1);

/** What axe has examined in this worker, which takes it a second or more: the same again would have the same barriers. */
const examined = new Set<string>();

/**
 * Expects that the visible page has no barrier that axe finds, and does not scroll sideways. `what` names the state of the page for the
 * message; a state is examined once in each theme, language and width.
 */
export async function expectNoBarriers(page: Page, what: string): Promise<void> {
  await expectNoSidewaysScroll(page, what);
  const look = await page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.lang, window.innerWidth]);
  const state = [what, ...look].join(' ');
  if (examined.has(state)) return;
  // A button half under the page's bar would count as too small. A user scrolls; here the page stays where the last action left it.
  await page.evaluate(() => window.scrollTo(0, 0));
  const { violations } = await axe(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  const found = violations.map(({ id, nodes }) => `${what}: ${id} at ${nodes.map(({ target }) => target).join(' | ')}`);
  expect(found).toEqual([]);
  examined.add(state);
}

/** The part of `expectNoBarriers` that takes no time. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  await settle(page);
  // A page whose window was made narrower has the wide layout until its next frames.
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Waits until the content has loaded and stands still. */
async function settle(page: Page): Promise<void> {
  // Skeletons, and the content after them. A button may be busy behind a dialog.
  await expect(page.locator('[aria-busy=true]:not(button)')).toHaveCount(0);
  // Elements that fade in have less contrast than at the end. The animation of a live dot never ends.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
}
