import { useTranslations } from 'use-intl';
import { MATCHES_MIN } from './verdict.ts';

/** In place of figures that so few matches cannot carry. */
export function FewNote() {
  const t = useTranslations('track_record');
  return (
    <p className="py-2 text-[13.5px] text-muted">
      <strong className="block font-[620] text-text">{t('few')}</strong>
      {t('few_hint', { needed: MATCHES_MIN })}
    </p>
  );
}
