import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { DayPicker } from 'react-day-picker';
import { useTranslations } from 'use-intl';
import { type Locale, matchLocale } from '#domain/identity/locale.ts';
import { FORMAT_TAGS } from '#texts/formats.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { useIsPhone } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type LocalDate, writtenDate } from './local-day.ts';

interface CalendarPanelProps {
  date: LocalDate;
  today: LocalDate;
  /** The button that opened the calendar. */
  opener: RefObject<HTMLButtonElement | null>;
  onChoose: (date: LocalDate) => void;
  onClose: () => void;
}

/** Shows the calendar over the page: a sheet on phones, otherwise below its button. */
export function CalendarPanel({ date, today, opener, onChoose, onClose }: CalendarPanelProps) {
  const t = useTranslations('matches');
  const isPhone = useIsPhone();
  const calendar = <Calendar date={date} today={today} onChoose={onChoose} />;
  if (isPhone) {
    return (
      <Dialog open onClose={onClose} title={t('choose_day')} isCalm>
        {calendar}
      </Dialog>
    );
  }
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={opener as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-label={t('choose_day')}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          // The calendar focuses the selected day itself.
          onOpenAutoFocus={(event) => event.preventDefault()}
          // Pressing the button again closes the calendar by the button's own handler.
          onInteractOutside={(event) => opener.current?.contains(event.target as Node) && event.preventDefault()}
          className="z-30 animate-fade-in rounded-card border border-line bg-surface p-3 outline-none"
        >
          {calendar}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface CalendarProps {
  date: LocalDate;
  today: LocalDate;
  onChoose: (date: LocalDate) => void;
}

const ARROW = 'grid size-11 place-items-center rounded-control text-muted hover:bg-raised hover:text-text aria-disabled:text-faint';
const [YEARS_BACK, YEARS_AHEAD] = [30, 2];

/** Selects a day of a month. Arrow keys move by day, Page Up and Down by month, with Shift by year. */
function Calendar({ date, today, onChoose }: CalendarProps) {
  const t = useTranslations();
  const locale = useLocale();
  const [chosen, now] = [pickerDate(date), pickerDate(today)];
  const written = (options: Intl.DateTimeFormatOptions) => (day: Date) => new Intl.DateTimeFormat(FORMAT_TAGS[locale], options).format(day);
  const monthAndYear = written({ month: 'long', year: 'numeric' });
  const wholeDay = written({ dateStyle: 'full' });
  const years = [now.getFullYear() - YEARS_BACK, now.getFullYear() + YEARS_AHEAD, chosen.getFullYear()];
  return (
    <>
      <DayPicker
        mode="single"
        required
        autoFocus
        showOutsideDays
        fixedWeeks
        captionLayout="dropdown"
        navLayout="around"
        lang={locale}
        locale={{ code: locale }}
        weekStartsOn={weekStart(locale, navigator.languages)}
        selected={chosen}
        today={now}
        defaultMonth={chosen}
        startMonth={new Date(Math.min(...years), 0)}
        endMonth={new Date(Math.max(...years), 11)}
        onSelect={(day) => onChoose(writtenDate(day.getFullYear(), day.getMonth() + 1, day.getDate()))}
        formatters={{
          formatCaption: monthAndYear,
          formatMonthDropdown: written({ month: 'long' }),
          formatYearDropdown: written({ year: 'numeric' }),
          formatWeekdayName: written({ weekday: 'narrow' }),
        }}
        labels={{
          labelGrid: monthAndYear,
          labelWeekday: written({ weekday: 'long' }),
          labelDayButton: (day, { today: isToday }) => (isToday ? `${t('common.today')}, ${wholeDay(day)}` : wholeDay(day)),
          labelPrevious: () => t('matches.previous_month'),
          labelNext: () => t('matches.next_month'),
          labelMonthDropdown: () => t('matches.month'),
          labelYearDropdown: () => t('matches.year'),
        }}
        components={{ Chevron }}
        classNames={CLASSES}
      />
      <Button look="quiet" size="s" wide className="mt-2 max-md:h-11" onClick={() => onChoose(today)}>
        {t('common.today')}
      </Button>
    </>
  );
}

/** The library calculates in the browser's time zone, whatever the page's is. */
function pickerDate(date: LocalDate): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  if (orientation === 'left') return <ChevronLeft size={18} aria-hidden />;
  if (orientation === 'right') return <ChevronRight size={18} aria-hidden />;
  return <ChevronDown size={14} aria-hidden className="text-faint" />;
}

const CLASSES = {
  month: 'relative',
  button_previous: `absolute left-0 top-0 ${ARROW}`,
  button_next: `absolute right-0 top-0 ${ARROW}`,
  month_caption: 'mx-11 mb-1 flex h-11 items-center justify-center',
  dropdowns: 'flex items-center gap-1',
  dropdown_root:
    'relative rounded-control px-2 py-2 hover:bg-raised has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent has-[:focus-visible]:outline-offset-2',
  dropdown: 'absolute inset-0 z-1 w-full cursor-pointer opacity-0',
  caption_label: 'flex items-center gap-1 font-[620] whitespace-nowrap first-letter:uppercase',
  month_grid: 'mx-auto border-collapse max-md:w-full',
  weekday: 'h-8 text-center text-[12px] font-medium text-faint',
  day: 'p-0.5 text-center',
  day_button:
    'num grid h-10 w-full min-w-10 place-items-center rounded-control text-[15px] hover:bg-raised max-md:h-11 [[data-selected]_&]:bg-accent [[data-selected]_&]:text-on-accent [[data-today]:not([data-selected])_&]:shadow-[inset_0_0_0_1.5px_var(--accent)] [[data-outside]:not([data-selected])_&]:text-faint',
};

/** Days of the week as in JavaScript: 0 is Sunday. */
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const BY_LANGUAGE: Record<Locale, Weekday> = { en: 0, 'zh-CN': 1, vi: 1 };

/** Parts of Intl.Locale that not every browser supports, in both spellings; days from 1 (Monday) to 7. */
interface WeekInfo {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/**
 * Returns the first day of the week for users of `locale`: that of the first region that the browser's languages name for it
 * ("en-GB": Monday), otherwise the usual one of the language.
 */
export function weekStart(locale: Locale, browserLanguages: readonly string[]): Weekday {
  const tag = browserLanguages.find((language) => matchLocale(language) === locale && language.includes('-'));
  const firstDay = tag && firstDayIn(tag);
  return firstDay ? ((firstDay % 7) as Weekday) : BY_LANGUAGE[locale];
}

function firstDayIn(tag: string): number | undefined {
  try {
    const region = new Intl.Locale(tag) as WeekInfo;
    return (region.getWeekInfo?.() ?? region.weekInfo)?.firstDay;
  } catch {
    return undefined;
  }
}
