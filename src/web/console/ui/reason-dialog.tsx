import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '#web/data/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { LongField } from './long-field.tsx';

/** As long as the contract takes it (`reason` of contract/audit.ts). */
const LENGTH_MAX = 500;

interface ReasonDialogProps {
  title: ReactNode;
  /** What will happen, in a sentence. */
  lead?: ReactNode;
  /** What the button says that does it. */
  submit: string;
  look?: 'primary' | 'danger';
  /** A note may be left out, a reason may not; `none` asks for neither. */
  asks?: 'reason' | 'note' | 'none';
  /** Who reads the reason, where it is not admins alone. */
  reasonHint?: string;
  /** Further fields, above the reason. */
  children?: ReactNode;
  onClose: () => void;
  /** Does it; throws what it was refused with, which is then said here. Closed afterwards. */
  onConfirm: (reason: string) => Promise<unknown>;
}

/** Asks once more before something is done in the console, and why. Show it while it is wanted: opened again, it is empty. */
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
  const [isMissing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    const given = reason.trim();
    setMissing(asks === 'reason' && given === '');
    if (asks === 'reason' && given === '') return;
    setProblem(null);
    setBusy(true);
    try {
      await onConfirm(given);
      onClose();
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} title={title} lead={lead}>
      <form noValidate onSubmit={confirm} className="grid gap-3.5">
        <FormAlert message={problem} />
        {children}
        {asks !== 'none' && (
          <LongField
            label={t(asks === 'note' ? 'reason_optional' : 'reason')}
            value={reason}
            lengthMax={LENGTH_MAX}
            onChange={setReason}
            hint={reasonHint ?? t('reason_hint')}
            error={isMissing ? t('reason_required') : null}
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
