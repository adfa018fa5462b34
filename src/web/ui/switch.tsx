import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, at once. */
export function Switch({ label, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <span className="flex flex-none items-center gap-[9px]">
      <label htmlFor={id} className="cursor-pointer font-[550] text-muted">
        {label}
      </label>
      {/* The box is the track, what comes before it the target of a thumb, what comes after it the knob. */}
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-5 w-[34px] flex-none cursor-pointer appearance-none rounded-chip bg-line-strong transition-colors before:absolute before:-inset-3 before:content-[''] after:absolute after:top-[3px] after:left-[3px] after:size-3.5 after:rounded-full after:bg-bg after:transition-transform after:content-[''] checked:bg-accent checked:after:translate-x-3.5 checked:after:bg-on-accent"
      />
    </span>
  );
}
