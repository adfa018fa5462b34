import { Target } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';

/** The way to forecasts without stakes. For pages that have all words. */
export function ForecastLeagueLink({ className }: { className?: string }) {
  const t = useTranslations('forecast_league');
  return (
    <Link
      to="/forecast-league"
      className={classNames(
        'thumb inline-flex items-center gap-1.5 text-[13px] font-[550] text-muted underline underline-offset-2 hover:text-text',
        className,
      )}
    >
      <Target size={15} aria-hidden />
      {t('link')}
    </Link>
  );
}
