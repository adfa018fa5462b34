import { useFormatter, useTranslations } from 'use-intl';
import type { TippingRound } from '#contract/tipping-groups.ts';
import type { TippingRules } from '#domain/tipping/rules.ts';
import { isMixed, useRoundLabel } from './round-label.ts';

/** The hits that rules give points for, best first. */
const LADDER = ['exact', 'difference', 'close', 'tendency'] as const;

/**
 * Returns a function that writes rules as plain sentences, made from the data: what tips are worth first, then jokers, rounds, deadline,
 * missing tips, what counts, and ties. Without football, what is of goals alone is left out. `rounds` name those with a weight.
 */
export function useRuleSentences(hasFootball: boolean, rounds: readonly TippingRound[] = []): (rules: TippingRules) => string[] {
  const t = useTranslations('tipping');
  const format = useFormatter();
  const labelOf = useRoundLabel(isMixed(rounds));
  return (rules) => {
    const { points, quota, jokers, weights, deadline, defaultTip, basis, ties } = rules;
    const weighted = Object.entries(weights).filter(([, factor]) => factor > 1);
    const roundName = (key: string) =>
      labelOf(rounds.find((round) => round.key === key) ?? { key, round: key.split(':').slice(3).join(':') || null });
    return [
      ...LADDER.filter((hit) => points[hit] > 0 && !(quota && hit === 'tendency')).map((hit) =>
        t(`rule.${quota ? 'added' : 'worth'}`, { what: t(`hit.${hit}`), points: points[hit] }),
      ),
      ...(quota ? [t('rule.quota', quota)] : []),
      ...(hasFootball && points.close > 0 ? [t('rule.close')] : []),
      ...(hasFootball && points.difference > 0 ? [t(rules.drawHasMargin ? 'rule.draw_margin' : 'rule.draw_tendency')] : []),
      ...(points.team > 0 ? [t('rule.team', { points: points.team })] : []),
      ...(jokers.perRound > 0 ? [t('rule.jokers', { count: jokers.perRound, factor: jokers.factor })] : []),
      ...(weighted.length > 0
        ? [t('rule.weights', { list: format.list(weighted.map(([key, factor]) => `${roundName(key)} ${t('times', { factor })}`)) })]
        : []),
      t(`rule.deadline.${deadline}`),
      t(`rule.default.${defaultTip}`),
      ...(hasFootball ? [t(`rule.basis.${basis}`)] : []),
      ties.length > 0 ? t('rule.ties', { list: format.list(ties.map((tie) => t(`tie.${tie}`))) }) : t('rule.no_ties'),
    ];
  };
}

/** Returns the sentences of rules that those before them did not have. */
export const changedSentences = (now: readonly string[], before: readonly string[]): string[] =>
  now.filter((sentence) => !before.includes(sentence));
