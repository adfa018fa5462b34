import { type ReactNode, useId } from 'react';
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
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames('flex flex-none rounded-control border border-line bg-surface p-[3px]', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex-1 cursor-pointer rounded-[7px] px-3.5 py-[5px] text-center font-[550] whitespace-nowrap text-muted transition-colors hover:text-text has-checked:bg-raised has-checked:text-text has-checked:shadow-[0_1px_2px_#0005] has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:py-2.5"
        >
          {/* Over the whole label, unseen: what is pressed is the real thing. */}
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
