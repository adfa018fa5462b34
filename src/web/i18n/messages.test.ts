import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { messages as en } from './en/messages.ts';
import { messages as vi } from './vi/messages.ts';
import { messages as zhCN } from './zh-CN/messages.ts';

type Tree = { [key: string]: string | Tree };

/** Returns every message with its path: "auth.rules.password_min". */
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** Returns the arguments and tags of a message, at any depth. */
function namesIn(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const own = 'value' in element && element.type !== 0 && typeof element.value === 'string' ? [element.value] : [];
    const inner = 'options' in element ? Object.values(element.options).flatMap((option) => namesIn(option.value as Element[])) : [];
    const children = 'children' in element ? namesIn(element.children as Element[]) : [];
    return [...own, ...inner, ...children];
  });
}

const namesOf = (message: string, locale: string) => [...new Set(namesIn(new IntlMessageFormat(message, locale).getAst()))].sort();

const source = new Map(flat(en as Tree));

describe.each([
  ['zh-CN', zhCN as Tree],
  ['vi', vi as Tree],
])('%s', (locale, tree) => {
  const translated = new Map(flat(tree));

  it('has the keys of the source, no more and no fewer', () => {
    expect([...translated.keys()].sort()).toEqual([...source.keys()].sort());
  });

  it('uses the same arguments and tags in every message', () => {
    const differing = [...source].filter(
      ([key, message]) => String(namesOf(message, 'en')) !== String(namesOf(translated.get(key) ?? '', locale)),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('has no empty message', () => {
    expect([...translated].filter(([, message]) => message.trim() === '').map(([key]) => key)).toEqual([]);
  });
});

it('uses plurals only if a language has them', () => {
  const withOne = [...flat(zhCN as Tree), ...flat(vi as Tree)].filter(([, message]) => /plural,[^}]*\bone\b/.test(message));
  expect(withOne.map(([key]) => key)).toEqual([]);
});
