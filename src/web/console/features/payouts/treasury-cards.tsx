import { useFormatter, useTranslations } from 'use-intl';
import type { Treasury } from '#contract/treasury.ts';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { Card, FactList } from '#web/ui/card.tsx';

type Sum = Treasury['to_send'];

const Bad = ({ children }: { children: string }) => <span className="text-bad">{children}</span>;

/** What the wallet holds, as nodes last said, and how far its transfers were read. */
export function HoldingsCard({ treasury }: { treasury: Treasury }) {
  const t = useTranslations('admin_treasury');
  const problems = useTranslations('admin_withdrawals.payout_problem');
  const format = useFormatter();
  const { wallet, balances, balances_problem, is_trx_low, transfers } = treasury;
  const number = (text: string) => format.number(Number(text), { maximumFractionDigits: 6 });
  if (wallet === null)
    return (
      <Card title={t('holdings')}>
        <p className="text-muted">{t('not_set_up')}</p>
      </Card>
    );
  const trx = balances && number(balances.trx);
  return (
    <Card title={t('holdings')} aside={balances && <TimeAgo at={balances.at} />}>
      <FactList
        facts={[
          { label: t('wallet'), value: <span className="num">{wallet}</span> },
          { label: 'USDT', value: balances ? number(balances.usdt) : t('unknown') },
          { label: 'TRX', value: trx === null ? t('unknown') : is_trx_low ? <Bad>{t('trx_low', { trx })}</Bad> : trx },
          { label: t('energy'), value: balances ? format.number(balances.energy) : t('unknown') },
          { label: t('bandwidth'), value: balances ? format.number(balances.bandwidth) : t('unknown') },
          {
            label: t('read'),
            value: transfers?.at ? <TimeAgo at={transfers.at} /> : t('never'),
          },
        ]}
      />
      {balances_problem && <Problem>{problems(balances_problem)}</Problem>}
      {transfers?.problem && <Problem>{t('read_problem', { problem: problems(transfers.problem) })}</Problem>}
      {transfers?.is_behind && <Problem>{t('behind')}</Problem>}
    </Card>
  );
}

const Problem = ({ children }: { children: string }) => (
  <p className="mt-2.5 text-[13px]">
    <StateDot tone="warn">{children}</StateDot>
  </p>
);

/** What is owed against what is held, and the need of 30 days. */
export function NeedCard({ treasury }: { treasury: Treasury }) {
  const t = useTranslations('admin_treasury');
  const { to_send, on_the_way, wrong, pending, owed, owed_short, forecast } = treasury;
  const sum = ({ count, usdt }: Sum) => t('sum', { count, usdt });
  const short = (usdt: string | null) => {
    if (usdt === null) return t('unknown');
    return usdt === '0.00' ? <span className="text-good">{t('enough')}</span> : <Bad>{t('short', { usdt })}</Bad>;
  };
  return (
    <Card title={t('need')}>
      <FactList
        facts={[
          { label: t('to_send'), value: sum(to_send) },
          { label: t('wrong'), value: wrong.count > 0 ? <Bad>{sum(wrong)}</Bad> : sum(wrong) },
          { label: t('owed'), value: t('usdt', { usdt: owed }) },
          { label: t('owed_short'), value: short(owed_short) },
          { label: t('on_the_way'), value: sum(on_the_way) },
          { label: t('pending'), value: sum(pending) },
          { label: t('asked', { days: forecast.days }), value: t('usdt', { usdt: forecast.asked }) },
          { label: t('forecast'), value: t('usdt', { usdt: forecast.need }) },
          { label: t('forecast_short'), value: short(forecast.short) },
        ]}
      />
      <p className="mt-2.5 text-[12.5px] text-pretty text-muted">{t('forecast_how')}</p>
    </Card>
  );
}
