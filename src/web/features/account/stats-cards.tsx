import { useFormatter, useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';

/** What the user's predictions have come to, in four numbers. */
export function StatsCards({ stats }: { stats: Overview['stats'] }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const { predictions_played, hits, win_rate, rank, next_rank } = stats;
  const facts: { label: string; value: string; hint?: string | null }[] = [
    { label: t('predictions'), value: format.number(predictions_played) },
    { label: t('hits'), value: format.number(hits) },
    { label: t('win_rate'), value: win_rate === null ? t('none_yet') : format.number(win_rate, { style: 'percent' }) },
    {
      label: t('rank'),
      value: rank === null ? t('none_yet') : t('rank_value', { rank }),
      hint: next_rank && t('rank_next', { rank: next_rank.rank, points: next_rank.points_missing }),
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {facts.map(({ label, value, hint }) => (
        <div key={label} className="flex flex-col rounded-card border border-line bg-surface p-4">
          <dt className="text-[12.5px] text-muted">{label}</dt>
          <dd className="num order-first text-[26px] leading-[1.1] font-[680]">{value}</dd>
          {hint && <dd className="num text-[12.5px] text-muted">{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}
