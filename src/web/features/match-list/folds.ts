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
