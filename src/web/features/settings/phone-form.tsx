import { type CountryCode, getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { Profile } from '#contract/profile.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { timeZone } from '#web/lib/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { ComboField, type ComboOption } from '#web/ui/combo-field.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { countryOfZone } from './time-zones.ts';

interface PhoneFormProps {
  profile: Profile;
  /** Sends a code to a number; throws the error if that fails. */
  onNumber: (phone: string) => Promise<void>;
  onCancel: () => void;
}

const ABOUT_NUMBER = ['invalid_phone', 'phone_taken'];

/** Field for a number in national or international format. */
export function PhoneForm({ profile, onNumber, onCancel }: PhoneFormProps) {
  const t = useTranslations('settings');
  const locale = useLocale();
  const field = useRef<HTMLInputElement>(null);
  const [country, setCountry] = useState(() => firstCountry(profile, locale));
  const [typed, setTyped] = useState(profile.phone_verified ? '' : (profile.phone ?? ''));
  const [numberProblem, setNumberProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const options = useMemo(() => callingOptions(locale), [locale]);

  function refuse(words: string) {
    setNumberProblem(words);
    field.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(null);
    if (typed.trim() === '') return refuse(t('phone_required'));
    // A number with a + includes its country.
    const number = parsePhoneNumberFromString(typed.normalize('NFKC').trim(), country);
    if (!number?.isPossible()) return refuse(t('phone_impossible'));
    setBusy(true);
    try {
      await onNumber(number.number);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && ABOUT_NUMBER.includes(error.code ?? '')) refuse(errorText(error));
      else setProblem(errorText(error));
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problem} />
      <div className="grid items-start gap-3.5 md:grid-cols-2">
        <ComboField
          label={t('phone_country')}
          chosen={options.find(({ value }) => value === country) ?? null}
          options={options}
          onChoose={(value) => setCountry(value as CountryCode)}
        />
        <TextField
          label={t('phone_number')}
          ref={field}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={typed}
          error={numberProblem}
          onChange={(event) => {
            setTyped(event.target.value);
            setNumberProblem(null);
          }}
        />
      </div>
      <p className="max-w-[60ch] text-[13px] text-muted">{t('phone_hold')}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="s" busy={isBusy}>
          {t('phone_send')}
        </Button>
        <Button look="plain" size="s" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

/** "Vietnam +84" */
function callingOptions(locale: string): ComboOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return getCountries()
    .map((code) => ({ value: code, label: `${names.of(code) ?? code} +${getCountryCallingCode(code)}` }))
    .sort((one, other) => compare(one.label, other.label));
}

/** Returns the profile's country, else that of the device's time zone, else the likeliest for the language. */
function firstCountry({ country }: Profile, locale: string): CountryCode {
  const likely = country ?? countryOfZone(timeZone());
  return getCountries().find((code) => code === likely) ?? LIKELIEST[locale] ?? 'US';
}
const LIKELIEST: Record<string, CountryCode> = { 'zh-CN': 'CN', vi: 'VN' };
