import Check from 'lucide-react/icons/check';
import { useTranslations } from 'use-intl';
import { useLooks } from '#web/lib/use-appearance.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Segmented } from '#web/ui/switches.tsx';

/** The phone's choice of language and theme. */
export function LanguageSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell');
  const { language, theme } = useLooks();
  return (
    <Dialog open onClose={onClose} title={language.label}>
      <ul className="mb-4 grid gap-1">
        {language.options.map(({ value, label }) => (
          <li key={value}>
            <button
              type="button"
              lang={value}
              aria-pressed={value === language.value}
              onClick={() => {
                language.onChange(value);
                onClose();
              }}
              className="flex h-12 w-full items-center rounded-control px-3 text-[15px] font-[550] aria-pressed:bg-raised"
            >
              {label}
              {value === language.value && <Check size={18} aria-hidden className="ml-auto text-accent" />}
            </button>
          </li>
        ))}
      </ul>
      <h3 className="mb-2 text-[12.5px] font-[550] text-muted">{t('theme')}</h3>
      <Segmented {...theme} className="w-full" />
    </Dialog>
  );
}
