import { type Locale, matchLocale } from '#domain/locale.ts';

/** Days as JavaScript counts them: 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const BY_LANGUAGE: Record<Locale, Weekday> = { en: 0, 'zh-CN': 1, vi: 1 };

/** The parts of Intl.Locale that not every browser has yet, under their two names; days from 1, Monday, to 7. */
interface WeekInfo {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/**
 * The day that weeks begin with for who reads `locale`: as in the first region that the browser's languages name for it
 * ("en-GB": Monday), else as is usual in that language.
 */
export function weekStart(locale: Locale, browserLanguages: readonly string[]): Weekday {
  const tag = browserLanguages.find((language) => matchLocale(language) === locale && language.includes('-'));
  const firstDay = tag && firstDayIn(tag);
  return firstDay ? ((firstDay % 7) as Weekday) : BY_LANGUAGE[locale];
}

function firstDayIn(tag: string): number | undefined {
  try {
    const region = new Intl.Locale(tag) as WeekInfo;
    return (region.getWeekInfo?.() ?? region.weekInfo)?.firstDay;
  } catch {
    return undefined;
  }
}
