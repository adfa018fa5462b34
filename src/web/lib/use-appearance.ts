import { useTranslations } from 'use-intl';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { chooseTheme, THEMES, useTheme } from './appearance.ts';
import { LANGUAGES } from './languages.ts';

/** The choices of language and theme, for the desktop's menu, the phone's sheet and the settings. */
export function useLooks() {
  const t = useTranslations('shell');
  const locale = useLocale();
  const { theme } = useTheme();
  return {
    language: {
      label: t('language'),
      value: locale,
      options: LOCALES.map((value) => ({ value, label: LANGUAGES[value].name, lang: value })),
      onChange: switchLanguage,
    },
    theme: {
      label: t('theme'),
      value: theme,
      options: THEMES.map((value) => ({ value, label: t(`theme_${value}`) })),
      onChange: chooseTheme,
    },
  };
}

/** The translations have to be loaded: if that fails, the page stays as it is. */
const switchLanguage = (locale: Locale): void => void chooseLocale(locale).catch((error) => toast('error', errorText(error)));
