import { useFormatter, useTranslations } from 'use-intl';
import type { ReceiptBetView, ReceiptView } from '#contract/receipts.ts';
import { fixedPayout } from '#domain/settlement/settlement.ts';
import { classNames } from '#web/lib/class-names.ts';
import { shortId } from '#web/lib/number-formats.ts';
import { Tag } from '#web/ui/card.tsx';
import { usePickWord } from './facts-card.tsx';

interface ReceiptBetProps {
  receipt: ReceiptView;
  bet: ReceiptBetView;
}

/** Shows a bet: owner, pick, result, and the calculation. */
export function ReceiptBet({ receipt, bet }: ReceiptBetProps) {
  const t = useTranslations('receipts');
  const format = useFormatter();
  const pickWord = usePickWord(receipt.match);
  const arithmetic = useArithmetic(receipt)(bet);
  const isMine = bet.id === receipt.mine?.id;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-[550]" title={bet.player}>
            {bet.player}
          </span>
          {isMine && <Tag>{t('you')}</Tag>}
          <span className="num flex-none text-[11.5px] text-muted" title={bet.id}>
            {shortId(bet.id)}
          </span>
        </p>
        <p className="text-[13px] break-words text-muted">
          {t('staked_points', { points: format.number(bet.stake), pick: pickWord(bet.pick) })}
        </p>
      </div>
      <Outcome bet={bet} />
      {arithmetic.length > 0 && (
        <ul className="num col-span-2 text-[12.5px] font-medium text-muted">
          {arithmetic.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows a bet's payout. A refund returns the stake and is not a loss. */
function Outcome({ bet: { state, hit, payout, refund } }: { bet: ReceiptBetView }) {
  const t = useTranslations('receipts');
  const format = useFormatter();
  const isWon = state === 'settled' && hit === true;
  const word = state === 'refunded' ? 'back' : state !== 'settled' ? 'open' : isWon ? 'paid' : 'lost';
  return (
    <p className="text-right">
      <span className={classNames('block text-[11.5px] font-[550]', isWon ? 'text-good' : 'text-muted')}>{t(word)}</span>
      <span className={classNames('num text-[15px]', isWon && 'font-bold text-good', word === 'lost' && 'text-muted')}>
        {word === 'open' ? '–' : format.number(word === 'back' ? refund : payout)}
      </span>
    </p>
  );
}

/** Returns a function that explains a bet's points, one sentence per step. */
function useArithmetic({ contest }: ReceiptView): (bet: ReceiptBetView) => string[] {
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
        return t('leg', { stake: points(leg.stake), odds: format.number(leg.odds ?? 1, 'odds'), payout: points(payout) });
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
