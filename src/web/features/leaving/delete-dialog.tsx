import { useFormatter, useTranslations } from 'use-intl';
import { errorText } from '#web/lib/api-error.ts';
import { DAY_AND_TIME } from '#web/lib/date-formats.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { useDeleteAccount } from './api.ts';

interface DeleteDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onLeft: () => void;
}

const WHAT_HAPPENS = ['delete_points', 'delete_bets', 'delete_data', 'delete_grace'] as const;

/** Says what becomes of everything, and asks once more. */
export function DeleteDialog({ isOpen, onClose, onLeft }: DeleteDialogProps) {
  const t = useTranslations('leaving');
  const format = useFormatter();
  const remove = useDeleteAccount();
  const submit = () =>
    remove.mutate(undefined, {
      onSuccess: ({ due_at }) => {
        onClose();
        onLeft();
        toast('info', t('delete_asked', { date: format.dateTime(new Date(due_at), DAY_AND_TIME) }));
      },
    });
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('delete_title')} lead={t('delete_lead')}>
      <div className="grid gap-3">
        <ul className="grid list-disc gap-1.5 pl-5 text-[13.5px]">
          {WHAT_HAPPENS.map((fact) => (
            <li key={fact}>{t(fact)}</li>
          ))}
        </ul>
        <FormAlert message={remove.error && errorText(remove.error)} />
        <div className="mt-1 grid gap-2">
          <Button wide look="danger" busy={remove.isPending} onClick={submit}>
            {t('delete_submit')}
          </Button>
          <Button wide look="plain" onClick={onClose}>
            {t('delete_cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
