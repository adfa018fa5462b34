import { useTranslations } from 'use-intl';
import type { MatchSummary } from '#contract/matches.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';

interface Named {
  name: string;
  names: { 'zh-CN'?: string | undefined; vi?: string | undefined };
}

/** The name of a team or league in a language, or its own name without a translation. */
export const localName = (named: Named, locale: Locale): string => (locale === 'en' ? undefined : named.names[locale]) ?? named.name;

/** Names teams and leagues in the current language. */
export function useLocalName(): (named: Named) => string {
  const locale = useLocale();
  return (named) => localName(named, locale);
}

/** The announcement when a side scores: a goal, a set, a map. Null in basketball, where baskets are too frequent. */
export function useScoreWords(): (match: MatchSummary, sport: Sport) => string | null {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  return ({ home, away, score }, sport) => {
    if (sport === 'basketball') return null;
    const line = t('score_line', { home: nameOf(home), away: nameOf(away), home_score: score.home ?? 0, away_score: score.away ?? 0 });
    return sport === 'football' ? t('goal', { line }) : line;
  };
}
