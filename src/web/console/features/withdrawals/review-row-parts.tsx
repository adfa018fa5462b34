import { useFormatter, useTranslations } from 'use-intl';
import type { ReviewedWithdrawal, ReviewRow } from '#contract/withdrawal-review.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { Tag } from '#web/ui/card.tsx';

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

/** Who is looking at a withdrawal, and how many notes it has; empty without either. */
export function RowMarks({ row: { assignee, notes } }: { row: Pick<ReviewRow, 'assignee' | 'notes'> }) {
  const t = useTranslations('admin_withdrawals.queue');
  if (assignee === null && notes === 0) return null;
  return (
    <span className="flex flex-wrap items-center gap-1 text-[12.5px] text-muted">
      <Looking assignee={assignee} />
      {notes > 0 && <span>{t('notes', { count: notes })}</span>}
    </span>
  );
}

/** "ops@example.com is looking at this until 14:20"; a warning where it is somebody else. */
export function Looking({ assignee }: Pick<ReviewRow, 'assignee'>) {
  const t = useTranslations('admin_withdrawals.queue');
  const format = useFormatter();
  const admin = useAdmin();
  if (assignee === null) return null;
  const until = format.dateTime(new Date(assignee.until), 'time');
  if (assignee.id === admin?.id) return <Tag tone="accent">{t('looking_you', { until })}</Tag>;
  return <span className="text-[12.5px] text-warn wrap-anywhere">{t('looking', { email: assignee.email, until })}</span>;
}
