import { useFormatter, useTranslations } from 'use-intl';
import type { ListedBet } from '#contract/bets.ts';
import { classNames } from '#web/lib/class-names.ts';
import { totalsOf } from './live-position.ts';

interface BetsTotalsProps {
  /** Ongoing ones. */
  bets: readonly ListedBet[];
  /** How many the user has; there may be more than are known here. */
  count: number;
}

/** All ongoing bets in one line: what is at stake, and what those in play would give as it stands. */
export function BetsTotals({ bets, count }: BetsTotalsProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const { staked, inPlay, standing } = totalsOf(bets);
  if (staked === 0) return null;
  return (
    <div className="mb-4 rounded-card border border-line bg-surface px-3 py-2.5 md:px-4">
      <dl aria-label={t('totals')} className="flex flex-wrap gap-x-8 gap-y-1.5 text-[13px]">
        <Total label={t('total_staked')} value={format.number(staked)} />
        {inPlay > 0 && (
          <>
            <Total label={t('total_in_play')} value={format.number(inPlay)} />
            <Total label={t('as_it_stands')} value={format.number(standing)} isGood={standing > inPlay} />
          </>
        )}
      </dl>
      {count > bets.length && <p className="mt-1 text-[12px] text-muted">{t('totals_latest', { count: bets.length })}</p>}
    </div>
  );
}

function Total({ label, value, isGood = false }: { label: string; value: string; isGood?: boolean }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-muted">{label}</dt>
      <dd className={classNames('num text-[17px] font-bold', isGood && 'text-good')}>{value}</dd>
    </div>
  );
}
