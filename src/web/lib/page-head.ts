import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { matchLocale } from '#domain/locale.ts';
import { canonicalPath, descriptionOf, otherDescriptionOf, pageAt } from '#domain/site-page.ts';
import type { Sport } from '#domain/sport.ts';

/**
 * Keeps the page's description and canonical address true while the visitor moves about. What the server wrote for the
 * address on show stays: it knew more than a title. `sport` and `isDraw` are as in `PageSubject`.
 */
export function usePageHead(title: string, sport: Sport, isDraw: boolean): void {
  const { pathname, search } = useLocation();
  const locale = useLocale();
  const t = useTranslations();
  useEffect(() => {
    const params = new URLSearchParams(search);
    const address = pageAt(pathname, (name) => params.get(name));
    if (!address) return;
    const path = canonicalPath(address, matchLocale(params.get('lang') ?? ''));
    const description = descriptionTag();
    if (description.dataset.path === path && description.lang === locale) return;
    const other = otherDescriptionOf(address, { sport, isDraw });
    description.content = t(other ? `other_descriptions.${other}` : `descriptions.${descriptionOf(address)}`, { title });
    description.lang = locale;
    delete description.dataset.path;
    forgetServersWords();
    showCanonical(address.isPublic ? path : null);
  }, [pathname, search, locale, t, title, sport, isDraw]);
}

function descriptionTag(): HTMLMetaElement {
  const known = document.head.querySelector<HTMLMetaElement>('meta[name="description"]');
  if (known) return known;
  const fresh = document.createElement('meta');
  fresh.name = 'description';
  document.head.append(fresh);
  return fresh;
}

/** What the server said of the page that was opened first (for sharing, and as data) is not true of the next one. */
function forgetServersWords(): void {
  for (const element of document.head.querySelectorAll('[data-page]')) element.remove();
}

function showCanonical(path: string | null): void {
  const known = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  // The server may be known by another address than the one the visitor used.
  const origin = known ? new URL(known.href).origin : location.origin;
  if (path === null) {
    known?.remove();
    return;
  }
  const link = known ?? document.createElement('link');
  link.rel = 'canonical';
  link.href = origin + path;
  if (!known) document.head.append(link);
}
