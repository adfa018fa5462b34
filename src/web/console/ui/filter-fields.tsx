import Search from 'lucide-react/icons/search';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useHotkey } from '#web/lib/keyboard.ts';

/** Typing pauses this long before a list is asked for. */
const SETTLED_MS = 300;

/** Holds what is being typed, and passes it on, trimmed, after a short pause. `value` is what the address has. */
function useSettledText(value: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  // The address changed by other means: going back, or clearing all filters.
  if (value !== told) {
    setTold(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const tell = useEffectEvent((text: string) => {
    setTold(text);
    onChange(text);
  });
  useEffect(() => {
    const text = typed.trim();
    if (text === value) return;
    const timer = setTimeout(() => tell(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return [typed, setTyped] as const;
}

interface SearchFieldProps {
  /** The searched items: the name for screen readers, and the placeholder. */
  label: string;
  /** The value in the address. */
  value: string;
  lengthMax?: number;
  /** Receives the text after a short pause in typing. */
  onChange: (text: string) => void;
}

/** Searches a list as the user types; "/" focuses it. */
export function SearchField({ label, value, lengthMax = 120, onChange }: SearchFieldProps) {
  const t = useTranslations('admin');
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useSettledText(value, onChange);
  useHotkey('/', () => field.current?.focus());
  return (
    <div className="relative min-w-[200px] flex-1 md:max-w-[360px]">
      <Search size={16} aria-hidden className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label || t('search')}
        maxLength={lengthMax}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="h-9 w-full rounded-control border border-line-strong bg-surface pr-3 pl-9 text-[16px] placeholder:text-faint md:text-[14px] pointer-coarse:h-11"
      />
    </div>
  );
}

/** A whole number to filter by, in digits. */
export function NumberField({ label, value, lengthMax, onChange }: Required<SearchFieldProps>) {
  const [typed, setTyped] = useSettledText(value, onChange);
  return (
    <input
      inputMode="numeric"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={lengthMax}
      onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
      className="num h-9 w-[120px] rounded-control border border-line-strong bg-surface px-3 text-[16px] placeholder:text-faint md:text-[14px] pointer-coarse:h-11"
    />
  );
}

interface DateFieldProps {
  label: string;
  /** YYYY-MM-DD, or '' for none. */
  value: string;
  min?: string;
  max?: string;
  onChange: (date: string) => void;
}

/** A day, chosen in the system's calendar, for list filters. */
export const DateField = ({ label, value, min, max, onChange }: DateFieldProps) => (
  <label className="flex h-9 items-center gap-2 rounded-control border border-line-strong bg-surface pl-3 text-[13px] text-muted pointer-coarse:h-11">
    {label}
    <input
      type="date"
      value={value}
      {...(min && { min })}
      {...(max && { max })}
      onChange={({ target }) => onChange(target.value)}
      className="h-full rounded-control bg-transparent pr-2 text-[16px] text-text md:text-[14px]"
    />
  </label>
);
