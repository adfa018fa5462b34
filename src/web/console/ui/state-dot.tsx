import type { ReactNode } from 'react';

const TONES = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', quiet: 'text-muted' } as const;

/** A state in a word or two; the colour only repeats them. */
export const StateDot = ({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) => (
  <span className={`inline-flex items-center gap-1.5 font-[550] whitespace-nowrap ${TONES[tone]}`}>
    <span aria-hidden className="size-2 flex-none rounded-full bg-current" />
    {children}
  </span>
);
