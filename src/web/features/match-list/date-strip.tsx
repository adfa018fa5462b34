import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';
import { lazyPart, Nothing } from '#web/lib/lazy-part.tsx';
import { useIsPhone } from '#web/lib/use-media.ts';
import { DialogFailed } from '#web/ui/part-failed.tsx';
import { addDays, dateStrip, type LocalDate, noonOf } from './local-day.ts';

interface DateStripProps {
  date: LocalDate;
  today: LocalDate;
  hrefOf: (date: LocalDate) => string;
  onChoose: (date: LocalDate) => void;
  /** Shown before the phone's days. */
  children?: ReactNode;
}

/** Shows the days around the selected one, always with its neighbours, and a calendar for all others. */
export function DateStrip({ date, today, hrefOf, onChoose, children }: DateStripProps) {
  const t = useTranslations('matches');
  const isPhone = useIsPhone();
  const day = (each: LocalDate) => <Day key={each} day={each} isToday={each === today} isChosen={each === date} to={hrefOf(each)} />;
  const calendar = <CalendarButton date={date} today={today} onChoose={onChoose} />;
  return (
    <nav aria-label={t('dates_nav')} className="flex items-center gap-1 md:gap-1.5 md:mb-3.5">
      {isPhone ? (
        <>
          {children}
          <SwipedDays date={date}>{phoneDays(date, today).map(day)}</SwipedDays>
          {calendar}
        </>
      ) : (
        <>
          <Arrow to={hrefOf(addDays(date, -1))} label={t('previous_day')}>
            <ChevronLeft size={18} aria-hidden />
          </Arrow>
          {dateStrip(date, today, 7, 2).map(day)}
          <Arrow to={hrefOf(addDays(date, 1))} label={t('next_day')}>
            <ChevronRight size={18} aria-hidden />
          </Arrow>
          {calendar}
        </>
      )}
    </nav>
  );
}

/** Returns the visible week plus one before and after: the selected day is never at an end. */
function phoneDays(date: LocalDate, today: LocalDate): LocalDate[] {
  const [first = date] = dateStrip(date, today, 7, 2);
  return Array.from({ length: 21 }, (_, i) => addDays(first, i - 7));
}

/** Shows four days at a time, scrolled sideways. The selected one is scrolled into view together with its neighbours. */
function SwipedDays({ date, children }: { date: LocalDate; children: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>(`[data-day="${date}"]`);
    if (!strip.current || !chosen) return;
    // The observer reports the size before the first paint; measuring would force a second layout.
    const sized = new ResizeObserver(() => bringIntoView(strip.current, chosen));
    sized.observe(strip.current);
    return () => sized.disconnect();
  }, [date]);
  return (
    <div
      ref={strip}
      className="relative grid flex-1 auto-cols-[calc((100%-3*6px)/4)] grid-flow-col gap-1.5 overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
    >
      {children}
    </div>
  );
}

const GAP_PX = 6;

/** Initially the selected day is second, because later days matter more; afterwards the strip moves only as far as needed. */
function bringIntoView(strip: HTMLElement | null, chosen: HTMLElement): void {
  if (!strip) return;
  const step = chosen.offsetWidth + GAP_PX;
  const [least, most] = [chosen.offsetLeft + 2 * step - GAP_PX - strip.clientWidth, chosen.offsetLeft - step];
  const left = strip.scrollLeft === 0 ? most : Math.min(Math.max(strip.scrollLeft, least), most);
  if (left !== strip.scrollLeft) strip.scrollLeft = left;
}

function Arrow({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-label={label}
      className="grid h-11 w-[34px] flex-none place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
    >
      {children}
    </Link>
  );
}

interface DayProps {
  day: LocalDate;
  isToday: boolean;
  isChosen: boolean;
  to: string;
}

function Day({ day, isToday, isChosen, to }: DayProps) {
  const t = useTranslations('common');
  const format = useFormatter();
  const at = noonOf(day);
  return (
    <Link
      to={to}
      preventScrollReset
      data-day={day}
      aria-current={isChosen ? 'date' : undefined}
      aria-label={format.dateTime(at, 'weekday_long')}
      className={classNames(
        'min-w-0 flex-1 rounded-control pt-[5px] pb-[6px] text-center text-[12.5px] md:pt-[7px] md:pb-2 leading-tight font-medium transition-colors',
        isChosen ? 'bg-raised text-text shadow-[inset_0_-2px_0_var(--accent)]' : 'text-muted hover:bg-raised',
      )}
    >
      <span className="block truncate max-md:text-[11.5px] max-md:[font-stretch:82%]">
        {isToday ? t('today') : format.dateTime(at, { weekday: 'short' })}
      </span>
      <b className="num block text-[15px] font-[650] text-text">{format.dateTime(at, { day: 'numeric' }).replace(/\D+$/, '')}</b>
    </Link>
  );
}

const CalendarPanel = lazyPart(async () => (await import('./calendar-panel.tsx')).CalendarPanel, {
  fallback: Nothing,
  failed: DialogFailed,
});

interface CalendarButtonProps {
  date: LocalDate;
  today: LocalDate;
  onChoose: (date: LocalDate) => void;
}

/** Opens a calendar, whose code is prefetched; the focus returns here. */
function CalendarButton({ date, today, onChoose }: CalendarButtonProps) {
  const t = useTranslations('matches');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const fetchAhead = () => void CalendarPanel.load().catch(() => undefined);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t('choose_day')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setOpen((was) => !was)}
        className="grid size-11 flex-none place-items-center rounded-control text-muted hover:bg-raised hover:text-text aria-expanded:bg-raised aria-expanded:text-text"
      >
        <CalendarDays size={18} aria-hidden />
      </button>
      {isOpen && (
        <CalendarPanel
          date={date}
          today={today}
          opener={button}
          onClose={() => setOpen(false)}
          onChoose={(day) => {
            setOpen(false);
            onChoose(day);
          }}
        />
      )}
    </>
  );
}
