import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { CALENDARS_MAX, type CalendarFeed } from '#contract/calendar-feeds.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useNow } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { calendarsQuery, useRemoveCalendar } from './api.ts';
import { CalendarButton } from './calendar-button.tsx';
import { alarmOf, useCalendarName } from './calendar-words.ts';

/** Lists the calendars that follow the user's matches, with buttons to end them, and one to add the user's Favorites. */
export function CalendarsCard() {
  const t = useTranslations('calendars');
  const { data, error, refetch } = useQuery(calendarsQuery);
  if (!data && error) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-[150px] rounded-card" />;
  return (
    <Card title={t('card_heading')}>
      {data.length === 0 && <p className="mb-3 text-[13px] text-pretty text-muted">{t('none')}</p>}
      <ul className="grid">
        {data.map((calendar) => (
          <CalendarItem key={calendar.id} calendar={calendar} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-3">
        <CalendarButton subject={{ kind: 'mine' }} isWordy label={t('add_mine')} />
        <p className="text-[12.5px] text-faint">{t('card_hint', { count: CALENDARS_MAX })}</p>
      </div>
    </Card>
  );
}

function CalendarItem({ calendar }: { calendar: CalendarFeed }) {
  const t = useTranslations('calendars');
  const format = useFormatter();
  const now = useNow(30_000);
  const remove = useRemoveCalendar();
  const name = useCalendarName()(calendar);
  const { shows_results, alarm_minutes, created_at, fetched_at } = calendar;
  const fetchedMs = fetched_at === null ? null : Date.parse(fetched_at);
  const facts = [
    t('since', { date: format.dateTime(new Date(created_at), 'day') }),
    // Clocks differ slightly: a time in the future is shown as now.
    fetchedMs === null ? t('never_fetched') : t('fetched', { ago: format.relativeTime(Math.min(fetchedMs, now.getTime()), now) }),
    ...(shows_results ? [t('with_results')] : []),
    ...(alarm_minutes === null ? [] : [`${t('alarm')}: ${t(`alarms.${alarmOf(alarm_minutes)}`)}`]),
  ];
  // The item disappears afterwards.
  const end = () =>
    remove.mutateAsync(calendar.id).then(
      () => toast('success', t('removed')),
      (error: Error) => toast('error', `${t('remove_failed')} ${errorText(error)}`),
    );
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 first:pt-0">
      <div className="min-w-0 flex-1">
        <p className="font-[550] wrap-anywhere">{name}</p>
        <p className="text-[12.5px] text-muted">{facts.join(' · ')}</p>
      </div>
      <Button look="quiet" size="s" busy={remove.isPending} onClick={() => void end()} aria-label={t('remove_named', { name })}>
        {t('remove')}
      </Button>
    </li>
  );
}
