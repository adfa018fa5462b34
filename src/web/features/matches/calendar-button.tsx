import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { LocalDate } from './local-day.ts';

const panel = () => import('./calendar-panel.tsx');
const CalendarPanel = lazy(async () => ({ default: (await panel()).CalendarPanel }));

interface CalendarButtonProps {
  date: LocalDate;
  today: LocalDate;
  onChoose: (date: LocalDate) => void;
}

/** Opens a calendar, which is fetched when it is about to be needed; the focus comes back here. */
export function CalendarButton({ date, today, onChoose }: CalendarButtonProps) {
  const t = useTranslations('matches');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const fetchAhead = () => void panel().catch(() => undefined);
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
        <Suspense fallback={null}>
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
        </Suspense>
      )}
    </>
  );
}
