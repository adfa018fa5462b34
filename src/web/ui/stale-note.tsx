import { useFormatter, useTranslations } from 'use-intl';
import { useNow } from '#web/lib/use-now.ts';

interface StaleNoteProps {
  /** When what is on show was last confirmed: ISO 8601, or milliseconds as queries keep it. */
  since: string | number;
  /** Fresher than this it says nothing. */
  afterSeconds?: number;
}

/** "Updated 40 s ago": what is on show is old, and stays until something newer comes. */
export function StaleNote({ since, afterSeconds = 30 }: StaleNoteProps) {
  const t = useTranslations('common');
  const format = useFormatter();
  const now = useNow(5_000);
  const at = new Date(since);
  if (now.getTime() - at.getTime() < afterSeconds * 1_000) return null;
  return (
    <p role="status" className="text-[12.5px] text-warn">
      {t('updated_ago', { ago: format.relativeTime(at, { now, style: 'narrow' }) })}
    </p>
  );
}
