import { knownLocale, LOCALE_KEY, localeByAddress } from '#web/i18n/choose-locale.ts';
import { chooseLocale, showLocale } from '#web/i18n/locale-store.ts';
import { metaQuery } from '#web/lib/meta.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { recall } from '#web/lib/storage.ts';

/**
 * Finds the language to begin with: `readable` comes true when the first words have arrived, `settled` when no better
 * language is to be expected. Only visitors whom we know nothing of are looked up by their address.
 */
export function startLocale(): { readable: Promise<void>; settled: Promise<void> } {
  const known = knownLocale(recall(LOCALE_KEY), new URLSearchParams(location.search).get('lang'), navigator.languages);
  const readable = showLocale(known ?? 'en');
  return { readable, settled: known ? readable : readable.then(lookUp).catch(() => undefined) };
}

async function lookUp(): Promise<void> {
  const { geo_urls } = await queryClient.fetchQuery(metaQuery);
  const locale = await localeByAddress(geo_urls);
  // Whoever chose meanwhile knows better.
  if (locale !== null && recall(LOCALE_KEY) === null) await chooseLocale(locale);
}
