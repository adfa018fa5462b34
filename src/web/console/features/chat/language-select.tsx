import { useTranslations } from 'use-intl';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { oneOf } from '#web/lib/address-values.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { QuietSelect } from '#web/ui/select-field.tsx';

/** Filters a list by the language of the room, or shows all. */
export function LanguageSelect({ value, onChange }: { value: Locale | undefined; onChange: (locale: Locale | undefined) => void }) {
  const t = useTranslations('admin_chat');
  return (
    <QuietSelect
      label={t('language')}
      value={value ?? ''}
      options={[{ value: '', label: t('any_language') }, ...LOCALES.map((locale) => ({ value: locale, label: LANGUAGES[locale].name }))]}
      onChange={(chosen) => onChange(oneOf(LOCALES, chosen))}
    />
  );
}
