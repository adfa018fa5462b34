import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeNext } from './next-path.ts';

it.each(['/', '/bets', '/match/12?tab=odds#top', '/account?tab=redeem&q=%C3%A9', '/a//b'])('keeps %s', (path) =>
  expect(safeNext(path)).toBe(path),
);

it.each([
  '',
  'bets',
  'https://evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '%2F%2Fevil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/bets\u0000',
  '/bets%0d%0aSet-Cookie:x',
  '/%',
  null,
  undefined,
])('turns %j into the root', (path) => expect(safeNext(path)).toBe('/'));

it('never leaves the site', () => {
  const anyPath = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom('/', '\\', '%2F', '%5C', '%09', '\t', '.', '@', ':', 'a')).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(anyPath, (raw) => {
      expect(safeNext(raw)).toMatch(/^\/(?![/\\])/);
      expect(safeNext(safeNext(raw))).toBe(safeNext(raw));
    }),
  );
});
