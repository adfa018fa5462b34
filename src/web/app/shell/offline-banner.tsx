import { CloudOff } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { useOffline } from '#web/lib/offline.ts';
import { useNow } from '#web/lib/use-now.ts';

/** Says that there is no network, and how old what is on show is. */
export function OfflineBanner() {
  const t = useTranslations('shell');
  const format = useFormatter();
  const savedAt = useOffline((state) => state.savedAt);
  const now = useNow(30_000);
  if (savedAt === null) return null;
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-[calc(66px+env(safe-area-inset-bottom))] z-20 flex items-center justify-center gap-2 border-y border-line bg-raised px-4 py-2 text-[13px] font-[550] text-warn in-data-[keyboard]:hidden md:bottom-0"
    >
      <CloudOff size={15} aria-hidden className="flex-none" />
      {t('offline', { ago: format.relativeTime(new Date(savedAt), now) })}
    </p>
  );
}
