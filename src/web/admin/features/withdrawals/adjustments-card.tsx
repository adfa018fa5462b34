import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Review } from '#contract/withdrawal-review.ts';
import { AdjustmentsTable } from '#web/admin/ui/adjustments-table.tsx';
import { Card } from '#web/ui/card.tsx';

/** Points that admins gave the user who asks, or took: whoever approves should know whose they are. */
export function AdjustmentsCard({ adjustments: { items, total }, userId }: Pick<Review, 'adjustments'> & { userId: string }) {
  const t = useTranslations('admin_withdrawals');
  const all = total > items.length && (
    <Link to={`/admin/users/${userId}?tab=adjustments`} className="underline underline-offset-2">
      {t('adjusted_all', { count: total })}
    </Link>
  );
  return (
    <Card title={t('adjusted')} aside={all}>
      {items.length === 0 ? (
        <p className="text-[13px] text-muted">{t('adjusted_none')}</p>
      ) : (
        <AdjustmentsTable label={t('adjusted')} rows={items} />
      )}
    </Card>
  );
}
