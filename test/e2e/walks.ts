import { DESKTOP, PHONE } from './barriers.ts';
import type { Locale } from './words.ts';

const LOCALES: readonly Locale[] = ['en', 'zh-CN', 'vi'];
const DEVICES = [
  { device: 'desktop', viewport: DESKTOP },
  { device: 'phone', viewport: PHONE },
];

/**
 * In which languages, and on what, a journey is walked: each language, on the desktop and the phone in turn, beginning with one of them. With
 * WALKS=all each language on both, which takes twice as long.
 */
export const walks = (first: 'desktop' | 'phone') =>
  LOCALES.flatMap((locale, i) =>
    DEVICES.filter((_, j) => process.env.WALKS === 'all' || (i + (first === 'desktop' ? 0 : 1)) % 2 === j).map((on) => ({ locale, ...on })),
  );
