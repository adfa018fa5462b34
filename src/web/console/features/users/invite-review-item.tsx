import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { decideInviteReview, type InviteReview, listInviteReviews } from '#contract/user-reviews.ts';
import { call } from '#web/console/lib/call.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { WaitingTime } from '#web/console/ui/elapsed-time.tsx';
import { HeldFor } from '#web/console/ui/evidence-card.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { toast } from '#web/data/toasts.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, FactList, Tag } from '#web/ui/card.tsx';

interface InviteReviewItemProps {
  review: InviteReview;
  onDecide: (decision: 'pay' | 'refuse') => void;
  /** Chooses it among others. */
  checkbox?: ReactNode;
}

/** A held reward: both sides, the reason, and their common traits. */
export function InviteReviewItem({ review, onDecide, checkbox }: InviteReviewItemProps) {
  const t = useTranslations('admin_users');
  const { inviter, invitee, reasons, created_at, inviter_held, inviter_paid } = review;
  return (
    <Card>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        {checkbox}
        <WaitingTime since={created_at} />
        {reasons.map((reason) => (
          <Tag key={reason} tone="warn">
            <HeldFor reason={reason} />
          </Tag>
        ))}
        <span className="ml-auto flex gap-1.5">
          <Button size="s" onClick={() => onDecide('pay')}>
            {t('pay')}
          </Button>
          <Button size="s" look="quiet" onClick={() => onDecide('refuse')}>
            {t('refuse')}
          </Button>
        </span>
      </div>
      <div className="grid grid-cols-1 gap-x-8 gap-y-3 lg:grid-cols-3">
        <Side title={t('inviter')} side={inviter} />
        <Side title={t('invitee')} side={invitee} />
        <Common review={review} />
      </div>
      <p className="mt-2 text-[12.5px] text-muted">{t('inviter_sum', { held: inviter_held, paid: inviter_paid })}</p>
    </Card>
  );
}

function Side({ title, side }: { title: string; side: InviteReview['inviter'] }) {
  const t = useTranslations('admin_users');
  const format = useFormatter();
  const locale = useLocale();
  const country = side.registration_country && new Intl.DisplayNames(locale, { type: 'region' }).of(side.registration_country);
  return (
    <section className="min-w-0">
      <h2 className="text-[12.5px] font-[550] text-muted">{title}</h2>
      <UserLine user={side} status={side.status} />
      <FactList
        facts={[
          { label: t('registered'), value: format.dateTime(new Date(side.registered_at), 'day_time_year') },
          { label: t('registered_from'), value: [side.registration_ip, country].filter(Boolean).join(' · ') || '–' },
          { label: t('predictions'), value: <span className="num">{format.number(side.predictions_played)}</span> },
          { label: t('reward'), value: t('reward_points', { points: side.reward }) },
        ]}
      />
    </section>
  );
}

/** Common traits of both sides. */
function Common({ review: { evidence, qualified_at } }: { review: InviteReview }) {
  const t = useTranslations('admin_users');
  const format = useFormatter();
  const list = (values: readonly string[]) => (
    <span className="num wrap-anywhere">{values.length > 0 ? values.join(', ') : t('none_known')}</span>
  );
  return (
    <section className="min-w-0">
      <h2 className="text-[12.5px] font-[550] text-muted">{t('held_for')}</h2>
      <FactList
        facts={[
          { label: t('same_devices'), value: list(evidence.devices) },
          { label: t('same_wallets'), value: list(evidence.wallets) },
          { label: t('same_mailboxes'), value: list(evidence.mailboxes) },
          { label: t('household'), value: <span className="num">{format.number(evidence.household_accounts)}</span> },
          { label: t('qualified'), value: format.dateTime(new Date(qualified_at), 'day_time_year') },
        ]}
      />
    </section>
  );
}

interface InviteReviewDialogProps {
  review: InviteReview;
  decision: 'pay' | 'refuse';
  onClose: () => void;
}

/** Releases a held reward to both sides, or refuses it, with a reason. */
export function InviteReviewDialog({ review: { inviter, invitee }, decision, onClose }: InviteReviewDialogProps) {
  const t = useTranslations('admin_users');
  const decide = useAdminCall(decideInviteReview);
  const names = { inviter: inviter.display_name, invitee: invitee.display_name };

  async function confirm(reason: string) {
    const { state } = await decide.mutateAsync({ invitee_id: invitee.id, decision, reason });
    toast('success', t(`review_done.${state}`));
  }

  return (
    <ReasonDialog
      title={t(decision === 'pay' ? 'pay_title' : 'refuse_title')}
      lead={
        decision === 'pay'
          ? t('pay_lead', { ...names, inviter_points: inviter.reward, invitee_points: invitee.reward })
          : t('refuse_lead', names)
      }
      submit={t(decision)}
      look={decision === 'pay' ? 'primary' : 'danger'}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}

/** Rewards held for review, the longest waiting first. */
export const inviteReviewsQuery = (page: number) =>
  queryOptions({
    queryKey: ['invite-reviews', page],
    queryFn: ({ signal }) => call(listInviteReviews, { page }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
