import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { getMeta } from '#contract/meta.ts';
import { mountedOn } from '#server/http/mount.ts';
import { callApp, useTestApp } from '#test/app.ts';

const test = useTestApp();
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

it('says the version that package.json says', async () => {
  expect((await callApp(test.current.app, getMeta, {})).reply.version).toBe(manifest.version);
});

it('describes every mounted endpoint', async () => {
  const response = await test.current.app.request('/api/docs');
  const document = (await response.json()) as { openapi: string; paths: Record<string, Record<string, object>> };
  expect(document.openapi).toBe('3.1.0');
  for (const { method, path } of mountedOn(test.current.app)) {
    expect(document.paths[path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(method.toLowerCase());
  }
});
