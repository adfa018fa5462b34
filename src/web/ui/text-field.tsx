import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from '#web/lib/class-names.ts';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: ReactNode;
  /** What is wrong with what was typed; it is read out with the field. */
  error?: string | null;
  hint?: ReactNode;
  /** Stands at the end of the field: a unit, a button. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, error, hint, trailing, className, ref, ...props }: TextFieldProps) {
  const id = useId();
  const described = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-[12.5px] font-[550] text-muted">
        {label}
      </label>
      <div
        className={classNames(
          'flex h-[42px] items-center rounded-control border bg-bg focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent',
          error ? 'border-bad' : 'border-line-strong',
        )}
      >
        {/* 16 px on a phone: below that Safari zooms into the page. */}
        <input
          {...props}
          id={id}
          ref={ref}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className="h-full min-w-0 flex-1 rounded-control bg-transparent px-3 text-[16px] outline-none placeholder:text-faint md:text-[14px]"
        />
        {trailing}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-[12.5px] text-bad">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="text-[12.5px] text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}
