import { useFormatter, useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
import { formatOdds } from '#web/lib/odds-format.ts';
import type { ContestWithMine } from './api.ts';

interface MyBetProps {
  contest: ContestWithMine;
  nameOf: (pick: Pick) => string;
  /** Whether more can be added. */
  isOpen: boolean;
}

/** What the user has in a contest, and what became of it. */
export function MyBet({ contest, nameOf, isOpen }: MyBetProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const { mine, winner, state } = contest;
  if (mine === null) return null;
  const outcome = () => {
    if (mine.state === 'refunded') return t('my_bet_back', { points: mine.stake });
    if (state === 'settled') return winner === mine.pick ? t('my_bet_right', { points: mine.payout }) : t('my_bet_wrong');
    if (mine.state === 'unknown') return t('unknown_hint');
    return isOpen ? t('my_bet_add') : null;
  };
  const isOver = mine.state === 'refunded' || mine.state === 'settled';
  const lines = [
    // Rounded down, as each of its stakes was.
    mine.payout_if_right !== null &&
      !isOver &&
      t('my_bet_pays', {
        points: mine.payout_if_right,
        odds: formatOdds(Math.floor((100 * mine.payout_if_right) / mine.stake) / 100),
      }),
    outcome(),
    mine.state === 'settled' && mine.refund > 0 && t('returned_late', { points: format.number(mine.refund) }),
  ];
  return (
    <div className="mb-3 grid gap-0.5 rounded-control bg-accent-soft px-3 py-2.5 text-[13px]">
      <p className="flex justify-between gap-3">
        <span className="flex-none font-semibold text-accent">{t('my_bet')}</span>
        <span className="min-w-0 text-right font-[580] break-words">
          {t('my_bet_value', { points: format.number(mine.stake), pick: nameOf(mine.pick) })}
        </span>
      </p>
      {lines.map(
        (line) =>
          line && (
            <p key={line} className="text-muted">
              {line}
            </p>
          ),
      )}
    </div>
  );
}
