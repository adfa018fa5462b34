import { useTranslations } from 'use-intl';
import { acceptQuarantined, dropQuarantined, type QuarantineRow } from '#contract/operations.ts';
import { useAdminCall } from '#web/admin/lib/use-admin-call.ts';
import { ReasonDialog } from '#web/admin/ui/reason-dialog.tsx';
import { toast } from '#web/lib/toasts.ts';
import type { Decision } from './quarantine-list.tsx';

interface QuarantineDialogProps {
  row: QuarantineRow;
  decision: Decision;
  onClose: () => void;
}

/** Believes a refused row after all, or puts it aside, with a reason. */
export function QuarantineDialog({ row, decision, onClose }: QuarantineDialogProps) {
  const t = useTranslations('admin_quarantine');
  const accept = useAdminCall(acceptQuarantined);
  const drop = useAdminCall(dropQuarantined);

  async function decide(reason: string) {
    if (decision === 'drop') {
      await drop.mutateAsync({ id: row.id, reason });
      return toast('success', t('dropped'));
    }
    const { changed } = await accept.mutateAsync({ id: row.id, reason });
    toast('success', t(changed ? 'accepted' : 'accepted_unchanged'));
  }

  return (
    <ReasonDialog
      title={t(`${decision}_title`)}
      lead={t(`${decision}_lead`)}
      submit={t(decision)}
      look={decision === 'accept' ? 'primary' : 'danger'}
      onClose={onClose}
      onConfirm={decide}
    />
  );
}
