import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { reviewQuery } from '#web/console/features/withdrawals/api.ts';
import { ReviewActions } from '#web/console/features/withdrawals/review-actions.tsx';
import { ReviewPanel, ReviewSkeleton } from '#web/console/features/withdrawals/review-panel.tsx';
import { Flags, Looking } from '#web/console/features/withdrawals/review-row-parts.tsx';
import { InUtc } from '#web/console/ui/in-utc.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { RETURNING } from '#web/console/ui/use-row-focus.ts';
import { ApiError } from '#web/data/api-error.ts';
import { useHotkey } from '#web/lib/keyboard.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/placeholders.tsx';

/** A withdrawal with all its evidence; `j` leads to the next in the queue. */
export function WithdrawalPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const { state } = useLocation();
  const query = useQuery(reviewQuery(id));
  const { data: review, error } = query;
  const next = review?.next_id ? `/admin/withdrawals/${review.next_id}` : null;
  const list = (state as { list?: string } | null)?.list ?? '/admin/withdrawals';
  useHotkey('j', () => next && navigate(next, { state: { list } }));
  useHotkey('u', () => navigate(list, { state: RETURNING }));
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const { usdt, user } = review?.withdrawal ?? {};
  return (
    <InUtc>
      <Link to={list} state={RETURNING} className="thumb mb-1 inline-block text-[13px] text-muted hover:text-text hover:underline">
        ← {t('admin_withdrawals.back')}
      </Link>
      <PageHead
        title={usdt && user ? t('admin_withdrawals.title', { usdt, name: user.display_name }) : t('admin.pages.withdrawals')}
        states={
          review && (
            <>
              <Flags flags={review.withdrawal.flags} />
              <Looking assignee={review.withdrawal.assignee} />
            </>
          )
        }
        aside={
          review && (
            <>
              <ReviewActions key={id} review={review} />
              {next && (
                <Button asChild look="plain" size="s">
                  <Link to={next} state={{ list }}>
                    {t('admin_withdrawals.next')}
                  </Link>
                </Button>
              )}
            </>
          )
        }
        filters={
          review && (
            <span className="text-[12.5px] text-muted">
              {t('admin_withdrawals.queue.utc')}
              <span className="max-md:hidden"> · {t('admin_withdrawals.keys_one')}</span>
            </span>
          )
        }
      />
      {review ? (
        <ReviewPanel review={review} />
      ) : isUnknown ? (
        <EmptyState title={t('admin_withdrawals.no_such')} />
      ) : error ? (
        <ErrorState title={t('admin_withdrawals.one_failed')} error={error} onRetry={() => void query.refetch()} />
      ) : (
        <ReviewSkeleton />
      )}
    </InUtc>
  );
}
