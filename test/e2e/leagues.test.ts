import { beginningOf, t } from '#test/web/words.ts';
import { expectNoBarriers } from './barriers.ts';
import { expect, test } from './site.ts';

test('a league has a table for home and away, rounds and scorers', async ({ page }) => {
  await page.goto('/leagues');
  await page.getByRole('link', { name: 'First Division', exact: true }).click();
  const table = page.getByRole('table', { name: /^First Division table, season/ });
  await expect(table.getByRole('row')).toHaveCount(17);
  await expectNoBarriers(page, 'the table of a league');

  const season = page.getByRole('combobox', { name: t('leagues.season_label') });
  const [, earlier] = await season.getByRole('option').allInnerTexts();
  await season.selectOption(earlier ?? '');
  const finished = page.getByRole('table', { name: t('leagues.caption', { league: 'First Division', season: earlier ?? '' }) });
  const played = async () => {
    const cells = await finished.getByRole('row').locator('td:nth-of-type(2)').allInnerTexts();
    return cells.map(Number).reduce((sum, games) => sum + games, 0);
  };
  await expect(finished.getByRole('row')).toHaveCount(17);
  const everywhere = await played();
  expect(everywhere).toBeGreaterThan(100);
  await page.getByText(t('leagues.view.home'), { exact: true }).click();
  await expect(page).toHaveURL(/view=home/);
  // Every game is at home for one team and away for the other.
  await expect.poll(played).toBe(everywhere / 2);
  await page.getByText(t('leagues.view.away'), { exact: true }).click();
  await expect(page).toHaveURL(/view=away/);

  await page.getByRole('tab', { name: t('leagues.tabs.fixtures') }).click();
  await expect(page).toHaveURL(/tab=fixtures/);
  const round = page.getByRole('combobox', { name: t('leagues.round_label') });
  await expectNoBarriers(page, 'the fixtures of a league');
  const first = await round.inputValue();
  await page.getByRole('button', { name: t('leagues.round_before') }).click();
  await expect(round).not.toHaveValue(first);
  await page.getByRole('button', { name: t('leagues.round_next') }).click();
  await expect(round).toHaveValue(first);
  await expect(page.getByRole('main').locator('a[href^="/match/"]').first()).toBeVisible();

  await page.getByRole('tab', { name: t('leagues.tabs.scorers') }).click();
  await expect(
    page.getByRole('table', { name: t('leagues.scorers_caption', { league: 'First Division', season: earlier ?? '' }) }),
  ).toBeVisible();
  await expectNoBarriers(page, 'the scorers of a league');
  await page.getByText(t('leagues.scorer_column.assists'), { exact: true }).first().click();
  await expect(
    page.getByRole('table', { name: t('leagues.assists_caption', { league: 'First Division', season: earlier ?? '' }) }),
  ).toBeVisible();
  await page.getByText(t('leagues.scorer_column.goals'), { exact: true }).first().click();
  // A past season has ended; as the next one may be announced, this may be the present one, which has an outlook.
  await page.getByRole('tab', { name: t('leagues.tabs.outlook') }).click();
  const present = page.getByRole('table', { name: beginningOf('outlook.caption') });
  await expect(page.getByText(t('outlook.none.past_season')).or(present)).toBeVisible();
  await page.getByRole('tab', { name: t('leagues.tabs.scorers') }).click();
  // The address contains the whole state.
  await page.reload();
  await expect(
    page.getByRole('table', { name: t('leagues.scorers_caption', { league: 'First Division', season: earlier ?? '' }) }),
  ).toBeVisible();
});

test('the outlook of a season leads to its teams, which say what they play for', async ({ page }) => {
  const outlook = page.getByRole('table', { name: beginningOf('outlook.caption') });
  const isOver = page.getByText(t('outlook.none.season_over'));
  // A league's season may just have ended.
  for (const league of ['Primera', 'First Division', 'Serie Uno']) {
    await page.goto('/leagues');
    await page.getByRole('link', { name: league, exact: true }).click();
    await page.getByRole('tab', { name: t('leagues.tabs.outlook') }).click();
    // The job makes it once the models have learned all results, and the page asks again.
    await expect(outlook.or(page.getByText(t('outlook.none.not_ready'))).or(isOver)).toBeVisible();
    if (!(await isOver.isVisible())) break;
  }
  await expect(async () => {
    if (!(await outlook.isVisible())) await page.reload();
    await expect(outlook).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expectNoBarriers(page, 'the outlook of a season');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoBarriers(page, 'the outlook of a season on a phone');
  await outlook.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/team\/\d+/);
  await expect(page.getByText(t('outlook.heading'))).toBeVisible();
  await expectNoBarriers(page, 'what a team plays for');
});

test('the best of a day leads from day to day and to its matches', async ({ page }) => {
  await page.goto('/matches');
  await page
    .getByRole('link', { name: t('titles.best') })
    .first()
    .click();
  await expect(page).toHaveTitle(new RegExp(`^${t('titles.best')}`));
  await expectNoBarriers(page, 'the best of a day');
  await page.getByRole('link', { name: t('best.day_before') }).click();
  await expect(page).toHaveURL(/\/best\?date=\d{4}-\d\d-\d\d$/);
  // Of the few matches of a day before the demo's start, maybe none stood out.
  await page.getByRole('link', { name: t('best.day_after') }).click();
  await expect(page).toHaveURL(/\/best$/);
  await page.getByRole('main').locator('a[href^="/match/"]').first().click();
  await expect(page).toHaveURL(/\/match\/\d+/);
});

test("a tournament's draw leads from its first round to the champion, on a phone a round at a time", async ({ page }) => {
  await page.goto('/leagues?sport=tennis');
  await page.getByRole('link', { name: 'Meridian Tour, Women', exact: true }).click();
  await expect(page).toHaveTitle(new RegExp(`^${t('titles.draw', { league: 'Meridian Tour, Women' })}`));
  const season = page.getByRole('combobox', { name: t('leagues.season_label') });
  // The next season may have been announced while the present one is played: the oldest is over.
  const oldest = (await season.getByRole('option').allInnerTexts()).at(-1);
  await season.selectOption(oldest ?? '');
  const round = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(round('Final').getByRole('link', { name: new RegExp(t('leagues.draw_champion', { team: '' }).trim()) })).toBeVisible();
  await expect(
    round('Quarter-finals').getByRole('link', { name: new RegExp(`${t('leagues.draw_through', { team: '' }).trim()}$`) }),
  ).toHaveCount(4);
  await expect(
    round(t('leagues.round_names.round_of', { name: '32' }))
      .getByRole('listitem')
      .getByRole('link'),
  ).toHaveCount(16);
  await expectNoBarriers(page, t('titles.draw', { league: 'a' }));

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(round('Final')).toBeVisible();
  await expect(round('Semi-finals')).toBeHidden();
  await page.getByRole('button', { name: t('leagues.round_before') }).click();
  await expect(round('Semi-finals').getByRole('link')).toHaveCount(2);
  // The next round looks in at the edge, the one before is away.
  await expect(round('Final')).toBeVisible();
  await expect(round('Quarter-finals')).toBeHidden();
  await expectNoBarriers(page, 'a round of a draw');
  await round('Semi-finals').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/match\/\d+/);
});

test('an unknown league, season or round shows a message with a way on', async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto('/leagues/2000000000/standings');
  await expect(main.getByRole('link', { name: t('common.to_matches') })).toBeVisible();

  await page.goto('/leagues/1/standings?season=1899');
  await main.getByRole('link', { name: beginningOf('leagues.season_current') }).click();
  await expect(main.getByRole('table')).toBeVisible();

  await page.goto(`/leagues/1/standings?tab=fixtures&round=${encodeURIComponent(`\u0000\u202e${'x'.repeat(5_000)}`)}`);
  await main.getByRole('button', { name: t('leagues.round_current') }).click();
  await expect(main.getByRole('combobox', { name: t('leagues.round_label') })).toBeVisible();
});
