import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

export type TagTone = 'accent' | 'home' | 'warn' | 'good' | 'bad' | 'quiet';

/** On its own tint a colour is paler than on the page: towards the text's it can be read in both themes. */
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
