import { useTranslations } from 'use-intl';
import { useLooks } from '#web/lib/use-appearance.ts';
import { Card } from '#web/ui/card.tsx';
import { Segmented } from '#web/ui/switches.tsx';

/** The language and the theme of this device. */
export function LooksCard() {
  const t = useTranslations('settings');
  const { language, theme } = useLooks();
  return (
    <Card title={t('looks_heading')}>
      <div className="grid gap-3">
        <Segmented {...language} className="w-full" />
        <Segmented {...theme} className="w-full" />
      </div>
    </Card>
  );
}
