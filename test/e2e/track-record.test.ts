import { readFile } from 'node:fs/promises';
import { t } from '#test/web/words.ts';
import { expectNoBarriers } from './barriers.ts';
import { expect, test } from './site.ts';

/** The first match ends within two minutes of the start, and its forecast is scored some seconds later. */
const FIRST_SCORED_MS = 300_000;

test('the track record is linked in the footer, grows as matches end, and can be downloaded', async ({ page, request }) => {
  await page.goto('/terms');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('shell.track_record') })
    .click();
  await expect(page).toHaveURL(/\/track-record$/);
  await expect(page.getByRole('heading', { level: 1, name: t('track_record.heading') })).toBeVisible();

  const scored = async () => (await (await request.get('/api/forecasts/track-record')).json()).model?.matches ?? 0;
  await expect.poll(scored, { timeout: FIRST_SCORED_MS }).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByText(/\d+ forecasts? checked/)).toBeVisible();
  const latest = page.locator('section', { has: page.getByRole('heading', { name: t('track_record.recent'), exact: true }) });
  await expect(latest.getByText(new RegExp(`^(${t('track_record.hit')}|${t('track_record.miss')})$`)).first()).toBeVisible();
  await page.getByRole('link', { name: t('track_record.past_link') }).click();
  await expect(page.getByRole('heading', { level: 2, name: t('backtest.heading') })).toBeVisible();
  await expectNoBarriers(page, 'the record');

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: t('track_record.download') }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain('match_id');
  expect(lines.length).toBeGreaterThan(1);

  await page.getByText(t('matches.sports.tennis'), { exact: true }).click();
  await expect(page).toHaveURL(/sport=tennis/);
  await page.goBack();
  await latest.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/match\/\d+/);
});
