import { DESKTOP, PHONE } from './barriers.ts';
import type { Locale } from './words.ts';

const LOCALES: readonly Locale[] = ['en', 'zh-CN', 'vi'];
const DEVICES = { desktop: DESKTOP, phone: PHONE };
type Device = keyof typeof DEVICES;

/**
 * In which languages, and on what, a journey is walked: by itself in one language on one device, another for each journey, so that all of them
 * together meet every language and both devices; with WALKS=all in each language on both, which takes six times as long.
 */
export const walks = (locale: Locale, device: Device) =>
  LOCALES.flatMap((language) =>
    (Object.keys(DEVICES) as Device[]).map((on) => ({ locale: language, device: on, viewport: DEVICES[on] })),
  ).filter((walk) => process.env.WALKS === 'all' || (walk.locale === locale && walk.device === device));
