import { useTranslations } from 'use-intl';
import type { Review } from '#contract/withdrawal-review.ts';
import { Card } from '#web/ui/card.tsx';
import { BriefTable } from './brief-table.tsx';

/** The user's other withdrawals, and what stands approved in all. */
export function EarlierCard({ earlier: { items, approved_count, approved_points } }: Pick<Review, 'earlier'>) {
  const t = useTranslations('admin_withdrawals');
  return (
    <Card title={t('earlier')}>
      {items.length === 0 ? (
        <p className="text-[13px] text-muted">{t('earlier_none')}</p>
      ) : (
        <>
          <p className="mb-2 text-[13px] text-muted">{t('earlier_sum', { count: approved_count, points: approved_points })}</p>
          <BriefTable label={t('earlier')} rows={items} />
        </>
      )}
    </Card>
  );
}
