import { Check } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { LANGUAGES } from '#web/lib/languages.ts';
import { useLooks } from '#web/lib/use-looks.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

/** The phone's language button, and the sheet that it opens. */
export function LanguageSheet() {
  const t = useTranslations('shell');
  const { short } = LANGUAGES[useLocale()];
  const [isOpen, setOpen] = useState(false);
  const { language, theme } = useLooks();
  return (
    <>
      <button
        type="button"
        aria-label={`${language.label}: ${short}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="grid h-11 min-w-11 flex-none place-items-center rounded-control text-muted"
      >
        {short}
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={language.label}>
        <ul className="mb-4 grid gap-1">
          {language.options.map(({ value, label }) => (
            <li key={value}>
              <button
                type="button"
                lang={value}
                aria-pressed={value === language.value}
                onClick={() => {
                  language.onChange(value);
                  setOpen(false);
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
    </>
  );
}
