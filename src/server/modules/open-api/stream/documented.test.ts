import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { apiKeyTopic, hashOfApiKey } from '#server/platform/http/api-access.ts';
import { goalOf, until, useStreamSite } from '#test/support/stream-site.ts';

const { test, now, makeKey, revoke } = useStreamSite();

const AsyncFunction = (async () => {}).constructor as new (...words: string[]) => (...values: unknown[]) => Promise<void>;

it('the program of docs/api/stream.md follows a stream, comes back after a break without missing anything, and stops with its key', async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/api/stream.md', 'utf8')) ?? [];
  const { key, id } = await makeKey();
  const heard: { name: string; data: { change?: { match: { score: { home: number } } } } }[] = [];
  const handle = (name: string, data: (typeof heard)[number]['data']) => void heard.push({ name, data });
  // Between two streams, two goals are scored.
  const waits: number[] = [];
  const wait = (goOn: () => void, ms: number) => {
    if (waits.push(ms) === 1) for (const home of [2, 3]) now.site.hub.publish('matches:2026-11-20', goalOf(7, home));
    setImmediate(goOn);
  };
  const run = new AsyncFunction('KEY', 'SITE', 'handle', 'setTimeout', code);
  const ended = run(key, now.site.server.url.slice(0, -1), handle, wait);
  const homes = () => heard.flatMap(({ data }) => data.change?.match.score.home ?? []);
  await until(() => heard.length === 1);
  now.site.hub.publish('matches:2026-11-20', goalOf(7, 1));
  await until(() => homes().length === 1);
  now.site.server.server.closeAllConnections();
  await until(() => homes().length === 3);
  await revoke(id);
  const topic = apiKeyTopic(hashOfApiKey(key));
  test.current.deps.publish(topic, { t: 'refetch' });
  now.site.hub.publish(topic, { t: 'refetch' });
  await ended;
  expect(homes()).toEqual([1, 2, 3]);
  expect(heard.map(({ name }) => name)).toEqual(['joined', 'change', 'change', 'change', 'joined']);
  expect(waits).toEqual([2_000, 2_000]);
});
