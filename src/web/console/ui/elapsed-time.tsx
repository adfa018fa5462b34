import { useFormatter } from 'use-intl';
import { useTicking } from '#web/lib/clock.ts';

interface WaitingTimeProps {
  /** When the wait began: ISO 8601. */
  since: string;
  /** After this time it is late, and red; in milliseconds. */
  lateAfterMs?: number;
}

/** "21h 4m": the time waited, by the server's clock. */
export function WaitingTime({ since, lateAfterMs = Number.POSITIVE_INFINITY }: WaitingTimeProps) {
  const format = useFormatter();
  const start = Date.parse(since);
  const minutes = useTicking(10_000, (now) => Math.max(0, Math.floor((now.getTime() - start) / 60_000)));
  const part = (value: number, unit: 'day' | 'hour' | 'minute') => format.number(value, { style: 'unit', unit, unitDisplay: 'narrow' });
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  const words =
    days > 0
      ? `${part(days, 'day')} ${part(hours, 'hour')}`
      : `${hours > 0 ? `${part(hours, 'hour')} ` : ''}${part(minutes % 60, 'minute')}`;
  return (
    <time
      dateTime={since}
      title={format.dateTime(start, 'date_time')}
      className={`num whitespace-nowrap ${minutes * 60_000 >= lateAfterMs ? 'text-bad' : ''}`}
    >
      {words}
    </time>
  );
}

/** "3 min. ago", by the server's clock, with the exact time on hover. `at` is ISO 8601. */
export function TimeAgo({ at }: { at: string }) {
  const format = useFormatter();
  const date = new Date(at);
  const words = useTicking(10_000, (now) => format.relativeTime(date, { now: now < date ? date : now, style: 'narrow' }));
  return (
    <time dateTime={at} title={format.dateTime(date, 'date_time')} className="whitespace-nowrap">
      {words}
    </time>
  );
}
