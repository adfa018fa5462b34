import { useEffect, useLayoutEffect } from 'react';
import { create } from 'zustand';
import type { PageSubject } from '#domain/site-page.ts';
import { announce } from './announcements.ts';
import { usePageHead } from './page-head.ts';

interface PageBar {
  /** What the phone's top bar says; null shows the product's name. */
  heading: string | null;
  /** Where the phone's back button leads when there is nothing to go back to; null has no button. */
  back: string | null;
}

export const usePageBar = create<PageBar>(() => ({ heading: null, back: null }));

interface PageFacts extends PageBar, PageSubject {}

/** Every page calls this once: its title, and its phone top bar where that differs from "title, no back button". The rest of the head follows. */
export function usePage(
  title: string,
  { heading = title, back = null, sport = 'football', isDraw = false }: Partial<PageFacts> = {},
): void {
  useLayoutEffect(() => usePageBar.setState({ heading, back }), [heading, back]);
  useTitle(title);
  usePageHead(title, sport, isDraw);
}

/** Sets the document's title, anew whenever the words or the language change, and speaks it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Matchpoint`;
    announce(title);
  }, [title]);
}
