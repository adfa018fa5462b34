import { useTranslations } from 'use-intl';
import type { CalendarFeed } from '#contract/calendar-feeds.ts';
import { useLocalName } from '#web/lib/local-name.ts';

type OneCalendar = Pick<CalendarFeed, 'kind' | 'team' | 'league' | 'group'>;

/** Returns a function that names a calendar by what it is of. */
export function useCalendarName(): (calendar: OneCalendar) => string {
  const t = useTranslations('calendars');
  const nameOf = useLocalName();
  return ({ team, league, group }) => {
    const named = team ?? league;
    return named ? nameOf(named) : (group?.name ?? t('mine'));
  };
}

/** The choices of a reminder, as the values of a list. */
export const ALARMS = ['none', 'minutes_15', 'minutes_60'] as const;
export type Alarm = (typeof ALARMS)[number];
const MINUTES: Record<Alarm, CalendarFeed['alarm_minutes']> = { none: null, minutes_15: 15, minutes_60: 60 };
export const minutesOf = (alarm: Alarm): CalendarFeed['alarm_minutes'] => MINUTES[alarm];
export const alarmOf = (minutes: CalendarFeed['alarm_minutes']): Alarm => ALARMS.find((alarm) => MINUTES[alarm] === minutes) ?? 'none';
