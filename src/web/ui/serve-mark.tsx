import { useTranslations } from 'use-intl';

/** A ball beside the player who serves. */
export function ServeMark() {
  const t = useTranslations('match');
  return (
    <i role="img" aria-label={t('serving')} title={t('serving')} className="inline-block h-[7px] w-[7px] flex-none rounded-full bg-live" />
  );
}
