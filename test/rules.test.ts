import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** All tracked text files; `docs/rules.md` states the product's rules. */
const files = execFileSync('git', ['ls-files', 'src', 'test', 'bench', 'scripts', 'migrations', 'docs', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|sql|md)$/.test(file));

/** Returns GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const anchors = new Set([...readFileSync('docs/rules.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)));

it('docs/rules.md has a section for each cited rule', () => {
  const cited = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/rules\.md#([a-z-]+)/g)].map(([, anchor]) => ({ file, anchor: anchor! })),
  );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ anchor }) => !anchors.has(anchor))).toEqual([]);
});

it('every cited document is in the repository', () => {
  const missing = new RegExp(`(^|[^a-z/-])(${['decisions', 'product', 'design'].join('|')})\\.md`);
  expect(files.filter((file) => missing.test(readFileSync(file, 'utf8')))).toEqual([]);
});
