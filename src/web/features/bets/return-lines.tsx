import { useFormatter, useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
import { formatOdds } from '#web/lib/odds-format.ts';
import type { ContestWithMine } from './api.ts';
import { FactLine } from './fact-line.tsx';
import { priceOf, returnsIfRight, stakeReturns } from './stake-rules.ts';

interface ReturnLinesProps {
  contest: ContestWithMine;
  pick: Pick | null;
  /** One that can be placed; 0 where there is none. */
  stake: number;
  /** Null while it is not known. */
  balance: number | null;
  feePercent: number;
}

/** What a stake returns if the pick is right, what is left of the balance, and what is in the contest. */
export function ReturnLines({ contest, pick, stake, balance, feePercent }: ReturnLinesProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const points = (count: number) => t('points_value', { points: format.number(count) });
  const pointsOrNone = (count: number | null) => (count === null ? '–' : points(count));
  const isFixed = contest.market === '1x2';
  const whole = pick === null || stake === 0 ? null : returnsIfRight(contest, pick, stake, feePercent);
  const odds = priceOf(contest, pick);
  return (
    <dl className="mt-2.5 grid gap-2">
      {isFixed && contest.mine !== null && pick !== null && odds !== null && (
        <FactLine label={t('returns_stake', { odds: formatOdds(odds) })}>
          {pointsOrNone(stake === 0 ? null : stakeReturns(contest, pick, stake))}
        </FactLine>
      )}
      <FactLine label={t(!isFixed ? 'returns_now' : contest.mine === null ? 'returns_fixed' : 'returns_whole')}>
        {pointsOrNone(whole)}
      </FactLine>
      {balance !== null && <FactLine label={t(stake > 0 ? 'balance_after' : 'balance')}>{points(balance - stake)}</FactLine>}
      <FactLine label={t(isFixed ? 'staked' : 'pool')}>
        {t('pool_value', { points: format.number(contest.total_stake), players: contest.participants })}
      </FactLine>
    </dl>
  );
}
