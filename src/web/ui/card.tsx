import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

interface CardProps {
  /** The card's heading; `aside` stands at its right end. */
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

const ASIDE = 'ml-auto text-[12px] font-medium text-muted';

export function Card({ title, aside, children, className }: CardProps) {
  // A long text gives way to the title; anything else, such as a link, is short.
  const isText = typeof aside === 'string';
  return (
    <section className={classNames('rounded-card border border-line bg-surface p-4', className)}>
      {title && (
        <header className="mb-3 flex items-center gap-2">
          <h2 className={classNames('text-[14px] font-[650]', isText ? 'max-w-[70%] flex-none' : 'min-w-0')}>{title}</h2>
          {aside && (
            <div title={isText ? aside : undefined} className={classNames(ASIDE, isText ? 'min-w-0 truncate' : 'whitespace-nowrap')}>
              {aside}
            </div>
          )}
        </header>
      )}
      {children}
    </section>
  );
}

/** A list of facts, each with a name and a value. */
export function FactList({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-1">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-4 border-b border-line py-2.5 last:border-0">
          <dt className="max-w-[64%] flex-none break-words text-muted">{label}</dt>
          <dd className="min-w-0 text-right font-[530] wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type TagTone = 'accent' | 'home' | 'warn' | 'good' | 'bad' | 'quiet';

/** On its own tint a colour has less contrast than on the page: mixed with the text's colour it is legible in both themes. */
const TONES: Record<TagTone, string> = {
  accent: 'bg-accent-soft text-accent',
  home: 'bg-[color-mix(in_oklab,var(--home)_16%,transparent)] text-[color-mix(in_oklab,var(--home)_80%,var(--text))]',
  warn: 'bg-[color-mix(in_oklab,var(--warn)_15%,transparent)] text-[color-mix(in_oklab,var(--warn)_80%,var(--text))]',
  good: 'bg-[color-mix(in_oklab,var(--good)_15%,transparent)] text-[color-mix(in_oklab,var(--good)_80%,var(--text))]',
  bad: 'bg-[color-mix(in_oklab,var(--bad)_15%,transparent)] text-[color-mix(in_oklab,var(--bad)_80%,var(--text))]',
  quiet: 'bg-[color-mix(in_oklab,var(--line)_65%,transparent)] text-muted',
};

/** A state in a word or two. */
export function Tag({ tone = 'accent', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span className={classNames('rounded-chip px-2 py-0.5 text-[11.5px] font-semibold whitespace-nowrap', TONES[tone])}>{children}</span>
  );
}
