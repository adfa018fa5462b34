import { useFormatter, useTranslations } from 'use-intl';
import type { Winnings } from '#contract/fraud-signals.ts';
import { PERCENT } from '#web/lib/number-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { UserLine } from './user-line.tsx';

type Loser = Winnings['losers'][number];

/** Which accounts lost what a user won; few who lost much may be of the same hand (docs/decisions/031). */
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
