import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';

/** A filter that has no control of its own in the bar, with a way out of it. */
export function FilterTag({ label, onRemove }: { label: string; onRemove: () => void }) {
  const t = useTranslations('matches');
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={t('remove_filter', { filter: label })}
      className="thumb inline-flex max-w-full items-center gap-1.5 rounded-chip bg-accent-soft px-3 py-1 text-[13px] font-[550] text-accent"
    >
      <span className="truncate">{label}</span>
      <X size={14} aria-hidden className="flex-none" />
    </button>
  );
}
