import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { create } from 'zustand';

/** The parts of lists that the reader has opened, by key: they are open again when one comes back to the list. */
const useFolds = create<{ open: ReadonlySet<string> }>(() => ({ open: new Set() }));

/** Returns whether a part is open, and a function that opens or closes it. */
export function useFold(key: string): [isOpen: boolean, toggle: () => void] {
  const isOpen = useFolds(({ open }) => open.has(key));
  const toggle = () =>
    useFolds.setState(({ open }) => ({ open: new Set(isOpen ? [...open].filter((other) => other !== key) : [...open, key]) }));
  return [isOpen, toggle];
}

interface FoldButtonProps {
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** The line at the end of a section that opens and closes a part of it. */
export function FoldButton({ isOpen, onToggle, children }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex h-11 w-full items-center gap-2 border-line px-3 text-left text-[13px] font-[550] text-muted not-first:border-t hover:bg-raised hover:text-text focus-visible:-outline-offset-2 md:px-4"
    >
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <ChevronDown size={16} aria-hidden className={`flex-none transition-transform ${isOpen ? 'rotate-180' : ''}`} />
    </button>
  );
}
