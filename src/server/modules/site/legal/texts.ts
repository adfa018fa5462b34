import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEGAL_PAGES, type LegalPage } from '#contract/legal.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#domain/identity/locale.ts';
import { StartError } from '#server/platform/start-error.ts';

/** The operator's own words, by page and language. */
export type LegalTexts = Readonly<Record<LegalPage, Partial<Record<Locale, string>>>>;

const CHARACTERS_MAX = 200_000;

/** Reads `terms.en.md`, `privacy.vi.md` and so on from a folder; those that are not there are none. Throws a StartError where one cannot be used. */
export function readLegalTexts(folder: string | undefined): LegalTexts {
  const textsOf = (page: LegalPage) =>
    Object.fromEntries(LOCALES.flatMap((locale) => readText(folder, `${page}.${locale}.md`).map((text) => [locale, text])));
  return Object.fromEntries(LEGAL_PAGES.map((page) => [page, textsOf(page)])) as LegalTexts;
}

function readText(folder: string | undefined, name: string): string[] {
  if (folder === undefined) return [];
  const path = join(folder, name);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).trim();
    if (text === '' || text.length > CHARACTERS_MAX) throw new StartError(`${path} must hold 1 to ${CHARACTERS_MAX} characters.`);
    return [text];
  } catch (error) {
    if (error instanceof StartError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new StartError(`${path} cannot be read: it must be a text in UTF-8.`, { cause: error });
  }
}

/** The words of a page for a reader: in their language, else in the default one, else in any that there is; null where there are none. */
export function legalText(texts: LegalTexts, page: LegalPage, locale: Locale): string | null {
  const written = texts[page];
  return written[locale] ?? written[DEFAULT_LOCALE] ?? Object.values(written)[0] ?? null;
}
