import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(`src/web/app/${name}`, 'utf8');

/** The custom properties of the block that a selector opens. */
const tokensOf = (css: string, selector: string) =>
  Object.fromEntries(
    [...(css.slice(css.indexOf(selector) + selector.length).split('}')[0] ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(
      ([, name, value]) => [name, value],
    ),
  );

it('gives whoever chose no theme exactly the light one', () => {
  const programme = tokensOf(read('tokens.css'), '\n[data-theme="programme"]');
  expect(Object.keys(programme).length).toBeGreaterThan(15);
  expect(tokensOf(read('system-theme.css'), ':root:not(')).toEqual(programme);
});
