import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { ScrollingBar } from './scrolling-bar.tsx';

interface TabsProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly { value: V; label: ReactNode; content: ReactNode }[];
}

/** Parts of a page, one visible at a time; keep the value in the URL. */
export function Tabs<V extends string>({ label, value, onChange, tabs }: TabsProps<V>) {
  return (
    <Radix.Root value={value} onValueChange={(chosen) => onChange(chosen as V)}>
      <ScrollingBar active={value} className="mb-4 border-b border-line">
        {/* One pixel lower, so that the active tab's mark covers the line. */}
        <Radix.List aria-label={label} className="-mb-px gap-[22px]">
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
      </ScrollingBar>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="rounded-card focus-visible:outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
