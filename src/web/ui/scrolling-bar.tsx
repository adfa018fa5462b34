import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Slot } from 'radix-ui';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { classNames } from '#web/lib/class-names.ts';

interface ScrollingBarProps {
  /** The bar's current entry; when it changes, it is scrolled into view. */
  active: string;
  className?: string;
  /** The bar: one element, whose current entry is marked by `aria-selected` or `aria-current="page"`. */
  children: ReactElement;
}

/** A row of tabs or links. If too long for the screen it scrolls, and shows that it does. */
export function ScrollingBar({ active, className, children }: ScrollingBarProps) {
  const { bar, more, look } = useMore(active);
  return (
    <div className={classNames('relative', className)}>
      <Slot.Root ref={bar} onScroll={look} className="relative flex overflow-x-auto overscroll-x-contain [scrollbar-width:none]">
        {children}
      </Slot.Root>
      {more.before && <Edge side="before" />}
      {more.after && <Edge side="after" />}
    </div>
  );
}

/** The part of the bar that an edge covers, in pixels. */
const EDGE_WIDTH = 44;

/** Shows that the bar continues beyond its edge. */
function Edge({ side }: { side: 'before' | 'after' }) {
  const Chevron = side === 'before' ? ChevronLeft : ChevronRight;
  return (
    <span
      aria-hidden
      data-more={side}
      className={classNames(
        'pointer-events-none absolute inset-y-0 flex w-11 items-center text-muted',
        side === 'before'
          ? 'left-0 justify-start bg-[linear-gradient(to_right,var(--bg)_55%,transparent)]'
          : 'right-0 justify-end bg-[linear-gradient(to_left,var(--bg)_55%,transparent)]',
      )}
    >
      <Chevron size={16} />
    </span>
  );
}

/** Keeps the current entry in view, and knows on which sides the bar continues. */
function useMore(active: string) {
  const bar = useRef<HTMLElement>(null);
  const locale = useLocale();
  const [more, setMore] = useState({ before: false, after: false });
  const look = () => {
    if (!bar.current) return;
    const { scrollLeft, clientWidth, scrollWidth } = bar.current;
    const seen = { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 };
    setMore((last) => (last.before === seen.before && last.after === seen.after ? last : seen));
  };
  // After every render: text changes its width with the language.
  useEffect(look);
  useEffect(() => {
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  });
  useEffect(() => {
    if (bar.current) showActive(bar.current);
  }, [active, locale]);
  return { bar, more, look };
}

function showActive(bar: HTMLElement): void {
  const entry = bar.querySelector<HTMLElement>('[aria-selected="true"], [aria-current="page"]');
  if (!entry) return;
  const [from, to] = [entry.offsetLeft - EDGE_WIDTH, entry.offsetLeft + entry.offsetWidth + EDGE_WIDTH];
  if (from < bar.scrollLeft) bar.scrollLeft = from;
  else if (to > bar.scrollLeft + bar.clientWidth) bar.scrollLeft = to - bar.clientWidth;
}
