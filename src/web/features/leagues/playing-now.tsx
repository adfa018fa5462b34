import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import { LiveDot } from '#web/ui/live-dot.tsx';

/** The team's score in the match that it is playing now; leads to that match. */
export function PlayingNow({ playing }: { playing: NonNullable<StandingRow['playing']> }) {
  const t = useTranslations('leagues');
  const score = t('playing_score', playing);
  return (
    <Link
      to={`/match/${playing.match_id}`}
      aria-label={t('playing', { score })}
      className="num relative ml-2.5 flex flex-none items-center gap-[7px] text-[13px] text-live before:absolute before:-inset-x-2 before:-inset-y-3 hover:underline"
    >
      <LiveDot />
      {score}
    </Link>
  );
}
