import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId } from 'react';
import { classNames } from '#web/lib/class-names.ts';

interface SelectFieldProps<V extends string> {
  label: ReactNode;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  className?: string;
}

/** A choice in the system's own list, which is easiest to use by thumb. */
export function SelectField<V extends string>({ label, value, options, onChange, className }: SelectFieldProps<V>) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-[12.5px] font-[550] text-muted">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value as V)}
          className="h-[42px] w-full appearance-none rounded-control border border-line-strong bg-bg pr-9 pl-3 text-[16px] text-text md:text-[14px] pointer-coarse:h-11"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} className="bg-surface">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted" />
      </div>
    </div>
  );
}

interface QuietSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  className?: string;
}

/** A choice beside a heading, in the system's own list; its label is for screen readers. */
export function QuietSelect({ label, value, options, onChange, className }: QuietSelectProps) {
  return (
    <span className={classNames('relative inline-flex min-w-0 items-center', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 w-full min-w-0 appearance-none truncate rounded-control border border-line-strong bg-surface pr-9 pl-3 text-[16px] font-[550] md:text-[14px] pointer-coarse:h-11"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden className="pointer-events-none absolute right-2.5 text-muted" />
    </span>
  );
}
