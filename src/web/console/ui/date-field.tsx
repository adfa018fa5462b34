interface DateFieldProps {
  label: string;
  /** YYYY-MM-DD, or '' for none. */
  value: string;
  min?: string;
  max?: string;
  onChange: (date: string) => void;
}

/** A day, by the system's own calendar: for the filters of a list. */
export const DateField = ({ label, value, min, max, onChange }: DateFieldProps) => (
  <label className="flex h-9 items-center gap-2 rounded-control border border-line-strong bg-surface pl-3 text-[13px] text-muted pointer-coarse:h-11">
    {label}
    <input
      type="date"
      value={value}
      {...(min && { min })}
      {...(max && { max })}
      onChange={({ target }) => onChange(target.value)}
      className="h-full rounded-control bg-transparent pr-2 text-[16px] text-text md:text-[14px]"
    />
  </label>
);
