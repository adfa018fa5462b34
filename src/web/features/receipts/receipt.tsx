import { useTranslations } from 'use-intl';
import type { ReceiptView } from '#contract/receipts.ts';
import { Card } from '#web/ui/card.tsx';
import { isOver } from './api.ts';
import { BetsCard } from './bets-card.tsx';
import { BlockCard } from './block-card.tsx';
import { FactsCard } from './facts-card.tsx';
import { ReceiptBet } from './receipt-bet.tsx';
import { ReceiptHeader } from './receipt-header.tsx';
import { TotalsCard } from './totals-card.tsx';
import { VerifyCard } from './verify-card.tsx';

interface ReceiptProps {
  receipt: ReceiptView;
  isStale: boolean;
  hrefOf: (page: number) => string;
}

/** A contest's receipt: what it was, one's own bet, the result; what proves it, which stands beside that where there is room; everybody's bets. */
export function Receipt({ receipt, isStale, hrefOf }: ReceiptProps) {
  const t = useTranslations('receipts');
  const over = isOver(receipt);
  return (
    <>
      <div className="grid min-w-0 gap-4">
        <ReceiptHeader receipt={receipt} />
        {receipt.mine && (
          <Card title={t('mine')} className="border-accent!">
            <ReceiptBet receipt={receipt} bet={receipt.mine} />
          </Card>
        )}
        {over && <FactsCard receipt={receipt} />}
      </div>
      <div className="grid min-w-0 gap-4 lg:row-span-2">
        {over && <VerifyCard contestId={receipt.contest.id} />}
        <TotalsCard receipt={receipt} />
        {over && <BlockCard receipt={receipt} />}
      </div>
      <BetsCard receipt={receipt} isStale={isStale} hrefOf={hrefOf} />
    </>
  );
}
