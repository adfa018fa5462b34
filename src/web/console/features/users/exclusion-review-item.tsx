import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { type ExclusionReview, listExclusionReviews } from '#contract/user-reviews.ts';
import { call } from '#web/console/lib/call.ts';
import { WaitingTime } from '#web/console/ui/elapsed-time.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

interface ExclusionReviewItemProps {
  review: ExclusionReview;
  onDecide: (decision: 'exclude' | 'dismiss') => void;
}

/** A self-exclusion that may apply to a user: its owner, and the evidence. */
export function ExclusionReviewItem({ review, onDecide }: ExclusionReviewItemProps) {
  const t = useTranslations('admin_users');
  const format = useFormatter();
  const { user, owner, reason, began_at, until, created_at } = review;
  const date = (iso: string) => format.dateTime(new Date(iso), 'date');
  return (
    <Card>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <WaitingTime since={created_at} />
        <span className="ml-auto flex gap-1.5">
          <Button size="s" onClick={() => onDecide('exclude')}>
            {t('exclusion_exclude')}
          </Button>
          <Button size="s" look="quiet" onClick={() => onDecide('dismiss')}>
            {t('exclusion_dismiss')}
          </Button>
        </span>
      </div>
      <div className="grid grid-cols-1 gap-x-8 gap-y-3 lg:grid-cols-2">
        <section className="min-w-0">
          <h2 className="text-[12.5px] font-[550] text-muted">{t('exclusion_user')}</h2>
          <UserLine user={user} />
        </section>
        {owner.id !== user.id && (
          <section className="min-w-0">
            <h2 className="text-[12.5px] font-[550] text-muted">{t('exclusion_owner')}</h2>
            <UserLine user={owner} />
          </section>
        )}
      </div>
      <p className="mt-2 max-w-[75ch] text-[13px]">{t(`exclusion_reason.${reason}`)}</p>
      <p className="mt-1 text-[12.5px] text-muted">{t('exclusion_span', { from: date(began_at), until: date(until) })}</p>
    </Card>
  );
}

/** Self-exclusions that may apply to another account, the longest waiting first. */
export const exclusionReviewsQuery = (page: number) =>
  queryOptions({
    queryKey: ['exclusion-reviews', page],
    queryFn: ({ signal }) => call(listExclusionReviews, { page }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
