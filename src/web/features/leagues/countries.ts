import { useTranslations } from 'use-intl';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import type { LeagueOverview } from './league-list.tsx';

/** Parts of a country with their own teams; the browser's list of countries lacks them. */
const HOME_NATIONS = ['gb-eng', 'gb-sct', 'gb-wls', 'gb-nir'] as const;

/** Returns a function that names a league's country in the user's language. */
export function useCountryName(): (code: LeagueOverview['country_code']) => string {
  const t = useTranslations('leagues');
  const locale = useLocale();
  const regions = new Intl.DisplayNames([locale], { type: 'region' });
  return (code) => {
    if (code === null) return t('international');
    const nation = HOME_NATIONS.find((one) => one === code.toLowerCase());
    if (nation) return t(`countries.${nation}`);
    return /^[a-z]{2}$/i.test(code) ? (regions.of(code.toUpperCase()) ?? code) : code;
  };
}
