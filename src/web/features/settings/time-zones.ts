import { allCountries, allTimeZones, presentName } from '#domain/identity/region.ts';
import type { ComboOption } from '#web/ui/combo-field.tsx';

/** "Asia/Ho Chi Minh" */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ');

/**
 * Returns all zones, with their names in a language and UTC offsets at a moment; can be found by country too. Slow in browsers: call
 * it on demand.
 */
export function zoneOptions(locale: string, at: Date): ComboOption[] {
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const countryOf = new Map(
    allCountries().flatMap((country) => zonesOf(country).map((zone) => [zone, countries.of(country) ?? ''] as const)),
  );
  return allTimeZones().map((zone) => ({
    value: zone,
    label: zoneLabel(zone),
    note: zoneNote(zone, locale, at),
    words: countryOf.get(zone) ?? '',
  }));
}

/** Returns a zone's country; null if the browser does not know it. */
export const countryOfZone = (zone: string): string | null =>
  allCountries().find((country) => zonesOf(country).includes(presentName(zone))) ?? null;

/** New in browsers and missing in TypeScript's types; it was a property at first. */
type KnowingZones = Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] };

function zonesOf(country: string): string[] {
  const locale: KnowingZones = new Intl.Locale(`und-${country}`);
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).map(presentName);
}

/** "Vietnam Time · UTC+7" */
export function zoneNote(zone: string, locale: string, at: Date): string {
  const part = partsAt(zone, locale, at);
  const local = Date.UTC(Number(part.year), Number(part.month) - 1, Number(part.day), Number(part.hour), Number(part.minute));
  const minutes = Math.round((local - Math.floor(at.getTime() / 60_000) * 60_000) / 60_000);
  return zone === 'UTC' ? 'UTC' : `${part.timeZoneName} · ${offsetText(minutes)}`;
}

/** One formatter gives both parts, because creating it is slow. */
function partsAt(zone: string, locale: string, at: Date): Record<string, string> {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, {
    ...numeric,
    hourCycle: 'h23',
    timeZone: zone,
    timeZoneName: 'longGeneric',
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
