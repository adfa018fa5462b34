import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { classNames } from '#web/lib/class-names.ts';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | null;
  name?: string;
}

export function Checkbox({ label, checked, onChange, error, name }: CheckboxProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <div className="flex items-start gap-2.5">
        <Radix.Root
          id={id}
          name={name}
          checked={checked}
          onCheckedChange={(value) => onChange(value === true)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={classNames(
            'mt-px grid size-5 flex-none place-items-center rounded-tag border data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=checked]:text-on-accent',
            error ? 'border-bad' : 'border-line-strong',
          )}
        >
          <Radix.Indicator>
            <Check size={14} strokeWidth={3} aria-hidden />
          </Radix.Indicator>
        </Radix.Root>
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
