import { useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { canonicalTimeZone } from '#domain/time-zone.ts';
import { nowMs } from '#web/lib/clock.ts';
import { useTimeZone } from '#web/lib/time-zone.ts';
import { ComboField } from '#web/ui/combo-field.tsx';
import { zoneLabel, zoneNote, zoneOptions } from './time-zones.ts';

interface TimeZoneFieldProps {
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

/** Every time zone; that of the device is a press away. */
export function TimeZoneField({ value, error, onChange }: TimeZoneFieldProps) {
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
