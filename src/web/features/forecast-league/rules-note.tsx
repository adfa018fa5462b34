import { useTranslations } from 'use-intl';

/** Explains how forecasts are scored. */
export function RulesNote() {
  const t = useTranslations('forecast_league');
  return (
    <details className="mt-8 border-t border-line pt-4 text-[13.5px]">
      <summary className="thumb w-fit cursor-pointer font-[550] text-muted hover:text-text">{t('rules')}</summary>
      <div className="mt-2 grid max-w-[72ch] gap-2 text-muted">
        <p>{t('rules_score')}</p>
        <p>{t('rules_floor')}</p>
        <p>{t('rules_time')}</p>
        <p>{t('rules_others')}</p>
      </div>
    </details>
  );
}
