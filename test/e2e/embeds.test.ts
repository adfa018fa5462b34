import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './site.ts';

/** A page of another site: another port is another origin. */
async function foreignPage(body: string): Promise<{ url: string; server: Server }> {
  const html = `<!doctype html><html lang="en"><title>A blog</title><body>${body}</body></html>`;
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

interface Listed {
  id: number;
  status: string;
}

/** A basketball match in play: something changes every few seconds. */
async function matchInPlay(site: string): Promise<number> {
  let found: Listed | undefined;
  await expect(async () => {
    const { items } = (await (await fetch(`${site}/api/matches?sport=basketball&order=now`)).json()) as { items: Listed[] };
    found = items.find(({ status }) => status === 'live');
    expect(found).toBeDefined();
  }).toPass();
  return found!.id;
}

test('a foreign page shows a card that follows the match, keeps nothing and learns nothing', async ({ site, page, context }) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const id = await matchInPlay(site.url);
  const card = `<div data-matchpoint="match" data-id="${id}" data-lang="en"><a href="${site.url}/match/${id}">The match</a></div>`;
  const script = `<script async src="${site.url}/embed.js"></script>`;
  const unknown = '<div data-matchpoint="match" data-id="javascript:alert(1)"><a href="/">Stays a link</a></div>';
  const { url, server } = await foreignPage(card + unknown + script + script);
  try {
    await page.clock.install();
    await page.goto(url);
    const frame = page.frameLocator('iframe[title="The match"]');
    await expect(frame.getByRole('rowheader')).toHaveCount(2);
    await expect(page.locator('iframe')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Stays a link' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'The match' })).toHaveCount(0);

    const before = await frame.locator('#card').getAttribute('data-news');
    await expect(async () => {
      await page.clock.fastForward(16_000);
      expect(await frame.locator('#card').getAttribute('data-news')).not.toBe(before);
    }).toPass();
    // Screen readers hear of it.
    await expect(frame.getByRole('status')).not.toBeEmpty();

    const box = (await page.locator('iframe').boundingBox())!;
    const height = await frame.locator('body').evaluate((body) => body.getBoundingClientRect().height);
    expect(Math.abs(box.height - height)).toBeLessThan(2);
    expect(await context.cookies()).toEqual([]);
    const kept = await frame.locator('body').evaluate(() => {
      try {
        return [document.cookie, localStorage.length];
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(kept).toBe('SecurityError');

    const [opened] = await Promise.all([context.waitForEvent('page'), frame.getByRole('link').click()]);
    await opened.waitForURL(new RegExp(`^${site.url}/match/${id}\\b`));
    expect(await opened.evaluate(() => [document.referrer, window.opener])).toEqual(['', null]);
    expect(complaints).toEqual([]);
  } finally {
    server.close();
  }
});
