import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/data/api-error.ts';
import { sharedQuery } from '#web/features/shares/api.ts';
import { headingOf, SharedCard } from '#web/features/shares/shared-card.tsx';
import { usePage } from '#web/lib/use-page.ts';
import { NotFound } from '#web/ui/obstacles.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

/** What a user shows of a bet or a forecast, for everybody who has its address. */
export function SharedPage() {
  const t = useTranslations('glance');
  const { data, error, refetch } = useQuery(sharedQuery(useParams().shareId!));
  const isMissing = !data && error instanceof ApiError && error.status === 404;
  const title = t(isMissing ? 'missing' : `heading.${data ? headingOf(data) : 'hidden'}`);
  usePage(title, { back: '/matches' });
  if (isMissing) return <NotFound title={title} />;
  if (!data && error) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <div className="page-width max-w-[560px]!">
      <h1 className="mb-4 text-[22px] font-[680] max-md:sr-only">{title}</h1>
      {data ? <SharedCard shared={data} /> : <Skeleton className="h-[420px] rounded-card" />}
    </div>
  );
}
