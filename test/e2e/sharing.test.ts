import { t } from '#test/web/words.ts';
import { expect, test } from './site.ts';

/** Returns a match of today from the API. */
async function someMatch(url: string): Promise<{ id: number; home: { name: string }; away: { name: string } }> {
  const { items } = await (await fetch(`${url}/api/matches`)).json();
  return items[0];
}

test('a page has the same description with and without scripts, in the language of the link', async ({ site, browser, page }) => {
  const { id, home, away } = await someMatch(site.url);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/i.test(message.text()))
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  const crawler = await browser.newPage({ javaScriptEnabled: false });
  for (const [lang, title] of [
    ['vi', `${home.name} gặp ${away.name} · Matchpoint`],
    ['en', `${home.name} v ${away.name} · Matchpoint`],
  ] as const) {
    const path = `${site.url}/match/${id}?lang=${lang}`;
    await crawler.goto(path);
    await expect(crawler).toHaveTitle(title);
    const description = await crawler.locator('meta[name="description"]').getAttribute('content');
    expect(description).toContain(home.name);
    const data = JSON.parse((await crawler.locator('script[type="application/ld+json"]').first().textContent()) ?? '');
    expect(data).toMatchObject({ '@type': 'SportsEvent', homeTeam: { name: home.name }, url: path });

    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title.replace(' · Matchpoint', ''));
    await expect(page).toHaveTitle(title);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    // The description of a match in play may have changed in between; the attribute proves that the server wrote it.
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('data-path', `/match/${id}?lang=${lang}`);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', new RegExp(`^.+ · .+${home.name}`));
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', path);
  }
  await crawler.close();
  expect(complaints).toEqual([]);
});

test('the canonical address follows navigation, and the front page redirects to the list at once', async ({ site, page, request }) => {
  await page.goto('/leagues');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}/leagues`);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('matches.heading') })
    .first()
    .click();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}/matches`);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', t('descriptions.matches'));
  await expect(page.locator('meta[property="og:url"]')).toHaveCount(0);

  const front = await request.get('/?invite=ABCD2345', { maxRedirects: 0 });
  expect([front.status(), front.headers().location]).toEqual([302, '/matches?invite=ABCD2345']);
  const { id } = await someMatch(site.url);
  const picture = await request.get(`/share/match/${id}.png?lang=zh-CN`);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  const calendar = await request.get(`/api/matches/${id}/calendar.ics?lang=vi`);
  expect([calendar.status(), calendar.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(await calendar.text()).toContain(`URL:${site.url}/match/${id}`);
});
