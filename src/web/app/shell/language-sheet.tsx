import { lazy, Suspense, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { LANGUAGES } from '#web/lib/languages.ts';

const Opened = lazy(async () => ({ default: (await import('./language-sheet-opened.tsx')).LanguageSheetOpened }));

/** The phone's language button, and the sheet that it opens. */
export function LanguageSheet() {
  const t = useTranslations('shell');
  const { short } = LANGUAGES[useLocale()];
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  return (
    <>
      <button
        type="button"
        aria-label={`${t('language')}: ${short}`}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
        className="grid h-11 min-w-11 flex-none place-items-center rounded-control text-muted"
      >
        {short}
      </button>
      {state !== 'unused' && (
        <Suspense>
          <Opened isOpen={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
