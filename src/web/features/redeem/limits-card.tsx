import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Redeemable } from '#contract/withdrawals.ts';
import { LONG_DATE_AND_TIME } from '#web/lib/date-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';

/** What there is to redeem, and what limits it, before anybody runs into it. */
export function LimitsCard({ facts }: { facts: Redeemable }) {
  const t = useTranslations('redeem');
  const format = useFormatter();
  const { balance, held, redeemable, redeemable_from, to_be_played, day_left, day_max, days_30_left, days_30_max, min, step } = facts;
  return (
    <Card title={t('limits')}>
      <FactList
        facts={[
          { label: t('balance'), value: format.number(balance) },
          ...(held > 0 ? [{ label: t('held'), value: format.number(held) }] : []),
          ...(redeemable < balance
            ? [
                { label: t('redeemable'), value: format.number(redeemable) },
                { label: t('not_yet'), value: format.number(balance - redeemable) },
              ]
            : []),
          { label: t('today'), value: t('left_of', { left: day_left, max: day_max }) },
          { label: t('days_30'), value: t('left_of', { left: days_30_left, max: days_30_max }) },
          { label: t('least'), value: t('least_value', { min, step }) },
        ]}
      />
      {to_be_played > 0 && (
        <p className="mt-2 text-[12.5px] text-pretty text-muted">
          {t.rich('to_be_played', {
            points: to_be_played,
            bets: (words) => (
              <Link to="/bets" className="font-semibold text-accent hover:underline">
                {words}
              </Link>
            ),
          })}
        </p>
      )}
      {redeemable_from && (
        <p className="mt-2 text-[12.5px] text-pretty text-muted">
          {t('redeemable_from', { when: format.dateTime(new Date(redeemable_from), LONG_DATE_AND_TIME) })}
        </p>
      )}
    </Card>
  );
}
