import { useFormatter, useTranslations } from 'use-intl';
import type { Evidence, Winnings } from '#contract/fraud-signals.ts';
import { PERCENT } from '#web/lib/number-formats.ts';
import { Card, Tag } from '#web/ui/card.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { UserLine } from './user-line.tsx';

type Ring = Evidence['ring'];

/** Why an account is or is not considered one of several of one person, and its connected accounts (docs/decisions/048). */
export function RingCard({ ring: { score, flagged_from, reasons, members } }: { ring: Ring }) {
  const t = useTranslations('admin_evidence');
  const isFlagged = score >= flagged_from;
  return (
    <Card title={t('ring')}>
      <p className={`text-[13px] text-pretty ${isFlagged ? 'font-[550] text-warn' : 'text-muted'}`}>
        {t(isFlagged ? 'ring_flagged' : 'ring_not', { score, from: flagged_from })}
      </p>
      <ul className="mt-2">
        {reasons.map((reason) => (
          <Reason key={reason.kind} reason={reason} />
        ))}
      </ul>
      <Members members={members} />
    </Card>
  );
}

/** A reason as text, and its weight. */
function Reason({ reason: { kind, weight, accounts, points, share } }: { reason: Ring['reasons'][number] }) {
  const t = useTranslations('admin_evidence.ring_reasons');
  const format = useFormatter();
  return (
    <li className="flex items-start justify-between gap-3 border-t border-line py-1.5 text-[13.5px] first:border-0">
      <span className="min-w-0 text-pretty">{t(kind, { accounts, points, share: format.number(share, PERCENT) })}</span>
      <span className="num flex-none font-semibold text-warn">
        {format.number(weight, { signDisplay: 'always', maximumFractionDigits: 1 })}
      </span>
    </li>
  );
}

function Members({ members: { items, count } }: { members: Ring['members'] }) {
  const t = useTranslations('admin_evidence');
  const format = useFormatter();
  return (
    <section className="mt-3">
      <h3 className="flex items-baseline gap-2 text-[13px] font-[620]">
        {t('ring_members')}
        {count > 0 && <span className="num font-medium text-muted">{format.number(count)}</span>}
        {items.length < count && (
          <span className="num text-[12.5px] font-medium text-muted">
            {t('shown_of', { shown: items.length, count: format.number(count) })}
          </span>
        )}
      </h3>
      {count === 0 && <p className="text-[13px] text-muted">{t('ring_nobody')}</p>}
      <ul className="mt-1 max-h-[320px] overflow-y-auto">
        {items.map(({ account, ties, hops, points }) => (
          <li key={account.id} className="flex items-start justify-between gap-3 border-t border-line py-1.5 text-[13.5px] first:border-0">
            <span className="grid min-w-0 gap-1">
              <UserLine user={account} status={account.status} />
              <span className="flex flex-wrap items-center gap-1.5 text-[12.5px] text-muted">
                {ties.map((tie) => (
                  <Tag key={tie} tone={tie === 'feeds' || tie === 'fed' ? 'warn' : 'quiet'}>
                    {t(`ties.${tie}`)}
                  </Tag>
                ))}
                {t('hops', { hops })}
              </span>
            </span>
            {points !== 0 && (
              <span className="num flex-none text-[12.5px] text-muted">
                {format.number(points, { signDisplay: 'exceptZero' }).replace('-', '−')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Loser = Winnings['losers'][number];

/** The accounts that lost what a user won; a few large losers may belong to the same person (docs/decisions/031). */
export function WinningsCard({ winnings }: { winnings: Winnings }) {
  const t = useTranslations('admin_evidence');
  const format = useFormatter();
  const { won, from_house, traced, losers, few_share, is_concentrated } = winnings;
  const columns: Column<Loser>[] = [
    {
      key: 'account',
      title: t('account'),
      className: 'w-full',
      cell: ({ account, contests }) => (
        <>
          <UserLine user={account} status={account.status} isBrief />
          <span className="num block text-[12.5px] text-muted">{t('in_contests', { contests })}</span>
        </>
      ),
    },
    { key: 'points', title: t('lost'), cell: ({ points }) => format.number(points), isNumber: true },
    { key: 'share', title: t('share'), cell: ({ share }) => format.number(share, PERCENT), isNumber: true },
  ];
  const share = format.number(few_share, PERCENT);
  return (
    <Card title={t('losers')}>
      <p className="text-[13px] text-pretty text-muted">{t('losers_lead', { won, house: from_house, traced })}</p>
      <p className={`my-2 text-[13px] text-pretty ${is_concentrated ? 'font-[550] text-warn' : ''}`}>
        {t(is_concentrated ? 'concentrated' : 'spread', { share })}
      </p>
      {losers.length === 0 ? (
        <p className="text-[13px] text-muted">{t('losers_none')}</p>
      ) : (
        <DataTable label={t('losers')} columns={columns} rows={losers} keyOf={({ account }) => account.id} hasKeys={false} />
      )}
    </Card>
  );
}
