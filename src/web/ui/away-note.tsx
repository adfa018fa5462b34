import { Leaf } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';
import { LONG_DATE_AND_TIME } from '#web/lib/date-formats.ts';

/** Says calmly, in place of what would be played with, that its reader is taking time away, and what of theirs is safe. */
export function AwayNote({ until, className }: { until: Date; className?: string }) {
  const t = useTranslations('play_limits');
  const format = useFormatter();
  return (
    <section role="status" className={classNames('flex items-start gap-3 rounded-card border border-line bg-accent-soft p-4', className)}>
      <Leaf size={20} aria-hidden className="mt-px flex-none text-accent" />
      <div className="min-w-0 text-pretty">
        <p className="font-[620]">{t('away_until', { date: format.dateTime(until, LONG_DATE_AND_TIME) })}</p>
        <p className="mt-0.5 text-[13px] text-muted">{t('away_note')}</p>
      </div>
    </section>
  );
}
