import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { useDeleteAccount, useExport } from './api.ts';

/** Offers the export of the user's data and the deletion of the account. `onLeft` signs this device out. */
export function DataCard({ onLeft }: { onLeft: () => void }) {
  const t = useTranslations('account_closure');
  const save = useExport();
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={t('heading')}>
      <p className="max-w-[60ch] text-[13px] text-muted">{t('export_hint')}</p>
      <div className="mt-3 grid gap-3">
        <FormAlert message={save.error && `${t('export_failed')} ${errorText(save.error)}`} />
        <div>
          <Button
            size="s"
            look="quiet"
            busy={save.isPending}
            onClick={() => save.mutate(undefined, { onSuccess: () => toast('success', t('exported')) })}
          >
            {t('export')}
          </Button>
        </div>
      </div>
      <p className="mt-5 max-w-[60ch] border-t border-line pt-4 text-[13px] text-muted">{t('delete_hint')}</p>
      <Button size="s" look="danger" className="mt-3" onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      <DeleteDialog isOpen={isAsking} onClose={() => setAsking(false)} onLeft={onLeft} />
    </Card>
  );
}

interface DeleteDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onLeft: () => void;
}

const WHAT_HAPPENS = ['delete_points', 'delete_bets', 'delete_data', 'delete_grace'] as const;

/** Says what happens to the user's data, and asks for confirmation. */
function DeleteDialog({ isOpen, onClose, onLeft }: DeleteDialogProps) {
  const t = useTranslations('account_closure');
  const format = useFormatter();
  const remove = useDeleteAccount();

  async function submit() {
    const { due_at } = await remove.mutateAsync();
    onClose();
    onLeft();
    toast('info', t('delete_asked', { date: format.dateTime(new Date(due_at), 'day_time') }));
  }

  return (
    <RemovalDialog
      open={isOpen}
      onClose={onClose}
      title={t('delete_title')}
      lead={t('delete_lead')}
      submit={t('delete_submit')}
      cancel={t('delete_cancel')}
      onRemove={submit}
    >
      <ul className="mb-1 grid list-disc gap-1.5 pl-5 text-[13.5px]">
        {WHAT_HAPPENS.map((fact) => (
          <li key={fact}>{t(fact)}</li>
        ))}
      </ul>
    </RemovalDialog>
  );
}
