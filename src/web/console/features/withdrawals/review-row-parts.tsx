import { useFormatter, useTranslations } from 'use-intl';
import type { ReviewedWithdrawal, ReviewRow } from '#contract/withdrawal-review.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import type { WithdrawalStage } from '#domain/withdrawals/withdrawal.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { Tag, type TagTone } from '#web/ui/card.tsx';

const TONES: Record<WithdrawalStage, TagTone> = { in_review: 'warn', being_sent: 'accent', sent: 'good', rejected: 'bad' };

type Payout = NonNullable<ReviewedWithdrawal['payout']>;
const PAYOUT_TONES: Record<Payout['state'], TagTone> = {
  ...{ not_verified: 'quiet', sending: 'accent', on_chain: 'accent', confirmed: 'good', failed: 'bad', mismatch: 'bad' },
};

/** The stage of a withdrawal, what the chain says of its transaction, and a warning if it is frozen. */
export function StageTag({
  withdrawal: { stage, frozen, payout },
}: {
  withdrawal: Pick<ReviewedWithdrawal, 'stage' | 'frozen' | 'payout'>;
}) {
  const t = useTranslations('admin_withdrawals');
  if (stage === 'sent' && payout) return <Tag tone={PAYOUT_TONES[payout.state]}>{t(`payout_tag.${payout.state}`)}</Tag>;
  return (
    <Tag tone={frozen ? 'bad' : TONES[stage]}>
      {frozen ? <span title={t(`frozen_because.${frozen}`)}>{t('frozen')}</span> : t(`stages.${stage}`)}
    </Tag>
  );
}

/** What the chain says of a transaction: the state, what does not match, and when and why it was asked. */
export function PayoutFacts({ payout: { state, fault, failure, problem, checked_at, next_check_at } }: { payout: Payout }) {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  const time = (at: string) => format.dateTime(new Date(at), 'date_time');
  const why = fault ? t(`payout_fault.${fault}`) : failure;
  const checks = [
    state === 'not_verified' ? null : checked_at === null ? t('payout_never') : t('payout_checked', { when: time(checked_at) }),
    next_check_at && t('payout_next', { when: time(next_check_at) }),
  ].filter(Boolean);
  return (
    <span className="grid gap-0.5">
      <span className="inline-flex flex-wrap items-center justify-end gap-x-1.5">
        <Tag tone={PAYOUT_TONES[state]}>{t(`payout_state.${state}`)}</Tag>
        {why}
      </span>
      {problem && <span className="text-[12.5px] text-warn">{t(`payout_problem.${problem}`)}</span>}
      {checks.length > 0 && <span className="text-[12.5px] text-muted">{checks.join(' · ')}</span>}
    </span>
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
  return (
    <Tag tone="warn">
      <span className="wrap-anywhere whitespace-normal">{t('looking', { email: assignee.email, until })}</span>
    </Tag>
  );
}
