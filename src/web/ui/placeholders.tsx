import CloudOff from 'lucide-react/icons/cloud-off';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorText, waitSeconds } from '#web/data/api-error.ts';
import { classNames } from '#web/lib/class-names.ts';
import { nowMs, useTicking } from '#web/lib/clock.ts';
import { Button } from './button.tsx';

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** What to do next. */
  hint?: ReactNode;
  action?: ReactNode;
}

/** Nothing to show, without an error: says so, and what to do next. */
export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-12 text-center">
      {icon && (
        <div aria-hidden className="mb-1 text-faint">
          {icon}
        </div>
      )}
      <p className="max-w-full text-[15px] font-[620] wrap-anywhere">{title}</p>
      {hint && <p className="max-w-[46ch] text-[13.5px] text-muted">{hint}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  /** What failed: "The matches could not be loaded". */
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** An error: what failed, why, and a button to try again. If the server said when, it retries automatically. */
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

/** Counts down the seconds, and retries at zero; another refusal starts over. */
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
  // Not announced every second: the alert is read out once.
  return (
    <p aria-live="off" className="text-[13px] text-muted tabular-nums">
      {t('retry_in', { seconds: left })}
    </p>
  );
}

/** A placeholder for loading content: give it the content's size, to avoid layout shifts. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames('animate-skeleton rounded-tag bg-[color-mix(in_oklab,var(--line)_65%,transparent)]', className)}
    />
  );
}
