import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

interface SegmentedProps<V extends string> {
  /** What is chosen between, for screen readers. */
  label: string;
  value: V;
  options: readonly { value: V; label: ReactNode }[];
  onChange: (value: V) => void;
  className?: string;
}

/** One of a few, all on show. */
export function Segmented<V extends string>({ label, value, options, onChange, className }: SegmentedProps<V>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // Pressing the chosen one again gives '': one is always chosen.
      onValueChange={(chosen) => chosen !== '' && onChange(chosen as V)}
      className={classNames('flex flex-none rounded-control border border-line bg-surface p-[3px]', className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="flex-1 rounded-[7px] px-3.5 py-[5px] font-[550] whitespace-nowrap text-muted transition-colors hover:text-text data-[state=on]:bg-raised data-[state=on]:text-text data-[state=on]:shadow-[0_1px_2px_#0005] pointer-coarse:py-2.5"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
