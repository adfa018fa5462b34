import { useTranslations } from 'use-intl';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** A page threw, or its code could not be fetched (a new version was installed meanwhile): reloading mends both. */
export function CrashPage() {
  const t = useTranslations('shell');
  return (
    <div role="alert">
      <EmptyState
        title={t('crashed')}
        hint={t('crashed_hint')}
        action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      />
    </div>
  );
}
