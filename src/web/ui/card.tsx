import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

interface CardProps {
  /** The card's heading; `aside` stands at its right end. */
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Card({ title, aside, children, className }: CardProps) {
  return (
    <section className={classNames('rounded-card border border-line bg-surface p-4', className)}>
      {title && (
        <header className="mb-3 flex items-center gap-2">
          <h2 className="min-w-0 text-[14px] font-[650]">{title}</h2>
          {aside && <div className="ml-auto text-[12px] font-medium whitespace-nowrap text-muted">{aside}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
