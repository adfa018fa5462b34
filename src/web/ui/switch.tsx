import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <span className="flex flex-none items-center gap-[9px]">
      <label htmlFor={id} className="cursor-pointer font-[550] text-muted">
        {label}
      </label>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        className="relative h-5 w-[34px] flex-none rounded-chip bg-line-strong transition-colors before:absolute before:-inset-3 before:content-[''] data-[state=checked]:bg-accent"
      >
        <Radix.Thumb className="block size-3.5 translate-x-[3px] rounded-full bg-bg transition-transform data-[state=checked]:translate-x-[17px] data-[state=checked]:bg-on-accent" />
      </Radix.Root>
    </span>
  );
}
