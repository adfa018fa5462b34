import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { addDays, dateStrip, type LocalDate, noonOf } from './local-day.ts';

interface DateStripProps {
  date: LocalDate;
  today: LocalDate;
  hrefOf: (date: LocalDate) => string;
}

const ARROW = 'grid h-11 w-[34px] flex-none place-items-center rounded-control text-muted hover:bg-raised hover:text-text';

/** A week of days, five on the phone; where an address leads somewhere else in time, the days around that. */
export function DateStrip({ date, today, hrefOf }: DateStripProps) {
  const t = useTranslations();
  const format = useFormatter();
  const isPhone = useIsPhone();
  const days = isPhone ? dateStrip(date, today, 5, 1) : dateStrip(date, today, 7, 2);
  return (
    <nav aria-label={t('matches.dates_nav')} className="mb-3.5 flex items-center gap-1.5">
      <Link
        to={hrefOf(addDays(date, -1))}
        preventScrollReset
        aria-label={t('matches.previous_day')}
        className={classNames(ARROW, 'max-md:hidden')}
      >
        <ChevronLeft size={18} aria-hidden />
      </Link>
      {days.map((day) => {
        const at = noonOf(day);
        const isChosen = day === date;
        return (
          <Link
            key={day}
            to={hrefOf(day)}
            preventScrollReset
            aria-current={isChosen ? 'date' : undefined}
            aria-label={format.dateTime(at, { weekday: 'long', day: 'numeric', month: 'long' })}
            className={classNames(
              'min-w-0 flex-1 rounded-control pt-[7px] pb-2 text-center text-[12.5px] leading-tight font-medium transition-colors',
              isChosen ? 'bg-raised text-text shadow-[inset_0_-2px_0_var(--accent)]' : 'text-muted hover:bg-raised',
            )}
          >
            <span className="block truncate">{day === today ? t('common.today') : format.dateTime(at, { weekday: 'short' })}</span>
            <b className="num block text-[15px] font-[650] text-text">{format.dateTime(at, { day: 'numeric' }).replace(/\D+$/, '')}</b>
          </Link>
        );
      })}
      <Link
        to={hrefOf(addDays(date, 1))}
        preventScrollReset
        aria-label={t('matches.next_day')}
        className={classNames(ARROW, 'max-md:hidden')}
      >
        <ChevronRight size={18} aria-hidden />
      </Link>
    </nav>
  );
}
