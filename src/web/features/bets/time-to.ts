import { useFormatter } from 'use-intl';
import { MINUTE_MS } from '#domain/time.ts';

const MINUTES_TOLD_MAX = 120;

/** Says how long it is to a moment, in minutes for the last two hours: "in 42 minutes"; '' where there is no such moment. */
export function useTimeTo(at: string | null, now: Date): string {
  const format = useFormatter();
  if (at === null) return '';
  const minutes = (Date.parse(at) - now.getTime()) / MINUTE_MS;
  const inMinutes = minutes >= 1 && minutes < MINUTES_TOLD_MAX;
  return format.relativeTime(new Date(at), { now, ...(inMinutes && { unit: 'minute' }) });
}
