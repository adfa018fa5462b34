import { useLocale, useTranslations } from 'use-intl';
import { LANGUAGES } from '#web/lib/languages.ts';
import { useLooks } from '#web/lib/use-looks.ts';
import { Menu, MenuChoice, MenuLine } from '#web/ui/menu.tsx';

/** The desktop's choice of language and theme. */
export function LanguageMenu() {
  const t = useTranslations('shell');
  const looks = useLooks();
  const { short } = LANGUAGES[useLocale()];
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${t('language')}, ${t('theme')}: ${short}`}
          className="thumb grid h-9 min-w-9 place-items-center rounded-control px-1.5 text-muted hover:text-text"
        >
          {short}
        </button>
      }
    >
      <MenuChoice {...looks.language} />
      <MenuLine />
      <MenuChoice {...looks.theme} />
    </Menu>
  );
}
