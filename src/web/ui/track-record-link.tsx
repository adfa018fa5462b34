import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Sport } from '#domain/matches/sport.ts';

/** Beside a forecast: the way to how good such forecasts were. For pages that have all words. */
export function TrackRecordLink({ sport }: { sport: Sport }) {
  const t = useTranslations('track_record');
  return (
    <Link
      to={sport === 'football' ? '/track-record' : `/track-record?sport=${sport}`}
      className="thumb text-[12.5px] font-[550] text-muted underline underline-offset-2 hover:text-text"
    >
      {t('link')}
    </Link>
  );
}
