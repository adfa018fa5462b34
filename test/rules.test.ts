import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');

/** All texts that may cite a rule or a document; `docs/rules.md` states the product's rules. */
const files = tracked.filter((file) => /^((src|test|tools|scripts|migrations|docs)\/.+\.(tsx?|mjs|sql|md)|\w+\.md)$/.test(file));

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
  const missing = new RegExp(`(^|[^a-z/-])(${['decisions', 'product', 'design'].join('|')})\\.md`, 'i');
  expect(files.filter((file) => missing.test(readFileSync(file, 'utf8')))).toEqual([]);
});

it('every file that a document names is in the repository, by its path or the end of it', () => {
  const ends = new Set(tracked.flatMap((file) => file.split('/').map((_, i, parts) => parts.slice(i).join('/'))));
  const named = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/`(\w[\w./-]*\.(?:tsx?|mjs|sql))`/g)].map(([, name]) => ({ file, name: name! })),
    );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !ends.has(name))).toEqual([]);
});
