import { useTranslations } from 'use-intl';
import { TREND_WINDOWS, type TrendWindow } from '#domain/matches/trend.ts';
import { Segmented } from '#web/ui/switches.tsx';

/** How many days are on show. */
export function WindowChoice({ value, onChange }: { value: TrendWindow; onChange: (window: TrendWindow) => void }) {
  const t = useTranslations('admin_overview');
  return (
    <Segmented
      label={t('window')}
      value={value}
      options={TREND_WINDOWS.map((window) => ({ value: window, label: t('days', { days: Number(window) }) }))}
      onChange={onChange}
    />
  );
}
