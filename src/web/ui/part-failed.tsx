import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { ErrorState } from './placeholders.tsx';

interface PartFailedProps {
  /** What could not be loaded. */
  title?: string;
  error: unknown;
}

/** Stands in for a part of a page (`lazyPart`) that could not be loaded. Reloading the page loads it, or a newer version's. */
export function PartFailed({ title, error }: PartFailedProps) {
  const t = useTranslations('common');
  return <ErrorState title={title ?? t('part_failed')} error={error} onRetry={() => window.location.reload()} />;
}

interface DialogFailedProps {
  error: unknown;
  /** Closes the dialog, so that the next press tries again. */
  onClose?: () => void;
}

/** Says in a toast that a dialog or a menu could not be loaded, as it has no place on the page. */
export function DialogFailed({ error, onClose }: DialogFailedProps) {
  const fail = useEffectEvent(() => {
    toast('error', errorText(error));
    onClose?.();
  });
  useEffect(() => fail(), []);
  return null;
}
