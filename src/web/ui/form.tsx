import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: ReactNode;
  /** The error in the input; read out with the field. */
  error?: string | null;
  hint?: ReactNode;
  /** Shown at the end of the field: a unit, a button. */
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
        {/* 16 px on a phone: Safari zooms into the page below that. */}
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

/** An email field, for which phones show a keyboard with an @. `autoComplete` is "username" if it is used to sign in. */
export function EmailField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'name'>) {
  return <TextField {...props} type="email" inputMode="email" name="email" />;
}

/** An error of the whole form; read out when it appears. */
export function FormAlert({ message }: { message?: string | null }) {
  if (!message) return null;
  return (
    <p role="alert" className="rounded-control bg-[color-mix(in_oklab,var(--bad)_8%,transparent)] px-3 py-2.5 text-[13.5px] text-bad">
      {message}
    </p>
  );
}

interface TextLinkProps {
  onPress: () => void;
  children: ReactNode;
}

/** A link from one dialog to another. */
export const TextLink = ({ onPress, children }: TextLinkProps) => (
  <button type="button" className="font-[620] text-accent hover:underline" onClick={onPress}>
    {children}
  </button>
);

/** "or", on a line between two options. */
export function Or({ className }: { className?: string }) {
  const t = useTranslations('oauth');
  return (
    <p
      className={classNames(
        'flex items-center gap-3 text-[12.5px] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line',
        className,
      )}
    >
      {t('or')}
    </p>
  );
}
