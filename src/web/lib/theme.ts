import { create } from 'zustand';
import { getCookie, setCookie } from './storage.ts';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** The design's names: the server writes the same into the page from the cookie, so that nothing flashes. */
const TOKENS: Record<Theme, string> = { dark: 'floodlit', light: 'programme', system: 'system' };

const stored = (): Theme => THEMES.find((theme) => theme === getCookie('theme')) ?? 'system';

export const useTheme = create<{ theme: Theme }>(() => ({ theme: stored() }));

export function chooseTheme(theme: Theme): void {
  setCookie('theme', theme);
  showTheme(theme);
}

/** Puts the theme into the page; the server has done so already unless the page came from elsewhere. */
export function showTheme(theme: Theme = stored()): void {
  document.documentElement.dataset.theme = TOKENS[theme];
  useTheme.setState({ theme });
}
