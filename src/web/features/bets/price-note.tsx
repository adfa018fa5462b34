import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Tag } from '#web/ui/card.tsx';
import type { ContestWithMine } from './api.ts';

/** What there is to know of fixed odds: why nothing is for sale, how old the price is, that it is weak. Nothing where it is firm, and in a pool. */
export function PriceNote({ contest, now }: { contest: ContestWithMine; now: Date }) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const { quote } = contest;
  if (quote === null) return null;
  const { suspension, state, basis, stake_max, confirmed_at } = quote;
  if (suspension !== null) {
    return (
      <div role="status" className="mt-3 grid justify-items-start gap-1.5">
        <Tag tone="warn">{t('not_for_sale')}</Tag>
        <Line>{t(`suspensions.${suspension}`)}</Line>
      </div>
    );
  }
  const age = confirmed_at === null ? '' : format.relativeTime(new Date(confirmed_at), now);
  return (
    <div className="mt-2 grid gap-0.5 empty:hidden">
      {state === 'stale' && confirmed_at !== null && <Line>{t('price_from', { when: age })}</Line>}
      {basis === 'forecast' && <Line>{t('price_of_forecast')}</Line>}
      {stake_max !== null && <Line>{t('price_stake_max', { points: stake_max })}</Line>}
    </div>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <p className="text-[12.5px] text-muted">{children}</p>;
}
