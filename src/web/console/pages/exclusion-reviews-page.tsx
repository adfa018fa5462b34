import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { decideExclusionReview, type ExclusionReview } from '#contract/user-reviews.ts';
import { ExclusionReviewItem, exclusionReviewsQuery } from '#web/console/features/users/exclusion-review-item.tsx';
import { useAddress } from '#web/console/lib/use-address.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { PageHead } from '#web/console/ui/page-head.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { toast } from '#web/data/toasts.ts';
import { pageNumber } from '#web/lib/address-values.ts';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';

interface Choice {
  review: ExclusionReview;
  decision: 'exclude' | 'dismiss';
}

/** Self-exclusions that may apply to another account: the evidence is not proof, so a person decides. */
export function ExclusionReviewsPage() {
  const t = useTranslations('admin_users');
  const { values, hrefWith } = useAddress({ page: pageNumber });
  const query = useQuery(exclusionReviewsQuery(values.page));
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { data } = query;
  return (
    <>
      <Link to="/admin/users" className="thumb mb-1 inline-block text-[13px] text-muted hover:text-text hover:underline">
        ← {t('back')}
      </Link>
      <PageHead title={t('exclusion_reviews')} filters={<p className="text-[13px] text-muted">{t('exclusion_lead')}</p>} />
      {data === undefined || data.items.length === 0 ? (
        <Panel query={query} failed={t('exclusion_failed')} skeleton={<Skeleton className="h-[260px]" />} empty={() => t('exclusion_none')}>
          {() => null}
        </Panel>
      ) : (
        <div className="grid gap-3.5">
          {data.items.map((review) => (
            <ExclusionReviewItem
              key={`${review.user.id} ${review.exclusion_id}`}
              review={review}
              onDecide={(decision) => setChosen({ review, decision })}
            />
          ))}
          <Pager list={data} hrefOf={(page) => hrefWith({ page })} />
        </div>
      )}
      {chosen && <DecisionDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** Confirms or dismisses the exclusion, with a reason. */
function DecisionDialog({ review: { user, exclusion_id }, decision, onClose }: Choice & { onClose: () => void }) {
  const t = useTranslations('admin_users');
  const decide = useAdminCall(decideExclusionReview);
  const isExcluded = decision === 'exclude';

  async function confirm(reason: string) {
    await decide.mutateAsync({ user_id: user.id, exclusion_id, decision, reason });
    toast('success', t(isExcluded ? 'exclusion_excluded' : 'exclusion_dismissed'));
  }

  return (
    <ReasonDialog
      title={t(isExcluded ? 'exclusion_exclude_title' : 'exclusion_dismiss_title')}
      lead={t(isExcluded ? 'exclusion_exclude_lead' : 'exclusion_dismiss_lead', { user: user.display_name })}
      submit={t(isExcluded ? 'exclusion_exclude' : 'exclusion_dismiss')}
      look={isExcluded ? 'danger' : 'primary'}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
