import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { useOverview } from '#web/data/overview.ts';

/** The user's points, always in sight. */
export function PointsPill() {
  const t = useTranslations();
  const format = useFormatter();
  const { data } = useOverview();
  if (!data) return <span aria-hidden className="h-9 w-[92px] flex-none animate-skeleton rounded-chip bg-accent-soft max-md:h-8" />;
  const points = format.number(data.stats.points_balance);
  return (
    <Link
      to="/account"
      aria-label={t('shell.your_points', { points })}
      className="num flex h-9 flex-none items-center gap-2 rounded-chip bg-accent-soft px-[13px] font-[650] text-accent max-md:h-8"
    >
      {points}
      <small className="text-[12px] font-medium max-md:hidden">{t('common.points_short')}</small>
    </Link>
  );
}
