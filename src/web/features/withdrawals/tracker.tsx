import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import type { OwnerPayout } from '#domain/withdrawals/withdrawal.ts';
import { writeUsdt } from '#texts/write.ts';
import { useMeta } from '#web/data/queries.tsx';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { useTicking } from '#web/lib/clock.ts';
import { FactList } from '#web/ui/card.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { TransactionLink } from '#web/ui/transaction-link.tsx';

/** Shows a request's progress, the expected time of the decision, and notes. */
export function Tracker({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('redeem');
  const locale = useLocale();
  const { points, usdt, wallet_address, contact, tx_hash, stage, review_due_at, payout } = withdrawal;
  return (
    <div className="grid gap-4">
      <p className="num flex flex-wrap items-baseline gap-x-2.5">
        <span className="text-[34px] leading-none font-bold tracking-[-0.01em]">{t('usdt', { usdt: writeUsdt(locale, usdt) })}</span>
        <span className="text-muted">{t('points_amount', { points })}</span>
      </p>
      <Steps withdrawal={withdrawal} />
      {stage === 'in_review' && <ReviewClock dueAt={review_due_at} />}
      <Note withdrawal={withdrawal} />
      <FactList
        facts={[
          {
            label: t('wallet'),
            value: (
              <span className="num" title={wallet_address}>
                {shortWallet(wallet_address)}
              </span>
            ),
          },
          { label: t('told_at'), value: contact.masked },
          ...(payout === null ? [] : [{ label: t('transaction'), value: <Transaction payout={payout} hash={tx_hash} /> }]),
        ]}
      />
    </div>
  );
}

/** Shows what is known of a payout's transaction, and the link to it once it is one to look at. */
export function Transaction({ payout, hash }: { payout: OwnerPayout; hash: string | null }) {
  const t = useTranslations('redeem');
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      {hash && <TransactionLink hash={hash} />}
      <span className={payout === 'confirmed' ? 'text-good' : 'text-muted'}>{t(`payout.${payout}`)}</span>
    </span>
  );
}

/** Shows why a request was rejected, and the operator's note. */
export function Note({ withdrawal: { reason_code, note } }: { withdrawal: Withdrawal }) {
  const t = useTranslations('redeem');
  if (reason_code === null && note === null) return null;
  return (
    <div className="rounded-control bg-raised px-3 py-2 text-[13px] text-pretty">
      {reason_code && <p>{t(`reason.${reason_code}`)}</p>}
      {note && <p className="whitespace-pre-line text-muted wrap-anywhere">{t('note', { note })}</p>}
    </div>
  );
}

type StepState = 'done' | 'now' | 'later' | 'failed';

/** Shows the steps from the request to the payout, or to where it ended. */
function Steps({ withdrawal: { stage, submitted_at, decided_at, sent_at, payout } }: { withdrawal: Withdrawal }) {
  const t = useTranslations('redeem');
  const isDecided = stage !== 'in_review';
  const steps: { label: string; at: string | null; state: StepState }[] = [
    { label: t('step.requested'), at: submitted_at, state: 'done' },
    { label: t('step.in_review'), at: null, state: isDecided ? 'done' : 'now' },
  ];
  if (stage === 'rejected') steps.push({ label: t('step.rejected'), at: decided_at, state: 'failed' });
  else {
    const isSent = stage === 'sent';
    steps.push({ label: t('step.being_sent'), at: decided_at, state: isSent ? 'done' : isDecided ? 'now' : 'later' });
    steps.push({ label: t(payout === 'confirmed' ? 'step.paid' : 'step.sent'), at: sent_at, state: isSent ? 'done' : 'later' });
  }
  return (
    <ol className="grid gap-2.5 md:grid-flow-col md:auto-cols-fr md:gap-2">
      {steps.map((step) => (
        <Step key={step.label} {...step} />
      ))}
    </ol>
  );
}

const MARKS: Record<StepState, { icon: ReactNode; looks: string }> = {
  done: { icon: <Check size={14} strokeWidth={3} />, looks: 'bg-accent text-on-accent' },
  now: { icon: <Clock size={14} strokeWidth={2.5} />, looks: 'bg-accent-soft text-accent' },
  later: { icon: null, looks: 'border border-line-strong' },
  failed: { icon: <X size={14} strokeWidth={3} />, looks: 'bg-bad text-bg' },
};

function Step({ label, at, state }: { label: string; at: string | null; state: StepState }) {
  const t = useTranslations('redeem');
  const format = useFormatter();
  const { icon, looks } = MARKS[state];
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="flex items-center gap-2.5 md:grid md:justify-items-start md:gap-1.5">
      <span aria-hidden className={classNames('grid size-6 flex-none place-items-center rounded-full', looks)}>
        {icon}
      </span>
      <span className="min-w-0">
        <span className={classNames('block', state === 'later' ? 'text-muted' : 'font-[620]')}>
          {label}
          <span className="sr-only"> ({t(`step_state.${state}`)})</span>
        </span>
        {at && <span className="num block text-[12.5px] text-muted">{format.dateTime(new Date(at), 'day_time')}</span>}
      </span>
    </li>
  );
}

/** Counts down the usual review time; when it is over, says so, and where to ask. */
function ReviewClock({ dueAt }: { dueAt: string }) {
  const t = useTranslations('redeem');
  const supportUrl = useMeta()?.support_url ?? null;
  const isLate = useTicking(1_000, (now) => now.getTime() >= Date.parse(dueAt));
  if (!isLate) {
    return (
      <p className="text-[13.5px]">
        {t.rich('decided_within', {
          time: () => (
            <span className="font-[680]">
              <Countdown until={dueAt} />
            </span>
          ),
        })}
      </p>
    );
  }
  return (
    <p role="status" className="text-[13.5px] text-pretty">
      {t('late')}{' '}
      {supportUrl && (
        <a href={supportUrl} className="font-semibold underline underline-offset-2">
          {t('support')}
        </a>
      )}
    </p>
  );
}
