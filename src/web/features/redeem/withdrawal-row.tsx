import { useFormatter, useLocale, useTranslations } from 'use-intl';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { shortWallet } from '#domain/wallet-short.ts';
import type { WithdrawalStage } from '#domain/withdrawal.ts';
import { DAY_AND_TIME } from '#web/lib/date-formats.ts';
import { usdtIn } from '#web/lib/number-formats.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag, type TagTone } from '#web/ui/tag.tsx';
import { TransactionLink } from '#web/ui/transaction-link.tsx';
import { Note } from './tracker.tsx';

const TONES: Record<WithdrawalStage, TagTone> = { in_review: 'warn', being_sent: 'accent', sent: 'good', rejected: 'bad' };

interface WithdrawalRowProps {
  withdrawal: Withdrawal;
  onAgain: ((points: number) => void) | null;
}

/** A request: how much, when, where to, and what became of it. */
export function WithdrawalRow({ withdrawal, onAgain }: WithdrawalRowProps) {
  const t = useTranslations('redeem');
  const format = useFormatter();
  const locale = useLocale();
  const { points, usdt, stage, wallet_address, submitted_at, tx_hash } = withdrawal;
  return (
    <li className="grid gap-2 border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="num text-[16px] font-[650]">{t('usdt', { usdt: usdtIn(locale, usdt) })}</span>
        <span className="num text-muted">{t('points_amount', { points })}</span>
        <span className="ml-auto">
          <Tag tone={TONES[stage]}>{t(`stage.${stage}`)}</Tag>
        </span>
      </div>
      <div className="num flex flex-wrap items-center gap-x-4 gap-y-1 text-[12.5px] text-muted">
        <time dateTime={submitted_at}>{format.dateTime(new Date(submitted_at), DAY_AND_TIME)}</time>
        <span title={wallet_address}>{shortWallet(wallet_address)}</span>
        {tx_hash && <TransactionLink hash={tx_hash} />}
      </div>
      <Note withdrawal={withdrawal} />
      {stage === 'rejected' && onAgain && (
        <Button look="quiet" size="s" className="justify-self-start" onClick={() => onAgain(points)}>
          {t('again')}
        </Button>
      )}
    </li>
  );
}
