import { useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { addWithdrawalNote, NOTE_LENGTH_MAX } from '#contract/withdrawal-queue.ts';
import type { Review, ReviewRow, WithdrawalEvent } from '#contract/withdrawal-review.ts';
import { PAYOUT_FAULTS } from '#domain/withdrawals/payout/payout.ts';
import { FREEZE_REASONS, REJECTION_REASONS } from '#domain/withdrawals/withdrawal.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { WaitingTime } from '#web/console/ui/elapsed-time.tsx';
import { LongField } from '#web/console/ui/long-field.tsx';
import { PayoutFacts, StageTag } from '#web/console/ui/payout-state.tsx';
import { toast } from '#web/data/toasts.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, FactList } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { TransactionLink } from '#web/ui/transaction-link.tsx';
import { FirstNote, TwoNeeded } from './review-action-dialog.tsx';
import { LATE_AFTER_MS } from './review-table.tsx';

/** The request, its progress, and all notes. */
export function RequestCard({ withdrawal }: { withdrawal: ReviewRow }) {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  const { points, usdt, submitted_at, decided_at, approvals, contact } = withdrawal;
  const time = (at: string) => format.dateTime(new Date(at), 'date_time');
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

/** The outcome so far. */
function endOf(
  { decided_at, decided_by, reason_code, note, tx_hash, sent_at, sent_by, payout }: ReviewRow,
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
    ...(payout ? [{ label: t('payout'), value: <PayoutFacts payout={payout} /> }] : []),
  ];
}

/** All events and notes of a withdrawal, its requests for a second admin, and a form for adding a note. */
export function EventsCard({ events, waiting, withdrawal: { id, contact } }: Pick<Review, 'events' | 'waiting' | 'withdrawal'>) {
  const t = useTranslations('admin_withdrawals');
  const admin = useAdmin();
  // Without a contact, the owner's account is erased.
  const takesNotes = admin !== null && addWithdrawalNote.access.includes(admin.role) && contact !== null;
  return (
    <Card title={t('events')}>
      {waiting.return && <Waiting>{t('waits_return')}</Waiting>}
      {waiting.correct && <Waiting>{t('waits_correct')}</Waiting>}
      {events.length === 0 && <p className="text-[13px] text-muted">{t('events_none')}</p>}
      <ol>
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ol>
      {takesNotes && <NoteForm id={id} />}
    </Card>
  );
}

function NoteForm({ id }: { id: string }) {
  const t = useTranslations('admin_withdrawals.queue');
  const add = useAdminCall(addWithdrawalNote);
  const [text, setText] = useState('');
  const { form, problems, isBusy } = useSubmit({
    check: () => (text.trim() === '' ? { form: t('note_missing') } : {}),
    send: async () => {
      await add.mutateAsync({ id, text: text.trim() });
      setText('');
      toast('success', t('note_added'));
    },
  });
  return (
    <form {...form} className="mt-3 grid gap-2.5">
      <FormAlert message={problems.form} />
      <LongField label={t('note')} hint={t('note_hint')} value={text} lengthMax={NOTE_LENGTH_MAX} onChange={setText} />
      <Button type="submit" size="s" look="quiet" busy={isBusy} className="justify-self-start">
        {t('note_add')}
      </Button>
    </form>
  );
}

const Waiting = ({ children }: { children: string }) => (
  <p className="mb-2 text-[13px] text-warn">
    <Link to="/admin/approvals" className="underline underline-offset-2">
      {children}
    </Link>
  </p>
);

function EventLine({ event: { kind, admin, at, reason_code, tx_hash, until, note, owner_note } }: { event: WithdrawalEvent }) {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  const time = (moment: string) => format.dateTime(new Date(moment), 'date_time');
  const freeze = FREEZE_REASONS.find((reason) => reason === reason_code);
  const rejection = REJECTION_REASONS.find((reason) => reason === reason_code);
  const fault = kind === 'payment_mismatch' ? PAYOUT_FAULTS.find((one) => one === reason_code) : undefined;
  const reject = rejection && t(`reason_codes.${rejection}`);
  const why = fault ? t(`payout_fault.${fault}`) : freeze ? t(`frozen_because.${freeze}`) : reject;
  const who = admin?.email ?? t(kind === 'asked' ? 'by_owner' : 'by_itself');
  return (
    <li className="border-b border-line py-2 last:border-0">
      <p className="flex flex-wrap items-center gap-x-1.5 text-[13.5px]">
        <span className="font-semibold">{t(`event.${kind}`)}</span>
        {why && <span className="text-muted">{why}</span>}
        {until && <span className="text-muted">{t('until', { when: time(until) })}</span>}
        {tx_hash && <TransactionLink hash={tx_hash} />}
      </p>
      {note && <p className="text-[13.5px] wrap-anywhere whitespace-pre-line">{t('for_admins', { note })}</p>}
      {owner_note && <p className="text-[13.5px] wrap-anywhere whitespace-pre-line text-muted">{t('for_owner', { note: owner_note })}</p>}
      <p className="text-[12.5px] wrap-anywhere text-muted">
        {who} · {time(at)}
      </p>
    </li>
  );
}
