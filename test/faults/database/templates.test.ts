import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/* What docs/operations.md tells operators to fill in is what the files of ops/database ask for. */

const read = (path: string) => readFile(path, 'utf8');
const namesIn = (text: string) => [...new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!))].toSorted();

it.each(['patroni.yml', 'etcd.yml', 'haproxy.cfg'])('%s asks for nothing that the chapter does not name', async (file) => {
  const chapter = (await read('docs/operations.md')).split('## A database that fails over')[1]!.split('\n## ')[0]!;
  const names = namesIn(await read(`ops/database/${file}`));
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !chapter.includes(`${name}=`))).toEqual([]);
});

it('leaves a primary enough tries to renew its lock, and confirms no commit that a standby lacks', async () => {
  const patroni = await read('ops/database/patroni.yml');
  const number = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1]);
  expect(number('ttl')).toBeGreaterThanOrEqual(number('loop_wait') + 2 * number('retry_timeout'));
  expect(patroni).toContain('synchronous_mode: true');
  // A commit that is cancelled while it waits for a standby is confirmed.
  expect(patroni).not.toContain('statement_timeout');
});
