import { lazy } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { LANGUAGES } from '#web/lib/languages.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';

const Opened = lazy(async () => ({ default: (await import('./language-menu-opened.tsx')).LanguageMenuOpened }));

/** The desktop's button for language and theme, and the menu that it opens. */
export function LanguageMenu() {
  const t = useTranslations('shell');
  const { short } = LANGUAGES[useLocale()];
  return (
    <MenuButton
      Opened={Opened}
      aria-label={`${t('language')}, ${t('theme')}: ${short}`}
      className="thumb grid h-9 min-w-9 place-items-center rounded-control px-1.5 text-muted hover:text-text"
    >
      {short}
    </MenuButton>
  );
}
