import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { getMeta } from '#contract/meta.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { callApp, useTestApp } from '#test/support/app.ts';

const test = useTestApp();
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

it('reports the version of package.json', async () => {
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

it('states which admins may call a console endpoint', async () => {
  type Described = { paths: Record<string, Record<string, Record<string, unknown>>> };
  const { paths } = (await (await test.current.app.request('/api/docs')).json()) as Described;
  expect(paths['/api/admin/admins']?.post).toMatchObject({
    description: 'For admins: super; with a second factor.',
    security: [{ adminBearer: [] }],
    'x-roles': ['super'],
  });
  expect(paths['/api/admin/audit']?.get?.['x-roles']).toEqual(['finance', 'super']);
  expect(paths['/api/auth/me']?.get).toMatchObject({ security: [{ bearer: [] }] });
  expect(paths['/api/admin/auth/login']?.post).not.toHaveProperty('security');
});
