import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useTranslations } from 'use-intl';
import { useLocale } from '#web/i18n/texts-provider.tsx';

/** Saves a match as a calendar file with names in the reader's language. Needs all translations. */
export function CalendarLink({ id }: { id: number }) {
  const t = useTranslations('glance');
  const locale = useLocale();
  const name = t('calendar');
  return (
    <a
      href={`/api/matches/${id}/calendar.ics?lang=${locale}`}
      download
      aria-label={name}
      title={name}
      className="thumb flex-none rounded-tag text-faint transition-colors hover:text-text"
    >
      <CalendarPlus size={17} aria-hidden />
    </a>
  );
}
