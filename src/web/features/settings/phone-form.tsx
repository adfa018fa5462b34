import { type CountryCode, getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/profile.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { timeZone } from '#web/lib/dates.ts';
import { byField, LEAVING, useSubmit } from '#web/lib/use-submit.ts';
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

const refused = byField({ invalid_phone: 'number', phone_taken: 'number' });

/** Field for a number in national or international format. */
export function PhoneForm({ profile, onNumber, onCancel }: PhoneFormProps) {
  const t = useTranslations('settings');
  const locale = useLocale();
  const [country, setCountry] = useState(() => firstCountry(profile, locale));
  const [typed, setTyped] = useState(profile.phone_verified ? '' : (profile.phone ?? ''));
  const options = useMemo(() => callingOptions(locale), [locale]);
  // A number with a + includes its country.
  const parsed = () => parsePhoneNumberFromString(typed.normalize('NFKC').trim(), country);
  const { form, problems, isBusy, forgive } = useSubmit({
    check: () => {
      if (typed.trim() === '') return { number: t('phone_required') };
      return parsed()?.isPossible() ? {} : { number: t('phone_impossible') };
    },
    send: async () => {
      await onNumber(parsed()?.number ?? typed);
      return LEAVING;
    },
    refused,
  });

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <div className="grid items-start gap-3.5 md:grid-cols-2">
        <ComboField
          label={t('phone_country')}
          chosen={options.find(({ value }) => value === country) ?? null}
          options={options}
          onChoose={(value) => setCountry(value as CountryCode)}
        />
        <TextField
          label={t('phone_number')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={typed}
          error={problems.number}
          onChange={(event) => {
            setTyped(event.target.value);
            forgive('number');
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
