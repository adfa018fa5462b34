import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { errorText } from '#web/data/api-error.ts';
import { useOverview } from '#web/data/queries.tsx';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { useCancelErasure } from './api.ts';

/** Asks users who return before their account is erased whether to cancel the erasure; once per visit. */
export function CancelErasureDialog() {
  const t = useTranslations('account_closure');
  const format = useFormatter();
  const dueAt = useOverview().data?.deletion_due_at ?? null;
  const keep = useCancelErasure();
  const [isClosed, setClosed] = useState(false);
  const close = () => setClosed(true);
  const date = dueAt === null ? '' : format.dateTime(new Date(dueAt), 'day_time_year');
  return (
    <Dialog open={dueAt !== null && !isClosed} onClose={close} title={t('keep_title')} lead={t('keep_lead', { date })}>
      <div className="grid gap-2">
        <FormAlert message={keep.error && errorText(keep.error)} />
        <Button wide busy={keep.isPending} onClick={() => keep.mutate(undefined, { onSuccess: () => toast('success', t('kept')) })}>
          {t('keep_submit')}
        </Button>
        <Button wide look="plain" onClick={close}>
          {t('keep_later')}
        </Button>
      </div>
    </Dialog>
  );
}
