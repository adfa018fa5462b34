import { useTranslations } from 'use-intl';
import { type Approval, approve, type OneTime, reject } from '#contract/approvals.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { toast } from '#web/data/toasts.ts';
import { ApprovalActionText } from './approval-action-text.tsx';

interface DecisionDialogProps {
  approval: Approval;
  decision: 'approve' | 'reject';
  onClose: () => void;
  /** Hears the one-time password of an admin who was made or reset. */
  onOneTime: (oneTime: OneTime) => void;
}

/** Agrees to what another admin asked for, which is then done, or refuses it. What cannot be done any more is refused here, in words. */
export function DecisionDialog({ approval, decision, onClose, onOneTime }: DecisionDialogProps) {
  const t = useTranslations('admin_approvals');
  const agree = useAdminCall(approve);
  const refuse = useAdminCall(reject);

  async function confirm(note: string) {
    const input = { id: approval.id, ...(note && { note }) };
    if (decision === 'approve') {
      const { one_time } = await agree.mutateAsync(input);
      if (one_time) onOneTime(one_time);
    } else await refuse.mutateAsync(input);
    toast('success', t(`done.${decision}`));
  }

  return (
    <ReasonDialog
      title={t(`${decision}_title`)}
      lead={t(`${decision}_lead`)}
      submit={t(decision)}
      look={decision === 'approve' ? 'primary' : 'danger'}
      asks="note"
      onClose={onClose}
      onConfirm={confirm}
    >
      <div className="grid gap-1">
        <ApprovalActionText deed={approval.deed} />
      </div>
    </ReasonDialog>
  );
}
