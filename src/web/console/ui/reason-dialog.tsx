import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { LongField } from './long-field.tsx';

/** As in the contract (`reason` of contract/audit.ts). */
const LENGTH_MAX = 500;

interface ReasonDialogProps {
  title: ReactNode;
  /** The consequence, in a sentence. */
  lead?: ReactNode;
  /** The label of the confirming button. */
  submit: string;
  look?: 'primary' | 'danger';
  /** A note is optional, a reason required; `none` asks for neither. */
  asks?: 'reason' | 'note' | 'none';
  /** The readers of the reason, if not only admins. */
  reasonHint?: string;
  /** Further fields, above the reason. */
  children?: ReactNode;
  onClose: () => void;
  /** The action; a thrown refusal is shown here. Closes afterwards. */
  onConfirm: (reason: string) => Promise<unknown>;
}

/** Asks for confirmation and a reason before an action in the console. Mount it only while open: each time it starts empty. */
export function ReasonDialog({
  title,
  lead,
  submit,
  look = 'primary',
  asks = 'reason',
  reasonHint,
  children,
  onClose,
  onConfirm,
}: ReasonDialogProps) {
  const t = useTranslations('admin');
  const [reason, setReason] = useState('');
  const given = reason.trim();
  const { form, problems, isBusy, forgive } = useSubmit<'reason'>({
    check: () => (asks === 'reason' && given === '' ? { reason: t('reason_required') } : {}),
    send: async () => {
      await onConfirm(given);
      onClose();
      return LEAVING;
    },
  });

  function change(text: string) {
    setReason(text);
    forgive('reason');
  }

  return (
    <Dialog open onClose={onClose} title={title} lead={lead}>
      <form {...form} className="grid gap-3.5">
        <FormAlert message={problems.form} />
        {children}
        {asks !== 'none' && (
          <LongField
            label={t(asks === 'note' ? 'reason_optional' : 'reason')}
            value={reason}
            lengthMax={LENGTH_MAX}
            onChange={change}
            hint={reasonHint ?? t('reason_hint')}
            error={problems.reason}
          />
        )}
        <div className="grid gap-2">
          <Button type="submit" wide look={look} busy={isBusy}>
            {submit}
          </Button>
          <Button wide look="plain" onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
