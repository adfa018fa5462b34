import { type ReactNode, useId } from 'react';

interface LongFieldProps {
  label: ReactNode;
  value: string;
  lengthMax: number;
  onChange: (text: string) => void;
  /** Its readers, or its purpose. */
  hint?: ReactNode;
  /** The error; replaces the hint. */
  error?: string | null;
  rows?: number;
}

/** A multi-line text field. */
export function LongField({ label, value, lengthMax, onChange, hint, error, rows = 3 }: LongFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-[12.5px] font-[550] text-muted">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        maxLength={lengthMax}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        className={`rounded-control border bg-bg px-3 py-2 text-[16px] md:text-[14px] ${error ? 'border-bad' : 'border-line-strong'}`}
      />
      {note && (
        <p id={`${id}-note`} className={`text-[12.5px] ${error ? 'text-bad' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
