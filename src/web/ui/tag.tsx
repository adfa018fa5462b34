import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

export type TagTone = 'accent' | 'home' | 'warn' | 'good' | 'bad' | 'quiet';

const TONES: Record<TagTone, string> = {
  accent: 'bg-accent-soft text-accent',
  home: 'bg-[color-mix(in_oklab,var(--home)_16%,transparent)] text-home',
  warn: 'bg-[color-mix(in_oklab,var(--warn)_15%,transparent)] text-warn',
  good: 'bg-[color-mix(in_oklab,var(--good)_15%,transparent)] text-good',
  bad: 'bg-[color-mix(in_oklab,var(--bad)_15%,transparent)] text-bad',
  quiet: 'bg-[color-mix(in_oklab,var(--line)_65%,transparent)] text-muted',
};

/** A state in a word or two. */
export function Tag({ tone = 'accent', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span className={classNames('rounded-chip px-2 py-0.5 text-[11.5px] font-semibold whitespace-nowrap', TONES[tone])}>{children}</span>
  );
}
