import { Minus, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';

interface StepperProps {
  /** What is counted. */
  label: string;
  value: number;
  /** From 0 to this. */
  max: number;
  onChange: (value: number) => void;
}

/** A small count, one more or one fewer by a press. */
export function Stepper({ label, value, max, onChange }: StepperProps) {
  const t = useTranslations('forecast');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside the buttons.
    <div role="group" aria-label={label} className="flex items-center gap-2">
      <span className="min-w-0 flex-1 truncate text-[13px]" title={label}>
        {label}
      </span>
      <Step name={t('lab_less', { what: label })} isEnd={value <= 0} onPress={() => onChange(value - 1)}>
        <Minus size={16} aria-hidden />
      </Step>
      <output className="num w-6 text-center text-[16px] font-bold">{value}</output>
      <Step name={t('lab_more', { what: label })} isEnd={value >= max} onPress={() => onChange(value + 1)}>
        <Plus size={16} aria-hidden />
      </Step>
    </div>
  );
}

interface StepProps {
  name: string;
  isEnd: boolean;
  onPress: () => void;
  children: React.ReactNode;
}

/** At its end it stays where the keyboard is, and does nothing. */
const Step = ({ name, isEnd, onPress, children }: StepProps) => (
  <button
    type="button"
    aria-label={name}
    aria-disabled={isEnd}
    onClick={() => !isEnd && onPress()}
    className="grid size-9 flex-none place-items-center rounded-control border border-line-strong hover:bg-raised aria-disabled:border-line aria-disabled:text-faint pointer-coarse:size-11"
  >
    {children}
  </button>
);
