import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslations } from 'use-intl';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { MatchLabProps } from './match-lab.tsx';

const MatchLab = lazy(async () => ({ default: (await import('./match-lab.tsx')).MatchLab }));

/** The match lab, fetched when somebody wants it. */
export function MatchLabCard(props: MatchLabProps) {
  const t = useTranslations('forecast');
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t('lab')}>
      {!isOpen && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 text-[13px] text-muted">{t('lab_hint')}</p>
          <Button look="quiet" size="s" onClick={() => setOpen(true)}>
            {t('lab_open')}
          </Button>
        </div>
      )}
      {isOpen && (
        <ErrorBoundary fallback={<p className="text-[13px] text-warn">{t('lab_failed')}</p>}>
          <Suspense fallback={<Skeleton className="h-[360px] rounded-control" />}>
            <MatchLab {...props} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Card>
  );
}
