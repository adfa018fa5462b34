import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** What to do next. */
  hint?: ReactNode;
  action?: ReactNode;
}

/** Nothing is here, and that is no fault: says so, and what to do next. */
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
