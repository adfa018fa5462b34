import { useTranslations } from 'use-intl';
import type { MatchSummary } from '#contract/matches.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { useLocalName } from './local-name.ts';

/** What is spoken when a side has scored: a goal, a set, a map. Null in basketball, where that is no news. */
export function useScoreWords(): (match: MatchSummary, sport: Sport) => string | null {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  return ({ home, away, score }, sport) => {
    if (sport === 'basketball') return null;
    const line = t('score_line', { home: nameOf(home), away: nameOf(away), home_score: score.home ?? 0, away_score: score.away ?? 0 });
    return sport === 'football' ? t('goal', { line }) : line;
  };
}
