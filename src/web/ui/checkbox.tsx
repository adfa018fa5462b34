import Check from 'lucide-react/icons/check';
import { Checkbox as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#web/lib/class-names.ts';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | null;
  name?: string;
}

interface BoxProps
  extends Pick<
    ComponentProps<typeof Radix.Root>,
    'id' | 'name' | 'disabled' | 'aria-label' | 'aria-invalid' | 'aria-describedby' | 'className'
  > {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox without a visible label, for places such as a table cell. */
export function TickBox({ checked, onChange, className, ...props }: BoxProps) {
  return (
    <Radix.Root
      {...props}
      checked={checked}
      onCheckedChange={(value) => onChange(value === true)}
      className={classNames(
        'grid size-5 flex-none place-items-center rounded-tag border data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=checked]:text-on-accent disabled:opacity-45',
        props['aria-invalid'] ? 'border-bad' : 'border-line-strong',
        className,
      )}
    >
      <Radix.Indicator>
        <Check size={14} strokeWidth={3} aria-hidden />
      </Radix.Indicator>
    </Radix.Root>
  );
}

export function Checkbox({ label, checked, onChange, error, name }: CheckboxProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <div className="flex items-start gap-2.5">
        <TickBox
          id={id}
          checked={checked}
          onChange={onChange}
          className="mt-px"
          {...(name !== undefined && { name })}
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        />
        <label htmlFor={id} className="cursor-pointer text-[13.5px] leading-[22px] text-muted">
          {label}
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className="pl-[30px] text-[12.5px] text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
