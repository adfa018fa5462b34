import { useFormatter, useTranslations } from 'use-intl';
import type { ReviewRow } from '#contract/withdrawal-review.ts';
import { WaitingTime } from '#web/console/ui/waiting-time.tsx';
import { LONG_DATE_AND_TIME } from '#web/lib/dates.ts';
import { Card, FactList } from '#web/ui/card.tsx';
import { TransactionLink } from '#web/ui/transaction-link.tsx';
import { FirstNote, TwoNeeded } from './approve-dialog.tsx';
import { StageTag } from './review-row-parts.tsx';
import { LATE_AFTER_MS } from './review-table.tsx';

/** What was asked for, how far it is, and who said what. */
export function RequestCard({ withdrawal }: { withdrawal: ReviewRow }) {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  const { points, usdt, submitted_at, decided_at, approvals, contact } = withdrawal;
  const time = (at: string) => format.dateTime(new Date(at), LONG_DATE_AND_TIME);
  const first = approvals.first && t('first_by', { email: approvals.first.email, when: time(approvals.first.at) });
  return (
    <Card title={t('request')} aside={<StageTag withdrawal={withdrawal} />}>
      <FactList
        facts={[
          { label: t('points'), value: <span className="num">{format.number(points)}</span> },
          { label: t('usdt'), value: <span className="num">{usdt}</span> },
          { label: t('submitted'), value: time(submitted_at) },
          ...(decided_at === null
            ? [{ label: t('waiting'), value: <WaitingTime since={submitted_at} lateAfterMs={LATE_AFTER_MS} /> }]
            : []),
          {
            label: t('approvals'),
            value: [t('approvals_of', { given: approvals.given, needed: approvals.needed }), first].filter(Boolean).join(' · '),
          },
          { label: t('contact'), value: contact ? t(`channel.${contact.channel}`, { address: contact.address }) : '–' },
          ...endOf(withdrawal, t, time),
        ]}
      />
      <TwoNeeded withdrawal={withdrawal} />
      <FirstNote withdrawal={withdrawal} />
      {withdrawal.frozen && (
        <p className="mt-1 text-[13px] text-pretty text-bad">{t('frozen_lead', { reason: t(`frozen_because.${withdrawal.frozen}`) })}</p>
      )}
    </Card>
  );
}

type Words = ReturnType<typeof useTranslations<'admin_withdrawals'>>;

/** How it ended, as far as it has. */
function endOf(
  { decided_at, decided_by, reason_code, note, tx_hash, sent_at, sent_by }: ReviewRow,
  t: Words,
  time: (at: string) => string,
) {
  const by = (at: string, admin: { email: string } | null) =>
    admin ? t('decided_by', { when: time(at), email: admin.email }) : t('by_system', { when: time(at) });
  return [
    ...(decided_at ? [{ label: t('decided'), value: by(decided_at, decided_by) }] : []),
    ...(reason_code ? [{ label: t('reason'), value: t(`reason_codes.${reason_code}`) }] : []),
    ...(note ? [{ label: t('user_note'), value: note }] : []),
    ...(sent_at ? [{ label: t('sent_at'), value: by(sent_at, sent_by) }] : []),
    ...(tx_hash ? [{ label: t('transaction'), value: <TransactionLink hash={tx_hash} /> }] : []),
  ];
}
