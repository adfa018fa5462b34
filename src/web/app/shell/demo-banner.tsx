import { FlaskConical } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useMeta } from '#web/lib/meta.ts';

/** Says, on every page, that nothing here is real. */
export function DemoBanner() {
  const t = useTranslations('shell');
  if (!useMeta()?.demo) return null;
  return (
    <aside
      aria-label={t('demo_mode')}
      className="flex items-center justify-center gap-2 border-b border-line bg-surface px-4 py-1.5 text-[12.5px] text-muted"
    >
      <FlaskConical size={14} aria-hidden className="flex-none text-warn" />
      {t('demo')}
    </aside>
  );
}
