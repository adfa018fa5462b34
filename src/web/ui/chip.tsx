import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { LiveDot } from './live-dot.tsx';

interface ChipProps {
  pressed: boolean;
  onPress: () => void;
  /** Shown behind the words. */
  count?: number | undefined;
  /** The chip of what is live is red and breathes. */
  live?: boolean;
  children: ReactNode;
}

/** A filter that is on or off. */
export function Chip({ pressed, onPress, count, live, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        'thumb flex flex-none items-center gap-[7px] rounded-chip border px-[13px] py-1.5 font-[550] whitespace-nowrap transition-colors',
        pressed && 'bg-raised',
        live && 'border-[color-mix(in_oklab,var(--live)_45%,var(--line))] text-live',
        !live && (pressed ? 'border-line-strong text-text' : 'border-line text-muted hover:text-text'),
      )}
    >
      {live && <LiveDot />}
      {children}
      {count !== undefined && <span className="num">{count}</span>}
    </button>
  );
}
