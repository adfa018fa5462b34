import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { runRecipe, startRecipe } from '#test/support/run-recipe.ts';
import { SHARED_SITE, type Site } from './site.ts';

/** Programs of others against the demo, as docs/recipes has them. They need no browser. */

const get = async (site: string, path: string) => (await fetch(new URL(path, site))).json();

test('the recipes work against the demo: scoreboard, calendar, Discord, LED matrix, track record', async () => {
  const site = JSON.parse(process.env[SHARED_SITE] ?? '') as Site;
  const board = startRecipe('scoreboard.mjs', [site.url], { env: { POLL_SECONDS: '1' } });
  await expect.poll(board.output).toMatch(/In play: [1-9]\d*\n\n\S.*\n +\S.* \d+–\d+ /);
  await board.stop();

  const { data } = await get(site.url, '/api/v1/matches?state=upcoming&limit=1');
  const [next] = data;
  const calendar = await runRecipe('calendar.mjs', [`${site.url}/api/teams/${next.home.id}/calendar.ics`]);
  expect(calendar).toMatchObject({ code: 0, output: expect.stringContaining(next.home.name) });

  const matrix = await runRecipe('led-matrix.mjs', [site.url, String(next.id)]);
  expect(matrix.code).toBe(0);
  expect(matrix.output.split('\n').filter((line) => line.length > 0).length).toBeGreaterThanOrEqual(16);

  const posts: string[] = [];
  const discord = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => posts.push(text));
    request.on('end', () => response.writeHead(204).end());
  });
  await once(discord.listen(0, '127.0.0.1'), 'listening');
  const bot = startRecipe('discord.mjs', [site.url], {
    env: { POLL_SECONDS: '1', DISCORD_WEBHOOK_URL: `http://127.0.0.1:${(discord.address() as AddressInfo).port}` },
  });
  // The demo plays many matches at once, a minute in a second.
  await expect.poll(() => posts.join(), { timeout: 60_000, message: bot.output() }).toMatch(/"content":".*\d+–\d+/);
  await bot.stop();
  discord.close();

  const record = await runRecipe('check-track-record.mjs', [site.url, 'basketball']);
  expect(record.output).not.toContain('Error');
  expect(record.code).toBe(0);
});
