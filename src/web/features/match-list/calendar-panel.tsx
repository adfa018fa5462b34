import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useIsPhone } from '#web/lib/use-media.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Calendar } from './calendar.tsx';
import type { LocalDate } from './local-day.ts';

interface CalendarPanelProps {
  date: LocalDate;
  today: LocalDate;
  /** The button that opened it. */
  opener: RefObject<HTMLButtonElement | null>;
  onChoose: (date: LocalDate) => void;
  onClose: () => void;
}

/** The calendar over the page: a sheet on the phone, below its button elsewhere. */
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
          // The calendar puts the focus on the day that is chosen.
          onOpenAutoFocus={(event) => event.preventDefault()}
          // Pressing the button again closes: that is its own doing.
          onInteractOutside={(event) => opener.current?.contains(event.target as Node) && event.preventDefault()}
          className="z-30 animate-fade-in rounded-card border border-line bg-surface p-3 outline-none"
        >
          {calendar}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
