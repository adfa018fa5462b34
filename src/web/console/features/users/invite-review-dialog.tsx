import { useTranslations } from 'use-intl';
import { decideInviteReview, type InviteReview } from '#contract/referral-reviews.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { toast } from '#web/data/toasts.ts';

interface InviteReviewDialogProps {
  review: InviteReview;
  decision: 'pay' | 'refuse';
  onClose: () => void;
}

/** Pays a held reward to both sides, or refuses it, with why. */
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
