import { create } from 'zustand';
import { getCookie, setCookie } from './storage.ts';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** The design's names: the server writes the same into the page from the cookie, so that the theme does not flicker. */
const TOKENS: Record<Theme, string> = { dark: 'floodlit', light: 'programme', system: 'system' };

/** The stored theme, or `otherwise` if none is stored. */
export const storedTheme = (otherwise: Theme = 'system'): Theme => THEMES.find((theme) => theme === getCookie('theme')) ?? otherwise;

export const useTheme = create<{ theme: Theme }>(() => ({ theme: storedTheme() }));

export function chooseTheme(theme: Theme): void {
  setCookie('theme', theme);
  showTheme(theme);
}

/** Sets the theme on the page; the server has already done so, unless the page came from another source. */
export function showTheme(theme: Theme = storedTheme()): void {
  document.documentElement.dataset.theme = TOKENS[theme];
  useTheme.setState({ theme });
}
