import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadAllWords } from '#web/i18n/locale-store.ts';
import { classNames } from '#web/lib/class-names.ts';
import { lazyPart, Nothing } from '#web/lib/lazy-part.tsx';
import { DialogFailed } from '#web/ui/part-failed.tsx';
import type { CalendarSubject } from './api.ts';

/** The dialog's words belong to later pages; the button stands on the first one, too. */
const CalendarDialog = lazyPart(
  async () => {
    const [{ CalendarDialog: Shown }] = await Promise.all([import('./calendar-dialog.tsx'), loadAllWords()]);
    return Shown;
  },
  { fallback: Nothing, failed: DialogFailed },
);

interface CalendarButtonProps {
  subject: CalendarSubject;
  /** Shows words beside the symbol: its usual ones, or `label`. */
  isWordy?: boolean;
  label?: string;
  className?: string;
}

/** Opens the choice of how a calendar follows a team, a league, a group or one's Favorites. */
export function CalendarButton({ subject, isWordy = false, label, className }: CalendarButtonProps) {
  const t = useTranslations('favorites');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        {...(!isWordy && { 'aria-label': t('calendar'), title: t('calendar') })}
        onClick={() => setOpen(true)}
        className={classNames(
          'thumb flex-none rounded-tag transition-colors hover:text-text',
          isWordy ? 'inline-flex items-center gap-1.5 text-[13px] font-semibold text-muted' : 'text-faint',
          className,
        )}
      >
        <CalendarPlus size={17} aria-hidden />
        {isWordy && (label ?? t('calendar'))}
      </button>
      {isOpen && <CalendarDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
