import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { getLegalFacts, getLegalText, LEGAL_PAGES, type LegalPage } from '#contract/legal.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { preferredLocale } from '#server/platform/http/app-error.ts';
import { mount } from '#server/platform/http/mount.ts';
import { StartError } from '#server/platform/lifetime.ts';
import { legalFactsOf } from './facts.ts';

/** The operator's own legal texts, by page and language. */
export type LegalTexts = Readonly<Record<LegalPage, Partial<Record<Locale, string>>>>;

const CHARACTERS_MAX = 200_000;

/** Reads `terms.en.md`, `privacy.vi.md` and so on from a folder; missing files are skipped. Throws a StartError if a file is unusable. */
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

/** Returns the text of a page in the reader's language, else in the default one, else in any language; null if there is none. */
function legalText(texts: LegalTexts, page: LegalPage, locale: Locale): string | null {
  const written = texts[page];
  return written[locale] ?? written[DEFAULT_LOCALE] ?? Object.values(written)[0] ?? null;
}

export function legalRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getLegalFacts, () => legalFactsOf(deps.config));
  mount(app, deps, getLegalText, ({ page }, _, { acceptLanguage }) => ({
    markdown: legalText(deps.config.legalTexts, page, preferredLocale(acceptLanguage)),
  }));
}
