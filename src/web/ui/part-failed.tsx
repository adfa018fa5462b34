import { type ReactElement, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from './button.tsx';
import { EmptyState } from './placeholders.tsx';

interface PartFailedProps {
  /** What could not be loaded, if not a whole page. */
  title?: string;
  error?: unknown;
}

/** Stands in for what crashed, or could not be loaded because a new version was installed meanwhile: reloading the page fixes both. */
export function PartFailed({ title }: PartFailedProps) {
  const t = useTranslations('shell');
  return (
    <div role="alert">
      <EmptyState
        title={title ?? t('crashed')}
        hint={t('crashed_hint')}
        action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      />
    </div>
  );
}

interface DialogFailedProps {
  error: unknown;
  /** Closes the dialog, so that the next press tries again. */
  onClose?: () => void;
  /** The button of a menu, which stays. */
  trigger?: ReactElement;
}

/** Says in a toast that a dialog or a menu could not be loaded, as it has no place on the page. */
export function DialogFailed({ error, onClose, trigger }: DialogFailedProps) {
  useEffect(() => {
    toast('error', errorText(error));
    onClose?.();
  }, [error, onClose]);
  return trigger;
}
