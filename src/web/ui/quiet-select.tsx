import { ChevronDown } from 'lucide-react';
import { classNames } from '#web/lib/class-names.ts';

interface QuietSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  className?: string;
}

/** One of many beside a heading, by the system's own list; its label is for screen readers. */
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
