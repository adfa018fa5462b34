import { useTranslations } from 'use-intl';
import { type Approval, approve, reject } from '#contract/approvals.ts';
import { useAdminCall } from '#web/admin/lib/use-admin-call.ts';
import { ReasonDialog } from '#web/admin/ui/reason-dialog.tsx';
import { toast } from '#web/lib/toasts.ts';
import { DeedWords } from './deed-words.tsx';

interface DecisionDialogProps {
  approval: Approval;
  decision: 'approve' | 'reject';
  onClose: () => void;
}

/** Agrees to what another admin asked for, which is then done, or refuses it. What cannot be done any more is refused here, in words. */
export function DecisionDialog({ approval, decision, onClose }: DecisionDialogProps) {
  const t = useTranslations('admin_approvals');
  const agree = useAdminCall(approve);
  const refuse = useAdminCall(reject);

  async function confirm(note: string) {
    await (decision === 'approve' ? agree : refuse).mutateAsync({ id: approval.id, ...(note && { note }) });
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
        <DeedWords deed={approval.deed} />
      </div>
    </ReasonDialog>
  );
}
