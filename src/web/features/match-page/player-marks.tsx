import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Footprints from 'lucide-react/icons/footprints';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { minuteOf } from '#domain/matches/match-timeline.ts';
import type { PlayerMarks } from '#domain/matches/player-marks.ts';
import { classNames } from '#web/lib/class-names.ts';
import { EventIcon } from './event-icon.tsx';

/** Shows what a player did, as icons; in words for screen readers. Nothing if nothing is known. */
export function Marks({ marks, className }: { marks: PlayerMarks; className?: string }) {
  const words = useMarkWords()(marks);
  const { goals, ownGoals, assists, card, cameOn, wentOff } = marks;
  if (words.length === 0) return null;
  return (
    <span className={classNames('inline-flex items-center gap-1 text-muted', className)}>
      <span className="sr-only">{words.join(', ')}</span>
      <span aria-hidden className="contents">
        {goals > 0 && <Counted count={goals} icon={<EventIcon type="goal" />} />}
        {ownGoals > 0 && <Counted count={ownGoals} icon={<EventIcon type="own_goal" />} />}
        {assists > 0 && <Counted count={assists} icon={<Footprints size={13} className="flex-none" />} />}
        {card && <EventIcon type={card} />}
        {cameOn && (
          <span className="num inline-flex items-center text-[10.5px] text-good">
            <ArrowUp size={11} />
            {minuteOf(cameOn)}
          </span>
        )}
        {wentOff && (
          <span className="num inline-flex items-center text-[10.5px] text-bad">
            <ArrowDown size={11} />
            {minuteOf(wentOff)}
          </span>
        )}
      </span>
    </span>
  );
}

const Counted = ({ count, icon }: { count: number; icon: ReactNode }) => (
  <span className="num inline-flex items-center gap-px text-[10.5px]">
    {icon}
    {count > 1 && count}
  </span>
);

/** Returns a function that puts marks into words, without the rating. */
function useMarkWords(): (marks: PlayerMarks) => string[] {
  const t = useTranslations('players');
  const tMatch = useTranslations('match');
  return ({ goals, ownGoals, assists, card, cameOn, wentOff }) => [
    ...(goals > 0 ? [t('goals', { count: goals })] : []),
    ...(ownGoals > 0 ? [t('own_goals', { count: ownGoals })] : []),
    ...(assists > 0 ? [t('assists', { count: assists })] : []),
    ...(card ? [tMatch(`event.${card}`)] : []),
    ...(cameOn ? [t('came_on', { minute: minuteOf(cameOn) })] : []),
    ...(wentOff ? [t('went_off', { minute: minuteOf(wentOff) })] : []),
  ];
}

/** Shows a rating; the best of the match stands out, as told in words elsewhere. */
export function Rating({ rating, isBest, className }: { rating: number | null; isBest: boolean; className?: string }) {
  const t = useTranslations('players');
  const format = useFormatter();
  if (rating === null) return null;
  const value = format.number(rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <span
      className={classNames(
        'num rounded-[5px] px-1 text-[11px] leading-[15px] font-bold',
        isBest ? 'bg-accent text-on-accent' : 'bg-raised text-text shadow-[inset_0_0_0_1px_var(--line)]',
        className,
      )}
    >
      <span className="sr-only">{t(isBest ? 'best_rating' : 'rating', { value })}</span>
      <span aria-hidden>{value}</span>
    </span>
  );
}
