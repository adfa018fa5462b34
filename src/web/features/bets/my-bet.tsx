import { useFormatter, useTranslations } from 'use-intl';
import type { Pick } from '#domain/sport.ts';
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
    if (state === 'settled') return t(winner === mine.pick ? 'my_bet_right' : 'my_bet_wrong');
    return isOpen ? t('my_bet_add') : null;
  };
  const words = outcome();
  return (
    <div className="mb-3 grid gap-0.5 rounded-control bg-accent-soft px-3 py-2.5 text-[13px]">
      <p className="flex justify-between gap-3">
        <span className="flex-none font-semibold text-accent">{t('my_bet')}</span>
        <span className="text-right font-[580]">{t('my_bet_value', { points: format.number(mine.stake), pick: nameOf(mine.pick) })}</span>
      </p>
      {words && <p className="text-muted">{words}</p>}
    </div>
  );
}
