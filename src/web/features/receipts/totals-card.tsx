import { useFormatter, useTranslations } from 'use-intl';
import type { ReceiptView } from '#contract/receipts.ts';
import { Card } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { isOver } from './api.ts';
import { usePickWord } from './pick-word.ts';

/** What was staked, paid, refunded and left to the house, and by which rules. */
export function TotalsCard({ receipt }: { receipt: ReceiptView }) {
  const t = useTranslations('receipts');
  const format = useFormatter();
  const pickWord = usePickWord(receipt.match);
  const { contest, rules, totals } = receipt;
  const line = (label: string, value: number | string) => ({
    label,
    value: <span className="num">{typeof value === 'number' ? format.number(value) : value}</span>,
  });
  const isPool = contest.market === 'wdl';
  const percent = format.number(rules.fee_percent / 100, { style: 'percent', maximumFractionDigits: 2 });
  return (
    <Card title={t('totals_heading')}>
      <FactList
        facts={[
          ...contest.picks.map((pick) => line(t('staked_on', { pick: pickWord(pick) }), totals.staked[pick])),
          line(t('players'), totals.participants),
          ...(isOver(receipt)
            ? [
                line(t('payouts'), totals.payouts),
                line(t('refunds'), totals.refunds),
                line(houseLabel(totals.house), Math.abs(totals.house)),
              ]
            : []),
          ...(isPool ? [line(t('fee_rule'), percent), line(t('participants_min'), rules.participants_min)] : []),
          line(t('rule_version'), rules.version),
        ]}
      />
    </Card>
  );

  function houseLabel(points: number): string {
    if (points === 0) return t('house_even');
    return t(points > 0 ? 'house_put_in' : 'house_took');
  }
}
