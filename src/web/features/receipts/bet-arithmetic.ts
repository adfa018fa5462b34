import { useFormatter, useTranslations } from 'use-intl';
import type { ReceiptBetView, ReceiptView } from '#contract/receipts.ts';
import { fixedPayout } from '#domain/settlement.ts';
import { formatOdds } from '#web/lib/odds-format.ts';

/** Says how a bet's points came about, a sentence each. */
export function useArithmetic({ contest }: ReceiptView): (bet: ReceiptBetView) => string[] {
  const t = useTranslations('receipts');
  const format = useFormatter();
  const points = (n: number) => format.number(n);

  function won({ share, legs }: ReceiptBetView): string[] {
    if (share) {
      const { stake, pot, winning_stakes, floor, left_over } = share;
      const exact = t('share', { stake: points(stake), pot: points(pot), winning: points(winning_stakes), floor: points(floor) });
      return left_over > 0 ? [exact, t('left_over')] : [exact];
    }
    const paid = legs
      .filter(({ refunded }) => !refunded)
      .map((leg) => {
        const payout = fixedPayout([{ stake: leg.stake, oddsHundredths: Math.round((leg.odds ?? 1) * 100) }]);
        return t('leg', { stake: points(leg.stake), odds: formatOdds(leg.odds ?? 1), payout: points(payout) });
      });
    return [t('legs', { legs: paid.join('; ') })];
  }

  return (bet) => {
    const kept = bet.received - bet.payout - bet.refund;
    const more = kept > 0 ? [t('kept', { points: points(kept) })] : [];
    if (bet.state === 'refunded') return [t('refunded_whole'), ...more];
    if (bet.state !== 'settled') return [];
    const lost = t(contest.market === 'wdl' ? 'missed_pool' : 'missed_fixed');
    const late = bet.refund > 0 ? [t('late', { points: points(bet.refund) })] : [];
    return [...(bet.hit ? won(bet) : [lost]), ...late, ...more];
  };
}
