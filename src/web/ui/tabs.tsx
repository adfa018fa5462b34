import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';

interface TabsProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly { value: V; label: ReactNode; content: ReactNode }[];
}

/** Parts of one page, one on show at a time; keep the value in the URL. A bar too long for the screen scrolls, and shows that it does. */
export function Tabs<V extends string>({ label, value, onChange, tabs }: TabsProps<V>) {
  const { list, more, look } = useMore(value);
  return (
    <Radix.Root value={value} onValueChange={(chosen) => onChange(chosen as V)}>
      <div className="relative mb-4 border-b border-line">
        <Radix.List
          ref={list}
          aria-label={label}
          onScroll={look}
          // One pixel lower, so that the mark of the active tab covers the line.
          className="relative -mb-px flex gap-[22px] overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className="min-h-11 flex-none py-[11px] font-[580] whitespace-nowrap text-muted hover:text-text focus-visible:outline-offset-[-2px] data-[state=active]:text-text data-[state=active]:shadow-[inset_0_-2px_var(--accent)]"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {more.before && <Edge side="before" />}
        {more.after && <Edge side="after" />}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="rounded-card focus-visible:outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** What an edge hides of the bar, in pixels. */
const EDGE_WIDTH = 44;

/** Says that the bar goes on beyond its edge. */
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

/** Keeps the active tab in sight, and knows on which sides there is more to scroll to. */
function useMore(value: string) {
  const list = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ before: false, after: false });
  const look = () => {
    if (!list.current) return;
    const { scrollLeft, clientWidth, scrollWidth } = list.current;
    const seen = { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 };
    setMore((last) => (last.before === seen.before && last.after === seen.after ? last : seen));
  };
  // After every rendering: words grow and shrink with the language.
  useEffect(look);
  useEffect(() => {
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  });
  useEffect(() => {
    const bar = list.current;
    const tab = bar?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!bar || !tab) return;
    const [from, to] = [tab.offsetLeft - EDGE_WIDTH, tab.offsetLeft + tab.offsetWidth + EDGE_WIDTH];
    if (from < bar.scrollLeft) bar.scrollLeft = from;
    else if (to > bar.scrollLeft + bar.clientWidth) bar.scrollLeft = to - bar.clientWidth;
  }, [value]);
  return { list, more, look };
}
