import { useTranslations } from 'use-intl';
import type { BracketChallenge } from '#contract/brackets.ts';
import { stageName } from '#domain/matches/bracket.ts';
import { worthOf } from '#domain/tipping/bracket-score.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { Card, FactList } from '#web/ui/card.tsx';

/** What a right prediction is worth in this competition, and what does not count. */
export function RulesTab({ challenge: { rules, league, shape, mine, takes_scores, model } }: { challenge: BracketChallenge }) {
  const t = useTranslations('brackets');
  const roundName = useRoundName();
  const first = shape?.first.length ?? mine?.tree.rounds[0]?.length ?? SHOWN_STAGE;
  const stages = Array.from({ length: Math.log2(first) + 1 }, (_, i) => first / 2 ** i);
  const hasGroups = (shape?.groups.length ?? mine?.tree.groups.length ?? 0) > 0;
  const hasThird = shape?.has_third_place ?? (mine?.tree.thirdPlace ?? null) !== null;
  const facts = [
    ...(hasGroups
      ? [
          { label: t('rules.group_place'), value: rules.groupPlace },
          { label: t('rules.qualified'), value: rules.qualified },
        ]
      : []),
    ...stages.map((stage) => ({
      label: stage === 1 ? t('rules.champion') : t('rules.advance', { round: roundName([stageName(stage)], league.sport) }),
      value: worthOf(rules, stage),
    })),
    ...(hasThird ? [{ label: t('rules.third_place'), value: rules.thirdPlace }] : []),
    ...(takes_scores
      ? [
          { label: t('rules.exact'), value: rules.score.exact },
          { label: t('rules.outcome'), value: rules.score.outcome },
        ]
      : []),
  ];
  return (
    <Card className="max-w-[640px]">
      <p className="mb-2 text-muted">{t('rules_lead')}</p>
      <FactList
        facts={facts.map(({ label, value }) => ({ label, value: <span className="num font-bold">{t('worth', { points: value })}</span> }))}
      />
      <p className="mt-3 text-[13px] text-pretty text-muted">{t('rules_notes')}</p>
      <p className="mt-2 text-[13px] text-pretty text-muted">{t(`model_states.${model}`)}</p>
    </Card>
  );
}

/** How many ties the first shown round has while none is drawn. */
const SHOWN_STAGE = 8;
