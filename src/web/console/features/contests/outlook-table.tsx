import { useFormatter, useTranslations } from 'use-intl';
import type { ContestCaseDetail, Outlook } from '#contract/contest-admin.ts';
import { type Column, DataTable } from '#web/console/ui/data-table.tsx';
import { Card } from '#web/ui/card.tsx';

/** What each way of ending a contest would pay: nobody presses a button to find out. */
export function OutlookTable({ contest: { outlooks } }: { contest: ContestCaseDetail }) {
  const t = useTranslations('admin_contests');
  const format = useFormatter();
  const number = (value: number) => format.number(value);
  const signed = (value: number) => format.number(value, { signDisplay: 'exceptZero' });
  const columns: Column<Outlook>[] = [
    {
      key: 'ending',
      title: t('ending'),
      cell: ({ winner }) => (winner === null ? t('voided') : t('wins', { pick: t(`picks.${winner}`) })),
    },
    { key: 'winners', title: t('winners'), cell: ({ winners }) => number(winners), isNumber: true },
    { key: 'payouts', title: t('payouts'), cell: ({ payouts }) => number(payouts), isNumber: true },
    { key: 'refunded', title: t('refunded_bets'), cell: ({ refunded_bets }) => number(refunded_bets), isNumber: true },
    { key: 'refunds', title: t('refunds'), cell: ({ refunds }) => number(refunds), isNumber: true },
    { key: 'house', title: t('house'), cell: ({ house }) => signed(house), isNumber: true },
    { key: 'changed', title: t('changed'), cell: ({ changed }) => number(changed), isNumber: true },
  ];
  return (
    <Card title={t('outlook')}>
      <DataTable label={t('outlook')} columns={columns} rows={outlooks} keyOf={({ winner }) => winner ?? 'void'} />
      <p className="mt-2 text-[12.5px] text-pretty text-muted">{t('outlook_hint')}</p>
    </Card>
  );
}
