import { useFormatter, useTranslations } from 'use-intl';
import { useTicking } from '#web/lib/clock.ts';

interface StaleNoteProps {
  /** When the shown data was last confirmed: ISO 8601, or milliseconds as in queries. */
  since: string | number;
  /** Shows nothing below this age. */
  afterSeconds?: number;
}

/** "Updated 40 s ago": the shown data is old, and stays until newer data arrives. Ages use the server's clock. */
export function StaleNote({ since, afterSeconds = 30 }: StaleNoteProps) {
  const t = useTranslations('common');
  const format = useFormatter();
  const at = new Date(since);
  const ageSeconds = useTicking(1_000, (now) => shownAge(Math.floor((now.getTime() - at.getTime()) / 1_000)));
  if (ageSeconds < afterSeconds) return null;
  const now = new Date(at.getTime() + ageSeconds * 1_000);
  return (
    <p className="text-[12.5px] text-warn">
      {/* Announced once; the seconds are visual only. */}
      <span role="status" className="sr-only">
        {t('feed_late')}
      </span>
      <span>{t('updated_ago', { ago: format.relativeTime(at, { now, style: 'narrow' }) })}</span>
    </p>
  );
}

/** Seconds below a minute, whole minutes above. */
const shownAge = (seconds: number): number => (seconds < 60 ? seconds : seconds - (seconds % 60));

/** The dot that says "live"; the words beside it say so too. */
export function LiveDot() {
  return <span aria-hidden className="size-[7px] flex-none animate-breathe rounded-full bg-live shadow-[0_0_0_3px_var(--live-soft)]" />;
}

/** A ball beside the serving player. */
export function ServeMark() {
  const t = useTranslations('match');
  return (
    <i role="img" aria-label={t('serving')} title={t('serving')} className="inline-block h-[7px] w-[7px] flex-none rounded-full bg-live" />
  );
}
