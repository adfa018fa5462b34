import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Review } from '#contract/withdrawal-review.ts';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { EvidenceCard } from '#web/console/ui/evidence-card.tsx';
import { RingCard, WinningsCard } from '#web/console/ui/fraud-signal-cards.tsx';
import { AdjustmentsTable, LedgerTable } from '#web/console/ui/points-tables.tsx';
import { ProvenanceCard } from '#web/console/ui/provenance-card.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { Card, FactList } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { BriefTable } from './brief-table.tsx';
import { EventsCard, RequestCard } from './request-card.tsx';
import { WalletCheck } from './wallet-check.tsx';

const ROW = 'grid grid-cols-1 items-start gap-3.5 lg:grid-cols-2';

/** Everything for deciding a withdrawal on one screen: the request and its owner, the origin of the points, connected accounts. */
export function ReviewPanel({ review }: { review: Review }) {
  const t = useTranslations('admin_withdrawals');
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <div className={`${ROW} xl:grid-cols-3`}>
        <div className="grid min-w-0 grid-cols-1 gap-3.5">
          <RequestCard withdrawal={review.withdrawal} />
          <EventsCard events={review.events} waiting={review.waiting} withdrawal={review.withdrawal} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-3.5">
          <WalletCard withdrawal={review.withdrawal} wallet={review.wallet} />
          {isToBePaid(review.withdrawal) && <WalletCheck id={review.withdrawal.id} />}
          <ProvenanceCard provenance={review.provenance} />
          <WinningsCard winnings={review.winnings} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-3.5 lg:max-xl:col-span-2">
          <AccountCard withdrawal={review.withdrawal} account={review.account} />
        </div>
      </div>
      <div className={ROW}>
        <div className="grid min-w-0 grid-cols-1 gap-3.5">
          <RingCard ring={review.evidence.ring} />
          <EvidenceCard evidence={review.evidence} />
          <EarlierCard earlier={review.earlier} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-3.5">
          <AdjustmentsCard adjustments={review.adjustments} userId={review.withdrawal.user.id} />
          <Card title={t('ledger')}>
            {review.ledger.length === 0 ? (
              <p className="text-[13px] text-muted">{t('ledger_none')}</p>
            ) : (
              <LedgerTable rows={review.ledger} />
            )}
          </Card>
        </div>
      </div>
    </div>
  );
}

/** Whether something is still to be paid to its wallet. */
const isToBePaid = ({ stage, wallet_address }: Review['withdrawal']): boolean =>
  wallet_address !== null && (stage === 'in_review' || stage === 'being_sent');

/** The placeholder of a review. */
export const ReviewSkeleton = () => (
  <div className={`${ROW} xl:grid-cols-3`}>
    {['a', 'b', 'c'].map((card) => (
      <Skeleton key={card} className="h-[520px] rounded-card" />
    ))}
  </div>
);

/** The user's other withdrawals, and the approved total. */
function EarlierCard({ earlier: { items, approved_count, approved_points } }: Pick<Review, 'earlier'>) {
  const t = useTranslations('admin_withdrawals');
  return (
    <Card title={t('earlier')}>
      {items.length === 0 ? (
        <p className="text-[13px] text-muted">{t('earlier_none')}</p>
      ) : (
        <>
          <p className="mb-2 text-[13px] text-muted">{t('earlier_sum', { count: approved_count, points: approved_points })}</p>
          <BriefTable label={t('earlier')} rows={items} />
        </>
      )}
    </Card>
  );
}

/** Points that admins gave the user or took: the reviewer should know their source. */
function AdjustmentsCard({ adjustments: { items, total }, userId }: Pick<Review, 'adjustments'> & { userId: string }) {
  const t = useTranslations('admin_withdrawals');
  const all = total > items.length && (
    <Link to={`/admin/users/${userId}/adjustments`} className="underline underline-offset-2">
      {t('adjusted_all', { count: total })}
    </Link>
  );
  return (
    <Card title={t('adjusted')} aside={all}>
      {items.length === 0 ? (
        <p className="text-[13px] text-muted">{t('adjusted_none')}</p>
      ) : (
        <AdjustmentsTable label={t('adjusted')} rows={items} />
      )}
    </Card>
  );
}

/** The receiving wallet, how long the user has had it, and their previous ones. */
function WalletCard({ withdrawal: { wallet_address, wallet_since, wallet_days }, wallet }: Pick<Review, 'withdrawal' | 'wallet'>) {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  const address = (text: string | null, none: string) => <span className="num wrap-anywhere">{text ?? none}</span>;
  const date = (at: string) => format.dateTime(new Date(at), 'date');
  const isSame = wallet.current !== null && wallet.current === wallet_address;
  return (
    <Card title={t('wallet_card')}>
      <FactList
        facts={[
          { label: t('address'), value: address(wallet_address, t('unknown')) },
          { label: t('wallet_since'), value: `${date(wallet_since)} · ${t('wallet_age', { days: wallet_days })}` },
          { label: t('wallet_now'), value: isSame ? t('wallet_same') : address(wallet.current, t('wallet_removed')) },
          {
            label: t('wallet_past'),
            value:
              wallet.past.length === 0 ? (
                t('none_known')
              ) : (
                <ul>
                  {wallet.past.map((past) => (
                    <li key={past}>{address(past, '')}</li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </Card>
  );
}

/** The user's present state: holds, safety, play. */
function AccountCard({ withdrawal: { user }, account }: Pick<Review, 'withdrawal' | 'account'>) {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  const locale = useLocale();
  const time = (at: string) => format.dateTime(new Date(at), 'date_time');
  const place = (code: string | null) => (code ? new Intl.DisplayNames(locale, { type: 'region' }).of(code) : null);
  const number = (points: number) => <span className="num">{format.number(points)}</span>;
  const { redeem_held_until, deletion_due_at, last_login_at, password_changed_at } = account;
  return (
    <Card title={t('account')} aside={<UserLine user={user} status={user.status} isBrief />}>
      <FactList
        facts={[
          {
            label: t('hold'),
            value: redeem_held_until ? <span className="text-bad">{time(redeem_held_until)}</span> : t('no_hold'),
          },
          ...(deletion_due_at ? [{ label: t('leaving'), value: <span className="text-bad">{time(deletion_due_at)}</span> }] : []),
          { label: t('registered'), value: format.dateTime(new Date(account.registered_at), 'date') },
          { label: t('country'), value: [place(account.registration_country), place(account.country)].filter(Boolean).join(' · ') || '–' },
          { label: t('last_login'), value: last_login_at ? <TimeAgo at={last_login_at} /> : t('never') },
          { label: t('balance'), value: number(account.balance) },
          { label: t('held'), value: number(account.held) },
          { label: t('second_factor'), value: t(account.two_factor ? 'on' : 'off') },
          { label: t('password_changed'), value: password_changed_at ? time(password_changed_at) : t('never') },
          { label: t('bets'), value: t('bets_of', { hits: account.hits, played: account.predictions_played }) },
          { label: t('net_won'), value: number(account.net_won) },
          {
            label: t('notes'),
            value: (
              <Link to={`/admin/users/${user.id}/notes`} className="underline underline-offset-2">
                {t('notes_count', { count: account.notes })}
              </Link>
            ),
          },
        ]}
      />
    </Card>
  );
}
