import { CloudOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { errorText } from '#web/lib/api-error.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  /** What failed: "The matches could not be loaded". */
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** Something failed: what, why, and a button to try again. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const t = useTranslations('common');
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff size={28} />}
        title={title}
        hint={errorText(error)}
        action={
          <Button look="quiet" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  );
}
