import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/profile.ts';
import { HANDLE_LENGTH_MAX, HANDLE_LENGTH_MIN, type HandleFault, handleFault, normaliseHandle } from '#domain/identity/handle.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { allCountries, canonicalTimeZone } from '#domain/identity/region.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { nowMs } from '#web/lib/clock.ts';
import { useTimeZone } from '#web/lib/dates.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { type Problems, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ComboField, type ComboOption } from '#web/ui/combo-field.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { type ProfileChanges, useUpdateProfile } from './api.ts';
import { zoneLabel, zoneNote, zoneOptions } from './time-zones.ts';

const LANGUAGE_OPTIONS = LOCALES.map((value) => ({ value, label: LANGUAGES[value].name }));
const LIMITS = { min: HANDLE_LENGTH_MIN, max: HANDLE_LENGTH_MAX };

/** Edits the user's public details and language. Edits stay until saved, even if the profile changes meanwhile. */
export function DetailsCard({ profile }: { profile: Profile }) {
  const t = useTranslations('settings');
  const update = useUpdateProfile();
  const [edits, setEdits] = useState<Partial<Details>>({});
  const shown = { ...detailsOf(profile), ...edits };
  const changes = changesOf(edits, profile);
  const isChanged = Object.keys(changes).length > 0;

  const { form, problems, isBusy, show, forgive } = useSubmit<DetailsField>({
    check: () => {
      const faults = Object.entries(faultsOf(changes));
      return Object.fromEntries(faults.map(([field, fault]) => [field, fault === 'handle_length' ? t(fault, LIMITS) : t(fault)]));
    },
    send: async () => {
      await update.mutateAsync(changes);
      // Keeps edits made since the request.
      setEdits((now) => Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== edits[field as keyof Details])));
      toast('success', t('saved'));
    },
    refused: (error) => refusalOf(error, t('not_usable')),
  });

  function edit<F extends keyof Details>(field: F, value: Details[F]) {
    setEdits((before) => ({ ...before, [field]: value }));
    forgive(field);
  }

  function discard() {
    setEdits({});
    show({});
  }

  return (
    <Card title={t('details_heading')}>
      <form {...form} className="grid gap-3.5">
        <FormAlert message={problems.form} />
        <div className="grid items-start gap-3.5 md:grid-cols-2">
          <TextField
            label={t('display_name')}
            autoComplete="nickname"
            value={shown.display_name}
            maxLength={NAME_LENGTH_MAX}
            error={problems.display_name}
            hint={t('display_name_hint')}
            onChange={(event) => edit('display_name', event.target.value)}
          />
          <TextField
            label={t('handle')}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={shown.public_handle}
            error={problems.public_handle}
            hint={t('handle_hint', LIMITS)}
            onChange={(event) => edit('public_handle', event.target.value)}
          />
          <CountryField value={shown.country} error={problems.country} onChange={(value) => edit('country', value)} />
          <TimeZoneField value={shown.time_zone} error={problems.time_zone} onChange={(value) => edit('time_zone', value)} />
          <SelectField
            label={t('messages_language')}
            value={shown.locale}
            options={LANGUAGE_OPTIONS}
            onChange={(value) => edit('locale', value)}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={isBusy} disabled={!isChanged}>
            {t('save')}
          </Button>
          {isChanged && !isBusy && (
            <Button look="plain" onClick={discard}>
              {t('discard')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

interface CountryFieldProps {
  /** Two capital letters; '' for none. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Selects a country by its name in the user's language, or none. */
function CountryField({ value, error, onChange }: CountryFieldProps) {
  const t = useTranslations('settings');
  const locale = useLocale();
  const none = t('none');
  const options = useMemo(() => [{ value: '', label: none }, ...countryOptions(locale)], [locale, none]);
  const chosen = options.find((option) => option.value === value) ?? null;
  return <ComboField label={t('country')} chosen={chosen} options={options} onChoose={onChange} error={error} />;
}

/** Returns all countries in the language's alphabetical order. */
function countryOptions(locale: string): ComboOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return allCountries()
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => compare(one.label, other.label));
}

interface TimeZoneFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Selects a time zone, with a button for the device's. */
function TimeZoneField({ value, error, onChange }: TimeZoneFieldProps) {
  const t = useTranslations('settings');
  const locale = useLocale();
  const [isEntered, setEntered] = useState(false);
  const options = useMemo(() => (isEntered ? zoneOptions(locale, new Date(nowMs())) : []), [isEntered, locale]);
  const zone = canonicalTimeZone(value) ?? value;
  const note = useMemo(() => zoneNote(zone, locale, new Date(nowMs())), [zone, locale]);
  const here = useTimeZone(({ name, isAssumed }) => (isAssumed ? null : canonicalTimeZone(name)));
  return (
    <ComboField
      label={t('time_zone')}
      chosen={{ value: zone, label: zoneLabel(zone) }}
      options={options}
      onChoose={onChange}
      onEnter={() => setEntered(true)}
      error={error}
      hint={
        <>
          {note}
          {here !== null && here !== zone && (
            <>
              {' · '}
              <button type="button" className="thumb text-left font-[620] text-accent underline" onClick={() => onChange(here)}>
                {t('use_device_zone', { zone: zoneLabel(here) })}
              </button>
            </>
          )}
        </>
      }
    />
  );
}

/** The form's values; '' for no country. */
type Details = Pick<Profile, 'display_name' | 'public_handle' | 'time_zone' | 'locale'> & { country: string };
type DetailsField = keyof Details;

const NAME_LENGTH_MAX = 40;

const detailsOf = ({ display_name, public_handle, country, time_zone, locale }: Profile): Details => ({
  display_name,
  public_handle,
  country: country ?? '',
  time_zone,
  locale,
});

/** Returns the edits that differ from the profile, as the server expects them. */
function changesOf(edits: Partial<Details>, profile: Profile): ProfileChanges {
  const now = detailsOf(profile);
  const entries = Object.entries(edits).map(([field, value]) => [field, value.trim()] as [DetailsField, string]);
  const changed = entries.filter(([field, value]) => value !== now[field]);
  const mayBeMissing = (field: DetailsField) => field === 'display_name' || field === 'country';
  return Object.fromEntries(changed.map(([field, value]) => [field, value === '' && mayBeMissing(field) ? null : value]));
}

const HANDLE_WORDS = {
  length: 'handle_length',
  characters: 'handle_characters',
  no_letter: 'handle_no_letter',
  reserved: 'handle_reserved',
} as const satisfies Record<HandleFault, string>;

/** Message keys for errors that the page finds itself. */
type Fault = (typeof HANDLE_WORDS)[HandleFault] | 'name_too_long';

/** Returns the errors that the page can find itself, by field. */
function faultsOf({ public_handle, display_name }: ProfileChanges): Partial<Record<DetailsField, Fault>> {
  const fault = public_handle === undefined ? null : handleFault(normaliseHandle(public_handle));
  return {
    ...(fault !== null && { public_handle: HANDLE_WORDS[fault] }),
    ...((display_name?.length ?? 0) > NAME_LENGTH_MAX && { display_name: 'name_too_long' }),
  };
}

const FIELD_OF: Record<string, DetailsField> = { handle_taken: 'public_handle', invalid_time_zone: 'time_zone' };
const FIELDS: readonly string[] = ['display_name', 'public_handle', 'country', 'time_zone', 'locale'] satisfies DetailsField[];

/** Assigns the server's error to the field it is about; `unusable` is the message if the server only names the field. */
function refusalOf(error: unknown, unusable: string): Problems<DetailsField> {
  const { code, params } = error instanceof ApiError ? error : { code: null, params: {} as ApiError['params'] };
  const named = typeof params.field === 'string' && FIELDS.includes(params.field) ? (params.field as DetailsField) : undefined;
  if (code === 'invalid_payload' && named) return { [named]: unusable };
  if (code === 'name_misleading' && named) return { [named]: errorText(error) };
  return { [FIELD_OF[code ?? ''] ?? 'form']: errorText(error) };
}
