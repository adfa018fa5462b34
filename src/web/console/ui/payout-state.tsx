import { useFormatter, useTranslations } from 'use-intl';
import type { ReviewedWithdrawal } from '#contract/withdrawal-review.ts';
import type { WithdrawalStage } from '#domain/withdrawals/withdrawal.ts';
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
    <span className="inline-block">
      <Tag tone={PAYOUT_TONES[state]}>{t(`payout_state.${state}`)}</Tag> {why}
      {problem && <span className="block text-[12.5px] text-warn">{t(`payout_problem.${problem}`)}</span>}
      {checks.length > 0 && <span className="block text-[12.5px] text-muted">{checks.join(' · ')}</span>}
    </span>
  );
}
