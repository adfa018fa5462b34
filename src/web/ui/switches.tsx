import { type ReactNode, useId } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { LiveDot } from './match-marks.tsx';

interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch that takes effect at once. */
export function Switch({ label, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <span className="flex flex-none items-center gap-[9px]">
      <label htmlFor={id} className="cursor-pointer font-[550] text-muted">
        {label}
      </label>
      {/* The box is the track, the element before it the touch target, the one after it the knob. */}
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

interface SegmentedProps<V extends string> {
  /** The name of the choice, for screen readers. */
  label: string;
  value: V;
  options: readonly { value: V; label: ReactNode }[];
  onChange: (value: V) => void;
  className?: string;
}

/** A choice among a few options, all visible. */
export function Segmented<V extends string>({ label, value, options, onChange, className }: SegmentedProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames('flex flex-none rounded-control border border-line bg-surface p-[3px]', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex-1 cursor-pointer rounded-[7px] px-3.5 py-[5px] text-center font-[550] whitespace-nowrap text-muted transition-colors hover:text-text has-checked:bg-raised has-checked:text-text has-checked:shadow-[0_1px_2px_#0005] has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:py-2.5"
        >
          {/* An invisible input over the whole label receives the clicks. */}
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

interface ChipProps {
  pressed: boolean;
  onPress: () => void;
  /** Shown after the label. */
  count?: number | undefined;
  /** The chip for live matches is red and pulses. */
  live?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A filter that is on or off. */
export function Chip({ pressed, onPress, count, live, className, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        'thumb flex flex-none items-center gap-[7px] rounded-chip border px-[13px] py-1.5 font-[550] whitespace-nowrap transition-colors',
        pressed && 'bg-raised',
        live && 'border-[color-mix(in_oklab,var(--live)_45%,var(--line))] text-live',
        !live && (pressed ? 'border-line-strong text-text' : 'border-line text-muted hover:text-text'),
        className,
      )}
    >
      {live && <LiveDot />}
      {children}
      {count !== undefined && <span className="num">{count}</span>}
    </button>
  );
}
