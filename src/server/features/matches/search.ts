/** What a search looks at: letters without accents, in one case, however they were typed. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[đðłøßæœı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();

/** Letters that are no letter with an accent to Unicode, but are to whoever has none of them on the keyboard. */
const LETTERS: Record<string, string> = { đ: 'd', ð: 'd', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };

export interface Named {
  id: number;
  name: string;
  short_name?: string | null;
  names: unknown;
  aliases?: readonly string[];
}

/** The ids of those that have the searched text in one of their names, in any language. `wanted` is folded. */
export const idsCalled = (wanted: string, candidates: readonly Named[]): number[] =>
  candidates
    .filter(({ name, short_name, names, aliases = [] }) =>
      [name, short_name ?? '', ...Object.values(names as Record<string, string>), ...aliases].some((text) => folded(text).includes(wanted)),
    )
    .map(({ id }) => id);
