import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly { value: V; label: ReactNode; content: ReactNode }[];
}

/** Parts of one page, one on show at a time; keep the value in the URL. */
export function Tabs<V extends string>({ label, value, onChange, tabs }: TabsProps<V>) {
  return (
    <Radix.Root value={value} onValueChange={(chosen) => onChange(chosen as V)}>
      <Radix.List aria-label={label} className="mb-4 flex gap-[22px] overflow-x-auto border-b border-line [scrollbar-width:none]">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="flex-none py-[11px] font-[580] whitespace-nowrap text-muted hover:text-text focus-visible:outline-offset-[-2px] data-[state=active]:text-text data-[state=active]:shadow-[inset_0_-2px_var(--accent)]"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} tabIndex={-1} className="outline-none">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
