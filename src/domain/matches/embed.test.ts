import { describe, expect, it } from 'vitest';
import { type Embed, embeddedPage, embedOfPage, embedPath, isEmbedId } from './embed.ts';

const GROUP = '0b6f5f0e-5d2a-4a5c-9d7e-3a2f0c1d4e5f';
const embed = (values: Partial<Embed>): Embed => ({
  ...{ kind: 'match', id: '7', season: null, theme: 'auto', locale: null, hidesScore: false, ...values },
});

describe('the address of an embed', () => {
  it.each([
    [{}, '/embed/match/7'],
    [{ kind: 'probability', theme: 'dark', locale: 'zh-CN' }, '/embed/probability/7?theme=dark&lang=zh-CN'],
    [{ kind: 'table', season: '2026 S1&x' }, '/embed/table/7?season=2026%20S1%26x'],
    [{ hidesScore: true }, '/embed/match/7?hide=score'],
    [{ kind: 'group', id: GROUP, theme: 'light' }, `/embed/group/${GROUP}?theme=light`],
  ] satisfies [Partial<Embed>, string][])('of %j is %s', (values, path) => {
    expect(embedPath(embed(values))).toBe(path);
  });
});

it.each([
  ['match', '7', true],
  ['match', '0', false],
  ['match', '2147483648', false],
  ['table', '1e3', false],
  ['table', GROUP, false],
  ['group', GROUP, true],
  ['group', '7', false],
  ['group', 'javascript:alert(1)', false],
] as const)('a %s with the id %s: %j', (kind, id, is) => {
  expect(isEmbedId(kind, id)).toBe(is);
});

describe('the page of an embed', () => {
  it.each([
    ['/match/7', null, { kind: 'match', id: '7', season: null }],
    ['/match/7/', '2026', { kind: 'match', id: '7', season: null }],
    ['/Leagues/3/standings', '2025/26', { kind: 'table', id: '3', season: '2025/26' }],
    ['/leagues/3/standings', 'x'.repeat(21), { kind: 'table', id: '3', season: null }],
    [`/group/${GROUP}`, null, { kind: 'group', id: GROUP, season: null }],
    ['/match/0', null, null],
    ['/match/7/x', null, null],
    ['/group/------------------------------------', null, null],
    ['/account', null, null],
  ] as const)('%s (%s) is %j', (path, season, found) => {
    expect(embedOfPage(path, season)).toEqual(found);
  });

  it('leads back to the same embed', () => {
    for (const one of [embed({}), embed({ kind: 'table', season: '2025/26' }), embed({ kind: 'group', id: GROUP })]) {
      const { pathname, searchParams } = new URL(embeddedPage(one), 'https://score.example');
      expect(embedOfPage(pathname, searchParams.get('season'))).toEqual({ kind: one.kind, id: one.id, season: one.season });
    }
  });
});
