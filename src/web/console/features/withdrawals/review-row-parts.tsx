import { useTranslations } from 'use-intl';
import type { ReviewedWithdrawal, ReviewRow } from '#contract/withdrawal-review.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import type { WithdrawalStage } from '#domain/withdrawals/withdrawal.ts';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { Tag, type TagTone } from '#web/ui/card.tsx';

const TONES: Record<WithdrawalStage, TagTone> = { in_review: 'warn', being_sent: 'accent', sent: 'good', rejected: 'bad' };

/** The stage of a withdrawal, and a warning if it is frozen. */
export function StageTag({ withdrawal: { stage, frozen } }: { withdrawal: Pick<ReviewedWithdrawal, 'stage' | 'frozen'> }) {
  const t = useTranslations('admin_withdrawals');
  return (
    <Tag tone={frozen ? 'bad' : TONES[stage]}>
      {frozen ? <span title={t(`frozen_because.${frozen}`)}>{t('frozen')}</span> : t(`stages.${stage}`)}
    </Tag>
  );
}

/** Points for a reviewer to check before approving, or that there are none. */
export function Flags({ flags }: Pick<ReviewRow, 'flags'>) {
  const t = useTranslations('admin_withdrawals');
  if (flags.length === 0) return <StateDot tone="good">{t('clear')}</StateDot>;
  return (
    <span className="flex flex-wrap gap-1">
      {flags.map((flag) => (
        <Tag key={flag} tone={flag === 'on_hold' || flag === 'disabled' ? 'bad' : 'warn'}>
          {t(`flags.${flag}`)}
        </Tag>
      ))}
    </span>
  );
}

/** "TXk9f2…8Qp3ax · 40 days": the wallet, and how long it had been the user's at the time of the request. */
export function WalletBrief({ withdrawal: { wallet_address, wallet_days } }: { withdrawal: ReviewedWithdrawal }) {
  const t = useTranslations('admin_withdrawals');
  return (
    <span className="num whitespace-nowrap text-muted" title={wallet_address ?? undefined}>
      {wallet_address === null ? '–' : shortWallet(wallet_address)} <span className="max-xl:hidden">· </span>
      <span className="max-xl:block">{t('wallet_age', { days: wallet_days })}</span>
    </span>
  );
}
