import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { type ApiSportsServer, startApiSportsServer } from '#test/support/api-sports-server.ts';

let server: ApiSportsServer;
beforeAll(async () => {
  server = await startApiSportsServer();
  return () => server.close();
});

/** Runs the built command as an operator does. */
async function runFeed(words: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['dist/server/feed.js', ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [out, err, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { exitCode, out, err };
}

it('checks the named providers with the configured keys', async () => {
  const settings = { API_FOOTBALL_KEY: 'a-secret-key', API_FOOTBALL_URL: server.url };
  const { exitCode, out } = await runFeed(['check', 'api-football', 'api-basketball'], settings);
  expect(out).toMatch(/^api-football: works\n {2}API-Sports accepts the key\./);
  expect(out).toMatch(/api-basketball: does not work\n {2}API_BASKETBALL_KEY is not set\./);
  expect(out).not.toContain('a-secret-key');
  expect(exitCode).toBe(1);
  expect(await runFeed(['check', 'api-football'], settings)).toMatchObject({ exitCode: 0, err: '' });
});

it.each([[[]], [['check']], [['check', 'espn']], [['ask', 'api-football']]])('explains its use for %j', async (words) => {
  expect(await runFeed(words)).toMatchObject({ exitCode: 2, out: '', err: expect.stringMatching(/^Usage: npm run feed -- check NAME/) });
});
