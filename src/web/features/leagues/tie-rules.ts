import { useTranslations } from 'use-intl';
import type { TieBreaker } from '#domain/league-rules.ts';
import type { Sport } from '#domain/sport.ts';

/** How level teams are parted, in the words of a sport: "goal difference, goals scored, head to head (points, goals)". */
export function useTieRules(sport: Sport): (breakers: readonly TieBreaker[]) => string {
  const t = useTranslations('leagues');
  const [all, among] = sport === 'football' ? (['tie', 'tie_between'] as const) : (['tie_other', 'tie_between_other'] as const);
  const join = (items: string[]): string => items.reduceRight((rest, first) => (rest === '' ? first : t('list', { first, rest })), '');
  return (breakers) => {
    const named: string[] = [];
    let between: string[] = [];
    const closeBetween = () => {
      if (between.length > 0) named.push(t(`${all}.head_to_head`, { rules: join(between) }));
      between = [];
    };
    for (const breaker of breakers) {
      if (isBetween(breaker)) {
        between.push(t(`${among}.${breaker}`));
        continue;
      }
      closeBetween();
      named.push(t(`${all}.${breaker}`));
    }
    closeBetween();
    return join(named);
  };
}

/** Looks only at the matches that the level teams played against each other. */
const isBetween = (breaker: TieBreaker): breaker is Extract<TieBreaker, `head_to_head_${string}`> => breaker.startsWith('head_to_head_');
