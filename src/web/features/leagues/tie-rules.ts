import { useTranslations } from 'use-intl';
import type { TieBreaker } from '#domain/league-rules.ts';

/** How level teams are parted, in words: "goal difference, goals scored, head to head (points, goals)". */
export function useTieRules(): (breakers: readonly TieBreaker[]) => string {
  const t = useTranslations('leagues');
  const join = (items: string[]): string => items.reduceRight((rest, first) => (rest === '' ? first : t('list', { first, rest })), '');
  return (breakers) => {
    const named: string[] = [];
    let between: string[] = [];
    const closeBetween = () => {
      if (between.length > 0) named.push(t('tie.head_to_head', { rules: join(between) }));
      between = [];
    };
    for (const breaker of breakers) {
      if (isBetween(breaker)) {
        between.push(t(`tie_between.${breaker}`));
        continue;
      }
      closeBetween();
      named.push(t(`tie.${breaker}`));
    }
    closeBetween();
    return join(named);
  };
}

/** Looks only at the matches that the level teams played against each other. */
const isBetween = (breaker: TieBreaker): breaker is Extract<TieBreaker, `head_to_head_${string}`> => breaker.startsWith('head_to_head_');
