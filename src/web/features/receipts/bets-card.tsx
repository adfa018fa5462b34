import { Users } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ReceiptView } from '#contract/receipts.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { isOver } from './api.ts';
import { ReceiptBet } from './receipt-bet.tsx';

interface BetsCardProps {
  receipt: ReceiptView;
  /** A page of another number is on its way. */
  isStale: boolean;
  hrefOf: (page: number) => string;
}

/** Everybody's bets, a page at a time. */
export function BetsCard({ receipt, isStale, hrefOf }: BetsCardProps) {
  const t = useTranslations('receipts');
  const { bets } = receipt;
  if (!isOver(receipt)) {
    return (
      <Card title={t('bets_heading')}>
        <p className="text-[13px] text-muted">{t('bets_later')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('bets_heading')} aside={bets.total_exact === false ? null : t('bets_count', { count: bets.total })}>
      {bets.total === 0 && <EmptyState icon={<Users size={28} />} title={t('no_bets')} hint={t('no_bets_hint')} />}
      <ul aria-busy={isStale}>
        {bets.items.map((bet) => (
          <li key={bet.id} className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
            <ReceiptBet receipt={receipt} bet={bet} />
          </li>
        ))}
      </ul>
      <Pager list={bets} hrefOf={hrefOf} />
    </Card>
  );
}
