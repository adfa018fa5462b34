import { FlaskConical } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useMeta } from '#web/lib/meta.ts';

/** Says, on every page, that nothing here is real, and where the messages are that the demo does not send. */
export function DemoBanner() {
  const t = useTranslations('shell');
  if (!useMeta()?.demo) return null;
  return (
    <aside
      aria-label={t('demo_mode')}
      className="flex items-center justify-center gap-2 border-b border-line bg-surface px-4 py-1.5 text-[12.5px] text-muted"
    >
      <FlaskConical size={14} aria-hidden className="flex-none text-warn" />
      <span className="min-w-0 truncate">{t('demo')}</span>
      <Link to="/outbox" className="thumb flex-none font-semibold text-text underline underline-offset-2">
        {t('outbox')}
      </Link>
    </aside>
  );
}
