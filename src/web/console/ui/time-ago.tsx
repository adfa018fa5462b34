import { useFormatter } from 'use-intl';
import { useTicking } from '#web/lib/clock.ts';
import { LONG_DATE_AND_TIME } from '#web/lib/dates.ts';

/** "3 min. ago", by the server's clock, with the exact time for whoever points at it. `at` is ISO 8601. */
export function TimeAgo({ at }: { at: string }) {
  const format = useFormatter();
  const date = new Date(at);
  const words = useTicking(10_000, (now) => format.relativeTime(date, { now: now < date ? date : now, style: 'narrow' }));
  return (
    <time dateTime={at} title={format.dateTime(date, LONG_DATE_AND_TIME)} className="whitespace-nowrap">
      {words}
    </time>
  );
}
