import { useTranslations } from 'use-intl';
import type { CountedPlay } from '#contract/bets.ts';
import { useMeta } from '#web/data/queries.tsx';

/** Explains why less of a bet counts than was staked: "Counts 40 of 100 towards redeeming: ..."; null if there is nothing to explain. */
export function useCountedWords(): (play: CountedPlay | null) => string | null {
  const t = useTranslations('bets');
  const what = useMeta()?.play_through ? 'counts_towards_redeeming' : 'counts_as_play';
  return (play) => {
    if (play === null || play.reason === 'full' || play.reason === 'refunded') return null;
    const { points, of } = play;
    return t(what, { points, of, why: t(`counts_why.${play.reason}`, { points }) });
  };
}
