import { CloudOff } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorText, waitSeconds } from '#web/data/api-error.ts';
import { nowMs } from '#web/lib/clock.ts';
import { useTicking } from '#web/lib/use-now.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  /** What failed: "The matches could not be loaded". */
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** Something failed: what, why, and a button to try again. Where the server said when, that happens by itself. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const t = useTranslations('common');
  const seconds = waitSeconds(error);
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff size={28} />}
        title={title}
        hint={errorText(error)}
        action={
          <div className="grid justify-items-center gap-2.5">
            <Button look="quiet" onClick={onRetry}>
              {t('retry')}
            </Button>
            {seconds !== null && <RetryIn error={error} seconds={seconds} onRetry={onRetry} />}
          </div>
        }
      />
    </div>
  );
}

/** Counts the seconds down, and tries again at none; another refusal begins anew. */
function RetryIn({ error, seconds, onRetry }: { error: unknown; seconds: number; onRetry: () => void }) {
  const t = useTranslations('common');
  const planned = () => ({ error, untilMs: nowMs() + seconds * 1_000 });
  const [plan, setPlan] = useState(planned);
  if (plan.error !== error) setPlan(planned);
  const left = useTicking(1_000, (now) => Math.max(0, Math.ceil((plan.untilMs - now.getTime()) / 1_000)));
  const retry = useEffectEvent(onRetry);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) retry();
  }, [isOver]);
  // Not spoken anew every second: the alert is read out once.
  return (
    <p aria-live="off" className="text-[13px] text-muted tabular-nums">
      {t('retry_in', { seconds: left })}
    </p>
  );
}
