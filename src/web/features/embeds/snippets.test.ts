import { expect, it } from 'vitest';
import type { Embed } from '#domain/matches/embed.ts';
import { frameSnippet, scriptSnippet } from './snippets.ts';

const embed: Embed = { kind: 'match', id: '7', season: null, theme: 'dark', locale: 'vi', hidesScore: true };
const facts = { site: 'https://score.example', embed, title: `"><script>alert(1)</script> & 'q'`, width: 400 };

it('writes a link that the script replaces, with others’ names as text', () => {
  expect(scriptSnippet(facts)).toBe(
    '<div data-matchpoint="match" data-id="7" data-theme="dark" data-lang="vi" data-hide="score" data-width="400">' +
      `<a href="https://score.example/match/7">&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; 'q'</a></div>\n` +
      '<script async src="https://score.example/embed.js"></script>',
  );
});

it('writes a frame with everything that a frame needs', () => {
  expect(frameSnippet(facts)).toBe(
    '<iframe src="https://score.example/embed/match/7?theme=dark&amp;lang=vi&amp;hide=score" ' +
      `title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; 'q'" width="400" height="180" ` +
      'style="border:0;border-radius:12px;max-width:100%" loading="lazy" ' +
      'sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>',
  );
});

it('leaves out what is as usual, and quotes a season', () => {
  const table = { ...embed, kind: 'table' as const, season: '2026 S1"', theme: 'auto' as const, locale: null, hidesScore: false };
  expect(scriptSnippet({ ...facts, embed: table, title: 'x' })).toContain(
    '<div data-matchpoint="table" data-id="7" data-season="2026 S1&quot;" data-width="400">',
  );
});
