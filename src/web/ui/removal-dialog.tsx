import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormAlert } from './form.tsx';

interface RemovalDialogProps extends RemovalFormProps {
  open: boolean;
  title: string;
  lead: string;
}

/** Asks for confirmation before a removal, and shows errors in place. */
export function RemovalDialog({ open, title, lead, ...form }: RemovalDialogProps) {
  return (
    <Dialog open={open} onClose={form.onClose} title={title} lead={lead}>
      <RemovalForm {...form} />
    </Dialog>
  );
}

interface RemovalFormProps {
  onClose: () => void;
  /** The label of the confirming button. */
  submit: string;
  /** The label of the other button, if not "Cancel". */
  cancel?: string;
  /** Says more about what happens. */
  children?: ReactNode;
  /** Throws the error if it is refused. */
  onRemove: () => Promise<void>;
}

function RemovalForm({ onClose, submit, cancel, children, onRemove }: RemovalFormProps) {
  const t = useTranslations('settings');
  const { form, problems, isBusy } = useSubmit({
    send: async () => {
      await onRemove();
      onClose();
      return LEAVING;
    },
  });
  return (
    <form {...form} className="grid gap-3">
      {children}
      <FormAlert message={problems.form} />
      <div className="grid gap-2">
        <Button type="submit" wide look="danger" busy={isBusy}>
          {submit}
        </Button>
        <Button wide look="plain" onClick={onClose}>
          {cancel ?? t('cancel')}
        </Button>
      </div>
    </form>
  );
}
