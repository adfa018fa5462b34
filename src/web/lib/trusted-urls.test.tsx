import { expect, it } from 'vitest';
import { trustOwnScripts } from './content-security.ts';

function policy(): (url: string) => string | null {
  let rule: ((url: string) => string | null) | undefined;
  trustOwnScripts({
    trustedTypes: {
      createPolicy: (_, { createScriptURL }) => {
        rule = createScriptURL;
      },
    },
  });
  return rule!;
}

it.each([
  '/service-worker.js',
  '/assets/pbkdf2-Co4Z2U4M.js',
  '/assets/console/pbkdf2-Co4Z2U4M.js',
  `${window.location.origin}/assets/pbkdf2-Co4Z2U4M.js`,
])('allows %s as code', (url) => {
  expect(policy()(url)).toBe(url);
});

it.each([
  'https://evil.example/assets/a.js',
  '//evil.example/service-worker.js',
  'data:text/javascript,alert(1)',
  'blob:http://localhost/1',
  'javascript:alert(1)',
  '/api/dev/outbox',
  '/assets/../api/docs',
  '/assets/a.svg',
  '/assets/console/../../api/docs',
  '/assets/other/a.js',
  '/matches',
])('lets %s be none', (url) => {
  expect(policy()(url)).toBeNull();
});

it('does nothing in browsers without Trusted Types', () => {
  expect(() => trustOwnScripts({})).not.toThrow();
});
