import { useFormatter, useTranslations } from 'use-intl';
import type { Contest } from '#contract/contests.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { useMeta } from '#web/data/queries.tsx';
import { settlingRule } from '#web/lib/settlement-words.ts';
import { Card } from '#web/ui/card.tsx';
import { ProbabilityBar } from '#web/ui/probability-bar.tsx';

/** Shows the terms of the match's pool and the distribution of its points. */
export function ContestFacts({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const format = useFormatter();
  const fee = useMeta()?.fee_percent;
  const contest = match.contests.find(({ market }) => market === 'wdl');
  if (!contest) return null;
  const closes = contest.deadline_at && format.dateTime(new Date(contest.deadline_at), 'day_time');
  const facts = [
    [t(contest.state === 'open' || contest.state === 'preparing' ? 'contest_closes' : 'contest_closed'), closes ?? t('contest_undated')],
    [t('contest_rule'), t(`contest_rules.${ruleOf(match)}`)],
    ...(fee === undefined
      ? []
      : [
          [
            t('contest_fee'),
            fee === 0 ? t('contest_no_fee') : t('contest_fee_value', { percent: format.number(fee / 100, { style: 'percent' }) }),
          ],
        ]),
  ];
  return (
    <Card title={t('contest_title')}>
      <dl className="mb-3 grid gap-1.5 text-[13px]">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="flex-none text-muted">{label}</dt>
            <dd className="text-right font-[580]">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mb-2 text-[13px] text-muted">{t('contest_split')}</h3>
      {contest.total_stake > 0 ? (
        <ProbabilityBar probability={shares(contest)} hasDraw={match.draw_possible} source={null} />
      ) : (
        <p className="text-[13px] text-faint">{t('contest_split_none')}</p>
      )}
    </Card>
  );
}

/** Returns the key of what the pool settles on: a series of two maps may have no winner. */
function ruleOf({ league, draw_possible }: MatchDetail) {
  const rule = settlingRule(league);
  return rule === 'esports' && draw_possible ? 'esports_level' : rule;
}

function shares({ options, total_stake }: Contest): { home: number; draw: number; away: number } {
  const share = (pick: 'home' | 'draw' | 'away') => (options.find((option) => option.pick === pick)?.staked ?? 0) / total_stake;
  return { home: share('home'), draw: share('draw'), away: share('away') };
}
