import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface SelectFieldProps<V extends string> {
  label: ReactNode;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  className?: string;
}

/** One of many, by the system's own list: the best there is under a thumb. */
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
