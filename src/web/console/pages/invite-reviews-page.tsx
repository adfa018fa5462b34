import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { decideInviteReview, type InviteReview } from '#contract/user-reviews.ts';
import { InviteReviewDialog, InviteReviewItem, inviteReviewsQuery } from '#web/console/features/users/invite-review-item.tsx';
import { callOnce } from '#web/console/lib/call.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { Bulk, type BulkAction } from '#web/console/ui/bulk.tsx';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { pageNumber } from '#web/lib/address-values.ts';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';

/** Rewards for invites that need a review, each with its evidence. */
export function InviteReviewsPage() {
  const t = useTranslations('admin_users');
  const { values, hrefWith } = useAddress({ page: pageNumber });
  const query = useQuery(inviteReviewsQuery(values.page));
  const [chosen, setChosen] = useState<{ review: InviteReview; decision: 'pay' | 'refuse' } | null>(null);
  const { data } = query;
  const decide =
    (decision: 'pay' | 'refuse') =>
    ({ invitee }: InviteReview, reason: string, key: string) =>
      callOnce(decideInviteReview, { invitee_id: invitee.id, decision, reason }, key);
  const actions: BulkAction<InviteReview>[] = [
    { key: 'pay', label: t('pay'), asks: 'reason', run: decide('pay') },
    { key: 'refuse', label: t('refuse'), look: 'danger', asks: 'reason', run: decide('refuse') },
  ];
  return (
    <>
      <Link to="/admin/users" className="thumb mb-1 inline-block text-[13px] text-muted hover:text-text hover:underline">
        ← {t('back')}
      </Link>
      <PageHead title={t('invite_reviews')} filters={<p className="text-[13px] text-muted">{t('reviews_lead')}</p>} />
      {data === undefined || data.items.length === 0 ? (
        <Panel query={query} failed={t('reviews_failed')} skeleton={<Skeleton className="h-[260px]" />} empty={() => t('reviews_none')}>
          {() => null}
        </Panel>
      ) : (
        <Bulk
          items={data.items}
          keyOf={({ invitee }) => invitee.id}
          nameOf={({ inviter, invitee }) => `${inviter.display_name} → ${invitee.display_name}`}
          actions={actions}
        >
          {(checkbox) => (
            <div className="grid gap-3.5">
              {data.items.map((review) => (
                <InviteReviewItem
                  key={review.invitee.id}
                  review={review}
                  checkbox={checkbox(review)}
                  onDecide={(decision) => setChosen({ review, decision })}
                />
              ))}
              <Pager list={data} hrefOf={(page) => hrefWith({ page })} />
            </div>
          )}
        </Bulk>
      )}
      {chosen && <InviteReviewDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
