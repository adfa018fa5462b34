import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeNext } from './next-path.ts';

const ORIGIN = 'https://matchpoint.example';

it.each([
  '/',
  '/bets',
  '/match/12?tab=odds#top',
  '/account?tab=redeem&q=%C3%A9',
  '/a//b',
  '/matches?q=a%26b&next=%2Fbets',
  '/.well-known/x',
  '/bets?q=../..#/../',
])('safeNext keeps %s', (path) => expect(safeNext(path)).toBe(path));

/** Values that must be replaced by the root. */
const REFUSED = [
  // Missing values, and texts that are not a path.
  null,
  undefined,
  '',
  ' ',
  'bets',
  './bets',
  '../bets',
  '?next=/bets',
  '#/bets',
  '@evil.example',
  '.evil.example',
  ':@evil.example',
  // Other schemes.
  'https://evil.example',
  'HTTPS://evil.example',
  'http:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'ftp://evil.example',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://matchpoint.example/%0aalert(1)',
  'javascript%3Aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'intent://evil.example#Intent;end',
  'mailto:a@evil.example',
  // Addresses that replace the scheme, the host or the credentials.
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '//evil.example/%2e%2e',
  '//matchpoint.example@evil.example',
  '//evil.example:443',
  '//127.0.0.1',
  '//[::1]',
  '//0x7f.1',
  '//user:password@evil.example',
  '//evil.example#@matchpoint.example',
  '//evil.example?@matchpoint.example',
  'https://matchpoint.example@evil.example',
  'https://matchpoint.example.evil.example',
  'https://evil.example#matchpoint.example',
  'https://evil.example\\@matchpoint.example',
  // Backslashes, which browsers read as slashes.
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\\\\evil.example',
  '\\evil.example',
  '//\\evil.example',
  '\\\t\\evil.example',
  // Encoded once.
  '/%2Fevil.example',
  '/%2fevil.example',
  '/%5Cevil.example',
  '/%5cevil.example',
  '%2F%2Fevil.example',
  '%2f/evil.example',
  '%5C%5Cevil.example',
  '%68ttps://evil.example',
  '%09//evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d%0a/evil.example',
  '/%00/evil.example',
  '/%7F/evil.example',
  '/%C2%85/evil.example',
  '/%',
  '/%E0%A4%A',
  '/%c0%afevil.example',
  // Control characters, which browsers drop.
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  '\n//evil.example',
  '/\u0000/evil.example',
  '/\u001f/evil.example',
  '/\u007f/evil.example',
  '/\u0085/evil.example',
  '/bets\u0000',
  '/bets\r\nSet-Cookie: a=b',
  '/bets%0d%0aSet-Cookie:x',
  '/bets%0aLocation:%20https://evil.example',
  // Dot segments: the rest of the address may begin with two slashes after they are resolved.
  '/a/..//evil.example',
  '/a/../..//evil.example',
  '/./evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/../\\evil.example',
  '/.%2Fevil.example',
  '/%2e/%2fevil.example',
  '/%2e%2e//evil.example',
  '/%2e//evil.example',
  '/bets/..',
  '/bets/.%2e',
  '/%5C..%5C%5Cevil.example',
  // Lone surrogates, which change when they are encoded.
  '/\ud800',
  '/bets\udfff?x',
  '/\udc00\ud800/evil.example',
  // Longer than any address of the site.
  `/${'a'.repeat(2100)}`,
  `//${'a'.repeat(100_000)}.evil.example`,
  `/${'%2F'.repeat(50_000)}evil.example`,
];

/** Values that look dangerous but stay on the site: they may be kept. */
const HARMLESS = [
  '/@evil.example',
  '/:@evil.example',
  '/evil.example',
  '/.evil.example',
  '/https://evil.example',
  '/javascript:alert(1)',
  '/#//evil.example',
  '/#https://evil.example',
  '/?next=//evil.example',
  '/?next=https://evil.example',
  '/bets?url=https:%2F%2Fevil.example',
  '/;//evil.example',
  '/%252Fevil.example',
  '/%25255Cevil.example',
  '/%252509/evil.example',
  '/%2525252F%2525252Fevil.example',
  // Characters that look like slashes, dots, or nothing.
  '/\u2215evil.example',
  '/\u2044evil.example',
  '/\uff0fevil.example',
  '/\uff3cevil.example',
  '/\u29f8evil.example',
  '/\u3002evil.example',
  '/\u200b/evil.example',
  '/\ufeff/evil.example',
  '/\u00a0/evil.example',
  '/\u2028/evil.example',
  '/\u202e/elpmaxe.live',
  '/ /evil.example',
  '/%20/evil.example',
  '/%E2%88%95evil.example',
  '/%EF%BC%8Fevil.example',
  "/'><script>alert(1)</script>",
  "/bets' or 1=1--",
  '/\u{1F4A5}',
];

/** Shortens titles, as some values are longer than a line. */
const titled = (list: readonly (string | null | undefined)[]) =>
  list.map((raw) => [String(JSON.stringify(raw)).slice(0, 80), raw] as const);

/** Returns where a browser on one of our pages goes, by a link, by history.pushState or by a Location header. */
const whereTo = (next: string): URL => new URL(next, `${ORIGIN}/match/7?tab=odds`);

describe('safeNext under attack', () => {
  it.each(titled(REFUSED))('returns the root for %s', (_, raw) => expect(safeNext(raw)).toBe('/'));

  it.each(titled([...REFUSED, ...HARMLESS]))('stays on the site, also when the resolved path is followed again: %s', (_, raw) => {
    const next = safeNext(raw);
    const there = whereTo(next);
    expect(there.origin).toBe(ORIGIN);
    expect([there.username, there.password]).toEqual(['', '']);
    // A router that navigates to the pathname of an address must not leave the site, either.
    expect(whereTo(there.pathname + there.search + there.hash).origin).toBe(ORIGIN);
    expect(safeNext(next)).toBe(next);
  });
});

it('is tested with more than a hundred different attacks', () => {
  const all = [...REFUSED, ...HARMLESS];
  expect(all.length).toBeGreaterThan(100);
  expect(new Set(all).size).toBe(all.length);
});

it('never leaves the site for any generated value', () => {
  const parts = ['/', '\\', '.', '..', '%2F', '%5C', '%2e', '%09', '\t', '\n', '@', ':', '#', '?', 'a', '\u2215', '\ud800', '%25', '2F'];
  const anyPath = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...parts)).map((chosen) => chosen.join('')),
    fc.array(fc.constantFrom(...parts)).map((chosen) => `/${chosen.join('')}`),
  );
  fc.assert(
    fc.property(anyPath, (raw) => {
      const next = safeNext(raw);
      expect(next).toMatch(/^\/(?![/\\])/);
      expect(whereTo(next).origin).toBe(ORIGIN);
      expect(whereTo(whereTo(next).pathname).origin).toBe(ORIGIN);
      expect(safeNext(next)).toBe(next);
    }),
    { numRuns: 2000 },
  );
});
