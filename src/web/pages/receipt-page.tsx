import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/data/api-error.ts';
import { receiptQuery } from '#web/features/receipts/api.ts';
import { Receipt, ReceiptSkeleton } from '#web/features/receipts/receipt.tsx';
import { pageNumber } from '#web/lib/address-values.ts';
import { usePage } from '#web/lib/use-page.ts';
import { NotFound } from '#web/ui/obstacles.tsx';
import { ErrorState } from '#web/ui/placeholders.tsx';

/** The receipt of a contest: how it was paid, for everybody to check. */
export function ReceiptPage() {
  const t = useTranslations();
  const contestId = useParams().contestId!;
  const page = pageNumber(useSearchParams()[0].get('page'));
  const { data, error, refetch, isPlaceholderData } = useQuery(receiptQuery(contestId, page));
  const isUnknown = !data && error instanceof ApiError && error.status === 404;
  usePage(t('titles.receipt'), { heading: t('receipts.heading'), back: data ? `/match/${data.match.id}` : '/matches' });
  const hrefOf = (to: number) => `/contests/${contestId}/receipt${to > 1 ? `?page=${to}` : ''}`;
  return (
    <div className="page-width max-w-[1100px]!">
      <h1 className="text-[20px] font-[680] max-md:sr-only">{t('receipts.heading')}</h1>
      <p className="mb-4 text-muted md:mt-1">{t('receipts.lead')}</p>
      {isUnknown && <NotFound />}
      {!data && error && !isUnknown && <ErrorState title={t('receipts.load_failed')} error={error} onRetry={() => void refetch()} />}
      {(data || !error) && (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:grid-rows-[auto_1fr]">
          {data ? <Receipt receipt={data} isStale={isPlaceholderData} hrefOf={hrefOf} /> : <ReceiptSkeleton />}
        </div>
      )}
    </div>
  );
}
