import { matchLocale } from '#domain/identity/locale.ts';
import { DATE_FORMATS, FORMAT_TAGS } from '#texts/formats.ts';

/** Writes the times in a part of the page, which the server wrote in UTC, in the reader's time zone. */
export function writeTimes(part: ParentNode): void {
  const locale = matchLocale(document.documentElement.lang) ?? 'en';
  const format = new Intl.DateTimeFormat(FORMAT_TAGS[locale], DATE_FORMATS[locale].day_time);
  for (const time of part.querySelectorAll('time')) time.textContent = format.format(new Date(time.dateTime));
}
