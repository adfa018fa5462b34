import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(`src/web/app/${name}`, 'utf8');

/** The custom properties declared in a selector's block. */
const tokensOf = (css: string, selector: string) =>
  Object.fromEntries(
    [...(css.slice(css.indexOf(selector) + selector.length).split('}')[0] ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(
      ([, name, value]) => [name, value],
    ),
  );

it('uses exactly the light theme if no theme is chosen', () => {
  const programme = tokensOf(read('tokens.css'), '\n[data-theme="programme"]');
  expect(Object.keys(programme).length).toBeGreaterThan(15);
  expect(tokensOf(read('system-theme.css'), ':root:not(')).toEqual(programme);
});
