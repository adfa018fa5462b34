import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Review, WithdrawalEvent } from '#contract/withdrawal-review.ts';
import { FREEZE_REASONS, REJECTION_REASONS } from '#domain/withdrawals/withdrawal.ts';
import { LONG_DATE_AND_TIME } from '#web/lib/dates.ts';
import { Card } from '#web/ui/card.tsx';
import { TransactionLink } from '#web/ui/transaction-link.tsx';

/** All that happened to a withdrawal, by whom and when, and what waits for a second admin. */
export function EventsCard({ events, waiting }: Pick<Review, 'events' | 'waiting'>) {
  const t = useTranslations('admin_withdrawals');
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
    </Card>
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
  const time = (moment: string) => format.dateTime(new Date(moment), LONG_DATE_AND_TIME);
  const freeze = FREEZE_REASONS.find((reason) => reason === reason_code);
  const rejection = REJECTION_REASONS.find((reason) => reason === reason_code);
  const why = freeze ? t(`frozen_because.${freeze}`) : rejection && t(`reason_codes.${rejection}`);
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
