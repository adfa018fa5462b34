import { DESKTOP, PHONE } from './barriers.ts';
import type { Locale } from './words.ts';

const LOCALES: readonly Locale[] = ['en', 'zh-CN', 'vi'];
const DEVICES = { desktop: DESKTOP, phone: PHONE };
type Device = keyof typeof DEVICES;

/**
 * Returns the languages and devices to run a journey in. The default is one language on one device, different for each journey, so that
 * together they cover every language and both devices; WALKS=all runs each language on both, which takes six times as long.
 */
export const walks = (locale: Locale, device: Device) =>
  LOCALES.flatMap((language) =>
    (Object.keys(DEVICES) as Device[]).map((on) => ({ locale: language, device: on, viewport: DEVICES[on] })),
  ).filter((walk) => process.env.WALKS === 'all' || (walk.locale === locale && walk.device === device));
