import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Everything that git keeps, without binaries; `docs/rules.md` is where the product's rules are written down. */
const files = execFileSync('git', ['ls-files', 'src', 'test', 'bench', 'scripts', 'migrations', 'docs', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|sql|md)$/.test(file));

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const anchors = new Set([...readFileSync('docs/rules.md', 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)));

it('has a section in docs/rules.md for each rule that is cited', () => {
  const cited = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/rules\.md#([a-z-]+)/g)].map(([, anchor]) => ({ file, anchor: anchor! })),
  );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ anchor }) => !anchors.has(anchor))).toEqual([]);
});

it('cites no document that is not in the repository', () => {
  const missing = new RegExp(`(^|[^a-z/-])(${['decisions', 'product', 'design'].join('|')})\\.md`);
  expect(files.filter((file) => missing.test(readFileSync(file, 'utf8')))).toEqual([]);
});
