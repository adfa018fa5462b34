import { useTranslations } from 'use-intl';
import type { Review } from '#contract/withdrawal-review.ts';
import { EvidenceCard } from '#web/admin/ui/evidence-card.tsx';
import { LedgerTable } from '#web/admin/ui/ledger-table.tsx';
import { ProvenanceCard } from '#web/admin/ui/provenance-card.tsx';
import { RingCard } from '#web/admin/ui/ring-card.tsx';
import { WinningsCard } from '#web/admin/ui/winnings-card.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AccountCard } from './account-card.tsx';
import { AdjustmentsCard } from './adjustments-card.tsx';
import { EarlierCard } from './earlier-card.tsx';
import { EventsCard } from './events-card.tsx';
import { RequestCard } from './request-card.tsx';
import { WalletCard } from './wallet-card.tsx';

const ROW = 'grid grid-cols-1 items-start gap-3.5 lg:grid-cols-2';

/** All that a reviewer needs to decide a withdrawal, on one screen: the request and its owner, where the points are from, who else may be behind it. */
export function ReviewPanel({ review }: { review: Review }) {
  const t = useTranslations('admin_withdrawals');
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <div className={`${ROW} xl:grid-cols-3`}>
        <div className="grid min-w-0 grid-cols-1 gap-3.5">
          <RequestCard withdrawal={review.withdrawal} />
          <EventsCard events={review.events} waiting={review.waiting} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-3.5">
          <WalletCard withdrawal={review.withdrawal} wallet={review.wallet} />
          <ProvenanceCard provenance={review.provenance} />
          <WinningsCard winnings={review.winnings} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-3.5 lg:max-xl:col-span-2">
          <AccountCard withdrawal={review.withdrawal} account={review.account} />
        </div>
      </div>
      <div className={ROW}>
        <div className="grid min-w-0 grid-cols-1 gap-3.5">
          <RingCard ring={review.evidence.ring} />
          <EvidenceCard evidence={review.evidence} />
          <EarlierCard earlier={review.earlier} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-3.5">
          <AdjustmentsCard adjustments={review.adjustments} userId={review.withdrawal.user.id} />
          <Card title={t('ledger')}>
            {review.ledger.length === 0 ? (
              <p className="text-[13px] text-muted">{t('ledger_none')}</p>
            ) : (
              <LedgerTable rows={review.ledger} />
            )}
          </Card>
        </div>
      </div>
    </div>
  );
}

/** Holds the place of a review. */
export const ReviewSkeleton = () => (
  <div className={`${ROW} xl:grid-cols-3`}>
    {['a', 'b', 'c'].map((card) => (
      <Skeleton key={card} className="h-[520px] rounded-card" />
    ))}
  </div>
);
