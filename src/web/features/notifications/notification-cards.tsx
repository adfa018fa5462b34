import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notificationsQuery } from './api.ts';
import { BudgetCard } from './budget-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { KindsCard } from './kinds-card.tsx';
import { QuietCard } from './quiet-card.tsx';

/** Of the cards below. */
const SIZES = ['h-[640px]', 'h-[170px]', 'h-[130px]', 'h-[120px]'];

/** What the account has chosen: what is told, how often, when, and to which devices. */
export function NotificationCards() {
  const t = useTranslations('notifications');
  const { data, error, refetch } = useQuery(notificationsQuery);
  if (!data) {
    if (error) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
    return SIZES.map((size) => <Skeleton key={size} className={`rounded-card ${size}`} />);
  }
  return (
    <>
      <KindsCard settings={data} />
      <BudgetCard settings={data} />
      <QuietCard settings={data} />
      <DevicesCard settings={data} />
    </>
  );
}
