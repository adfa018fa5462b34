import { type ButtonHTMLAttributes, Children, cloneElement, type ReactElement } from 'react';
import { classNames } from '#web/lib/class-names.ts';

type Look = 'primary' | 'quiet' | 'plain' | 'danger';
type Size = 'm' | 's' | 'l';

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent font-[680] hover:brightness-105 disabled:bg-raised disabled:text-muted',
  quiet: 'border border-line-strong font-semibold hover:bg-raised disabled:text-faint',
  plain: 'font-[550] text-muted hover:bg-raised hover:text-text disabled:text-faint',
  danger: 'border border-bad font-semibold text-bad hover:bg-raised disabled:opacity-60',
};

const SIZES: Record<Size, string> = { s: 'h-9 px-3 text-[13px]', m: 'h-[42px] px-4', l: 'h-12 px-5 text-[15px]' };

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  size?: Size;
  /** Takes the whole width. */
  wide?: boolean;
  /** Work is in progress: it cannot be pressed again. */
  busy?: boolean;
  /** Applies the look to the only child, such as a link. */
  asChild?: boolean;
}

/** A button's label says what happens. At most one `primary` per view. */
export function Button({ look = 'primary', size = 'm', wide, busy, asChild, className, type, ...props }: ButtonProps) {
  const classes = classNames(
    'thumb inline-flex items-center justify-center gap-2 rounded-control whitespace-nowrap transition-colors duration-150',
    LOOKS[look],
    SIZES[size],
    wide && 'w-full',
    busy && 'cursor-progress opacity-80',
    className,
  );
  if (asChild) return cloneElement(Children.only(props.children) as ReactElement<{ className: string }>, { className: classes });
  return <button type={type ?? 'button'} {...props} className={classes} disabled={props.disabled || busy} aria-busy={busy || undefined} />;
}
