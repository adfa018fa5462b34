import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ApprovedAction } from '#contract/approvals.ts';
import { VOID_REASONS } from '#domain/settlement/contest.ts';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { useLocalName } from '#web/lib/local-name.ts';

/** Describes the action to approve in a sentence, with links to its subject. */
export function ApprovalActionText({ deed }: { deed: ApprovedAction }) {
  const t = useTranslations('admin_approvals');
  if (deed.kind === 'adjust') {
    const points = Math.abs(deed.delta);
    return (
      <>
        <p className="flex flex-wrap items-center gap-x-1.5 text-[15px] font-[620]">
          {t.rich(deed.delta > 0 ? 'kinds.give' : 'kinds.take', { points, user: () => <UserLine user={deed.user} /> })}
        </p>
        <p className="text-[13px] text-muted">
          {t(`adjust_as.${deed.source}`)}
          {deed.note && ` · ${t('user_reads', { note: deed.note })}`}
        </p>
      </>
    );
  }
  if (deed.kind === 'withdrawal_return' || deed.kind === 'withdrawal_hash') return <WithdrawalWords deed={deed} />;
  if (deed.kind === 'treasury_transfer') return <TransferWords deed={deed} />;
  if ('email' in deed) return <AdminWords deed={deed} />;
  if (deed.kind === 'ending') return <EndingWords deed={deed} />;
  return (
    <>
      <p className="text-[15px] font-[620]">
        {deed.kind === 'void' ? t('kinds.void') : t(`kinds.${deed.kind}`, { home: deed.home_score, away: deed.away_score })}
      </p>
      <ContestLine contest={deed.contest} />
    </>
  );
}

function WithdrawalWords({ deed }: { deed: Extract<ApprovedAction, { kind: 'withdrawal_return' | 'withdrawal_hash' }> }) {
  const t = useTranslations('admin_approvals');
  const { id, points, usdt, user } = deed.withdrawal;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-1.5 text-[15px] font-[620]">
        {t.rich(`kinds.${deed.kind}`, { points, usdt, user: () => <UserLine user={user} /> })}
      </p>
      <p className="text-[13px] wrap-anywhere text-muted">
        <Link to={`/admin/withdrawals/${id}`} className="font-semibold text-text hover:underline">
          {t('see_withdrawal')}
        </Link>
        {deed.kind === 'withdrawal_return' && deed.note && ` · ${t('user_reads', { note: deed.note })}`}
      </p>
      {deed.kind === 'withdrawal_hash' && (
        // One below the other, for comparison with the blockchain.
        <dl className="grid gap-1 text-[13px]">
          <Hash label={t('hash_recorded')} hash={deed.from} />
          <Hash label={t('hash_right')} hash={deed.tx_hash} />
        </dl>
      )}
    </>
  );
}

function TransferWords({ deed: { usdt, to_wallet, tx_hash } }: { deed: Extract<ApprovedAction, { kind: 'treasury_transfer' }> }) {
  const t = useTranslations('admin_approvals');
  return (
    <>
      <p className="text-[15px] font-[620]">{t('kinds.treasury_transfer', { usdt })}</p>
      <dl className="grid gap-1 text-[13px]">
        <Hash label={t('treasury_to')} hash={to_wallet} />
        <Hash label={t('treasury_transaction')} hash={tx_hash} />
      </dl>
    </>
  );
}

const Hash = ({ label, hash }: { label: string; hash: string }) => (
  <div className="flex flex-wrap gap-x-1.5">
    <dt className="text-muted">{label}</dt>
    <dd className="num min-w-0 wrap-anywhere">{hash}</dd>
  </div>
);

/** The change of an admin. */
function AdminWords({ deed: { kind, email, role } }: { deed: Extract<ApprovedAction, { email: string }> }) {
  const t = useTranslations();
  return (
    <p className="text-[15px] font-[620] wrap-anywhere">{t(`admin_approvals.kinds.${kind}`, { email, role: t(`admin.roles.${role}`) })}</p>
  );
}

/** How operators' reports end a contest: on what score, who reported it, and what it pays. */
function EndingWords({ deed }: { deed: Extract<ApprovedAction, { kind: 'ending' }> }) {
  const t = useTranslations();
  const format = useFormatter();
  const { ending, home_score, away_score, started_at, told_by, would } = deed;
  const reason = VOID_REASONS.find((known) => known === deed.void_reason);
  const emails = format.list(told_by.map(({ email }) => email));
  const { payouts, winners, refunds, house } = would;
  return (
    <>
      <p className="text-[15px] font-[620]">
        {ending === 'void'
          ? t('admin_approvals.kinds.void')
          : t(`admin_approvals.kinds.${ending}`, { home: home_score ?? 0, away: away_score ?? 0 })}
      </p>
      <ContestLine contest={deed.contest} />
      {reason && <p className="text-[13px] text-muted">{t(`bets.void_reason.${reason}`)}</p>}
      <p className="text-[13px] text-warn wrap-anywhere">{t('admin_approvals.kinds.ending_told', { emails })}</p>
      <p className="text-[13px] text-muted">{t('admin_approvals.kinds.ending_would', { payouts, winners, refunds, house })}</p>
      {started_at && (
        <p className="text-[13px] text-muted">
          {t('admin_approvals.kinds.ending_started', { when: format.dateTime(new Date(started_at), 'date_time') })}
        </p>
      )}
    </>
  );
}

function ContestLine({ contest: { id, market, match } }: { contest: Extract<ApprovedAction, { kind: 'void' }>['contest'] }) {
  const t = useTranslations('bets.markets');
  const nameOf = useLocalName();
  return (
    <p className="text-[13px] text-muted">
      <Link to={`/admin/contests/${id}`} className="font-semibold text-text hover:underline">
        {nameOf(match.home)} – {nameOf(match.away)}
      </Link>{' '}
      · {t(market)}
    </p>
  );
}
