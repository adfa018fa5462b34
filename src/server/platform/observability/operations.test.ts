import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTING_NAMES } from '#server/config.ts';

const manual = readFileSync('docs/operations.md', 'utf8');
/** The table of settings that follows a heading. */
const tableIn = (text: string): string[] =>
  text
    .slice(text.indexOf('\n## Settings'))
    .split('\n## ')[1]!
    .split('\n')
    .filter((line) => line.startsWith('| `'));
const PROVIDER_PAGES = readdirSync('docs/providers').map((page) => readFileSync(`docs/providers/${page}`, 'utf8'));
const ROWS = [manual, ...PROVIDER_PAGES].flatMap(tableIn);

it('the manual and the pages of providers name every setting exactly once, and no other', () => {
  const named = ROWS.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!));
  expect([...named].sort()).toEqual([...SETTING_NAMES].sort());
});

it('the targets of its links exist', () => {
  const links = [...manual.matchAll(/\]\(([^)#:]+\.md)/g)].map(([, path]) => path!);
  for (const path of links) expect(readFileSync(`docs/${path}`, 'utf8').length, path).toBeGreaterThan(0);
});
