import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

interface FactLineProps {
  label: ReactNode;
  children: ReactNode;
  /** Words rather than a number. */
  isText?: boolean;
}

/** A fact on a line of its own, inside a <dl>. */
export function FactLine({ label, children, isText }: FactLineProps) {
  return (
    <div className="flex items-baseline justify-between gap-3.5">
      <dt className="text-muted">{label}</dt>
      <dd className={classNames('max-w-[64%] flex-none text-right', isText ? 'font-[580]' : 'num font-bold')}>{children}</dd>
    </div>
  );
}
