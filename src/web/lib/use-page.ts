import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useTranslations } from 'use-intl';
import { create } from 'zustand';
import { matchLocale } from '#domain/identity/locale.ts';
import { canonicalPath, descriptionOf, otherDescriptionOf, type PageSubject, pageAt } from '#domain/matches/site-page.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { announce } from '#web/data/toasts.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';

interface PageBar {
  /** The title in the phone's top bar; null shows the product's name. */
  heading: string | null;
  /** Where the phone's back button leads without a previous page; null for no button. */
  back: string | null;
}

export const usePageBar = create<PageBar>(() => ({ heading: null, back: null }));

interface PageFacts extends PageBar, PageSubject {}

/**
 * Every page calls this once with its title, and its phone top bar if that differs from "title, no back button". The rest of the head
 * follows.
 */
export function usePage(
  title: string,
  { heading = title, back = null, sport = 'football', isDraw = false }: Partial<PageFacts> = {},
): void {
  useLayoutEffect(() => usePageBar.setState({ heading, back }), [heading, back]);
  useTitle(title);
  usePageHead(title, sport, isDraw);
}

/** Sets and announces the document's title, and again when the text or the language changes. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Matchpoint`;
    announce(title);
  }, [title]);
}

/**
 * Keeps the page's description and canonical address up to date during navigation. The server's head for the current address stays: it
 * contains more than a title. `sport` and `isDraw` are as in `PageSubject`.
 */
function usePageHead(title: string, sport: Sport, isDraw: boolean): void {
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
    removeServerMetadata();
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

/** Removes the server's metadata (for sharing, structured data): it describes only the first page opened. */
function removeServerMetadata(): void {
  for (const element of document.head.querySelectorAll('[data-page]')) element.remove();
}

function showCanonical(path: string | null): void {
  const known = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  // The server's canonical origin may differ from the visitor's.
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

/** Scrolls to the top on a new page; going back restores the position, as in browsers. Changed filters in the query keep the position. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [pathname]);
}
