import { useFormatter, useTranslations } from 'use-intl';
import type { ReceiptView } from '#contract/receipts.ts';
import { DAY_AND_TIME } from '#web/lib/date-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { Fingerprint } from './fingerprint.tsx';

/** Where in the sealed ledger the contest's transfers are. */
export function BlockCard({ receipt: { block, bets } }: { receipt: ReceiptView }) {
  const t = useTranslations('receipts');
  const format = useFormatter();
  return (
    <Card title={t('block_heading')}>
      <p className="text-[13px] text-muted">{t('block_lead')}</p>
      {block ? (
        <>
          <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              {t('block_number')} <b className="num">{format.number(block.number)}</b>
            </span>
            <span className="num text-[13px] text-muted">
              {t('sealed_at')} {format.dateTime(new Date(block.sealed_at), { ...DAY_AND_TIME, second: '2-digit' })}
            </span>
          </p>
          <Fingerprint label={t('block_hash')} hash={block.hash} />
          {block.previous_hash && <Fingerprint label={t('previous_hash')} hash={block.previous_hash} />}
        </>
      ) : (
        <p className="mt-3 text-[13px]">{t(bets.total === 0 ? 'block_none' : 'block_waiting')}</p>
      )}
    </Card>
  );
}
