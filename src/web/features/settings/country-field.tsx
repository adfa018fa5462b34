import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { allCountries } from '#domain/country.ts';
import { ComboField, type ComboOption } from '#web/ui/combo-field.tsx';

interface CountryFieldProps {
  /** Two capital letters; '' where none is given. */
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

/** Every country, by its name in the reader's language; or none. */
export function CountryField({ value, error, onChange }: CountryFieldProps) {
  const t = useTranslations('settings');
  const locale = useLocale();
  const none = t('none');
  const options = useMemo(() => [{ value: '', label: none }, ...countryOptions(locale)], [locale, none]);
  const chosen = options.find((option) => option.value === value) ?? null;
  return <ComboField label={t('country')} chosen={chosen} options={options} onChoose={onChange} error={error} />;
}

/** All countries, in the order of a dictionary of that language. */
function countryOptions(locale: string): ComboOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return allCountries()
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => compare(one.label, other.label));
}
