import { useFormatter, useTranslations } from 'use-intl';
import { DAY_MS } from '#domain/time.ts';
import { DAY, DAY_AND_TIME, TIME } from '#web/lib/date-formats.ts';

/** Says a moment as people do: "today 18:30", "tomorrow 14:32", else "20 Nov, 18:30"; the day is the reader's. */
export function useDayAndTime(now: Date): (at: string) => string {
  const t = useTranslations('care');
  const format = useFormatter();
  const dayOf = (at: Date) => format.dateTime(at, DAY);
  return (moment) => {
    const at = new Date(moment);
    const time = format.dateTime(at, TIME);
    if (dayOf(at) === dayOf(now)) return t('today', { time });
    if (dayOf(at) === dayOf(new Date(now.getTime() + DAY_MS))) return t('tomorrow', { time });
    return format.dateTime(at, DAY_AND_TIME);
  };
}
