import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '#web/data/api-error.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormAlert } from './form.tsx';

interface RemovalDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  lead: string;
  /** The label of the confirming button. */
  submit: string;
  /** Throws the refusal. */
  onRemove: () => Promise<void>;
}

/** Asks for confirmation before a removal, and shows errors in place. */
export function RemovalDialog({ open, onClose, title, lead, submit, onRemove }: RemovalDialogProps) {
  const t = useTranslations('settings');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function close() {
    setProblem(null);
    onClose();
  }

  async function remove() {
    setProblem(null);
    setBusy(true);
    try {
      await onRemove();
      close();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open={open} onClose={close} title={title} lead={lead}>
      <div className="grid gap-2">
        <FormAlert message={problem} />
        <Button wide look="danger" busy={isBusy} onClick={() => void remove()}>
          {submit}
        </Button>
        <Button wide look="plain" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
